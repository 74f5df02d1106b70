import MoultSource

/// The state of one parse: where it stands in the tokens, and the nodes that it has finished.
///
/// Nodes are finished in post-order. A finished node waits on `pending` until the node around it is
/// finished and takes everything that was pushed since its marker as its children; so a form that grows
/// to the right of something finished (`base.name`) takes the marker of its base.
struct Parser: ~Copyable {
  let source: SourceText

  /// The tokens of the lexer; the last is the end of the file.
  ///
  /// A token that was split holds its rest.
  var input: [Token]
  /// The token that is read next.
  ///
  /// Never beyond the end of the file.
  var position = 0
  /// The tokens that were cut off the front of others, in order.
  var splits: [Split] = []

  var nodes: [NodeRecord] = []
  var childList: [NodeID] = []
  var pending: [UInt32] = []
  var diagnostics: [SyntaxDiagnostic] = []
  /// Something was missing since the last node was finished; the next one bears the flag.
  var sawError = false

  var depth = 0
  /// Inside an initializer, where `init(…)` is a call.
  var isInInitializer = false
  var flavor = ExpressionFlavor.basic
  var patternMode = PatternMode.none

  /// For each `{` of `input` the index of its `}`, or 0.
  var braceEnds: [UInt32] = []
  /// Positions of `<` at which no generic arguments stand, as nested attempts found out.
  var refusedAngles: Set<Int> = []
  var attempts = 0

  var table: OperatorTable
  var operands: [Operand] = []
  var operators: [PendingOperator] = []
  var wrappers: [Wrapper] = []

  /// How deep items, expressions, types and patterns may lie in one another.
  ///
  /// Each step takes a few stack frames, about 1.7 kB in a release build, and worker threads may have half
  /// a megabyte of stack in all. Hand-written code needs less than 40.
  static let maximalDepth = 192

  init(source: SourceText, tokens: [Token], operators: OperatorTable) {
    self.source = source
    input = tokens
    if input.last?.kind != .endOfFile {
      let end = ByteOffset(source.bytes.count)
      input.append(Token(kind: .endOfFile, start: end, end: end))
    }
    table = operators
    nodes.reserveCapacity(input.count)
    childList.reserveCapacity(input.count)
    pending.reserveCapacity(256)
  }
}

/// Where a node begins: what was pending, and which token comes next.
struct Marker {
  let pending: Int
  let token: UInt32
}

/// A token that was cut in two.
struct Split {
  /// The place in `Parser.input` that held the whole and holds the rest since.
  let position: Int
  let whole: Token
  let front: Token
}

/// What ends an expression besides its own grammar.
enum ExpressionFlavor {
  case basic
  /// Before the `{` of an `if`, `while`, `for`, …: a brace opens the body unless it cannot.
  case condition
  /// After `#if`: a line break ends it.
  case poundIf
}

/// Whether names in an expression may be patterns.
enum PatternMode {
  case none
  /// In a `case`: `let` and `is` may begin a pattern.
  case matching
  /// Behind `let` in a `case`: names are bound.
  case binding
}

// MARK: - Context

extension Parser {
  /// What decides how an expression is read, as it was around a construct.
  struct Context {
    let flavor: ExpressionFlavor
    let patternMode: PatternMode
  }

  /// Goes on in another context; `endContext` returns to the one that was.
  mutating func beginContext(_ flavor: ExpressionFlavor, _ patternMode: PatternMode) -> Context {
    let outer = Context(flavor: self.flavor, patternMode: self.patternMode)
    self.flavor = flavor
    self.patternMode = patternMode
    return outer
  }

  mutating func endContext(_ outer: Context) {
    flavor = outer.flavor
    patternMode = outer.patternMode
  }
}

// MARK: - Tokens

extension Parser {
  var token: Token { input[position] }
  var kind: TokenKind { input[position].kind }
  var keyword: Keyword { input[position].keyword }
  var startsLine: Bool { input[position].flags.contains(.startsLine) }

  /// The index that the next token will have in the tree.
  var tokenIndex: UInt32 { UInt32(truncatingIfNeeded: position &+ splits.count) }

  func peek(_ distance: Int = 1) -> Token { input[min(position + distance, input.count - 1)] }

  func at(_ kind: TokenKind) -> Bool { input[position].kind == kind }
  func at(_ keyword: Keyword) -> Bool { input[position].keyword == keyword }

  func bytes(of token: Token) -> ArraySlice<UInt8> { source.bytes[token.range.indices] }

  func firstByte(of token: Token) -> UInt8 {
    token.start < token.end ? source.bytes[token.start.index] : 0
  }

  /// Whether `token` is an operator whose text is exactly one `byte`.
  func isOperator(_ token: Token, _ byte: UInt8) -> Bool {
    token.end.utf8 &- token.start.utf8 == 1 && source.bytes[token.start.index] == byte
  }

  /// Whether `token` is an operator that begins with `byte`.
  func isOperatorPrefix(_ token: Token, _ byte: UInt8) -> Bool {
    token.kind.isOperatorLike && firstByte(of: token) == byte
  }

  var atLeftAngle: Bool { isOperatorPrefix(token, UInt8(ascii: "<")) }
  var atRightAngle: Bool { isOperatorPrefix(token, UInt8(ascii: ">")) }

  func isEllipsis(_ token: Token) -> Bool {
    token.kind == .ellipsis
      || (token.kind.isOperatorLike && token.end.utf8 &- token.start.utf8 == 3
        && beginsWithEllipsis(token))
  }

