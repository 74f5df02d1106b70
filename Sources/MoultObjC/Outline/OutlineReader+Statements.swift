import MoultSource

extension OutlineReader {
  /// Reads the variables that are declared in bodies and in the heads of loops and conditions.
  mutating func readStatements() {
    for index in code.tokens.indices {
      switch code.tokens[index].kind {
      case .leftBrace:
        guard let close = code.closing(index), !otherBraces.contains(index),
          !openBraces.contains(index), code.kind(index - 1) != .at
        else { continue }
        readStatements(index + 1, close, scopeEnd: code.tokens[close].end)
      case .leftParen:
        guard let close = code.closing(index), isHead(index - 1) else { continue }
        readVariables(index + 1, close, .local, scopeEnd: endOfControlled(close))
      default: continue
      }
    }
  }

  private func isHead(_ index: Int) -> Bool {
    code.isWord(index, "for") || code.isWord(index, "if") || code.isWord(index, "while")
      || code.isWord(index, "switch")
  }

  /// Where the body behind the head that ends at `close` ends; the end of the block around it where it
  /// has no braces.
  private func endOfControlled(_ close: Int) -> ByteOffset {
    if code.kind(close + 1) == .leftBrace, let end = code.closing(close + 1) {
      return code.tokens[end].end
    }
    let around = Int(code.outer[close])
    guard around >= 0, let end = code.closing(around) else { return code.tokens[code.end].end }
    return code.tokens[end].end
  }

  /// Reads the statements of a body at its own level.
  private mutating func readStatements(_ start: Int, _ limit: Int, scopeEnd: ByteOffset) {
    var index = start
    var isStart = true
    while index < limit {
      if isStart, let end = readVariables(index, limit, .local, scopeEnd: scopeEnd) {
        index = end
        isStart = true
        continue
      }
      switch code.kind(index) {
      case .leftBracket where isStart && isAttribute(index): break
      case .semicolon, .rightBrace, .colon: isStart = true
      case .leftBrace: isStart = true
      case .identifier:
        isStart = code.isWord(index, "else") || code.isWord(index, "do")
      default: isStart = false
      }
      index = code.next(index)
    }
  }

  /// Reads the variables of the declaration that begins at `start`.
  ///
  /// - Returns: the position of the token that ends it, or nil if this is no declaration.
  @discardableResult
  mutating func readVariables(
    _ start: Int, _ limit: Int, _ kind: ObjCVariable.Kind, scopeEnd: ByteOffset
  ) -> Int? {
    guard code.kind(start) == .identifier, !code.isWord(start, "typedef"),
      let reading = readType(start, limit)
    else { return nil }
    var name = reading.end
    var type = reading.type
    if let block = blockDeclarator(reading.end) {
      name = block
      type = .block
    }
    guard code.kind(name) == .identifier else { return nil }
    let afterName = type == .block ? endOfBlockDeclarator(reading.end) : name + 1
    switch code.kind(afterName) {
    case .equal, .semicolon, .comma, .leftBracket: break
    case .colon:
      // In `for (Foo *x : list)` of C++, and a bit field; otherwise a label or a `?`.
      guard kind == .instance || kind == .field || type.pointers > 0 else { return nil }
    case .identifier:
      guard
        code.isWord(afterName, "in") || code.text(afterName).hasPrefix("__attribute")
          || code.text(afterName).hasPrefix("NS_")
      else { return nil }
    case .leftBrace: guard type.pointers == 0, kind != .global else { return nil }
    default: guard afterName == limit else { return nil }
    }
    markType(reading, from: start)
    let typeRange = code.range(start, reading.end)
    while true {
      let end = endOfDeclarator(name, limit)
      let equal = firstEqual(name, end)
      mark(name, .declaration)
      let nameRange = code.tokens[name].range
      let initializer = equal.flatMap { $0 + 1 < end ? code.range($0 + 1, end) : nil }
      variables.append(
        ObjCVariable(
          kind: kind, name: code.text(name), nameRange: nameRange, type: type,
          typeRange: typeRange, initializer: initializer,
          scope: nameRange.upperBound..<max(nameRange.upperBound, scopeEnd)))
      guard code.kind(end) == .comma, end < limit else { return end }
      var next = end + 1
      var pointers = 0
      while next < limit,
        code.kind(next) == .star || code.name(next).map(typeQualifiers.contains) ?? false
      {
        if code.kind(next) == .star { pointers += 1 }
        next += 1
      }
      guard next < limit, code.kind(next) == .identifier else { return end }
      name = next
      type = ObjCType(
        name: reading.type.name, arguments: reading.type.arguments, pointers: pointers)
    }
  }

  /// The position behind the parameters of a block's or function pointer's declarator.
  private func endOfBlockDeclarator(_ open: Int) -> Int { code.next(code.next(open)) }

  /// The position of the comma or semicolon that ends the declarator whose name is at `index`.
  private func endOfDeclarator(_ index: Int, _ limit: Int) -> Int {
    var position = index
    while position < limit, code.kind(position) != .semicolon, code.kind(position) != .comma {
      position = code.next(position)
    }
    return min(position, limit)
  }

  private func firstEqual(_ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end {
      if code.kind(position) == .equal { return position }
      position = code.next(position)
    }
    return nil
  }
}
