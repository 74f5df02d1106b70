import MoultMatching
import MoultSemantics
import MoultSyntax

/// A call to a generated method of grpc-swift 0, the `try` that marks it, and what becomes of its value.
struct CallSite {
  let call: Node
  let mark: Node

  /// The item of a block that holds the call.
  let statement: Node
  let use: Use

  enum Use {
    /// The statement is the call, or `_ =` of it.
    case discarded
    /// `let name = try …`, or `name = try …` for a local.
    case bound(Symbol, name: String)
    /// Part of a condition: `guard let name = try? … else {…}`.
    case condition(Symbol, name: String)
    /// The value of a function or closure whose only expression the call is.
    case result
    /// An argument, an assignment to something that lives on, the operand of `return`.
    case kept
  }

  /// Returns nil if no `try` covers the call: then it is none of grpc-swift 0, whose methods all throw.
  init?(_ call: Node, _ file: FileContext) throws(Refusal) {
    guard let mark = coveringTry(of: call) else { return nil }
    self.call = call
    self.mark = mark
    let method = call.callee?.name ?? "the call"
    guard mark.children.first == call else {
      throw Refusal(
        "put the call into its own statement, 'let call = …\(method)(…)', then run the fix again")
    }
    let around = Array(mark.ancestors.prefix { !$0.isBlockOfStatements })
    guard !around.contains(where: { $0.kind == .memberBlock }) else {
      throw Refusal("move the call of '\(method)' from the property's value into a function")
    }
    statement = around.last ?? mark
    use = try Self.use(
      of: mark, in: statement, isPlain: around.allSatisfy(Self.carriesValues), file)
  }

  private static func carriesValues(_ node: Node) -> Bool {
    switch node.kind {
    case .assignment, .returnStmt, .argument, .argumentList, .functionCall, .tuple,
      .initializerClause, .patternBinding, .variableDecl, .optionalBinding, .guardStmt, .ifExpr:
      true
    default: false
    }
  }

  private static func use(
    of mark: Node, in statement: Node, isPlain: Bool, _ file: FileContext
  ) throws(Refusal) -> Use {
    if statement == mark { return try resultUse(of: statement, file) }
    if discarding(mark) == statement { return .discarded }
    if let target = target(ofAssigned: mark)?.node, target.parent == statement {
      guard NameExpr(target) != nil, let symbol = file.semantics.symbol(of: target),
        symbol.kind == .local
      else { return .kept }
      return .bound(symbol, name: symbol.name)
    }
    if let holder = mark.parent?.parent, let pattern = holder.child(.identifierPattern),
      let symbol = file.semantics.symbol(of: pattern)
    {
      if PatternBinding(holder)?.declaration?.bindings.only != nil, holder.parent == statement {
        return .bound(symbol, name: symbol.name)
      }
      if OptionalBinding(holder) != nil, holder.parent == statement, statement.kind != .whileStmt {
        return .condition(symbol, name: symbol.name)
      }
    }
    guard isPlain, statement.kind != .guardStmt, statement.kind != .ifExpr else {
      throw Refusal("put the call into its own statement, 'let call = …', then run the fix again")
    }
    return .kept
  }

  /// The only expression of a function or closure is its value, unless it gives none.
  private static func resultUse(of statement: Node, _ file: FileContext) throws(Refusal) -> Use {
    guard let block = statement.parent else { return .discarded }
    switch MoultTransforms.result(of: block, file) {
    case .given: return .result
    case .unknown where block.kind == .closure:
      throw Refusal(
        "write 'return' or '_ =' to say whether the closure returns the call, then run the fix again"
      )
    case .none, .unknown: return .discarded
    }
  }
}

extension CallSite {
  var method: String { call.callee?.name ?? "the call" }

  /// The local that holds the call.
  var boundCall: Symbol? {
    switch use {
    case .bound(let symbol, _), .condition(let symbol, _): symbol
    case .discarded, .result, .kept: nil
    }
  }

  var isCondition: Bool {
    if case .condition = use { return true }
    return false
  }
}

extension Node {
  /// Whether the children of the node are statements.
  var isBlockOfStatements: Bool { kind.holdsStatements }
}
