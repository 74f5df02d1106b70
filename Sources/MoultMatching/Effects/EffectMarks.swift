import MoultSource
package import MoultSyntax

/// A place in a file of the project.
struct SourcePlace: Hashable, Comparable {
  let path: String
  let offset: ByteOffset

  static func < (lhs: SourcePlace, rhs: SourcePlace) -> Bool {
    lhs.path == rhs.path ? lhs.offset < rhs.offset : lhs.path < rhs.path
  }
}

/// Returns where `try` and `await` must be written so that they cover `expression`, as Swift wants it: left of
/// the whole expression, `try` before `await`, and nothing where a mark is already.
func missingMarks(
  for expression: Node, _ effects: Effects, _ around: EffectSurroundings
) -> [(offset: ByteOffset, mark: Effects)] {
  // What `async let` starts is waited for where its name is used.
  guard around.asyncLet == nil else { return [] }
  let limit = around.autoclosure
  let whole = wholeExpression(around: expression, within: limit).range.lowerBound
  var marks: [(offset: ByteOffset, mark: Effects)] = []
  if effects.contains(.throwing), around.tryMark == nil {
    let start = around.awaitMark.map { wholeExpression(around: $0, within: limit).range.lowerBound }
    marks.append((start ?? whole, .throwing))
  }
  if effects.contains(.async), around.awaitMark == nil {
    let operand = around.tryMark?.operand.map(\.range.lowerBound)
    marks.append((operand ?? whole, .async))
  }
  return marks
}

/// Returns the greatest expression around `node` that a `try` at its start covers, up to a statement, an
/// assignment's side, a closure, or the argument of a macro.
///
/// - Parameter limit: an argument that the expression must not leave, such as an autoclosure.
package func wholeExpression(around node: Node, within limit: Node? = nil) -> Node {
  var whole = node
  for parent in node.ancestors {
    if parent == limit { return whole }
    switch parent.kind {
    case .functionCall, .memberAccess, .subscriptCall, .optionalChaining, .forceUnwrap,
      .genericSpecialization, .tuple, .arrayLiteral, .dictionaryLiteral, .stringLiteral,
      .binaryOperator, .ternary, .isExpr, .asExpr, .prefixOperator, .postfixOperator, .inOut,
      .consumeExpr, .copyExpr, .borrowExpr, .unsafeExpr, .tryExpr, .awaitExpr:
      whole = parent
    case .argument, .argumentList, .dictionaryElement, .interpolation:
      // `#expect(try await f())`: a macro reads its arguments with their marks.
      if parent.kind == .argumentList, parent.parent?.kind == .macroExpansion { return whole }
    default: return whole
    }
  }
  return whole
}
