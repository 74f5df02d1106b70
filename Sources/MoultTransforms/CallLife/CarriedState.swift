import MoultMatching
import MoultSemantics
import MoultSyntax

/// What statements need of the function around them when they move into a closure that may run in another task.
struct CarriedState {
  /// The names of the closure's capture list.
  var captures: [String] {
    (needsSelf ? ["self"] : needsWeakSelf ? ["weak self"] : [])
      + read.filter { !changed.contains($0) }.map(\.name)
  }

  /// What the closure says of the actor that it runs on.
  var attributes: [String] { usesMainActor ? ["@MainActor"] : [] }

  /// Whether members of `self` are used without saying so, in a class.
  private(set) var needsSelf = false

  /// Whether `self` is used that a closure around the statements has captured weakly.
  private var needsWeakSelf = false

  /// Whether what belongs to the main actor is used, on which the code around runs.
  private var usesMainActor = false

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
    /// Use what belongs to an actor other than the main one, on which it does not run.
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
    let isolation = leavesActor ? ActorIsolation(of: region, file) : .none
    func use(_ symbol: Symbol, by node: Node) throws(Refusal) {
      guard symbol.belongsToActor, !node.isAwaitedHere, !ActorIsolation.runsOnMainActor(node) else {
        return
      }
      switch isolation {
      case .none: return
      case .mainActor: usesMainActor = true
      case .ownActor: try refuse(.useActor)
      }
    }
    let names: [Node] = statements.flatMap { $0.descendants() }.filter { node in
      node.kind == .declReference || (node.kind == .capture && node.initialValue == nil)
    }
    for node in names.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if node.name == "super" {
        try refuse(.useSuper)
        continue
      }
      if node.name == "self" {
        if isMutating { try refuse(.changeSelf) }
        if node.isCapturedWeakly(around: region) { needsWeakSelf = true }
        if let member = MemberAccess(on: node.with(.optionalChaining))?.node,
          let symbol = file.semantics.symbol(of: member)
        {
          try use(symbol, by: member)
        }
        continue
      }
      guard let symbol = file.semantics.symbol(of: node) else { continue }
      if symbol.isInstanceMember {
        if isMutating { try refuse(.changeSelf) }
        try use(symbol, by: node)
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
  /// The names of the variables that a statement only reads, and that may say something else when a task comes to it.
  ///
  /// What follows changes them, or a loop around it does. In Swift 6 mode no task shares one.
  func namesRead(by statement: Node, _ file: FileContext) -> [String] {
    read.filter { symbol in
      guard !changed.contains(symbol), let declaration = symbol.declaration else { return false }
      let loops = statement.ancestors.filter { $0.kind.isLoop && !declaration.isInside($0) }
      return file.refusesRaces
        || file.semantics.references(to: symbol).contains { use in
          mayChange(use, file)
            && (use.range.lowerBound >= statement.range.upperBound
              || loops.contains { use.isInside($0) })
        }
    }.map(\.name)
  }

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

  /// Whether it is `self?` of a closure around a place that captures it weakly.
  fileprivate func isCapturedWeakly(around place: Node) -> Bool {
    guard parent?.kind == .optionalChaining || OptionalBinding(of: parent?.parent) != nil else {
      return false
    }
    let closures = ancestors.lazy.compactMap { ClosureExpr($0) }
    let own = closures.first {
      $0.captures.contains { ["self", "weak self"].contains($0.node.text) }
    }
    return own.map { closure in
      place.isInside(closure.node) && closure.captures.contains { $0.node.text == "weak self" }
    } ?? false
  }
}
