import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a streaming call of grpc-swift 0 into one of grpc-swift 1.
///
/// The loop that took messages from the call becomes the call's handler, and its place a wait for the call's
/// status. The completion is told the status.
package func streamingCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  // What is awaited is a call of grpc-swift 2, whose last closure looks like a completion.
  guard let symbol = match.symbol, !isAwaited(match.node), !goesStraightToGRPC2(match.node, file)
  else { return nil }
  do throws(Refusal) {
    return try streamingCall(match.node, of: symbol, file)
  } catch {
    return .manual(error.nextStep)
  }
}

/// Returns nil where the call is none of grpc-swift 0.
///
/// - Parameter symbol: the generated method that `call` calls.
func streamingCall(
  _ call: Node, of symbol: Symbol, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let site = try CallSite(call, file), let style = callStyle(of: symbol, in: file.model)
  else { return nil }
  let head = try CallHead(site.call, file)
  let subscription = try statusSubscription(head, file)
  var outcome: TransformOutcome
  if style == .clientStreaming {
    outcome = TransformOutcome(try rewriting(site, head, handler: "", subscription?.value, file))
  } else {
    outcome = try receiving(site, head, subscription?.value, file)
  }
  outcome.consequence.edits += subscription?.edits ?? []
  noteOptions(head, &outcome.consequence)
  return outcome
}

/// What the completion of a streaming call becomes.
private func statusSubscription(
  _ head: CallHead, _ file: FileContext
) throws(Refusal) -> (value: Subscription, edits: [Edit])? {
  switch head.completion {
  case .none: return nil
  case .closure(let closure):
    let edits = try CompletionClosure(closure, file).statusEdits(ofParameter: 0)
    return (Subscription(future: ".status.whenSuccess ", closure: closure), edits)
  case .value(let function):
    let text = calledText(of: function, file)
    let isOptional = file.semantics.type(of: function).isOptional
    let call = isOptional ? "{ \(text)?($0) }" : "{ \(text)($0) }"
    return (Subscription(future: ".status.whenSuccess \(call)", closure: nil), [])
  }
}

private func receiving(
  _ site: CallSite, _ head: CallHead, _ subscription: Subscription?, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  guard let call = site.boundCall else {
    if case .discarded = site.use {
      return TransformOutcome(try rewriting(site, head, handler: " { _ in }", subscription, file))
    }
    throw Refusal(
      "messages are delivered to a handler passed to '\(site.method)', '\(site.method)(…) { message in … }': move the code that handles them from where 'receive()' is called to here"
    )
  }
  let uses = CallUses(of: call, file)
  guard let receive = uses.receives.first else {
    guard !uses.escapes else {
      throw Refusal(
        "messages are delivered to a handler passed to '\(site.method)', '\(site.method)(…) { message in … }': move the code that handles them from where '\(call.name)' is read to here"
      )
    }
    return TransformOutcome(try rewriting(site, head, handler: " { _ in }", subscription, file))
  }
  guard uses.receives.count == 1 else {
    throw Refusal(
      "'\(call.name)' is read in \(uses.receives.count) places, but its messages are delivered to one handler: tell the first from the rest in '\(site.method)(…) { message in … }'"
    )
  }
  let loop = try ReceiveLoop(receive, file)
  guard file.function(around: loop.statement) == file.function(around: site.statement),
    loop.statement.range.lowerBound >= site.statement.range.upperBound || site.isCondition
  else { throw Refusal("read '\(call.name)' where it is created, in its handler") }
  let body = try HandlerBody(
    of: loop, call: call, madeAt: site.statement.range.lowerBound, file)
  var outcome =
    body.exits.isEmpty && !body.canThrow
    ? TransformOutcome(try moved(body, of: loop, to: site, head, subscription, file))
    : try leftEarly(body, of: loop, to: site, head, subscription, file)
  if !loop.isOptional, !loop.isForced {
    outcome.consequence.lower(
      to: .review,
      because: "a failure of the server used to end the loop silently; now its status is thrown")
  }
  return outcome
}

/// Makes a handler of a loop that is left before the messages end: it signals, and the call is cancelled then.
private func leftEarly(
  _ body: HandlerBody, of loop: ReceiveLoop, to site: CallSite, _ head: CallHead,
  _ subscription: Subscription?, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  guard case .bound(_, let call) = site.use, site.statement.kind == .variableDecl else {
    throw Refusal(
      "assign the call with 'let call = try …' in its own statement, then run the fix again")
  }
  let early = try EarlyEnd(body, of: loop, call: call, file)
  guard let text = file.text(loop.body, applying: early.edits),
    !file.tree.holdsComment(in: loop.statement.range.lowerBound..<loop.body.lowerBound),
    !file.tree.holdsComment(in: loop.body.upperBound..<loop.statement.range.upperBound)
  else {
    throw Refusal("move the comment in the head of the loop into its body, then run the fix again")
  }
  let hoisted = try HoistedDeclarations(body.lateLocals, before: site.statement, file)
  let handler = HandlerText(
    opening: " { " + (body.needsSelf ? "[self] " : "") + loop.name + " in",
    body: file.shifted(text, of: loop.body, to: site.statement),
    margin: file.lineBreak(before: site.statement), step: file.step(into: loop.statement))
  guard site.statement.range.upperBound == site.call.range.upperBound else {
    throw Refusal("make the call the last part of its statement, then run the fix again")
  }
  let margin = file.lineBreak(before: site.statement)
  let signal = "\(call).status.whenComplete { _ in \(early.semaphore).signal() }"
  var consequence = try rewriting(
    site, head, handler: handler.text(early) + margin + signal, subscription, file)
  let start = site.statement.range.lowerBound
  let above = hoisted.edits.first { $0.range == start..<start }?.replacement ?? []
  let declared = early.declarations.map { $0 + margin }.joined()
  consequence.edits.append(
    Edit(start..<start, String(decoding: above, as: UTF8.self) + declared))
  consequence.edits += hoisted.edits.filter { $0.range != start..<start }
  consequence.edits.append(
    Edit(loop.statement.range, try lines(after: early, loop, site, file)))
  consequence.lower(
    to: .review,
    because: "the loop is left early; messages still on their way are ignored")
  let hasDispatch = file.tree.importedModules.contains { $0 == "Dispatch" || $0 == "Foundation" }
  return TransformOutcome(consequence, imports: hasDispatch ? [] : ["Dispatch"])
}

