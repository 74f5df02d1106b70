import MoultFindings
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns what gives a type its new name and more generic arguments.
func retyped(_ retyping: Retyping, _ match: Match, in file: FileContext) -> Consequence {
  var editor = file.editor
  let arguments = retyping.arguments.map(Code.named)
  // In an expression the arguments stand behind the name, in a type they are a part of it.
  let clause =
    match.node.child(.genericArgumentClause) ?? match.node.parent?.child(.genericArgumentClause)
  if let last = GenericArguments(of: clause)?.last {
    if let name = retyping.name { editor.replace(match.range, with: .named(name)) }
    for argument in arguments.reversed() { editor.insert(argument, afterElement: last) }
  } else if arguments.isEmpty {
    if let name = retyping.name { editor.replace(match.range, with: .named(name)) }
  } else {
    let name = retyping.name.map(Code.named) ?? .word(file.source.text(match.range))
    editor.replace(match.range, with: .generic(name, arguments))
  }
  return Consequence(editor)
}

extension Code {
  /// A type that a page names, with its module or without.
  fileprivate static func named(_ name: String) -> Code {
    name.contains(".") ? .library(name) : .word(name)
  }
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
///
/// Who asks the type for it, and a member that asks its type for something itself, is left to a person.
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
    var consequence = Consequence(editor)
    if let symbol = file.semantics.symbol(of: candidate), let use = typeAsked(for: symbol, file) {
      consequence = Consequence()
      consequence.lower(to: .manual, because: "ask a value where the type is asked: '\(use.text)'")
    } else if asksItsType(candidate, file) {
      consequence = Consequence()
      consequence.lower(
        to: .manual, because: "write 'Self.' before the static members that it uses")
    }
    return consequence
  }
  return nil
}

/// The first place of the project that asks a type for its member.
private func typeAsked(for member: Symbol, _ file: FileContext) -> Node? {
  let uses = file.calls.uses(of: member)
  return uses.first { $0.kind == .memberAccess } ?? uses.first
}

/// Whether the body of a static member means its type by saying nothing, or by `self`.
private func asksItsType(_ member: Node, _ file: FileContext) -> Bool {
  member.body?.descendants.contains { node in
    guard node.kind == .declReference else { return false }
    if node.name == "self" { return true }
    let symbol = file.semantics.symbol(of: node)
    return symbol?.isStatic == true && symbol?.parent?.kind.isType == true
  } ?? false
}
