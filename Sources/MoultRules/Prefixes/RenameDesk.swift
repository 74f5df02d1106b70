import MoultProto
import MoultSemantics
import MoultSource
import Synchronization

/// Works out changes of prefixes, each once, when someone asks.
///
/// A class because many files of a package ask for the same change.
final class RenameDesk: Sendable {
  private let makeScene: @Sendable () -> RenameScene
  private let state = Mutex<State>(State())

  private struct State {
    var scene: RenameScene?
    var known: [PrefixChange: PrefixRenaming] = [:]
    var halfRenamed: [String: FileUses]?
  }

  init(_ makeScene: @escaping @Sendable () -> RenameScene) { self.makeScene = makeScene }

  func renaming(_ change: PrefixChange) -> PrefixRenaming {
    state.withLock { state in
      if let known = state.known[change] { return known }
      let result = MoultRules.renaming(change, in: scene(&state))
      state.known[change] = result
      return result
    }
  }

  /// Returns the uses of names that things had before their packages got a prefix, by path.
  func halfRenamedUses() -> [String: FileUses] {
    state.withLock { state in
      if let known = state.halfRenamed { return known }
      let result = usesOfUnprefixedNames(in: scene(&state))
      state.halfRenamed = result
      return result
    }
  }

  private func scene(_ state: inout State) -> RenameScene {
    if let scene = state.scene { return scene }
    let scene = makeScene()
    state.scene = scene
    return scene
  }
}
