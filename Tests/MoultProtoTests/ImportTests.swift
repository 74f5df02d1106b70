import MoultProto
import MoultProtoParser
import MoultSource
import Testing

@Suite struct ImportTests {
  private func project(
    _ files: [(path: String, text: String)], roots: [String] = []
  ) -> ProtoProject {
    ProtoProject(
      files.map { parseProto(SourceText(path: $0.path, bytes: Array($0.text.utf8))) },
      roots: roots)
  }

  @Test func `imports in a circle are found at the import that leads into it`() throws {
    let project = project([
      ("a.proto", "import \"d.proto\"; import \"b.proto\";"), ("b.proto", "import \"c.proto\";"),
      ("c.proto", "import \"a.proto\";"), ("d.proto", ""), ("e.proto", "import \"e.proto\";"),
    ])
    #expect(project.importCycles.map(\.files) == [[0, 1, 2], [4]])
    #expect(project.importCycles.map(\.statement?.path) == ["b.proto", "e.proto"])
  }

  @Test func `a chain of fifty thousand imports that ends where it began is one circle`() {
    let count = 50_000
    let files = (0..<count).map { index in
      ("f\(index).proto", "import \"f\((index + 1) % count).proto\";")
    }
    #expect(project(files).importCycles.map(\.files.count) == [count])
  }

  @Test func `a configured root goes before a guess, and the nearest root before others`() {
    let files = [
      ("app/x/t.proto", "package p; message T { int32 app = 1; }"),
      ("lib/x/t.proto", "package p; message T { int32 lib = 1; }"),
      ("app/u.proto", "package p; import \"x/t.proto\"; message U { T t = 1; }"),
    ]
    #expect(project(files).type(named: "T", in: "p.U", of: 2)?.fileIndex == 0)
    #expect(project(files, roots: ["lib"]).type(named: "T", in: "p.U", of: 2)?.fileIndex == 1)
    #expect(
      project(files, roots: ["none", "lib", "app"]).type(named: "T", in: "p.U", of: 2)?.fileIndex
        == 1)
  }

  @Test func `what imports a file is known through others`() {
    let project = project([
      ("a.proto", "import \"b.proto\";"), ("b.proto", "import \"c.proto\";"), ("c.proto", ""),
      ("d.proto", ""),
    ])
    #expect(project.importers(of: [2]) == [0, 1, 2])
    #expect(project.importers(of: [3]) == [3])
  }
}
