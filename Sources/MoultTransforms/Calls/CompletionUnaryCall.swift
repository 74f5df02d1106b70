import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a unary call with a completion handler into a call whose futures the handler is given.
///
/// A handler that looks at the result alone waits for `status`, one that looks at the reply alone for `response`.
/// One that looks at both gets both, as before: the reply is nil where the call failed.
package func completionUnaryCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isAwaited(match.node) || completionGoesStraightToGRPC2(match.node, file) { return nil }
  do throws(Refusal) {
    guard let site = try CallSite(match.node, file) else { return nil }
    let head = try CallHead(site.call, file)
    var consequence: Consequence
    switch head.completion {
    case .none:
      throw Refusal("remove 'completion:', and use the call's futures 'response' and 'status'")
    case .value(let function):
      let text = calledText(of: function, file)
      consequence = try rewriting(
        site, head, handler: "",
        Subscription(future: bothFutures + "{ \(text)($0, $1) }", closure: nil), file)
    case .closure(let closure):
      consequence = try rewritten(CompletionClosure(closure, file), site, head, file)
    }
    noteOptions(head, &consequence)
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

/// A function that was passed on, as a closure calls it: a method of a class says whose it is.
func calledText(of function: Node, _ file: FileContext) -> String {
  let text = file.source.text(function.range)
  guard function.kind == .declReference, let symbol = file.semantics.symbol(of: function),
    let owner = symbol.parent, owner.kind.isType, !symbol.isStatic
  else { return text }
  return "self." + text
}

private let bothFutures =
  ".response.map { Optional($0) }.recover { _ in nil }.and($call.status).whenSuccess "

private func rewritten(
  _ handler: CompletionClosure, _ site: CallSite, _ head: CallHead, _ file: FileContext
) throws(Refusal) -> Consequence {
  let statusEdits = try handler.statusEdits(ofParameter: 1)
  let isNamed = handler.parameters.count == 2
  let future: String
  var edits = statusEdits
  if isNamed, !handler.isUsed(parameter: 0), let untyped = handler.untypedList {
    future = ".status.whenSuccess "
    edits.append(Edit(untyped.upToSecond, ""))
    if let closing = untyped.closing { edits.append(Edit(closing, "")) }
  } else if isNamed, !handler.isUsed(parameter: 1), let untyped = handler.untypedList,
    let start = handler.bodyStart,
    let name = file.freeName(["response", "outcome"], around: handler.closure)
  {
    future = ".response.whenComplete "
    let reply = handler.parameters[0].name
    edits.append(Edit(untyped.whole, name))
    if reply != "_" {
      edits.append(
        Edit(start..<start, "let \(reply) = try? \(name).get()" + handler.separator))
    }
  } else {
    future = bothFutures
  }
  var consequence = try rewriting(
    site, head, handler: "", Subscription(future: future, closure: handler.closure), file)
  consequence.edits += edits
  return consequence
}

extension CompletionClosure {
  /// The two parameters of the closure as bytes, where neither says its type.
  struct UntypedList {
    /// Both, with the parentheses around them.
    let whole: ByteRange
    /// The first with the comma behind it, and the parenthesis before.
    let upToSecond: ByteRange
    /// The parenthesis behind the second.
    let closing: ByteRange?
  }

  var untypedList: UntypedList? {
    guard parameters.count == 2, parameters.allSatisfy({ $0.children.isEmpty }) else { return nil }
    let (first, second) = (parameters[0].range, parameters[1].range)
    guard let clause = closure.signature?.child(.parameterClause) else {
      return UntypedList(
        whole: first.lowerBound..<second.upperBound,
        upToSecond: first.lowerBound..<second.lowerBound, closing: nil)
    }
    return UntypedList(
      whole: clause.range, upToSecond: clause.range.lowerBound..<second.lowerBound,
      closing: second.upperBound..<clause.range.upperBound)
  }

  /// Where the first statement begins.
  var bodyStart: ByteOffset? { closure.items.first?.range.lowerBound }

  /// What stands between two statements of the body.
  var separator: String {
    guard let first = closure.items.first else { return "" }
    let source = closure.tree.source
    guard source.text(closure.range.lowerBound..<first.range.lowerBound).hasLineBreak else {
      return "; "
    }
    return source.bytes.lineEnding + blanks(before: first)
  }

  private func blanks(before item: Node) -> String {
    let bytes = item.tree.source.bytes
    var start = item.range.lowerBound.index
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t")
    {
      start -= 1
    }
    return String(decoding: bytes[start..<item.range.lowerBound.index], as: UTF8.self)
  }
}

/// What a call is given as its options takes the place of the client's: where it was made elsewhere, with a limit of 600
/// seconds.
func noteOptions(_ head: CallHead, _ consequence: inout Consequence) {
  guard head.passesOptions else { return }
  consequence.lower(
    to: .review,
    because:
      "'callOptions:' replaces the client's 'defaultCallOptions'; headers created elsewhere have the time limit of 600 seconds that grpc-swift 0 started with, not one set on the client"
  )
}
