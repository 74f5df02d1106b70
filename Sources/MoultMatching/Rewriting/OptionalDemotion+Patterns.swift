import MoultFindings
import MoultRewriting
package import MoultSource
import MoultSyntax

/// Patterns over a value that is no longer optional: `x?`, `.some(x)`, `.none`, `nil`.
extension OptionalDemotion {
  /// `case let x? = E` becomes `case let x = E`, and in a `guard` of its own `let x = E`.
  mutating func demoteMatch(_ condition: Node) {
    guard let pattern = condition.pattern, let statement = condition.parent else { return }
    switch unwrapping(pattern) {
    case .nothing: return
    case .none:
      consequence.lower(to: .manual, because: "the value never matches 'nil' any more")
    case .bare:
      consequence.lower(to: .manual, because: "the value always matches '.some' now")
    case .some(let cuts):
      if statement.kind == .whileStmt {
        consequence.lower(
          to: .manual, because: "the loop ended where the value was nil, which it never is any more"
        )
        return
      }
      for cut in cuts { consequence.delete(cut) }
      guard let guarded = soleGuard(of: condition), isPlainBinding(pattern) else { return }
      consequence.delete(guarded.range.lowerBound..<pattern.range.lowerBound)
      consequence.delete(condition.range.upperBound..<guarded.range.upperBound)
    }
  }

  /// The cases of a `switch` over the value lose `?` and `.some`, and those for nil go.
  mutating func demoteSubject(of statement: Node) {
    for switchCase in statement.switchCases {
      let items = switchCase.caseItems
      for item in items {
        guard let pattern = item.pattern else { continue }
        switch unwrapping(pattern) {
        case .nothing: continue
        case .some(let cuts): for cut in cuts { consequence.delete(cut) }
        case .bare(let range): consequence.edits.append(Edit(range, "_"))
        case .none:
          guard items.count == 1 else {
            consequence.lower(to: .manual, because: "a case of the switch names nil among others")
            return
          }
          remove(switchCase)
        }
      }
    }
    if statement.children.contains(where: { $0.kind == .ifConfig }) {
      consequence.lower(to: .manual, because: "some cases of the switch are conditional")
    }
  }

  private mutating func remove(_ switchCase: Node) {
    guard !file.tree.holdsComment(in: switchCase.range) else {
      consequence.lower(
        to: .manual, because: "there is a comment in the case for nil, which would be removed")
      return
    }
    consequence.delete(file.wholeLines(of: switchCase.range))
    consequence.lower(
      to: .review, because: "the case for nil is removed, because the value is never nil")
  }

  private enum Unwrapping {
    /// The pattern says nothing about optionals.
    case nothing
    /// What must go so that the pattern matches the value itself.
    case some([ByteRange])
    /// `.some` without what it holds, which any value matches.
    case bare(ByteRange)
    case none
  }

  private func unwrapping(_ pattern: Node) -> Unwrapping {
    var node = pattern
    while [.valueBindingPattern, .expressionPattern, .patternExpr].contains(node.kind),
      let inner = node.children.first
    { node = inner }
    switch node.kind {
    case .nilLiteral: return .none
    case .optionalChaining:
      guard let inner = node.children.first else { return .nothing }
      return .some([inner.range.upperBound..<node.range.upperBound])
    case .memberAccess where node.name == "none" && node.base == nil: return .none
    case .memberAccess where node.name == "some" && node.base == nil: return .bare(node.range)
    case .functionCall:
      guard let callee = node.children.first, callee.kind == .memberAccess, callee.name == "some",
        callee.base == nil, node.arguments.count == 1,
        let value = node.arguments.first?.children.first
      else { return .nothing }
      return .some([
        node.range.lowerBound..<value.range.lowerBound,
        value.range.upperBound..<node.range.upperBound,
      ])
    default:
      // `x?` in a binding has a token of its own and no node.
      guard let last = pattern.tokenIDs.last,
        pattern.tree.tokens[last].kind == .postfixQuestionMark
      else { return .nothing }
      return .some([pattern.tree.tokens[last].range])
    }
  }

  /// `let x?`, `.some(let x)`: what is left is `let x`.
  private func isPlainBinding(_ pattern: Node) -> Bool {
    pattern.kind == .valueBindingPattern && pattern.boundNames.count == 1
  }
}

extension FileContext {
  /// Returns the range with the rest of its lines, if nothing but blanks is left of them.
  package func wholeLines(of range: ByteRange) -> ByteRange {
    layout.wholeLines(of: range)
  }
}
