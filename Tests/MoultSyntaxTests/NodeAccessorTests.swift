import MoultSource
import MoultSyntax
import Testing

@Suite struct NodeAccessorTests {
  /// Returns the first node of `kind` in the tree of `text`, in post-order.
  private func first(_ kind: NodeKind, in text: String) throws -> Node {
    try #require(parsed(text).root.descendants.first { $0.kind == kind })
  }

  @Test func `a call knows its callee, its arguments and its closures`() throws {
    let call = try first(.functionCall, in: "a.b(c, d: e) { f } g: { h }")
    #expect(call.calledExpression?.text == "a.b")
    #expect(call.arguments.map(\.argumentLabel) == [nil, "d"])
    #expect(call.arguments.map(\.argumentValue.text) == ["c", "e"])
    #expect(call.trailingClosures.map(\.label) == [nil, "g"])
    #expect(call.trailingClosures.map(\.closure.text) == ["{ f }", "{ h }"])
    #expect(call.hasArgumentList)
  }

  @Test func `a call of a closure has no trailing closure`() throws {
    let call = try first(.functionCall, in: "{ a }()")
    #expect(call.calledExpression?.kind == .closure)
    #expect(call.trailingClosures.isEmpty)
  }

  @Test func `a member knows its base, an implicit member has none`() throws {
    #expect(try first(.memberAccess, in: "a.b").base?.text == "a")
    #expect(try first(.memberAccess, in: ".b").base == nil)
  }

  @Test func `a compound name has labels, a plain name has none`() throws {
    #expect(try first(.declReference, in: "f(a:_:)").compoundLabels == ["a", "_"])
    #expect(try first(.declReference, in: "f(a)").compoundLabels == nil)
  }

  @Test func `a function knows its parameters, effects, result and body`() throws {
    let function = try first(
      .functionDecl, in: "public func f(_ a: A, for b: B? = nil, c: C) async throws(E) -> D { g }")
    #expect(function.modifierNames == ["public"])
    #expect(function.parameters.map(\.externalName) == [nil, "for", "c"])
    #expect(function.parameters.map(\.internalName) == ["a", "b", "c"])
    #expect(function.parameters.map(\.parameterType?.text) == ["A", "B?", "C"])
    #expect(function.parameters.map(\.defaultValue?.text) == [nil, "nil", nil])
    #expect(function.isAsync && function.isThrowing)
    #expect(function.thrownType?.text == "E")
    #expect(function.returnType?.text == "D")
    #expect(function.body?.items.map(\.text) == ["g"])
  }

  @Test func `a function without effects and result says so`() throws {
    let function = try first(.functionDecl, in: "func f()")
    #expect(!function.isAsync && !function.isThrowing)
    #expect(function.returnType == nil && function.body == nil && function.parameters.isEmpty)
  }

  @Test func `an enum case's parameters may lack names`() throws {
    let element = try first(.enumCaseElement, in: "enum E { case a(Int, b: B) }")
    #expect(element.parameters.map(\.externalName) == [nil, "b"])
    #expect(element.parameters.map(\.internalName) == ["", "b"])
  }

  @Test func `a closure knows its captures, parameters and result`() throws {
    let closure = try first(.closure, in: "{ [weak self, a = b] (c: C, d) -> E in f }")
    #expect(closure.captures.map(\.name) == ["self", "a"])
    #expect(closure.parameters.map(\.name) == ["c", "d"])
    #expect(closure.returnType?.text == "E")
    #expect(closure.items.map(\.text) == ["f"])
    #expect(try first(.closure, in: "{ a, b in c }").parameters.map(\.name) == ["a", "b"])
  }

