import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Text that no compiler would take must be survived, in time that grows with its length only.
struct BadInputTests {
  private let rich = """
    import SwiftGRPC
    @MainActor final class C<T: P>: Base, Q where T.Element == Int {
      let client = X_YServiceClient(address: "a", secure: false), (a, b) = (1, "x")
      lazy var other: T? = nil
      @Wrapped var w: [String: Metadata?] = [:] { didSet { print(oldValue) } }
      enum E: String, Error { case one = "1", two(Int, label: T), three }
      subscript<U>(i: Int, u u: U) -> U { get throws { u } set { client[i] = newValue } }
      init?(cfg: inout Config, _ f: @autoclosure () -> Int = 1, rest: Any...) async throws {
        guard let x = try? await client.get(.init(id: 1)), case .two(let n, _) = x else { return nil }
        for (k, v) in w where k == "a" { switch v { case .some(let m): m.add(key: k, value: "\\(n + 1)") default: break } }
        do { try client.sayHello(x) { [weak self] r, result in self?.done(result.statusCode == .ok ? r! : nil) } }
        catch RPCError.callError(let r) where r.statusCode == .notFound { throw r }
        catch let e as E { _ = e }
        #if DEBUG
        let y = client.map(\\.id).filter { $0 > 1 } as? [Int] ?? []
        #endif
        while let m = try call.receive() { use(m, &cfg) { 1 } onError: { $0 } }
        func local<V>(_ v: V) -> some Sequence<V> { [v] }
        struct Local { var l = local(1); func f() { l.first } }
        let z = if n > 1 { 1 } else { 2 }, q = (a: 1, 2).a, p: ((Int) -> Void)? = { (i: Int) -> Void in }
        Box<Int>.make(x)?.y![0].self
      }
    }
    extension C { typealias A = C<T>.E; static func == (l: Self, r: Self) -> Bool { true } }
    """

  /// Asks for the type and the symbol of every node.
  private func visit(_ text: [UInt8]) {
    let tree = parse(SourceText(path: "a.swift", bytes: text))
    let model = ProjectModel(files: [ProjectFile(tree: tree, module: "App")], interfaces: [])
    guard let semantics = model.semantics(forFile: "a.swift") else { return }
    for index in tree.nodes.indices {
      let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
      _ = describe(semantics.type(of: node))
      _ = semantics.evidence(for: node)
    }
  }

  @Test func `every truncation of a file`() {
    let bytes = Array(rich.utf8)
    for end in stride(from: 0, to: bytes.count, by: 67) { visit(Array(bytes[..<end])) }
    for start in stride(from: 0, to: bytes.count, by: 401) { visit(Array(bytes[start...])) }
  }

  @Test func `a file without one of its tokens`() {
    let tree = parse(SourceText(path: "a.swift", bytes: Array(rich.utf8)))
    for token in stride(from: 0, to: tree.tokens.count, by: 29) {
      var bytes = tree.source.bytes
      bytes.removeSubrange(tree.tokens[token].range.indices)
      visit(bytes)
    }
  }

  @Test func `deep nesting and long chains`() {
    let deep = 1_000
    visit(Array(("let x = " + String(repeating: "(", count: deep) + "1").utf8))
    visit(Array(("let x = " + String(repeating: "[", count: deep)).utf8))
    visit(Array(("let x = a" + String(repeating: ".b", count: deep)).utf8))
    visit(Array(("let x = a" + String(repeating: "()", count: deep)).utf8))
    visit(Array(("let x = 1" + String(repeating: " + 1", count: deep)).utf8))
    visit(Array((String(repeating: "func f() { ", count: deep)).utf8))
    visit(Array((String(repeating: "struct S { ", count: deep)).utf8))
    visit(Array((String(repeating: "f { ", count: deep)).utf8))
    visit(Array(("let x: " + String(repeating: "[", count: deep) + "Int").utf8))
    visit(Array(("let x: A" + String(repeating: ".B", count: deep)).utf8))
  }

  @Test func `types that double with every line`() {
    var text = "struct P<T> { var next: P<(T, T)>; var t: T }\nlet a0 = (1, 1)\n"
    for index in 1...40 { text += "let a\(index) = (a\(index - 1), a\(index - 1))\n" }
    text += "func f(p: P<Int>) { p" + String(repeating: ".next", count: 60) + ".t }\n"
    text += "func g() { let b0 = 1\n"
    for index in 1...400 { text += "let b\(index) = [b\(index - 1)]\n" }
    visit(Array((text + "}").utf8))
  }

  @Test func `long lines of inheritance, aliases and properties`() {
    var text = "class C0 {}\ntypealias A0 = Int\nstruct S { var p0 = 1\n"
    for index in 1...300 { text += "var p\(index) = S().p\(index - 1)\n" }
    text += "}\n"
    for index in 1...300 {
      text += "class C\(index): C\(index - 1) {}\ntypealias A\(index) = A\(index - 1)\n"
    }
    visit(Array(text.utf8))
  }

  @Test func `the order of the files changes nothing`() throws {
    let texts = [
      "a.swift": "let a = B.shared.value; extension B { static let shared = B() }",
      "b.swift": "struct B { var value = c }",
      "c.swift": "let c = [1: a.description]; typealias D = E",
      "d.swift": "typealias E = B; let e = D.shared",
    ]
    func result(_ names: [String]) -> [String] {
      let files = names.map { name in
        ProjectFile(
          tree: parse(SourceText(path: name, bytes: Array((texts[name] ?? "").utf8))),
          module: "App")
      }
      let model = ProjectModel(files: files, interfaces: [])
      return ["App.a", "App.c", "App.e", "App.B.value"].map { name in
        model.symbol(named: name).map { describe($0.type) } ?? "?"
      }
    }
    let first = result(["a.swift", "b.swift", "c.swift", "d.swift"])
    #expect(first.last == result(["d.swift", "c.swift", "b.swift", "a.swift"]).last)
    #expect(first == result(["c.swift", "a.swift", "d.swift", "b.swift"]))
    #expect(first[2] == "B")
  }
}
