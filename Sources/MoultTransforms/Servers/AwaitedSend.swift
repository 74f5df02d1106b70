import MoultMatching
import MoultSource
import MoultSyntax

/// A message that a session is told to send, as an asynchronous handler awaits it.
///
/// A completion that looks at failures alone becomes the `catch` of a `do`; one that does nothing, a `try?`.
struct AwaitedSend {
  let edits: [Edit]

  init(_ use: SessionUse, _ file: FileContext) throws(Refusal) {
    edits = try Self.edits(use, file)
    guard !edits.contains(where: { file.tree.holdsComment(in: $0.range) }) else {
      throw Refusal("move the comment inside the call to a line of its own, then run the fix again")
    }
  }

  private static func edits(_ use: SessionUse, _ file: FileContext) throws(Refusal) -> [Edit] {
    guard let message = use.call.arguments.first, let list = use.call.child(.argumentList) else {
      throw Refusal("await 'responseStream.send(…)' with the response")
    }
    let awaited = "await responseStream.send("
    let end = use.call.range.upperBound
    guard let completion = use.completion else {
      let close = ByteOffset(list.range.upperBound.index - 1)
      return [
        Edit(use.base.range.lowerBound..<message.range.lowerBound, awaited),
        Edit(message.range.upperBound..<close, ""),
      ]
    }
    let step = Refusal(
      "'send' has a completion: await it, 'try await responseStream.send(…)', and continue after it"
    )
    guard use.isStatement, use.marked != use.call, completion.kind == .closure else { throw step }
    let head = use.marked.range.lowerBound..<message.range.lowerBound
    if completion.items.isEmpty, !file.tree.holdsComment(in: completion.range) {
      return [Edit(head, "try? " + awaited), Edit(message.range.upperBound..<end, ")")]
    }
    guard let failure = FailureHandler.onlyFailures(completion),
      file.lines(of: use.marked) != use.marked.range
    else { throw step }
    let lineBreak = file.lineBreak(before: use.marked)
    let name = failure.name == "error" ? "" : " let \(failure.name)"
    return [
      Edit(head, "do {\(lineBreak)  try " + awaited),
      Edit(
        message.range.upperBound..<failure.body.lowerBound, ")\(lineBreak)} catch\(name) {"),
      Edit(failure.body.upperBound..<end, "}"),
    ] + linesMovedBack(in: failure.body, to: file.indentation(of: use.marked), file)
  }
}

/// Returns the edits by which the last line of a block, and those before it, begin as far left as `indentation`.
///
/// - Returns: none where a line begins further left than the last one, or the last one with something else than blanks.
private func linesMovedBack(
  in body: ByteRange, to indentation: String, _ file: FileContext
) -> [Edit] {
  let bytes = file.source.bytes
  let starts = body.indices.filter { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\n") }
  guard let last = starts.last, bytes[last..<body.upperBound.index].allSatisfy(\.isBlank) else {
    return []
  }
  let surplus = body.upperBound.index - last - indentation.utf8.count
  guard surplus > 0 else { return [] }
  var edits: [Edit] = []
  for start in starts {
    let line = bytes[start..<body.upperBound.index].prefix { $0 != UInt8(ascii: "\n") }
    guard line.contains(where: { !$0.isBlank && $0 != UInt8(ascii: "\r") }) || start == last
    else { continue }
    guard line.count >= surplus, line.prefix(surplus).allSatisfy(\.isBlank) else { return [] }
    edits.append(Edit(ByteOffset(start)..<ByteOffset(start + surplus), ""))
  }
  return edits
}
