import MoultSource

extension Lexer {
  /// Skips white space and comments, and what starts no token.
  ///
  /// - Parameter lineBreaks: Whether line breaks are trivia here; they end a string on one line.
  @inline(__always)
  mutating func skipTrivia(lineBreaks: Bool) {
    // Most tokens follow the one before at once or behind one space.
    if bytes[position] == " " {
      position += 1
      pendingFlags.insert(.hasTriviaBefore)
    }
    if !hasTraits(.startsToken, at: position) { skipMoreTrivia(lineBreaks: lineBreaks) }
  }

  private mutating func skipMoreTrivia(lineBreaks: Bool) {
    let start = position
    var index = position
    loop: while true {
      switch classes[Int(bytes[index])] {
      case .space:
        index += 1
      case .lineBreak:
        guard lineBreaks else { break loop }
        pendingFlags.insert(.startsLine)
        index = text.endOfSpaces(from: index + 1)
      case .slash:
        if bytes[index + 1] == "/" {
          pendingFlags.insert(.hasCommentBefore)
          index = text.endOfLine(from: index + 2)
        } else if bytes[index + 1] == "*" {
          pendingFlags.insert(.hasCommentBefore)
          index = endOfBlockComment(at: index)
        } else {
          break loop
        }
      case .identifier, .digit, .operatorCharacter, .postfixMark, .quote, .punctuation, .colon,
        .pound, .dollar, .backtick:
        break loop
      case .angle, .nonASCII, .control:
        let end = endOfRareTrivia(at: index)
        guard end > index else { break loop }
        index = end
      }
    }
    if index > start {
      pendingFlags.insert(.hasTriviaBefore)
      position = index
    }
  }

  /// Returns the offset behind the `*/` that ends the comment at `start`, nested ones skipped.
  private mutating func endOfBlockComment(at start: Int) -> Int {
    var depth = 1
    var index = start + 2
    while index < count {
      switch bytes[index] {
      case "*" where bytes[index + 1] == "/":
        index += 2
        depth -= 1
        if depth == 0 { return index }
      case "/" where bytes[index + 1] == "*":
        index += 2
        depth += 1
      case "\n", "\r":
        pendingFlags.insert(.startsLine)
        index += 1
      default:
        index += 1
      }
    }
    diagnose("unterminated '/*' comment", from: start, to: start + 2)
    return count
  }

  /// Returns the end of the conflict marker, byte order mark or meaningless bytes at `start`.
  ///
  /// Returns `start` if a token or the end of the text is there.
  private mutating func endOfRareTrivia(at start: Int) -> Int {
    let byte = bytes[start]
    if byte == "<" || byte == ">" { return endOfConflictMarker(at: start) }
    if byte == 0xEF, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF { return start + 3 }
    if byte == 0 && start == count { return start }
    let decoded = decodeScalar(at: bytes + start)
    guard let scalar = decoded.scalar else {
      diagnose("invalid UTF-8 found in source file", from: start, to: start + decoded.length)
      return start + decoded.length
    }
    if !scalar.isASCII {
      guard !scalar.isNonASCIIIdentifierCharacter, !scalar.isNonASCIIOperatorStart,
        scalar != "\u{201C}", scalar != "\u{201D}"
      else { return start }
    }
    var end = start + decoded.length
    if scalar == "\u{A0}" {
      while bytes[end] == 0xC2, bytes[end + 1] == 0xA0 { end += 2 }
      diagnose("non-breaking space used instead of regular space", from: start, to: end)
    } else if scalar == "\0" {
      diagnose("nul character embedded in middle of file", from: start, to: end)
    } else {
      diagnose("invalid character in source file", from: start, to: end)
    }
    return end
  }

  /// Returns the end of the line that closes the version control conflict at `start`.
  ///
  /// Returns `start` if there is no conflict.
  private mutating func endOfConflictMarker(at start: Int) -> Int {
    let previous = byte(before: start)
    guard previous == "\n" || previous == "\r" || previous == 0 else { return start }
    if hasText("<<<<<<< ", at: start), !searches.hasNoConflictEnd {
      if let end = find(">>>>>>> ", from: start + 8) {
        diagnose("source control conflict marker in source file", from: start, to: start + 7)
        return text.endOfLine(from: end)
      }
      searches.hasNoConflictEnd = true
    } else if hasText(">>>> ", at: start), !searches.hasNoPerforceConflictEnd {
      if let end = find("<<<<\n", from: start + 5) {
        diagnose("source control conflict marker in source file", from: start, to: start + 4)
        return text.endOfLine(from: end)
      }
      searches.hasNoPerforceConflictEnd = true
    }
    return start
  }

  /// Returns the end of the next `text` that starts a line.
  private func find(_ text: StaticString, from start: Int) -> Int? {
    var index = start
    while index < count {
      let previous = byte(before: index)
      if previous == "\n" || previous == "\r", hasText(text, at: index) {
        return index + text.utf8CodeUnitCount
      }
      index += 1
    }
    return nil
  }

  func hasText(_ text: StaticString, at start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard start + length <= count else { return false }
    for index in 0..<length where bytes[start + index] != text.utf8Start[index] { return false }
    return true
  }
}
