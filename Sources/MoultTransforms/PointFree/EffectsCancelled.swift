package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Merges effects that cancel one identifier each in place of the one that cancelled several: of a list that is written
/// out one by one, as its elements may be of several types or be types.
package func effectsCancelled(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let argument = call.onlyArgument,
    let ids = argument.expression, let called = call.called?.node
  else { return nil }
  guard called.kind == .memberAccess, called.base == nil else {
    return .manual("write 'Effect.merge(ids.map(Effect.cancel(id:)))'")
  }
  var editor = file.editor
  if let list = ArrayExpr(ids.node) {
    let effects = list.elements.map { element in
      let identifier = CodeArgument("id", file.identifier(element.node))
      return CodeArgument.plain(.call(.member(nil, "cancel"), [identifier]))
    }
    guard !effects.isEmpty else { return .manual("write '.none'") }
    editor.replace(match.node, with: .call(.member(nil, "merge"), effects))
    return TransformOutcome(editor)
  }
  guard !file.semantics.type(of: ids.node).hasMetatypes else {
    return .manual(
      "write '.merge(.cancel(id: …), .cancel(id: …))', with a value in place of each type")
  }
  let single = Code.library("ComposableArchitecture.Effect").member("cancel(id:)")
  editor.replace(
    match.node,
    with: .call(.member(nil, "merge"), [.plain(Code.kept(ids).calling("map", [.plain(single)]))]))
  return TransformOutcome(editor)
}

extension FileContext {
  /// What identifies an effect, as a value: `ObjectIdentifier(T.self)` for a type.
  fileprivate func identifier(_ element: Node) -> Code {
    let isType = element.kind == .memberAccess && element.name == "self" && element.base != nil
    return isType ? .call(.word("ObjectIdentifier"), [.plain(.kept(element))]) : .kept(element)
  }
}

extension SemanticType {
  /// Whether it is a list of types.
  fileprivate var hasMetatypes: Bool {
    guard case .nominal(_, let arguments) = self, let element = arguments.first else {
      return false
    }
    if case .metatype = element { return true }
    return false
  }
}
