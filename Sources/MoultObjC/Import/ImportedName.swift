/// The name by which Swift calls an Objective-C method: `sayHello(with:handler:)`.
package struct ImportedName: Hashable, Sendable {
  package let base: String

  /// Nil for `_`.
  package let labels: [String?]

  package init(base: String, labels: [String?]) {
    self.base = base
    self.labels = labels
  }
}

/// Returns the names by which Swift may know a method whose first piece ends in `With` and a noun.
///
/// That is the shape of all that generators of gRPC make. The importer puts `with` on the argument, and leaves the
/// noun away where the argument's type ends in it. It also leaves away the name of the class where it stands
/// behind a verb; verbs are a list of the importer's own, so that both names are returned there.
///
/// - Parameters:
///   - selector: such as `moveLoadWithRequest:handler:`.
///   - type: the class or protocol of the first argument, without pointer.
///   - owner: the class that has the method.
/// - Returns: the likelier one first; empty if the selector has another shape.
package func importedNames(
  ofSelector selector: String, firstArgument type: String, in owner: String
) -> [ImportedName] {
  let pieces = selector.split(separator: ":").map(String.init)
  guard let first = pieces.first else { return [] }
  let words = camelWords(first)
  guard let with = words.lastIndex(of: "With"), with > 0, with < words.count - 1 else { return [] }
  let noun = words[(with + 1)...].joined()
  let rest = Array(pieces[1...])
  let stem = words[..<with].map { String($0) }
  let stems = [stem] + (leavingOut(owner, of: stem).map { [$0] } ?? [])
  return stems.map { importedName($0, noun: noun, type, rest: rest) }
}

private func importedName(
  _ stem: [String], noun: String, _ type: String, rest: [String]
) -> ImportedName {
  let left = leavingOut(type, atEndOf: camelWords("With" + noun).map { String($0) }).joined()
  let base = stem.joined()
  let name =
    keepsItsEnding(stem)
    ? ImportedName(base: lowercasingInitialism(base + left), labels: [nil] + rest)
    : ImportedName(base: lowercasingInitialism(base), labels: [lowercasingInitialism(left)] + rest)
  return name
}

/// Whether the base name would say nothing, or be a word of the language, without what stands behind it.
private func keepsItsEnding(_ stem: [String]) -> Bool {
  let first = stem[0]
  if first == "set" { return true }
  if ["get", "for", "using", "with"].contains(first) { return stem.count <= 2 }
  return ["init", "self", "Type", "Protocol"].contains(first) && stem.count == 1
}

/// Leaves out the words of a class's name where they stand in a method's, which is only done behind a verb.
private func leavingOut(_ owner: String, of stem: [String]) -> [String]? {
  for end in stride(from: stem.count, to: 1, by: -1) {
    let count = matchingWords(atEndOf: Array(stem[..<end]), owner)
    guard count > 0 else { continue }
    let start = end - count
    guard start > 0 else { return nil }
    let rest = Array(stem[..<start] + stem[end...])
    return rest
  }
  return nil
}

private func leavingOut(_ type: String, atEndOf words: [String]) -> [String] {
  // The preposition is what is left at least.
  let count = min(matchingWords(atEndOf: words, type), words.count - 1)
  let kept = words.dropLast(count)
  // Only behind the preposition is a noun said by its type.
  return count > 0 && kept.last == "With" ? Array(kept) : words
}

/// Returns how many words at the end of a name are those at the end of a type.
private func matchingWords(atEndOf words: [String], _ type: String) -> Int {
  var type = type
  var count = 0
  var typeWords = camelWords(type).map { String($0) }
  while count < words.count, let typeWord = typeWords.last {
    if matches(words[words.count - 1 - count], typeWord) {
      count += 1
      typeWords.removeLast()
    } else if count == 0, let shorter = withoutTypeSuffix(type) {
      type = shorter
      typeWords = camelWords(type).map { String($0) }
    } else {
      break
    }
  }
  return count
}

/// Whether a word of a name says a word of a type: the same, the type's without a prefix in capitals, or without
/// digits at its end.
private func matches(_ word: String, _ typeWord: String) -> Bool {
  let (word, typeWord) = (Array(word.utf8), Array(typeWord.utf8))
  guard word.count <= typeWord.count else { return false }
  func isSame(_ a: ArraySlice<UInt8>) -> Bool {
    zip(a, word).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
  }
  if word.count == typeWord.count { return isSame(typeWord[...]) }
  let start = typeWord.count - word.count
  if isSame(typeWord[start...]), !isLower(typeWord[start]) {
    return !typeWord[..<word.count].contains { isLower($0) || $0 == 0x5F }
  }
  return isSame(typeWord[..<word.count]) && typeWord[word.count...].allSatisfy(isDigit)
}

/// A type's name without an ending that says nothing: `RequestType`, `RequestRef`.
private func withoutTypeSuffix(_ type: String) -> String? {
  for suffix in ["Type", "Ref", "Mask"]
  where camelWords(type).last.map({ $0 == suffix }) ?? false && type.count > suffix.count {
    return String(type.dropLast(suffix.count))
  }
  if type.hasSuffix("_t"), type.count > 2 { return String(type.dropLast(2)) }
  guard type.hasSuffix("D") else { return nil }
  let stem = type.dropLast().reversed().drop(while: \.isNumber).reversed()
  return stem.count < type.count - 1 ? String(stem) : nil
}

/// Lower-cases the capitals at the beginning up to the one that begins the next word: `RPCToX` is `rpcToX`.
func lowercasingInitialism(_ name: String) -> String {
  let bytes = Array(name.utf8)
  guard let first = bytes.first, isUpper(first) else { return name }
  var result = bytes
  for index in bytes.indices {
    let isLast = index + 1 == bytes.count
    if !isLast, !isUpper(bytes[index + 1]) {
      let next = bytes[index + 1]
      if index == 0 || !(isLower(next) || isUpper(next)) { result[index] |= 0x20 }
      break
    }
    result[index] |= 0x20
  }
  return String(decoding: result, as: UTF8.self)
}
