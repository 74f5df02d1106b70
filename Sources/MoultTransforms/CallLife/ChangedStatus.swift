import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What is done with the status of a call and has another form where it is a `Status` of grpc-swift 2.
enum ChangedStatus {
  case question(QuestionOfSuccess)

  /// The status itself beside `.ok`.
  case compared(Node)

  /// `GRPCStatus.Code.x`, which its code is compared with.
  case spelled([MemberAccess])

  /// `status.message ?? text`, with what is written for it: the message alone, without parentheses, where the text is none.
  case message(Node, Code)

  /// `if let message = status.message`: a `Status` has a message in any case, and one of no letters where there is none.
  case present(OptionalBinding, name: String, MemberAccess)

  /// It goes where an `RPCError` is taken, in a block that is for all but `ok`.
  case failure(Node, block: Node, name: String)

  /// - Returns: nil if it stays as it is.
  /// - Throws: a `Refusal` where more is done with the status than to look at it.
  init?(_ status: Node, _ refusal: Refusal, _ file: FileContext) throws(Refusal) {
    switch UseOfStatus(status, file) {
    case .shown, .read("description"): return nil
    case .asked(let question): self = .question(question)
    case .compared(let comparison):
      guard comparison.isByName else {
        let constants = comparison.constants.compactMap { MemberAccess($0) }
        guard comparison.subject != status, constants.count == comparison.constants.count,
          constants.allSatisfy({ $0.base?.node.text == "GRPCStatus.Code" })
        else { throw refusal }
        self = .spelled(constants)
        return
      }
      if comparison.subject != status { return nil }
      guard comparison.constants.allSatisfy({ $0.text == ".ok" }) else { throw refusal }
      self = .compared(status)
    case .read("message"), .read("code"):
      guard let member = MemberAccess(on: status) else { throw refusal }
      if case .shown = UseOfStatus(member.node, file) { return nil }
      if member.name == "code", Self.isKeptToLookAt(member.node, file) { return nil }
      if member.name == "message", let choice = DefaultOfMessage(member) {
        guard let code = choice.code else { throw refusal }
        self = .message(choice.isEmpty ? choice.node.withParentheses : choice.node, code)
        return
      }
      if member.name == "message",
        let binding = OptionalBinding(of: member.node.parent?.parent),
        binding.value?.node == member.node, let name = binding.pattern,
        name.kind == .identifierPattern, binding.introducer == .let
      {
        self = .present(binding, name: name.name, member)
        return
      }
      guard member.name == "code", let asked = MemberAccess(on: member.node),
        ["description", "rawValue"].contains(asked.name)
      else { throw refusal }
      return nil
    case .failure, .other:
      if !Self.isApartFromSuccess(status, file), StatusOfSuccess.takes(status, file) { return nil }
      guard ThrowStmt(of: status.parent) != nil || Self.isTakenAsError(status, file),
        let block = Self.block(apartFromSuccessOf: status, file),
        let name = file.freeName(["rpcError", "failure"], around: status)
      else { throw refusal }
      self = .failure(status, block: block, name: name)
    case .assigned, .read: throw refusal
    }
  }

  /// What has another form where a status is named.
  static func all(
    of uses: [Node], _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) -> [ChangedStatus] {
    var changes: [ChangedStatus] = []
    for use in uses {
      if let change = try ChangedStatus(use, refusal, file) { changes.append(change) }
    }
    return changes
  }

  /// Whether a constant holds a code that is shown, or compared by the names of codes, and nothing else.
  private static func isKeptToLookAt(_ code: Node, _ file: FileContext) -> Bool {
    guard let constant = LocalVariable(holding: code.with(.tryExpr), file), constant.isConstant,
      constant.binding.annotatedType == nil
    else { return false }
    return constant.uses(file).allSatisfy { use in
      switch UseOfStatus(use, file) {
      case .shown: true
      case .compared(let comparison): comparison.isByName
      case .asked, .assigned, .failure, .read, .other: false
      }
    }
  }

  /// The names of what is a status in a closure or a function.
  static func statuses(in body: Node, _ file: FileContext) -> [Node] {
    body.descendants.filter { node in
      NameExpr(node) != nil
        && file.semantics.type(of: node).nominalSymbol?.qualifiedName == "GRPC.GRPCStatus"
    }
  }

  /// Whether a result of a status is asked which of the two it is, or shown.
  static func isLookedAt(_ result: Node, _ file: FileContext) -> Bool {
    if case .shown = UseOfStatus(result, file) { return true }
    if let choice = SwitchExpr(of: result.parent) { return choice.subject?.node == result }
    return result.parent?.kind == .initializerClause
      && result.parent?.parent?.kind == .matchingPattern
  }

