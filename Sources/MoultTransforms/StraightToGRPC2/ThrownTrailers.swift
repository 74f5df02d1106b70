import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns `throw ServerStatus(code:message:trailingMetadata:)` into an `RPCError` of grpc-swift 2, whose metadata are the trailers.
///
/// The status of grpc-swift 1 has none, so that what sets them on the context there would be left to a person afterwards.
///
/// - Parameter trailers: the argument with the metadata.
/// - Returns: nil where grpc-swift 2 is not where the file goes, the status is not thrown, it may say that all went well, or its
///   trailers were received.
func errorWithTrailers(
  in status: CallExpr, _ trailers: Argument, _ file: FileContext
) -> TransformOutcome? {
  guard keepsMetadata(file), status.node.parent.flatMap(ThrowStmt.init) != nil,
    let called = status.called?.node,
    let code = status.argument(labeled: "code")?.expression?.node, isFailure(code),
    let metadata = try? metadataOfGRPC2(from: trailers.node.argumentValue, file)
  else { return nil }
  var editor = file.editor
  editor.replace(called, with: .library("GRPCCore.RPCError"))
  editor.replace(trailers, with: CodeArgument("metadata", metadata))
  var consequence = Consequence(editor)
  consequence.lower(
    to: .review, because: "the trailers are the metadata of the error as of grpc-swift 2.0")
  return TransformOutcome(consequence)
}

/// Whether a code is written as one that is not `ok`, which an `RPCError.Code` never is: `.aborted`, `StatusCode.aborted`.
private func isFailure(_ code: Node) -> Bool {
  guard let constant = MemberAccess(code), constant.name != "ok" else { return false }
  return constant.base.map { $0.node.name == "StatusCode" } ?? true
}
