import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns `ResultOrRPCError<T>` into `Result<T, GRPCStatus>`.
func resultOrRPCErrorToResult(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  var editor = file.editor
  editor.rename(match.range, to: "Result")
  // In an expression the arguments stand behind the name, in a type they are a part of it.
  let arguments = NamedType(match.node)?.genericArguments
  if let last =
    (arguments ?? GenericArguments(of: match.node.parent?.child(.genericArgumentClause)))?
    .last
  {
    editor.insert(.word("GRPCStatus"), afterElement: last)
  }
  return TransformOutcome(Consequence(editor))
}
