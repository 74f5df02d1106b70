import MoultSource
import MoultSyntax
import Testing

private func tree(_ text: String) -> SyntaxTree {
  parse(SourceText(path: "A.swift", bytes: Array(text.utf8)))
}

private func isOfBodies(_ old: String, _ new: String) -> Bool {
  BodyChange(from: tree(old), to: tree(new)) != nil
}

struct BodyChangeTests {
  @Test func `another statement in a body, another comment and other blanks are seen by nobody`() {
    #expect(isOfBodies("func f() { a() }", "func f() { a(); b() }"))
    #expect(isOfBodies("func f() {}\nlet a = 1", "// f\nfunc f() { let x = { 1 } }\n\nlet a = 1"))
    #expect(isOfBodies("struct A { init() { a() } }", "struct A { init() {} }"))
    #expect(isOfBodies("struct A { var a: Int { 1 } }", "struct A { var a: Int { 2 } }"))
    #expect(
      isOfBodies(
        "struct A { var a: Int { get { 1 } set {} } }",
        "struct A { var a: Int { get { 2 } set { b() } } }"))
    #expect(isOfBodies("func f() { func g() {} }", "func f() { func h(_ a: Int) {} }"))
  }

  @Test func `code that does not parse is a body as long as it ends where it ended`() {
    #expect(isOfBodies("func f() { a() }\nlet b = 1", "func f() { a. }\nlet b = 1"))
    #expect(!isOfBodies("func f() { a() }\nlet b = 1", "func f() { a( { }\nlet b = 1"))
  }

  @Test func `heads, initial values and statements of a script are seen`() {
    #expect(!isOfBodies("func f() {}", "func g() {}"))
    #expect(!isOfBodies("func f() {}", "func f() async {}"))
    #expect(!isOfBodies("func f(_ a: Int) {}", "func f(_ a: Int = 1) {}"))
    #expect(!isOfBodies("let a = 1", "let a = 2"))
    #expect(!isOfBodies("let a = { f() }()", "let a = { g() }()"))
    #expect(!isOfBodies("f()", "g()"))
    #expect(!isOfBodies("@A func f() {}", "@B func f() {}"))
    #expect(!isOfBodies("func f() {}", "func f() {}\nfunc g() {}"))
  }

  @Test func `an accessor that comes or goes is seen`() {
    #expect(!isOfBodies("var a: Int { 1 }", "var a: Int { get { 1 } }"))
    #expect(!isOfBodies("var a: Int { get { 1 } }", "var a: Int { get { 1 } set {} }"))
    #expect(
      !isOfBodies("protocol P { var a: Int { get } }", "protocol P { var a: Int { get set } }"))
  }

  @Test func `types, imports and branches in a body are seen`() {
    for inner in ["struct A {}", "typealias A = Int", "#if A\n#endif", "extension A {}"] {
      #expect(!isOfBodies("func f() {}", "func f() {\n\(inner)\n}"), "\(inner)")
      #expect(!isOfBodies("func f() {\n\(inner)\na()\n}", "func f() {\n\(inner)\n}"), "\(inner)")
    }
    #expect(
      isOfBodies(
        "let a = { struct A {} }\nfunc f() {}", "let a = { struct A {} }\nfunc f() { b() }"))
  }

  @Test func `a node outside of bodies is found in the new text`() throws {
    let (old, new) = (
      tree("func f() { a() }\nfunc g() {}"), tree("func f() { a()\n\nb() }\nfunc g() {}")
    )
    let change = try #require(BodyChange(from: old, to: new))
    let function = try #require(old.root.children.last)
    #expect(change.node(for: function)?.name == "g")
    #expect(change.node(for: function)?.tree === new)
    let call = try #require(old.root.descendants.first { $0.kind == .functionCall })
    #expect(change.node(for: call) == nil)
  }

  private func members(_ old: String, _ new: String) -> (gone: [String], come: [String])? {
    BodyChange(from: tree(old), to: tree(new), orMembers: true).map { change in
      (
        change.gone.map { String(decoding: $0.tree.source.bytes[$0.range.indices], as: UTF8.self) },
        change.come.map { String(decoding: $0.tree.source.bytes[$0.range.indices], as: UTF8.self) }
      )
    }
  }

  @Test func `members that came and went are told apart from those that stay`() throws {
    let one = try #require(
      members(
        "struct A { let a = 1; func f() {} }", "struct A { let a = 1; let b = 2; func f() {} }"))
    #expect(one.gone == [])
    #expect(one.come == ["let b = 2"])
    let two = try #require(
      members(
        "struct A { func f() {}\nstruct B { var a = 1 } }\nlet c = 1",
        "struct A { func f(_ a: Int) {}\nstruct B {} }\nlet c = 1\nlet d = 1"))
    #expect(two.gone == ["func f() {}", "var a = 1"])
    #expect(two.come == ["func f(_ a: Int) {}", "let d = 1"])
    let three = try #require(members("enum A { case a }", "enum A { case a, b }"))
    #expect(three.gone == ["case a"])
    #expect(three.come == ["case a, b"])
  }

  @Test func `what is no plain member may not come or go`() {
    #expect(members("struct A {}", "struct A { struct B {} }") == nil)
    #expect(members("struct A {}", "struct A { init() {} }") == nil)
    #expect(members("struct A {}", "struct A { subscript(a: Int) -> Int { a } }") == nil)
    #expect(members("struct A {}", "struct A { func f<T>(_ a: T) {} }") == nil)
    #expect(members("struct A {}", "struct A { func f() { struct B {} } }") == nil)
    #expect(members("struct A {}", "struct A {}\nextension A {}") == nil)
    #expect(members("struct A {}", "struct A: B {}") == nil)
    #expect(members("struct A {}", "struct A {}\nimport B") == nil)
    #expect(members("f()", "f()\ng()") == nil)
    #expect(members("#if A\nlet a = 1\n#endif", "#if A\nlet a = 1\nlet b = 1\n#endif") == nil)
  }

  @Test func `a member that stays is found in the new text`() throws {
    let old = tree("struct A { func f() {}\nfunc g() {} }")
    let new = tree("struct A { let a = 1\nfunc f() {}\nfunc g() {} }")
    let change = try #require(BodyChange(from: old, to: new, orMembers: true))
    for function in old.root.descendants where function.kind == .functionDecl {
      #expect(change.node(for: function)?.name == function.name)
      #expect(!change.hasGone(function))
    }
  }

  @Test func `types nested in each other that differ at the end are compared in time`() {
    let depth = 60
    let text = String(repeating: "struct A { ", count: depth)
    let end = String(repeating: "}", count: depth)
    #expect(members(text + "init() {}" + end, text + "deinit {}" + end) == nil)
    #expect(
      members(text + "init() {}; let a = 1" + end, text + "let a = 1; init() {}" + end) == nil)
  }
}
