import MoultRewriting
import MoultSource
import MoultSyntax
import Testing

@Suite struct RewritingTests {
  // MARK: What is kept

  @Test func `kept nodes stay in their places`() throws {
    let tree = parsed("f(one: a.b, two: c)")
    let call = try tree.first(CallExpr.self)
    let values = call.arguments.compactMap(\.expression)
    var editor = SyntaxEditor(tree, SourceLayout(tree))
    editor.replace(
      call.node, with: .call("g", [.plain(.kept(values[0])), CodeArgument("x", .kept(values[1]))]))
    let ranges = editor.edits.map(\.range)
    #expect(!ranges.contains { $0.overlaps(values[0].range) || $0.overlaps(values[1].range) })
    try expectRewrite("f(one: a.b, two: c)", "g(a.b, x: c)") { tree, editor in
      let call = try tree.first(CallExpr.self)
      let values = call.arguments.compactMap(\.expression)
      editor.replace(
        call.node,
        with: .call("g", [.plain(.kept(values[0])), CodeArgument("x", .kept(values[1]))])
      )
    }
  }

  @Test func `kept nodes in another order are copied with what is changed in them`() throws {
    try expectRewrite("f(a.old, b)", "g(b, a.new)") { tree, editor in
      let call = try tree.first(CallExpr.self)
      let values = call.arguments.compactMap(\.expression)
      editor.replace(
        call.node, with: .call("g", [.plain(.kept(values[1])), .plain(.kept(values[0]))]))
      editor.rename(try tree.first(MemberAccess.self).node, to: "new")
    }
  }

  @Test func `what is changed inside a kept node is changed`() throws {
    try expectRewrite("f(a.old)", "a.new.done()") { tree, editor in
      let call = try tree.first(CallExpr.self)
      let value = try #require(call.onlyArgument?.expression)
      editor.replace(call.node, with: Code.kept(value).calling("done"))
      editor.rename(value.node, to: "new")
    }
  }

  @Test func `a gap whose tokens stay keeps its lines and comments`() throws {
    try expectRewrite(
      "f(\n    a,   // the first\n    b)", "g(\n    a,   // the first\n    b)"
    ) { tree, editor in
      let call = try tree.first(CallExpr.self)
      let values = call.arguments.compactMap(\.expression).map { CodeArgument.plain(.kept($0)) }
      editor.replace(call.node, with: .call("g", values))
    }
  }

  // MARK: Precedence

  @Test(arguments: [
    ("x.get", "(a + b).y"), ("c", "(a + b).y"),
  ])
  func `a base that holds together loosely gets parentheses`(_: String, after: String) throws {
    try expectRewrite("f(a + b)", after) { tree, editor in
      let call = try tree.first(CallExpr.self)
      let value = try #require(call.onlyArgument?.expression)
      editor.replace(call.node, with: Code.kept(value).member("y"))
    }
  }

