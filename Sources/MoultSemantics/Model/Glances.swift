import MoultSource
package import MoultSyntax
import Synchronization

/// What the judgement of one file has looked at in other files, beside the heads of their declarations.
///
/// What the head of a declaration says is the same for all as long as no head changes. A judgement that looks further, at
/// bodies, or at where something stands, is due again when a file that it has seen is another. Noted is who hands out
/// the nodes of other files: declarations, extensions, the names and types of a file, the trees of all.
package final class Glances: Sendable {
  /// Those of the task at hand; nil where nobody keeps them.
  @TaskLocal package static var current: Glances?

  private struct State {
    var paths: Set<String> = []
    var declarations: Set<Node> = []
    var unknownNames: Set<String> = []
    var soughtNames: Set<String> = []
    var listedTypes: Set<Symbol> = []
    var hasSeenEverything = false
  }

  /// What the bodies of a file use.
  package struct Uses: Sendable {
    /// The project's own declarations.
    package var declarations: Set<Node> = []

    /// Members of receivers whose type is not known, by name.
    package var unknownNames: Set<String> = []

    package init() {}
  }

  private let state = Mutex(State())

  package init() {}

  /// Notes that a node was handed out.
  package static func note(_ node: Node?) {
    guard let node, let current else { return }
    current.add(node.tree.source.path)
  }

  /// Notes that the names and types of a file were asked for.
  package static func note(path: String) { current?.add(path) }

  /// Notes that it was asked in which files a declaration is used.
  package static func note(usesOf declaration: Node) {
    guard let current else { return }
    current.add(declaration.tree.source.path)
    current.state.withLock { _ = $0.declarations.insert(declaration) }
  }

  /// Notes that it was asked in which files something unknown has a member of that name.
  package static func note(unknownName name: String) {
    current?.state.withLock { _ = $0.unknownNames.insert(name) }
  }

  /// Notes that it was asked what is declared under a name, which need not be written in the file that is judged.
  static func note(soughtName name: String) {
    current?.state.withLock { _ = $0.soughtNames.insert(name) }
  }

  /// The same for members of a type or module; those of an interface are what they were.
  static func note(soughtName name: String, in symbol: Symbol) {
    if case .interface = symbol.origin { return }
    note(soughtName: name)
  }

  /// The same for a name with all that is around it: `SwiftGRPC.Metadata.add(key:value:)`.
  static func note(soughtPath path: String) {
    guard let current else { return }
    let words = path.utf8.prefix { $0 != UInt8(ascii: "(") }
    let start = words.lastIndex(of: UInt8(ascii: ".")).map(words.index(after:))
    let name = String(Substring(words[(start ?? words.startIndex)...]))
    current.state.withLock { _ = $0.soughtNames.insert(name) }
  }

  /// Notes that all members of a type or module were asked for.
  static func note(membersOf symbol: Symbol) {
    current?.state.withLock { _ = $0.listedTypes.insert(symbol) }
  }

  /// Notes all that another judgement has looked at, whose answer is taken over.
  package static func note(_ others: Glances) {
    guard let current, current !== others else { return }
    let seen = others.state.withLock { $0 }
    current.state.withLock { state in
      state.paths.formUnion(seen.paths)
      state.declarations.formUnion(seen.declarations)
      state.unknownNames.formUnion(seen.unknownNames)
      state.soughtNames.formUnion(seen.soughtNames)
      state.listedTypes.formUnion(seen.listedTypes)
      state.hasSeenEverything = state.hasSeenEverything || seen.hasSeenEverything
    }
  }

  /// Notes that no file can change without being looked at again.
  package static func noteEverything() {
    current?.state.withLock { $0.hasSeenEverything = true }
  }

  private func add(_ path: String) { state.withLock { _ = $0.paths.insert(path) } }

  /// Returns whether a change of bodies in a file can be seen from what was looked at.
  ///
  /// Whoever asked for uses was given those that were in the file; of others than these, it sees those that came.
  ///
  /// - Parameter uses: what the file uses by now.
  package func see(_ path: String, using uses: Uses) -> Bool {
    state.withLock { state in
      state.hasSeenEverything || state.paths.contains(path)
        || !state.declarations.isDisjoint(with: uses.declarations)
        || !state.unknownNames.isDisjoint(with: uses.unknownNames)
    }
  }

  /// Returns whether members that came, went or changed can be seen by what was asked for beyond what the files say that
  /// were looked at.
  package func see(_ change: MemberChange) -> Bool {
    state.withLock { state in
      state.hasSeenEverything || !state.soughtNames.isDisjoint(with: change.names)
        || !state.listedTypes.isDisjoint(with: change.owners)
    }
  }

  /// Returns whether a change of bodies in a file may be seen, whatever comes to be used in it.
  package func maySee(_ path: String) -> Bool {
    state.withLock { state in
      state.hasSeenEverything || state.paths.contains(path) || !state.declarations.isEmpty
        || !state.unknownNames.isEmpty
    }
  }
}
