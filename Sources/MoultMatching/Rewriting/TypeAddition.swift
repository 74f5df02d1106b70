import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Members and conformances that the type gets whose conformance was found.
package struct TypeAddition: Hashable, Sendable {
  /// Declarations as Swift writes them, over lines.
  package let members: [String]

  /// Names of types, with an attribute: `@unchecked Sendable`.
  package let conformances: [String]

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(members: [String], conformances: [String], imports: Set<String> = []) {
    self.members = members
    self.conformances = conformances
    self.imports = imports
  }
}

/// Returns what adds members and conformances to a type; nil if it has all of them.
///
/// A member is as visible as its type, since it meets a requirement.
func extended(
  _ addition: TypeAddition, _ match: Match, in file: FileContext
) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node), match.conformer != nil else {
    return .manual()
  }
  var editor = file.editor
  let access = declaration.modifiers.map(\.name).first {
    ["public", "open", "package"].contains($0)
  }
  let members = addition.members.compactMap { text -> Code? in
    let template = Template(text)
    return template.text(match.bindings(for: template, file), in: file.source).map { text in
      .form(.lines(visible(text, like: access).split(separator: "\n").map(String.init)))
    }
  }
  guard members.count == addition.members.count else { return .manual() }
  if !members.isEmpty {
    guard let block = MemberBlock(of: declaration.child(.memberBlock)) else { return .manual() }
    editor.insert(members, atEndOf: block)
  }
  let own = Set(declaration.inheritedTypes.map(\.name))
  let missing = addition.conformances.filter { name in
    !own.contains(String(name.split(separator: " ").last ?? ""))
  }
  if let last = declaration.inheritedTypes.last, let clause = last.parent,
    clause.kind == .inheritedType
  {
    for name in missing.reversed() { editor.insert(.word(name), afterElement: clause) }
  } else if !missing.isEmpty {
    return .manual()
  }
  let consequence = Consequence(editor)
  return consequence.edits.isEmpty
    ? nil : TransformOutcome(consequence, imports: addition.imports)
}

/// Gives a declaration the access that its type has.
private func visible(_ text: String, like access: String?) -> String {
  guard let access else { return text }
  let modifier = access == "open" ? "public" : access
  let words = ["func ", "var ", "let ", "init", "static ", "typealias ", "subscript", "mutating "]
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    words.contains { line.hasPrefix($0) } ? "\(modifier) \(line)" : String(line)
  }
  return lines.joined(separator: "\n")
}
