import MoultSource

/// Where the pieces of a regex literal are.
struct RegexExtent {
  let start: Int
  /// How many `#` stand before the opening slash.
  let pounds: Int
  let patternEnd: Int
  /// Nil if no slash closes the literal.
  var closingPounds: Int?
  var problem: String?

  var patternStart: Int { start + pounds + 1 }
}

extension Lexer {
  mutating func emitRegex(_ regex: RegexExtent) {
    position = regex.start
    if regex.pounds > 0 { emitPiece(.regexPoundDelimiter, length: regex.pounds) }
    emitPiece(.regexSlash, length: 1)
    var flags: TokenFlags = []
    if let problem = regex.problem {
      diagnose(problem, from: regex.start, to: regex.patternEnd)
      flags = .isMalformed
    }
    emitPiece(.regexLiteralPattern, length: regex.patternEnd - regex.patternStart, flags)
    guard let closingPounds = regex.closingPounds else { return }
    emitPiece(.regexSlash, length: 1)
    if closingPounds > 0 { emitPiece(.regexPoundDelimiter, length: closingPounds) }
  }

  private mutating func emitPiece(_ kind: TokenKind, length: Int, _ flags: TokenFlags = []) {
    let start = position
    position += length
    emit(kind, from: start, flags: flags)
  }

  // MARK: Regex or operator

  /// Returns the regex literal that starts with the first slash in an operator, if one does.
  mutating func regexInOperator(_ range: Range<Int>, at slash: Int) -> RegexExtent? {
    let isLeftBound = isLeftBound(at: range.lowerBound)
    // What sticks to the code before is an operator, and so is the name of an operator.
    guard !isLeftBound else { return nil }
    if let last = token(before: 1), last.kind == .keyword,
      last.keyword == .func || last.keyword == .operator
    {
      return nil
    }
    var mustBeRegex = false
    if !isRightBound(at: range.upperBound, isLeftBound: isLeftBound) {
      // It looks like a binary operator. That is wrong code where an expression must start, except
      // that an argument may be an operator.
      guard followsTryMark || isInRegexPosition else { return nil }
      switch previousKind {
      case .leftParen, .leftSquare, .comma, .colon, .colonColon: mustBeRegex = followsTryMark
      case _: mustBeRegex = true
      }
    }
    return scanRegex(at: slash, mustBeRegex: mustBeRegex)
  }

  /// Whether the tokens before are `try?` or `try!`.
  private var followsTryMark: Bool {
    guard let mark = token(before: 1),
      mark.kind == .postfixQuestionMark || mark.kind == .exclamationMark,
      let word = token(before: 2)
    else { return false }
    return word.kind == .keyword && word.keyword == .try
  }

  /// Whether an expression is expected after the last token, rather than an operator.
  private var isInRegexPosition: Bool {
    guard let last = token(before: 1) else { return true }
    switch last.kind {
    case .leftAngle, .leftBrace, .leftParen, .leftSquare, .prefixOperator, .prefixAmpersand,
      .binaryOperator, .equal, .semicolon, .comma, .colon, .infixQuestionMark, .poundIf,
      .poundElse, .poundElseif, .poundEndif, .unknown:
      return true
    case .keyword:
      switch last.keyword {
      case .true, .false, .Any, .nil, .`self`, .`Self`, .super: return false
      case _: return true
      }
    case .endOfFile, .postfixOperator, .exclamationMark, .postfixQuestionMark, .rightAngle,
      .rightBrace, .rightParen, .rightSquare, .arrow, .ellipsis, .period, .atSign, .pound,
      .backtick, .backslash, .shebang, .identifier, .dollarIdentifier, .wildcard, .colonColon,
      .floatLiteral, .integerLiteral, .poundAvailable, .poundSourceLocation, .poundUnavailable,
      .regexPoundDelimiter, .regexSlash, .regexLiteralPattern, .rawStringPoundDelimiter,
      .stringQuote, .stringSegment, .multilineStringQuote, .singleQuote, .editorPlaceholder:
      return false
    }
  }

  // MARK: Scanning

  /// Returns where the regex literal at `start` ends, or nil if there is none.
  ///
  /// - Parameter mustBeRegex: Whether no operator can stand here. What looks like an operator then is
  ///   a malformed literal.
  mutating func scanRegex(at start: Int, mustBeRegex: Bool) -> RegexExtent? {
    let pounds = countOfPounds(at: start)
    guard bytes[start + pounds] == "/" else { return nil }
    var scan = RegexScan(start: start, pounds: pounds, mustBeRegex: mustBeRegex)
    if pounds == 0 {
      switch bytes[scan.position] {
      case " ", "\t":
        guard mustBeRegex else { return nil }
        scan.problem = "a bare slash regex literal may not start with a space"
      case "*", "/":
        return nil
      default:
        break
      }
      guard byte(before: start) != "*" else { return nil }
    } else {
      var index = scan.position
      while bytes[index] == " " || bytes[index] == "\t" { index += 1 }
      if isLineBreak(at: index) {
        scan.firstLineBreak = index
        scan.position = index
        if pounds >= searches.regexPounds { return unterminated(scan) }
      }
    }
    return finish(scan)
  }

  private mutating func finish(_ start: RegexScan) -> RegexExtent? {
    var scan = start
    while true {
      switch step(&scan) {
      case .goesOn: continue
      case .isNoRegex: return nil
      case .isUnterminated:
        guard scan.mustBeRegex else { return nil }
        return unterminated(scan)
      case .isClosed(let slash, let pounds):
        return RegexExtent(
          start: scan.start, pounds: scan.pounds, patternEnd: slash, closingPounds: pounds,
          problem: scan.problem)
      }
    }
  }

