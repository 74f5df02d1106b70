import MoultSource

/// How a string literal is written, which decides what ends it.
struct StringForm: Equatable {
  enum Kind { case singleLine, multiLine, singleQuoted }

  let kind: Kind
  /// How many `#` stand before the opening quote.
  let pounds: Int

  var quote: TokenKind {
    switch kind {
    case .singleLine: .stringQuote
    case .multiLine: .multilineStringQuote
    case .singleQuoted: .singleQuote
    }
  }
}

/// A piece of text of a string literal that is being read.
private struct TextPiece {
  let start: Int
  /// What is wrong with it; only the first problem is kept.
  private(set) var problem: String?
  private(set) var problemRange: Range<Int>?

  init(start: Int) { self.start = start }

  mutating func note(_ problem: String, _ range: Range<Int>) {
    guard self.problem == nil else { return }
    self.problem = problem
    problemRange = range
  }
}

extension Lexer {
  /// Lexes the opening quote at `position`, behind so many `#`, and enters the literal's text.
  mutating func openString(pounds: Int) {
    let start = position
    let form = StringForm(kind: kindOfString(at: start, pounds: pounds), pounds: pounds)
    position += form.kind == .multiLine ? 3 : 1
    emit(form.quote, from: start)
    if form.kind == .multiLine {
      if isLineBreak(at: position) {
        // The line break behind the quotes is no part of the text.
        position = endOfLineBreak(at: position)
        pendingFlags = [.startsLine, .hasTriviaBefore]
      }
    } else if isLineBreak(at: position) {
      diagnose("unterminated string literal", from: start, to: position)
      return
    }
    push(.stringText(form))
  }

  private func kindOfStringWithoutPounds(at quote: Int) -> StringForm.Kind {
    guard bytes[quote] == "\"" else { return .singleQuoted }
    return bytes[quote + 1] == "\"" && bytes[quote + 2] == "\"" ? .multiLine : .singleLine
  }

  private mutating func kindOfString(at quote: Int, pounds: Int) -> StringForm.Kind {
    let kind = kindOfStringWithoutPounds(at: quote)
    // `#"""#` holds one quote, and so does what is closed on the line on which it is opened.
    guard kind == .multiLine, pounds > 0, hasQuoteOnLine(from: quote + 2, pounds: pounds) else {
      return kind
    }
    return .singleLine
  }

  /// Whether a quote with at least so many `#` behind it stands between `start` and the line's end.
  private mutating func hasQuoteOnLine(from start: Int, pounds: Int) -> Bool {
    let known = searches.rawStringEnd
    if start <= known.found, pounds <= known.foundPounds { return true }
    if start < known.missingEnd, pounds >= known.missingPounds { return false }
    var index = start
    while index < count, !isLineBreak(at: index) {
      if bytes[index] == "\"" {
        let run = countOfPounds(at: index + 1)
        if run >= pounds {
          searches.rawStringEnd.found = index
          searches.rawStringEnd.foundPounds = run
          return true
        }
        index += run
      }
      index += 1
    }
    searches.rawStringEnd.missingEnd = index
    searches.rawStringEnd.missingPounds = pounds
    return false
  }

  /// Lexes one piece of text of a string literal, and what ends the piece: the closing quote, `\(`,
  /// or nothing where a line ends.
  ///
  /// - Returns: Whether the file is at its end.
  mutating func lexStringText(_ form: StringForm) -> Bool {
    if position == count {
      diagnose("unterminated string literal", from: position, to: position)
      emit(.endOfFile, from: position)
      return true
    }
    var piece = TextPiece(start: position)
    while true {
      position = text.endOfPlainText(from: position)
      let at = position
      switch bytes[at] {
      case "\\":
        if lexBackslash(of: &piece, form) { return false }
      case "\"" where closesString(at: at, form), "'" where form.kind == .singleQuoted:
        emitText(piece)
        closeString(form)
        return false
      case "\n", "\r":
        endLine(of: &piece, form)
        return false
      case 0 where at == count:
        emitText(piece)
        return false
      case _:
        position += decodeScalar(at: bytes + at).length
        if let problem = problemOfCharacter(at: at, form) {
          piece.note(problem, at..<position)
        }
      }
    }
  }

  /// Reads the backslash at `position` and what belongs to it.
  ///
  /// - Returns: Whether that ends the piece of text.
  private mutating func lexBackslash(of piece: inout TextPiece, _ form: StringForm) -> Bool {
    let at = position
    if let end = endOfInterpolationStart(at: at, form) {
      emitText(piece)
      openInterpolation(upTo: end, form)
      return true
    }
    if form.kind == .multiLine, let end = endOfEscapedLineBreak(at: at, form) {
      emitText(piece)
      position = end
      pendingFlags = [.startsLine, .hasTriviaBefore]
      return true
    }
    let escape = readEscape(at: at, form)
    position = escape.end
    if let problem = escape.problem { piece.note(problem, at..<position) }
    guard escape.isLineBreak else { return false }
    emitText(piece)
    endStringAtLineBreak(form)
    return true
  }

