import MoultSource

/// Finds the calls of a Ruby script, with their arguments and the blocks they stand in.
///
/// Expressions are only followed as far as calls may stand in them; what is not understood is stepped over.
struct RubyParser {
  /// How deep brackets and calls in arguments are followed.
  private static let deepest = 40

  private(set) var calls: [RubyCall] = []
  let text: MappedText
  let tokens: [RubyToken]
  private var index = 0
  private var depth = 0

  /// What `end` or `}` closes, innermost last: the call whose block it is, if any.
  private var blocks: [Int?] = []

  init(_ text: MappedText) {
    self.text = text
    var lexer = RubyLexer(text.bytes)
    lexer.readAll()
    tokens = lexer.tokens
  }

  private var current: RubyToken? { index < tokens.count ? tokens[index] : nil }
  private var next: RubyToken? { index + 1 < tokens.count ? tokens[index + 1] : nil }

  private func word(_ token: RubyToken?) -> ArraySlice<UInt8> {
    guard let token, token.kind == .name else { return [] }
    return text.bytes[token.range]
  }

  private func isByte(_ token: RubyToken?, _ byte: Unicode.Scalar) -> Bool {
    guard let token, token.range.count == 1 else { return false }
    return text.bytes[token.range.lowerBound] == byte
  }

  // MARK: Statements

  mutating func parse() {
    var isStatementStart = true
    var isLoopHeader = false
    while let token = current {
      let before = index
      defer { precondition(index > before, "the parser moves on") }
      let word = word(token)
      if token.kind == .newline {
        index += 1
        isStatementStart = true
        isLoopHeader = false
        continue
      }
      if Self.isAny(of: Self.openers, word) {
        let isModifier =
          !isStatementStart && Self.isAny(of: Self.modifiers, word)
          && !(index > 0 && tokens[index - 1].kind == .assign)
        if !isModifier { blocks.append(blocks.last ?? nil) }
        isLoopHeader =
          !isModifier && (word.isText("while") || word.isText("until") || word.isText("for"))
        index += 1
        if word.isText("def") || word.isText("class") || word.isText("module") { skipLine() }
        isStatementStart = false
      } else if word.isText("end") {
        _ = blocks.popLast()
        index += 1
      } else if word.isText("do") {
        if !isLoopHeader { blocks.append(blocks.last ?? nil) }
        isLoopHeader = false
        index += 1
        isStatementStart = true
      } else if Self.isAny(of: Self.separators, word) {
        index += 1
        isStatementStart = true
      } else if isByte(token, "{") {
        blocks.append(blocks.last ?? nil)
        index += 1
        isStatementStart = true
      } else if isByte(token, "}") {
        _ = blocks.popLast()
        index += 1
      } else if token.kind == .name || token.kind == .value {
        parseStatementCall(isLoopHeader: isLoopHeader)
        isStatementStart = index > 0 && (isByte(tokens[index - 1], "{") || isBlockStart)
      } else {
        index += 1
      }
    }
  }

  /// Whether the token before opened a block, with its parameters.
  private var isBlockStart: Bool {
    index > 0 && (word(tokens[index - 1]).isText("do") || tokens[index - 1].kind == .bar)
  }

  private mutating func skipLine() {
    while let token = current, token.kind != .newline { index += 1 }
  }

  /// Parses a call with the block that follows it.
  private mutating func parseStatementCall(isLoopHeader: Bool) {
    guard let call = parseCall() else { return }
    let opensBlock = word(current).isText("do") && !isLoopHeader || isByte(current, "{")
    guard opensBlock else { return }
    blocks.append(call)
    index += 1
    guard current?.kind == .bar else { return }
    index += 1
    while let token = current, token.kind != .bar, token.kind != .newline { index += 1 }
    if current?.kind == .bar { index += 1 }
  }

  // MARK: Calls

  /// Parses `a.b.c args` at a name.
  ///
  /// - Returns: the index of the last call of the chain, or nil if there is none, as in `@a`.
  private mutating func parseCall() -> Int? {
    let start = index
    var last: Int?
    var nameIndex = index
    index += 1
    while true {
      let isName = tokens[nameIndex].kind == .name || tokens[nameIndex].kind == .label
      if isName || isAssignment(current) {
        let isCommand = last == nil || nameIndex > start
        if let call = parseArguments(of: nameIndex, from: start, isCommand: isCommand) {
          last = call
        }
      }
      let dot = indexAfterNewlines
      guard dot + 1 < tokens.count, tokens[dot].kind == .dot,
        tokens[dot + 1].kind == .name || tokens[dot + 1].kind == .label
      else { return last }
      nameIndex = dot + 1
      index = dot + 2
    }
  }

