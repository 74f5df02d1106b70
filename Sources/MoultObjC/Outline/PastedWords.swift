package import MoultSource

/// On which side of `##` a word stands.
package enum PastedSide: Sendable {
  case before, behind
}

extension ObjCFile {
  /// The words that `##` joins to something in the replacement of a macro, each with its side; one between two of
  /// them counts as standing before.
  ///
  /// A parameter of the macro is none: what it is given takes its place.
  ///
  /// - Complexity: linear in the number of the macros' tokens.
  package var pastedWords: [ByteRange: PastedSide] {
    var words: [ByteRange: PastedSide] = [:]
    for macro in macros {
      guard let code = macro.code.map({ codes[$0] }) else { continue }
      let parameters = Set(macro.parameters ?? [])
      func isJoined(_ index: Int) -> Bool {
        code.kind(index) == .identifier && !parameters.contains(String(code.text(index)))
      }
      for index in code.tokens.indices
      where code.kind(index) == .punctuator && code.text(index) == "##" {
        if isJoined(index + 1) {
          words[code.tokens[index + 1].range] = .behind
        }
        if isJoined(index - 1) {
          words[code.tokens[index - 1].range] = .before
        }
      }
    }
    return words
  }
}
