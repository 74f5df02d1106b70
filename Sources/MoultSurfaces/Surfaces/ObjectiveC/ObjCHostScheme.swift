import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Takes the scheme out of the host that is written as a literal.
let hostWithoutScheme: @Sendable (ObjCMatch) -> ObjCAction = { match in
  guard let message = match.message,
    let literal = literalArgument(of: message, holding: "://", in: match.source)
  else { return .advise(nil) }
  let text = match.source.text(literal)
  for scheme in ["https://", "http://"] where text.hasPrefix("@\"" + scheme) {
    let start = literal.lowerBound.index + 2
    return .edits(
      [Edit(ByteRange(indices: start..<(start + scheme.utf8.count)), "")], headers: [])
  }
  return .advise(nil)
}

/// Returns where the argument stands that is one `@"…"` with the text in it, or nil.
func literalArgument(
  of message: ObjCMessage, holding wanted: String, in source: SourceText
) -> ByteRange? {
  message.pieces.lazy.map(\.argument).first { argument in
    let text = source.text(argument)
    return text.hasPrefix("@\"") && text.hasSuffix("\"")
      && text.dropFirst(2).dropLast().contains(wanted)
      && !text.dropFirst(2).dropLast().contains("\"")
  }
}
