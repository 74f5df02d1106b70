import CMoultBytes

/// What 64 bytes of code are, as bits: the lowest stands for the first byte.
///
/// The first is the byte before the place to lex from, as what an operator is depends on what it follows. The bytes are
/// told apart all at once, so that the way from token to token takes no branch that depends on what they are.
struct CodeBlock {
  typealias Reader = moult_block_reader

  static let reader: Reader = moult_choose_block_reader()

  /// The first bytes of tokens that are not lexed yet.
  private(set) var starts: UInt64
  /// The starts of what is no token, or one that its first byte and its length do not tell.
  private(set) var special: UInt64
  /// The starts of operators that the bytes around them tell; they are special.
  private(set) var operators: UInt64
  /// The ends that depend on more than the bytes of the token.
  private var doubtfulEnds: UInt64
  /// The bytes that continue no token.
  private let ends: UInt64
  /// The bytes behind trivia.
  let behindTrivia: UInt64
  /// The starts behind a line break.
  let behindLineBreak: UInt64
  /// How many bytes are told: the last token may go on behind the block.
  let count: Int
  /// Whether the last byte that is told is trivia.
  let endsInTrivia: Bool
  /// Whether a line break is told behind the last start.
  let endsInLineBreak: Bool

  /// - Precondition: 64 bytes can be read at `bytes`, and the second is the first of a token or of trivia.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, _ read: Reader) {
    var block = moult_block()
    read(bytes, &block)
    // What begins with the first byte is lexed already.
    let lexed: UInt64 = 1
    let trivia = block.trivia
    let simple = block.punctuation | block.colon
    // A mark sticks to a name or a bracket before it, whatever follows.
    let marks = block.mark & ((block.word | block.closer) &<< 1)
    let operators = block.op & ~marks
    let odd = ~(simple | trivia | block.word | block.op | block.dot)

    let words = block.word & ~((block.word & ~lexed) &<< 1) & ~lexed
    let operatorStarts = operators & ~((operators & ~lexed) &<< 1) & ~lexed
    // The sum carries from the start of each run to the byte behind it.
    let operatorEnds = (operatorStarts &+ operators) & ~operators
    let numberEnds = ((words & block.digit) &+ block.digit) & ~block.digit

    self.operators = operatorStarts & ~((odd | block.line_break) &<< 1)
    special =
      odd | operatorStarts | (block.colon & (block.colon &>> 1))
      | (block.dot & ((block.op | block.dot | odd) &>> 1))
    // Of a dot at the end of the block it is not known what follows.
    let fractions = block.dot & (block.digit &>> 1 | 1 &<< 63)
    doubtfulEnds =
      (block.beyond & ((block.word & ~lexed) &<< 1)) | (operatorEnds & (odd | block.dot))
      | (numberEnds & (block.word | fractions))
    ends = ~((block.word & (block.word &<< 1) & ~numberEnds) | (operators & (operators &<< 1)))

    let all = (words | operatorStarts | marks | simple | block.dot | odd) & ~lexed
    let last = Self.place(ofLast: all)
    count = trivia &>> 63 != 0 ? 64 : last
    starts = trivia &>> 63 != 0 ? all : all & ~(1 &<< UInt64(truncatingIfNeeded: last))
    // What the first byte is was noted with the block before, unless it is the end of a token, as of a regex literal.
    behindTrivia = (trivia & ~lexed) &<< 1
    // From each line break to the next start.
    behindLineBreak = (~starts &+ (block.line_break & ~lexed)) & starts
    endsInTrivia = trivia &>> UInt64(truncatingIfNeeded: count &- 1) & 1 != 0
    let lastStart = UInt64(truncatingIfNeeded: Self.place(ofLast: starts))
    endsInLineBreak = block.line_break &>> lastStart != 0
    markDoubtful()
  }

  /// Returns the place of the highest bit, which is 0 if none is set.
  @inline(__always)
  private static func place(ofLast bits: UInt64) -> Int { 63 &- (bits | 1).leadingZeroBitCount }

  /// Makes the first token special whose end is doubtful: the lexer gets no further without a look at it.
  @inline(__always)
  private mutating func markDoubtful() {
    guard doubtfulEnds != 0 else { return }
    let before = starts & (doubtfulEnds & (0 &- doubtfulEnds) &- 1)
    let start: UInt64 = 1 &<< UInt64(truncatingIfNeeded: Self.place(ofLast: before))
    special |= start
    operators &= ~start
  }

  /// Forgets the first `count` bytes, fewer than 64.
  @inline(__always)
  mutating func drop(_ count: Int) {
    let left = UInt64.max &<< UInt64(truncatingIfNeeded: count)
    starts &= left
    doubtfulEnds &= left &<< 1
    markDoubtful()
  }

  /// Returns the bit of the next start, which is one no longer.
  ///
  /// - Precondition: There is one.
  @inline(__always)
  mutating func next() -> UInt64 {
    let start = starts & (0 &- starts)
    starts &= starts &- 1
    return start
  }

  /// Returns the place of the byte behind the token at `start`.
  @inline(__always)
  func end(of start: UInt64) -> Int { (ends & (0 &- start &<< 1)).trailingZeroBitCount }
}
