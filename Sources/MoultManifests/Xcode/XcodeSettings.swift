package import MoultSource

/// What a file of settings says that configurations of Xcode projects are based on: an `.xcconfig`.
package struct XcodeSettings: Sendable {
  /// What it says of the language, by name and in order; a value may name variables.
  package let ofLanguage: [(name: String, value: String)]

  /// The paths of the files that it includes, as they are written, optional ones too.
  package let included: [String]
}

/// Reads an `.xcconfig`: `NAME[sdk=…] = value // …` and `#include "…"`, a line each.
///
/// - Complexity: O(*n*).
package func parseXcodeSettings(_ source: SourceText) -> XcodeSettings {
  var settings: [(name: String, value: String)] = []
  var included: [String] = []
  for line in source.bytes.split(whereSeparator: \.isLineBreak) {
    let text = String(decoding: line, as: UTF8.self)
    if text.firstNonblank == "#" {
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
      if parts.count > 2, parts[0].contains("include") { included.append(String(parts[1])) }
      continue
    }
    let said = text.firstRange(of: "//").map { text[..<$0.lowerBound] } ?? text[...]
    guard let equals = said.firstIndex(of: "=") else { continue }
    // What stands in brackets says of which systems or kinds of build it is true, and has a sign of its own.
    let bracket = said.firstIndex(of: "[").flatMap { $0 < equals ? $0 : nil }
    guard let name = said[..<(bracket ?? equals)].firstWord, namesOfLanguageSettings.contains(name),
      let sign = bracket == nil ? equals : said.lastIndex(of: "=")
    else { continue }
    settings.append((name, said[said.index(after: sign)...].firstWord ?? ""))
  }
  return XcodeSettings(ofLanguage: settings, included: included)
}

/// The settings that say in which language mode code is built.
let namesOfLanguageSettings: Set<String> = ["SWIFT_VERSION", "SWIFT_DEFAULT_ACTOR_ISOLATION"]

extension StringProtocol {
  fileprivate var firstNonblank: Character? { first { !$0.isBlank } }

  /// What stands before the first blank or semicolon, behind blanks.
  fileprivate var firstWord: String? {
    let word = drop(while: \.isBlank).prefix { !$0.isBlank && $0 != ";" }
    return word.isEmpty ? nil : String(word)
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
