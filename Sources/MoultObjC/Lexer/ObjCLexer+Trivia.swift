import MoultSource

extension ObjCLexer {
  /// Skips white space, comments and spliced lines; a line break ends a directive.
  mutating func skipTrivia() {
    while position < bytes.count {
      switch bytes[position] {
      case " ", "\t", "\u{0B}", "\u{0C}": position += 1
      case "\n", "\r":
        endDirective()
        isAtLineStart = true
        position += 1
      case "\\":
        guard let next = endOfSplice(at: position) else { return }
        position = next
      case "/" where byte(position + 1) == "/": skipLineComment()
      case "/" where byte(position + 1) == "*": skipBlockComment()
      default: return
      }
    }
  }

  /// Returns where the next line begins if the backslash at `index` joins it to this one.
  ///
  /// Compilers allow blanks between the backslash and the line break. Looks no farther than 256 bytes.
  private func endOfSplice(at index: Int) -> Int? {
    var next = index + 1
    while next < index + 256, byte(next) == " " || byte(next) == "\t" { next += 1 }
    if byte(next) == "\n" { return next + 1 }
    guard byte(next) == "\r" else { return nil }
    return byte(next + 1) == "\n" ? next + 2 : next + 1
  }

  private mutating func skipLineComment() {
    let start = position
    position += 2
    while position < bytes.count, bytes[position] != "\n", bytes[position] != "\r" {
      if bytes[position] == "\\", let next = endOfSplice(at: position) {
        position = next
      } else {
        position += 1
      }
    }
    comments.append(ByteRange(indices: start..<position))
  }

  private mutating func skipBlockComment() {
    let start = position
    position += 2
    while position < bytes.count {
      if bytes[position] == "*", byte(position + 1) == "/" {
        position += 2
        comments.append(ByteRange(indices: start..<position))
        return
      }
      position += 1
    }
    comments.append(ByteRange(indices: start..<position))
    unterminated.append(ByteRange(indices: start..<position))
  }
}
