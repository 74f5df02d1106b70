import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Renames `contiguousBytes:` to `serializedBytes:`, which takes arrays of bytes and `Data` alone.
///
/// Any other sequence is made an array; with the label alone it would meet another deprecated overload.
func contiguousBytesLabel(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = CallExpr(match.node)?.arguments.first, argument.label == "contiguousBytes",
    let value = argument.expression
  else { return nil }
  var editor = file.editor
  editor.rename(argument.node, to: "serializedBytes")
  guard case .nominal(let type, _) = file.semantics.type(of: value.node) else {
    var consequence = Consequence(editor)
    consequence.lower(
      to: .review,
      because: "the type of the bytes is unknown; only '[UInt8]' and 'Data' are accepted")
    return TransformOutcome(consequence)
  }
  guard !["Swift.Array", "Foundation.Data"].contains(type.qualifiedName) else {
    return TransformOutcome(Consequence(editor))
  }
  editor.replace(value.node, with: .call("Array", [.plain(.kept(value))]))
  var consequence = Consequence(editor)
  consequence.lower(to: .review, because: "the bytes are copied into an array")
  return TransformOutcome(consequence)
}

/// Drops the label of the closure in `M.with(populator: { … })`; a closure behind the parentheses has none.
func droppedLabel(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = CallExpr(match.node)?.arguments.first, argument.label == "populator",
    let value = argument.expression
  else { return nil }
  var editor = file.editor
  editor.replace(argument.node, with: .kept(value))
  return TransformOutcome(Consequence(editor))
}

/// Leaves a use to a person, but only one that spells out the module: the bare name means another type today.
func qualifiedUse(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let module = match.symbol?.module,
    file.source.text(match.range).hasPrefix(module + ".")
  else { return nil }
  return .manual()
}
