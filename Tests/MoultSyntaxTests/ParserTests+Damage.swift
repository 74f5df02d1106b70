import MoultSource
import MoultSyntax
import Testing

@Suite struct ParserTestsDamage {
  /// The names of the functions that the tree of `text` declares, wherever they stand.
  private func functions(in text: String) -> [String] {
    let tree = parsed(text)
    expectConsistent(tree)
    #expect(!tree.diagnostics.isEmpty)
    return tree.root.descendants.filter { $0.kind == .functionDecl }.map(\.name)
  }

  @Test(arguments: [
    "func a() {}\n)\nfunc b() {}",
    "func a() {}\n}\nfunc b() {}",
    "func a() { f( }\nfunc b() {}",
    "func a() { f(1, \n}\nfunc b() {}",
    "func a() { let x = }\nfunc b() {}",
    "func a() { if }\nfunc b() {}",
    "func a() { switch x { foo } }\nfunc b() {}",
    "func a() { x. }\nfunc b() {}",
    "func a() { x.\n}\nfunc b() {}",
    "func a() {}\nstruct\nfunc b() {}",
    "func a() {}\nlet x: = 1\nfunc b() {}",
    "func a() {}\n@\nfunc b() {}",
    "func a( {}\nfunc b() {}",
    "func a(x: Int, y {}\nfunc b() {}",
    "func a() { [1, 2 }\nfunc b() {}",
    "func a() { \"x\\(y\n }\nfunc b() {}",
    "func a() {}\n#if\nfunc b() {}\n#endif",
    "func a() {}\n#if X\nfunc b() {}",
    "func a() {}\n#endif\nfunc b() {}",
    "func a() {}\n#else\nfunc b() {}",
    "func a() { case x: y }\nfunc b() {}",
    "func a() {}\nvar x: Array<Int { 1 }\nfunc b() {}",
    "struct S { func a() {} ] func b() {} }",
    "func a() { do { try x() } catch { }\nfunc b() {}",
    "func a() { x { y in }\nfunc b() {}",
    "func a() { for x y { } }\nfunc b() {}",
    "func a() { a b c }\nfunc b() {}",
    "func a() { let }\nfunc b() {}",
    "func a() { \\ }\nfunc b() {}",
    "func a() { # }\nfunc b() {}",
    "func a() {}\ninfix operator\nfunc b() {}",
    "func a() {}\nenum E { case }\nfunc b() {}",
    "func a() { x ? y }\nfunc b() {}",
    "func a() {}\nvar x: X {\n@c(switch, d: e)\nget { 1 }\n}\nfunc b() {}",
  ])
  func `declarations before and after damage are found`(text: String) {
    // Where a brace is missing, what follows lies inside and is finished first.
    #expect(functions(in: text).sorted() == ["a", "b"])
  }

  @Test func `an empty file has a root and no diagnostics`() {
    expectTree("", "")
  }

  @Test func `a missing expression is a node without tokens`() throws {
    let tree = parsed("let a = ")
    let missing = try #require(tree.root.descendants.first { $0.kind == .missingExpr })
    #expect(missing.isEmpty)
    #expect(tree.diagnostics.map(\.message) == ["expected an expression"])
  }

  @Test(arguments: [
    ("(", ")"), ("[", "]"), ("{ ", " }"), ("if a { ", " }"), ("f(", ")"), ("A<", ">"),
    ("let x: A<", ">"), ("let x: (", ")"), ("\"\\(", ")\""), ("#if a\n", "\n#endif\n"), ("- ", ""),
    ("try ", ""), ("if a {} else ", ""), ("a + ", ""), ("a ? ", " : b"), ("a < ", ""), ("@a(", ")"),
    ("switch a { case b: ", " }"), ("struct A { ", " }"), ("let x: () -> ", ""), ("a.", ""),
    ("a { } b: { ", " }"), ("[a: ", "]"), ("if case .a(let ", ") = b"), ("a: ", ""),
  ])
  func `a hundred thousand levels end in a diagnostic or a tree, not a crash`(
    open: String, close: String
  ) {
    let text =
      String(repeating: open, count: 100_000) + "x" + String(repeating: close, count: 100_000)
    #expect(parsed(text).root.range.upperBound == ByteOffset(text.utf8.count))
  }

  @Test(arguments: [
    "lazy ", "open ", "@a\n", "#if a\n", "infix operator + : A\n", "a < b, ", "{ a -> ",
    "precedencegroup a { ",
  ])
  func `a long row of one word takes linear time`(word: String) {
    // With quadratic time this would be minutes.
    let text = String(repeating: word, count: 50_000)
    #expect(parsed(text).root.range.upperBound == ByteOffset(text.utf8.count))
  }

  @Test func `many precedence groups take linear time`() {
    let text = (0..<5_000).map { "precedencegroup A\($0) { higherThan: A\($0 / 2) }\n" }.joined()
    #expect(parsed(text).root.children.count == 5_000)
  }

  @Test func `what follows a region nested too deeply is found`() {
    let text =
      "func a() { " + String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
      + " }\nfunc b() {}"
    #expect(functions(in: text) == ["a", "b"])
  }

  @Test func `every token deleted or doubled leaves a consistent tree`() {
    let text = """
      import A
      struct B<T: C>: D where T.E == F {
        @G(1) var h: [I?] { get { j?.k ?? 1 } set { l(&m) } }
        func n(_ o: P, q: (R) throws -> S = { $0 }) async throws(T) -> U {
          guard let v = w as? X, case .y(let z, _) = v else { return try await a.b { c in d } }
          switch e { case .f where g: "h\\(i)j"; default: k ? l : m + n * \\.o.p }
          for q in r where s { t: while u { break t } }
          do { try v() } catch let w as X {}
        }
      #if Y
        case z(A), b = 1
      #endif
      }
      """
    let tokens = parsed(text).tokens
    let bytes = Array(text.utf8)
    for token in tokens {
      let range = token.range.indices
      let without = bytes[..<range.lowerBound] + bytes[range.upperBound...]
      expectConsistent(parsed(String(decoding: without, as: UTF8.self)))
      let doubled = bytes[..<range.upperBound] + bytes[range.lowerBound...]
      expectConsistent(parsed(String(decoding: doubled, as: UTF8.self)))
      expectConsistent(parsed(String(decoding: bytes[..<range.upperBound], as: UTF8.self)))
    }
  }
}
