import MoultFindings
import MoultReporting
import MoultSource

extension Coverage {
  /// The paths of the files that code is made of by a template engine, and that were not read.
  var templates: [String] {
    gaps.filter { $0.reason.hasPrefix(Gap.templateReason) }.map(\.path)
  }

  /// Says of each template which of the names stands in it that findings in Swift are about.
  ///
  /// What a fix changes in the code that is made of it comes back with it.
  ///
  /// - Parameter base: what paths are relative to.
  /// - Complexity: O(*n*) in the bytes of the templates, if anything was found in Swift.
  mutating func search(templatesFor findings: [Finding], base: String) {
    let templates = Set(templates)
    guard !templates.isEmpty else { return }
    var numbers: [String: Int] = [:]
    for finding in findings where finding.path.hasSuffix(".swift") {
      for name in finding.namesOfOld { numbers[name, default: 0] += 1 }
    }
    guard !numbers.isEmpty else { return }
    gaps = gaps.map { gap in
      guard templates.contains(gap.path), let text = try? readFile(joined(base, gap.path)) else {
        return gap
      }
      let names = Set(words(of: text)).filter { numbers[$0] != nil }.sorted()
      guard !names.isEmpty else { return gap }
      let list = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let number = names.reduce(0) { $0 + (numbers[$1] ?? 0) }
      return Gap(
        path: gap.path, kind: gap.kind,
        reason: Gap.templateReason
          + "; it has \(list)\(names.count > 3 ? ", …" : ""), which \(counted(number, "finding")) \(number == 1 ? "is" : "are") about: change it there as well, or what is made of it brings it back"
      )
    }
  }
}

extension Finding {
  /// The names in what the message calls old that are nobody's everyday words: `serializedData` of `'init(serializedData:)'`.
  fileprivate var namesOfOld: Set<String> {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return [] }
    return Set(words(of: Array(parts[1].utf8)).filter(isDistinctive))
  }
}

/// Whether a name is long and has a capital inside of it, as those have that libraries give.
private func isDistinctive(_ name: String) -> Bool {
  name.utf8.count >= 6 && name.dropFirst().contains(where: \.isUppercase)
}

private func words(of bytes: [UInt8]) -> [String] {
  bytes.split { !$0.isOfName }.map { String(decoding: $0, as: UTF8.self) }
}
