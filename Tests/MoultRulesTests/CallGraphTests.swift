import Foundation
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Who uses a declaration is found by reading no more than the members that mention it.
struct CallGraphTests {
  /// What is found by reading every file whole that mentions a name.
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

  private func names(_ symbol: Symbol) -> [String] {
    symbol.kind == .initializer ? [symbol.parent?.name ?? "", "init"] : [symbol.name]
  }

  /// Whether a file has a token of this name: in others nobody ever looked.
  private func mentions(_ name: String, _ tree: SyntaxTree) -> Bool {
    tree.tokens.contains { tree.source.text($0.range) == name }
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
        for name in names(symbol) where !name.isEmpty {
          let expected = (whole.uses[node] ?? []).filter { mentions(name, $0.tree) }
          let found = calls.uses(of: node, named: name)
          count += expected.count
          // What is read for another name is known as well, so that there may be more.
          let missing = Set(expected).subtracting(found).map { "\(path): \(name): \($0.text)" }
          #expect(missing == [], sourceLocation: location)
          #expect(Set(found).count == found.count, "\(name) twice", sourceLocation: location)
          #expect(
            Set(found).isSubset(of: whole.uses[node] ?? []), "\(name)", sourceLocation: location)
        }
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

  @Test func `a value that is called like a function uses it`() throws {
    _ = try expectSame([
      "a.swift": """
      struct Adder { func callAsFunction(_ a: Int) -> Int { a + 1 } }
      func f(_ add: Adder) -> Int { add(2) }
      """
    ])
  }

  @Test func `a function of the same name is no use`() throws {
    let model = model([
      "a.swift": "func summary() -> Int { 1 }\nfunc other() -> Int { summary() }",
      "b.swift": "struct T { func summary() -> Int { helper() }\n func helper() -> Int { 2 } }",
    ])
    let calls = CallGraph(model)
    let semantics = try #require(model.semantics(forFile: "a.swift"))
    let function = try #require(semantics.tree.root.children.first { $0.kind == .functionDecl })
    #expect(calls.uses(of: function, named: "summary").map(\.text) == ["summary"])
    let helper = try #require(
      model.semantics(forFile: "b.swift")?.tree.root.descendants.first {
        $0.kind == .functionDecl && $0.name == "helper"
      })
    #expect(calls.uses(of: helper, named: "helper").map(\.text) == ["helper"])
  }
}
