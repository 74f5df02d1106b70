import MoultMatching
import MoultSemantics
import MoultSyntax

/// What statements need of the function around them when they move into a closure that may run in another task.
struct CarriedState {
  /// The names of the closure's capture list.
  var captures: [String] {
    (needsSelf ? ["self"] : []) + read.filter { !changed.contains($0) }.map(\.name)
  }

  /// Whether members of `self` are used without saying so, in a class.
  private(set) var needsSelf = false

  /// The locals of the function that the statements name, in the order of their first uses.
  private(set) var locals: [Symbol] = []

  /// Variables that the statements change, in source order.
  private(set) var changed: [Symbol] = []

  /// Parameters of the function that have to escape, in source order.
  private(set) var lent: [Symbol] = []

  /// Variables that they only read.
  private var read: [Symbol] = []

  /// What a closure cannot do.
  enum Obstacle {
    case useSuper
    case changeSelf
    case changeInOut(Symbol)
    /// Use what belongs to an actor, on which it does not run.
    case useActor

    /// What a person does about it in a closure that gives a value.
    fileprivate var refusal: Refusal {
      switch self {
      case .useSuper, .changeSelf, .changeInOut:
        Refusal("use local variables in the closure for what it changes, and return them from it")
      case .useActor:
        Refusal(
          "collect what it needs in a local variable of the closure, return that from it, and use it behind the call: the closure does not run on the actor"
        )
      }
    }
  }

  /// - Parameters:
  ///   - leavesActor: whether the closure, unlike a task's, does not run on the actor of the function around it.
  ///   - refusal: for what the statements do; nil where the closure can.
  /// - Throws: a `Refusal` where the statements change something that a closure cannot.
  init(
    _ statements: [Node], movedFrom region: Node, leavesActor: Bool = false, _ file: FileContext,
    refusing refusal: (Obstacle) -> Refusal? = \.refusal
  ) throws(Refusal) {
    func refuse(_ obstacle: Obstacle) throws(Refusal) {
      if let refusal = refusal(obstacle) { throw refusal }
    }
    let isMutating = file.function(around: region).modifierNames.contains("mutating")
    let isIsolated = leavesActor && region.isIsolated
    let names = statements.flatMap { $0.descendants() }.filter { $0.kind == .declReference }
    for node in names.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if node.name == "super" {
        try refuse(.useSuper)
        continue
      }
      if node.name == "self" {
        if isMutating { try refuse(.changeSelf) }
        if isIsolated, let member = node.parent, member.base == node,
          let symbol = file.semantics.symbol(of: member), symbol.belongsToActor,
          !member.isAwaitedHere
        {
          try refuse(.useActor)
        }
        continue
      }
      guard let symbol = file.semantics.symbol(of: node) else { continue }
      if symbol.isInstanceMember {
        if isMutating { try refuse(.changeSelf) }
        if isIsolated, symbol.belongsToActor, !node.isAwaitedHere { try refuse(.useActor) }
        needsSelf = needsSelf || symbol.parent?.isSharedType == true
        continue
      }
      guard let declaration = symbol.declaration, declaration.tree === file.tree,
        !statements.contains(where: { declaration.isInside($0) })
      else { continue }
      if declaration.isInOutParameter { try refuse(.changeInOut(symbol)) }
      if symbol.kind == .local, !locals.contains(symbol) { locals.append(symbol) }
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
  }
}

extension CarriedState {
  /// Whether code uses `self` or a member of it.
  static func usesSelf(_ nodes: [Node], _ file: FileContext) -> Bool {
    nodes.flatMap { $0.descendants() }.contains { node in
      node.kind == .declReference
        && (node.name == "self" || file.semantics.symbol(of: node)?.isInstanceMember == true)
    }
  }
}

extension Symbol {
  /// Whether only the actor of its type may touch it, as far as its declaration shows: it can change, or does something.
  fileprivate var belongsToActor: Bool {
    let holder = declaration?.kind == .patternBinding ? declaration?.parent : declaration
    guard holder?.modifierNames.contains("nonisolated") != true else { return false }
    return kind == .property ? isMutable : kind == .function && !isAsync
  }
}

extension Node {
  /// Whether an `await` covers it, with which an actor's members are used from anywhere.
  fileprivate var isAwaitedHere: Bool {
    ancestors.prefix { !$0.isOtherBody && $0.kind != .codeBlock }
      .contains { $0.kind == .awaitExpr }
  }

  /// Whether it runs on an actor: its type is one, or its type or function is of the main actor.
  fileprivate var isIsolated: Bool {
    ancestors.contains { node in
      node.kind == .actorDecl || node.attributes.contains { $0.name == "MainActor" }
    }
  }
}
