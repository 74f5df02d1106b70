import MoultSource

/// Pairs the brackets of a stretch of code while it is collected, token by token.
///
/// The open brackets are a linked list, so that the branches of a `#if` each start from what was open before
/// it, at no cost. A closing brace closes everything inside of it; another closing bracket that fits
/// nothing since the last open brace closes nothing. Every step takes constant time.
struct BracketPairing {
  /// An open bracket, with the nearest ones around it, itself included, as indices of nodes or -1.
  private struct Node {
    let token: Int32
    let parent: Int32
    /// The nearest open one of its kind that no brace lies before.
    let paren: Int32
    let bracket: Int32
    let brace: Int32
  }

  private var nodes: [Node] = []
  private var innermost: Int32 = -1
  private(set) var tokens: [ObjCToken] = []
  private(set) var partner: [Int32] = []
  private(set) var outer: [Int32] = []

  /// What is open where a `#if` begins, outermost first.
  private var branchStarts: [Int32] = []

  mutating func append(_ token: ObjCToken) {
    let index = Int32(tokens.count)
    tokens.append(token)
    partner.append(-1)
    switch token.kind {
    case .leftParen, .leftBracket, .leftBrace:
      outer.append(openToken)
      open(index, token.kind)
    case .rightParen: close(index, current?.paren ?? -1)
    case .rightBracket: close(index, current?.bracket ?? -1)
    case .rightBrace: close(index, current?.brace ?? -1)
    default: outer.append(openToken)
    }
  }

  mutating func beginBranches() { branchStarts.append(innermost) }

  mutating func nextBranch() {
    if let start = branchStarts.last { innermost = start }
  }

  mutating func endBranches() { _ = branchStarts.popLast() }

  private var current: Node? { innermost >= 0 ? nodes[Int(innermost)] : nil }
  private var openToken: Int32 { current?.token ?? -1 }

  private mutating func open(_ index: Int32, _ kind: ObjCTokenKind) {
    let node = Int32(nodes.count)
    let isBrace = kind == .leftBrace
    nodes.append(
      Node(
        token: index, parent: innermost,
        paren: kind == .leftParen ? node : isBrace ? -1 : current?.paren ?? -1,
        bracket: kind == .leftBracket ? node : isBrace ? -1 : current?.bracket ?? -1,
        brace: isBrace ? node : current?.brace ?? -1))
    innermost = node
  }

  private mutating func close(_ index: Int32, _ node: Int32) {
    guard node >= 0 else {
      outer.append(openToken)
      return
    }
    let opener = nodes[Int(node)]
    // In the second branch of a `#if` the bracket may have its partner already, from the first.
    if partner[Int(opener.token)] < 0 { partner[Int(opener.token)] = index }
    partner[Int(index)] = opener.token
    innermost = opener.parent
    outer.append(openToken)
  }
}
