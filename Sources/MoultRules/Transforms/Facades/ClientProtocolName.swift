import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// Renames the client protocol of grpc-swift 0, except where a type of the project says that it conforms.
///
/// The new protocol asks for methods that give calls, which a fake cannot make.
func clientProtocolName(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let stem = match.texts["stem"] else { return nil }
  let owner = match.node.parent?.kind == .inheritedType ? match.node.parent?.parent?.parent : nil
  if let owner, owner.kind != .protocolDecl {
    return .manual(
      "a fake cannot create the calls that '\(stem)ClientProtocol' returns: use the generated '\(stem)TestClient' (option 'TestClient=true'), or let '\(owner.kind == .extensionDecl ? "the extended type" : owner.name)' conform to a protocol of your own that the generated client is extended with"
    )
  }
  var editor = file.editor
  editor.rename(match.replaced, to: stem + "ClientProtocol")
  return TransformOutcome(Consequence(editor))
}
