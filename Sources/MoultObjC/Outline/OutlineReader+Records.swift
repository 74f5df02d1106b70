import MoultSource

extension OutlineReader {
  /// The name of the C++ class whose member begins at `index`, or nil.
  func record(around index: Int) -> String? {
    guard index < code.outer.count else { return nil }
    return recordBraces[Int(code.outer[index])].map { records[$0].name }
  }

  /// The position behind what stands before a declaration at the top level and changes nothing of it: `template <…>`,
  /// `extern "C"`, the head of a namespace.
  mutating func endOfPrefix(_ start: Int) -> Int? {
    if code.isWord(start, "template") { return endOfTemplateHead(start + 1) }
    if code.isWord(start, "extern"), code.kind(start + 1) == .string {
      if code.kind(start + 2) == .leftBrace { openBraces.insert(start + 2) }
      return start + 2
    }
    var index = start
    if code.isWord(index, "inline") { index += 1 }
    guard code.isWord(index, "namespace") else { return nil }
    index += 1
    while code.kind(index) == .identifier || code.kind(index) == .doubleColon { index += 1 }
    if code.kind(index) == .leftBrace { openBraces.insert(index) }
    return index
  }

  /// True for `[[nodiscard]]` and its like.
  func isAttribute(_ index: Int) -> Bool {
    guard code.kind(index + 1) == .leftBracket, let close = code.closing(index) else {
      return false
    }
    return code.closing(index + 1) == close - 1
  }

  /// The position behind `<typename T, int N = 3>`; looks at no more than 256 tokens.
  private func endOfTemplateHead(_ start: Int) -> Int? {
    guard code.kind(start) == .less else { return nil }
    var depth = 0
    var index = start
    while index < min(code.end, start + 256) {
      switch code.kind(index) {
      case .less: depth += 1
      case .greater:
        depth -= 1
        if depth == 0 { return index + 1 }
      case .semicolon, .leftBrace, .rightBrace: return nil
      default: break
      }
      index = code.next(index)
    }
    return nil
  }

  /// Reads the head of `struct Name {`, `class Name : Base {` that begins at `start`, so that what stands in it is read
  /// as declarations.
  ///
  /// - Returns: the position of its brace, or nil if no record begins here.
  mutating func readRecord(_ start: Int) -> Int? {
    guard isRecordWord(start) else { return nil }
    var name: Int?
    var index = start + 1
    // Attributes and macros may stand before the name, and `final` behind it.
    while index < code.end {
      switch code.kind(index) {
      case .identifier:
        if code.kind(index + 1) == .leftParen {
          let word = code.text(index)
          guard
            word.hasPrefix("__attribute") || word == "__declspec" || word == "alignas"
              || isMacroWord(index)
          else { return nil }
          index = code.next(index + 1)
          continue
        }
        if !code.isWord(index, "final") { name = index }
        index += 1
      case .doubleColon: index += 1
      case .less:
        guard let end = endOfAngles(index, code.end) else { return nil }
        index = end
      case .leftBracket where isAttribute(index): index = code.next(index)
      default:
        guard let name, let brace = bodyOfRecord(index) else { return nil }
        openBraces.insert(brace)
        recordBraces[brace] = records.count
        declareType(name)
        records.append(ObjCRecord(name: code.text(name), bases: bases(index, brace)))
        return brace
      }
    }
    return nil
  }

  /// Reads the members of `typedef struct { … } Name`, whose brace stands at `brace`.
  mutating func readFields(_ start: Int, _ brace: Int, _ name: Int) {
    guard isRecordWord(start), let close = code.closing(brace), name > close else { return }
    var names = [code.text(name)]
    if code.kind(start + 1) == .identifier, start + 2 == brace, code.text(start + 1) != names[0] {
      names.append(code.text(start + 1))
    }
    let first = variables.count
    var index = brace + 1
    while index < close {
      let end = readVariables(index, close, .field, scopeEnd: code.tokens[code.end].end)
      index = max(end ?? index, index)
      if end == nil || code.kind(index) == .semicolon { index = code.next(index) }
    }
    let fields = fields(from: first)
    for name in names { records.append(ObjCRecord(name: name, bases: [], fields: fields)) }
  }

  /// Reads the variables that begin at `start`, at the top level or in a record.
  mutating func readGlobals(_ start: Int) -> Int? {
    let scopeEnd = code.tokens[code.end].end
    guard let record = recordBraces[Int(code.outer[start])] else {
      return readVariables(start, code.end, .global, scopeEnd: scopeEnd)
    }
    let first = variables.count
    let end = readVariables(start, code.end, .field, scopeEnd: scopeEnd)
    records[record].fields += fields(from: first)
    return end
  }

  private func fields(from first: Int) -> [ObjCParameter] {
    variables[first...].map {
      ObjCParameter(name: $0.name, nameRange: $0.nameRange, type: $0.type, typeRange: $0.typeRange)
    }
  }

  private func isRecordWord(_ index: Int) -> Bool {
    code.isWord(index, "struct") || code.isWord(index, "class") || code.isWord(index, "union")
  }

  /// The position of the brace behind a record's name and what it inherits from.
  private func bodyOfRecord(_ start: Int) -> Int? {
    var index = start
    if code.kind(index) == .colon {
      while index < min(code.end, start + 64), code.kind(index) != .leftBrace {
        if code.kind(index) == .semicolon { return nil }
        index = code.next(index)
      }
    }
    return code.kind(index) == .leftBrace && code.closing(index) != nil ? index : nil
  }

  /// The names between the colon at `start` and the brace.
  private func bases(_ start: Int, _ brace: Int) -> [String] {
    var names: [String] = []
    var index = start + 1
    while index < brace {
      while ["public", "private", "protected", "virtual"].contains(code.text(index)) { index += 1 }
      guard let reading = readType(index, brace) else { break }
      names.append(reading.type.name)
      index = reading.end + 1
    }
    return names
  }
}
