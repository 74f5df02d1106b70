import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a call object of grpc-swift 1's async client that a constant holds, and whose reply or replies the next statement
/// takes, into a call of grpc-swift 2.
///
/// `let call = client.makeWatchCall(r)`, `for try await reply in call.responseStream { … }` becomes what the loop over
/// `client.watch(r)` becomes.
package func heldAsyncCallOfGRPC2(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let call = CallExpr(match.node) else { return .manual() }
  guard let held = HeldAsyncCall(call, file) else { return try lifeOfCallObject(call, file) }
  let rewriting = try CallOfGRPC2(call, of: held.method, sendsStream: false, file)
  var editor = file.editor
  switch held.taken.name {
  case "response":
    editor.replace(held.taken, with: rewriting.code([], isMoved: true))
    editor.remove(item: held.statement)
  case "responseStream":
    guard
      let life = try CallLife(
        made: rewriting, at: held.statement, readFrom: held.taken, file)
    else { return try lifeOfCallObject(call, file) }
    return TransformOutcome(try CallInClosures.consequence(of: life, file))
  default: return .manual()
  }
  var consequence = Consequence(editor)
  consequence.lower(to: .review, because: "the call is made where its reply is used")
  rewriting.lower(&consequence)
  return TransformOutcome(consequence)
}

/// Sends and reads in closures, where all that is done with a call object can move there.
private func lifeOfCallObject(
  _ call: CallExpr, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  guard let kept = KeptCall(call, file), let life = try CallLife(held: kept, .judged, file) else {
    return .manual()
  }
  return TransformOutcome(try CallInClosures.consequence(of: life, file))
}

/// A constant that holds a call object, and the only use of it in the statement behind.
private struct HeldAsyncCall {
  /// The declaration of the constant.
  let statement: Node
  let next: Node

  /// `call.response` or `call.responseStream`.
  let taken: Node

  /// What the client's method is called that makes the call and takes its reply.
  let method: String

  init?(_ call: CallExpr, _ file: FileContext) {
    guard let name = call.called?.node.name, name.hasPrefix("make"), name.hasSuffix("Call"),
      call.trailingClosures.isEmpty, call.arguments.first.map({ $0.label == nil }) == true,
      let statement = call.node.ancestors.first(where: { $0.kind == .variableDecl }),
      let variable = VariableDecl(statement), variable.introducer == .let,
      let binding = variable.bindings.only, binding.value?.node == call.node, binding.type == nil,
      case .identifier(let constant)? = binding.pattern,
      let block = statement.parent, block.isBlockOfStatements
    else { return nil }
    let items = block.items
    guard let place = items.firstIndex(of: statement), place + 1 < items.count else { return nil }
    let uses = block.descendants.filter { $0.kind == .declReference && $0.name == constant.name }
    let next = items[place + 1]
    guard uses.count == 1, let use = uses.first, use.isInside(next), let taken = use.parent,
      taken.kind == .memberAccess, taken.base == use, isAlwaysEvaluated(taken, in: next, file),
      !taken.ancestors.prefix(while: { $0 != next }).contains(where: { $0.kind == .closure }),
      !file.tree.holdsComment(in: statement.range.lowerBound..<next.range.lowerBound)
    else { return nil }
    (self.statement, self.next, self.taken) = (statement, next, taken)
    let stem = name.dropFirst("make".count).dropLast("Call".count)
    method = stem.prefix(1).lowercased() + stem.dropFirst()
  }
}
