import Foundation
import MoultFindings
import Yams

/// The text of a budget: YAML with one line for each part of the project, sorted, so that git can merge it.
enum BudgetFile {
  /// The name of the file if nothing else is said.
  static let defaultName = ".moult-budget.yml"

  private static let version = 1

  static func text(of budget: Budget) throws -> String {
    var output = "# How many findings each \(budget.unit.rawValue) may have. "
    output += "Written by 'moult baseline --budget \(budget.unit.rawValue)'; "
    output += "the numbers may only fall.\n"
    output += "version: \(version)\nunit: \(budget.unit.rawValue)\n"
    if budget.limits.isEmpty { return output + "budget: {}\n" }
    output += "budget:\n"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    for (name, limit) in budget.limits.sorted(by: { $0.key < $1.key }) {
      // JSON, which YAML contains.
      output += "  \(String(decoding: try encoder.encode(name), as: UTF8.self)): \(limit)\n"
    }
    return output
  }

  /// Reads the text of a budget.
  ///
  /// - Throws: `ConfigurationError` with the place of what cannot be read.
  static func budget(_ text: String) throws(ConfigurationError) -> Budget? {
    guard let root = try yamlRoot(text, of: nil) else { return nil }
    var unit: Budget.Unit?
    var limits: [String: Int] = [:]
    for (key, value) in try root.entries("a mapping with 'version', 'unit' and 'budget'") {
      switch try key.text("a key") {
      case "version":
        guard value.int == version else {
          throw value.error(.expected("version \(version), the only one this Moult knows"))
        }
      case "unit":
        guard let known = Budget.Unit(rawValue: try value.text("a unit")) else {
          let names = Budget.Unit.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
          throw value.error(.expected("one of \(names)"))
        }
        unit = known
      case "budget":
        for (name, limit) in try value.entries("names with their numbers") {
          guard let number = limit.int, number >= 0 else {
            throw limit.error(.expected("a number from 0"))
          }
          limits[try name.text("a name")] = number
        }
      case let name: throw key.unknown("key", name, among: ["version", "unit", "budget"])
      }
    }
    guard let unit else { throw root.error(.expected("a 'unit'")) }
    return Budget(unit: unit, limits: limits)
  }
}
