package import MoultSource

/// The types of the expressions of one file.
///
/// What stands more than 64 levels deep is unknown.
package struct ObjCTypes: Sendable {
  package let file: ObjCFile
  package let model: ObjCModel

  /// By name, sorted by the start of their scopes.
  private let variables: [String: [ObjCVariable]]
  private let messages: [Place: Int]
  private let places: ContainerPlaces

  /// The bodies of functions of C++ classes, with what stands before them; by offset.
  private let memberFunctions: [ObjCFunction]

  /// What is known of macros from where they are used.
  private var macros = MacroValues()

  private struct Place: Hashable {
    let code: Int
    let open: Int
  }

  package init(_ file: ObjCFile, _ model: ObjCModel) {
    self.file = file
    self.model = model
    var variables: [String: [ObjCVariable]] = [:]
    for variable in file.variables where variable.kind != .instance {
      variables[variable.name, default: []].append(variable)
    }
    self.variables = variables.mapValues {
      $0.sorted { $0.scope.lowerBound < $1.scope.lowerBound }
    }
    var messages: [Place: Int] = [:]
    for (index, message) in file.messages.enumerated() {
      messages[Place(code: message.code, open: message.open)] = index
    }
    self.messages = messages
    places = ContainerPlaces(file)
    memberFunctions = file.functions.filter { $0.owner != nil && $0.body != nil }
  }

  /// Returns the same with what is known of macros.
  func with(_ macros: MacroValues) -> ObjCTypes {
    var result = self
    result.macros = macros
    return result
  }

  func knowsSame(of other: ObjCTypes) -> Bool { macros == other.macros }

  /// Returns what the message is sent to.
  package func receiver(of message: ObjCMessage) -> ObjCValue {
    receiver(of: message, depth: 0)
  }

  /// Whether the receiver is known from the place of the message alone, and not from where the macro around it is used.
  package func isKnownWithoutUses(_ message: ObjCMessage) -> Bool {
    with(MacroValues()).receiver(of: message) != .unknown
  }

  /// Returns what stands before the dot or the arrow of the member at `index` of `file.members`.
  package func base(of member: ObjCMember) -> ObjCValue {
    value(member.code, member.first, member.dot, depth: 0)
  }

  /// Returns whether the member stands in the same block of statements as the variable's declaration.
  package func isBesideDeclaration(_ member: ObjCMember, of variable: ObjCVariable) -> Bool {
    isBesideDeclaration(member.code, member.first, of: variable)
  }

  /// Returns whether a message stands in the block in which the variable is declared, in no block or condition inside it.
  package func isBesideDeclaration(_ message: ObjCMessage, of variable: ObjCVariable) -> Bool {
    isBesideDeclaration(message.code, message.open, of: variable)
  }

  private func isBesideDeclaration(
    _ index: Int, _ position: Int, of variable: ObjCVariable
  ) -> Bool {
    let code = file.codes[index]
    let around = Int(code.outer[position])
    guard around >= 0, let close = code.closing(around) else { return false }
    return code.tokens[around].end <= variable.typeRange.lowerBound
      && variable.scope.upperBound == code.tokens[close].end
  }

  /// Whether what a member names is given to a call of a function, with nothing around it.
  package func isArgument(_ member: ObjCMember, of function: StaticString) -> Bool {
    let code = file.codes[member.code]
    let around = Int(code.outer[member.first])
    guard around > 0, code.kind(around) == .leftParen, code.isWord(around - 1, function) else {
      return false
    }
    let end = member.dot + 2
    return [.comma, .leftParen].contains(code.kind(member.first - 1))
      && [.comma, .rightParen].contains(code.kind(end))
  }

  /// Returns the class in whose interface or implementation the offset lies.
  package func enclosingClass(at offset: ByteOffset) -> String? {
    guard let container = places.container(at: offset), container.kind != .protocol else {
      return nil
    }
    return container.name
  }

  /// The C++ class whose function stands around the offset.
  private func enclosingRecord(at offset: ByteOffset) -> String? {
    let behind = memberFunctions.partitioningIndex { $0.range.lowerBound > offset }
    guard behind > 0, memberFunctions[behind - 1].range.contains(offset) else { return nil }
    return memberFunctions[behind - 1].owner
  }

  /// Returns the variable or parameter that the name means at the offset.
  package func variable(_ name: String, at offset: ByteOffset) -> ObjCVariable? {
    guard let candidates = variables[name] else { return nil }
    let behind = candidates.partitioningIndex { $0.scope.lowerBound > offset }
    // The innermost scope begins last. Farther back than this only scopes that have ended are likely.
    return candidates[max(0, behind - 64)..<behind].last { $0.scope.contains(offset) }
  }

  // MARK: Expressions

  private func receiver(of message: ObjCMessage, depth: Int) -> ObjCValue {
    value(message.code, message.open + 1, message.receiverEnd, depth: depth)
  }

  /// The value of the expression at the positions `start..<end` of a stretch of code.
  func value(_ number: Int, _ start: Int, _ end: Int, depth: Int = 0) -> ObjCValue {
    guard depth < 64, start < end else { return .unknown }
    let code = file.codes[number]
    if let question = position(of: .question, code, start, end) {
      return choice(number, start, question, end, depth: depth)
    }
    var index = start
    var value: ObjCValue
    switch code.kind(start) {
    case .leftParen:
      guard let close = code.closing(start), close < end else { return .unknown }
      if close + 1 < end, code.kind(close + 1) != .dot, code.kind(close + 1) != .arrow,
        let type = castType(code, start, close)
      {
        return .instance(type)
      }
      value = self.value(number, start + 1, close, depth: depth + 1)
      index = close + 1
    case .leftBracket:
      guard let close = code.closing(start), close < end,
        let message = messages[Place(code: number, open: start)]
      else { return .unknown }
      value = result(of: file.messages[message], depth: depth + 1)
      index = close + 1
    case .identifier:
      guard let found = word(number, start, end, depth: depth) else { return .unknown }
      (value, index) = found
    case .objectString:
      value = .instance(ObjCType(name: "NSString", pointers: 1))
      index = start + 1
    default: return .unknown
    }
    while index < end {
      let isArrow = code.kind(index) == .arrow
      guard isArrow || code.kind(index) == .dot, let name = code.name(index + 1) else {
        return .unknown
      }
      if isArrow { value = value.pointee }
      if code.kind(index + 2) == .leftParen, index + 2 < end, let close = code.closing(index + 2) {
        value = called(name, of: value)
        index = close + 1
      } else {
        value = member(name, of: value)
        index += 2
      }
    }
    return value
  }

  /// The value of the word at `start`, with its namespaces or generic arguments, or of a call of it; and the position behind it.
  private func word(
    _ number: Int, _ start: Int, _ end: Int, depth: Int
  ) -> (ObjCValue, Int)? {
    let code = file.codes[number]
    var (name, index) = (start, start + 1)
    var owner: String?
    while code.kind(index) == .doubleColon, code.kind(index + 1) == .identifier, index + 1 < end {
      owner = code.text(name)
      name = index + 1
      index += 2
    }
    if code.kind(index) == .less {
      let open = index
      while index < end, code.kind(index) != .greater { index += 1 }
      if owner == nil, isCastWord(code.text(name)), let close = code.closing(index + 1) {
        return castType(code, open, index).map { (ObjCValue.instance($0), close + 1) }
      }
      index += 1
    }
    let text = code.text(name)
    let offset = code.tokens[name].start
    let isCalled = code.kind(index) == .leftParen && index < end
    if let owner {
      guard isCalled else {
        let found = model.field(text, ofRecord: owner) ?? model.global(text)
        return found.map { (ObjCValue.instance($0), index) }
      }
      let found = model.result(ofFunction: text, ofRecord: owner)
      guard let type = found ?? model.result(ofFunction: text), let close = code.closing(index)
      else { return nil }
      return (.instance(type), close + 1)
    }
    guard isCalled else {
      let found = macros.words[MacroWord(code: number, word: text)]
      return (found ?? named(text, at: offset, depth: depth), index)
    }
    guard let close = code.closing(index) else { return nil }
    let own = enclosingRecord(at: offset).flatMap {
      model.result(ofFunction: text, ofRecord: $0)
    }
    if let type = own ?? model.result(ofFunction: text) { return (.instance(type), close + 1) }
    return macros.expansions[text].map { ($0, close + 1) }
  }

  private func isCastWord(_ word: String) -> Bool {
    ["static_cast", "reinterpret_cast", "dynamic_cast", "const_cast"].contains(word)
  }

  /// What a function of a C++ object gives back.
  private func called(_ name: String, of value: ObjCValue) -> ObjCValue {
    guard case .instance(let type) = value else { return .unknown }
    if name == "get", value.pointee != value { return value.pointee }
    return model.result(ofFunction: name, ofRecord: type.name).map { .instance($0) } ?? .unknown
  }

  /// The value of `condition ? a : b` or `a ?: b`, if both are the same, or one is nil.
  private func choice(
    _ number: Int, _ start: Int, _ question: Int, _ end: Int, depth: Int
  ) -> ObjCValue {
    let code = file.codes[number]
    let isShort = code.kind(question + 1) == .colon
    guard let colon = isShort ? question + 1 : colon(of: question, code, end) else {
      return .unknown
    }
    let parts = isShort ? (start, question) : (question + 1, colon)
    let isNil = (
      parts.0 + 1 == parts.1 && code.isWord(parts.0, "nil"),
      colon + 2 == end && code.isWord(colon + 1, "nil")
    )
    let first = isNil.0 ? nil : value(number, parts.0, parts.1, depth: depth + 1)
    let second = isNil.1 ? nil : value(number, colon + 1, end, depth: depth + 1)
    guard let found = first ?? second, (second ?? found) == found else { return .unknown }
    return found
  }

  /// The colon of the question mark, behind those of the questions between them.
  ///
  /// - Complexity: O(*n*) in the tokens outside of brackets, however the questions are nested.
  private func colon(of question: Int, _ code: Code, _ end: Int) -> Int? {
    var (index, open) = (question + 1, 0)
    while index < end {
      switch code.kind(index) {
      case .question: open += 1
      case .colon where open == 0: return index
      case .colon: open -= 1
      default: break
      }
      index = (code.closing(index) ?? index) + 1
    }
    return nil
  }

  /// The first token of a kind that stands in no brackets.
  private func position(
    of kind: ObjCTokenKind, _ code: Code, _ start: Int, _ end: Int
  ) -> Int? {
    var index = start
    while index < end {
      if code.kind(index) == kind { return index }
      index = (code.closing(index) ?? index) + 1
    }
    return nil
  }

  private func castType(_ code: Code, _ open: Int, _ close: Int) -> ObjCType? {
    var reader = OutlineReader()
    reader.code = code
    guard let reading = reader.readType(open + 1, close), reading.end == close,
      reading.type.pointers > 0 || reading.type.name == "id"
    else { return nil }
    return reading.type
  }

  func named(_ name: String, at offset: ByteOffset, depth: Int = 0) -> ObjCValue {
    if name == "self" || name == "super" {
      guard let owner = enclosingClass(at: offset) else { return .unknown }
      let type = ObjCType(name: owner, pointers: 1)
      if isInClassMethod(offset) { return .classObject(owner) }
      return .instance(type)
    }
    if let variable = variable(name, at: offset) { return value(of: variable, depth: depth) }
    if let owner = enclosingClass(at: offset),
      let type = model.instanceVariable(name, of: owner)
    {
      return .instance(type)
    }
    if let owner = enclosingRecord(at: offset) {
      if name == "this" { return .instance(ObjCType(name: owner, pointers: 1)) }
      if let type = model.field(name, ofRecord: owner) { return .instance(type) }
    }
    if let type = model.global(name) { return .instance(type) }
    if let expansion = macros.expansions[name] { return expansion }
    if let word = macros.aliases[name], word != name, depth < 64 {
      return named(word, at: offset, depth: depth + 1)
    }
    // A class begins with a capital letter; what else is not declared here is unknown.
    guard let first = name.utf8.first, first &- 0x41 < 26 else { return .unknown }
    return .classObject(name)
  }

  private func isInClassMethod(_ offset: ByteOffset) -> Bool {
    let behind = file.methods.partitioningIndex { $0.range.lowerBound > offset }
    guard behind > 0, file.methods[behind - 1].range.contains(offset) else { return false }
    return file.methods[behind - 1].isClassMethod
  }

  /// The variable's type; that of its first value where the written type is of no known class.
  private func value(of variable: ObjCVariable, depth: Int) -> ObjCValue {
    if let found = deducedValue(of: variable, depth: depth) { return found }
    let type = variable.type
    let isKnown = model.declaresClass(type.name) || !type.arguments.isEmpty
    guard !isKnown, let initializer = variable.initializer,
      type.isObjectOfAnyClass || type.name == "__auto_type" || type.name == "auto"
        || type.pointers > 0,
      let message = message(spanning: initializer)
    else { return .instance(type) }
    let first = result(of: message, depth: depth + 1)
    if let name = first.className, model.declaresClass(name) { return first }
    return .instance(type)
  }

  /// What `typeof(self)` and `__auto_type` leave to the compiler to find out.
  private func deducedValue(of variable: ObjCVariable, depth: Int) -> ObjCValue? {
    let found: ObjCValue
    switch variable.type.name {
    case "typeof", "__typeof", "__typeof__":
      guard let place = positions(of: variable.typeRange) else { return nil }
      let code = file.codes[place.code]
      guard
        let open = (place.start..<place.end).first(where: { code.kind($0) == .leftParen }),
        let close = code.closing(open)
      else { return nil }
      let named = value(place.code, open + 1, close, depth: depth + 1)
      found = named == .unknown ? castType(code, open, close).map { .instance($0) } ?? named : named
    case "__auto_type", "auto":
      guard let place = variable.initializer.flatMap(positions) else { return nil }
      found = value(place.code, place.start, place.end, depth: depth + 1)
    default: return nil
    }
    return found == .unknown ? nil : found
  }

  /// The stretch of code and the positions in it that a range of whole tokens takes.
  func positions(of range: ByteRange) -> (code: Int, start: Int, end: Int)? {
    // What macros put in place stands behind the file's own code, by offset.
    let behind = file.codes.dropFirst().partitioningIndex {
      $0.tokens[0].start > range.lowerBound
    }
    for number in Set([0, behind - 1]).sorted() {
      let code = file.codes[number]
      let start = code.tokens.partitioningIndex { $0.start >= range.lowerBound }
      guard start < code.end, code.tokens[start].start == range.lowerBound else { continue }
      return (number, start, code.tokens.partitioningIndex { $0.start >= range.upperBound })
    }
    return nil
  }

  private func message(spanning range: ByteRange) -> ObjCMessage? {
    guard let place = positions(of: range),
      let found = messages[Place(code: place.code, open: place.start)],
      file.messages[found].range == range
    else { return nil }
    return file.messages[found]
  }

  private func member(_ name: String, of value: ObjCValue) -> ObjCValue {
    switch value {
    case .instance(let type):
      if let found = model.property(name, of: type) { return .instance(found) }
      if let found = model.instanceVariable(name, of: type.name) { return .instance(found) }
      if let found = model.field(name, ofRecord: type.name) { return .instance(found) }
      // A dot asks a method without arguments as well.
      return model.result(of: name, sentTo: type).map { .instance($0.seen(from: type)) } ?? .unknown
    case .classObject(let owner):
      let own = ObjCType(name: owner, pointers: 1)
      return model.classProperty(name, of: owner).map { .instance($0.seen(from: own)) } ?? .unknown
    case .unknown: return .unknown
    }
  }

  private func result(of message: ObjCMessage, depth: Int) -> ObjCValue {
    let receiver = receiver(of: message, depth: depth)
    let selector = message.selector
    switch receiver {
    case .classObject(let name):
      let own = ObjCValue.instance(ObjCType(name: name, pointers: 1))
      if let type = model.result(of: selector, sentToClass: name) {
        return type.isObjectOfAnyClass && type.arguments.isEmpty ? own : .instance(type)
      }
      if selector == "class" || selector == "self" { return receiver }
      return selector == "alloc" || selector == "new" ? own : .unknown
    case .instance(let type):
      if let found = model.result(of: selector, sentTo: type) {
        return found.name == "instancetype" ? receiver : .instance(found)
      }
      if selector == "class" { return .classObject(type.name) }
      let givesItself =
        selector.hasPrefix("init") || ["self", "copy", "retain", "autorelease"].contains(selector)
      return givesItself ? receiver : .unknown
    case .unknown: return .unknown
    }
  }
}

extension ObjCType {
  /// The type of the receiver in the place of `instancetype`.
  fileprivate func seen(from receiver: ObjCType) -> ObjCType {
    name == "instancetype" ? receiver : self
  }
}
