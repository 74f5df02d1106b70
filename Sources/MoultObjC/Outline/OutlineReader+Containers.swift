import MoultSource

extension OutlineReader {
  /// Reads what the `@` word at `index` begins at the top level.
  ///
  /// - Returns: the position from which to go on, and the container that is open then.
  mutating func readAtWord(_ index: Int, _ container: Int?) -> (Int, Int?) {
    switch code.text(index) {
    case "@interface", "@implementation":
      if let container { close(container, index - 1, nil) }
      return readClass(index)
    case "@protocol":
      if code.kind(index + 1) == .leftParen { return (index + 1, container) }
      if let end = readForward(index) { return (end, container) }
      if let container { close(container, index - 1, nil) }
      return readProtocol(index)
    case "@class": return (readForward(index) ?? index + 1, container)
    case "@end":
      if let container { close(container, index, index) }
      return (index + 1, nil)
    case "@property": return (readProperty(index, container), container)
    case "@import": return (readModuleImport(index), container)
    case "@synthesize", "@dynamic":
      var end = index + 1
      while end < code.end, code.kind(end) != .semicolon, code.kind(end) != .atWord { end += 1 }
      return (end, container)
    default: return (index + 1, container)
    }
  }

  private mutating func readClass(_ start: Int) -> (Int, Int?) {
    let name = start + 1
    guard code.kind(name) == .identifier else { return (start + 1, nil) }
    mark(name, .type)
    let isInterface = code.isWord(start, "@interface")
    var index = name + 1
    var kind: ObjCContainer.Kind = isInterface ? .interface : .implementation
    var category: String?
    var superclass: String?
    // Generic parameters: they stand before the superclass, or before the name of a category.
    if code.kind(index) == .less, let end = endOfAngles(index, code.end, withBounds: true),
      code.kind(end) == .colon || code.kind(end) == .leftParen
    {
      index = end
    }
    if code.kind(index) == .leftParen, let close = code.closing(index) {
      category = close > index + 1 ? code.text(index + 1) : nil
      mark(index + 1, .other)
      kind =
        isInterface
        ? (category == nil ? .classExtension : .category) : .categoryImplementation
      index = close + 1
    } else if code.kind(index) == .colon, code.kind(index + 1) == .identifier {
      superclass = code.text(index + 1)
      mark(index + 1, .type)
      index += 2
    }
    let (protocols, list, end) = readProtocolList(index, superclass != nil)
    index = end
    containers.append(
      ObjCContainer(
        kind: kind, name: code.text(name), nameRange: code.tokens[name].range, category: category,
        superclass: superclass, protocols: protocols, protocolList: list,
        range: code.range(start, index), end: nil))
    if code.kind(index) == .leftBrace, let close = code.closing(index) {
      readInstanceVariables(index, close)
      index = close + 1
    }
    return (index, containers.count - 1)
  }

  /// Reads `<P, Q>`, and the arguments of a generic superclass that may stand before it.
  private mutating func readProtocolList(
    _ start: Int, _ hasSuperclass: Bool
  ) -> (names: [String], list: ByteRange?, end: Int) {
    var index = start
    var names: [String] = []
    var list: ByteRange?
    while code.kind(index) == .less, let end = endOfAngles(index, code.end) {
      let words = (index + 1..<end - 1).filter { code.kind($0) == .identifier }
      for word in words { mark(word, .type) }
      // Of `: Base<A> <P>` only the second names protocols; alone, either may be meant.
      names = words.map(code.text)
      list = code.range(index, end)
      index = end
    }
    return (names, list, index)
  }

  private mutating func readInstanceVariables(_ open: Int, _ close: Int) {
    otherBraces.insert(open)
    var index = open + 1
    while index < close {
      let end = readVariables(index, close, .instance, scopeEnd: code.tokens[code.end].end)
      index = max(end ?? index, index)
      if end == nil || code.kind(index) == .semicolon { index = code.next(index) }
    }
  }

  private mutating func readProtocol(_ start: Int) -> (Int, Int?) {
    let name = start + 1
    guard code.kind(name) == .identifier else { return (start + 1, nil) }
    mark(name, .type)
    let (protocols, list, end) = readProtocolList(name + 1, false)
    containers.append(
      ObjCContainer(
        kind: .protocol, name: code.text(name), nameRange: code.tokens[name].range, category: nil,
        superclass: nil, protocols: protocols, protocolList: list, range: code.range(start, end),
        end: nil))
    return (end, containers.count - 1)
  }

  /// Reads `@class A, B;` and `@protocol A, B;`; returns nil if no such list stands here.
  private mutating func readForward(_ start: Int) -> Int? {
    var names: [Int] = []
    var index = start + 1
    while index < code.end {
      guard code.kind(index) == .identifier else { return nil }
      names.append(index)
      index += 1
      if code.kind(index) == .less, let end = endOfAngles(index, code.end) { index = end }
      if code.kind(index) == .comma {
        index += 1
        continue
      }
      guard code.kind(index) == .semicolon else { return nil }
      for name in names {
        mark(name, .type)
        declaredNames.append(
          ObjCDeclaredName(
            kind: .forward, name: code.text(name), nameRange: code.tokens[name].range))
      }
      return index
    }
    return nil
  }

