/// What a byte means where a token may start.
enum ByteClass: UInt8 {
  /// A space, a tab, a vertical tab or a form feed.
  case space
  case lineBreak
  case identifier
  case digit
  /// `/`, which may start a comment, an operator or a regex literal.
  case slash
  /// `<` and `>`, which may start a conflict marker, and `<` a placeholder.
  case angle
  case operatorCharacter
  /// `?` and `!`.
  case postfixMark
  case quote
  /// A byte that is a token of its own whatever follows: see `ByteTables.punctuation`.
  case punctuation
  case colon, pound, dollar, backtick
  /// A byte of a scalar beyond ASCII, or of no scalar.
  case nonASCII
  /// NUL and the other control characters. NUL also stands behind the last byte.
  case control
}

/// What a byte may be part of.
struct ByteTraits: OptionSet {
  let rawValue: UInt8

  static let identifier = ByteTraits(rawValue: 1 << 0)
  static let operatorCharacter = ByteTraits(rawValue: 1 << 1)
  static let decimalDigit = ByteTraits(rawValue: 1 << 2)
  static let hexDigit = ByteTraits(rawValue: 1 << 3)
  /// A letter or `_`.
  static let identifierStart = ByteTraits(rawValue: 1 << 4)
  /// Text in a string literal that needs no second look: printable ASCII but `"`, `'` and `\`.
  static let plainText = ByteTraits(rawValue: 1 << 5)
  /// Starts a token wherever it stands in code.
  static let startsToken = ByteTraits(rawValue: 1 << 6)
}

/// What there is to know about each byte.
///
/// Made once and never freed, so that reading an entry is one load without bounds check.
struct ByteTables: @unchecked Sendable {  // The memory is never written to after `init`.
  let classes: UnsafePointer<ByteClass>
  let traits: UnsafePointer<ByteTraits>

  /// The token that a byte of class `punctuation` is.
  let punctuation: UnsafePointer<TokenKind>

  /// What a token is that starts with an ASCII byte, if it is one that this tells: a name or a number, a byte of class
  /// `punctuation`, a colon, a dot, or a mark behind what it belongs to.
  let kinds: UnsafePointer<TokenKind>

  static let shared = ByteTables()

  private init() {
    let classes = UnsafeMutablePointer<ByteClass>.allocate(capacity: 256)
    let traits = UnsafeMutablePointer<ByteTraits>.allocate(capacity: 256)
    let punctuation = UnsafeMutablePointer<TokenKind>.allocate(capacity: 256)
    let kinds = UnsafeMutablePointer<TokenKind>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max {
      classes.advanced(by: Int(byte)).initialize(to: Self.byteClass(byte))
      punctuation.advanced(by: Int(byte)).initialize(to: Self.punctuation(byte) ?? .unknown)
      kinds.advanced(by: Int(byte)).initialize(to: Self.kind(byte))
      traits.advanced(by: Int(byte)).initialize(to: Self.byteTraits(byte))
    }
    self.classes = UnsafePointer(classes)
    self.traits = UnsafePointer(traits)
    self.kinds = UnsafePointer(kinds)
    self.punctuation = UnsafePointer(punctuation)
  }

  private static func byteClass(_ byte: UInt8) -> ByteClass {
    switch Unicode.Scalar(byte) {
    case " ", "\t", "\u{B}", "\u{C}": .space
    case "\n", "\r": .lineBreak
    case "a"..."z", "A"..."Z", "_": .identifier
    case "0"..."9": .digit
    case "/": .slash
    case "<", ">": .angle
    case "=", "-", "+", "*", "%", "&", "|", "^", "~", ".": .operatorCharacter
    case "?", "!": .postfixMark
    case "\"", "'": .quote
    case ":": .colon
    case "#": .pound
    case "$": .dollar
    case "`": .backtick
    default: punctuation(byte) != nil ? .punctuation : byte < 0x80 ? .control : .nonASCII
    }
  }

  private static func punctuation(_ byte: UInt8) -> TokenKind? {
    switch Unicode.Scalar(byte) {
    case "(": .leftParen
    case ")": .rightParen
    case "{": .leftBrace
    case "}": .rightBrace
    case "[": .leftSquare
    case "]": .rightSquare
    case "@": .atSign
    case ",": .comma
    case ";": .semicolon
    case "\\": .backslash
    default: nil
    }
  }

  private static func kind(_ byte: UInt8) -> TokenKind {
    switch byteClass(byte) {
    case .identifier: .identifier
    case .digit: .integerLiteral
    case .colon: .colon
    case .operatorCharacter where byte == ".": .period
    case .postfixMark: byte == "!" ? .exclamationMark : .postfixQuestionMark
    default: punctuation(byte) ?? .unknown
    }
  }

  private static func byteTraits(_ byte: UInt8) -> ByteTraits {
    var traits: ByteTraits = []
    switch Unicode.Scalar(byte) {
    case "a"..."f", "A"..."F": traits = [.identifier, .identifierStart, .hexDigit]
    case "g"..."z", "G"..."Z", "_": traits = [.identifier, .identifierStart]
    case "0"..."9": traits = [.identifier, .decimalDigit, .hexDigit]
    case "$": traits = .identifier
    case "/", "=", "-", "+", "*", "%", "<", ">", "!", "&", "|", "^", "~", ".", "?":
      traits = .operatorCharacter
    default: break
    }
    switch Unicode.Scalar(byte) {
    case "\"", "'", "\\": break
    case " "..."~": traits.insert(.plainText)
    default: break
    }
    switch byteClass(byte) {
    case .space, .lineBreak, .slash, .angle, .nonASCII, .control: break
    case .identifier, .digit, .operatorCharacter, .postfixMark, .quote, .punctuation, .colon,
      .pound, .dollar, .backtick:
      traits.insert(.startsToken)
    }
    return traits
  }
}
