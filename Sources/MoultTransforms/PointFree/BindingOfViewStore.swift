package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Asks a view store for a binding by the name of a property instead of a key path: `viewStore.binding(\.$pin)` becomes
/// `viewStore.$pin`.
package func bindingOfViewStore(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let path = call.onlyArgument?.expression?.node,
    path.kind == .keyPath, let store = call.called?.node.base
  else { return nil }
  let names = path.text.drop { $0 == "\\" }.split(separator: ".", omittingEmptySubsequences: false)
  guard names.first?.isEmpty == true, names.count > 1, names.dropFirst().allSatisfy(isName),
    names[1].first == "$"
  else { return .manual("write the names of the key path behind the view store, as in '.$value'") }
  var editor = file.editor
  let binding = names.dropFirst().reduce(Code.kept(store)) { $0.member(String($1)) }
  editor.replace(match.node, with: binding)
  return TransformOutcome(
    editor,
    review: names.count > 2
      ? "the action says that '\\.\(names[1])' has changed, and no longer which part of it" : nil)
}

/// Whether a part of a key path is a property's name, and neither a subscript nor a value that may be nil.
private func isName(_ part: Substring) -> Bool {
  !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
}
