import MoultSource

/// What stands before the parameters of a function.
private struct FunctionHead {
  /// Nil for a constructor and a destructor.
  let result: TypeReading?

  /// The position of the name.
  let name: Int

  /// The position of the parenthesis that opens the parameters.
  let open: Int

  /// The C++ class that is named before the name.
  let owner: String?
}

extension OutlineReader {
  /// Reads a function that begins at `start`, `type name(parameters)`, with a body or a semicolon behind it.
  ///
  /// - Returns: the position of the body or behind the semicolon, or nil if this is no function.
  mutating func readFunction(_ start: Int) -> Int? {
    guard let head = functionHead(start), let close = code.closing(head.open) else { return nil }
    var result = head.result?.type ?? ObjCType(name: "void")
    var behind = close + 1
    var isInitialized = false
    tail: while behind < code.end {
      switch code.kind(behind) {
      case .identifier:
        behind = code.kind(behind + 1) == .leftParen ? code.next(behind + 1) : behind + 1
      case .ampersand: behind += 1
      case .punctuator where code.text(behind) == "&&": behind += 1
      case .arrow:
        guard let trailing = readType(behind + 1, code.end) else { return nil }
        markType(trailing, from: behind + 1)
        result = trailing.type
        behind = trailing.end
      case .equal:
        // `= default`, `= delete` and `= 0`.
        guard code.kind(behind + 2) == .semicolon else { return nil }
        behind += 2
      case .colon where head.result == nil && !isInitialized:
        guard let end = endOfInitializers(behind + 1) else { return nil }
        isInitialized = true
        behind = end
      default: break tail
      }
    }
    let hasBody = code.kind(behind) == .leftBrace
    guard hasBody || code.kind(behind) == .semicolon else { return nil }
    if let reading = head.result { markType(reading, from: start) }
    mark(head.name, .declaration)
    let end = hasBody ? code.next(behind) : behind + 1
    let body = hasBody ? code.range(behind, end) : nil
    let parameters = readParameters(head.open, close)
    // A constructor hands its parameters to the members before its body.
    if body != nil { declare(parameters, in: code.range(close, end)) }
    functions.append(
      ObjCFunction(
        name: code.text(head.name), nameRange: code.tokens[head.name].range, result: result,
        range: code.range(start, end), body: body, owner: head.owner ?? record(around: start)))
    // The semicolon or the brace is met again, so that what follows begins a statement.
    return hasBody ? max(behind, start + 1) : behind
  }

  private func functionHead(_ start: Int) -> FunctionHead? {
    guard let reading = readType(start, code.end) else { return destructor(start) }
    if code.kind(reading.end) == .leftParen {
      // A constructor: `Foo(` in its class, `Foo::Foo(` and `Foo<T>::Foo(` outside of it.
      let owner = code.text(reading.base)
      let isOutside =
        code.kind(reading.base - 1) == .doubleColon
        && (start..<reading.base).contains { code.name($0) == owner }
      guard reading.type.pointers == 0, isOutside || record(around: start) == owner else {
        return nil
      }
      return FunctionHead(result: nil, name: reading.base, open: reading.end, owner: owner)
    }
    if code.kind(reading.end) == .doubleColon, code.text(reading.end + 1) == "~",
      code.kind(reading.end + 2) == .identifier, code.kind(reading.end + 3) == .leftParen
    {
      let name = reading.end + 2
      return FunctionHead(result: nil, name: name, open: name + 1, owner: code.text(name))
    }
    guard code.kind(reading.end) == .identifier else { return nil }
    var name = reading.end
    var owner: String?
    // `void Foo::bar(` and `void Foo<T>::bar(`.
    while true {
      var qualifier = name + 1
      if code.kind(qualifier) == .less, let end = endOfAngles(qualifier, code.end) {
        qualifier = end
      }
      guard code.kind(qualifier) == .doubleColon, code.kind(qualifier + 1) == .identifier else {
        break
      }
      owner = code.text(name)
      name = qualifier + 1
    }
    var open = name + 1
    if code.isWord(name, "operator") {
      if code.kind(open) == .leftParen { open = code.next(open) }
      while open < name + 4, code.kind(open) != .leftParen { open += 1 }
    }
    guard code.kind(open) == .leftParen else { return nil }
    return FunctionHead(result: reading, name: name, open: open, owner: owner)
  }

  /// `~Foo(` in its class, behind words such as `virtual`.
  private func destructor(_ start: Int) -> FunctionHead? {
    var index = start
    while code.name(index).map(typeQualifiers.contains) ?? false { index += 1 }
    guard code.text(index) == "~", code.kind(index + 1) == .identifier,
      code.kind(index + 2) == .leftParen
    else { return nil }
    return FunctionHead(
      result: nil, name: index + 1, open: index + 2, owner: code.text(index + 1))
  }

  /// The position behind what a constructor gives its members, which begins at `start`: `a(1), b{2}`.
  private func endOfInitializers(_ start: Int) -> Int? {
    var index = start
    while index < code.end {
      guard let reading = readType(index, code.end) else { return nil }
      index = reading.end
      guard code.kind(index) == .leftParen || code.kind(index) == .leftBrace,
        code.closing(index) != nil
      else { return nil }
      index = code.next(index)
      if code.kind(index) == .ellipsis { index += 1 }
      guard code.kind(index) == .comma else { return index }
      index += 1
    }
    return nil
  }
}
