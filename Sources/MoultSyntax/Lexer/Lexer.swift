import MoultSource

/// One pass over the bytes of a source file.
///
/// Trivia is skipped between tokens and leaves its traces in `pendingFlags` only. The pieces of
/// string and regex literals are tokens of their own, so literals need a stack of states, never
/// recursion.
struct Lexer: ~Copyable {
  /// Where the lexer stands, as far as the next byte's meaning depends on it.
  enum State {
    /// Outside of every literal.
    case code
    /// In the text of a string literal, behind its opening quote or a later piece of it.
    case stringText(StringForm)
    /// In code between `\(` and its `)`, with so many parentheses open that are not closed yet.
    case interpolation(StringForm, openParens: Int)
  }

  /// The source text, between NULs: see `PaddedText`.
  let text: PaddedText
  /// The first byte of `text`.
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let classes: UnsafePointer<ByteClass>
  let traits: UnsafePointer<ByteTraits>
  let punctuation: UnsafePointer<TokenKind>
  let kinds: UnsafePointer<TokenKind>
  let keywords: KeywordTable
  let readBlock: CodeBlock.Reader

  /// The next byte to look at.
  var position = 0
  var state = State.code
  /// The states to return to; the innermost is last.
  var outerStates: [State] = []
  var tokens: Stack<Token>
  var diagnostics: [SyntaxDiagnostic] = []
  /// What stands in the trivia since the last token.
  var pendingFlags: TokenFlags = .startsLine
  var searches = FailedSearches()

  init(_ text: PaddedText) {
    self.text = text
    bytes = text.bytes
    count = text.count
    // Few files need more: a token with the space around it is eight bytes long on average.
    tokens = Stack(capacity: text.count / 6 + 64)
    classes = ByteTables.shared.classes
    traits = ByteTables.shared.traits
    punctuation = ByteTables.shared.punctuation
    kinds = ByteTables.shared.kinds
    keywords = KeywordTable.shared
    readBlock = CodeBlock.reader
  }

  /// Lexes to the end of the text.
  ///
  /// The last token then is `endOfFile`.
  mutating func run() {
    var isDone = false
    while !isDone {
      let before = position
      let tokensBefore = tokens.count
      switch state {
      case .code:
        lexCommonCode()
        skipTrivia(lineBreaks: true)
        isDone = lexCode()
      case .stringText(let form):
        isDone = lexStringText(form)
      case .interpolation(let form, let openParens):
        skipTrivia(lineBreaks: form.kind == .multiLine)
        isDone = lexInterpolation(form, openParens: openParens)
      }
      precondition(
        position > before || tokens.count > tokensBefore, "the lexer stands still at \(before)")
    }
  }

  mutating func push(_ inner: State) {
    outerStates.append(state)
    state = inner
  }

  /// Leaves the innermost state.
  ///
  /// A string that does not span lines ends where a line break follows the piece before.
  mutating func pop() {
    state = outerStates.popLast() ?? .code
    if case .stringText(let form) = state, form.kind != .multiLine, isLineBreak(at: position) {
      state = outerStates.popLast() ?? .code
    }
  }

  /// Appends a token from `start` to `position`.
  @inline(__always)
  mutating func emit(
    _ kind: TokenKind, from start: Int, keyword: Keyword = .notKeyword, flags: TokenFlags = []
  ) {
    tokens.append(
      Token(
        kind: kind, keyword: keyword, flags: flags.union(pendingFlags), start: offset(start),
        end: offset(position)))
    pendingFlags = []
  }

  /// Appends a token of one byte.
  @inline(__always)
  mutating func emitPunctuation(_ kind: TokenKind) {
    position += 1
    emit(kind, from: position - 1)
  }

  @inline(__always)
  func offset(_ index: Int) -> ByteOffset {
    ByteOffset(utf8: UInt32(truncatingIfNeeded: index))
  }

  mutating func diagnose(_ message: String, from start: Int, to end: Int) {
    diagnostics.append(
      SyntaxDiagnostic(range: offset(start)..<offset(min(max(start, end), count)), message: message)
    )
  }

  @inline(__always)
  func isLineBreak(at index: Int) -> Bool { bytes[index] == "\n" || bytes[index] == "\r" }

  @inline(__always)
  func hasTraits(_ wanted: ByteTraits, at index: Int) -> Bool {
    traits[Int(bytes[index])].rawValue & wanted.rawValue != 0
  }

  /// Returns the byte before `index`, or NUL at the start of the file.
  @inline(__always)
  func byte(before index: Int) -> UInt8 { index == 0 ? 0 : bytes[index - 1] }

  /// The token that stands so many tokens before the next one; nil before the start of the file.
  func token(before distance: Int) -> Token? {
    tokens.count >= distance ? tokens[tokens.count - distance] : nil
  }

  /// The kind of the last token, or nil at the start of the file.
  var previousKind: TokenKind? { token(before: 1)?.kind }
}

/// Where a scan for something far away was in vain, so that it is not made again from each place on
/// the way: that would take quadratic time.
struct FailedSearches {
  /// Behind the last `#` of a run that opens neither a string nor a regex literal.
  var poundRunEnd = 0
  /// No `#>` stands before this offset.
  var placeholderEnd = 0
  /// No closing curly quote can be reached before this offset.
  var curlyQuoteEnd = 0
  /// The fewest `#` with which a regex over several lines was not closed up to the end of the file.
  var regexPounds = Int.max
  var hasNoConflictEnd = false
  var hasNoPerforceConflictEnd = false
  var rawStringEnd = RawStringEndSearch()
}

/// What is known about quotes that close a raw string on the line of its opening quote.
struct RawStringEndSearch {
  /// A quote stands here, followed by `foundPounds` of `#`.
  var found = 0
  var foundPounds = 0
  /// Up to here no quote is followed by `missingPounds` of `#`.
  var missingEnd = 0
  var missingPounds = Int.max
}