  /// The index of the next token that is no line break.
  private var indexAfterNewlines: Int {
    var next = index
    while next < tokens.count, tokens[next].kind == .newline { next += 1 }
    return next
  }

  private func isAssignment(_ token: RubyToken?) -> Bool { token?.kind == .assign }

  /// Parses what follows a name: arguments, or the value that is assigned to it.
  ///
  /// - Returns: the index of the call, or nil if it is only a name on the way to the next dot.
  private mutating func parseArguments(of name: Int, from start: Int, isCommand: Bool) -> Int? {
    let isAssignment = isAssignment(current)
    let next = indexAfterNewlines
    if !isAssignment, next < tokens.count, tokens[next].kind == .dot { return nil }
    let call = calls.count
    calls.append(
      RubyCall(
        receiver: receiver(of: name, from: start),
        name: text.text(of: tokens[name].range),
        nameRange: text.range(of: tokens[name].range),
        isAssignment: isAssignment, arguments: [],
        range: text.range(of: tokens[start].range.lowerBound..<tokens[name].range.upperBound),
        parent: blocks.last ?? nil))
    var arguments: [RubyArgument] = []
    if isAssignment {
      index += 1
      arguments = parseList(closing: nil)
    } else if isByte(current, "("), current?.isSpaceBefore == false {
      index += 1
      arguments = parseList(closing: ")")
    } else if isCommand, startsArgument {
      arguments = parseList(closing: nil)
    }
    calls[call].arguments = arguments
    let end = tokens[max(name, index - 1)].range.upperBound
    calls[call].range = text.range(of: tokens[start].range.lowerBound..<end)
    return call
  }

  private func receiver(of name: Int, from start: Int) -> String? {
    guard start < name else { return nil }
    let range = tokens[start].range.lowerBound..<tokens[name - 1].range.lowerBound
    return range.count > 100 ? "…" : text.text(of: range)
  }

  /// Whether the token may begin the first argument of a call without parentheses.
  private var startsArgument: Bool {
    guard let token = current, token.isSpaceBefore else { return false }
    switch token.kind {
    case .string, .symbol, .label, .value: return true
    case .name: return !Self.isAny(of: Self.endOfArguments, word(token))
    case .open: return !isByte(token, "{")
    case .other:
      return (isByte(token, "*") || isByte(token, "-") || isByte(token, "!"))
        && next?.isSpaceBefore == false
    case .newline, .comma, .dot, .close, .assign, .arrow, .bar: return false
    }
  }

  // MARK: Arguments

  /// Parses values between commas up to a bracket, which is stepped over, or to the end of the statement.
  private mutating func parseList(closing: Unicode.Scalar?) -> [RubyArgument] {
    depth += 1
    defer { depth -= 1 }
    var arguments: [RubyArgument] = []
    while let token = current {
      if token.kind == .close {
        if closing != nil { index += 1 }
        return arguments
      }
      if token.kind == .newline {
        let isContinued = index > 0 && Self.continues(tokens[index - 1].kind)
        if closing == nil, !isContinued { return arguments }
        skipNewlines()
        continue
      }
      if token.kind == .comma {
        index += 1
        continue
      }
      if closing == nil, Self.isAny(of: Self.endOfArguments, word(token)) { return arguments }
      let before = index
      if let argument = parseArgument(isStatement: closing == nil) { arguments.append(argument) }
      if index == before { index += 1 }
    }
    return arguments
  }

  /// Skips line breaks, also those behind comments.
  private mutating func skipNewlines() {
    while current?.kind == .newline { index += 1 }
  }

  /// Whether a statement goes on in the next line after a token of this kind.
  private static func continues(_ kind: RubyToken.Kind) -> Bool {
    switch kind {
    case .comma, .assign, .arrow, .label, .dot, .other: true
    case .name, .value, .symbol, .string, .newline, .open, .close, .bar: false
    }
  }

