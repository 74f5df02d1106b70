import MoultSource
import MoultSyntax
import Testing

@Suite struct ViewTests {
  /// Returns the first node of a view in the tree of `text`, in post-order.
  private func first<View: SyntaxView>(_ view: View.Type, in text: String) throws -> View {
    try #require(parsed(text).root.descendants.lazy.compactMap { View($0) }.first { _ in true })
  }

  private func text(_ view: (some SyntaxView)?) -> String? { view?.node.text }

  private func texts(_ views: ChildViews<some SyntaxView>) -> [String] { views.map(\.node.text) }

  // MARK: Calls

  @Test func `a call has a called expression, arguments and closures`() throws {
    let call = try first(CallExpr.self, in: "a.b(c, d: e) { f } g: { h }")
    #expect(text(call.called) == "a.b")
    #expect(texts(call.arguments) == ["c", "d: e"])
    #expect(call.arguments.map(\.label) == [nil, "d"])
    #expect(call.arguments.map { text($0.expression) } == ["c", "e"])
    #expect(call.trailingClosures.map(\.label) == [nil, "g"])
    #expect(call.trailingClosures.map { text($0.closure) } == ["{ f }", "{ h }"])
    #expect(text(call.argument(labeled: "d")) == "d: e")
    #expect(call.argument(labeled: "x") == nil)
    #expect(call.onlyArgument == nil)
  }

  @Test func `a closure that is called is no closure behind the call`() throws {
    let call = try first(CallExpr.self, in: "{ a }(b)")
    guard case .closure? = call.called else {
      Issue.record("\(String(describing: call.called))")
      return
    }
    #expect(call.trailingClosures.isEmpty)
    #expect(text(call.onlyArgument) == "b")
  }

  @Test func `a call without parentheses has no argument list`() throws {
    #expect(try first(CallExpr.self, in: "f { a }").argumentList == nil)
    #expect(try first(CallExpr.self, in: "f()").argumentList?.arguments.isEmpty == true)
  }

  @Test func `an argument is an expression or a pattern`() throws {
    let bound = try first(Argument.self, in: "switch y { case .a(let x): z }")
    guard case .pattern = bound.value else {
      Issue.record("\(bound.value)")
      return
    }
    guard case .expression(.name(let name)) = try first(Argument.self, in: "f(a: b)").value else {
      Issue.record("no name")
      return
    }
    #expect(name.name == "b")
  }

  @Test func `a subscript has a base and arguments`() throws {
    let view = try first(SubscriptExpr.self, in: "a[b, c: d]")
    #expect(text(view.base) == "a")
    #expect(view.arguments.map(\.label) == [nil, "c"])
  }

  @Test func `a member knows its base and its call`() throws {
    let member = try first(MemberAccess.self, in: "a.b(c)")
    #expect(text(member.base) == "a" && member.name == "b")
    #expect(text(member.call) == "a.b(c)")
    #expect(try first(MemberAccess.self, in: "f(.b)").base == nil)
    #expect(try first(MemberAccess.self, in: "f(a.b)").call == nil)
  }

  // MARK: Closures

  @Test func `a closure has captures, parameters and items`() throws {
    let closure = try first(
      ClosureExpr.self, in: "{ [weak self, x = y] (a: A, _: B) async throws -> C in f(); g() }")
    #expect(closure.captures.map(\.name) == ["self", "x"])
    #expect(closure.captures.map { text($0.value) } == [nil, "y"])
    #expect(closure.parameters.map(\.name) == ["a", "_"])
    #expect(closure.parameters.map { $0.type?.text } == ["A", "B"])
    #expect(closure.signature?.isAsync == true && closure.signature?.isThrowing == true)
    #expect(closure.signature?.returnType?.text == "C")
    #expect(texts(closure.items) == ["f()", "g()"])
  }

