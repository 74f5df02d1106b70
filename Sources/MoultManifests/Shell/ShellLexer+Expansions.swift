import MoultSource

/// What a shell puts in the place of `$…`, `` `…` ``, `<(…)` and `NAME=(…)`: the commands in it are read, and the word has an opaque
/// stretch.
extension ShellLexer {
  mutating func readDollar(_ content: inout MappedTextBuilder, isQuoted: Bool) {
    let start = position
    let next = bytes.byte(at: position + 1)
    switch next {
    case .some("'") where !isQuoted:
      position += 1
      return readAnsiQuoted(&content)
    case .some("\"") where !isQuoted:
      position += 1
      return
    case .some("("):
      position += 1
      if let end = arithmeticEnd() {
        move(to: end)
      } else {
        position += 1
        if depth < Self.deepest { nested { $0.readList(.parenthesis) } }
      }
    case .some("{"):
      position += 1
      skipBraces()
    case .some(let byte) where byte.isNameStart:
      position += 1
      while let byte = current, byte.isNamePart, opaqueEnd() == nil { position += 1 }
    case .some(let byte) where byte.isDigit || "@*#?$!-".utf8.contains(byte):
      position += 2
    default:
      return appendByte(&content)
    }
    content.appendOpaque(input, start..<position)
  }

  mutating func readProcessSubstitution(_ content: inout MappedTextBuilder) {
    let start = position
    position += 2
    if depth < Self.deepest { nested { $0.readList(.parenthesis) } }
    content.appendOpaque(input, start..<position)
  }

  private mutating func readAnsiQuoted(_ content: inout MappedTextBuilder) {
    position += 1
    while let byte = current {
      if appendOpaque(&content) { continue }
      switch byte {
      case "'":
        position += 1
        return
      case "\\":
        readEscape(&content)
      default: appendByte(&content)
      }
    }
  }

  /// Reads `` `…` ``, whose escapes are undone before the script inside is read.
  mutating func readBackticks(_ content: inout MappedTextBuilder) {
    let start = position
    position += 1
    var script = MappedTextBuilder(start: input.range(of: position..<position).lowerBound.utf8)
    while let byte = current, byte != "`" {
      if appendOpaque(&script) { continue }
      switch (byte, bytes.byte(at: position + 1)) {
      case ("\\", .some("`")), ("\\", .some("\\")), ("\\", .some("$")): readEscape(&script)
      default: appendByte(&script)
      }
    }
    if !isAtEnd { position += 1 }
    readNestedScript(script.finish())
    content.appendOpaque(input, start..<position)
  }

  /// Skips `{…}` of a parameter expansion with everything in it.
  private mutating func skipBraces() {
    var open = 0
    while let byte = current {
      if let end = opaqueEnd() {
        move(to: end)
        continue
      }
      position += 1
      switch byte {
      case "{": open += 1
      case "}":
        open -= 1
        if open <= 0 { return }
      case "\\": position = min(position + 1, bytes.count)
      case "'":
        // In a quoted expansion an apostrophe is text, so one that nothing closes on its line is, too.
        var close = position
        while close < bytes.count, bytes[close] != "'", !bytes[close].isLineBreak { close += 1 }
        if bytes.byte(at: close) == "'" { move(to: close + 1) }
      default: break
      }
    }
  }

  /// Reads `(…)` after `NAME=`: the words of an array, kept with their parentheses, but without comments,
  /// as the word's content.
  mutating func readArray(_ content: inout MappedTextBuilder) {
    var start = position
    position += 1
    var open = 1
    var ignored = MappedTextBuilder(start: 0)
    while open > 0, let byte = current {
      if let end = opaqueEnd() {
        move(to: end)
        continue
      }
      switch byte {
      case "'": readSingleQuoted(&ignored)
      case "\"": readDoubleQuoted(&ignored)
      case "\\": position = min(position + 2, bytes.count)
      case "#" where bytes[position - 1].isBlank || bytes[position - 1].isLineBreak:
        content.append(input, start..<position)
        move(to: bytes.endOfLine(from: position))
        start = position
      default:
        if byte == "(" { open += 1 }
        if byte == ")" { open -= 1 }
        position += 1
      }
    }
    content.append(input, start..<position)
  }

  /// Returns where the arithmetic `((…))` ends that begins at the position, or nil if it is none.
  mutating func arithmeticEnd() -> Int? {
    guard depth < Self.deepest, !sawUnclosedArithmetic, bytes.hasText("((", at: position) else {
      return nil
    }
    var open = 0
    var index = position
    while index < bytes.count {
      if bytes[index] == "(" { open += 1 }
      if bytes[index] == ")" {
        open -= 1
        if open == 0 { return bytes[index - 1] == ")" ? index + 1 : nil }
        if open == 1, bytes.byte(at: index + 1) != ")" { return nil }
      }
      index += 1
    }
    sawUnclosedArithmetic = true
    return nil
  }
}
