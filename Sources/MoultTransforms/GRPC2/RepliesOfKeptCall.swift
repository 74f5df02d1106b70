import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// The replies of a call that a constant keeps, all of which a closure of the call reads.
struct RepliesOfKeptCall {
  /// Reads them.
  let reader: ClosureCode
  private let declaration: Node
  private let filled: FilledVariable?
  private let climb: Consequence

  /// Whether the closure gives a variable its value, whose declaration goes into it.
  var fillsVariable: Bool { filled != nil }

  init(_ kept: KeptCall, _ refusal: Refusal, _ file: FileContext) throws(Refusal) {
    guard let handler = ReplyHandler(of: kept.call, file), handler.closure.captures.isEmpty,
      let item = handler.closure.parameters.only?.name,
      let response = file.freeName(["response", "replies"], around: kept.declaration)
    else { throw refusal }
    let closure = handler.closure.node
    declaration = kept.declaration
    filled = try FilledVariable(
      variablesChanged(in: closure, outside: closure, file), before: declaration, in: kept.block,
      refusal, file)
    guard
      let climb = additionOutside(
        of: declaration, [.async, .throwing], to: kept.call.node, in: file)
    else { throw refusal }
    self.climb = climb
    let loop = CallOfGRPC2.loop(item, over: response, handler.items)
    reader = CallOfGRPC2.reader(response, filled?.statements(around: [loop]) ?? [loop])
  }

  /// Puts the new call in the place of all from the declaration of the old one, or of what it fills, to another statement.
  func outcome(
    _ call: Code, to last: Node, _ rewriting: CallOfGRPC2, _ start: SyntaxEditor,
    because reason: String
  ) -> TransformOutcome {
    var editor = start
    editor.replace(
      from: filled?.statement ?? declaration, to: last, with: [filled?.bound(to: call) ?? call])
    var consequence = climb
    consequence.edits += editor.edits
    rewriting.lower(&consequence)
    consequence.lower(to: .review, because: reason)
    return TransformOutcome(consequence)
  }
}
