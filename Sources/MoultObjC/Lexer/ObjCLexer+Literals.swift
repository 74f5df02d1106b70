import MoultSource

extension ObjCLexer {
  /// A number as the preprocessor sees one: it takes letters, dots, digit separators and signed exponents.
  mutating func lexNumber() {
    let start = position
    position += 1
    while position < bytes.count {
      let current = bytes[position]
      let previous = bytes[position - 1] | 0x20
      if isIdentifierByte(current) || current == "." {
        position += 1
      } else if current == "+" || current == "-", previous == "e" || previous == "p" {
        position += 1
      } else if current == "'", isIdentifierByte(byte(position + 1)) {
        position += 2
      } else {
        break
      }
    }
    emit(.number, from: start)
  }

  /// A string whose opening quote stands at `position`.
  mutating func lexString(from start: Int, kind: ObjCTokenKind) {
    lexQuoted("\"", from: start, kind: kind)
  }

  /// A literal that ends at `quote`, or before the end of the line.
  mutating func lexQuoted(_ quote: Unicode.Scalar, from start: Int, kind: ObjCTokenKind) {
    position += 1
    while position < bytes.count {
      let current = bytes[position]
      if current == quote {
        position += 1
        emit(kind, from: start)
        return
      }
      if current == "\n" || current == "\r" { break }
      if current == "\\" {
        let isSpliced = byte(position + 1) == "\r" && byte(position + 2) == "\n"
        position = min(bytes.count, position + (isSpliced ? 3 : 2))
      } else {
        position += 1
      }
    }
    unterminated.append(ByteRange(indices: start..<position))
    emit(kind, from: start)
  }

  /// `R"mark(…)mark"`, whose opening quote stands at `position`; returns false where it is no such string.
  mutating func lexRawString(from start: Int) -> Bool {
    var index = position + 1
    // The language allows no longer mark.
    while index < bytes.count, index - position <= 17, bytes[index] != "(" {
      let current = bytes[index]
      guard current > 0x20, current != ")", current != "\\", current != "\"" else { return false }
      index += 1
    }
    guard byte(index) == "(", index - position <= 17 else { return false }
    let ending = [0x29] + bytes[(position + 1)..<index] + [0x22]
    while index + ending.count <= bytes.count {
      if bytes[index] == ")", bytes[index..<(index + ending.count)].elementsEqual(ending) {
        position = index + ending.count
        emit(.string, from: start)
        return true
      }
      index += 1
    }
    position = bytes.count
    unterminated.append(ByteRange(indices: start..<position))
    emit(.string, from: start)
    return true
  }

  /// The name behind `#import`; returns false where none stands.
  mutating func lexHeaderName() -> Bool {
    directive = .content
    let start = position
    if byte(position) == "\"" {
      // A backslash in a header's name escapes nothing.
      position += 1
      while position < bytes.count, bytes[position] != "\"", bytes[position] != "\n",
        bytes[position] != "\r"
      {
        position += 1
      }
      if byte(position) == "\"" {
        position += 1
      } else {
        unterminated.append(ByteRange(indices: start..<position))
      }
      emit(.headerName, from: start)
      return true
    }
    guard byte(position) == "<" else { return false }
    var index = position
    while index < bytes.count, bytes[index] != "\n", bytes[index] != "\r" {
      if bytes[index] == ">" {
        position = index + 1
        emit(.headerName, from: start)
        return true
      }
      index += 1
    }
    return false
  }
}
