import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What is asked of a call's futures in place of its completion handler.
struct Subscription {
  /// What stands between the call's name and the closure: `.status.whenSuccess `.
  let future: String

  /// The closure, where it stays in place; else `future` says everything.
  let closure: Node?

  /// Whether `future` names the call a second time, as `$call`.
  var namesCall: Bool { future.contains("$call") }
}

/// Returns the edits that make a call of grpc-swift 1 out of `site`, with the subscription behind it.
///
/// - Parameter handler: the closure that streamed messages go to, with a space before it; empty for none.
func rewriting(
  _ site: CallSite, _ head: CallHead, handler: String, _ subscription: Subscription?,
  _ file: FileContext
) throws(Refusal) -> Consequence {
  var consequence = head.consequence
  let (call, statement) = (site.call, site.statement)
  var opening = head.opening(with: handler)
  let (removal, mark) = try removalOfMark(at: site, file)
  guard let subscription else {
    consequence.merge(removal)
    try replace(head.end..<call.range.upperBound, opening, file, &consequence)
    return consequence
  }
  let lineBreak = file.lineBreak(before: statement)
  var name: String?
  var before = ""
  var after = ""
  switch site.use {
  case .discarded:
    if subscription.namesCall || !handler.isEmpty { name = try freeCallName(site, file) }
    before = name.map { "let \($0) = " } ?? ""
  case .bound(_, let bound): name = bound
  case .condition:
    throw Refusal("assign the call outside of the condition, then run the fix again")
  case .result, .kept:
    let free = try freeCallName(site, file)
    name = free
    before = "let \(free) = "
    let (start, end) = (statement.range.lowerBound, statement.range.upperBound)
    let whole =
      statement == site.mark
      ? "return \(free)"
      : file.source.text(start..<site.mark.range.lowerBound) + free
        + file.source.text(site.mark.range.upperBound..<end)
    after = lineBreak + whole
  }
  if case .bound = site.use {
    consequence.merge(removal)
  } else {
    let start = statement.range.lowerBound
    try replace(start..<call.range.lowerBound, before + mark, file, &consequence)
  }
  if name != nil, !head.passesOptions, isHidden(call, file), let list = call.child(.argumentList) {
    if opening.hasPrefix(")") {
      opening = ", callOptions: nil" + opening
    } else {
      let close = ByteOffset(list.range.upperBound.index - 1)
      consequence.edits.append(Edit(close..<close, ", callOptions: nil"))
    }
  }
  let future = subscription.future.replacing("$call", with: name ?? "")
  let middle = opening + (name.map { lineBreak + $0 } ?? "") + future
  guard let closure = subscription.closure else {
    try replace(head.end..<statement.range.upperBound, middle + after, file, &consequence)
    return consequence
  }
  try replace(head.end..<closure.range.lowerBound, middle, file, &consequence)
  try replace(closure.range.upperBound..<statement.range.upperBound, after, file, &consequence)
  return consequence
}

/// Returns what takes away the `try` of a call, and the `try` that stays where an argument can throw as well.
func removalOfMark(
  at site: CallSite, _ file: FileContext
) throws(Refusal) -> (removal: Consequence, mark: String) {
  let made = metadataMade(in: site.call, file)
  let removal = removalOfThrow(from: site.call, alsoSilenced: made, in: file)
  let start = site.mark.range.lowerBound
  if removal.edits.contains(where: { $0.range.lowerBound == start }) { return (removal, "") }
  guard !site.mark.flags.contains(.question) else {
    throw Refusal(
      "compute the arguments that can fail before the call of '\(site.method)', then run the fix again"
    )
  }
  return (removal, site.mark.flags.contains(.exclamation) ? "try! " : "try ")
}

private func replace(
  _ range: ByteRange, _ text: String, _ file: FileContext, _ consequence: inout Consequence
) throws(Refusal) {
  guard !file.tree.holdsComment(in: range) else {
    throw Refusal("move the comment inside the call to a line of its own, then run the fix again")
  }
  guard file.source.text(range) != text else { return }
  consequence.edits.append(Edit(range, text))
}

private func freeCallName(_ site: CallSite, _ file: FileContext) throws(Refusal) -> String {
  let method = site.call.callee?.name ?? "rpc"
  guard let name = file.freeName(["call", method + "Call", "grpcCall"], around: site.call) else {
    throw Refusal("assign the call to its own constant, then run the fix again")
  }
  return name
}

/// The values of `Metadata` that are made inside a call: none of them throws in grpc-swift 1.
func metadataMade(in call: Node, _ file: FileContext) -> Set<Node> {
  Set(
    call.descendants { $0.kind == .closure }.filter { node in
      node.kind == .functionCall
        && file.semantics.symbol(of: node)?.qualifiedName == "SwiftGRPC.Metadata.init(_:)"
    })
}
