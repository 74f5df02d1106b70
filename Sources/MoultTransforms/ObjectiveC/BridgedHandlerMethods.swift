package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Gives the methods of a response handler, bridged from Objective-C, their released names.
///
/// They are optional: one with a name of the design compiles and is never called.
package func bridgedHandlerMethods(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node) else { return nil }
  var editor = file.editor
  var hasRawMessage = false
  for method in declaration.members where method.kind == .functionDecl {
    let labels = method.parameters.map { ($0.externalName ?? "_") + ":" }.joined()
    let name = "\(method.name)(\(labels))"
    if let released = releasedNames[name] {
      editor.rename(method, to: released)
    }
    hasRawMessage = hasRawMessage || rawMessageNames.contains(name)
  }
  let advice =
    "rename the method for raw messages to 'didReceiveData(_:)', and make its parameter an 'Any'"
  if editor.isEmpty { return hasRawMessage ? .manual(advice) : nil }
  return TransformOutcome(Consequence(editor), nextStep: hasRawMessage ? advice : nil)
}

/// The first words of methods by the names that the design of the API gave them.
private let releasedNames = [
  "receivedInitialMetadata(_:)": "didReceiveInitialMetadata",
  "receivedProtoMessage(_:)": "didReceiveProtoMessage",
  "closed(withTrailingMetadata:error:)": "didClose",
]

private let rawMessageNames: Set = ["receivedRawMessage(_:)", "didReceiveRawMessage(_:)"]
