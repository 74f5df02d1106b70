import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `ServerStatus(code:message:trailingMetadata:)` into `GRPCStatus(code:message:)`.
///
/// Trailing metadata that is empty goes; any other is set on the context of the handler around the status.
func serverStatusToStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  var consequence = Consequence()
  if let callee = match.node.callee, callee.name != "init" {
    consequence.edits.append(Edit(callee.range, spelling(replacing: callee, file)))
  } else if let type = match.node.callee?.base, file.semantics.symbol(of: type) != nil {
    consequence.edits.append(Edit(type.range, spelling(replacing: type, file)))
  }
  let arguments = match.node.arguments
  if let position = arguments.firstIndex(where: { $0.argumentLabel == "trailingMetadata" }),
    position > 0
  {
    let metadata = arguments[position].argumentValue
    if !isEmptyMetadata(metadata, file),
      let trailers = trailersStatement(metadata, before: match.node, file)
    {
      consequence.edits.append(trailers)
      consequence.lower(
        to: .review, because: "the context of the call sends trailers as of grpc-swift 1.0")
    } else if !isEmptyMetadata(metadata, file) {
      return .manual(
        "set 'context.trailers' in the handler, and create the 'GRPCStatus' from only the code and the message"
      )
    }
    let start = arguments[position - 1].range.upperBound
    consequence.delete(start..<arguments[position].range.upperBound)
  }
  guard !consequence.edits.isEmpty else { return nil }
  return TransformOutcome(consequence)
}

/// `GRPCStatus`, with its module where the old name had one or the project has a type of the name.
private func spelling(replacing reference: Node, _ file: FileContext) -> String {
  let isQualified =
    reference.base != nil || file.model.declaresTopLevelType(named: "GRPCStatus")
  return isQualified ? "GRPC.GRPCStatus" : "GRPCStatus"
}
