import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

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
      consequence.lower(
        to: .manual,
        because:
          "'.\(member.name)' is a member of the optional, and the value is no longer optional")
      return
    }
  }

  /// `E.map { $0.a }` becomes `E.a`, and `E.map(f)` becomes `f(E)`.
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
    guard let (body, value) = bodyAroundValue(of: closure) else { return false }
    consequence.delete(node.range.upperBound..<value.range.upperBound)
    consequence.delete(body.range.upperBound..<call.range.upperBound)
    result = body
    if name == "flatMap", case .optional = file.semantics.type(of: result) { return true }
    demote(call)
    return true
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
