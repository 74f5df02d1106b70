import MoultMatching
import MoultRewriting
import MoultSyntax

/// Wraps a pointer or a buffer that a message was decoded from in `Data`, which today's initialiser takes.
///
/// `M(protobufBytes: p, count: n)` becomes `M(serializedBytes: Data(bytes: p, count: n))`, and
/// `M(protobufBuffer: b)` becomes `M(serializedBytes: Data(buffer: b))`.
func unsafeBytesToData(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let first = call.arguments.first,
    let bytes = first.expression
  else { return nil }
  var data = [CodeArgument("buffer", .kept(bytes))]
  var editor = file.editor
  if first.label != "protobufBuffer" {
    guard let last = call.argument(labeled: "count"), let count = last.expression else {
      return nil
    }
    data = [CodeArgument("bytes", .kept(bytes)), CodeArgument("count", .kept(count))]
    editor.remove(element: last.node)
  }
  editor.replace(first, with: CodeArgument("serializedBytes", .call("Data", data)))
  return TransformOutcome(Consequence(editor), imports: ["Foundation"])
}
