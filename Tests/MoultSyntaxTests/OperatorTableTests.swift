import MoultSource
import MoultSyntax
import Testing

@Suite struct OperatorTableTests {
  /// Returns how `text` folds with the operators that `declarations` declare in another file.
  private func folded(_ text: String, with declarations: String) -> String {
    var table = OperatorTable.standard
    table.add(declarationsOf: parsed(declarations))
    let source = SourceText(path: "Test.swift", bytes: Array(text.utf8))
    return parse(source, operators: table).root.children.map { dump($0) }.joined(separator: "\n")
  }

  private func shape(_ left: String, _ right: String, leftFirst: Bool) -> String {
    leftFirst
      ? "(binaryOperator '\(right)' (binaryOperator '\(left)' (declReference 'a') (declReference 'b')) "
        + "(declReference 'c'))"
      : "(binaryOperator '\(left)' (declReference 'a') (binaryOperator '\(right)' (declReference 'b') "
        + "(declReference 'c')))"
  }

  @Test func `operators of other files have the precedence that is declared there`() {
    let declarations = "infix operator <>: MultiplicationPrecedence"
    #expect(folded("a + b <> c", with: declarations) == shape("+", "<>", leftFirst: false))
    #expect(folded("a <> b + c", with: declarations) == shape("<>", "+", leftFirst: true))
  }

  @Test func `a declared group lies where it says, also by way of others`() {
    let declarations = """
      infix operator <>: High
      precedencegroup High { higherThan: Middle }
      precedencegroup Middle { higherThan: AdditionPrecedence }
      """
    #expect(folded("a - b <> c", with: declarations) == shape("-", "<>", leftFirst: false))
  }

  @Test func `a group may lie below another and associate to the right`() {
    let declarations = """
      infix operator <>: Low
      precedencegroup Low { associativity: right; lowerThan: AdditionPrecedence; higherThan: TernaryPrecedence }
      """
    #expect(folded("a <> b - c", with: declarations) == shape("<>", "-", leftFirst: false))
    #expect(folded("a <> b <> c", with: declarations) == shape("<>", "<>", leftFirst: false))
  }

  @Test func `groups that contradict one another do not hang`() {
    let declarations = """
      infix operator <>: A
      precedencegroup A { higherThan: B }
      precedencegroup B { higherThan: A }
      """
    #expect(folded("a <> b <> c", with: declarations) == shape("<>", "<>", leftFirst: true))
  }
}
