import MoultSource

/// A container while it is read.
struct OpenContainer {
  let index: Int
  let isProtocol: Bool
}

/// Macros that declare an enumeration: `NS_ENUM(type, name)`.
private let enumMacros: Set<String> = [
  "NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM", "NS_ERROR_ENUM", "CF_ENUM", "CF_OPTIONS", "GPB_ENUM",
]

extension OutlineReader {
  /// Reads what stands outside of all bodies: containers, methods, properties, functions, globals, types.
  mutating func readDeclarations() {
    var index = 0
    var container: Int?
    var isStart = true
    while index < code.end {
      let before = index
      switch code.kind(index) {
      case .atWord:
        (index, container) = readAtWord(index, container)
        isStart = true
      case .minus where isStart && container != nil, .plus where isStart && container != nil:
        index = readMethod(index, container)
        isStart = true
      case .leftBrace:
        if openBraces.contains(index) {
          index += 1
        } else {
          readMacroBody(index, container)
          index = code.next(index)
        }
        isStart = true
      case .semicolon, .rightBrace:
        index += 1
        isStart = true
      case .leftBracket where isStart && isAttribute(index):
        index = code.next(index)
      case .punctuator where isStart && code.text(index) == "~":
        // A destructor has the name of its class.
        index += 1
      case .identifier where isStart:
        if let behind = endOfPrefix(index) {
          index = behind
        } else {
          // A macro may stand alone on its line, so a declaration can begin behind it.
          isStart = isMacroWord(index)
          index = readTopLevel(index)
        }
      case .colon:
        // `public:` in a class of C++, or a bit field.
        index += 1
        isStart = true
      default:
        index = code.next(index)
        isStart = false
      }
      precondition(index > before, "the outline stands still at \(before)")
    }
    if let container { close(container, code.end, nil) }
    readTypeNames()
  }

  /// Sets where a container ends.
  mutating func close(_ container: Int, _ end: Int, _ endWord: Int?) {
    let open = containers[container]
    let range = open.range.lowerBound..<code.range(end, end + 1).upperBound
    containers[container] = ObjCContainer(
      kind: open.kind, name: open.name, nameRange: open.nameRange, category: open.category,
      superclass: open.superclass, protocols: open.protocols, protocolList: open.protocolList,
      range: range, end: endWord.map { code.tokens[$0].range })
  }

  /// Notes the body of a method that a macro declares: `RCT_EXPORT_METHOD(send:(NSString *)text) { … }`.
  private mutating func readMacroBody(_ brace: Int, _ container: Int?) {
    guard let container, let end = code.closing(brace), code.kind(brace - 1) == .rightParen,
      let open = code.opening(brace - 1), code.kind(open - 1) == .identifier, isMacroWord(open - 1)
    else { return }
    let kind = containers[container].kind
    guard kind == .implementation || kind == .categoryImplementation else { return }
    // What is named in the parentheses is declared for the body.
    macroBodies.append(code.range(open, end + 1))
  }

  /// Reads the statement at the top level that begins with the word at `start`.
  ///
  /// - Returns: the position from which to go on.
  private mutating func readTopLevel(_ start: Int) -> Int {
    if code.isWord(start, "typedef") { return readTypedef(start) }
    if let brace = readRecord(start) { return brace }
    if let end = readFunction(start) { return end }
    return readGlobals(start).map { max($0, start + 1) } ?? start + 1
  }

  /// True for a word in capitals, as macros such as `NS_ASSUME_NONNULL_BEGIN` are written.
  func isMacroWord(_ index: Int) -> Bool {
    code.text(index).utf8.allSatisfy { $0 &- 0x41 < 26 || $0 == "_" || isDigit($0) }
  }

  private mutating func readTypedef(_ start: Int) -> Int {
    if let reading = readType(start + 1, code.end), code.kind(reading.end) == .identifier {
      markType(reading, from: start + 1)
    }
    var index = start + 1
    var last: Int?
    var brace: Int?
    while index < code.end, code.kind(index) != .semicolon {
      switch code.kind(index) {
      case .identifier where !enumMacros.contains(code.text(index)): last = index
      case .leftParen:
        if let name = blockDeclarator(index) {
          declareType(name)
          if let close = code.closing(index), let end = code.closing(close + 1) {
            _ = readParameters(close + 1, end)
          }
          return code.next(code.next(index))
        }
      case .leftBrace:
        otherBraces.insert(index)
        brace = brace ?? index
      case .atWord: return index
      default: break
      }
      index = code.next(index)
    }
    if let last {
      declareType(last)
      if let brace { readFields(start + 1, brace, last) }
    }
    return index
  }

  mutating func declareType(_ name: Int) {
    guard code.kind(name) == .identifier else { return }
    mark(name, .declaration)
    declaredNames.append(
      ObjCDeclaredName(kind: .type, name: code.text(name), nameRange: code.tokens[name].range))
  }

  /// Reads the names behind `enum`, `struct`, `union`, `class` with a body, and in `NS_ENUM(type, name)`.
  private mutating func readTypeNames() {
    for index in code.tokens.indices where code.tokens[index].kind == .identifier {
      switch code.text(index) {
      case "enum", "struct", "union", "class":
        var name = index + 1
        if code.isWord(name, "class") || code.isWord(name, "struct") { name += 1 }
        var brace = name
        if code.kind(name) == .identifier { brace += 1 }
        if code.kind(brace) == .colon {
          while brace < code.end, code.kind(brace) != .leftBrace, code.kind(brace) != .semicolon,
            brace < name + 16
          { brace += 1 }
        }
        guard code.kind(brace) == .leftBrace, recordBraces[brace] == nil else { continue }
        if code.text(index) != "class" { otherBraces.insert(brace) }
        if brace > name { declareType(name) }
        if code.isWord(index, "enum") { markConstants(brace) }
      case let word where enumMacros.contains(word):
        guard code.kind(index + 1) == .leftParen, let close = code.closing(index + 1) else {
          continue
        }
        declareType(close - 1)
        if code.kind(close + 1) == .leftBrace {
          otherBraces.insert(close + 1)
          markConstants(close + 1)
        }
      default: continue
      }
    }
  }

  /// Marks the names that an enumeration declares, whose brace stands at `open`.
  private mutating func markConstants(_ open: Int) {
    guard let close = code.closing(open) else { return }
    var index = open + 1
    while index < close {
      mark(index, code.kind(index) == .identifier ? .declaration : .other)
      while index < close, code.kind(index) != .comma { index = code.next(index) }
      index += 1
    }
  }
}
