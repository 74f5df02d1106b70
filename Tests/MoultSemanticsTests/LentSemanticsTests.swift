import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

struct LentSemanticsTests {
  private func model(_ texts: [String: String]) -> ProjectModel {
    let files = texts.map { path, text in
      ProjectFile(
        tree: parse(SourceText(path: path, bytes: Array(text.utf8))), module: "App")
    }
    return ProjectModel(files: files, interfaces: [])
  }

  @Test func `what is given back is lent to the next one who asks for the file`() throws {
    let model = model(["a.swift": "let a = 1", "b.swift": "let b = a"])
    let first = try #require(model.borrowedSemantics(forFile: "a.swift"))
    model.giveBack(first)
    let other = try #require(model.borrowedSemantics(forFile: "b.swift"))
    let second = try #require(model.borrowedSemantics(forFile: "a.swift"))
    #expect(other !== first)
    #expect(second === first)
  }

  @Test func `nobody is lent what another one has`() throws {
    let model = model(["a.swift": "let a = 1"])
    let first = try #require(model.borrowedSemantics(forFile: "a.swift"))
    let second = try #require(model.borrowedSemantics(forFile: "a.swift"))
    #expect(first !== second)
    model.giveBack(first)
    model.giveBack(second)
    let third = try #require(model.borrowedSemantics(forFile: "a.swift"))
    let fourth = try #require(model.borrowedSemantics(forFile: "a.swift"))
    #expect(third !== fourth)
  }

  @Test func `names in bodies are the same whatever was asked before`() throws {
    let model = model([
      "a.swift": """
      struct S { var next: S? ; func f(_ s: S) -> S { let t: S = s; return t } }
      func g(_ s: S) -> [S] { [s.f(s), S(next: nil) as S] }
      """
    ])
    func names(_ semantics: FileSemantics) -> [NodeID] {
      semantics.everyReference().map(\.node.id).sorted()
    }
    let fresh = try #require(model.semantics(forFile: "a.swift"))
    let asked = try #require(model.semantics(forFile: "a.swift"))
    for index in asked.tree.nodes.indices {
      let node = Node(tree: asked.tree, id: NodeID(rawValue: UInt32(index)))
      _ = asked.symbol(of: node)
      _ = asked.type(of: node)
    }
    let expected = names(fresh)
    #expect(!expected.isEmpty)
    #expect(names(asked) == expected)
  }
}
