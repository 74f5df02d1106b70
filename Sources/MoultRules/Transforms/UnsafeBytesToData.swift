import MoultMatching
import MoultSource
import MoultSyntax

/// Wraps a pointer or a buffer that a message was decoded from in `Data`, which today's initialiser takes.
///
/// `M(protobufBytes: p, count: n)` becomes `M(serializedBytes: Data(bytes: p, count: n))`, and
/// `M(protobufBuffer: b)` becomes `M(serializedBytes: Data(buffer: b))`.
func unsafeBytesToData(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let arguments = match.node.arguments
  guard let first = arguments.first, let label = first.argumentLabel else { return nil }
  let isBuffer = label == "protobufBuffer"
  guard let last = isBuffer ? first : arguments.first(where: { $0.argumentLabel == "count" }) else {
    return nil
  }
  let start = first.argumentValue.range.lowerBound
  let end = last.argumentValue.range.upperBound
  var consequence = Consequence()
  consequence.edits = [
    Edit(first.mainToken.range, "serializedBytes"),
    Edit(start..<start, isBuffer ? "Data(buffer: " : "Data(bytes: "),
    Edit(end..<end, ")"),
  ]
  return TransformOutcome(consequence, imports: ["Foundation"])
}
