import Foundation
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Who uses a declaration is found by reading no more than the members that mention it.
struct CallGraphTests {
  /// What is found by reading every file whole.
  private struct Whole {
    private(set) var uses: [Node: [Node]] = [:]
    private(set) var unknownUses: [String: [Node]] = [:]

    init(_ model: ProjectModel, _ paths: [String]) throws {
      for path in paths {
        let semantics = try #require(model.semantics(forFile: path))
        for (node, symbols) in semantics.everyReference() {
          if symbols.isEmpty { unknownUses[node.name, default: []].append(node) }
          for symbol in symbols {
            guard case .project = symbol.origin, let declaration = symbol.declaration else {
              continue
            }
            uses[declaration, default: []].append(node)
          }
        }
      }
    }
  }

  private func model(_ texts: [String: String]) -> ProjectModel {
    let files = texts.sorted { $0.key < $1.key }.map { path, text in
      ProjectFile(tree: parse(SourceText(path: path, bytes: Array(text.utf8))), module: "App")
    }
    return ProjectModel(files: files, interfaces: [])
  }

  private func expectSame(
    _ texts: [String: String], at location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let model = model(texts)
    let paths = texts.keys.sorted()
    let whole = try Whole(model, paths)
    let calls = CallGraph(model)
    var count = 0
    for path in paths {
      let semantics = try #require(model.semantics(forFile: path))
      for index in semantics.tree.nodes.indices {
        let node = Node(tree: semantics.tree, id: NodeID(rawValue: UInt32(index)))
        guard let symbol = semantics.symbol(of: node), symbol.declaration == node else { continue }
        let expected = whole.uses[node] ?? []
        let found = calls.uses(of: symbol)
        count += expected.count
        let missing = Set(expected).subtracting(found).map { "\(path): \(symbol.name): \($0.text)" }
        #expect(missing == [], sourceLocation: location)
        #expect(found.count == expected.count, "\(symbol.name) too often", sourceLocation: location)
        let unknown = calls.unknownUses(of: symbol.name).filter { $0.name == symbol.name }
        let all = whole.unknownUses[symbol.name] ?? []
        #expect(Set(unknown) == Set(all), "\(symbol.name)", sourceLocation: location)
        #expect(unknown.count == all.count, "\(symbol.name) twice", sourceLocation: location)
      }
    }
    return count
  }