  @Test func `a variable knows its bindings and their parts`() throws {
    let variable = try first(.variableDecl, in: "@A lazy var a: B = c, (d, e) = f")
    #expect(variable.attributes.map(\.name) == ["A"])
    #expect(variable.bindings.map(\.annotatedType?.text) == ["B", nil])
    #expect(variable.bindings.map(\.initialValue?.text) == ["c", "f"])
    #expect(
      variable.bindings.flatMap { $0.pattern?.boundNames ?? [] }.map(\.name) == ["a", "d", "e"])
  }

  @Test func `accessors are told from a short getter`() throws {
    #expect(
      try first(.patternBinding, in: "var a: A { get set }").accessors.map(\.name) == [
        "get", "set",
      ])
    #expect(try first(.patternBinding, in: "var a: A { get }").accessors.count == 1)
    #expect(try first(.patternBinding, in: "var a: A { get() }").accessors.isEmpty)
  }

  @Test func `an import knows its path and its kind`() throws {
    let plain = try first(.importDecl, in: "import A.B")
    #expect(plain.importPath == ["A", "B"] && plain.importKind == nil)
    #expect(try first(.importDecl, in: "import struct A.B").importKind == "struct")
  }

  @Test func `a type knows what it inherits and its members`() throws {
    let type = try first(
      .structDecl, in: "struct A<T: U>: @unchecked B, C.D where T: E { let a = 1; b }")
    #expect(type.inheritedTypes.map(\.text) == ["B", "C.D"])
    #expect(type.genericParameters.map(\.name) == ["T"])
    #expect(type.genericRequirements.map(\.text) == ["T: E"])
    #expect(type.members.count == 2)
  }

  @Test func `attributes inside a condition belong to the declaration`() throws {
    let function = try first(.functionDecl, in: "@a\n#if B\n@c(d)\n#endif\npublic func f() {}")
    #expect(function.attributes.map(\.name) == ["a", "c"])
  }

  @Test func `conditions, branches, cases and clauses are found`() throws {
    let condition = try first(.ifExpr, in: "if let a = b, c {} else {}")
    #expect(condition.conditions.map(\.text) == ["let a = b", "c"])
    #expect(condition.elseBranch?.kind == .codeBlock)
    let choice = try first(.switchExpr, in: "switch a { case .b where c, .d: e; default: f }")
    #expect(choice.subject?.text == "a")
    #expect(choice.switchCases.map { $0.caseItems.map(\.text) } == [[".b where c", ".d"], []])
    #expect(choice.switchCases.first?.caseItems.first?.whereCondition?.text == "c")
    let handler = try first(.doStmt, in: "do {} catch let e as F where g {} catch {}")
    #expect(handler.catchClauses.map(\.catchItems.count) == [1, 0])
    #expect(handler.catchClauses.first?.catchItems.first?.pattern?.boundNames.map(\.name) == ["e"])
    let loop = try first(.forStmt, in: "for a in b where c {}")
    #expect(loop.pattern?.text == "a" && loop.subject?.text == "b")
  }

  @Test func `parentheses around one value are taken off`() throws {
    #expect(try first(.tuple, in: "((a))").withoutParentheses.text == "a")
    #expect(try first(.tuple, in: "(a, b)").withoutParentheses.text == "(a, b)")
    #expect(try first(.tuple, in: "(a: b)").withoutParentheses.text == "(a: b)")
  }

  @Test func `a string literal without interpolation has a text`() throws {
    #expect(try first(.stringLiteral, in: #""a\nb""#).literalText == #"a\nb"#)
    #expect(try first(.stringLiteral, in: #""""#).literalText == "")
    #expect(try first(.stringLiteral, in: #""a\(b)""#).literalText == nil)
  }

  // MARK: - Positions

  @Test(arguments: [
    (0, NodeKind.declReference), (1, .memberAccess), (2, .memberAccess), (3, .argumentList),
    (4, .declReference), (5, .argumentList),
  ])
  func `the innermost node at an offset is found`(offset: Int, kind: NodeKind) {
    #expect(parsed("a.b(c)").innermostNode(at: ByteOffset(offset)).kind == kind)
  }

  @Test func `an offset in a gap or behind the end belongs to the node around it`() {
    let tree = parsed("a  +  b\n")
    #expect(tree.innermostNode(at: ByteOffset(2)).kind == .binaryOperator)
    #expect(tree.innermostNode(at: ByteOffset(8)).kind == .sourceFile)
    #expect(parsed("").innermostNode(at: ByteOffset(0)).kind == .sourceFile)
  }

  @Test func `comments in a range are found, text that looks like one is not`() {
    let text = "a /* /* b */ c */ + // d\n\"// e\" + f // g"
    let tree = parsed(text)
    let comments = tree.commentRanges(in: tree.root.range).map { tree.source.text($0) }
    #expect(comments == ["/* /* b */ c */", "// d", "// g"])
    let inner = tree.commentRanges(in: ByteRange(indices: 2..<20)).map { tree.source.text($0) }
    #expect(inner == ["/* /* b */ c */"])
    #expect(tree.commentRanges(in: ByteRange(indices: 3..<20)).isEmpty)
  }

  @Test func `leading trivia reaches back to the token before`() throws {
    let tree = parsed("a\n// b\nc")
    let item = try #require(tree.root.children.last)
    #expect(tree.source.text(item.leadingTrivia) == "\n// b\n")
  }

  @Test func `descendants are the node's own, itself last`() throws {
    let call = try first(.functionCall, in: "a; b(c, d); e")
    #expect(call.descendants.filter { $0.kind == .declReference }.map(\.name) == ["b", "c", "d"])
    #expect(Array(call.descendants).last == call)
  }
}
