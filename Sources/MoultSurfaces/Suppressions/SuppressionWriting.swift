package import MoultFindings
package import MoultSource

/// The comments that make findings of one file be ignored.
package struct WrittenSuppressions: Sendable {
  /// One for each piece of code, ascending.
  package let edits: [Edit]

  /// Findings in places where no comment can stand.
  package let refused: [Finding]
}

/// Returns the comments that ignore `findings`, all of which are in `file`, and no more than they must.
///
/// - Parameter reason: one line; may be empty.
package func suppressing(
  _ findings: [Finding], in file: ProjectText, reason: String, _ cache: TreeCache
) -> WrittenSuppressions {
  guard !file.isGenerated, let text = ShapedText(file, cache) else {
    return WrittenSuppressions(edits: [], refused: findings)
  }
  var refused: [Finding] = []
  var rules: [SuppressionPlace: Set<RuleID>] = [:]
  for finding in findings {
    if let place = text.shape.place(for: finding.range.lowerBound) {
      rules[place, default: []].insert(finding.rule)
    } else {
      refused.append(finding)
    }
  }
  let bytes = file.source.bytes
  let newline = bytes.containsCRLF ? "\r\n" : "\n"
  let edits = rules.map { place, rules -> Edit in
    let list = rules.sorted().map(\.rawValue).joined(separator: ", ")
    let comment = "\(text.sign.rawValue) moult:ignore[\(list)]" + (reason.isEmpty ? "" : " ")
    switch place {
    case .above(let offset, let indentation):
      let blanks = String(decoding: indentation, as: UTF8.self)
      return Edit(offset..<offset, blanks + comment + reason + newline)
    case .behind(let offset): return Edit(offset..<offset, " " + comment + reason)
    }
  }
  return WrittenSuppressions(
    edits: edits.sorted { $0.range.lowerBound < $1.range.lowerBound }, refused: refused)
}

/// Returns the line at the end of a file that ignores the rules of `findings` in all of it.
///
/// - Parameter reason: one line; may be empty.
/// - Returns: nil if there is nothing to ignore, or no comment can stand in the file.
package func suppressingFile(_ findings: [Finding], in file: ProjectText, reason: String) -> Edit? {
  guard !file.isGenerated, !findings.isEmpty, let sign = commentSign(of: file) else { return nil }
  let list = Set(findings.map(\.rule)).sorted().map(\.rawValue).joined(separator: ", ")
  let bytes = file.source.bytes
  let newline = bytes.containsCRLF ? "\r\n" : "\n"
  let end = ByteOffset(bytes.count)
  let before = bytes.isEmpty || bytes.last == 0x0A ? "" : newline
  let comment =
    "\(sign.rawValue) moult:ignore:file[\(list)]" + (reason.isEmpty ? "" : " ") + reason
  return Edit(end..<end, before + comment + newline)
}

/// Returns the edit that takes a comment away, with its line if nothing else stands there.
func removal(of comment: ByteRange, in bytes: [UInt8]) -> Edit {
  var start = comment.lowerBound.index
  var end = comment.upperBound.index
  let restOfLine = bytes[end..<bytes.endOfLine(from: end)]
  let isLast = restOfLine.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  if let blanks = indentation(before: start, in: bytes) {
    if isLast {
      start -= blanks.count
      end += restOfLine.count
      if end < bytes.count, bytes[end] == 0x0D { end += 1 }
      if end < bytes.count, bytes[end] == 0x0A { end += 1 }
    } else {
      end += restOfLine.prefix { $0 == 0x20 || $0 == 0x09 }.count
    }
  } else {
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    if isLast { end += restOfLine.count }
  }
  return Edit(ByteRange(indices: start..<end), "")
}

extension [UInt8] {
  /// Whether the first line ends with CR LF.
  fileprivate var containsCRLF: Bool {
    guard let newline = firstIndex(of: 0x0A) else { return false }
    return newline > 0 && self[newline - 1] == 0x0D
  }
}
