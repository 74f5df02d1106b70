import MoultSource

/// The state of one parse: where it stands in the tokens, and the nodes that it has finished.
///
/// Nodes are finished in post-order. A finished node waits on `pending` until the node around it is
/// finished and takes everything that was pushed since its marker as its children; so a form that grows
/// to the right of something finished (`base.name`) takes the marker of its base.
struct Parser: ~Copyable {
  let source: SourceText

  /// The tokens of the lexer, and the end of the file some more times, so that looking ahead asks for no bound.
  ///
  /// A token that was split holds its rest.
  var input: Stack<Token>
  /// How many tokens the lexer made; the last is the end of the file.
  let tokenCount: Int
  /// The token that is read next.
  ///
  /// Never beyond the end of the file.
  private(set) var position = 0
  /// The index that the next token will have in the tree.
  private(set) var tokenIndex: UInt32 = 0
  /// What the next token is, so that each of the many questions about it is one comparison.
  private(set) var kind = TokenKind.endOfFile
  private(set) var keyword = Keyword.notKeyword
  private(set) var startsLine = false
  /// Something was missing since the last node was finished; the next one bears the flag.
  var sawError = false
  /// The tokens that were cut off the front of others, in order.
  var splits: [Split] = []

  var nodes: Stack<NodeRecord>
  var childList: Stack<NodeID>
  var pending: Stack<NodeID>
  var diagnostics: [SyntaxDiagnostic] = []

  var depth: UInt32 = 0
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
  var operands = Stack<Operand>(capacity: 64)
  var operators = Stack<PendingOperator>(capacity: 64)
  var wrappers = Stack<Wrapper>(capacity: 16)

  /// How deep items, expressions, types and patterns may lie in one another.
  ///
  /// Each step takes a few stack frames, about 1.7 kB in a release build, and worker threads may have half
  /// a megabyte of stack in all. Hand-written code needs less than 40.
  static let maximalDepth: UInt32 = 192

  /// How far `peek` may look ahead.
  static let furthestPeek = 8

  init(source: SourceText, tokens lexed: consuming Stack<Token>, operators: OperatorTable) {
    self.source = source
    var tokens = lexed
    tokenCount = tokens.count
    guard let end = tokens.last, end.kind == .endOfFile else {
      preconditionFailure("the lexer's last token is the end of the file")
    }
    for _ in 0..<Self.furthestPeek { tokens.append(end) }
    input = tokens
    table = operators
    nodes = Stack(capacity: tokenCount)
    childList = Stack(capacity: tokenCount)
    pending = Stack(capacity: 256)
    lookAtToken()
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

  /// The token behind the next one.
  @inline(__always)
  func peek() -> Token { input[position &+ 1] }

  /// The token so many behind the next one, at most `furthestPeek`; the end of the file if there are not so many.
  @inline(__always)
  func peek(_ distance: Int) -> Token { input[position &+ distance] }

  @inline(__always)
  func at(_ kind: TokenKind) -> Bool { self.kind == kind }
  @inline(__always)
  func at(_ keyword: Keyword) -> Bool { self.keyword == keyword }

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

  var atLeftAngle: Bool { kind.isOperatorLike && firstByte(of: token) == UInt8(ascii: "<") }
  var atRightAngle: Bool { kind.isOperatorLike && firstByte(of: token) == UInt8(ascii: ">") }

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
  @inline(__always)
  mutating func advance() {
    guard position < tokenCount &- 1 else { return }
    position &+= 1
    tokenIndex &+= 1
    lookAtToken()
  }

  /// Takes note of what the token at `position` is.
  @inline(__always)
  private mutating func lookAtToken() {
    let token = input[position]
    kind = token.kind
    keyword = token.keyword
    startsLine = token.flags.contains(.startsLine)
  }

  @inline(__always)
  mutating func advance(if kind: TokenKind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  @inline(__always)
  mutating func advance(if keyword: Keyword) -> Bool {
    guard self.keyword == keyword else { return false }
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
    tokenIndex &+= 1
    lookAtToken()
  }

  /// Consumes the token of `kind`, or says that it is missing.
  @inline(__always)
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
  @inline(__always)
  func mark() -> Marker { Marker(pending: pending.count, token: tokenIndex) }

  /// Finishes a node that began at `marker`, is named by its first token and ends before the next one.
  @inline(__always)
  mutating func finish(_ kind: NodeKind, _ marker: Marker) {
    finish(kind, marker, main: marker.token, flags: [])
  }

  @inline(__always)
  mutating func finish(_ kind: NodeKind, _ marker: Marker, main: UInt32) {
    finish(kind, marker, main: main, flags: [])
  }

  @inline(__always)
  mutating func finish(_ kind: NodeKind, _ marker: Marker, flags: NodeFlags) {
    finish(kind, marker, main: marker.token, flags: flags)
  }

  /// Finishes a node that began at `marker` and ends before the next token.
  ///
  /// - Parameter main: the token that names it.
  // Not inlined, as others below: the frames of the functions that call one another decide how much
  // stack a nested source needs.
  @inline(never)
  mutating func finish(_ kind: NodeKind, _ marker: Marker, main: UInt32, flags: NodeFlags) {
    let id = NodeID(rawValue: UInt32(truncatingIfNeeded: nodes.count))
    let firstChild = childList.count
    var flags = flags
    if sawError {
      flags.insert(.hasError)
      sawError = false
    }
    let end = pending.count
    let endToken = tokenIndex
    var mainToken = main
    // Where the name is missing, the token before it stands in, so that the main token is always inside.
    if mainToken >= endToken, endToken > marker.token { mainToken = endToken &- 1 }
    nodes.append(
      NodeRecord(
        kind: kind, flags: flags, mainToken: mainToken, firstToken: marker.token,
        endToken: endToken, firstChild: UInt32(truncatingIfNeeded: firstChild),
        childCount: UInt32(truncatingIfNeeded: end &- marker.pending), parent: UInt32.max))
    if end == marker.pending { return pending.append(id) }
    var index = marker.pending
    while index < end {
      let child = pending[index]
      nodes[Int(child.rawValue)].parent = id.rawValue
      childList.append(child)
      index &+= 1
    }
    pending.truncate(to: marker.pending &+ 1)
    pending[marker.pending] = id
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
    while splits.count > snapshot.splits, let split = splits.popLast() {
      input[split.position] = split.whole
    }
    position = snapshot.position
    tokenIndex = UInt32(truncatingIfNeeded: position &+ splits.count)
    lookAtToken()
    nodes.truncate(to: snapshot.nodes)
    childList.truncate(to: snapshot.children)
    pending.truncate(to: snapshot.pending)
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
