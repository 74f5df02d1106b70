package import MoultSource

/// On which side of `##` a word stands.
package enum PastedSide: Sendable {
  case before, behind
}

extension ObjCFile {
  /// The words that `##` joins to something in the replacement of a macro, each with its side; one between two of
  /// them counts as standing before.
  ///
  /// - Complexity: linear in the number of the macros' tokens.
  package var pastedWords: [ByteRange: PastedSide] {
    var words: [ByteRange: PastedSide] = [:]
    for code in codes where code.isMacro {
      for index in code.tokens.indices
      where code.kind(index) == .punctuator && code.text(index) == "##" {
        if code.kind(index + 1) == .identifier {
          words[code.tokens[index + 1].range] = .behind
        }
        if code.kind(index - 1) == .identifier {
          words[code.tokens[index - 1].range] = .before
        }
      }
    }
    return words
  }
}
