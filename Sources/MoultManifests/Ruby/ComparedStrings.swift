package import MoultSource

/// Returns the strings of a Ruby script that something is compared with: `target.name == 'X'`, `when 'X', 'Y'`,
/// `['X', 'Y'].include? name`, `name.start_with?('X')`.
///
/// - Complexity: O(*n*) in the tokens.
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

  /// For each token, the position of the first from there on that is no part of a list's inside; at the end, how many tokens there are.
  private let listEnds: [Int]

  /// For each string, the position before the strings and commas that lead to it.
  private let listStarts: [Int]
  private static let questions = ["include?", "eql?", "equal?", "start_with?"]

  init(text: MappedText, tokens: [RubyToken]) {
    self.text = text
    self.tokens = tokens
    var ends = Array(0...tokens.count)
    var starts = tokens.indices.map { $0 - 1 }
    for index in tokens.indices.reversed() {
      switch tokens[index].kind {
      case .comma, .string, .newline: ends[index] = ends[index + 1]
      default: continue
      }
    }
    for index in tokens.indices.dropFirst(2) where tokens[index - 1].kind == .comma {
      if case .string = tokens[index - 2].kind { starts[index] = starts[index - 2] }
    }
    listEnds = ends
    listStarts = starts
  }

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
  private func isCase(_ index: Int) -> Bool { word(listStarts[index]) == "when" }

  /// `['X', 'Y'].include?(name)`.
  private func isInList(_ index: Int) -> Bool {
    let end = listEnds[index + 1]
    return word(end) == "]" && word(end + 1) == "."
      && word(end + 2).map(Self.questions.contains) ?? false
  }
}