  static func rewrite(_ changes: [ChangedStatus], _ editor: inout SyntaxEditor) {
    var blocks: Set<Node> = []
    for change in changes {
      switch change {
      case .question(let question): question.rewrite(&editor)
      case .spelled(let constants):
        for constant in constants {
          editor.replace(constant.node, with: .member(nil, constant.name))
        }
      case .compared(let status): editor.replace(status, with: Code.kept(status).member("code"))
      case .message(let whole, let code): editor.replace(whole, with: code)
      case .present(let binding, let name, let message):
        editor.replace(
          element: binding.node,
          with: PresentMessage.conditions(binding: name, to: .kept(message)))
      case .failure(let status, let block, let name):
        editor.replace(status, with: .word(name))
        guard blocks.insert(block).inserted else { continue }
        let check = CheckOfFailure(block)
        let items = Code.kept(items: check?.body.node.items ?? block.items)
        let branch = Code.quoted(
          "if let \(name) = GRPCCore::RPCError(status: \(status.name)) { \(items) }")
        if check != nil {
          editor.replace(item: block, with: [branch])
        } else if block.kind == .switchCase {
          ItemRun(block.items).map { editor.replace($0, with: [branch]) }
        } else {
          editor.replace(block, with: branch)
        }
      }
    }
  }

  // MARK: - As an error

  /// Whether a status is an argument where any error is taken, or what becomes an `RPCError`.
  private static func isTakenAsError(_ status: Node, _ file: FileContext) -> Bool {
    if isGivenAsError(status, file) { return true }
    let parameter = file.parameter(taking: status)
    if parameter == nil, Argument(of: status.parent)?.label == "throwing" { return true }
    guard let parameter, let type = parameter.parameterType,
      let home = file.context(of: type),
      home.semantics.symbol(of: type)?.qualifiedName == "GRPC.GRPCStatus"
    else { return false }
    return StatusOfSuccess(type, home) == nil && !holdsStatusThatStays(type, home)
  }

  /// Whether a status stands where it is not `ok`.
  static func isApartFromSuccess(_ status: Node, _ file: FileContext) -> Bool {
    block(apartFromSuccessOf: status, file) != nil
  }

  /// The block of `if status.code == .ok { … } else { … }` that a status stands in, or the case behind
  /// `case .success(let status) where status.code == .ok`.
  private static func block(apartFromSuccessOf status: Node, _ file: FileContext) -> Node? {
    guard let symbol = file.semantics.symbol(of: status) else { return nil }
    if let check = CheckOfFailure(around: status), status.isInside(check.body.node),
      file.semantics.symbol(of: check.status) == symbol
    {
      return check.statement
    }
    for choice in status.ancestors.lazy.compactMap({ IfExpr($0) }) {
      guard case .block(let other)? = choice.elseBranch, status.isInside(other.node),
        case .expression(let condition)? = choice.conditions.only,
        let asked = CheckOfFailure.asked(whetherOk: condition.node),
        file.semantics.symbol(of: asked) == symbol
      else { continue }
      return mayBeLeftOut(other.node, of: choice.node, file) ? other.node : nil
    }
    return caseBehindSuccess(of: symbol, status, file)
  }

  private static func caseBehindSuccess(
    of symbol: Symbol, _ status: Node, _ file: FileContext
  ) -> Node? {
    guard let own = status.ancestors.lazy.compactMap({ SwitchCase($0) }).first,
      let pattern = own.caseItems.only, pattern.whereCondition == nil,
      symbol.declaration?.isInside(pattern.node) == true,
      let choice = SwitchExpr(of: own.node.parent), !choice.hasConditionalCases,
      ItemRun(own.items.map(\.node)) != nil
    else { return nil }
    let isBehind = choice.cases.prefix { $0.node != own.node }.contains { other in
      guard let item = other.caseItems.only, item.pattern?.node.text == pattern.pattern?.node.text,
        let condition = item.whereCondition,
        let asked = CheckOfFailure.asked(whetherOk: condition.node)
      else { return false }
      return asked.text == symbol.name
    }
    return isBehind ? own.node : nil
  }

  /// Whether code compiles where the last branch of an `if` becomes one of several that may all be passed by: the branches give no
  /// value, do not end the function with one or by an error, and are not what gives a local its first value.
  private static func mayBeLeftOut(_ block: Node, of choice: Node, _ file: FileContext) -> Bool {
    guard !isValue(choice, file) else { return false }
    return !choice.ownDescendants.contains { node in
      if node.kind == .throwStmt { return node.isInside(block) }
      if let ended = ReturnStmt(node) { return ended.value != nil && node.isInside(block) }
      guard let target = AssignmentExpr(node)?.target?.node, NameExpr(target) != nil,
        let local = LocalVariable(named: target, file)
      else { return false }
      return local.value == nil && local.declaration?.node.isInside(choice) == false
    }
  }
}
