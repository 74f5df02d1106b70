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
      !Self.isAskedForSuccess(parameter, home), Self.hasFailed(result, at: code.node, file)
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

  /// Whether `ok` is one of what a parameter is compared with: it becomes the code of a `Status` then.
  private static func isAskedForSuccess(_ parameter: Node, _ file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: parameter) else { return true }
    return file.semantics.references(to: symbol).contains { use in
      guard let comparison = InfixExpr(of: use.parent) else {
        return SwitchExpr(of: use.parent)?.subject?.node == use
      }
      return [comparison.left, comparison.right].contains { $0?.node.name == "ok" }
    }
  }

  /// Whether a statement around a place is only reached where the call of a result has failed.
  private static func hasFailed(_ result: Node, at place: Node, _ file: FileContext) -> Bool {
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
        return !exit.conditions.isEmpty && exit.conditions.allSatisfy { says($0, true) }
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