  /// Ends a piece of text at the line break at `position`, and the literal with it if it does not span
  /// lines.
  private mutating func endLine(of piece: inout TextPiece, _ form: StringForm) {
    if form.kind == .multiLine {
      position = endOfLineBreak(at: position)
      emitText(piece)
      pendingFlags = .startsLine
    } else {
      piece.note("unterminated string literal", piece.start..<position)
      emitText(piece)
      pop()
    }
  }

  /// Returns what is wrong with the character at `index` as text, or nil if nothing is.
  private func problemOfCharacter(at index: Int, _ form: StringForm) -> String? {
    switch bytes[index] {
    case 0x80...:
      let isValid = decodeScalar(at: bytes + index).scalar != nil
      return isValid ? nil : "invalid UTF-8 found in source file"
    case "\"", "'":
      return nil
    case "\t" where form.kind == .multiLine:
      return nil
    case _:
      return "unprintable ASCII character found in source file"
    }
  }

  /// Leaves a literal that does not span lines if a line break follows.
  private mutating func endStringAtLineBreak(_ form: StringForm) {
    guard form.kind != .multiLine, isLineBreak(at: position) else { return }
    diagnose("unterminated string literal", from: position, to: position)
    pop()
  }

  private mutating func emitText(_ piece: TextPiece) {
    guard let problem = piece.problem, let range = piece.problemRange else {
      return emit(.stringSegment, from: piece.start)
    }
    diagnose(problem, from: range.lowerBound, to: range.upperBound)
    emit(.stringSegment, from: piece.start, flags: .isMalformed)
  }

  /// Whether the quote at `index` ends a literal of `form`.
  private func closesString(at index: Int, _ form: StringForm) -> Bool {
    switch form.kind {
    case .singleLine:
      return hasPounds(form.pounds, at: index + 1)
    case .multiLine:
      return bytes[index + 1] == "\"" && bytes[index + 2] == "\""
        && hasPounds(form.pounds, at: index + 3)
    case .singleQuoted:
      return false
    }
  }

  private mutating func closeString(_ form: StringForm) {
    let start = position
    position += form.kind == .multiLine ? 3 : 1
    emit(form.quote, from: start)
    if form.pounds > 0 { emitPounds() }
    pop()
  }

  private mutating func openInterpolation(upTo end: Int, _ form: StringForm) {
    emitPunctuation(.backslash)
    if bytes[position] == "#" { emitPounds() }
    precondition(position == end, "an interpolation starts with its parenthesis")
    emitPunctuation(.leftParen)
    push(.interpolation(form, openParens: 0))
  }

  private mutating func emitPounds() {
    let start = position
    position += countOfPounds(at: start)
    emit(.rawStringPoundDelimiter, from: start)
  }

  /// Returns the offset of the parenthesis if the backslash at `index` starts an interpolation.
  private func endOfInterpolationStart(at index: Int, _ form: StringForm) -> Int? {
    guard let end = endOfEscapePounds(at: index + 1, form), bytes[end] == "(" else { return nil }
    return end
  }

  /// Returns the start of the next line if the backslash at `index` joins the lines.
  private func endOfEscapedLineBreak(at index: Int, _ form: StringForm) -> Int? {
    guard let poundsEnd = endOfEscapePounds(at: index + 1, form) else { return nil }
    var end = poundsEnd
    while bytes[end] == " " || bytes[end] == "\t" { end += 1 }
    guard isLineBreak(at: end) else { return nil }
    return endOfLineBreak(at: end)
  }

  /// Returns the end of the `#` that an escape in a literal of `form` needs, or nil if there are not
  /// enough.
  ///
  /// One `#` too many belongs to the escape as well: the parser says that it is too many.
  private func endOfEscapePounds(at index: Int, _ form: StringForm) -> Int? {
    guard form.pounds > 0 else { return index }
    let end = index + form.pounds
    guard hasPounds(form.pounds, at: index) else { return nil }
    return bytes[end] == "#" ? end + 1 : end
  }

  private func hasPounds(_ wanted: Int, at start: Int) -> Bool {
    var index = start
    while index < start + wanted {
      guard bytes[index] == "#" else { return false }
      index += 1
    }
    return true
  }

  func countOfPounds(at start: Int) -> Int {
    var index = start
    while bytes[index] == "#" { index += 1 }
    return index - start
  }

  private func endOfLineBreak(at index: Int) -> Int {
    index + (bytes[index] == "\r" && bytes[index + 1] == "\n" ? 2 : 1)
  }
}