  @Test func `a closure's parameters need no parentheses`() throws {
    let closure = try first(ClosureExpr.self, in: "{ a, _ in b }")
    #expect(closure.parameters.map(\.name) == ["a", "_"])
    #expect(closure.parameters.map(\.type) == [nil, nil])
    #expect(try first(ClosureExpr.self, in: "{ b }").parameters.isEmpty)
  }

  // MARK: Operators and marks

  @Test(arguments: [
    ("try x", TryExpr.Mark.propagating), ("try? x", .optional), ("try! x", .forced),
  ])
  func `a 'try' says what becomes of the error`(text: String, mark: TryExpr.Mark) throws {
    let view = try first(TryExpr.self, in: text)
    #expect(view.mark == mark)
    #expect(self.text(view.operand) == "x")
  }

  @Test(arguments: [
    ("x as T", CastExpr.Mark.coercion), ("x as? T", .conditional), ("x as! T", .forced),
  ])
  func `a cast says what becomes of other values`(text: String, mark: CastExpr.Mark) throws {
    let view = try first(CastExpr.self, in: text)
    #expect(view.mark == mark)
    #expect(self.text(view.operand) == "x" && view.type?.text == "T")
  }

  @Test func `operators have operands`() throws {
    let infix = try first(InfixExpr.self, in: "a += b")
    #expect(text(infix.left) == "a" && infix.name == "+=" && text(infix.right) == "b")
    let assignment = try first(AssignmentExpr.self, in: "a = b")
    #expect(text(assignment.target) == "a" && text(assignment.value) == "b")
    let ternary = try first(TernaryExpr.self, in: "a ? b : c")
    #expect(text(ternary.condition) == "a")
    #expect(text(ternary.first) == "b" && text(ternary.second) == "c")
    #expect(text(try first(AwaitExpr.self, in: "await a").operand) == "a")
    #expect(text(try first(OptionalChaining.self, in: "a?.b").operand) == "a")
    #expect(text(try first(ForcedValue.self, in: "a!").operand) == "a")
  }

  @Test func `a tuple of one without a label is a pair of parentheses`() throws {
    #expect(text(try first(TupleExpr.self, in: "(a)").parenthesized) == "a")
    #expect(try first(TupleExpr.self, in: "(a, b)").parenthesized == nil)
    #expect(try first(TupleExpr.self, in: "(a: b, c: d)").parenthesized == nil)
    #expect(texts(try first(ArrayExpr.self, in: "[a, b]").elements) == ["a", "b"])
  }

  // MARK: Statements

  @Test func `an 'if' has conditions, a body and what stands behind 'else'`() throws {
    let root = parsed(
      "if a, let b = c, case .d(let e) = f, #available(macOS 15, *) {} else if g {}")
    let view = try #require(IfExpr(of: root.root.children.first))
    let kinds = view.conditions.map { condition in
      switch condition {
      case .expression: "expression"
      case .optionalBinding(let binding): "binding of \(binding.value?.node.text ?? "")"
      case .match(let match): "match of \(match.value?.node.text ?? "")"
      case .availability: "availability"
      }
    }
    #expect(kinds == ["expression", "binding of c", "match of f", "availability"])
    guard case .ifExpr(let next)? = view.elseBranch else {
      Issue.record("no 'else if'")
      return
    }
    #expect(texts(next.conditions) == ["g"])
    #expect(next.elseBranch == nil)
  }

  @Test func `'guard' and 'while' have conditions and a body`() throws {
    let guarded = try first(GuardStmt.self, in: "func f() { guard a, b else { return } }")
    #expect(texts(guarded.conditions) == ["a", "b"])
    #expect(text(guarded.body) == "{ return }")
    let loop = try first(WhileStmt.self, in: "while var x = y { z }")
    #expect(texts(loop.conditions) == ["var x = y"])
    guard case .optionalBinding(let binding)? = loop.conditions.first else {
      Issue.record("no binding")
      return
    }
    #expect(binding.introducer == .var && binding.pattern?.text == "x")
  }

