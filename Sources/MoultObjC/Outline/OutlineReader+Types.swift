import MoultSource

/// A type that was read, and where it ends.
struct TypeReading {
  let type: ObjCType

  /// The position of the type's own name.
  let base: Int

  /// The position behind the type.
  let end: Int
}

/// Words around a type's name that say how it is held.
let typeQualifiers: Set<String> = [
  "const", "static", "extern", "volatile", "register", "inline", "__inline", "restrict", "nullable",
  "nonnull", "null_unspecified", "_Nullable", "_Nonnull", "_Null_unspecified", "__nullable",
  "__nonnull", "__block", "__weak", "__strong", "__unsafe_unretained", "__autoreleasing",
  "__kindof",
  "in", "out", "inout", "bycopy", "byref", "oneway", "IBOutlet", "typename", "constexpr",
  "FOUNDATION_EXPORT", "FOUNDATION_EXTERN", "UIKIT_EXTERN", "OBJC_EXTERN",
  "NS_VALID_UNTIL_END_OF_SCOPE",
  "__unused", "__bridge", "__bridge_transfer", "__bridge_retained", "mutable", "thread_local",
  "__thread", "_Thread_local", "virtual", "explicit",
]

/// Words of which several together make one type.
private let builtInWords: Set<String> = [
  "unsigned", "signed", "long", "short", "int", "char", "float", "double", "void", "bool", "_Bool",
]

/// Words that begin a statement or an expression, so that no declaration begins with them.
private let statementWords: Set<String> = [
  "return", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue",
  "goto",
  "sizeof", "self", "super", "nil", "NULL", "YES", "NO", "true", "false", "throw", "new", "delete",
  "this",
  "using", "namespace", "template", "public", "private", "protected", "asm", "__asm", "operator",
  "co_await",
  "co_return", "co_yield",
]

extension OutlineReader {
  /// Reads the type that begins at `start`, or returns nil where none can.
  ///
  /// - Parameter limit: the position behind which nothing belongs to it.
  func readType(_ start: Int, _ limit: Int) -> TypeReading? {
    var index = start
    var base: Int?
    var isBuiltIn = false
    var arguments: [String] = []
    var pointers = 0
    reading: while index < limit {
      switch code.kind(index) {
      case .identifier:
        let word = code.text(index)
        if typeQualifiers.contains(word) {
          index += 1
        } else if word == "__attribute__" || word == "__attribute" || word == "__declspec"
          || word == "alignas"
        {
          guard code.kind(index + 1) == .leftParen, let close = code.closing(index + 1) else {
            return nil
          }
          index = close + 1
        } else if base == nil,
          word == "struct" || word == "enum" || word == "union" || word == "class"
        {
          index += 1
        } else if builtInWords.contains(word), base == nil || isBuiltIn && pointers == 0 {
          base = base ?? index
          isBuiltIn = true
          index += 1
        } else if base == nil, !statementWords.contains(word) {
          base = index
          index += 1
          if word == "__typeof" || word == "__typeof__" || word == "typeof" || word == "decltype" {
            guard code.kind(index) == .leftParen, let close = code.closing(index) else {
              return nil
            }
            index = close + 1
          }
        } else {
          break reading
        }
      case .doubleColon where code.kind(index + 1) == .identifier:
        // The last name of a qualified one is the type's own.
        base = index + 1
        index += 2
      case .less where base != nil && pointers == 0 && arguments.isEmpty:
        guard let end = endOfAngles(index, limit) else { break reading }
        // Of a qualified name the last word is the type's own.
        arguments = (index + 1..<end - 1).filter { code.kind($0 + 1) != .doubleColon }
          .compactMap(code.name).filter { !typeQualifiers.contains($0) }
        index = end
      case .star, .ampersand:
        guard base != nil else { return nil }
        pointers += 1
        index += 1
      case .punctuator where base != nil && code.text(index) == "&&":
        index += 1
      default: break reading
      }
    }
    guard let base else { return nil }
    let name = isBuiltIn ? builtInName(base, index) : code.text(base)
    return TypeReading(
      type: ObjCType(name: name, arguments: arguments, pointers: pointers), base: base, end: index)
  }

  private func builtInName(_ base: Int, _ end: Int) -> String {
    (base..<end).compactMap(code.name).filter(builtInWords.contains).joined(separator: " ")
  }

  /// The position behind the `>` that closes the `<` at `index`, if only types stand between them.
  ///
  /// Looks at no more than 128 tokens, so that comparisons in a row cost little.
  ///
  /// - Parameter withBounds: whether they may be generic parameters with bounds: `<T : id<P>>`.
  func endOfAngles(_ index: Int, _ limit: Int, withBounds: Bool = false) -> Int? {
    var depth = 0
    var position = index
    let limit = min(limit, index + 128)
    while position < limit {
      switch code.kind(position) {
      case .less: depth += 1
      case .greater:
        depth -= 1
        if depth == 0 { return position + 1 }
      case .identifier, .star, .comma, .doubleColon, .caret, .ampersand, .number, .ellipsis: break
      case .colon where withBounds: break
      case .leftParen:
        guard let close = code.closing(position) else { return nil }
        position = close
      default: return nil
      }
      position += 1
    }
    return nil
  }

  /// Marks the words of a type that has been taken for one.
  mutating func markType(_ reading: TypeReading, from start: Int) {
    for index in start..<reading.end where code.kind(index) == .identifier {
      if isQualified(index) {
        mark(index, .member)
      } else {
        mark(index, typeQualifiers.contains(code.text(index)) ? .other : .type)
      }
    }
  }

  /// Whether a word stands behind the name of a namespace or a class of C++, `a::word`: no class of Objective-C does.
  func isQualified(_ index: Int) -> Bool {
    guard code.kind(index - 1) == .doubleColon else { return false }
    if let owner = code.name(index - 2) { return !statementWords.contains(owner) }
    return code.kind(index - 2) == .greater
  }

  /// Reads `(Type name, Type name)` between the positions of its parentheses.
  mutating func readParameters(_ open: Int, _ close: Int) -> [ObjCParameter] {
    var result: [ObjCParameter] = []
    var index = open + 1
    while index < close {
      if let parameter = readParameter(index, close) { result.append(parameter) }
      while index < close, code.kind(index) != .comma { index = code.next(index) }
      index += 1
    }
    return result
  }

  private mutating func readParameter(_ start: Int, _ limit: Int) -> ObjCParameter? {
    guard let reading = readType(start, limit) else { return nil }
    markType(reading, from: start)
    if let name = blockDeclarator(reading.end) {
      mark(name, .declaration)
      return ObjCParameter(
        name: code.text(name), nameRange: code.tokens[name].range, type: .block,
        typeRange: code.range(start, reading.end))
    }
    guard code.kind(reading.end) == .identifier else { return nil }
    mark(reading.end, .declaration)
    return ObjCParameter(
      name: code.text(reading.end), nameRange: code.tokens[reading.end].range, type: reading.type,
      typeRange: code.range(start, reading.end))
  }

  /// The position of the name in `(^name)(…)` or `(*name)(…)`, if that stands at `index`.
  func blockDeclarator(_ index: Int) -> Int? {
    guard code.kind(index) == .leftParen, let close = code.closing(index),
      code.kind(index + 1) == .caret || code.kind(index + 1) == .star
    else { return nil }
    var name = index + 2
    while name < close, code.name(name).map(typeQualifiers.contains) ?? false { name += 1 }
    guard code.kind(name) == .identifier, code.kind(close + 1) == .leftParen else { return nil }
    return name
  }
}
