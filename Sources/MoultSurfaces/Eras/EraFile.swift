import MoultSource

/// Reads an `eras.yml`; every key that is not known is an error.
package func parseEras(_ text: CatalogueText) throws(PageError) -> LibraryEras {
  let reader = EraReader(path: text.path)
  let root: MatterNode?
  do throws(MatterError) {
    if let matter = text.matter { root = matter.root } else { root = try parseMatter(text.text) }
  } catch {
    let message =
      switch error {
      case .alias(let name): "'*\(name)' is an alias, which is not read"
      case .malformed(let problem, _, _): "the file is not valid YAML: \(problem)"
      }
    throw PageError(path: text.path, line: 1, message: message)
  }
  guard let table = root?.mapping else {
    throw PageError(path: text.path, line: 1, message: "the file is not a table of keys")
  }
  try reader.check(table, ["signs", "eras", "services"])
  if let flag = table["services"], flag.bool == nil {
    throw reader.error("'services' is 'true' or 'false'", at: flag)
  }
  guard let list = table["eras"]?.sequence, !list.isEmpty else {
    throw reader.error("'eras' is a list of tables", at: table["eras"])
  }
  var eras: [Era] = []
  for node in list { eras.append(try reader.era(node)) }
  let library = text.path.split(separator: "/").dropLast().last.map(String.init) ?? ""
  return LibraryEras(
    library: library, hasServices: table["services"]?.bool ?? false,
    signs: try reader.signs(table["signs"]), eras: eras)
}

private struct EraReader {
  let path: String

  func error(_ message: String, at node: MatterNode?) -> PageError {
    PageError(path: path, line: node?.line ?? 1, message: message)
  }

  func era(_ node: MatterNode) throws(PageError) -> Era {
    guard let table = node.mapping else { throw error("an era is a table of keys", at: node) }
    try check(
      table, ["era", "title", "signs", "needs", "follows", "must_be_seen", "carthage", "notes"])
    guard let name = table["era"]?.string, let title = table["title"]?.string else {
      throw error("an era has an 'era' and a 'title'", at: node)
    }
    var needs: [String: String] = [:]
    for (key, value) in table["needs"]?.mapping ?? [:] {
      guard let version = value.string, VersionNumber(version) != nil else {
        throw error("what an era needs is a version", at: value)
      }
      guard key.string != "tools" else {
        throw error("a tools version keeps nobody from an era; 'needs' names platforms", at: key)
      }
      needs[key.string ?? ""] = version
    }
    var follows: [String: [String]] = [:]
    for (key, value) in table["follows"]?.mapping ?? [:] {
      follows[key.string ?? ""] = try words(value)
    }
    for key in ["must_be_seen", "carthage"] {
      if let flag = table[key], flag.bool == nil {
        throw error("'\(key)' is 'true' or 'false'", at: flag)
      }
    }
    return Era(
      name: name, title: title, signs: try signs(table["signs"]), needs: needs, follows: follows,
      mustBeSeen: table["must_be_seen"]?.bool ?? false,
      comesByCarthage: table["carthage"]?.bool ?? false, notes: try words(table["notes"]))
  }

  func signs(_ node: MatterNode?) throws(PageError) -> EraSigns {
    guard let node else { return EraSigns() }
    guard let table = node.mapping else { throw error("'signs' is a table of keys", at: node) }
    try check(
      table,
      [
        "modules", "marks", "words", "headers", "products", "packages", "pods", "generators",
        "remotes", "files", "checkouts",
      ])
    return EraSigns(
      modules: try words(table["modules"]), marks: try words(table["marks"]),
      words: try words(table["words"]),
      headers: try words(table["headers"]), products: try words(table["products"]),
      packages: try versioned(table["packages"]), pods: try versioned(table["pods"]),
      generators: try words(table["generators"]), remotes: try words(table["remotes"]),
      files: try words(table["files"]), checkouts: try words(table["checkouts"]))
  }

  private func words(_ node: MatterNode?) throws(PageError) -> [String] {
    guard let node else { return [] }
    guard let sequence = node.sequence else { throw error("a list of words is wanted", at: node) }
    return sequence.compactMap(\.string)
  }

  private func versioned(_ node: MatterNode?) throws(PageError) -> [VersionedName] {
    guard let node else { return [] }
    guard let sequence = node.sequence else { throw error("a list of names is wanted", at: node) }
    var names: [VersionedName] = []
    for element in sequence {
      if let name = element.string {
        names.append(VersionedName(name: name, from: nil, below: nil, branches: []))
        continue
      }
      guard let table = element.mapping, let name = table["name"]?.string else {
        throw error("an entry is a name, or a table with a 'name'", at: element)
      }
      try check(table, ["name", "from", "below", "branches"])
      names.append(
        VersionedName(
          name: name, from: table["from"]?.string.flatMap { VersionNumber($0) },
          below: table["below"]?.string.flatMap { VersionNumber($0) },
          branches: try words(table["branches"])))
    }
    return names
  }

  func check(_ table: MatterTable, _ known: [String]) throws(PageError) {
    for (key, _) in table {
      let word = key.string ?? ""
      guard known.contains(word) else {
        let near = nearestSpelling(of: word, among: known).map { "; did you mean '\($0)'?" }
        throw error("'\(word)' is not a key here\(near ?? "")", at: key)
      }
    }
  }
}