  private mutating func parseArgument(isStatement: Bool) -> RubyArgument? {
    guard let first = current else { return nil }
    let start = index
    var label: RubyArgument.Label?
    if first.kind == .label {
      label = makeLabel(first)
      index += 1
    } else if next?.kind == .arrow {
      label = makeLabel(first)
      index += 2
    }
    skipNewlines()
    let value = parseValue(isStatement: isStatement)
    guard index > start else { return nil }
    let range = tokens[start].range.lowerBound..<tokens[index - 1].range.upperBound
    return RubyArgument(label: label, value: value, range: text.range(of: range))
  }

  private func makeLabel(_ token: RubyToken) -> RubyArgument.Label {
    RubyArgument.Label(
      name: text.text(of: token.content), range: text.range(of: token.content))
  }

  /// Parses a value up to a comma or the end of the list; calls in it are kept.
  private mutating func parseValue(isStatement: Bool) -> RubyValue {
    let start = index
    var single: RubyValue?
    values: while let token = current {
      switch token.kind {
      case .comma, .close: break values
      case .newline:
        guard index > start, Self.continues(tokens[index - 1].kind) else { break values }
        skipNewlines()
        continue
      case .name:
        if isStatement, Self.isAny(of: Self.endOfArguments, word(token)) { break values }
        if depth < Self.deepest { _ = parseCall() } else { index += 1 }
        continue
      case .string(.command):
        index += 1
      case .string(let style):
        single = .string(makeString(token, style))
        index += 1
      case .symbol:
        single = .symbol(text.text(of: token.content), text.range(of: token.content))
        index += 1
      case .open:
        index += 1
        guard depth < Self.deepest else { continue }
        if isByte(token, "[") {
          single = .array(parseList(closing: "]"))
        } else if isByte(token, "{") {
          single = .hash(parseList(closing: "}"))
        } else {
          _ = parseList(closing: ")")
        }
        if start + 1 == index { continue }
        if isWhole(from: start) { break values }
        continue
      case .value, .label, .dot, .assign, .arrow, .bar, .other:
        index += 1
      }
      if index == start + 1, isWhole(from: start) { break values }
    }
    if let single, isSimple(from: start) { return single }
    let end = max(start, index)
    let from = start < tokens.count ? tokens[start].range.lowerBound : text.count
    let upTo = end > start ? tokens[end - 1].range.upperBound : from
    return .other(text.range(of: from..<max(from, upTo)))
  }

  /// Whether the value that was read up to here is followed by the end of the argument.
  private func isWhole(from start: Int) -> Bool {
    guard let token = current else { return true }
    return token.kind == .comma || token.kind == .close || token.kind == .newline
      || Self.isAny(of: Self.endOfArguments, word(token))
  }

  /// Whether the tokens from `start` are one literal or one pair of brackets.
  private func isSimple(from start: Int) -> Bool {
    if index == start + 1 { return true }
    guard tokens[start].kind == .open, index > start, tokens[index - 1].kind == .close else {
      return false
    }
    var open = 0
    for token in start..<index {
      if tokens[token].kind == .open { open += 1 }
      if tokens[token].kind == .close { open -= 1 }
      if open == 0, token < index - 1 { return false }
    }
    return true
  }

  func makeString(_ token: RubyToken, _ style: RubyStringStyle) -> RubyString {
    RubyString(
      range: text.range(of: token.range), contentRange: text.range(of: token.content),
      content: decodeRuby(token.content, style, in: text))
  }

  // MARK: Keywords

  private static func isAny(of list: Set<String>, _ word: ArraySlice<UInt8>) -> Bool {
    !word.isEmpty && word.count < 8 && list.contains(String(decoding: word, as: UTF8.self))
  }

  private static let modifiers: Set<String> = ["if", "unless", "while", "until"]

  private static let openers: Set<String> = [
    "if", "unless", "while", "until", "for", "case", "begin", "def", "class", "module",
  ]

  private static let separators: Set<String> = [
    "else", "elsif", "when", "then", "rescue", "ensure", "and", "or", "not", "in",
  ]

  private static let endOfArguments: Set<String> = [
    "if", "unless", "while", "until", "do", "rescue", "and", "or", "then", "end", "in", "case",
    "when", "else", "elsif", "begin", "def", "class", "module",
  ]
}
