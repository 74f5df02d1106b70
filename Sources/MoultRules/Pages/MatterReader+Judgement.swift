import MoultFindings
import MoultMatching
import MoultSource

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
    guard word == PatternFinder.terms.word else { return }
    let bound: [String]
    do {
      bound = try Pattern(value.string ?? "").metavariables
    } catch {
      switch error {
      case .syntax(let message):
        throw self.error("the pattern is not Swift: \(message)", at: value)
      case .notOneExpression:
        throw self.error("the pattern is not one expression", at: value)
      }
    }
    for (variable, _) in mapping["where"]?.mapping ?? [:] {
      let name = String((variable.string ?? "").drop { $0 == "$" })
      guard bound.contains(name) else {
        throw error(
          "the pattern has no '$\(name)'\(near("$" + name, bound.map { "$" + $0 }))", at: variable)
      }
    }
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
    for key in ["message", "fix", "next"] {
      guard let node = row.nodes[key] else { continue }
      try judge(node, node.string ?? "", bound, more: ["found"], finder)
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
      guard case .variable(let name, _) = guardian, !bound.contains(name) else { continue }
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
    case .transform(let name):
      guard let names = finder.transformNames else {
        throw error("'\(terms.word)' takes no transform", at: node)
      }
      guard names.contains(name) else {
        throw error("there is no transform '\(name)'\(near(name, names))", at: node)
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
      let labels = labels(ofName: find.subject)
      let meant = relabelling.labels.keys.sorted() + relabelling.dropped
      for label in meant where !labels.contains(label) {
        throw error(
          "'\(find.subject)' has no label '\(label)'\(near(label, labels))", at: node,
          marking: label)
      }
      let bound = terms.binds(find)
      for text in relabelling.added { try judge(node, text, bound, more: [], finder) }
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
    }
  }

  private func judge(
    _ put: PutSpec, at node: MatterNode?, _ finder: Finder, _ find: FinderSpec
  ) throws(PageError) {
    let bound = finder.terms.binds(find)
    try judge(node, put.text, bound, more: [], finder)
    if put.mutatesBase, !bound.contains("base") {
      throw error("'mutates' is about '$base', which '\(find.word)' does not bind", at: node)
    }
    // What a pattern holds is the person's own code, and is not lost without a word.
    guard find.word == PatternFinder.terms.word else { return }
    guard !put.keepsText else { return }
    let used = Set(Template(put.text).variables)
    for name in bound.names.sorted() where !used.contains(name) {
      throw error(
        "'$\(name)' is in the pattern and not in 'put', so its code would be lost; write '$_' if it should be",
        at: node)
    }
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