  private mutating func readProperty(_ start: Int, _ container: Int?) -> Int {
    var index = start + 1
    var isClassProperty = false
    if code.kind(index) == .leftParen, let close = code.closing(index) {
      isClassProperty = (index + 1..<close).contains { code.isWord($0, "class") }
      for word in index + 1..<close where code.kind(word) == .identifier { mark(word, .other) }
      index = close + 1
    }
    guard let reading = readType(index, code.end) else { return start + 1 }
    var name = reading.end
    var type = reading.type
    if let block = blockDeclarator(reading.end) {
      name = block
      type = .block
    }
    guard code.kind(name) == .identifier else { return max(reading.end, start + 1) }
    markType(reading, from: index)
    var names = [name]
    var end = name
    while end < code.end, code.kind(end) != .semicolon, code.kind(end) != .atWord {
      if code.kind(end) == .comma, code.kind(end + 1) == .identifier { names.append(end + 1) }
      end = code.next(end)
    }
    for name in names {
      mark(name, .declaration)
      properties.append(
        ObjCProperty(
          name: code.text(name), nameRange: code.tokens[name].range, type: type,
          isClassProperty: isClassProperty, range: code.range(start, end + 1), container: container)
      )
    }
    return end
  }

  private mutating func readModuleImport(_ start: Int) -> Int {
    var end = start + 1
    while code.kind(end) == .identifier || code.kind(end) == .dot { end += 1 }
    guard end > start + 1 else { return end }
    for index in start + 1..<end where code.kind(index) == .identifier { mark(index, .other) }
    let path = code.range(start + 1, end)
    let hasSemicolon = code.kind(end) == .semicolon
    imports.append(
      ObjCImport(
        form: .module, path: code.source.text(path).filter { !$0.isWhitespace }, pathRange: path,
        range: code.range(start, hasSemicolon ? end + 1 : end)))
    return end
  }

  /// Reads the method that begins at `start`, and its parameters as variables of its body.
  ///
  /// - Returns: the position behind it.
  mutating func readMethod(_ start: Int, _ container: Int?) -> Int {
    var index = start + 1
    var result = ObjCType(name: "id")
    if code.kind(index) == .leftParen, let close = code.closing(index) {
      if let reading = readType(index + 1, close) {
        markType(reading, from: index + 1)
        result = reading.type
      }
      index = close + 1
    }
    var pieces: [ObjCSelectorPiece] = []
    var parameters: [ObjCParameter] = []
    while index < code.end {
      let name = index
      if code.kind(index) == .identifier { index += 1 }
      guard code.kind(index) == .colon else {
        if pieces.isEmpty, index > name {
          mark(name, .selector)
          let behind = code.range(index, index)
          pieces.append(
            ObjCSelectorPiece(
              nameRange: code.tokens[name].range, hasColon: false,
              argument: code.tokens[name].end..<max(code.tokens[name].end, behind.lowerBound)))
        } else {
          index = name
        }
        break
      }
      if index > name { mark(name, .selector) }
      let nameRange = code.range(name, index)
      index += 1
      let argument = index
      var type = ObjCType(name: "id")
      var typeRange = code.range(index, index)
      if code.kind(index) == .leftParen, let close = code.closing(index) {
        if let reading = readType(index + 1, close) {
          markType(reading, from: index + 1)
          type = reading.type
          if code.kind(reading.end) == .leftParen { type = .block }
        }
        typeRange = code.range(index + 1, close)
        index = close + 1
      }
      while code.kind(index) == .identifier, code.kind(index + 1) == .identifier,
        typeQualifiers.contains(code.text(index)) || code.text(index).hasSuffix("UNUSED")
          || code.text(index).hasSuffix("unused")
      {
        index += 1
      }
      if code.kind(index) == .identifier {
        mark(index, .declaration)
        parameters.append(
          ObjCParameter(
            name: code.text(index), nameRange: code.tokens[index].range, type: type,
            typeRange: typeRange))
        index += 1
      }
      pieces.append(
        ObjCSelectorPiece(
          nameRange: nameRange, hasColon: true, argument: code.range(argument, index)))
    }
    guard !pieces.isEmpty else { return start + 1 }
    // Attributes and macros stand between the selector and the end of the declaration.
    while index < code.end {
      let kind = code.kind(index)
      if kind == .semicolon || kind == .leftBrace || kind == .atWord || kind == .minus
        || kind == .plus || kind == .rightBrace
      {
        break
      }
      index = code.next(index)
    }
    let selector = pieces.reduce(into: "") { text, piece in
      text += code.source.text(piece.nameRange) + (piece.hasColon ? ":" : "")
    }
    var body: ByteRange?
    if code.kind(index) == .leftBrace, let close = code.closing(index) {
      body = code.range(index, close + 1)
      index = close + 1
    } else if code.kind(index) == .semicolon {
      index += 1
    }
    if let body { declare(parameters, in: body) }
    methods.append(
      ObjCMethod(
        isClassMethod: code.kind(start) == .plus, selector: selector, pieces: pieces,
        parameters: parameters, result: result, range: code.range(start, index), body: body,
        container: container))
    return index
  }
}
