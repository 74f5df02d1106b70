import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Renames a case of `ResultOrRPCError` to that of `Result`; its properties, which are called like its cases, are got.
///
/// A spelled-out type in front of a case is renamed with it; its arguments are left to inference.
func resultCase(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  var consequence = Consequence()
  guard symbol.kind == .property else {
    let name = symbol.name == "result" ? "success" : "failure"
    consequence.edits.append(Edit(match.node.mainToken.range, name))
    if let type = match.node.base { consequence.edits.append(Edit(type.range, "Result")) }
    return TransformOutcome(consequence)
  }
  guard symbol.name == "result", let base = match.node.base else {
    return .manual("switch over the result, or check 'if case .failure(let error) = …'")
  }
  let (start, end) = (match.node.range.lowerBound, match.node.range.upperBound)
  consequence.edits.append(Edit(start..<start, "(try? "))
  consequence.edits.append(Edit(base.range.upperBound..<end, ".get())"))
  return TransformOutcome(consequence)
}
