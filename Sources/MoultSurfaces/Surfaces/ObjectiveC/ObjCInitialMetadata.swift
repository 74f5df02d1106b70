import MoultFindings
import MoultObjC
import MoultSource

extension ObjCMatch {
  /// Returns the lines that put headers into the options of a call, as they were set on the call one after the other.
  ///
  /// Where a value may be nil they are set one by one as before: a literal throws for it, and an assignment leaves the header out. So they are
  /// where one has a comment, which stands above its line.
  ///
  /// - Parameters:
  ///   - comments: above each of the headers.
  ///   - options: the name of the variable that holds the options, which no other fix takes.
  ///   - body: where names have to be free.
  /// - Returns: nil if the name for the headers is taken.
  func headerLines(
    _ headers: [ObjCElement], below comments: [[String]], of options: String, in body: ByteRange
  ) -> [String]? {
    guard !headers.isEmpty else { return [] }
    let pairs = headers.map { (key: source.text($0.key), value: source.text($0.value)) }
    let isCertain = pairs.allSatisfy { isNeverNil($0.value) }
    if isCertain, comments.allSatisfy(\.isEmpty), Set(pairs.map(\.key)).count == pairs.count {
      let entries = pairs.map { "\($0.key) : \($0.value)" }.joined(separator: ", ")
      return ["\(options).initialMetadata = @{\(entries)};"]
    }
    let wanted = options.hasSuffix("Options") ? options.dropLast("Options".count) : options[...]
    guard let name = freeName(of: ["\(wanted)Headers"], in: body) else { return nil }
    return ["NSMutableDictionary *\(name) = [NSMutableDictionary dictionary];"]
      + zip(pairs, comments).flatMap { pair, comment in
        comment + ["\(name)[\(pair.key)] = \(pair.value);"]
      }
      + ["\(options).initialMetadata = \(name);"]
  }
}

extension ObjCMatch {
  /// Returns the lines of a comment right above a statement, and the comment behind it on its line.
  func comments(around statement: ByteRange) -> [String] {
    let behind = comment(behind: statement).map { [$0] } ?? []
    return (commentLines(above: statement).reversed() + behind).map { source.text($0) }
  }

  /// The comment that is the rest of a statement's line.
  private func comment(behind statement: ByteRange) -> ByteRange? {
    let bytes = source.bytes
    let end = bytes.endOfLine(from: statement.upperBound.index)
    let start = bytes[statement.upperBound.index..<end].firstIndex { !$0.isBlank }
    guard let start, let comment = file.comments.first(where: { $0.lowerBound.index == start }),
      comment.upperBound.index <= end,
      bytes[comment.upperBound.index..<end].allSatisfy(\.isBlank)
    else { return nil }
    return comment
  }

  /// Returns the edits that take away the lines of statements and of the comments right above and behind them, and one of two empty lines that
  /// would come to stand below each other.
  func removals(ofLines statements: [ByteRange]) -> [Edit] {
    var runs: [ByteRange] = []
    for statement in statements.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let first = commentLines(above: statement).last?.lowerBound ?? statement.lowerBound
      let last = comment(behind: statement)?.upperBound ?? statement.upperBound
      let lines = wholeLine(first..<last)
      if let last = runs.last, last.upperBound == lines.lowerBound {
        runs[runs.count - 1] = last.lowerBound..<lines.upperBound
      } else {
        runs.append(lines)
      }
    }
    let bytes = source.bytes
    return runs.map { run in
      let end = bytes.endOfLine(from: run.upperBound.index)
      let next = bytes.startOfNextLine(from: run.upperBound.index)
      let isBetweenEmptyLines =
        isBelowEmptyLine(run.lowerBound.index) && next > end
        && bytes[run.upperBound.index..<end].allSatisfy(\.isBlank)
      return Edit(run.lowerBound..<(isBetweenEmptyLines ? ByteOffset(next) : run.upperBound), "")
    }
  }

  /// Whether an offset begins a line, and the line before it is empty.
  private func isBelowEmptyLine(_ offset: Int) -> Bool {
    let bytes = source.bytes
    guard let end = lineEnd(before: offset) else { return false }
    return bytes[bytes.startOfLine(at: end)..<end].allSatisfy(\.isBlank)
  }

  /// The end of the line before the one that begins at an offset; nil where none does.
  private func lineEnd(before offset: Int) -> Int? {
    let bytes = source.bytes
    guard offset > 0, bytes[offset - 1] == UInt8(ascii: "\n") else { return nil }
    return offset > 1 && bytes[offset - 2] == UInt8(ascii: "\r") ? offset - 2 : offset - 1
  }

  /// The lines of a comment right above a statement, from the last one up, without the blanks before them.
  private func commentLines(above statement: ByteRange) -> [ByteRange] {
    let bytes = source.bytes
    var line = bytes.startOfLine(at: statement.lowerBound.index)
    guard bytes[line..<statement.lowerBound.index].allSatisfy(\.isBlank) else { return [] }
    var lines: [ByteRange] = []
    while let end = lineEnd(before: line) {
      line = bytes.startOfLine(at: end)
      guard let start = bytes[line..<end].firstIndex(where: { !$0.isBlank }) else { break }
      let text = bytes[start..<end]
      guard
        text.starts(with: "//".utf8)
          || text.starts(with: "/*".utf8) && text.reversed().starts(with: "/*".utf8)
            && String(decoding: text, as: UTF8.self).ranges(of: "*/").count == 1
      else { break }
      lines.append(ByteRange(indices: start..<end))
    }
    return lines
  }
}

/// Whether an expression is a literal, or text that is put together.
private func isNeverNil(_ value: String) -> Bool {
  value.hasPrefix("@") || value.hasPrefix("[NSString stringWithFormat:")
}
