import MoultFindings
import MoultMatching
import MoultSource
import MoultSurfaces

extension MatterReader {
  /// Holds what stands behind a finder's word against what the finder takes.
  ///
  /// - Parameter mapping: the table behind `find`, with the word and, for a pattern, its types.
  func judge(
    _ value: MatterNode, _ terms: FinderTerms, _ mapping: MatterTable
  ) throws(PageError) {
    let word = terms.word
    switch terms.value {
    case .text(let what):
      guard let text = value.string, !text.isEmpty else {
        throw error("'\(word)' wants \(what)", at: value)
      }
    case .word(let words):
      let text = value.string ?? ""
      guard words.contains(text) else {
        throw error("'\(word)' finds no '\(text)'\(suggestion(text, words))", at: value)
      }
    case .table(let keys):
      guard let table = value.mapping else {
        let names = keys.filter(\.isRequired).map { "\($0.name): …" }.joined(separator: ", ")
        throw error("'\(word)' wants a table: '{ \(word): { \(names) } }'", at: value)
      }
      try judge(table, keys, of: word, at: value)
    case .textOrTable(let what, let keys):
      if let table = value.mapping {
        try judge(table, keys, of: word, at: value)
      } else if value.string?.isEmpty ?? true {
        throw error("'\(word)' wants \(what), or a table", at: value)
      }
    }
    guard let bound = try metavariables(value, word) else { return }
    for (variable, _) in mapping["where"]?.mapping ?? [:] {
      let name = String((variable.string ?? "").drop { $0 == "$" })
      guard bound.contains(name) else {
        throw error(
          "\(word == PatternFinder.terms.word ? "the pattern has" : "the statements have") no '$\(name)'\(near("$" + name, bound.map { "$" + $0 }))",
          at: variable)
      }
    }
  }

  /// The metavariables of code that is looked for; nil where a finder looks for something else.
  private func metavariables(
    _ value: MatterNode, _ word: String
  ) throws(PageError) -> [String]? {
    let text = value.string ?? ""
    if word == StatementFinder.terms.word {
      let pattern: StatementPattern
      do {
        pattern = try StatementPattern(text)
      } catch {
        switch error {
        case .syntax(let message):
          throw self.error("the statements are not Swift: \(message)", at: value)
        case .empty: throw self.error("a statement stands before and behind each '…'", at: value)
        }
      }
      guard pattern.isFindable else {
        throw error(
          "the first statement calls nothing by its name, so it cannot be looked for", at: value)
      }
      return pattern.metavariables
    }
    guard word == PatternFinder.terms.word else { return nil }
    let pattern: Pattern
    do {
      pattern = try Pattern(text)
    } catch {
      switch error {
      case .syntax(let message):
        throw self.error("the pattern is not Swift: \(message)", at: value)
      case .notOneExpression:
        throw self.error("the pattern is not one expression", at: value)
      }
    }
    guard !pattern.anchors.isEmpty else {
      throw error("the pattern has no name of its own, so it cannot be looked for", at: value)
    }
    return pattern.metavariables
  }

  private func judge(
    _ table: MatterTable, _ keys: [FinderKey], of word: String, at node: MatterNode
  ) throws(PageError) {
    try check(table, keys.map(\.name), of: "'\(word)'")
    for key in keys {
      guard let value = table[key.name] else {
        if key.isRequired {
          throw error("'\(word)' wants '\(key.name)'", at: node)
        }
        continue
      }
      let text = value.string ?? ""
      guard !text.isEmpty else { throw error("'\(key.name)' says nothing", at: value) }
      switch key.value {
      case .text: break
      case .word(let words):
        guard words.contains(text) else {
          throw error("'\(key.name)' cannot be '\(text)'\(suggestion(text, words))", at: value)
        }
      case .words(let words):
        for part in text.split(separator: " ").map(String.init) where !words.contains(part) {
          throw error(
            "'\(key.name)' cannot be '\(part)'\(suggestion(part, words))", at: value,
            marking: part)
        }
      case .number:
        guard let number = Int(text), number > 0 else {
          throw error("'\(key.name)' is a number from 1 on", at: value)
        }
      case .version:
        guard VersionNumber(text) != nil else {
          throw error("'\(key.name)' is a version such as '1.2.0'", at: value)
        }
      }
    }
  }

