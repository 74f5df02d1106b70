import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Renames `contiguousBytes:` to `serializedBytes:`, which takes arrays of bytes and `Data` alone.
///
/// Any other sequence is made an array; with the label alone it would meet another deprecated overload.
func contiguousBytesLabel(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = match.node.arguments.first, argument.argumentLabel == "contiguousBytes"
  else { return nil }
  let value = argument.argumentValue
  var consequence = Consequence()
  consequence.edits = [Edit(argument.mainToken.range, "serializedBytes")]
  guard case .nominal(let type, _) = file.semantics.type(of: value) else {
    consequence.lower(
      to: .review,
      because: "the type of the bytes is unknown; only '[UInt8]' and 'Data' are accepted")
    return TransformOutcome(consequence)
  }
  switch type.qualifiedName {
  case "Swift.Array", "Foundation.Data": break
  default:
    let (start, end) = (value.range.lowerBound, value.range.upperBound)
    consequence.edits += [Edit(start..<start, "Array("), Edit(end..<end, ")")]
    consequence.lower(to: .review, because: "the bytes are copied into an array")
  }
  return TransformOutcome(consequence)
}

/// Drops the label of the closure in `M.with(populator: { … })`; a closure behind the parentheses has none.
func droppedLabel(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = match.node.arguments.first, argument.argumentLabel == "populator" else {
    return nil
  }
  var consequence = Consequence()
  consequence.delete(argument.range.lowerBound..<argument.argumentValue.range.lowerBound)
  return TransformOutcome(consequence)
}

/// Leaves a use to a person, but only one that spells out the module: the bare name means another type today.
func qualifiedUse(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let module = match.symbol?.module,
    file.source.text(match.range).hasPrefix(module + ".")
  else { return nil }
  return .manual()
}
