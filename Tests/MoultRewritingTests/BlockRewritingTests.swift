import MoultRewriting
import MoultSource
import MoultSyntax
import Testing

@Suite struct BlockRewritingTests {
  private func loop(in tree: SyntaxTree) throws -> (statement: Node, items: [Node]) {
    let loop = try tree.first(WhileStmt.self)
    return (loop.node, loop.node.body?.items ?? [])
  }

  // MARK: Statements that stay together

  @Test(arguments: [("  ", "\n"), ("\t", "\n"), ("    ", "\r\n")])
  func `statements go deeper with their comments and empty lines`(
    unit: String, lineEnding: String
  ) throws {
    func laidOut(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let blanks = line.prefix { $0 == " " }
        return String(repeating: unit, count: blanks.count / 2) + line.dropFirst(blanks.count)
      }.joined(separator: lineEnding)
    }
    let before = """
      func f() {
        while let x = try next() { // each
          // First.
          a(x)

          b(x) // second
          // Done.
        }

        c()
      }
      """
    let after = """
      func f() {
        return g({ x in
          switch x {
          case .some:
            do { // each
              // First.
              a(x)

              b(x) // second
              // Done.
            } catch {
              h(error)
            }
          case .none:

            c()
          }
        })
      }
      """
    try expectRewrite(laidOut(before), laidOut(after)) { tree, editor in
      let (statement, items) = try loop(in: tree)
      let last = try tree.node("c()")
      let body = try #require(StatementBlock(of: statement.parent))
      let failure = Code.call("h", [.plain(.word("error"))])
      let caught = Code.form(.caught(Code.kept(items: items), .new([failure])))
      let choice = Code.form(
        .choice(
          .word("x"),
          [
            CaseCode(.member(nil, "some"), [caught]),
            CaseCode(.member(nil, "none"), Code.kept(items: [last])),
          ]))
      let closure = Code.closure(ClosureCode(parameters: ["x"], [choice]))
      editor.replace(
        from: statement, toEndOf: body, with: [.returned(.call("g", [.plain(closure)]))])
    }
  }

  @Test(arguments: [
    ("while let x = y() { a(x) }", "for try await x in s { a(x) }"),
    ("while let x = y() {\n  a(x)\n}", "for try await x in s {\n  a(x)\n}"),
    ("while let x = y() {\n  // a\n}", "for try await x in s {}"),
  ])
  func `statements of one line stay on it`(before: String, after: String) throws {
    try expectRewrite(before, before.contains("//") ? "// a\n" + after : after) { tree, editor in
      let (statement, items) = try loop(in: tree)
      editor.replace(
        item: statement,
        with: [.form(.awaitedLoop("x", in: .word("s"), Code.kept(items: items)))])
    }
  }

  @Test func `a block of the source stays in its braces`() throws {
    try expectRewrite(
      "f {\n  g { e in\n    if let e = e { // failed\n      h(e)\n    }\n  }\n}\n",
      "f {\n  do {\n    g()\n  } catch let e { // failed\n    h(e)\n  }\n}\n"
    ) { tree, editor in
      let call = try #require(tree.calls.first { CallExpr($0)?.called?.node.text == "g" })
      let branch = try tree.first(IfExpr.self)
      let body = try #require(branch.body)
      editor.replace(
        item: call, with: [.form(.caught([.call("g", [])], binding: "e", .kept(body)))])
    }
  }

  @Test func `an empty case breaks`() throws {
    let choice = Code.form(.choice(.word("x"), [CaseCode(.member(nil, "a"), [])]))
    try expectRewrite("f()\n", "switch x {\ncase .a:\n  break\n}\n") { tree, editor in
      editor.replace(item: try tree.node("f()"), with: [choice])
    }
  }

  @Test func `a check leaves in a block of its own`() throws {
    let conditions = [Code.word("x"), .infix(.word("z"), "==", .word("nil"))]
    let check = Code.form(.guarding(conditions, else: [.form(.thrown(.word("y")))]))
    try expectRewrite("f()\n", "guard x, z == nil else { throw y }\n") { tree, editor in
      editor.replace(item: try tree.node("f()"), with: [check])
    }
  }

  // MARK: Statements around an expression

  @Test func `what follows a call goes into its closure and stays in place`() throws {
    try expectRewrite(
      "func f() {\n  let c = try g(1)  // one\n  // All of them.\n  while h() {\n    i()\n  }\n}\n",
      "func f() {\n  // one\n  // All of them.\n  let c = try g(1) { m in\n    j()\n  }\n  c.end()\n}\n"
    ) { tree, editor in
      let loop = try tree.first(WhileStmt.self)
      let items = try #require(loop.body).items.map(\.node)
      editor.replace(items[0], with: .call("j", []))
      let call = try tree.node("g(1)")
      let closure = ClosureCode(parameters: ["m"], Code.kept(items: items))
      editor.replace(
        call, in: try tree.node("let c = try g(1)"), to: loop.node,
        with: .call(.word("g"), [.plain(.word("1"))], trailing: [closure]),
        followedBy: [Code.word("c").calling("end")])
    }
  }

  @Test func `a change in what is copied is there though its source went first`() throws {
    try expectRewrite(
      "func f() {\n  let c = g(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)\n  h()\n  if i { j() }\n}\n",
      "func f() {\n  let c = g { k() }\n  h()\n  l()\n}\n"
    ) { tree, editor in
      let branch = try tree.first(IfExpr.self)
      let items = try #require(branch.body).items.map(\.node)
      editor.replace(items[0], with: .call("k", []))
      editor.replace(item: branch.node, with: [.call("l", [])])
      editor.replace(
        try tree.node("g(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)"),
        with: .call(.word("g"), [], trailing: [ClosureCode(Code.kept(items: items))]))
    }
  }

  @Test func `what is inserted right before an item stands below its comments`() throws {
    try expectRewrite(
      "func f() {\n  // It runs.\n  g(h())\n}\n",
      "func f() {\n  // It runs.\n  let i = h()\n  g(i)\n}\n"
    ) { tree, editor in
      let value = try tree.node("h()")
      editor.insert(
        [.variable(.let, "i", value: .kept(value))], rightBefore: try tree.node("g(h())"))
      editor.replace(value, with: .word("i"))
    }
  }

  @Test func `items that go one after the other take the empty line between them once`() throws {
    try expectRewrite(
      "struct S {\n  let a = 1\n\n  func f() {}\n\n  func g() {}\n}\n",
      "struct S {\n  let a = 1\n}\n"
    ) { tree, editor in
      editor.remove(item: try tree.node("func f() {}"))
      editor.remove(item: try tree.node("func g() {}"))
    }
  }

  // MARK: Closures around blocks

  @Test func `a body becomes a closure, and new lines in it move with the others`() throws {
    try expectRewrite(
      "func f() {\n  a()\n  return b\n}\n",
      "func f() {\n  run { [self] in\n    a()\n    c(b)\n    return\n  }\n}\n"
    ) { tree, editor in
      let body = try tree.first(StatementBlock.self)
      let statement = try tree.first(ReturnStmt.self)
      let value = try #require(statement.value)
      editor.replace(
        item: statement.node, with: [.call("c", [.plain(.kept(value))]), .word("return")])
      editor.wrap(body, capturing: ["self"], inClosureOf: .word("run"))
    }
  }

  @Test func `a body of one line stays on it`() throws {
    try expectRewrite("func f() { a() }", "func f() { run { a() } }") { tree, editor in
      editor.wrap(try tree.first(StatementBlock.self), inClosureOf: .word("run"))
    }
  }

  @Test func `a line that goes leaves no blanks where the others move`() throws {
    try expectRewrite(
      "func f() {\n  a()\n  b()\n}\n", "func f() {\n  run {\n    a()\n  }.end()\n  return c\n}\n"
    ) { tree, editor in
      editor.remove(item: try tree.node("b()"))
      editor.wrap(try tree.first(StatementBlock.self), inClosureOf: .word("run")) {
        [$0.calling("end"), .returned(.word("c"))]
      }
    }
  }

  @Test func `what another fix changes is left to it`() throws {
    let text = "func f() {\n  a(x)\n  b(x)\n}\n"
    let tree = parsed(text)
    var other = SyntaxEditor(tree, SourceLayout(tree))
    other.remove(item: try tree.node("b(x)"))
    var editor = SyntaxEditor(tree, SourceLayout(tree))
    editor.leave(other.edits)
    for name in tree.root.descendants where name.text == "x" && name.kind == .declReference {
      editor.rename(name, to: "y")
    }
    editor.wrap(try tree.first(StatementBlock.self), inClosureOf: .word("run"))
    let bytes = try #require(applying(other.edits + editor.edits, to: tree.source.bytes))
    #expect(String(decoding: bytes, as: UTF8.self) == "func f() {\n  run {\n    a(y)\n  }\n}\n")
  }

  @Test func `new lines stand as deep as another fix moves those around them`() throws {
    let tree = parsed("func f() {\n  a(b)\n}\n")
    let layout = SourceLayout(tree)
    var other = SyntaxEditor(tree, layout)
    other.wrap(try tree.first(StatementBlock.self), inClosureOf: .word("run"))
    var editor = SyntaxEditor(tree, layout)
    let item = try tree.node("a(b)")
    let value = try #require(CallExpr(item)?.onlyArgument?.expression)
    editor.replace(item: item, with: [.call("c", []), .call("a", [.plain(.kept(value))])])
    let moved = layout.moved(editor.edits, with: item, by: other.edits)
    let bytes = try #require(applying(other.edits + moved, to: tree.source.bytes))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "func f() {\n  run {\n    c()\n    a(b)\n  }\n}\n")
  }

  @Test func `what goes elsewhere takes along only what is changed in it`() throws {
    try expectRewrite("f(a, b.c)\ng()\n", "f(b.d, a)\nx()\ng()\n") { tree, editor in
      let call = try #require(tree.calls.first { $0.text == "f(a, b.c)" })
      let values = CallExpr(call)?.arguments.compactMap(\.expression) ?? []
      editor.insert([.call("x", [])], before: try tree.node("g()"))
      editor.rename(values[1].node, to: "d")
      editor.replace(call, with: .call("f", values.reversed().map { .plain(.kept($0)) }))
    }
  }

  @Test func `a statement before one that is replaced stays`() throws {
    try expectRewrite("f(a)\n", "x()\ng(a)\n") { tree, editor in
      let call = try tree.node("f(a)")
      let value = try #require(CallExpr(call)?.onlyArgument?.expression)
      editor.insert([.call("x", [])], before: call)
      editor.replace(call, with: .call("g", [.plain(.kept(value))]))
    }
  }

  @Test func `statements that go elsewhere take along what is changed in them`() throws {
    try expectRewrite(
      "f()\n// b\nb(c)\nd(e)\ng()\n", "// b\nx(c)\nd(y)\nf()\ng()\n"
    ) { tree, editor in
      let (call, first, last) = (try tree.node("f()"), try tree.node("b(c)"), try tree.node("d(e)"))
      editor.insert(Code.kept(items: [first, last]), before: call)
      editor.rename(try tree.node("b"), to: "x")
      editor.rename(try tree.node("e"), to: "y")
      editor.remove(try #require(ItemRun([first, last])))
    }
  }

  @Test func `what is said to move leaves what stands behind it in its place`() throws {
    try expectRewrite("for a in b.f(c) { d }\n", "b.f(c).g { for a in x { d } }\n") {
      tree, editor in
      let loop = try tree.first(ForStmt.self)
      let call = try #require(CallExpr(of: loop.sequence?.node))
      let (called, value) = try (
        #require(call.called), #require(call.onlyArgument?.expression)
      )
      editor.replace(call.node, with: .word("x"))
      let made = Code.call(.kept(called), [.plain(.kept(value))])
      editor.replace(
        item: loop.node,
        with: [.call(.form(.moved(made)).member("g"), [], trailing: [ClosureCode([.kept(loop)])])])
    }
  }

  // MARK: Blocks of one line

  @Test(arguments: [
    (100, "if a { f(value); return }\n"), (20, "if a {\n  f(value)\n  return\n}\n"),
  ])
  func `a block of one line that gets too long stands over lines`(
    width: Int, after: String
  ) throws {
    try expectRewrite("if a { return value }\n", after, LayoutSettings(width: width)) {
      tree, editor in
      let statement = try tree.first(ReturnStmt.self)
      let value = try #require(statement.value)
      editor.replace(
        item: statement.node, with: [.call("f", [.plain(.kept(value))]), .word("return")])
    }
  }

  @Test(arguments: [
    ("f { b(c, d) }\n", "f { bbbb(c, d) }\n"),
    ("guard b(c, d) else { e }\n", "guard bbbb(\n  c,\n  d\n) else { e }\n"),
    ("x = b(c, d).eeeeee()\n", "x = bbbb(\n  c,\n  d\n).eeeeee()\n"),
    (#"x = "\(b(c, d))""#, #"x = "\(bbbb(c, d))""#),
  ])
  func `a line does not break where it would better break around`(
    before: String, after: String
  ) throws {
    try expectRewrite(before, after, LayoutSettings(width: 8)) { tree, editor in
      let call = try #require(tree.calls.first { $0.text == "b(c, d)" })
      let arguments = CallExpr(call)?.arguments.compactMap(\.expression) ?? []
      editor.replace(call, with: .call("bbbb", arguments.map { .plain(.kept($0)) }))
    }
  }

  // MARK: Functions

  @Test(arguments: [
    ("func f(a: A) throws -> B {}", "func f(a: A) async throws -> C<D> {}"),
    ("func f() {}", "func f() async throws -> C<D> {}"),
    ("func f(a: A) throws\n  -> B? {}", "func f(a: A) async throws\n  -> C<D> {}"),
  ])
  func `a function gets other effects and another result`(before: String, after: String) throws {
    try expectRewrite(before, after) { tree, editor in
      editor.sign(
        try tree.first(FunctionDecl.self), effects: ["async", "throws"],
        returning: .generic("C", [.word("D")]))
    }
  }

  @Test func `a parameter that is called as it is named says it once`() throws {
    try expectRewrite("func f(a: A) {}", "func f(x: X, b c: B) {}") { tree, editor in
      let parameter = try #require(try tree.first(FunctionDecl.self).parameters.first).node
      editor.replace(
        element: parameter,
        with: [
          .form(.parameter(ParameterCode("x", "x", .word("X")))),
          .form(.parameter(ParameterCode("b", "c", .word("B")))),
        ])
    }
  }
}