  /// Holds what a row does against what its finder binds and can reach.
  func judge(_ row: Row, _ finder: Finder, _ find: FinderSpec) throws(PageError) {
    try judgeConditions(row, finder, find)
    try judgeAction(row, finder, find)
    let bound = finder.terms.binds(find)
    for key in ["message", "fix", "next", "because"] {
      guard let node = row.nodes[key] else { continue }
      try judge(node, node.string ?? "", bound, more: ["found"], finder)
    }
    for entry in row.nodes["refuse"]?.sequence ?? [] {
      for key in ["message", "next"] {
        guard let text = entry.mapping?[key] else { continue }
        let more = key == "next" ? ["conformer"] : ["conformer", "found"]
        try judge(text, text.string ?? "", bound, more: more, finder)
      }
    }
  }

  private func judgeConditions(
    _ row: Row, _ finder: Finder, _ find: FinderSpec
  ) throws(PageError) {
    let node = row.nodes["when"] ?? row.nodes["refuse"]
    guard node != nil else { return }
    guard finder.isAboutSwift else {
      throw error("conditions are about Swift, which '\(find.word)' does not look in", at: node)
    }
    let bound = finder.terms.binds(find)
    for guardian in row.guards + row.refusals.flatMap(\.guards) {
      guard case .variable(let name, _) = guardian, name != "variable", !bound.contains(name)
      else { continue }
      throw error(
        "'$\(name)' stands for nothing in '\(find.word)'; there are \(bound.description)", at: node,
        marking: "$" + name)
    }
    guard row.refusals.isEmpty || row.action != nil else {
      throw error(
        "'refuse' keeps a row from its fix, and this row has none", at: row.nodes["refuse"])
    }
  }

  private func judgeAction(
    _ row: Row, _ finder: Finder, _ find: FinderSpec
  ) throws(PageError) {
    let terms = finder.terms
    let node = row.nodes["put"] ?? row.nodes["transform"]
    switch row.action {
    case nil, .advise: return
    case .transform(let call):
      guard let known = finder.transforms else {
        throw error("'\(terms.word)' takes no transform", at: node)
      }
      try judge(call, at: node, known)
    case .retype:
      guard terms.word == TypeFinder.terms.word else {
        throw error("'generic' is for types, and '\(terms.word)' finds something else", at: node)
      }
    case .rewriteStatements(let rewriting):
      try judge(rewriting, at: node, finder, find)
      try judge(inner: rewriting.inner, at: node, finder, find)
    case .extend(let addition):
      guard terms.word == ConformanceFinder.terms.word else {
        throw error(
          "'declare' and 'conform' are for conformances, and '\(terms.word)' finds something else",
          at: node)
      }
      for text in addition.members {
        try judge(node, text, terms.binds(find), more: ["conformer"], finder)
      }
    case .askType:
      guard terms.word == MemberFinder.terms.word else {
        throw error("'on' is for members, and '\(terms.word)' finds something else", at: node)
      }
    case .makeInstanceMember:
      guard terms.word == ConformanceFinder.terms.word else {
        throw error(
          "'member' is for conformances, and '\(terms.word)' finds something else", at: node)
      }
    case .removeStatement:
      guard terms.word == CallFinder.terms.word else {
        throw error("'remove' is for calls, and '\(terms.word)' finds something else", at: node)
      }
    case .relabel(let relabelling):
      guard terms.word == CallFinder.terms.word else {
        throw error(
          "'put' without 'text' changes calls, and '\(terms.word)' finds something else", at: node)
      }
      try judge(relabelling, at: node, terms, find, finder)
    case .put(let put):
      switch terms.reach {
      case .page: break
      case .own:
        throw error("'\(terms.word)' knows what to write; leave 'put' out", at: node)
      case .advice:
        throw error("'\(terms.word)' only reports; leave 'put' out", at: node)
      }
      if put.keepsText, !finder.isAboutSwift {
        throw error("'put' has no 'text'", at: node)
      }
      try judge(put, at: node, finder, find)
      try judge(inner: put.inner, at: node, finder, find)
    }
  }

  private func judge(
    _ relabelling: Relabelling, at node: MatterNode?, _ terms: FinderTerms, _ find: FinderSpec,
    _ finder: Finder
  ) throws(PageError) {
    let labels = labels(ofName: find.subject)
    let bound = terms.binds(find)
    let meant =
      relabelling.labels.keys.sorted() + relabelling.wrapped.keys.sorted() + relabelling.dropped
    for label in meant {
      if label.hasPrefix("$") {
        try judge(node, label, bound, more: [], finder)
      } else if !labels.contains(label) {
        throw error(
          "'\(find.subject)' has no label '\(label)'\(near(label, labels))", at: node,
          marking: label)
      }
    }
    for text in relabelling.added + relabelling.wrapped.values.sorted() {
      try judge(node, text, bound, more: [], finder)
    }
  }

