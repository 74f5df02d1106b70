import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The code of a result that a completion hands on where the call has failed, to a function of the project that takes the code of
/// an error.
struct CodeOfAFailedCall {
  private let result: Node

  /// - Parameter code: `result.statusCode`.
  /// - Returns: nil where the call may have succeeded, or where something else takes the code.
  init?(_ code: MemberAccess, _ file: FileContext) {
    guard let result = code.base?.node, NameExpr(result) != nil,
      let parameter = file.parameter(taking: code.node), let type = parameter.parameterType,
      let home = file.context(of: parameter), parameter.owningFunction != nil,
      Self.codes.contains(home.semantics.symbol(of: type)?.qualifiedName ?? ""),
      Self.isKept(parameter, home), Self.isOfErrors(parameter, home),
      Self.hasFailed(result, at: code.node, file)
    else { return nil }
    self.result = result
  }

  private static let codes = ["SwiftGRPC.StatusCode", "GRPC.GRPCStatus.Code"]

  /// The code of an error, which exists for each but `ok`.
  var code: Code {
    .infix(
      .quoted("GRPCCore::RPCError.Code(\(Code.kept(result).member("code")))"), "??",
      .member(nil, "unknown"))
  }

  /// Whether a parameter is shown or kept and nothing else: one that is asked for `ok`, or goes on, may be that of a `Status`.
  private static func isKept(_ parameter: Node, _ file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: parameter) else { return false }
    return file.semantics.references(to: symbol).allSatisfy { use in
      guard NameExpr(use) != nil else { return true }
      let shown = use.ancestors.first { $0.kind != .argument && $0.kind != .argumentList }
      if shown?.kind == .interpolation { return true }
      let tuple = use.ancestors.prefix(3).first { $0.kind == .tuple }
      return AssignmentExpr(giving: use) != nil
        || tuple.flatMap { AssignmentExpr(giving: $0) } != nil
    }
  }

  /// Whether nobody gives it `ok`.
  private static func isOfErrors(_ parameter: Node, _ file: FileContext) -> Bool {
    file.values(passedTo: parameter)?.allSatisfy { $0.value?.name != "ok" } ?? false
  }

  /// Whether a statement around a place is only reached where the call of a result has failed.
  static func hasFailed(_ result: Node, at place: Node, _ file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: result),
      let closure = symbol.declaration?.ancestors.first(where: { $0.kind == .closure }),
      closure.parameters.count == 2, file.semantics.symbol(of: closure.parameters[1]) == symbol
    else { return false }
    let reply = file.semantics.symbol(of: closure.parameters[0])
    let says = { (condition: Condition, succeeded: Bool) in
      Self.says(condition, succeeded, of: symbol, reply, file)
    }
    for node in place.ancestors.prefix(while: { $0 != closure }) {
      // A closure in between may run whenever it likes, but does so because somebody got here.
      if let exit = GuardStmt(of: node.parent), exit.body?.node == node {
        return exit.conditions.allSatisfy { says($0, true) }
      }
      guard let choice = IfExpr(of: node.parent) else { continue }
      if choice.body?.node == node, choice.conditions.contains(where: { says($0, false) }) {
        return true
      }
      if choice.node.elseBranch == node, choice.conditions.allSatisfy({ says($0, true) }) {
        return true
      }
    }
    return false
  }

  /// Whether a condition holds just where the call succeeded, or just where it failed.
  private static func says(
    _ condition: Condition, _ succeeded: Bool, of result: Symbol, _ reply: Symbol?,
    _ file: FileContext
  ) -> Bool {
    let means = { (node: Node?, symbol: Symbol?) in
      node.map { symbol != nil && file.semantics.symbol(of: $0) == symbol } ?? false
    }
    switch condition {
    case .optionalBinding(let binding):
      guard succeeded else { return false }
      guard let value = binding.value?.node else {
        return binding.node.boundNames.first?.name == reply?.name
      }
      return means(value, reply)
    case .expression(let asked):
      if asked.node.kind == .prefixOperator, asked.node.name == "!",
        let operand = MemberAccess(of: asked.node.children.first { _ in true })
      {
        return !succeeded && operand.name == "success" && means(operand.base?.node, result)
      }
      if let member = MemberAccess(asked.node) {
        return succeeded && member.name == "success" && means(member.base?.node, result)
      }
      guard let comparison = InfixExpr(asked.node),
        comparison.name == (succeeded == isOfNothing(comparison) ? "!=" : "==")
      else { return false }
      if isOfNothing(comparison) { return means(comparison.left?.node, reply) }
      guard comparison.right?.node.name == "ok",
        let code = comparison.left.flatMap({ MemberAccess($0.node) })
      else { return false }
      return code.name == "statusCode" && means(code.base?.node, result)
    case .match, .availability: return false
    }
  }

  private static func isOfNothing(_ comparison: InfixExpr) -> Bool {
    comparison.right?.node.kind == .nilLiteral
  }
}