/// What stands in place of a loop that is left early.
private func lines(
  after early: EarlyEnd, _ loop: ReceiveLoop, _ site: CallSite, _ file: FileContext
) throws(Refusal) -> String {
  let margin = file.lineBreak(before: loop.statement)
  var lines = early.afterwards
  if !loop.isOptional {
    let end = try waiting(for: loop, site, file)
    if let flag = early.flag {
      let step = file.step(into: loop.statement)
      lines += ["if !\(flag) {", step + end.replacing(margin, with: margin + step), "}"]
    } else {
      lines.append(end)
    }
  }
  return lines.joined(separator: margin)
}

/// The closure that messages go to, laid out.
private struct HandlerText {
  let opening: String
  let body: String

  /// A line break with the indentation of the call.
  let margin: String

  /// One level of indentation.
  let step: String

  func text(_ early: EarlyEnd) -> String {
    let inner = margin + step
    let lines = body.hasLineBreak ? body : inner + trimmed(body) + margin
    let guarded = opening + inner + "guard \(early.condition) else { return }"
    guard let failure = early.failure else { return guarded + lines + "}" }
    let deeper =
      lines.contains("\"\"\"") ? lines : lines.replacing(inner, with: inner + step)
    let kept = deeper.hasSuffix(margin) ? String(deeper.dropLast(margin.count)) : deeper
    return guarded + inner + "do {" + kept + inner + "} catch {" + inner + step
      + "\(failure) = error" + inner + step + "\(early.semaphore).signal()" + inner + "}" + margin
      + "}"
  }

  private func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

private func moved(
  _ body: HandlerBody, of loop: ReceiveLoop, to site: CallSite, _ head: CallHead,
  _ subscription: Subscription?, _ file: FileContext
) throws(Refusal) -> Consequence {
  let opening = " { " + (body.needsSelf ? "[self] " : "") + loop.name + " in"
  let end = try waiting(for: loop, site, file)
  let isAligned = file.indentation(atEndOf: loop.body) == file.indentation(of: site.statement)
  if subscription == nil, body.lateLocals.isEmpty, isAligned,
    let gap = site.gap(before: loop.statement, file),
    !file.tree.holdsComment(in: head.end..<loop.body.lowerBound)
  {
    // The body stays where it is, and what else is found in it with it.
    var consequence = head.consequence
    consequence.merge(try removalOfMark(at: site, file).removal)
    consequence.edits.append(Edit(head.end..<loop.body.lowerBound, head.opening(with: opening)))
    consequence.edits += body.edits
    consequence.edits.append(
      Edit(loop.body.upperBound..<loop.statement.range.upperBound, "}" + gap + end))
    return consequence
  }
  guard let text = file.text(loop.body, applying: body.edits),
    !file.tree.holdsComment(in: loop.statement.range.lowerBound..<loop.body.lowerBound),
    !file.tree.holdsComment(in: loop.body.upperBound..<loop.statement.range.upperBound)
  else {
    throw Refusal("move the comment in the head of the loop into its body, then run the fix again")
  }
  let hoisted = try HoistedDeclarations(body.lateLocals, before: site.statement, file)
  let lines = file.shifted(text, of: loop.body, to: site.statement)
  var consequence = try rewriting(site, head, handler: opening + lines + "}", subscription, file)
  consequence.edits += hoisted.edits
  consequence.edits.append(Edit(loop.statement.range, end))
  return consequence
}

/// What takes the place of the loop: it ended when there were no more messages.
private func waiting(
  for loop: ReceiveLoop, _ site: CallSite, _ file: FileContext
) throws(Refusal) -> String {
  let call = site.boundCall?.name ?? "call"
  if loop.isOptional { return "_ = try? \(call).status.wait()" }
  if loop.isForced { return "_ = try! \(call).status.wait()" }
  let names = ["status", "callStatus", "finalStatus"]
  guard let name = file.freeName(names, around: loop.statement) else {
    throw Refusal(
      "read the result from 'try \(call).status.wait()' after the handler has received every message"
    )
  }
  return "let \(name) = try \(call).status.wait()" + file.lineBreak(before: loop.statement)
    + "guard \(name).isOk else { throw \(name) }"
}

extension CallSite {
  var method: String { call.callee?.name ?? "the call" }

  /// The local that holds the call.
  var boundCall: Symbol? {
    switch use {
    case .bound(let symbol, _), .condition(let symbol, _): symbol
    case .discarded, .result, .kept: nil
    }
  }

  var isCondition: Bool {
    if case .condition = use { return true }
    return false
  }

  /// The blanks between the statement and `next`, or nil if something else lies there.
  fileprivate func gap(before next: Node, _ file: FileContext) -> String? {
    guard case .bound = use, statement.range.upperBound == call.range.upperBound,
      next.range.lowerBound >= statement.range.upperBound
    else { return nil }
    let text = file.source.text(statement.range.upperBound..<next.range.lowerBound)
    guard text.allSatisfy(\.isWhitespace), text.contains(where: \.isNewline) else { return nil }
    return file.lineBreak(before: statement)
  }
}
