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
      case .identifier where isStart:
        // A macro may stand alone on its line, so a declaration can begin behind it.
        isStart = isMacroWord(index)
        index = readTopLevel(index)
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
    if code.isWord(start, "extern"), code.kind(start + 1) == .string {
      if code.kind(start + 2) == .leftBrace { openBraces.insert(start + 2) }
      return start + 2
    }
    if code.isWord(start, "namespace") {
      var index = start + 1
      while code.kind(index) == .identifier || code.kind(index) == .doubleColon { index += 1 }
      if code.kind(index) == .leftBrace { openBraces.insert(index) }
      return index
    }
    if let end = readFunction(start) { return end }
    if let end = readVariables(start, code.end, .global, scopeEnd: code.tokens[code.end].end) {
      return max(end, start + 1)
    }
    return start + 1
  }

  /// True for a word in capitals, as macros such as `NS_ASSUME_NONNULL_BEGIN` are written.
  private func isMacroWord(_ index: Int) -> Bool {
    code.text(index).utf8.allSatisfy { $0 &- 0x41 < 26 || $0 == "_" || isDigit($0) }
  }

  /// Reads `type name(parameters)` with a body or a semicolon behind it.
  private mutating func readFunction(_ start: Int) -> Int? {
    guard let reading = readType(start, code.end), code.kind(reading.end) == .identifier else {
      return nil
    }
    var name = reading.end
    // `void Foo::bar()` of C++.
    while code.kind(name + 1) == .doubleColon, code.kind(name + 2) == .identifier { name += 2 }
    guard code.kind(name + 1) == .leftParen, let close = code.closing(name + 1) else { return nil }
    var behind = close + 1
    while code.kind(behind) == .identifier {
      behind = code.kind(behind + 1) == .leftParen ? code.next(behind + 1) : behind + 1
    }
    let hasBody = code.kind(behind) == .leftBrace
    guard hasBody || code.kind(behind) == .semicolon else { return nil }
    markType(reading, from: start)
    mark(name, .declaration)
    let end = hasBody ? code.next(behind) : behind + 1
    let body = hasBody ? code.range(behind, end) : nil
    let parameters = readParameters(name + 1, close)
    if let body { declare(parameters, in: body) }
    functions.append(
      ObjCFunction(
        name: code.text(name), nameRange: code.tokens[name].range, result: reading.type,
        range: code.range(start, end), body: body))
    // The semicolon or the brace is met again, so that what follows begins a statement.
    return hasBody ? max(behind, start + 1) : behind
  }

  private mutating func readTypedef(_ start: Int) -> Int {
    if let reading = readType(start + 1, code.end), code.kind(reading.end) == .identifier {
      markType(reading, from: start + 1)
    }
    var index = start + 1
    var last: Int?
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
      case .leftBrace: otherBraces.insert(index)
      case .atWord: return index
      default: break
      }
      index = code.next(index)
    }
    if let last { declareType(last) }
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
        guard code.kind(brace) == .leftBrace else { continue }
        if code.text(index) != "class" { otherBraces.insert(brace) }
        if brace > name { declareType(name) }
      case let word where enumMacros.contains(word):
        guard code.kind(index + 1) == .leftParen, let close = code.closing(index + 1) else {
          continue
        }
        declareType(close - 1)
        if code.kind(close + 1) == .leftBrace { otherBraces.insert(close + 1) }
      default: continue
      }
    }
  }
}
