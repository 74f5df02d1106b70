package import MoultSource

/// What a piece of Objective-C text is.
package enum ObjCTokenKind: UInt8, Sendable {
  case identifier
  case number
  /// `"…"`, with its encoding prefix, and raw strings of Objective-C++.
  case string
  /// `@"…"`.
  case objectString
  case character
  /// `@` with the word behind it: `@interface`, `@selector`, `@YES`.
  case atWord
  /// `@` before a literal: `@[`, `@{`, `@(`, `@1`.
  case at
  /// `#` at the start of a directive.
  case hash
  /// `<Foundation/Foundation.h>` or `"Local.h"` behind `#import` and its like.
  case headerName
  /// Empty; stands behind the last token of a directive.
  case directiveEnd
  /// `<#…#>`, as editors and fixes leave it.
  case placeholder
  case leftParen
  case rightParen
  case leftBracket
  case rightBracket
  case leftBrace
  case rightBrace
  case colon
  case doubleColon
  case semicolon
  case comma
  case dot
  case arrow
  case star
  case ampersand
  case caret
  case less
  case greater
  case equal
  case question
  case plus
  case minus
  case ellipsis
  /// Any other operator.
  case punctuator
  /// One byte that starts nothing.
  case unknown
  /// Empty, and at the end of the text.
  case endOfFile
}

/// One lexical element of an Objective-C file, without the trivia around it.
///
/// The bytes between tokens are trivia: white space, comments, spliced lines, a byte order mark. Tokens and
/// gaps together cover every byte exactly once.
package struct ObjCToken: Hashable, Sendable {
  package let kind: ObjCTokenKind

  /// True for all tokens from a directive's `#` to its end.
  package let isInDirective: Bool
  package let start: ByteOffset
  package let end: ByteOffset

  package var range: ByteRange { start..<end }
}

/// The tokens of an Objective-C text.
package struct ObjCLexResult: Sendable {
  /// In source order, without overlap; the last is `endOfFile`.
  package let tokens: [ObjCToken]

  /// In source order.
  package let comments: [ByteRange]

  /// The literals and comments that end where the line or the text does; in source order.
  package let unterminated: [ByteRange]
}

/// Returns the tokens of an Objective-C or Objective-C++ text.
///
/// Never fails. An identifier that a spliced line cuts in two is two identifiers.
///
/// - Complexity: linear in the number of bytes.
/// - Precondition: `bytes` has less than 4 GiB.
package func tokenizeObjectiveC(_ bytes: [UInt8]) -> ObjCLexResult {
  precondition(bytes.count < UInt32.max, "a file of 4 GiB is refused when it is loaded")
  var lexer = ObjCLexer(bytes: bytes)
  lexer.run()
  return ObjCLexResult(
    tokens: lexer.tokens, comments: lexer.comments, unterminated: lexer.unterminated)
}
