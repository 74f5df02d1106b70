import MoultSource
import MoultSyntax

/// Returns the tokens of our lexer, with the kinds that swift-syntax does not tell apart merged.
package func ourTokens(_ bytes: [UInt8]) -> [PlainToken] {
  tokenize(bytes).tokens.enumerated().map { index, token in
    PlainToken(
      kind: token.kind == .editorPlaceholder ? .identifier : token.kind, start: token.start.index,
      end: token.end.index,
      // Ours says so of the first token of a file as well.
      startsLine: token.flags.contains(.startsLine))
  }
}

/// Where two lexers part.
package struct Difference {
  package let ours: PlainToken?
  package let theirs: PlainToken?
}

/// Returns the first tokens that are not the same, or nil if all are.
package func firstDifference(_ ours: [PlainToken], _ theirs: [PlainToken]) -> Difference? {
  for index in 0..<max(ours.count, theirs.count) {
    let our = index < ours.count ? ours[index] : nil
    let their = index < theirs.count ? theirs[index] : nil
    guard let our, let their else { return Difference(ours: our, theirs: their) }
    let isSame =
      our.kind == their.kind && our.start == their.start && our.end == their.end
      && (index == 0 || our.startsLine == their.startsLine)
    if !isSame { return Difference(ours: our, theirs: their) }
  }
  return nil
}