  @Test func `a 'switch' has a subject and cases`() throws {
    let view = try first(
      SwitchExpr.self, in: "switch a { case .b, .c where d: e; default: f; g }")
    #expect(text(view.subject) == "a")
    #expect(view.cases.map { $0.caseItems.map(\.node.text) } == [[".b", ".c where d"], []])
    #expect(view.cases.first?.caseItems.last?.whereCondition.map(\.node.text) == "d")
    #expect(view.cases.map { texts($0.items) } == [["e"], ["f", "g"]])
    guard case .default? = view.cases.last?.label else {
      Issue.record("no default")
      return
    }
    #expect(!view.hasConditionalCases)
    #expect(
      try first(SwitchExpr.self, in: "switch a {\n#if X\ncase .b: c\n#endif\n}")
        .hasConditionalCases)
  }

  @Test(arguments: [
    ("case _: x", true), ("case let y: x", true), ("case .a: x", false), ("case is T: x", false),
    ("case let (a, b): x", false),
  ])
  func `a pattern may take everything`(branch: String, takesEverything: Bool) throws {
    let item = try first(SwitchCaseItem.self, in: "switch s { \(branch) }")
    #expect(item.pattern?.takesEverything == takesEverything)
  }

  @Test func `loops and 'do' have their parts`() throws {
    let loop = try first(ForStmt.self, in: "for try await x in y where z { w }")
    #expect(text(loop.pattern) == "x" && text(loop.sequence) == "y")
    #expect(text(loop.whereCondition) == "z" && text(loop.body) == "{ w }")
    #expect(loop.isAwaited && loop.isTried)
    let repeated = try first(RepeatStmt.self, in: "repeat { a } while b")
    #expect(text(repeated.body) == "{ a }" && text(repeated.condition) == "b")
    let view = try first(DoStmt.self, in: "do { a } catch let e as E { b } catch { c }")
    #expect(text(view.body) == "{ a }")
    #expect(view.catchClauses.map { texts($0.items) } == [["let e as E"], []])
    #expect(view.catchClauses.map { text($0.body) } == ["{ b }", "{ c }"])
  }

  // MARK: Declarations

  @Test func `a function has a name, parameters, effects and a body`() throws {
    let function = try first(
      FunctionDecl.self, in: "public func f(_ a: A, for b: B? = nil) async throws -> D { g }")
    #expect(function.name == "f" && function.modifiers.contains("public"))
    #expect(function.parameters.map(\.label) == [nil, "for"])
    #expect(function.parameters.map(\.name) == ["a", "b"])
    #expect(function.parameters.map { $0.type?.text } == ["A", "B?"])
    #expect(function.parameters.map { text($0.defaultValue) } == [nil, "nil"])
    #expect(function.isAsync && function.isThrowing && function.returnType?.text == "D")
    #expect(function.body.map { texts($0.items) } == ["g"])
  }

  @Test func `an initialiser may fail`() throws {
    #expect(try first(InitializerDecl.self, in: "class A { init?(a: B) {} }").isFailable)
    let plain = try first(InitializerDecl.self, in: "class A { required init(a: B) {} }")
    #expect(!plain.isFailable && plain.modifiers.contains("required"))
    #expect(plain.parameters.map(\.name) == ["a"])
  }

  @Test func `a variable has bindings, each with a pattern, a type and a value`() throws {
    let variable = try first(VariableDecl.self, in: "private var a = b, c: D")
    #expect(variable.introducer == .var && variable.modifiers.contains("private"))
    #expect(variable.bindings.map { text($0.pattern) } == ["a", "c"])
    #expect(variable.bindings.map { text($0.value) } == ["b", nil])
    #expect(variable.bindings.map { $0.type?.text } == [nil, "D"])
    #expect(variable.bindings.first?.declaration == variable)
    #expect(variable.bindings.only == nil)
    let name = try #require(variable.bindings.first?.pattern)
    #expect(VariableDecl(binding: name.node) == variable)
  }

  @Test func `types have members`() throws {
    let type = try first(TypeDecl.self, in: "final class A: B { let c = 1 }")
    #expect(type.name == "A" && type.modifiers.contains("final"))
    #expect(type.members.map { texts($0.items) } == ["let c = 1"])
    let extended = try first(ExtensionDecl.self, in: "extension A.B: C {}")
    #expect(extended.type?.text == "A.B" && extended.members?.items.isEmpty == true)
  }

  @Test func `a named type has a base and generic arguments`() throws {
    let type = try first(NamedType.self, in: "let a: B.C<D, E>")
    #expect(type.name == "B")
    let whole = try #require(
      parsed("let a: B.C<D, E>").root.descendants.compactMap { NamedType($0) }.last)
    #expect(whole.name == "C" && whole.base?.text == "B")
    #expect(whole.genericArguments?.first?.text == "D")
    #expect(whole.genericArguments?.last?.text == "E")
  }

  // MARK: Alternatives

  /// Every expression, statement and declaration of these has its view, and the view its node.
  private let sample = """
    import A
    @B struct C<D>: E where D: F { case g; typealias H = I; subscript(j: K) -> L { m } }
    extension N { func o() {}; init() {}; deinit {}; var p: Q { get { r } set { s } } }
    enum T { case u(V), w }
    func x() async throws {
      let y = z, (a, b) = c
      if a {} else {}
      guard let a else { return }
      while a {}; repeat { a } while b; for c in d {}; do { e } catch {}
      l: for m in n { break l }
      switch a { case .b(let c): fallthrough; case _: throw d; default: continue }
      defer { a }; yield b
      _ = 1 + 2.0 * -a; a = b; a? .b = c!; a ? b : c
      f<G>(h, i: j) { k } l: { m }; n[o]; [p, q]; [r: s]; "t\\(u)"; /v/; true; nil
      try w; try? x; await y; z as? A; b is C; &d; \\E.f; #g(h); (i, j); { k }; any L; <#m#>
    #if N
      o()
    #endif
    }
    """

  @Test func `every node of a sample has the alternative that its kind says`() {
    let tree = parsed(sample)
    var seen: Set<NodeKind> = []
    for node in tree.root.descendants {
      seen.insert(node.kind)
      #expect((Expr(node) != nil) == (node.kind.isExpression || node.kind == .ifConfig))
      #expect((Statement(node) != nil) == node.kind.isStatement, "\(node.kind)")
      #expect((Declaration(node) != nil) == node.kind.isDeclaration, "\(node.kind)")
      #expect((PatternSyntax(node) != nil) == node.kind.isPattern, "\(node.kind)")
      if let view = Expr(node) { #expect(view.node == node) }
      if let view = Statement(node) { #expect(view.node == node) }
      if let view = Declaration(node) { #expect(view.node == node) }
      if let view = PatternSyntax(node) { #expect(view.node == node) }
    }
    #expect(seen.count > 80, "\(seen.count) kinds")
  }

  @Test func `all items of a block have a view`() throws {
    let function = try first(FunctionDecl.self, in: "func x() { let a = b; return; c(); if d {} }")
    let kinds = function.body?.items.map { item in
      switch item {
      case .declaration: "declaration"
      case .statement: "statement"
      case .expression: "expression"
      case .conditional, .sourceLocation, .unexpected: "other"
      }
    }
    #expect(kinds == ["declaration", "statement", "expression", "statement"])
  }

  @Test func `the item around a node is what stands in a block`() throws {
    let name = try first(NameExpr.self, in: "func f() { let a = g(x) }")
    #expect(text(BlockItem(around: name.node)) == "let a = g(x)")
  }

  @Test func `a view is two words`() {
    #expect(MemoryLayout<CallExpr>.size <= 2 * MemoryLayout<Int>.size)
    #expect(MemoryLayout<CallExpr>.size == MemoryLayout<Node>.size)
  }
}
