package import MoultSource

/// Returns the strings of a Ruby script that something is compared with: `target.name == 'X'`, `when 'X', 'Y'`,
/// `['X', 'Y'].include? name`, `name.start_with?('X')`.
///
/// - Complexity: O(*n*) in the tokens, but for lists, each of which is gone through once for each string in it.
package func comparedStrings(in source: SourceText) -> [RubyString] {
  let parser = RubyParser(MappedText(source))
  let tokens = ComparedTokens(text: parser.text, tokens: parser.tokens)
  return parser.tokens.indices.compactMap { index in
    guard case .string(let style) = parser.tokens[index].kind, style == .single || style == .double,
      tokens.isCompared(index)
    else { return nil }
    return parser.makeString(parser.tokens[index], style)
  }
}

private struct ComparedTokens {
  let text: MappedText
  let tokens: [RubyToken]
  private static let questions = ["include?", "eql?", "equal?", "start_with?"]

  func isCompared(_ index: Int) -> Bool {
    isOperator(endingAt: index - 1) || isOperator(startingAt: index + 1) || isAsked(index)
      || isCase(index) || isInList(index)
  }

  private func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index) else { return nil }
    return String(decoding: text.bytes[tokens[index].range], as: UTF8.self)
  }

  private func isOperator(endingAt index: Int) -> Bool {
    word(index) == "==" || word(index) == "=" && word(index - 1) == "!"
  }

  private func isOperator(startingAt index: Int) -> Bool {
    word(index) == "==" || word(index) == "!" && word(index + 1) == "="
  }

  /// `name.start_with?('X')`, with the parentheses or without.
  private func isAsked(_ index: Int) -> Bool {
    let before = word(index - 1) == "(" ? index - 2 : index - 1
    return word(before).map(Self.questions.contains) ?? false
  }

  /// `when 'X', 'Y'`.
  private func isCase(_ index: Int) -> Bool {
    var place = index - 1
    while place > 0, tokens[place].kind == .comma, case .string = tokens[place - 1].kind {
      place -= 2
    }
    return word(place) == "when"
  }

  /// `['X', 'Y'].include?(name)`.
  private func isInList(_ index: Int) -> Bool {
    var place = index + 1
    while tokens.indices.contains(place), tokens[place].kind != .close {
      switch tokens[place].kind {
      case .comma, .string, .newline: place += 1
      default: return false
      }
    }
    return word(place) == "]" && word(place + 1) == "."
      && word(place + 2).map(Self.questions.contains) ?? false
  }
}