  /// Each part that is found becomes one.
  private func judge(
    _ rewriting: StatementRewriting, at node: MatterNode?, _ finder: Finder, _ find: FinderSpec
  ) throws(PageError) {
    guard find.word == StatementFinder.terms.word else {
      throw error(
        "'put' with 'statements' is for 'statements', and '\(find.word)' finds something else",
        at: node)
    }
    let parts = StatementPattern.chunks(of: find.subject).count
    guard rewriting.chunks.count == parts else {
      throw error(
        "'find' has \(parts - 1) '…' and 'put' \(rewriting.chunks.count - 1); what stands between stays, so both have the same",
        at: node)
    }
    let nested = StatementPattern.nestedStretches(in: find.subject)
    let others = StatementPattern.nestedStretches(in: rewriting.text)
    guard nested == others else {
      throw error(
        "the blocks of 'find' have \(nested) '…' and those of 'put' \(others); what stands between stays, so both have the same",
        at: node)
    }
    let text = rewriting.chunks.joined(separator: "\n")
    let bound = finder.terms.binds(find)
    try judge(node, text, bound, more: [], finder)
    try judgeLost(bound, in: text, at: node)
  }

  /// What a pattern holds is the person's own code, and is not lost without a word.
  private func judgeLost(
    _ bound: Metavariables, in text: String, at node: MatterNode?
  ) throws(PageError) {
    let used = Set(Template(text).variables)
    for name in bound.names.sorted() where !used.contains(name) {
      throw error(
        "'$\(name)' is in the pattern and not in 'put', so its code would be lost; write '$_' if it should be",
        at: node)
    }
  }

  /// A transform has the forms that it has.
  private func judge(
    _ call: TransformCall, at node: MatterNode?, _ known: [String: [String]]
  ) throws(PageError) {
    guard let problem = problem(of: call, among: known) else { return }
    let entry = node?.mapping?.first
    throw error(problem.message, at: (problem.isAboutForm ? entry?.value : entry?.key) ?? node)
  }

  private func judge(
    _ put: PutSpec, at node: MatterNode?, _ finder: Finder, _ find: FinderSpec
  ) throws(PageError) {
    let bound = finder.terms.binds(find)
    if let shape = find.shape, !put.keepsText {
      let names = (try? StatementPattern(shape))?.metavariables ?? []
      let new: StatementPattern
      do {
        new = try StatementPattern(put.text)
      } catch {
        throw self.error("what the call becomes is not Swift", at: node)
      }
      guard new.isOnePiece else { throw error("a call becomes one expression", at: node) }
      for name in new.metavariables where !bound.contains(name) {
        throw error(
          "'$\(name)' stands for nothing in 'like'\(near("$" + name, names.map { "$" + $0 }))",
          at: node,
          marking: "$" + name)
      }
      for name in names where !new.metavariables.contains(name) {
        throw error(
          "'$\(name)' is in the pattern and not in 'put', so its code would be lost; write '$_' if it should be",
          at: node)
      }
      return
    }
    try judge(node, put.text, bound, more: [], finder)
    if let fallback = put.fallback { try judge(node, fallback, bound, more: [], finder) }
    if put.isConcrete, finder.terms.word != TypeFinder.terms.word {
      throw error("'concrete' is for types, and '\(find.word)' finds something else", at: node)
    }
    if put.mutatesBase, !bound.contains("base") {
      throw error("'mutates' is about '$base', which '\(find.word)' does not bind", at: node)
    }
    guard find.word == PatternFinder.terms.word, !put.keepsText else { return }
    try judgeLost(bound, in: put.text, at: node)
  }

  /// Every metavariable of a text must stand for something.
  private func judge(
    _ node: MatterNode?, _ text: String, _ bound: Metavariables, more: [String], _ finder: Finder
  ) throws(PageError) {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return }
    for name in Template(text).variables where !bound.contains(name) && !more.contains(name) {
      let all = bound.names.union(more).sorted().map { "$" + $0 }
      let nearest = nearestSpelling(of: "$" + name, among: all)
      let known = Metavariables(bound.names.union(more), arguments: bound.arguments).description
      let hint =
        nearest.map { "; did you mean '\($0)'?" }
        ?? (known.isEmpty ? "; there is none" : "; there are \(known)")
      throw error(
        "'$\(name)' stands for nothing in '\(finder.terms.word)'\(hint)", at: node,
        marking: text.contains("${\(name)}") ? "${\(name)}" : "$" + name)
    }
  }
}

/// The labels of a qualified name, `_` among them.
private func labels(ofName name: String) -> [String] {
  let list = name.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
  return list.split(separator: ":").map(String.init)
}
