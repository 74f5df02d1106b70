import MoultFindings
import MoultMatching
import MoultSource
import MoultSurfaces

/// Reads the keys of one page's front matter.
struct MatterReader {
  let path: String
  let firstLine: Int

  /// The page, if it is to be judged.
  let lines: PageLines?

  func matter(_ mapping: MatterTable) throws(PageError) -> FrontMatter {
    try check(mapping, Self.keys, of: "a page")
    guard let id = mapping["id"]?.string else { throw error("the page has no 'id'", at: nil) }
    guard lines == nil || isRuleID(id) else {
      throw error(
        "'\(id)' is not a rule id: a library and a name in lower case, such as 'grpc-swift.status-code-type'",
        at: mapping["id"])
    }
    let severity = try word(mapping["severity"], Severity.self, "a severity") ?? .warning
    let defaults = try row(mapping, over: nil)
    let needs = try mapping["needs"].map(neededReleases) ?? []
    let place = place(of: mapping["id"])
    guard let rows = mapping["rows"] else {
      return FrontMatter(
        id: RuleID(id), severity: severity, rows: [try finished(defaults, at: mapping["id"])],
        needs: needs, idPlace: place)
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
    return FrontMatter(
      id: RuleID(id), severity: severity, rows: result, needs: needs, idPlace: place)
  }

  /// Reads of a page that was judged what is asked of each, and no row as a whole.
  func head(_ mapping: MatterTable) throws(PageError) -> PageHead {
    guard let id = mapping["id"]?.string else { throw error("the page has no 'id'", at: nil) }
    var anchors: Set<String> = []
    let common = try mapping["find"].map(finder)
    for row in mapping["rows"]?.sequence ?? [] {
      let own = try row.mapping?["find"].map(finder)
      if let (finder, find) = own ?? common { anchors.formUnion(finder.terms.anchors(find)) }
    }
    if mapping["rows"] == nil, let (finder, find) = common {
      anchors.formUnion(finder.terms.anchors(find))
    }
    return PageHead(
      id: RuleID(id),
      severity: try word(mapping["severity"], Severity.self, "a severity") ?? .warning,
      anchors: anchors, idPlace: place(of: mapping["id"]))
  }

  private static let keys = ["id", "severity", "needs", "rows"] + Row.keys

  // MARK: Rows

  /// A row whose missing keys are filled in later.
  struct Row {
    static let keys = [
      "find", "when", "put", "transform", "choose", "obeys", "refuse", "unless", "safety",
      "because", "message", "fix", "next",
    ]
    var finder: (Finder, FinderSpec)?
    var action: ActionSpec?
    var safety: Safety?
    var message: String?
    var fixTitle: String?
    var nextStep: String?
    var reason: String?
    var unless: RuleID?
    var guards: [PlaceGuard] = []
    var refusals: [PlaceRefusal] = []
    var choice: RuleChoice?
    var obeyed: [ObeyedOption] = []

    /// The values of the keys, to say where they stand.
    var nodes: [String: MatterNode] = [:]
  }

  private func row(_ table: MatterTable, over defaults: Row?) throws(PageError) -> Row {
    var row = defaults ?? Row()
    if lines != nil {
      for (key, value) in table {
        row.nodes[key.string ?? ""] = value
        // Whichever of the two a row says is what it does.
        if key.string == "put" { row.nodes["transform"] = nil }
        if key.string == "transform" { row.nodes["put"] = nil }
      }
      if let transform = table["transform"], table["put"] != nil {
        throw error("'put' and 'transform' are two ways to rewrite; a row has one", at: transform)
      }
    }
    if let node = table["find"] { row.finder = try finder(node) }
    if let node = table["put"] { row.action = try replacement(node) }
    if let node = table["transform"] { row.action = .transform(try transformCall(node)) }
    if let node = table["choose"] { row.choice = try choice(node) }
    if let node = table["obeys"] { row.obeyed = try obeyedOptions(node) }
    if let node = table["when"] { row.guards = try guards(node) }
    if let node = table["refuse"] { row.refusals = try refusals(node) }
    if let node = table["unless"] {
      guard let id = node.string, lines == nil || isRuleID(id) else {
        throw error("'unless' is the id of a rule that takes the place of this one", at: node)
      }
      row.unless = RuleID(id)
    }
    if let safety = try word(table["safety"], Safety.self, "a safety") { row.safety = safety }
    if let message = try text(table["message"], "message") { row.message = message }
    if let title = try text(table["fix"], "fix") { row.fixTitle = title }
    if let next = try text(table["next"], "next") { row.nextStep = next }
    if let reason = try text(table["because"], "because") { row.reason = reason }
    return row
  }

  private func finished(_ row: Row, at node: MatterNode?) throws(PageError) -> RuleRow {
    guard let (finder, find) = row.finder else { throw error("'find' is missing", at: node) }
    guard let safety = row.safety else { throw error("'safety' is missing", at: node) }
    guard let message = row.message else { throw error("'message' is missing", at: node) }
    let action = row.action ?? .advise
    if row.choice != nil || !row.obeyed.isEmpty {
      let key = row.choice != nil ? "choose" : "obeys"
      guard case .transform = action else {
        throw error(
          "'\(key)' is for a 'transform', which reads the option; 'put' writes the same whatever it says",
          at: row.nodes[key] ?? node)
      }
    }
    if action == .advise {
      guard safety == .manual || finder.terms.reach == .own else {
        throw error(
          "a rule without 'put' or 'transform' has no edit, so its safety is 'manual'",
          at: row.nodes["safety"] ?? node)
      }
      guard row.nextStep != nil || safety != .manual else {
        throw error("a manual rule says in 'next' what a person does", at: node)
      }
    }
    if row.reason != nil, action == .advise || safety == .safe {
      throw error(
        "'because' says why a fix is not safe, and this row \(action == .advise ? "has none" : "is 'safe'")",
        at: row.nodes["because"] ?? node)
    }
    var places: RowPlaces?
    if lines != nil {
      try judge(row, finder, find)
      places = RowPlaces(
        subject: place(
          of: row.nodes["find"]?.mapping?.first?.value, marking: symbolWord(finder, find)),
        safety: place(of: row.nodes["safety"]), unless: row.nodes["unless"].map { place(of: $0) },
        imports: row.nodes["put"]?.mapping?["imports"].map { place(of: $0) },
        named: symbolsInConditions(of: row))
    }
    return RuleRow(
      finder: finder, find: find, action: action, safety: safety, message: message,
      fixTitle: row.fixTitle ?? "Rewrite for the new API", nextStep: row.nextStep,
      reason: row.reason, unless: row.unless, guards: row.guards, refusals: row.refusals,
      choice: row.choice, obeyed: row.obeyed, places: places)
  }

  /// Reads the name of a transform, or `{ name: form }`.
  private func transformCall(_ node: MatterNode) throws(PageError) -> TransformCall {
    if let name = node.string, !name.isEmpty { return TransformCall(name: name, form: "") }
    guard let table = node.mapping, table.count == 1, let (key, value) = table.first,
      let name = key.string, let form = value.string, !form.isEmpty
    else { throw error("'transform' is a name, or a table '{ name: form }'", at: node) }
    return TransformCall(name: name, form: form)
  }

  /// Reads `{ library.option: { value: title of its fix, … } }`.
  private func choice(_ node: MatterNode) throws(PageError) -> RuleChoice {
    guard let mapping = node.mapping, mapping.count == 1, let (key, titles) = mapping.first,
      let name = key.string, let table = titles.mapping
    else {
      throw error(
        "'choose' is a table such as '{ library.option: { value: Title of its fix, … } }'", at: node
      )
    }
    let known = try knownValues(of: name, at: key)
    var values: [RuleChoice.Value] = []
    for (key, title) in table {
      let value = key.string ?? ""
      guard known.contains(value) else {
        throw error("'\(value)' is not a value of '\(name)'\(suggestion(value, known))", at: key)
      }
      values.append(RuleChoice.Value(name: value, title: try text(title, value) ?? value))
    }
    guard values.count > 1 else {
      throw error("there is nothing to choose: 'choose' names two values or more", at: node)
    }
    return RuleChoice(option: name, values: values)
  }

  /// Reads a list of options whose values have a meaning of their own, as several rules obey them.
  private func obeyedOptions(_ node: MatterNode) throws(PageError) -> [ObeyedOption] {
    guard let list = node.sequence, !list.isEmpty else {
      throw error("'obeys' is a list of options such as '[grpc-swift.server-style]'", at: node)
    }
    var result: [ObeyedOption] = []
    for item in list {
      let name = item.string ?? ""
      let values = try knownValues(of: name, at: item)
      guard optionTable.contains(where: { $0.name == name && !$0.titles.isEmpty }) else {
        throw error(
          "'\(name)' is an option that 'choose' offers, with a fix for each value", at: item)
      }
      result.append(ObeyedOption(name: name, values: values))
    }
    return result
  }

  /// The values of an option that has some to choose from.
  private func knownValues(of name: String, at node: MatterNode) throws(PageError) -> [String] {
    guard let option = optionTable.first(where: { $0.name == name }),
      case .choice(let known) = option.kind
    else {
      let names = optionTable.filter { if case .choice = $0.kind { true } else { false } }
      throw error("'\(name)' is not an option\(suggestion(name, names.map(\.name)))", at: node)
    }
    return known
  }

  /// What `where` and `when` name by qualified names.
  private func symbolsInConditions(of row: Row) -> [String: PagePlace] {
    var nodes = (row.nodes["find"]?.mapping?["where"]?.mapping ?? [:]).map { $0.value }
    for (key, value) in row.nodes["when"]?.mapping ?? [:] {
      if key.string == "declares" { nodes.append(value) }
      guard let types = value.mapping?["is"] else { continue }
      nodes += types.sequence ?? [types]
    }
    var places: [String: PagePlace] = [:]
    for node in nodes { if let name = node.string { places[name] = place(of: node) } }
    return places
  }

  /// What of the value behind a finder's word a symbol's error points at.
  private func symbolWord(_ finder: Finder, _ find: FinderSpec) -> String? {
    finder.terms.symbol(find) ?? (find.subject.isEmpty ? nil : find.subject)
  }

  // MARK: Finders

  private func finder(_ node: MatterNode) throws(PageError) -> (Finder, FinderSpec) {
    guard let mapping = node.mapping, let (key, value) = mapping.first, let word = key.string else {
      throw error("'find' is a table such as '{ type: Module.Name }'", at: node)
    }
    guard let finder = findersByWord[word] else {
      throw error(
        "'\(word)' is not a finder\(suggestion(word, finderList.map(\.terms.word)))", at: key)
    }
    var options: [String: String] = [:]
    if let table = value.mapping {
      for (name, value) in table { options[name.string ?? ""] = value.string ?? "" }
    }
    var shape: String?
    for (name, value) in mapping.dropFirst() {
      if finder.terms.word == CallFinder.terms.word, name.string == "like" {
        shape = try text(value, "like")
        if lines != nil { try judge(shape: value) }
        continue
      }
      if finder.terms.word == CallFinder.terms.word, name.string == "unless" {
        options["unless"] = try text(value, "unless")
        continue
      }
      guard finder.takesTypes, name.string == "where" else {
        throw error(
          "a finder has one word; 'where' belongs to 'pattern' and 'statements', 'like' and 'unless' to 'call'",
          at: name)
      }
      guard let table = value.mapping else {
        throw error("'where' is a table of types by metavariables", at: value)
      }
      for (variable, type) in table {
        options[variable.string.map { String($0.drop { $0 == "$" }) } ?? ""] = type.string ?? ""
      }
    }
    let find = FinderSpec(
      word: word, subject: value.string ?? "", options: options,
      shape: shape)
    if lines != nil { try judge(value, finder.terms, mapping) }
    return (finder, find)
  }

  // MARK: Values

  func flag(_ node: MatterNode?, _ key: String) throws(PageError) -> Bool? {
    guard let node else { return nil }
    guard let value = node.bool else { throw error("'\(key)' is 'true' or 'false'", at: node) }
    return value
  }

  func text(_ node: MatterNode?, _ key: String) throws(PageError) -> String? {
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
        "'\(text)' is not \(what)\(suggestion(text, W.allCases.map(\.rawValue)))", at: node)
    }
    return word
  }

  /// Holds that a table has known keys alone; of a page that is judged already nothing is asked.
  func check(
    _ mapping: MatterTable, _ known: [String], of what: String
  ) throws(PageError) {
    guard lines != nil else { return }
    for (key, _) in mapping {
      let word = key.string ?? ""
      if !known.contains(word) {
        throw error("'\(word)' is not a key of \(what)\(suggestion(word, known))", at: key)
      }
    }
  }

  // MARK: Places

  func error(_ message: String, at node: MatterNode?, marking word: String? = nil) -> PageError {
    PageError(path: path, place(of: node, marking: word), message: message)
  }

  func place(of node: MatterNode?, marking word: String? = nil) -> PagePlace {
    guard let node else { return PagePlace(line: firstLine) }
    let line = firstLine + node.line - 1
    return lines?.place(line: line, column: node.column, marking: word) ?? PagePlace(line: line)
  }
}

func isRuleID(_ text: String) -> Bool {
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

/// Returns `; did you mean 'x'?` for the nearest of `known`, or the list where none is near.
func suggestion(_ word: String, _ known: [String]) -> String {
  if let nearest = nearestSpelling(of: word, among: known) { return "; did you mean '\(nearest)'?" }
  return "; known are \(known.joined(separator: ", "))"
}
