import MoultSource

/// What is known of the conditions of `#if` where a piece of code is compiled.
///
/// A condition is its text without spaces; `&&`, `||`, `!` and parentheses are taken apart as far as they say something
/// for certain. A branch also knows that the branches before it were not taken.
package struct BuildConditions: Hashable, Sendable {
  private var truths: [String: Bool] = [:]

  package init() {}

  package var isEmpty: Bool { truths.isEmpty }

  /// The conditions that hold.
  package var asserted: Set<String> { Set(truths.filter(\.value).keys) }

  /// Whether no build compiles both what stands under these conditions and what stands under the others.
  package func excludes(_ other: BuildConditions) -> Bool {
    truths.contains { condition, isTrue in other.truths[condition].map { $0 != isTrue } ?? false }
  }

  /// Whether all that the others say holds here as well.
  package func imply(_ other: BuildConditions) -> Bool {
    other.truths.allSatisfy { truths[$0.key] == $0.value }
  }

  /// - Complexity: O(*n*²) in the operators of a condition.
  private mutating func assume(_ text: Substring, _ isTrue: Bool) {
    let alternatives = parts(of: text, "||")
    let demands = parts(of: text, "&&")
    if alternatives.count > 1 {
      if !isTrue { for part in alternatives { assume(part, false) } }
    } else if demands.count > 1 {
      if isTrue { for part in demands { assume(part, true) } }
    } else if text.first == "!" {
      assume(text.dropFirst(), !isTrue)
    } else if text.first == "(", text.last == ")" {
      assume(text.dropFirst().dropLast(), isTrue)
    } else if !text.isEmpty {
      truths[String(text)] = isTrue
    }
  }

  fileprivate mutating func assume(_ clause: Node, _ isTrue: Bool) {
    guard let condition = clause.condition else { return }
    let text = condition.tree.source.text(condition.range)
    assume(text.filter { !$0.isWhitespace }[...], isTrue)
  }
}

extension BuildConditions {
  /// The conditions under which a branch of an `#if` is taken, without those of what stands around it.
  package init(ofClause clause: Node) {
    for other in clause.parent?.ifConfigClauses ?? [] {
      assume(other, other == clause)
      if other == clause { return }
    }
  }

  /// The conditions under which `node` is compiled.
  package init(at node: Node) {
    for ancestor in [node] + node.ancestors where ancestor.kind == .ifConfigClause {
      for (condition, isTrue) in BuildConditions(ofClause: ancestor).truths {
        truths[condition] = isTrue
      }
    }
  }
}

extension Node {
  /// The condition of an `#if` or `#elseif`; nil for an `#else`.
  fileprivate var condition: Node? {
    mainToken.kind == .poundElse ? nil : children.first
  }
}

/// The parts of `text` between an operator that stands in no parentheses.
private func parts(of text: Substring, _ separator: String) -> [Substring] {
  var result: [Substring] = []
  var depth = 0
  var start = text.startIndex
  var index = text.startIndex
  while index < text.endIndex {
    if text[index] == "(" { depth += 1 }
    if text[index] == ")" { depth -= 1 }
    if depth == 0, text[index...].hasPrefix(separator) {
      result.append(text[start..<index])
      index = text.index(index, offsetBy: separator.count)
      start = index
    } else {
      index = text.index(after: index)
    }
  }
  return result + [text[start...]]
}