  private static let fixtures: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures")
    let found = try? FileManager.default.contentsOfDirectory(
      at: root, includingPropertiesForKeys: nil)
    return (found ?? []).filter { $0.hasDirectoryPath }.sorted { $0.path < $1.path }
  }()

  @Test(arguments: fixtures)
  func `what is found member by member is what whole files say`(fixture: URL) throws {
    let folder = fixture.appending(path: "before")
    var texts: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".swift") {
      texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    let count = try expectSame(texts)
    #expect(count > 0 || texts.isEmpty)
  }

  @Test func `a type is used without its name by Self, an alias and a type parameter`() throws {
    let count = try expectSame([
      "a.swift": """
      class Item { required init(_ name: String) {}
        static func make() -> Self { Self("a") } }
      """,
      "b.swift": """
      typealias Thing = Item
      func alias() -> Thing { Thing("b") }
      """,
      "c.swift": """
      struct Box<T: Item> { func make() -> T { T("c") } }
      extension Item { convenience init() { self.init("d") } }
      func f() -> Item { .init("e") }
      """,
    ])
    #expect(count >= 5)
  }

  @Test func `a property with a wrapper is used by its other names`() throws {
    let count = try expectSame([
      "a.swift": """
      @propertyWrapper struct Kept { var wrappedValue: Int; var projectedValue: String { "" } }
      struct S {
        @Kept var count = 1
        func text() -> String { $count }
        mutating func reset() { _count = Kept(wrappedValue: 0) }
        func double() -> Int { count * 2 }
      }
      """
    ])
    #expect(count >= 1)
  }

  @Test func `a value that is called like a function uses it, in whatever file`() throws {
    let count = try expectSame([
      "a.swift": """
      struct Adder { func callAsFunction(_ a: Int) -> Int { a + 1 } }
      struct Adders { let add = Adder(); subscript(_ a: Int) -> Int { a } }
      func f(_ add: Adder) -> Int { add(2) }
      """,
      "b.swift": "func g(_ all: Adders) -> Int { all.add(2) + all[1] }",
    ])
    #expect(count >= 4)
  }

  @Test func `an initialiser is used by the names of heirs and aliases, in whatever file`() throws {
    let count = try expectSame([
      "a.swift": """
      class Item { init(_ name: String) {} }
      protocol Made {}
      extension Made where Self == Other { init(made: Int) { self.init() } }
      """,
      "b.swift": "class Heir: Item {}\ntypealias Thing = Item\ntypealias Last = Heir",
      "c.swift": "struct Other: Made {}",
      "d.swift": #"func h() -> [Item] { [Heir("a"), Thing("b"), Last("c")] }"#,
      "e.swift": "func o() -> Other { Other(made: 1) }",
    ])
    #expect(count >= 4)
  }

  @Test func `an operator is used by what is no word`() throws {
    let count = try expectSame([
      "a.swift": "struct V {}\nfunc + (a: V, b: V) -> V { a }",
      "b.swift": "func s(_ a: V, _ b: V) -> V { a + b }",
    ])
    #expect(count >= 1)
  }

  @Test func `what has no word of its own is used wherever a value of its type can be`() throws {
    let count = try expectSame([
      "a.swift": """
      protocol Keyed {}
      extension Keyed { subscript(_ key: String) -> Int { 1 } }
      struct Table: Keyed {}
      @dynamicMemberLookup struct Open { subscript(dynamicMember name: String) -> Int { 2 } }
      extension Array { subscript(safe index: Int) -> Int { index } }
      enum Words { static subscript(_ key: Int) -> Int { key } }
      prefix operator <>
      prefix func <> (a: Table) -> Int { 3 }
      func ~= (a: Table, b: Int) -> Bool { true }
      func + (a: Table, b: Table) -> Table { a }
      """,
      "b.swift": """
      func table() -> Table { Table() }
      func tables() -> [Table] { [] }
      struct Shelf { var first: Table? ; var open: () -> Open }
      class Base { let kept: Table = Table() }
      """,
      "c.swift": #"func c() -> Int { table()["c"] + tables()[0]["c"] }"#,
      "d.swift":
        #"func d(_ shelf: Shelf) -> Int { (shelf.first?["d"] ?? 0) + shelf.open().width }"#,
      "e.swift": #"class Heir: Base { func e() -> Int { kept["e"] } }"#,
      "f.swift": #"func f<T: Keyed>(_ all: [T]) -> [Int] { all.map { $0["f"] } }"#,
      "g.swift": "func g() -> Int { [1, 2][safe: 0] + Words[3] }",
      "h.swift": "func h() -> Int { <>table() }",
      "i.swift": "func i() -> Table? { tables().reduce(table(), +) }",
      "j.swift": "func j(_ n: Int) { switch n { case table(): break\ndefault: break } }",
    ])
    #expect(count >= 10)
  }

  @Test func `what is found does not depend on what was asked before`() throws {
    let texts = [
      "a.swift": "struct Adder { func callAsFunction(_ a: Int) -> Int { a + 1 }; func add() {} }",
      "b.swift": "struct Use { let sum: Adder }",
      "c.swift": "func g(_ use: Use) -> Int { use.sum.add(); return use.sum(2) }",
    ]
    func found(asking names: [String]) throws -> [[String]] {
      let model = model(texts)
      let calls = CallGraph(model)
      let type = try #require(model.symbol(named: "App.Adder"))
      return names.compactMap { name in
        model.members(of: type, named: name).first.map { calls.uses(of: $0).map(\.text) }
      }
    }
    let one = try found(asking: ["callAsFunction", "add"])
    #expect(one.count == 2 && one.allSatisfy { $0.count == 1 })
    #expect(try found(asking: ["add", "callAsFunction"]) == one.reversed())
  }

  @Test func `who is given another's answer has looked at what it rests on`() throws {
    let model = model(["a.swift": "struct A { func f() {} }", "b.swift": "func b() { g() }"])
    let calls = CallGraph(model)
    let type = try #require(model.symbol(named: "App.A"))
    func judge(_ isFirst: Bool) -> Glances {
      let glances = Glances()
      Glances.$current.withValue(glances) {
        let found = calls.answer(about: type) { () -> [Node] in
          #expect(isFirst)
          _ = model.declaredMembers(of: type)
          return calls.calls(named: "g")
        }
        #expect(found.map(\.text) == ["g()"])
      }
      return glances
    }
    func uses(of name: String) -> Glances.Uses {
      var uses = Glances.Uses()
      uses.unknownNames = [name]
      return uses
    }
    for glances in [judge(true), judge(false)] {
      #expect(glances.maySee("b.swift"))
      #expect(glances.see("c.swift", using: uses(of: "g")))
      #expect(!glances.see("c.swift", using: uses(of: "h")))
    }
    // An answer of another type is another question's.
    #expect(calls.answer(about: type) { 1 } == 1)
    #expect(calls.answer(about: type) { 2 } == 1)
  }

  @Test func `a function of the same name is no use`() throws {
    let model = model([
      "a.swift": "func summary() -> Int { 1 }\nfunc other() -> Int { summary() }",
      "b.swift": "struct T { func summary() -> Int { helper() }\n func helper() -> Int { 2 } }",
    ])
    let calls = CallGraph(model)
    let semantics = try #require(model.semantics(forFile: "a.swift"))
    let function = try #require(semantics.tree.root.children.first { $0.kind == .functionDecl })
    let summary = try #require(semantics.symbol(of: function))
    #expect(calls.uses(of: summary).map(\.text) == ["summary"])
    let helper = try #require(
      model.symbol(named: "App.T").flatMap { model.members(of: $0, named: "helper").first })
    #expect(calls.uses(of: helper).map(\.text) == ["helper"])
  }
}
