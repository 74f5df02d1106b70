import MoultFindings
import MoultSource

/// What an editor that asks for diagnostics is told of the files of one project, by numbers.
///
/// The number of a report is made of what the report says, so that an editor that names it need not be told again, and
/// this server need not remember whom it told what.
struct DiagnosticReports: Sendable {
  private var known: [String: (basis: DiagnosticBasis, number: String)] = [:]

  /// Whether all files of the project are known, so that nothing was said of the others.
  private var isWhole = false

  /// The number of a report that says nothing.
  static let nothing = number(of: [])

  /// The files of which there is something to say, absolute.
  var paths: Set<String> { Set(known.filter { $0.value.number != Self.nothing }.keys) }

  /// Returns the number of the report of the file at an absolute path; of one that `update` has not seen, that of nothing.
  func number(_ path: String) -> String { known[path]?.number ?? Self.nothing }

  /// Returns the same, made anew of a file that `update` has not seen.
  func number(of path: String, _ messages: ServerMessages?) -> String {
    known[path]?.number
      ?? Self.number(of: messages?.diagnostics(messages?.project.findings(at: path) ?? []) ?? [])
  }

  /// Takes what is found by now.
  ///
  /// - Parameters:
  ///   - messages: nil if nothing can be said of the project.
  ///   - open: the files to know about, absolute.
  ///   - isWhole: whether all the others are to be known as well.
  /// - Returns: the files that were known and of which something else is to be said by now, absolute.
  /// - Complexity: O(*n*) in the files with findings; those whose findings and texts are the same cost some comparisons.
  mutating func update(
    _ messages: ServerMessages?, open: Set<String>, isWhole: Bool
  ) -> Set<String> {
    let paths = isWhole ? open.union(messages?.project.pathsWithFindings ?? []) : open
    var changed: Set<String> = []
    for path in Set(known.keys).union(paths) {
      guard paths.contains(path) else {
        if isWhole, number(path) != Self.nothing { changed.insert(path) }
        known[path] = nil
        continue
      }
      let before = known[path]
      // What is to be judged again is told of when it is.
      if before != nil, messages?.project.isDue(path) ?? false { continue }
      let findings = messages?.project.findings(at: path) ?? []
      if let before, before.basis.holds(findings, messages?.project) { continue }
      let number = Self.number(of: messages?.diagnostics(findings) ?? [])
      if let old = before?.number ?? (self.isWhole ? Self.nothing : nil), old != number {
        changed.insert(path)
      }
      known[path] = (
        DiagnosticBasis(findings: findings, texts: messages?.texts(namedBy: findings) ?? [:]),
        number
      )
    }
    self.isWhole = isWhole
    return changed
  }

  /// Returns a number that is the same in every session for the same diagnostics.
  private static func number(of diagnostics: [JSONValue]) -> String {
    hexadecimal(stableHash(JSONValue.array(diagnostics).canonical))
  }
}

extension JSONValue {
  /// Bytes that are the same for equal values, and others for others.
  fileprivate var canonical: [UInt8] {
    var result: [UInt8] = []
    write(to: &result)
    return result
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .number(let number): bytes += "\(number);".utf8
    case .string(let text):
      bytes += "\(text.utf8.count):".utf8
      bytes += text.utf8
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for value in values { value.write(to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        JSONValue.string(key).write(to: &bytes)
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
