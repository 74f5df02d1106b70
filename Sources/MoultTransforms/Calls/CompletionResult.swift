import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A completion handler that is a closure: its parameters, and what it does with the `CallResult`.
struct CompletionClosure {
  let closure: Node

  /// The parameters; empty where the closure says `$0`.
  let parameters: [Node]
  let file: FileContext

  init(_ closure: Node, _ file: FileContext) {
    self.closure = closure
    self.file = file
    parameters = closure.parameters
  }

  /// Returns the uses of the parameter at `position` in the closure.
  func uses(ofParameter position: Int) -> [Node] {
    guard !parameters.isEmpty else { return anonymousUses("$\(position)") }
    guard position < parameters.count, let symbol = file.semantics.symbol(of: parameters[position])
    else { return [] }
    return file.semantics.references(to: symbol).filter {
      $0.isInside(closure) && $0 != parameters[position]
    }
  }

  private func anonymousUses(_ name: String) -> [Node] {
    closure.descendants { $0.kind == .closure && $0.child(.closureSignature) == nil }
      .filter { $0.kind == .declReference && $0.name == name }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  func isUsed(parameter position: Int) -> Bool {
    if position < parameters.count, parameters[position].name == "_" { return false }
    return !uses(ofParameter: position).isEmpty
  }

  /// Makes a `GRPCStatus` of the `CallResult` at `position`.
  func rewriteStatus(
    ofParameter position: Int, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    for use in uses(ofParameter: position) {
      guard let member = MemberAccess(on: use) else { continue }
      guard let name = statusMember(ofCallResult: member.name) else {
        let future = member.name == "resultData" ? "response" : member.name
        throw Refusal(
          "keep the call as 'let call = …' and read '\(member.node.text)' from 'call.\(future).whenSuccess { … }'; a 'GRPCStatus' does not have it"
        )
      }
      rename(statusMember: member, to: name, &editor)
    }
  }
}

/// Returns the member of `GRPCStatus` that says what a member of `CallResult` said, or nil.
func statusMember(ofCallResult name: String) -> String? {
  switch name {
  case "statusCode": "code"
  case "statusMessage": "message"
  case "success": "isOk"
  case "description": "description"
  default: nil
  }
}
