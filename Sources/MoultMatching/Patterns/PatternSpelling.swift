import MoultSyntax

/// What stands for any number of statements in a block of a pattern.
enum Stretch: Hashable {
  /// `…`
  case anonymous
  /// `$name…`
  case named(String)
}

/// Spells a pattern as Swift: `$name` as an identifier, which a declaration can have as well, `µname`; `$name…` as
/// `µµname`; and a line of `…` as `µµµ1`, each with a number of its own.
func spelledPattern(_ text: String) -> String {
  var count = 0
  return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    guard line.isStretch else { return spelled(line) }
    count += 1
    return "µµµ\(count)"
  }.joined(separator: "\n")
}

/// Returns the text of a pattern, as it is spelled, as a template, in which `$name…` is `$name`; what Swift itself writes with `$`
/// stays.
func template(ofText text: String) -> Template {
  var result = ""
  let escaped = text.replacing("$", with: "$$")
  var rest = Substring(escaped)
  while let mark = rest.firstIndex(of: "µ") {
    result += rest[..<mark]
    rest = rest[mark...].drop { $0 == "µ" }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    result += "${\(name)}"
    rest = rest[name.endIndex...]
  }
  return Template(result + rest)
}

/// The metavariable that a node of a pattern is; nil if it is none.
func metavariable(_ node: Node) -> (name: String, isList: Bool)? {
  switch node.kind {
  case .declReference, .identifierPattern, .identifierType, .closureParameter: break
  default: return nil
  }
  let name = node.name
  guard name.first == "µ" else { return nil }
  let rest = name.dropFirst()
  guard rest.first == "µ" else { return (String(rest), false) }
  return rest.dropFirst().first == "µ" ? nil : (String(rest.dropFirst()), true)
}

/// What stands for any number of statements, where an item of a pattern does.
func stretch(_ item: Node) -> Stretch? {
  guard item.kind == .declReference, item.name.hasPrefix("µµ") else { return nil }
  let name = item.name.dropFirst(2)
  return name.first == "µ" ? .anonymous : .named(String(name))
}

/// Returns the template of new statements, in which `$name…` is `$name`.
package func statementTemplate(_ text: String) -> String {
  spelled(Substring(text), one: "$", many: "$")
}

extension Substring {
  /// Whether a line is `…` alone.
  var isStretch: Bool { contains("…") && allSatisfy { $0 == " " || $0 == "\t" || $0 == "…" } }
}

private func spelled(_ text: Substring, one: String = "µ", many: String = "µµ") -> String {
  var result = ""
  var rest = text
  while let dollar = rest.firstIndex(of: "$") {
    result += rest[..<dollar]
    rest = rest[rest.index(after: dollar)...]
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, !first.isNumber else {
      // Swift's own '$0', which a template must not take for a metavariable.
      result.append(one == "$" ? "$$" : "$")
      continue
    }
    rest = rest[name.endIndex...]
    result += (rest.first == "…" ? many : one) + name
    if rest.first == "…" { rest.removeFirst() }
  }
  return result + rest
}
