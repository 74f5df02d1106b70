import MoultProto
import MoultSemantics
import MoultSource
import Synchronization

/// Works out changes of prefixes, each once, when someone asks.
///
/// A class because many files of a package ask for the same change. Different changes are worked out side by side.
final class RenameDesk: Sendable {
  private let makeScene: @Sendable () -> RenameScene
  private let scene = Once<RenameScene>()
  private let halfRenamed = Once<[String: FileUses]>()
  private let renamings = Mutex<[PrefixChange: Once<PrefixRenaming>]>([:])

  init(_ makeScene: @escaping @Sendable () -> RenameScene) { self.makeScene = makeScene }

  func renaming(_ change: PrefixChange) -> PrefixRenaming {
    Glances.noteEverything()
    let place = renamings.withLock { known in
      if let place = known[change] { return place }
      let place = Once<PrefixRenaming>()
      known[change] = place
      return place
    }
    return place.value { MoultSurfaces.renaming(change, in: scene.value(makeScene)) }
  }

  /// Returns the uses of names that things had before their packages got a prefix, by path.
  func halfRenamedUses() -> [String: FileUses] {
    Glances.noteEverything()
    return halfRenamed.value { usesOfUnprefixedNames(in: scene.value(makeScene)) }
  }
}
