package import MoultMatching
import MoultSource
import MoultSurfaces
package import Yams

/// Why a section of options cannot be used, and where.
package struct OptionError: Error, Hashable, Sendable {
  /// One-based.
  package let line: Int
  /// One-based, in characters.
  package let column: Int
  package let reason: Reason

  /// What is wrong, as facts; `message` has the words.
  package enum Reason: Hashable, Sendable {
    /// A phrase: `a text`.
    case expected(String)
    case unknown(kind: String, name: String, nearest: String?)
  }

  fileprivate init(_ node: Node, _ reason: Reason) {
    line = node.mark?.line ?? 1
    column = node.mark?.column ?? 1
    self.reason = reason
  }

  package var message: String {
    switch reason {
    case .expected(let what): "expected \(what)"
    case .unknown(let kind, let name, let nearest):
      "unknown \(kind) '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
  }
}

/// Reads the section of one family of rules.
///
/// - Parameter options: what the section may hold.
/// - Returns: the values by the options' full names.
package func readOptions(
  _ section: Node, _ options: [RuleOption]
) throws(OptionError) -> [String: OptionValue] {
  var result: [String: OptionValue] = [:]
  guard let mapping = section.mapping else {
    if section.null != nil { return [:] }
    throw OptionError(section, .expected("a mapping of options to values"))
  }
  for (key, value) in mapping {
    let name = key.scalar?.string ?? ""
    guard let option = options.first(where: { $0.key == name }) else {
      throw unknown("key", name, at: key, among: options.map(\.key))
    }
    result[option.name] = try readValue(value, option)
  }
  return result
}

/// Reads a configuration that holds nothing but options, as a case of a page may have one.
///
/// - Parameter table: the options that there are.
package func readOptions(
  _ text: String, _ table: [RuleOption] = optionTable
) throws(OptionError) -> OptionValues {
  guard let root = try? compose(yaml: text), aliasedAnchor(in: text) == nil,
    let mapping = root.mapping
  else { throw OptionError(Node(""), .expected("a mapping of sections to options")) }
  var values: [String: OptionValue] = [:]
  for (key, value) in mapping {
    let section = key.scalar?.string ?? ""
    let options = table.filter { $0.section == section }
    guard !options.isEmpty else {
      throw unknown(
        "section of options", section, at: key, among: Set(table.map(\.section)).sorted())
    }
    values.merge(try readOptions(value, options)) { $1 }
  }
  return OptionValues(values)
}

private func readValue(_ node: Node, _ option: RuleOption) throws(OptionError) -> OptionValue {
  switch option.kind {
  case .choice(let known):
    let text = try readText(node, .any)
    guard known.contains(text) else {
      throw unknown("value of '\(option.name)'", text, at: node, among: known)
    }
    return .text(text)
  case .flag:
    guard let flag = node.bool else { throw OptionError(node, .expected("'true' or 'false'")) }
    return .flag(flag)
  case .text(let form): return .text(try readText(node, form))
  case .texts(let form):
    guard let sequence = node.sequence else { throw OptionError(node, .expected("a list")) }
    var texts: [String] = []
    for item in sequence { texts.append(try readText(item, form)) }
    return .texts(texts)
  case .textOrTable(let form):
    guard let mapping = node.mapping else { return .text(try readText(node, form)) }
    var table: [String: String] = [:]
    for (key, value) in mapping { table[try readText(key, .any)] = try readText(value, form) }
    return .table(table)
  }
}

/// Returns the text of a scalar as it was written: `1` and `off` are texts here.
private func readText(_ node: Node, _ form: TextForm) throws(OptionError) -> String {
  guard let scalar = node.scalar, form.accepts(scalar.string) else {
    throw OptionError(node, .expected(form.expected))
  }
  return scalar.string
}

private func unknown(
  _ kind: String, _ name: String, at node: Node, among known: [String]
) -> OptionError {
  OptionError(
    node, .unknown(kind: kind, name: name, nearest: nearestSpelling(of: name, among: known)))
}
