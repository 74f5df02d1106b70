import MoultRewriting
import MoultSource
import MoultSyntax

/// Returns what gives a type its new name and more generic arguments.
func retyped(_ retyping: Retyping, _ match: Match, in file: FileContext) -> Consequence {
  var editor = file.editor
  let arguments = retyping.arguments.map { Code.word($0) }
  // In an expression the arguments stand behind the name, in a type they are a part of it.
  let clause =
    match.node.child(.genericArgumentClause) ?? match.node.parent?.child(.genericArgumentClause)
  if let last = GenericArguments(of: clause)?.last {
    if let name = retyping.name { editor.rename(match.range, to: name) }
    for argument in arguments.reversed() { editor.insert(argument, afterElement: last) }
  } else if arguments.isEmpty {
    if let name = retyping.name { editor.rename(match.range, to: name) }
  } else {
    let name = retyping.name ?? file.source.text(match.range)
    editor.replace(match.range, with: .generic(name, arguments))
  }
  return Consequence(editor)
}

/// Returns what asks the type for what its values told: `message.name` becomes `type(of: message).name`.
///
/// In the type itself that is `Self.name`.
func questionToType(_ match: Match, in file: FileContext) -> Consequence {
  var editor = file.editor
  guard let base = match.nodes["base"] else {
    editor.replace(match.node, with: Code.word("Self").member(match.node.text))
    return Consequence(editor)
  }
  let isOwn = base.text == "self"
  editor.replace(
    base, with: isOwn ? .word("Self") : .call("type", [CodeArgument("of", .kept(base))]))
  return Consequence(editor)
}

/// Returns what makes the static member of a type one of its values; nil if the type declares no such static member.
func instanceMember(
  _ member: MemberName, _ match: Match, in file: FileContext
) -> Consequence? {
  guard let declaration = typeDeclaration(conformingAt: match.node) else { return nil }
  for candidate in declaration.members where member.names(candidate) {
    guard member.label != nil || candidate.parameters.isEmpty,
      let modifier = candidate.modifiers.first(where: { $0.name == "static" })
    else { continue }
    var editor = file.editor
    editor.remove(modifier: modifier)
    return Consequence(editor)
  }
  return nil
}
