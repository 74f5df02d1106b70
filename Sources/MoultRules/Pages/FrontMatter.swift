import MoultFindings
import MoultMatching
import MoultSource

/// What stands between the `---` lines of a page.
struct FrontMatter {
  let id: RuleID
  let severity: Severity
  let rows: [RuleRow]
}

/// Reads the front matter of a page; every key that is not known is an error.
///
/// - Parameter firstLine: the one-based line of the page on which the front matter begins.
func frontMatter(
  _ root: MatterNode?, path: String, firstLine: Int
) throws(PageError) -> FrontMatter {
  guard let mapping = root?.mapping else {
    throw PageError(path: path, line: firstLine, message: "the front matter is not a table of keys")
  }
  let reader = MatterReader(path: path, firstLine: firstLine)
  return try reader.matter(mapping)
}

/// Returns the name of an anchor of `text` that an alias of it may name.
///
/// A few lines of aliases stand for a tree too large to compare, which the YAML reader does with the keys of
/// a table. Looks wider than YAML does: text in quotes can be taken for an anchor and its alias.
package func aliasedAnchor(in text: String) -> String? {
  func names(behind mark: UInt8) -> Set<String> {
    var names: Set<String> = []
    for piece in text.utf8.split(separator: mark).dropFirst(text.utf8.first == mark ? 0 : 1) {
      let name = piece.prefix { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
      if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }
  return names(behind: UInt8(ascii: "&")).intersection(names(behind: UInt8(ascii: "*"))).min()
}

private struct MatterReader {
  let path: String
  let firstLine: Int

  func error(_ message: String, at node: MatterNode?) -> PageError {
    let line = node.map { firstLine + $0.line - 1 } ?? firstLine
    return PageError(path: path, line: line, message: message)
  }

  func matter(_ mapping: MatterTable) throws(PageError) -> FrontMatter {
    let keys = ["id", "severity", "rows"] + Row.keys
    try check(mapping, keys, of: "a page")
    guard let id = mapping["id"]?.string else {
      throw error("the page has no 'id'", at: nil)
    }
    guard isRuleID(id) else {
      throw error(
        "'\(id)' is not a rule id: a library and a name in lower case, such as 'grpc-swift.status-code-type'",
        at: mapping["id"])
    }
    let severity = try word(mapping["severity"], Severity.self, "a severity") ?? .warning
    let defaults = try row(mapping, over: nil)
    guard let rows = mapping["rows"] else {
      return FrontMatter(
        id: RuleID(id), severity: severity, rows: [try finished(defaults, at: mapping["id"])])
    }
    guard let sequence = rows.sequence, !sequence.isEmpty else {
      throw error("'rows' is a list of tables", at: rows)
    }
    var result: [RuleRow] = []
    for node in sequence {
      guard let table = node.mapping else { throw error("a row is a table of keys", at: node) }
      try check(table, Row.keys, of: "a row")
      result.append(try finished(try row(table, over: defaults), at: node))
    }
    return FrontMatter(id: RuleID(id), severity: severity, rows: result)
  }

  /// A row whose missing keys are filled in later.
  private struct Row {
    static let keys = ["find", "put", "transform", "unless", "safety", "message", "fix", "next"]
    var find: FinderSpec?
    var action: ActionSpec?
    var safety: Safety?
    var message: String?
    var fixTitle: String?
    var nextStep: String?
    var unless: RuleID?
  }

  private func row(_ table: MatterTable, over defaults: Row?) throws(PageError) -> Row {
    var row = defaults ?? Row()
    if let node = table["find"] { row.find = try finder(node) }
    if let node = table["put"] { row.action = try replacement(node) }
    if let node = table["transform"] {
      guard let name = node.string else { throw error("'transform' is a name", at: node) }
      row.action = .transform(name)
    }
    if let node = table["unless"] {
      guard let id = node.string, isRuleID(id) else {
        throw error("'unless' is the id of a rule that takes the place of this one", at: node)
      }
      row.unless = RuleID(id)
    }
    if let safety = try word(table["safety"], Safety.self, "a safety") { row.safety = safety }
    if let message = try text(table["message"], "message") { row.message = message }
    if let title = try text(table["fix"], "fix") { row.fixTitle = title }
    if let next = try text(table["next"], "next") { row.nextStep = next }
    return row
  }

  private func finished(_ row: Row, at node: MatterNode?) throws(PageError) -> RuleRow {
    guard let find = row.find else { throw error("'find' is missing", at: node) }
    guard let safety = row.safety else { throw error("'safety' is missing", at: node) }
    guard let message = row.message else { throw error("'message' is missing", at: node) }
    let action = row.action ?? .advise
    if action == .advise {
      guard safety == .manual else {
        throw error(
          "a rule without 'put' or 'transform' has no edit, so its safety is 'manual'", at: node)
      }
      guard row.nextStep != nil else {
        throw error("a manual rule says in 'next' what a person does", at: node)
      }
    }
    return RuleRow(
      find: find, action: action, safety: safety, message: message,
      fixTitle: row.fixTitle ?? "Rewrite for the new API", nextStep: row.nextStep,
      unless: row.unless)
  }

  private func finder(_ node: MatterNode) throws(PageError) -> FinderSpec {
    guard let mapping = node.mapping, let (key, value) = mapping.first, let word = key.string else {
      throw error("'find' is a table such as '{ type: Module.Name }'", at: node)
    }
    guard let kind = FinderKind(rawValue: word) else {
      let known = FinderKind.allCases.map(\.rawValue)
      throw error("'\(word)' is not a finder\(suggestion(word, known))", at: key)
    }
    var options: [String: String] = [:]
    if let table = value.mapping {
      for (name, value) in table { options[name.string ?? ""] = value.string ?? "" }
    }
    for (name, value) in mapping.dropFirst() {
      guard kind == .pattern, name.string == "where", let table = value.mapping else {
        throw error("a finder has one word; 'where' belongs to 'pattern'", at: name)
      }
      for (variable, type) in table {
        options[variable.string.map { String($0.drop { $0 == "$" }) } ?? ""] = type.string ?? ""
      }
    }
    return FinderSpec(kind: kind, subject: value.string ?? "", options: options)
  }

  /// A table with `labels` keeps a call's arguments and gives it other names.
  private func replacement(_ node: MatterNode) throws(PageError) -> ActionSpec {
    guard let table = node.mapping, let labels = table["labels"] else {
      return .put(try put(node))
    }
    try check(table, ["labels", "name"], of: "'put' with 'labels'")
    guard let mapping = labels.mapping, !mapping.isEmpty else {
      throw error("'labels' is a table of new labels by old ones", at: labels)
    }
    var renames: [String: String] = [:]
    for (old, new) in mapping { renames[old.string ?? ""] = new.string ?? "" }
    return .relabel(Relabelling(name: table["name"]?.string, labels: renames))
  }

  private func put(_ node: MatterNode) throws(PageError) -> PutSpec {
    if let text = node.string {
      return PutSpec(
        text: text, staysOptional: true, staysThrowing: true, effects: [], mutatesBase: false,
        imports: [], table: [:])
    }
    guard let table = node.mapping else {
      throw error("'put' is a text or a table", at: node)
    }
    try check(
      table, ["text", "optional", "throws", "async", "mutates", "imports", "options"], of: "'put'")
    guard let text = table["text"]?.string else { throw error("'put' has no 'text'", at: node) }
    var options: [String: String?] = [:]
    for (key, value) in table["options"]?.mapping ?? [:] {
      options[key.string ?? ""] = .some(value.isNull ? nil : value.string)
    }
    let throwing = try flag(table["throws"], "throws")
    var effects: Effects = throwing == true ? .throwing : []
    if try flag(table["async"], "async") == true { effects.insert(.async) }
    return PutSpec(
      text: text, staysOptional: try flag(table["optional"], "optional") ?? true,
      staysThrowing: throwing ?? true, effects: effects,
      mutatesBase: try flag(table["mutates"], "mutates") ?? false,
      imports: table["imports"]?.sequence?.compactMap(\.string) ?? [], table: options)
  }

  private func flag(_ node: MatterNode?, _ key: String) throws(PageError) -> Bool? {
    guard let node else { return nil }
    guard let value = node.bool else { throw error("'\(key)' is 'true' or 'false'", at: node) }
    return value
  }

  private func text(_ node: MatterNode?, _ key: String) throws(PageError) -> String? {
    guard let node else { return nil }
    guard let text = node.string, !text.isEmpty else {
      throw error("'\(key)' is a line of text", at: node)
    }
    return text
  }

  private func word<W: RawRepresentable & CaseIterable>(
    _ node: MatterNode?, _ type: W.Type, _ what: String
  ) throws(PageError) -> W? where W.RawValue == String {
    guard let node else { return nil }
    let text = node.string ?? ""
    guard let word = W(rawValue: text) else {
      throw error(
        "'\(text)' is no \(what.drop { $0 != " " }.dropFirst())\(suggestion(text, W.allCases.map(\.rawValue)))",
        at: node)
    }
    return word
  }

  private func check(
    _ mapping: MatterTable, _ known: [String], of what: String
  ) throws(PageError) {
    for (key, _) in mapping {
      let word = key.string ?? ""
      if !known.contains(word) {
        throw error("'\(word)' is not a key of \(what)\(suggestion(word, known))", at: key)
      }
    }
  }

  private func isRuleID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
              UInt8(ascii: "-"):
              true
            default: false
            }
          }
      }
  }
}

/// Returns `; did you mean 'x'?` for the nearest of `known`, or the list where none is near.
private func suggestion(_ word: String, _ known: [String]) -> String {
  if let nearest = nearestSpelling(of: word, among: known) { return "; did you mean '\(nearest)'?" }
  return "; known are \(known.joined(separator: ", "))"
}
