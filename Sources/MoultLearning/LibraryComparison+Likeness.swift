import MoultMatching
import MoultSemantics
import MoultSyntax

extension LibraryComparison {
  /// The declarations of the newer version that are most like one, by name, kind, place and types.
  func candidates(for symbol: Symbol) -> [String] {
    let own = words(of: symbol.name)
    let place = symbol.parent.flatMap { $0.kind == .module ? nil : $0.name }
    var scored: [(score: Double, name: String)] = []
    if symbol.kind.isType {
      for type in newTypes where type.declaration?.availability == nil {
        var score = likeness(own, words(of: type.name))
        if type.kind == symbol.kind { score += 0.1 }
        if score >= 0.5 { scored.append((score, type.qualifiedName)) }
      }
    } else {
      for (member, words) in zip(newMembers, newWords) where member.declaration?.availability == nil
      {
        var score =
          symbol.kind == .initializer
          ? member.kind == .initializer && member.parent?.name == place ? 0.6 : 0
          : likeness(own, words)
        if score == 0 { continue }
        if member.parent?.name == place { score += 0.3 }
        if member.kind == symbol.kind { score += 0.1 }
        if member.parameterLabels == symbol.parameterLabels { score += 0.1 }
        if score >= 0.7 { scored.append((score, member.qualifiedName)) }
      }
    }
    var seen: Set<String> = []
    return scored.sorted { ($1.score, $0.name) < ($0.score, $1.name) }
      .map(\.name).filter { seen.insert($0).inserted }.prefix(3).map(\.self)
  }
}

/// The words that a name is made of, in lower case: `http`, `client` for `HTTPClient`.
func words(of name: String) -> [String] {
  var words: [String] = []
  var current = ""
  let characters = Array(name)
  for (index, character) in characters.enumerated() {
    let isStart =
      character.isUppercase
      && (index > 0 && !characters[index - 1].isUppercase
        || index + 1 < characters.count && characters[index + 1].isLowercase)
    if isStart || character == "_", !current.isEmpty {
      words.append(current)
      current = ""
    }
    if character != "_" { current += character.lowercased() }
  }
  return current.isEmpty ? words : words + [current]
}

/// How much two names have in common, from 0 to 1: twice the words of both, by the words of each.
private func likeness(_ first: [String], _ second: [String]) -> Double {
  let common = Set(first).intersection(second).count
  return Double(2 * common) / Double(max(1, Set(first).count + Set(second).count))
}
