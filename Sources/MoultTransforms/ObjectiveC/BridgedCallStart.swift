package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Starts a call, bridged from Objective-C, whose result nobody takes.
package func bridgedCallStart(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard let statement = statementDroppingResult(of: call, file) else { return nil }
  return file.replacing(statement, with: Code.kept(call).calling("start"))
}

/// Finds a stream, bridged from Objective-C, that nobody keeps: what is sent needs the call.
package func bridgedStreamStart(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard statementDroppingResult(of: match.node, file) != nil else { return nil }
  return .manual()
}

/// Returns the statement that is the call, or `_ =` of it; nil if its result may go somewhere.
private func statementDroppingResult(of call: Node, _ file: FileContext) -> Node? {
  if let item = discarding(call) { return item.parent?.isBlockOfStatements == true ? item : nil }
  guard let block = call.parent, block.isBlockOfStatements,
    case .none = result(of: block, file)
  else { return nil }
  return call
}
