import MoultSyntax
@_spi(Testing) @_spi(ExperimentalLanguageFeatures) package import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

/// Returns the tokens that swift-syntax's lexer finds.
package func referenceTokens(_ bytes: UnsafeBufferPointer<UInt8>) -> [PlainToken] {
  var tokens: [PlainToken] = []
  var position = 0
  forEachReferenceLexeme(bytes) { lexeme in
    let start = position + lexeme.textRange.lowerBound
    tokens.append(
      PlainToken(
        kind: plainKind(lexeme.rawTokenKind), start: start,
        end: start + lexeme.textRange.count,
        startsLine: lexeme.flags.contains(.isAtStartOfLine)))
    position += lexeme.byteLength
  }
  return tokens
}

/// Calls `body` with each of swift-syntax's lexemes, the end of the file included.
package func forEachReferenceLexeme(
  _ bytes: UnsafeBufferPointer<UInt8>, _ body: (Lexer.Lexeme) -> Void
) {
  var tracker = LookaheadTracker()
  withUnsafeMutablePointer(to: &tracker) { tracker in
    var lexemes = Lexer.tokenize(bytes, lookaheadTracker: tracker, experimentalFeatures: [])
    while let lexeme = lexemes.next() {
      body(lexeme)
      if lexeme.rawTokenKind == .endOfFile { return }
    }
  }
}

/// Whether swift-syntax finds no error in the file.
package func referenceAccepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  !Parser.parse(source: bytes).hasError
}

private func plainKind(_ kind: RawTokenKind) -> MoultSyntax.TokenKind {
  switch kind {
  case .arrow: .arrow
  case .atSign: .atSign
  case .backslash: .backslash
  case .backtick: .backtick
  case .binaryOperator: .binaryOperator
  case .colon: .colon
  case .colonColon: .colonColon
  case .comma: .comma
  case .dollarIdentifier: .dollarIdentifier
  case .ellipsis: .ellipsis
  case .endOfFile: .endOfFile
  case .equal: .equal
  case .exclamationMark: .exclamationMark
  case .floatLiteral: .floatLiteral
  case .identifier: .identifier
  case .infixQuestionMark: .infixQuestionMark
  case .integerLiteral: .integerLiteral
  case .keyword: .keyword
  case .leftAngle: .leftAngle
  case .leftBrace: .leftBrace
  case .leftParen: .leftParen
  case .leftSquare: .leftSquare
  case .multilineStringQuote: .multilineStringQuote
  case .period: .period
  case .postfixOperator: .postfixOperator
  case .postfixQuestionMark: .postfixQuestionMark
  case .pound: .pound
  case .poundAvailable: .poundAvailable
  case .poundElse: .poundElse
  case .poundElseif: .poundElseif
  case .poundEndif: .poundEndif
  case .poundIf: .poundIf
  case .poundSourceLocation: .poundSourceLocation
  case .poundUnavailable: .poundUnavailable
  case .prefixAmpersand: .prefixAmpersand
  case .prefixOperator: .prefixOperator
  case .rawStringPoundDelimiter: .rawStringPoundDelimiter
  case .regexLiteralPattern: .regexLiteralPattern
  case .regexPoundDelimiter: .regexPoundDelimiter
  case .regexSlash: .regexSlash
  case .rightAngle: .rightAngle
  case .rightBrace: .rightBrace
  case .rightParen: .rightParen
  case .rightSquare: .rightSquare
  case .semicolon: .semicolon
  case .shebang: .shebang
  case .singleQuote: .singleQuote
  case .stringQuote: .stringQuote
  case .stringSegment: .stringSegment
  case .unknown: .unknown
  case .wildcard: .wildcard
  }
}
