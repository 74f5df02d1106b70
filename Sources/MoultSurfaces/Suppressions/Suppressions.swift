package import MoultFindings
package import MoultSource

/// A comment that asks to ignore findings, with what it covers.
package struct Suppression: Hashable, Sendable {
  /// The comment with its signs.
  package let comment: ByteRange

  /// The words and the brackets of the comment.
  package let command: ByteRange
  package let rules: [CoveredRule]

  /// Why, in the words of who wrote it; empty if nobody said.
  package let reason: String

  /// What is wrong with it: a phrase without a final period; nil if nothing is.
  package let problem: String?

  /// The comment that ends the range that this one begins.
  package let partner: ByteRange?

  /// A rule with the bytes in which its findings are ignored.
  package struct CoveredRule: Hashable, Sendable {
    package let id: RuleID
    /// Where the comment names it.
    package let name: ByteRange
    package let scope: ByteRange
  }
}

/// The words that a file with a suppression mentions.
package let suppressionWords = ["moult:ignore", "moult:disable"]

private let scanner = AnchorScanner(anchors: suppressionWords)

/// Returns the suppressions in a file, in source order.
///
/// - Complexity: O(*n*) where the file has none.
package func suppressions(in file: ProjectText, _ cache: TreeCache) -> [Suppression] {
  guard !file.isGenerated, scanner.findsAnchor(in: file.source.bytes),
    let text = ShapedText(file, cache)
  else { return [] }
  var reader = SuppressionReader(shape: text.shape, bytes: file.source.bytes)
  for range in text.shape.comments {
    if let comment = SuppressionComment(range, in: file.source.bytes) {
      reader.read(comment, at: range)
    }
  }
  return reader.finished()
}

/// Returns whether a comment is meant for Moult.
package func isSuppression(_ comment: ByteRange, in bytes: [UInt8]) -> Bool {
  SuppressionComment(comment, in: bytes) != nil
}

/// Puts together what comments say and what they cover.
private struct SuppressionReader {
  let shape: any CodeShape
  let bytes: [UInt8]
  private var result: [Suppression] = []
  private var open: [OpenRange] = []

  init(shape: any CodeShape, bytes: [UInt8]) {
    self.shape = shape
    self.bytes = bytes
  }

  /// A rule whose range has begun and not ended.
  private struct OpenRange {
    let suppression: Int
    let rule: NamedRule
  }

  mutating func read(_ comment: SuppressionComment, at range: ByteRange) {
    switch comment.problem == nil ? comment.form : .near {
    case .end: end(comment, at: range)
    case .begin:
      // Until its end is seen, it holds as far as its block does.
      let scope = range.lowerBound..<shape.endOfBlock(around: range.lowerBound)
      for rule in comment.rules {
        open.append(OpenRange(suppression: result.count, rule: rule))
      }
      add(comment, range, scope: scope, problem: "nothing ends its range: 'moult:ignore:end[…]'")
    case .file:
      add(comment, range, scope: ByteOffset(0)..<ByteOffset(bytes.count + 1))
    case .next: add(comment, range, scope: shape.piece(after: range))
    case .this: add(comment, range, scope: shape.piece(before: range))
    case .near:
      let isAlone = indentation(before: range.lowerBound.index, in: bytes) != nil
      add(
        comment, range, scope: isAlone ? shape.piece(after: range) : shape.piece(before: range))
    }
  }

  mutating func finished() -> [Suppression] { result }

  private mutating func add(
    _ comment: SuppressionComment, _ range: ByteRange, scope: ByteRange?, problem: String? = nil
  ) {
    let scope = scope ?? range.lowerBound..<range.lowerBound
    // Whoever cannot be read covers nothing.
    let rules = comment.problem == nil ? comment.rules : []
    result.append(
      Suppression(
        comment: range, command: comment.command,
        rules: rules.map { Suppression.CoveredRule(id: $0.id, name: $0.range, scope: scope) },
        reason: comment.reason, problem: comment.problem ?? problem, partner: nil))
  }

  /// Ends the ranges of the rules, the one begun last first.
  private mutating func end(_ comment: SuppressionComment, at range: ByteRange) {
    for rule in comment.rules {
      if let index = open.lastIndex(where: { $0.rule.id == rule.id }) {
        close(open.remove(at: index), at: range)
      } else {
        result.append(
          Suppression(
            comment: range, command: comment.command, rules: [], reason: comment.reason,
            problem: "nothing begins a range of '\(rule.id)'", partner: nil))
      }
    }
  }

  private mutating func close(_ begun: OpenRange, at range: ByteRange) {
    let old = result[begun.suppression]
    let rules = old.rules.map { rule in
      rule.id == begun.rule.id
        ? Suppression.CoveredRule(
          id: rule.id, name: rule.name, scope: old.comment.lowerBound..<range.lowerBound) : rule
    }
    let isOpen = open.contains { $0.suppression == begun.suppression }
    result[begun.suppression] = Suppression(
      comment: old.comment, command: old.command, rules: rules, reason: old.reason,
      problem: isOpen ? old.problem : nil, partner: isOpen ? nil : range)
  }
}
