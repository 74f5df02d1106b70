import Foundation
import MoultRewriting
import Yams

/// The most columns that one level of indentation, or a tab, may have.
let columnLimit = 16

/// Returns what a `.swift-format` says; what it leaves out is left to other files.
func swiftFormatSettings(_ text: String) throws(LayoutFileError) -> LayoutSettings {
  struct File: Decodable {
    struct Indentation: Decodable {
      let spaces: Int?
      let tabs: Int?
    }

    let lineLength: Int?
    let tabWidth: Int?
    let indentation: Indentation?
  }
  let decoder = JSONDecoder()
  decoder.allowsJSON5 = true
  let file: File
  do {
    file = try decoder.decode(File.self, from: Data(text.utf8))
  } catch let DecodingError.typeMismatch(_, context) where !context.codingPath.isEmpty {
    let key = context.codingPath.map(\.stringValue).joined(separator: ".")
    throw LayoutFileError(reason: "'\(key)' is not what 'swift format' expects")
  } catch {
    throw LayoutFileError(reason: "not the JSON that 'swift format' reads")
  }
  var result = LayoutSettings()
  result.width = try positive(file.lineLength, "lineLength", upTo: .max)
  result.tabWidth = try positive(file.tabWidth, "tabWidth")
  if let spaces = try positive(file.indentation?.spaces, "indentation.spaces") {
    result.indentUnit = String(repeating: " ", count: spaces)
  } else if let tabs = try positive(file.indentation?.tabs, "indentation.tabs") {
    result.indentUnit = String(repeating: "\t", count: tabs)
  }
  return result
}

/// Returns what a `.swiftlint.yml` says: `line_length`, `indentation`, `indentation_width`.
///
/// A line may be as long as SwiftLint is silent about, so of two lengths the lower one holds; a rule that is disabled
/// says nothing.
func swiftLintSettings(_ text: String) throws(LayoutFileError) -> LayoutSettings {
  let root: Node?
  do throws(ConfigurationError) {
    root = try yamlRoot(text, of: nil)
  } catch {
    throw LayoutFileError(reason: "line \(error.line): \(error.message)")
  }
  guard let root = root?.mapping else { return LayoutSettings() }
  let disabled = Set(root["disabled_rules"]?.sequence?.compactMap(\.string) ?? [])
  var result = LayoutSettings()
  if !disabled.contains("line_length"), let length = root["line_length"] {
    let lower = length.mapping?["warning"] ?? length.sequence?.first ?? length
    if length.mapping == nil || length.mapping?["warning"] != nil {
      guard let width = lower.int else {
        throw LayoutFileError(reason: "'line_length' is not a number")
      }
      result.width = try positive(width, "line_length", upTo: .max)
    }
  }
  if let indentation = root["indentation"] {
    if indentation.string == "tabs" {
      result.indentUnit = "\t"
    } else if let spaces = indentation.int {
      result.indentUnit = try positive(spaces, "indentation").map(blanks)
    } else {
      throw LayoutFileError(reason: "'indentation' is neither 'tabs' nor a number of spaces")
    }
  } else if !disabled.contains("indentation_width"),
    let spaces = root["indentation_width"]?.mapping?["indentation_width"]?.int
  {
    result.indentUnit = try positive(spaces, "indentation_width").map(blanks)
  }
  return result
}

private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

private func positive(
  _ number: Int?, _ key: String, upTo limit: Int = columnLimit
) throws(LayoutFileError) -> Int? {
  guard let number else { return nil }
  guard number > 0, number <= limit else {
    throw LayoutFileError(
      reason: limit == .max
        ? "'\(key)' is \(number), and not above 0"
        : "'\(key)' is \(number), and not from 1 to \(limit)")
  }
  return number
}
