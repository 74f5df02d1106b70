import MoultSyntax

/// `guard status.isOk else { … }`, `if !status.isOk { … }` or `if status.code != .ok { … }`: what is done only where a call failed.
struct CheckOfFailure {
  let statement: Node

  /// What is asked.
  let status: Node
  let body: StatementBlock

  /// - Returns: nil for any other statement, and where more is asked, or something is done where the call did not fail.
  init?(_ statement: Node) {
    if let check = GuardStmt(statement), case .expression(let condition)? = check.conditions.only,
      let status = Self.asked(whetherOk: condition.node.withoutParentheses), let body = check.body
    {
      (self.status, self.body) = (status, body)
    } else if let check = IfExpr(statement), check.elseBranch == nil,
      case .expression(let condition)? = check.conditions.only,
      let status = Self.asked(whetherNotOk: condition.node.withoutParentheses),
      let body = check.body
    {
      (self.status, self.body) = (status, body)
    } else {
      return nil
    }
    guard statement.parent?.isBlockOfStatements == true else { return nil }
    self.statement = statement
  }

  /// - Parameter use: where the status is named, in what it asks or does.
  init?(around use: Node) {
    guard let statement = use.ancestors.first(where: { [.guardStmt, .ifExpr].contains($0.kind) })
    else { return nil }
    self.init(statement)
  }

  /// Whether the status is thrown, and nothing else done.
  var isThrown: Bool {
    guard case .statement(.throwing(let thrown))? = body.items.only else { return false }
    return thrown.value?.node.text == status.text
  }

  /// What `status.code == .ok` and `status.isOk` ask.
  static func asked(whetherOk condition: Node) -> Node? {
    if let member = MemberAccess(condition) {
      return member.name == "isOk" ? member.base?.node : nil
    }
    return codeComparedWithOk(condition, "==")
  }

  /// What `status.code != .ok` and `!status.isOk` ask.
  static func asked(whetherNotOk condition: Node) -> Node? {
    if condition.kind == .prefixOperator, condition.name == "!" {
      return condition.children.first.flatMap { asked(whetherOk: $0.withoutParentheses) }
    }
    return codeComparedWithOk(condition, "!=")
  }

  private static func codeComparedWithOk(_ condition: Node, _ name: String) -> Node? {
    guard let comparison = InfixExpr(condition), comparison.name == name,
      comparison.right?.node.text == ".ok", let left = comparison.left?.node,
      let code = MemberAccess(left),
      code.name == "code"
    else { return nil }
    return code.base?.node
  }
}
