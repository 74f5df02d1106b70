package import MoultSyntax

/// A token as both lexers can describe it.
package struct PlainToken: Hashable, Sendable {
  package let kind: TokenKind
  package let start: Int
  package let end: Int
  package let startsLine: Bool

  package init(kind: TokenKind, start: Int, end: Int, startsLine: Bool) {
    self.kind = kind
    self.start = start
    self.end = end
    self.startsLine = startsLine
  }

  /// Returns kind, range and the beginning of the token's text.
  package func description(in bytes: [UInt8]) -> String {
    let text = String(decoding: bytes[start..<min(end, start + 40)], as: UTF8.self)
    return "\(kind) \(start)..<\(end) '\(text)'\(startsLine ? " at line start" : "")"
  }
}
