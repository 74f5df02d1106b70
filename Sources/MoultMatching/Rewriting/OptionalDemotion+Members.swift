import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

/// The members of the standard library's `Optional`.
let membersOfOptional: Set<String> = [
  "customMirror", "debugDescription", "flatMap", "hash", "hashValue", "map", "unsafelyUnwrapped",
]

/// Members that only an optional has: `map`, `flatMap`, `unsafelyUnwrapped`.
extension OptionalDemotion {
  mutating func demoteMember(_ member: Node, of node: Node) {
    if member.name == "unsafelyUnwrapped" {
      consequence.delete(node.range.upperBound..<member.range.upperBound)
      return
    }
    let isMap = member.name == "map" || member.name == "flatMap"
    guard isMap, let call = member.parent, call.kind == .functionCall,
      call.children.first == member, demoteMap(call, named: member.name, of: node)
    else {
      if !mayBeMemberOfOptional(member, of: node) { isNew = true }
      consequence.lower(
        to: .manual,
        because:
          "'.\(member.name)' is a member of the optional, and the value is no longer optional")
      return
    }
  }

  /// Whether an optional has such a member, or may get one from a module that nobody described.
  private func mayBeMemberOfOptional(_ member: Node, of node: Node) -> Bool {
    if membersOfOptional.contains(member.name) { return true }
    let type = file.semantics.type(of: node)
    let value: SemanticType
    if case .optional(let wrapped) = type { value = wrapped } else { value = type }
    let ofOptional = file.semantics.members(named: member.name, of: .optional(value))
    if !ofOptional.isEmpty { return true }
    return file.semantics.members(named: member.name, of: value).isEmpty
      && !file.semantics.unknownImports.isEmpty
  }

  /// `E.map { $0.a }` becomes `E.a`, `E.map { f($0) }` becomes `f(E)`, and `E.map(f)` becomes `f(E)`.
  private mutating func demoteMap(_ call: Node, named name: String, of node: Node) -> Bool {
    let gap = node.range.upperBound..<call.range.upperBound
    guard !file.tree.holdsComment(in: gap) else { return false }
    let closure = call.trailingClosures.first?.closure ?? call.arguments.first?.children.first
    guard let closure, call.arguments.count + call.trailingClosures.count == 1 else { return false }
    let result: Node
    guard closure.kind == .closure else {
      guard closure.kind == .declReference || closure.kind == .memberAccess,
        !endsOptionalChain(node)
      else { return false }
      let start = node.range.lowerBound
      consequence.edits.append(Edit(start..<start, file.source.text(closure.range) + "("))
      consequence.edits.append(Edit(gap, ")"))
      guard name == "map" else { return true }
      demote(call)
      return true
    }
    guard let (body, value) = bodyAroundValue(of: closure) else {
      return putInPlaceOfValue(in: closure, of: call, named: name, node)
    }
    consequence.delete(node.range.upperBound..<value.range.upperBound)
    consequence.delete(body.range.upperBound..<call.range.upperBound)
    result = body
    if name == "flatMap", case .optional = file.semantics.type(of: result) { return true }
    demote(call)
    return true
  }

  /// `E.map { f($0) }` becomes `f(E)`, where the closure names its parameter once.
  private mutating func putInPlaceOfValue(
    in closure: Node, of call: Node, named name: String, _ node: Node
  ) -> Bool {
    let items = closure.items
    let parameter = closure.parameters.first?.internalName ?? "$0"
    guard !endsOptionalChain(node), items.count == 1, let body = items.first,
      body.kind.isExpression, closure.parameters.count < 2,
      !body.descendants.contains(where: { $0.kind == .closure })
    else { return false }
    let named = body.tokenIDs.count {
      file.tree.text(of: TokenID(rawValue: UInt32($0))) == parameter
    }
    let uses = body.descendants.filter { $0.kind == .declReference && $0.name == parameter }
    guard named == 1, uses.count == 1, let use = uses.first,
      !isLeftOfOperator(use, in: body)
    else { return false }
    // A fallback goes.
    let whole = call.parent.flatMap { $0.name == "??" && name == "map" ? $0 : nil } ?? call
    let isOperand = whole.parent.map { !holdsWholeExpression($0) } ?? false
    let isJoined = [.binaryOperator, .ternary, .tryExpr, .awaitExpr, .asExpr, .isExpr]
      .contains(body.kind)
    let (open, close) = isOperand && isJoined ? ("(", ")") : ("", "")
    let start = node.range.lowerBound
    let before = file.source.text(body.range.lowerBound..<use.range.lowerBound)
    let behind = file.source.text(use.range.upperBound..<body.range.upperBound)
    consequence.edits.append(Edit(start..<start, open + before))
    consequence.edits.append(
      Edit(node.range.upperBound..<call.range.upperBound, behind + close))
    if name == "flatMap", case .optional = file.semantics.type(of: body) { return true }
    demote(call)
    return true
  }

  /// Whether what would stand in the place of a use is evaluated later than until now, or not at all.
  private func isLeftOfOperator(_ use: Node, in body: Node) -> Bool {
    var child = use
    while child != body, let parent = child.parent {
      if parent.kind == .ternary || parent.kind == .ifExpr || parent.kind == .switchExpr {
        return true
      }
      if parent.kind == .binaryOperator, ["??", "&&", "||"].contains(parent.name) { return true }
      child = parent
    }
    return false
  }

  /// Whether an expression stands in a node as a whole, and not as an operand or the base of a member.
  private func holdsWholeExpression(_ node: Node) -> Bool {
    switch node.kind {
    case .initializerClause, .argument, .returnStmt, .codeBlock, .closure, .switchCase,
      .sourceFile, .assignment, .arrayLiteral, .accessorBlock:
      true
    default: false
    }
  }

  /// The only expression of a closure and its parameter, which it begins with and names once.
  private func bodyAroundValue(of closure: Node) -> (body: Node, value: Node)? {
    let items = closure.items
    guard items.count == 1, let body = items.first, body.kind.isExpression else { return nil }
    var value = body
    while [.memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap]
      .contains(value.kind), let base = value.children.first
    { value = base }
    let name = closure.parameters.first?.internalName ?? "$0"
    guard value.kind == .declReference, value.name == name, closure.parameters.count < 2 else {
      return nil
    }
    let uses = body.tokenIDs.count { file.tree.text(of: TokenID(rawValue: UInt32($0))) == name }
    return uses == 1 ? (body, value) : nil
  }
}
