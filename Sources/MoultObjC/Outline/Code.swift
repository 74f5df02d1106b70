import MoultSource

/// The tokens of one stretch of code, directives and dead branches left out, with their brackets paired.
///
/// A file is one stretch, and so is the replacement of each macro. Positions are indices into `tokens`.
struct Code: Sendable {
  let source: SourceText

  /// The last one is `endOfFile`.
  let tokens: [ObjCToken]

  /// The position of the bracket that belongs to the one here, or -1.
  let partner: [Int32]

  /// The position of the innermost opening bracket around each token, or -1.
  let outer: [Int32]

  /// True for what a `#define` puts in place.
  let isMacro: Bool

  /// The position of `endOfFile`.
  var end: Int { tokens.count - 1 }

  /// The kind at `index`; `endOfFile` behind the end and before the start.
  @inline(__always)
  func kind(_ index: Int) -> ObjCTokenKind {
    index >= 0 && index < tokens.count ? tokens[index].kind : .endOfFile
  }

  /// The position of the bracket that closes the one at `index`, or nil.
  func closing(_ index: Int) -> Int? {
    index < partner.count && partner[index] > index ? Int(partner[index]) : nil
  }

  /// The position of the bracket that the one at `index` closes, or nil.
  func opening(_ index: Int) -> Int? {
    guard index >= 0, index < partner.count else { return nil }
    let other = Int(partner[index])
    return other >= 0 && other < index ? other : nil
  }

  /// The position behind the token at `index`, or behind its closing bracket if it opens one.
  func next(_ index: Int) -> Int { (closing(index) ?? index) + 1 }

  func text(_ index: Int) -> String {
    index >= 0 && index < tokens.count ? source.text(tokens[index].range) : ""
  }

  /// The identifier at `index`, or nil if something else stands there.
  func name(_ index: Int) -> String? { kind(index) == .identifier ? text(index) : nil }

  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard kind(index) == .identifier || kind(index) == .atWord else { return false }
    let range = tokens[index].range.indices
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { $0.elementsEqual(source.bytes[range]) }
  }

  /// The bytes from the token at `first` to the one before `end`; empty where there is none.
  func range(_ first: Int, _ end: Int) -> ByteRange {
    let start = tokens[min(first, tokens.count - 1)].start
    return end > first ? start..<tokens[min(end, tokens.count) - 1].end : start..<start
  }
}
