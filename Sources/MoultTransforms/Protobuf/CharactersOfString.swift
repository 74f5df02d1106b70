package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Takes `characters` of Swift 3 away: `name.characters` becomes `name`, or `Substring(name)`.
///
/// The view of characters was a slice of itself, so `popFirst()` took from it, and what `dropFirst()` gave could be put in its place. Of
/// strings, only `Substring` is such a collection.
package func charactersOfString(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let node = match.node
  guard node.kind == .memberAccess || node.kind == .declReference else { return nil }
  let string = node.base.map { Code.kept($0) } ?? .word("self")
  var editor = file.editor
  guard isSliced(node, file) else {
    editor.replace(node, with: string)
    return TransformOutcome(editor)
  }
  editor.replace(node, with: .call("Substring", [.plain(string)]))
  var outcome = TransformOutcome(editor)
  outcome.title = "Use a 'Substring'"
  return outcome
}

/// Whether what a value goes into is cut like a slice, or declared to be one.
private func isSliced(_ value: Node, _ file: FileContext) -> Bool {
  let value = value.withParenthesesAround
  guard let parent = value.parent else { return false }
  switch parent.kind {
  case .initializerClause:
    guard let binding = parent.parent, binding.kind == .patternBinding else { return false }
    if let type = binding.annotatedType { return type.text.hasSuffix("CharacterView") }
    guard let name = binding.children.first,
      let variable = file.semantics.symbol(of: name)
        ?? name.descendants.lazy.compactMap({ file.semantics.symbol(of: $0) }).first
    else { return false }
    return file.semantics.references(to: variable).contains { cuts($0) }
  case .assignment:
    guard let left = parent.leftOperand, left != value else { return false }
    let type = file.semantics.type(of: left).fullyUnwrapped
    return type.nominalSymbol?.qualifiedName == "Swift.Substring"
  case .returnStmt:
    let function = parent.ancestors.first {
      [.functionDecl, .closure, .accessorBlock].contains($0.kind)
    }
    return function?.kind == .functionDecl
      && function?.returnType?.text.hasSuffix("CharacterView") == true
  case .argument:
    guard let call = parent.ancestors.first(where: { $0.kind == .functionCall }),
      let called = file.semantics.symbol(of: call),
      let place = call.arguments.firstIndex(of: parent), called.parameters.indices.contains(place),
      let type = called.parameters[place].declaration?.parameterType
    else { return false }
    return type.text.hasSuffix("CharacterView")
  default: return false
  }
}

/// Whether a use of a variable takes from its beginning, or puts a slice of a view in its place.
private func cuts(_ use: Node) -> Bool {
  guard let parent = use.parent else { return false }
  switch parent.kind {
  case .memberAccess: return parent.base == use && parent.name == "popFirst"
  case .assignment:
    guard parent.leftOperand == use, let right = parent.children.last else { return false }
    return right.kind == .functionCall && slicingMembers.contains(right.callee?.name ?? "")
  default: return false
  }
}

/// What gives a slice of a collection.
private let slicingMembers: Set<String> = ["dropFirst", "dropLast", "prefix", "suffix", "drop"]