  @inline(never)
  func beginsWithEllipsis(_ token: Token) -> Bool {
    let start = token.start.index
    guard start + 3 <= token.end.index else { return false }
    return source.bytes[start] == 0x2E && source.bytes[start + 1] == 0x2E
      && source.bytes[start + 2] == 0x2E
  }

  /// Moves on by one token; stays at the end of the file.
  mutating func advance() {
    if position < input.count - 1 { position &+= 1 }
  }

  mutating func advance(if kind: TokenKind) -> Bool {
    guard input[position].kind == kind else { return false }
    advance()
    return true
  }

  mutating func advance(if keyword: Keyword) -> Bool {
    guard input[position].keyword == keyword else { return false }
    advance()
    return true
  }

  /// Consumes the first `count` bytes of the token as a token of `kind`.
  @inline(never)
  mutating func advance(splitting count: Int, as kind: TokenKind) {
    let whole = input[position]
    guard whole.range.utf8Count > count else { return advance() }
    let (front, rest) = whole.split(after: count, as: kind, in: source.bytes)
    splits.append(Split(position: position, whole: whole, front: front))
    input[position] = rest
  }

  /// Consumes the token of `kind`, or says that it is missing.
  mutating func expect(_ kind: TokenKind, _ message: @autoclosure () -> String) {
    if !advance(if: kind) { report(message()) }
  }

  /// Notes a problem at the next token.
  @inline(never)
  mutating func report(_ message: String) {
    sawError = true
    let token = input[position]
    // One problem per place: what follows from the first is noise.
    if let last = diagnostics.last, last.range.lowerBound == token.start { return }
    diagnostics.append(SyntaxDiagnostic(range: token.range, message: message))
  }
}

extension TokenKind {
  /// Whether the text consists of operator characters and may be cut into pieces.
  var isOperatorLike: Bool {
    switch self {
    case .binaryOperator, .prefixOperator, .postfixOperator, .leftAngle, .rightAngle, .ellipsis,
      .exclamationMark, .infixQuestionMark, .postfixQuestionMark, .prefixAmpersand, .equal, .arrow:
      return true
    default:
      return false
    }
  }
}

// MARK: - Nodes

extension Parser {
  func mark() -> Marker { Marker(pending: pending.count, token: tokenIndex) }

  /// Finishes a node that began at `marker` and ends before the next token.
  ///
  /// - Parameter main: the token that names it; without one, its first token.
  // Not inlined, as others below: the frames of the functions that call one another decide how much
  // stack a nested source needs.
  @inline(never)
  mutating func finish(
    _ kind: NodeKind, _ marker: Marker, main: UInt32? = nil, flags: NodeFlags = []
  ) {
    let id = UInt32(truncatingIfNeeded: nodes.count)
    let firstChild = childList.count
    var flags = flags
    if sawError {
      flags.insert(.hasError)
      sawError = false
    }
    var index = marker.pending
    let end = pending.count
    while index < end {
      let child = pending[index]
      nodes[Int(child)].parent = id
      childList.append(NodeID(rawValue: child))
      index &+= 1
    }
    let endToken = tokenIndex
    var mainToken = main ?? marker.token
    // Where the name is missing, the token before it stands in, so that the main token is always inside.
    if mainToken >= endToken, endToken > marker.token { mainToken = endToken &- 1 }
    nodes.append(
      NodeRecord(
        kind: kind, flags: flags, mainToken: mainToken, firstToken: marker.token,
        endToken: endToken, firstChild: UInt32(truncatingIfNeeded: firstChild),
        childCount: UInt32(truncatingIfNeeded: end &- marker.pending), parent: UInt32.max))
    if end == marker.pending {
      pending.append(id)
    } else {
      pending[marker.pending] = id
      // One by one: removing none or one is by far the most frequent, and cheapest so.
      while pending.count > marker.pending &+ 1 { pending.removeLast() }
    }
  }

  /// Finishes a node of no tokens where something is missing.
  mutating func missing(_ kind: NodeKind, _ message: String) {
    report(message)
    finish(kind, mark())
  }

  /// The kind of the node that was finished last.
  var lastKind: NodeKind? { nodes.last?.kind }
}

// MARK: - Attempts

extension Parser {
  /// Where everything stood before an attempt.
  struct Snapshot {
    let position: Int
    let splits: Int
    let nodes: Int
    let children: Int
    let pending: Int
    let diagnostics: Int
    let sawError: Bool
  }

  func snapshot() -> Snapshot {
    Snapshot(
      position: position, splits: splits.count, nodes: nodes.count, children: childList.count,
      pending: pending.count, diagnostics: diagnostics.count, sawError: sawError)
  }

  /// Undoes what happened since `snapshot`.
  ///
  /// Nothing that was pending then may have been taken.
  mutating func restore(_ snapshot: Snapshot) {
    position = snapshot.position
    while splits.count > snapshot.splits, let split = splits.popLast() {
      input[split.position] = split.whole
    }
    nodes.removeLast(nodes.count - snapshot.nodes)
    childList.removeLast(childList.count - snapshot.children)
    pending.removeLast(pending.count - snapshot.pending)
    diagnostics.removeLast(diagnostics.count - snapshot.diagnostics)
    sawError = snapshot.sawError
  }
}

// MARK: - Depth

extension Parser {
  /// Goes one level deeper, unless that is too deep.
  mutating func enter() -> Bool {
    guard depth < Self.maximalDepth else { return false }
    depth &+= 1
    return true
  }

  mutating func leave() { depth &-= 1 }
}
