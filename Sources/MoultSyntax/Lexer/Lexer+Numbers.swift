import MoultSource

extension Lexer {
  /// Lexes an integer or floating-point literal.
  mutating func lexNumber() {
    let start = position
    if bytes[start] == "0" {
      switch bytes[start + 1] {
      case "x": return lexHexNumber()
      case "o": return lexInteger(digits: UInt8(ascii: "0")...UInt8(ascii: "7"), "octal")
      case "b": return lexInteger(digits: UInt8(ascii: "0")...UInt8(ascii: "1"), "binary")
      default: break
      }
    }
    skipDigits(.decimalDigit)
    if bytes[position] == "." {
      // `1.a` is a member of a literal, and the `0.1` of `x.0.1` is two members.
      guard hasTraits(.decimalDigit, at: position + 1), previousKind != .period else {
        return emit(.integerLiteral, from: start)
      }
      position += 1
      skipDigits(.decimalDigit)
    } else if bytes[position] | 0x20 != "e" {
      return finishNumber(.integerLiteral, from: start, "not a digit of an integer literal")
    }
    if bytes[position] | 0x20 == "e" {
      return lexExponent(from: start)
    }
    emit(.floatLiteral, from: start)
  }

  /// Lexes what follows `0o` or `0b`.
  private mutating func lexInteger(digits: ClosedRange<UInt8>, _ name: String) {
    let start = position
    position += 2
    if digits.contains(bytes[position]) {
      while digits.contains(bytes[position]) || bytes[position] == "_" { position += 1 }
      return finishNumber(
        .integerLiteral, from: start,
        "not a digit of \(name == "octal" ? "an" : "a") \(name) literal")
    }
    let digitsStart = position
    position = endOfIdentifier(from: position)
    diagnose("expected a \(name) digit", from: digitsStart, to: position)
    emit(.integerLiteral, from: start, flags: .isMalformed)
  }

  /// Lexes what follows `0x`.
  private mutating func lexHexNumber() {
    let start = position
    position += 2
    guard hasTraits(.hexDigit, at: position) else {
      position = endOfIdentifier(from: position)
      diagnose("expected a hexadecimal digit", from: start, to: position)
      return emit(.integerLiteral, from: start, flags: .isMalformed)
    }
    skipDigits(.hexDigit)
    let dot = position
    if bytes[dot] == "." {
      // `0x1.a` may be a fraction or a member: it is a fraction if an exponent follows.
      guard hasTraits(.hexDigit, at: dot + 1) || dot + 1 == count else {
        return emit(.integerLiteral, from: start)
      }
      position += 1
      skipDigits(.hexDigit)
      guard bytes[position] | 0x20 == "p" else {
        if position + 1 < count, !hasTraits(.decimalDigit, at: position + 1) {
          position = dot
          return emit(.integerLiteral, from: start)
        }
        diagnose("a hexadecimal fraction needs an exponent", from: start, to: position)
        return emit(.integerLiteral, from: start, flags: .isMalformed)
      }
    } else if bytes[dot] | 0x20 != "p" {
      return finishNumber(.integerLiteral, from: start, "not a hexadecimal digit")
    }
    let isSigned = bytes[position + 1] == "+" || bytes[position + 1] == "-"
    let exponent = position + (isSigned ? 2 : 1)
    if dot < position, !isSigned, exponent < count, !hasTraits(.decimalDigit, at: exponent),
      !hasTraits(.decimalDigit, at: dot + 1)
    {
      // `0xff.fp` is a member.
      position = dot
      return emit(.integerLiteral, from: start)
    }
    lexExponent(from: start)
  }

  /// Lexes an exponent from its letter on.
  private mutating func lexExponent(from start: Int) {
    position += 1
    if bytes[position] == "+" || bytes[position] == "-" { position += 1 }
    guard hasTraits(.decimalDigit, at: position) else {
      position = endOfIdentifier(from: position)
      diagnose("expected a digit in the exponent", from: start, to: position)
      return emit(.floatLiteral, from: start, flags: .isMalformed)
    }
    skipDigits(.decimalDigit)
    finishNumber(.floatLiteral, from: start, "not a digit of an exponent")
  }

  /// Emits a literal together with the identifier characters that should not follow it.
  private mutating func finishNumber(_ kind: TokenKind, from start: Int, _ problem: String) {
    let end = endOfIdentifier(from: position)
    guard end > position else { return emit(kind, from: start) }
    diagnose(problem, from: position, to: end)
    position = end
    emit(kind, from: start, flags: .isMalformed)
  }

  private mutating func skipDigits(_ digits: ByteTraits) {
    while hasTraits(digits, at: position) || bytes[position] == "_" { position += 1 }
  }
}
