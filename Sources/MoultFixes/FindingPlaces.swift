import MoultFindings
import MoultSource

/// What makes a finding the same one, whatever fix it offers: someone may have chosen another.
struct FindingIdentity: Hashable {
  let rule: RuleID
  let path: String
  let range: ByteRange
  let message: String
}

extension Finding {
  var identity: FindingIdentity {
    FindingIdentity(rule: rule, path: path, range: range, message: message)
  }
}

/// Findings by where they are.
struct FindingPlaces {
  private struct Key: Hashable {
    let path: String
    let line: Int
  }

  private var byLine: [Key: [Finding]] = [:]
  private var indices: [String: LineIndex] = [:]

  init(_ findings: [Finding], text: (String) -> [UInt8]) {
    for (path, findings) in Dictionary(grouping: findings, by: \.path) {
      let index = LineIndex(text(path))
      indices[path] = index
      for finding in findings {
        for line in index.lines(of: finding.range) {
          byLine[Key(path: path, line: line), default: []].append(finding)
        }
      }
    }
  }

  func finding(
    of rule: RuleID, at range: ByteRange, in path: String, besides spent: Set<FindingIdentity>
  ) -> Finding? {
    findings(onLinesOf: range, in: path).first {
      $0.rule == rule && $0.range == range && !spent.contains($0.identity)
    }
  }

  /// In report order for each line, lines ascending; a finding on several lines comes for each.
  func findings(onLinesOf range: ByteRange, in path: String) -> [Finding] {
    guard let index = indices[path] else { return [] }
    return index.lines(of: range).flatMap { byLine[Key(path: path, line: $0)] ?? [] }
  }
}