  @Test(arguments: [
    ("let r = x", "let r = try? x.get()"), ("x == nil", "(try? x.get()) == nil"),
    ("x.count", "(try? x.get()).count"), ("f(x)", "f(try? x.get())"),
    ("x ?? 1", "(try? x.get()) ?? 1"), ("if let y = x {}", "if let y = try? x.get() {}"),
    ("y = x", "y = try? x.get()"), ("x?.y", "(try? x.get())?.y"),
  ])
  func `a mark gets parentheses only where the place asks for them`(
    before: String, after: String
  ) throws {
    try expectRewrite(before, after) { tree, editor in
      let name = try #require(
        tree.root.descendants.first { $0.kind == .declReference && $0.text == "x" })
      editor.replace(name, with: .marked(.optionalTry, Code.kept(name).calling("get")))
    }
  }

  @Test func `a closure in a condition stands in parentheses`() throws {
    let closure = ClosureCode([.word("$0")])
    try expectRewrite("if x.y {}", "if x.map({ $0 }) {}") { tree, editor in
      let member = try tree.first(MemberAccess.self)
      let base = try #require(member.base)
      editor.replace(
        member.node, with: .call(Code.kept(base).member("map"), [], trailing: [closure]))
    }
    try expectRewrite("z = x.y", "z = x.map { $0 }") { tree, editor in
      let member = try tree.first(MemberAccess.self)
      let base = try #require(member.base)
      editor.replace(
        member.node, with: .call(Code.kept(base).member("map"), [], trailing: [closure]))
    }
  }

  // MARK: Lines

  private let long = (1...3).map { CodeArgument("label\($0)", .word("value")) }

  @Test(arguments: [("\t", "\n"), ("    ", "\n"), ("  ", "\r\n")])
  func `a list that is too long is broken as the file is laid out`(
    unit: String, ending: String
  ) throws {
    let before = "func f() {\n\(unit)x()\n}\n".replacing("\n", with: ending)
    let after =
      "func f() {\n\(unit)g(\n\(unit)\(unit)label1: value,\n\(unit)\(unit)label2: value,\n\(unit)\(unit)label3: value\n\(unit))\n}\n"
      .replacing("\n", with: ending)
    try expectRewrite(before, after, LayoutSettings(width: 40)) { tree, editor in
      editor.replace(try tree.first(CallExpr.self).node, with: .call("g", long))
    }
    try expectRewrite(
      before, before.replacing("x()", with: "g(label1: value, label2: value, label3: value)")
    ) { tree, editor in
      editor.replace(try tree.first(CallExpr.self).node, with: .call("g", long))
    }
  }

  @Test func `calls of each other's results break before their points`() throws {
    let chain = Code.word("Builder").calling("make", [CodeArgument("a", .word("1"))])
      .calling("with", [CodeArgument("b", .word("2"))]).calling("done")
    let after = "let x = Builder.make(a: 1)\n  .with(b: 2)\n  .done()\n"
    try expectRewrite("let x = y()\n", after, LayoutSettings(width: 30)) { tree, editor in
      editor.replace(try tree.first(CallExpr.self).node, with: chain)
    }
    let flat = "let x = Builder.make(a: 1).with(b: 2).done()\n"
    try expectRewrite("let x = y()\n", flat) { tree, editor in
      editor.replace(try tree.first(CallExpr.self).node, with: chain)
    }
  }

  @Test func `what is broken inside a list that is not stands one level deep`() throws {
    let list = Code.call("g", long)
    let after = "f(g(\n  label1: value,\n  label2: value,\n  label3: value\n))\n"
    try expectRewrite("f(x())\n", after, LayoutSettings(width: 30)) { tree, editor in
      let call = try #require(tree.calls.first { $0.text == "x()" })
      editor.replace(call, with: list)
    }
    let block = ClosureCode([.word("first"), .word("second")])
    try expectRewrite("f()\n", "f(a, {\n  first\n  second\n})\n") { tree, editor in
      let arguments = [CodeArgument.plain(.word("a")), .plain(.closure(block))]
      editor.replace(try tree.first(CallExpr.self).node, with: .call("f", arguments))
    }
  }

  @Test func `a choice gets the parentheses and the lines that it needs`() throws {
    let choice = Code.choice(.word("condition"), .word("first"), .word("second"))
    try expectRewrite("x.y", "(condition ? first : second).y") { tree, editor in
      editor.replace(try tree.node("x"), with: choice)
    }
    let after = "z = condition\n  ? first\n  : second\n"
    try expectRewrite("z = x\n", after, LayoutSettings(width: 20)) { tree, editor in
      editor.replace(try tree.node("x"), with: choice)
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `an item goes with its line and with an empty one that nothing needs`(
    ending: String
  ) throws {
    for (before, after) in [
      ("f {\n  a()\n}\n", "f {\n}\n"),
      ("f {\n  b()\n\n  a()\n}\n", "f {\n  b()\n}\n"),
      ("f {\n  a()\n\n  b()\n}\n", "f {\n  b()\n}\n"),
      ("f {\n  b()\n\n  a()\n\n  c()\n}\n", "f {\n  b()\n\n  c()\n}\n"),
      ("f {\n  b()\n  a()\n  c()\n}\n", "f {\n  b()\n  c()\n}\n"),
    ] {
      let (before, after) = (
        before.replacing("\n", with: ending), after.replacing("\n", with: ending)
      )
      expectRewrite(before, after) { tree, editor in
        if let call = tree.calls.first(where: { $0.text == "a()" }) { editor.remove(item: call) }
      }
    }
  }

  @Test func `an argument comes first, last, and where there was none`() throws {
    let argument = CodeArgument("x", .word("1"))
    for (before, after) in [
      ("f(a: b)", "f(a: b, x: 1)"), ("f()", "f(x: 1)"), ("f { }", "f(x: 1) { }"),
      ("f() { }", "f(x: 1) { }"), ("f(\n  a: b,\n  c: d\n)", "f(\n  a: b,\n  c: d,\n  x: 1\n)"),
    ] {
      try expectRewrite(before, after) { tree, editor in
        editor.add(argument, to: try tree.first(CallExpr.self))
      }
    }
    try expectRewrite("f(\n  a: b,\n  c: d\n)", "f(\n  x: 1,\n  a: b,\n  c: d\n)") { tree, editor in
      let first = try #require(tree.first(CallExpr.self).arguments.first)
      editor.insert(argument, beforeElement: first.node)
    }
  }

  @Test func `an attribute stands below the comments of a declaration`() throws {
    let before = "struct A {\n  /// Says.\n  enum B {}\n}\n"
    let after = "struct A {\n  /// Says.\n  @C\n  enum B {}\n}\n"
    try expectRewrite(before, after) { tree, editor in
      editor.annotate(
        try #require(tree.root.descendants.first { $0.kind == .enumDecl }), with: "@C")
    }
  }

  @Test func `the bracket of a broken list closes as the file's lists do`() throws {
    let before = "a(\n  b,\n  c)\nx()\n"
    let after = "a(\n  b,\n  c)\ng(\n  label1: value,\n  label2: value,\n  label3: value)\n"
    try expectRewrite(before, after, LayoutSettings(width: 20)) { tree, editor in
      let last = try #require(tree.root.children.last)
      editor.replace(last, with: .call("g", long))
    }
  }

  @Test func `a list stays as it was broken`() throws {
    try expectRewrite("f(\n  a: b,\n  c: d\n)", "g(\n  b,\n  x: d\n)") { tree, editor in
      let call = try tree.first(CallExpr.self)
      let values = call.arguments.compactMap(\.expression)
      editor.replace(
        call.node,
        with: .call("g", [.plain(.kept(values[0])), CodeArgument("x", .kept(values[1]))])
      )
    }
  }

  @Test func `several statements stand on lines of their own`() throws {
    let closure = ClosureCode(parameters: ["x"], [.call("f", []), .returned(.word("x"))])
    try expectRewrite(
      "{\n    y()\n}()", "{\n    map { x in\n        f()\n        return x\n    }\n}()"
    ) { tree, editor in
      let call = try tree.node("y()")
      editor.replace(call, with: .call(.word("map"), [], trailing: [closure]))
    }
  }

  @Test func `a kept node over lines moves with the line that it stands on`() throws {
    try expectRewrite(
      "if a {\n  f({\n    b()\n\n    c(\"\"\"\n      d\n      \"\"\")\n  })\n}\n",
      "if a {\n  if case x = y {\n    {\n      b()\n\n      c(\"\"\"\n        d\n        \"\"\")\n    }\n  }\n}\n"
    ) { tree, editor in
      let call = try #require(tree.calls.last)
      let closure = try #require(CallExpr(call)?.onlyArgument?.expression)
      let condition = Code.match(.word("x"), value: .word("y"))
      editor.replace(
        item: call, with: [.branch(conditions: [condition], [.kept(closure)])])
    }
  }

  // MARK: Items

  @Test func `a statement goes with its lines`() throws {
    try expectRewrite("a()\nb()\nc()\n", "a()\nc()\n") { tree, editor in
      editor.remove(item: try tree.node("b()"))
    }
    try expectRewrite("f { a(); b() }", "f { b() }") { tree, editor in
      editor.remove(item: try tree.node("a()"))
    }
    try expectRewrite("f { a(); b() }", "f { a() }") { tree, editor in
      editor.remove(item: try tree.node("b()"))
    }
  }

  @Test func `neighbours of one line that go take the semicolon between them once`() throws {
    for names in [["a()", "b()"], ["b()", "a()"]] {
      try expectRewrite("a(); b()\nc()\n", "c()\n") { tree, editor in
        for name in names { editor.remove(item: try tree.node(name)) }
      }
      try expectRewrite("f { c(); a(); b() }", "f { c() }") { tree, editor in
        for name in names { editor.remove(item: try tree.node(name)) }
      }
    }
  }

  @Test func `two empty lines do not come to stand upon each other`() throws {
    try expectRewrite("a()\n\nb()\n\nc()\n", "a()\n\nc()\n") { tree, editor in
      editor.remove(item: try tree.node("b()"))
    }
    try expectRewrite("do {\n  b()\n\n  c()\n}\n", "do {\n  c()\n}\n") { tree, editor in
      editor.remove(item: try tree.node("b()"))
    }
  }

  @Test func `new statements stand above an item's comments, and below a comment behind it`() throws
  {
    try expectRewrite("a()\n\n// b\nb() // c\nd()\n", "a()\n\nx()\n// b\nb() // c\ny()\nd()\n") {
      tree, editor in
      let item = try tree.node("b()")
      editor.insert([.call("x", [])], before: item)
      editor.insert([.call("y", [])], after: item)
    }
  }

  @Test func `new statements of a line stay on it`() throws {
    try expectRewrite("f { b() }", "f { x(); b(); y() }") { tree, editor in
      let item = try tree.node("b()")
      editor.insert([.call("x", [])], before: item)
      editor.insert([.call("y", [])], after: item)
    }
  }

  @Test func `members stand apart from what follows`() throws {
    let members: [Code] = [
      .variable(.let, "a", type: .word("B"), value: nil),
      .function(FunctionCode(.initializer, [ParameterCode("a", "a", .word("B"))], [.word("x")])),
    ]
    try expectRewrite(
      "class A {\n\tvar b = 1\n}\n",
      "class A {\n\tlet a: B\n\n\tinit(a: B) {\n\t\tx\n\t}\n\n\tvar b = 1\n}\n"
    ) { tree, editor in
      editor.insert(members, atStartOf: try tree.first(MemberBlock.self))
    }
    try expectRewrite(
      "class A {}\n", "class A {\n  let a: B\n\n  init(a: B) {\n    x\n  }\n}\n"
    ) { tree, editor in
      editor.insert(members, atStartOf: try tree.first(MemberBlock.self))
    }
    try expectRewrite(
      "class A {\n  var b = 1 // c\n}\n", "class A {\n  var b = 1 // c\n\n  let a: B\n}\n"
    ) { tree, editor in
      editor.insert([members[0]], atEndOf: try tree.first(MemberBlock.self))
    }
  }

  @Test func `elements go and come with their commas`() throws {
    try expectRewrite("f(a, b, c)", "f(b, c)") { tree, editor in
      editor.remove(element: try tree.first(Argument.self).node)
    }
    try expectRewrite("f(a, b, c)", "f(a, x, b, c)") { tree, editor in
      editor.insert(.word("x"), afterElement: try tree.first(Argument.self).node)
    }
    try expectRewrite("f(\n  a,\n  b\n)", "f(\n  a,\n  b,\n  x\n)") { tree, editor in
      let last = try #require(try tree.first(CallExpr.self).arguments.last)
      editor.insert(.word("x"), afterElement: last.node)
    }
  }

  // MARK: Comments

  @Test func `comments of what goes stand above the statement`() throws {
    try expectRewrite(
      "do {\n  let x = f(a /* one */, // two\n    b)\n}\n",
      "do {\n  /* one */\n  // two\n  let x = g(b)\n}\n"
    ) { tree, editor in
      let call = try tree.first(CallExpr.self)
      let value = try #require(call.arguments.last?.expression)
      editor.replace(call.node, with: .call("g", [.plain(.kept(value))]))
    }
  }

  @Test func `comments of what is carried elsewhere go with it`() throws {
    try expectRewrite("f(a(/* one */), b)", "g(b, a(/* one */))") { tree, editor in
      let call = try #require(tree.calls.last)
      let values = CallExpr(call)?.arguments.compactMap(\.expression) ?? []
      editor.replace(
        call, with: .call("g", [.plain(.kept(values[1])), .plain(.kept(values[0]))]))
    }
  }

  // MARK: The file

  @Test func `one level is what most blocks of the file have`() {
    let text = "a {\n    b\n}\nc {\n    d\n}\ne {\n  f\n}\n"
    #expect(SourceLayout(parsed(text)).indentUnit == "    ")
    #expect(SourceLayout(parsed("a {\n\tb\n}\n")).indentUnit == "\t")
    #expect(SourceLayout(parsed("a()\n")).indentUnit == "  ")
    let settings = LayoutSettings(indentUnit: "   ")
    #expect(SourceLayout(parsed(text), settings).indentUnit == "   ")
  }

  @Test func `the width is what nearly all lines keep to`() {
    func lines(_ width: Int, _ count: Int) -> String {
      String(repeating: String(repeating: "a", count: width) + "\n", count: count)
    }
    #expect(SourceLayout(parsed(lines(60, 200))).width == 100)
    #expect(SourceLayout(parsed(lines(60, 198) + lines(300, 1))).width == 100)
    #expect(SourceLayout(parsed(lines(60, 190) + lines(118, 10))).width == 120)
    #expect(SourceLayout(parsed(lines(60, 1)), LayoutSettings(width: 80)).width == 80)
  }

  @Test func `a free name is none that the function has`() throws {
    let tree = parsed("func f() { let call = 1; g() }\nfunc h() { call2 }")
    let call = try tree.first(CallExpr.self).node
    #expect(tree.freeName(["call", "call2"], around: call) == "call2")
    #expect(tree.freeName(["call"], around: call) == nil)
  }
}
