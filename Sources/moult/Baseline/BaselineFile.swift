import Foundation
import MoultFindings
import MoultRules
import Yams

/// The text of a baseline: YAML in which each finding is one line, sorted, so that git can merge it.
enum BaselineFile {
  /// The name of the file that `moult baseline` writes if nothing else is said.
  static let defaultName = ".moult-baseline.yml"

  private static let version = 1

  static func text(of baseline: Baseline) throws -> String {
    var output = "# Findings that 'moult lint' ignores. Written by 'moult baseline'.\n"
    output += "version: \(version)\n"
    if baseline.entries.isEmpty { return output + "findings: []\n" }
    output += "findings:\n"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    for entry in baseline.entries {
      // Written by hand for the order of the keys; each value is JSON, which YAML contains.
      func json(_ text: String) throws -> String {
        String(decoding: try encoder.encode(text), as: UTF8.self)
      }
      output += "- { path: \(try json(entry.path)), in: \(try json(entry.context)), "
      output += "rule: \(try json(entry.rule.rawValue)), code: \(try json(entry.code)), "
      output += "ordinal: \(entry.ordinal) }\n"
    }
    return output
  }

  /// Reads the text of a baseline.
  ///
  /// - Throws: `ConfigurationError` with the place of what cannot be read: a conflict that was never
  ///   resolved, a version of a newer Moult.
  static func baseline(_ text: String) throws(ConfigurationError) -> Baseline {
    let root = try yamlRoot(text, of: nil)
    guard let root else { return Baseline([]) }
    var entries: [Fingerprint] = []
    for (key, value) in try root.entries("a mapping with 'version' and 'findings'") {
      switch try key.text("a key") {
      case "version":
        guard value.int == version else {
          throw value.error(.expected("version \(version), the only one this Moult knows"))
        }
      case "findings":
        guard let sequence = value.sequence else {
          throw value.error(.expected("a list of findings"))
        }
        for node in sequence { entries.append(try entry(node)) }
      case let name: throw key.unknown("key", name, among: ["version", "findings"])
      }
    }
    return Baseline(entries)
  }

  private static func entry(_ node: Node) throws(ConfigurationError) -> Fingerprint {
    let known = ["path", "in", "rule", "code", "ordinal"]
    var texts: [String: String] = [:]
    for (key, value) in try node.entries("a finding: 'path', 'in', 'rule', 'code', 'ordinal'") {
      let name = try key.text("a key")
      guard known.contains(name) else { throw key.unknown("key", name, among: known) }
      guard let scalar = value.scalar else { throw value.error(.expected("a text")) }
      texts[name] = scalar.string
    }
    guard let path = texts["path"], let rule = texts["rule"], let context = texts["in"],
      let code = texts["code"], let ordinal = texts["ordinal"].flatMap({ Int($0) }), ordinal > 0
    else { throw node.error(.expected("'path', 'in', 'rule', 'code' and an 'ordinal' from 1")) }
    return Fingerprint(
      path: path, rule: RuleID(rule), context: context, code: code, ordinal: ordinal)
  }
}
