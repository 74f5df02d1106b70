import MoultSource

/// A word in what takes the place of a macro.
struct MacroWord: Hashable, Sendable {
  /// The index of that code in its file.
  let code: Int
  let word: String
}

/// What the words of a file's macros, and macros themselves, are known to be.
struct MacroValues: Hashable, Sendable {
  var words: [MacroWord: ObjCValue] = [:]

  /// By name, of all files.
  var expansions: [String: ObjCValue] = [:]

  /// The words whose values the variables have that macros declare: `self` by `weakSelf`.
  var aliases: [String: String] = [:]
}

/// Returns the types of a project's files with what is known of macros from where they are used.
///
/// A parameter is what the first use that is known gives it, and another word what it means there. What a macro stands for is
/// known where all that define it agree.
package func resolvingMacros(_ files: [ObjCTypes]) -> [ObjCTypes] {
  var files = files
  var macros = files.indices.flatMap { number in
    files[number].file.macros.compactMap { MacroUses(number, $0, in: files[number].file) }
  }
  guard !macros.isEmpty else { return files }
  let uses = firstUses(of: Set(macros.map { Array($0.name.utf8)[...] }), in: files)
  for index in macros.indices {
    macros[index].uses = uses[Array(macros[index].name.utf8)[...]] ?? []
  }
  let aliases = Dictionary(macros.flatMap { $0.aliases(in: files) }) { $0 == $1 ? $0 : "" }
  // A macro can be used in another one, whose words are known in the round before.
  for _ in 0..<3 {
    var values = files.map { _ in MacroValues(aliases: aliases) }
    var expansions: [String: ObjCValue] = [:]
    for macro in macros {
      for word in macro.words {
        values[macro.file].words[MacroWord(code: macro.code, word: word)] =
          macro.value(of: word, in: files)
      }
      let types = files[macro.file]
      let found = types.value(macro.code, 0, types.file.codes[macro.code].end)
      expansions[macro.name] = (expansions[macro.name] ?? found) == found ? found : .unknown
    }
    let told = expansions.filter { $0.value != .unknown }
    for number in files.indices { values[number].expansions = told }
    let changed = zip(files, values).map { $0.with($1) }
    guard zip(files, changed).contains(where: { !$0.knowsSame(of: $1) }) else { break }
    files = changed
  }
  return files
}

/// A macro that sends messages, asks for members or declares a variable, and where it is used.
private struct MacroUses {
  /// Places that name a macro, each with the index of its file.
  typealias Places = [(file: Int, range: ByteRange)]

  /// The index of the file that defines it.
  let file: Int
  let name: String
  let parameters: [String]?
  let code: Int

  /// Those with which an operand begins.
  let words: Set<String>

  /// The first uses, once they are looked for.
  var uses: Places = []

  /// - Returns: nil where nothing is sent, asked for or declared.
  init?(_ number: Int, _ macro: ObjCMacro, in definer: ObjCFile) {
    guard let index = macro.code else { return nil }
    let code = definer.codes[index]
    let words = code.operandWords
    guard !words.isEmpty || code.declares else { return nil }
    file = number
    name = macro.name
    parameters = macro.parameters
    self.code = index
    self.words = words
  }

  /// What a word of the macro is where the macro is used first and it is known.
  func value(of word: String, in files: [ObjCTypes]) -> ObjCValue? {
    let parameter = parameters?.firstIndex(of: word)
    for use in uses {
      let types = files[use.file]
      let found: ObjCValue
      if let parameter {
        guard let place = types.argument(parameter, ofCallAt: use.range) else { continue }
        found = types.value(place.code, place.start, place.end)
      } else {
        found = types.named(word, at: use.range.lowerBound)
      }
      if case .instance = found { return found }
    }
    return nil
  }

  /// The variables that `type name = word` declares, each with the word.
  func aliases(in files: [ObjCTypes]) -> [(String, String)] {
    let code = files[file].file.codes[self.code]
    return code.tokens.indices.compactMap { index -> (String, String)? in
      guard code.declaresVariable(index), let name = code.name(index - 1),
        let word = code.name(index + 1)
      else { return nil }
      guard let parameter = parameters?.firstIndex(of: word) else { return (name, word) }
      let given = Set(
        uses.map { use -> String? in
          let place = files[use.file].argument(parameter, ofCallAt: use.range)
          return place.flatMap { place in
            place.end == place.start + 1
              ? files[use.file].file.codes[place.code].name(place.start) : nil
          }
        })
      guard given.count == 1, let word = given.first ?? nil else { return nil }
      return (name, word)
    }
  }
}

/// The first uses of each of some names.
///
/// - Complexity: O(*n*) in the different words of each file.
private func firstUses(
  of names: Set<ArraySlice<UInt8>>, in files: [ObjCTypes]
) -> [ArraySlice<UInt8>: MacroUses.Places] {
  let most = 64
  var uses: [ArraySlice<UInt8>: MacroUses.Places] = [:]
  for number in files.indices {
    for (word, places) in files[number].file.identifiers(among: names) {
      let left = most - (uses[word]?.count ?? 0)
      guard left > 0 else { continue }
      uses[word, default: []] += places.prefix(left).map { (number, $0.range) }
    }
  }
  return uses
}

extension Code {
  /// The words that may be what a message is sent to or a member asked of, or the beginning of that.
  fileprivate var operandWords: Set<String> {
    Set(
      tokens.indices.compactMap { index in
        switch kind(index + 1) {
        case .dot, .arrow: break
        default:
          guard kind(index - 1) == .leftBracket || kind(index - 1) == .leftParen else { return nil }
        }
        return kind(index - 1) == .dot || kind(index - 1) == .arrow ? nil : name(index)
      })
  }

  fileprivate var declares: Bool { tokens.indices.contains(where: declaresVariable) }

  /// Whether the `=` of `type name = word` stands at `index`, outside of brackets.
  fileprivate func declaresVariable(_ index: Int) -> Bool {
    kind(index) == .equal && outer[index] < 0 && kind(index - 1) == .identifier
      && kind(index + 1) == .identifier
      && [.semicolon, .endOfFile].contains(kind(index + 2))
      && [.rightParen, .star, .identifier].contains(kind(index - 2))
  }
}

extension ObjCTypes {
  /// Where an argument of the call whose name stands at a range begins and ends.
  fileprivate func argument(
    _ number: Int, ofCallAt name: ByteRange
  ) -> (code: Int, start: Int, end: Int)? {
    guard let place = positions(of: name) else { return nil }
    let code = file.codes[place.code]
    guard code.kind(place.end) == .leftParen, let close = code.closing(place.end) else {
      return nil
    }
    var (start, left) = (place.end + 1, number)
    var index = start
    while index < close {
      if code.kind(index) == .comma {
        if left == 0 { return (place.code, start, index) }
        left -= 1
        start = index + 1
      }
      index = code.next(index)
    }
    return left == 0 ? (place.code, start, close) : nil
  }
}
