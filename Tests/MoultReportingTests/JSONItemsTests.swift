import Foundation
import MoultFindings
import MoultReporting
import MoultSource
import Testing

/// What JSON says, whatever it is about.
private enum JSONTree: Codable {
  case object([String: JSONTree])
  case list([JSONTree])
  case text(String)
  case number(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let members = try? container.decode([String: JSONTree].self) {
      self = .object(members)
    } else if let items = try? container.decode([JSONTree].self) {
      self = .list(items)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try container.decode(Int.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .list(let items): try container.encode(items)
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

/// Every character that JSON has a word of its own for, some that it has none for, and what only looks like one.
private let strange =
  (0..<0x21).map { String(Unicode.Scalar(UInt8($0))) }.joined()
  + "\"\\/\u{7F}é\u{2028}\u{2029}😀e\u{301}"

private func finding(_ number: Int, in source: SourceText) -> Finding {
  let range = ByteRange(indices: number..<number + 3)
  let fix = Fix(
    title: "Rename \(strange)", safety: .review,
    files: [
      FileEdits(path: source.path, edits: [Edit(range, strange), Edit(range, "")]),
      FileEdits(path: "Gone\(strange).swift", edits: []),
    ], imports: ImportChange(add: number % 2 == 0 ? [] : ["M", "N"]))
  return Finding(
    rule: RuleID("lib.old"), severity: .error, path: source.path, range: range,
    construct: number % 3 == 0 ? range : nil, message: strange,
    related: number % 2 == 0
      ? [] : [RelatedPlace(path: "Gone.swift", range: range, message: strange)],
    fix: number % 5 == 0 ? nil : fix)
}

@Test(arguments: [0, 1, 2, 600])
func `findings are written as the encoder of Foundation writes them`(_ count: Int) throws {
  let source = SourceText(path: "A \(strange).swift", bytes: Array("é\n€ 😀 old\n".utf8))
  let report = Report(
    findings: (0..<count).map { finding($0 % 8, in: source) }, sources: [source],
    coverage: Coverage(), verdict: .found)
  let text = try report.json(version: "1", jobs: 2)
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  let tree = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
  #expect(String(decoding: try encoder.encode(tree), as: UTF8.self) + "\n" == text)
}
