import MoultSource

/// Reads a `versions.yml`: one table, or a list of them where the modules of several packages lie in one folder; every key
/// that is not known is an error.
package func parseVersions(_ text: CatalogueText) throws(PageError) -> [VersionFile] {
  let reader = TableReader(path: text.path)
  var files: [VersionFile] = []
  for root in try reader.roots(text) { files.append(try parseVersions(root, reader)) }
  return files
}

private func parseVersions(
  _ root: MatterTable, _ reader: TableReader
) throws(PageError) -> VersionFile {
  try reader.check(
    root,
    [
      "package", "pods", "first", "since", "deprecated", "until", "generated", "instead", "shared",
      "signs",
    ])
  guard let name = root["package"]?.string else {
    throw reader.error("'package' is missing: 'owner/name'", at: root["package"])
  }
  let package = packageIdentity(name)
  var lives: [String: SymbolLife] = [:]
  try reader.eachRelease(root["since"]) { symbol, release in
    lives[symbol, default: SymbolLife()].since = release
  }
  try reader.eachRelease(root["deprecated"]) { symbol, release in
    lives[symbol, default: SymbolLife()].deprecated = release
  }
  try reader.eachRelease(root["until"]) { symbol, release in
    lives[symbol, default: SymbolLife()].until = release
  }
  var generated: [SymbolRelease] = []
  try reader.eachRelease(root["generated"]) { symbol, release in
    generated.append(SymbolRelease(symbol: symbol, package: package, since: release))
  }
  var signs: [SymbolRelease] = []
  try reader.eachRelease(root["signs"]) { word, release in
    signs.append(SymbolRelease(symbol: word, package: package, since: release))
  }
  var substitutes: [String: String] = [:]
  for (key, value) in root["instead"]?.mapping ?? [:] {
    guard let symbol = key.string, let text = value.string,
      lives[symbol]?.since != nil || generated.contains(where: { $0.symbol == symbol })
    else {
      throw reader.error("'instead' wants a symbol of 'since' or 'generated' and a text", at: key)
    }
    substitutes[symbol] = text
  }
  return VersionFile(
    path: reader.path, package: package, pods: try reader.words(root["pods"]),
    first: root["first"]?.string.flatMap { Release($0) }, lives: lives,
    shared: Set(try reader.words(root["shared"])), generated: generated, substitutes: substitutes,
    signs: signs)
}

/// Reads a `requirements.yml`; every key that is not known is an error.
package func parseRequirements(_ text: CatalogueText) throws(PageError) -> RequirementFile {
  let reader = TableReader(path: text.path)
  let root = try reader.root(text)
  try reader.check(root, ["releases", "pods", "last_pods"])
  var rows: [RequirementRow] = []
  for node in root["releases"]?.sequence ?? [] {
    rows.append(try reader.row(node, named: "package", as: packageIdentity))
  }
  var pods: [RequirementRow] = []
  for node in root["pods"]?.sequence ?? [] {
    pods.append(try reader.row(node, named: "pod", as: { $0.lowercased() }))
  }
  var last: [String: Release] = [:]
  for node in root["last_pods"]?.sequence ?? [] {
    guard let table = node.mapping, let pod = table["pod"]?.string,
      let version = table["version"]?.string.flatMap({ Release($0) }), table["source"] != nil
    else { throw reader.error("a last pod has a 'pod', a 'version' and a 'source'", at: node) }
    last[pod.lowercased()] = version
  }
  return RequirementFile(rows: rows, pods: pods, lastPods: last)
}

/// The name by which package managers tell a package: the last part of its address in lower case.
func packageIdentity(_ address: String) -> String {
  repositoryName(address).split(separator: "/").last.map(String.init) ?? address.lowercased()
}

/// Reads tables of the catalogue that are no pages.
private struct TableReader {
  let path: String

  func error(_ message: String, at node: MatterNode?) -> PageError {
    PageError(path: path, line: node?.line ?? 1, message: message)
  }

  func root(_ text: CatalogueText) throws(PageError) -> MatterTable {
    try table(node(text))
  }

  /// Returns the tables of a list, or the only one.
  func roots(_ text: CatalogueText) throws(PageError) -> [MatterTable] {
    let root = try node(text)
    guard let sequence = root?.sequence else { return [try table(root)] }
    var tables: [MatterTable] = []
    for element in sequence { tables.append(try table(element)) }
    return tables
  }

  private func node(_ text: CatalogueText) throws(PageError) -> MatterNode? {
    do throws(MatterError) {
      if let matter = text.matter { return matter.root }
      return try parseMatter(text.text)
    } catch {
      throw PageError(path: path, line: 1, message: "the file is not valid YAML: \(error)")
    }
  }

  private func table(_ node: MatterNode?) throws(PageError) -> MatterTable {
    guard let table = node?.mapping else {
      throw error("the file is not a table of keys", at: node)
    }
    return table
  }

  func check(_ table: MatterTable, _ known: [String]) throws(PageError) {
    for (key, _) in table where !known.contains(key.string ?? "") {
      let near = nearestSpelling(of: key.string ?? "", among: known)
      throw error(
        "'\(key.string ?? "")' is not a key here" + (near.map { "; did you mean '\($0)'?" } ?? ""),
        at: key)
    }
  }

  func words(_ node: MatterNode?) throws(PageError) -> [String] {
    guard let node else { return [] }
    guard let sequence = node.sequence else { throw error("a list of words is wanted", at: node) }
    return sequence.compactMap(\.string)
  }

  /// Calls `body` with each name of a table whose keys are releases.
  func eachRelease(
    _ node: MatterNode?, _ body: (String, Release) -> Void
  ) throws(PageError) {
    for (key, value) in node?.mapping ?? [:] {
      guard let release = key.string.flatMap({ Release($0) }) else {
        throw error("a release is wanted: '1.2.0'", at: key)
      }
      for word in try words(value) { body(word, release) }
    }
  }

  func row(
    _ node: MatterNode, named kind: String, as identity: (String) -> String
  ) throws(PageError) -> RequirementRow {
    guard let table = node.mapping, let name = table[kind]?.string,
      let from = table["from"]?.string.flatMap({ Release($0) }),
      let source = table["source"]?.string
    else { throw error("a row has a '\(kind)', a 'from' and a 'source'", at: node) }
    try check(table, [kind, "from", "tools", "platforms", "asks", "beside", "source"])
    return RequirementRow(
      name: identity(name), from: from, asks: try releases("asks", of: table, as: identity),
      beside: try releases("beside", of: table, as: identity), source: source)
  }

  private func releases(
    _ word: String, of table: MatterTable, as identity: (String) -> String
  ) throws(PageError) -> [String: Release] {
    var result: [String: Release] = [:]
    for (key, value) in table[word]?.mapping ?? [:] {
      guard let name = key.string, let release = value.string.flatMap({ Release($0) }) else {
        throw error("'\(word)' is a table of releases", at: key)
      }
      result[identity(name)] = release
    }
    return result
  }
}
