package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Renames a case of `ResultOrRPCError` to that of `Result`; its properties, which are called like its cases, are got.
///
/// A spelled-out type in front of a case is renamed with it; its arguments are left to inference.
package func resultCase(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol else { return nil }
  let base = MemberAccess(match.node)?.base
  var editor = file.editor
  guard symbol.kind == .property else {
    editor.rename(match.node, to: symbol.name == "result" ? "success" : "failure")
    if let base { editor.replace(base.node, with: .library("Swift.Result")) }
    return TransformOutcome(editor)
  }
  guard symbol.name == "result", let base else {
    return .manual("switch over the result, or check 'if case .failure(let error) = …'")
  }
  editor.replace(match.node, with: .marked(.optionalTry, Code.kept(base).calling("get")))
  return TransformOutcome(editor)
}