  /// Looks at one character of a pattern, together with the backslash before it.
  private mutating func step(_ scan: inout RegexScan) -> RegexStep {
    if bytes[scan.position] == "/", let ending = ending(&scan) { return ending }
    let isEscaped = bytes[scan.position] == "\\"
    if isEscaped { scan.position += 1 }
    let at = scan.position
    if at >= count {
      if scan.firstLineBreak != nil {
        searches.regexPounds = min(searches.regexPounds, scan.pounds)
      }
      return .isUnterminated
    }
    if bytes[at] >= 0x80 {
      let decoded = decodeScalar(at: bytes + at)
      scan.position += decoded.length
      if decoded.scalar == nil {
        scan.problem = scan.problem ?? "invalid UTF-8 found in source file"
      }
      return .goesOn
    }
    if isLineBreak(at: at) {
      guard scan.firstLineBreak != nil else { return .isUnterminated }
      scan.position += 1
      scan.lineStart = scan.position
      return .goesOn
    }
    scan.position += 1
    return isEscaped ? .goesOn : scan.note(bytes[at])
  }

  /// Returns how the slash at the scan's position ends the literal, or nil if it is part of the
  /// pattern.
  private func ending(_ scan: inout RegexScan) -> RegexStep? {
    let slash = scan.position
    scan.lastSlash = slash
    let closingPounds = scan.pounds > 0 ? countOfPounds(at: slash + 1) : 0
    guard closingPounds >= scan.pounds else { return nil }
    if let lineStart = scan.lineStart,
      (lineStart..<slash).contains(where: { bytes[$0] != " " && bytes[$0] != "\t" })
    {
      scan.problem =
        scan.problem ?? "a regex literal of several lines must end on a line of its own"
    }
    if closingPounds == 0 {
      // A comment is more likely than an empty literal behind the slash.
      if bytes[slash + 1] == "*" || bytes[slash + 1] == "/" { return .isUnterminated }
      if scan.lastSpace == slash - 1 {
        guard scan.mustBeRegex else { return .isNoRegex }
        scan.problem = scan.problem ?? "a bare slash regex literal may not end with a space"
      }
    }
    return .isClosed(slash: slash, pounds: closingPounds)
  }

  /// Returns what there is of a literal that nothing closes.
  ///
  /// One that could span lines ends on its first line, so that the code behind it is code. Where the
  /// last characters look like a closing delimiter with too few `#`, they are taken as it.
  private func unterminated(_ scan: RegexScan) -> RegexExtent {
    let end = min(scan.firstLineBreak ?? scan.position, count)
    let patternStart = scan.start + scan.pounds + 1
    var extent = RegexExtent(
      start: scan.start, pounds: scan.pounds, patternEnd: end,
      problem: scan.problem ?? "unterminated regex literal")
    guard scan.pounds > 0, end > patternStart else { return extent }
    if bytes[end - 1] == "/" {
      extent = RegexExtent(start: scan.start, pounds: scan.pounds, patternEnd: end - 1)
      extent.closingPounds = 0
    } else if bytes[end - 1] == "#", let slash = scan.lastSlash,
      slash + 1 + countOfPounds(at: slash + 1) == end
    {
      extent = RegexExtent(start: scan.start, pounds: scan.pounds, patternEnd: slash)
      extent.closingPounds = end - slash - 1
    }
    extent.problem = scan.problem ?? "unterminated regex literal"
    return extent
  }
}

/// What one step of a scan found.
private enum RegexStep {
  case goesOn
  case isNoRegex
  case isUnterminated
  case isClosed(slash: Int, pounds: Int)
}

/// How far the scan for the end of a regex literal has come.
private struct RegexScan {
  let start: Int
  let pounds: Int
  let mustBeRegex: Bool
  var position: Int
  /// Set if the literal may span lines: only behind `#/` and a line break.
  var firstLineBreak: Int?
  var lineStart: Int?
  /// The last slash with too few `#` behind it, or the closing one.
  var lastSlash: Int?
  /// The last space or tab that no backslash escapes.
  var lastSpace: Int?
  var problem: String?
  private var openGroups = 0
  private var openClasses = 0

  init(start: Int, pounds: Int, mustBeRegex: Bool) {
    self.start = start
    self.pounds = pounds
    self.mustBeRegex = mustBeRegex
    position = start + pounds + 1
  }

  /// Takes note of the ASCII character before `position`, which no backslash escapes.
  mutating func note(_ byte: UInt8) -> RegexStep {
    switch byte {
    case "(" where openClasses == 0:
      openGroups += 1
    case ")" where openClasses == 0:
      // The parenthesis may close one that was opened before an operator.
      if openGroups == 0 && !mustBeRegex { return .isNoRegex }
      openGroups = max(openGroups - 1, 0)
    case "[":
      openClasses += 1
    case "]":
      openClasses = max(openClasses - 1, 0)
    case " ":
      lastSpace = position - 1
    case "\t":
      lastSpace = position - 1
      if firstLineBreak == nil {
        problem = problem ?? "unprintable ASCII character found in source file"
      }
    case 0..<0x20, 0x7F:
      problem = problem ?? "unprintable ASCII character found in source file"
    default:
      break
    }
    return .goesOn
  }
}
