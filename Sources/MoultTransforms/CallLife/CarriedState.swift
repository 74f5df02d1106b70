import MoultMatching
import MoultSemantics
import MoultSyntax

/// What statements need of the function around them when they move into a closure that may run in another task.
struct CarriedState {
  /// The names of the closure's capture list.
  private(set) var captures: [String] = []

  /// Variables that the statements change, in source order.
  private(set) var changed: [Symbol] = []

  /// Parameters of the function that have to escape, in source order.
  private(set) var lent: [Symbol] = []

  private static let step =
    "use local variables in the closure for what it changes, and return them from it"

  private static let stepOfActor =
    "collect what it needs in a local variable of the closure, return that from it, and use it behind the call: the closure does not run on the actor"

  /// - Parameter leavesActor: whether the closure, unlike a task's, does not run on the actor of the function around it.
  /// - Throws: a `Refusal` where the statements change something that a closure cannot.
  init(
    _ statements: [Node], movedFrom region: Node, leavesActor: Bool = false, _ file: FileContext
  ) throws(Refusal) {
    let isMutating = file.function(around: region).modifierNames.contains("mutating")
    let isIsolated = leavesActor && region.isIsolated
    var needsSelf = false
    var read: [Symbol] = []
    for node in statements.flatMap({ $0.descendants() }).sorted(by: precede)
    where node.kind == .declReference {
      if node.name == "super" { throw Refusal(Self.step) }
      if node.name == "self" {
        if isMutating { throw Refusal(Self.step) }
        if isIsolated, let member = node.parent, member.base == node,
          let symbol = file.semantics.symbol(of: member), symbol.belongsToActor
        {
          throw Refusal(Self.stepOfActor)
        }
        continue
      }
      guard let symbol = file.semantics.symbol(of: node) else { continue }
      if symbol.isInstanceMember {
        if isMutating { throw Refusal(Self.step) }
        if isIsolated, symbol.belongsToActor { throw Refusal(Self.stepOfActor) }
        needsSelf = needsSelf || symbol.parent?.isSharedType == true
        continue
      }
      guard let declaration = symbol.declaration, declaration.tree === file.tree,
        !statements.contains(where: { declaration.isInside($0) })
      else { continue }
      if declaration.isInOutParameter { throw Refusal(Self.step) }
      if symbol.endsWithTheCall {
        _ = try EscapingParameter(symbol, file)
        if !lent.contains(symbol) { lent.append(symbol) }
      }
      guard symbol.kind == .local, declaration.isDeclaredAsVariable else { continue }
      if mayChange(node, file) {
        if !changed.contains(symbol) { changed.append(symbol) }
      } else if !read.contains(symbol) {
        read.append(symbol)
      }
    }
    captures = (needsSelf ? ["self"] : []) + read.filter { !changed.contains($0) }.map(\.name)
  }
}

private func precede(_ a: Node, _ b: Node) -> Bool { a.range.lowerBound < b.range.lowerBound }

extension Symbol {
  /// Whether only the actor of its type may touch it, as far as its declaration shows: it can change, or does something.
  fileprivate var belongsToActor: Bool {
    let holder = declaration?.kind == .patternBinding ? declaration?.parent : declaration
    guard holder?.modifierNames.contains("nonisolated") != true else { return false }
    return kind == .property ? isMutable : kind == .function && !isAsync
  }
}

extension Node {
  /// Whether it runs on an actor: its type is one, or its type or function is of the main actor.
  fileprivate var isIsolated: Bool {
    ancestors.contains { node in
      node.kind == .actorDecl || node.attributes.contains { $0.name == "MainActor" }
    }
  }
}
