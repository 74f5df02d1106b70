package import MoultSource

/// One lexical element of a Swift source file, without the trivia around it.
///
/// Twelve bytes. The bytes between the end of one token and the start of the next are trivia (white
/// space, comments, a byte order mark), so that tokens and gaps together cover every byte exactly once.
package struct Token: Hashable, Sendable, BitwiseCopyable {
  package let kind: TokenKind

  /// Which keyword the text spells; `notKeyword` for every kind but `keyword` and `identifier`.
  ///
  /// Contextual keywords (`get`, `async`, `some`, …) are lexed as `identifier` with this set; the
  /// parser decides what they are. Names in back-ticks never spell a keyword.
  package let keyword: Keyword
  package let flags: TokenFlags
  package let start: ByteOffset
  package let end: ByteOffset

  package init(
    kind: TokenKind, keyword: Keyword = .notKeyword, flags: TokenFlags = [], start: ByteOffset,
    end: ByteOffset
  ) {
    self.kind = kind
    self.keyword = keyword
    self.flags = flags
    self.start = start
    self.end = end
  }

  package var range: ByteRange { start..<end }
}

/// What the lexer saw around a token.
package struct TokenFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A line break stands in the trivia before the token, or the token is the first of the file.
  package static let startsLine = TokenFlags(rawValue: 1 << 0)
  /// There is trivia before the token.
  package static let hasTriviaBefore = TokenFlags(rawValue: 1 << 1)
  /// There is a comment in the trivia before the token.
  package static let hasCommentBefore = TokenFlags(rawValue: 1 << 2)
  /// The token is malformed (unterminated string, invalid digit, …); a diagnostic says how.
  package static let isMalformed = TokenFlags(rawValue: 1 << 3)
  /// The identifier is written in back-ticks, which are part of its range.
  package static let isBackticked = TokenFlags(rawValue: 1 << 4)
}

/// The kinds of token, named as swift-syntax names them.
package enum TokenKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case endOfFile
  case identifier
  case keyword
  case dollarIdentifier
  case wildcard
  case integerLiteral
  case floatLiteral
  case stringQuote
  case multilineStringQuote
  case singleQuote
  case rawStringPoundDelimiter
  case stringSegment
  case regexSlash
  case regexPoundDelimiter
  case regexLiteralPattern
  case binaryOperator
  case prefixOperator
  case postfixOperator
  case arrow
  case atSign
  case backslash
  /// A back-tick that no other one closes on its line.
  case backtick
  case colon
  case colonColon
  case comma
  case ellipsis
  case equal
  case exclamationMark
  case infixQuestionMark
  case postfixQuestionMark
  case leftAngle
  case rightAngle
  case leftBrace
  case rightBrace
  case leftParen
  case rightParen
  case leftSquare
  case rightSquare
  case period
  case pound
  case poundAvailable
  case poundUnavailable
  case poundIf
  case poundElse
  case poundElseif
  case poundEndif
  case poundSourceLocation
  case prefixAmpersand
  case semicolon
  case shebang
  /// `<#…#>`, which swift-syntax lexes as an identifier.
  case editorPlaceholder
  /// Bytes that start no token.
  case unknown
}
