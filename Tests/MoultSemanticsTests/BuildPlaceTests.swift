import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Files of one module that several targets compile.
struct BuildPlaceTests {
  private func file(_ path: String, _ text: String, _ place: BuildPlace?) -> ProjectFile {
    ProjectFile(
      tree: parse(SourceText(path: path, bytes: Array(text.utf8))), module: "App", place: place)
  }

  private func app(_ targets: Int..., seeing others: Set<Int> = []) -> BuildPlace {
    BuildPlace(targets: Set(targets), seeing: others, isImportable: false)
  }

  private func kit(_ targets: Int...) -> BuildPlace {
    BuildPlace(targets: Set(targets), seeing: [], isImportable: true)
  }

  /// The type of the variable that the last file declares.
  private func type(seenFrom place: BuildPlace?, _ others: [(String, BuildPlace?)]) throws -> String
  {
    let files = others.enumerated().map { number, other in
      file("\(number).swift", other.0, other.1)
    }
    let use = file("use.swift", "let used = box.value", place)
    let model = ProjectModel(files: files + [use], interfaces: [])
    return describe(try #require(model.topLevelSymbols(named: "used", in: "App").first).type)
  }

  private let number = "struct Box { let value: Int }\n"
  private let text = "struct Box {}\nextension Box { var value: String { \"\" } }\n"
  private let variable = "let box: Box! = nil\n"

  @Test func `each target has the types that it compiles, and what extends them`() throws {
    let files = [(number, app(0)), (text, app(1)), (variable, app(0)), (variable, app(1))]
    #expect(try type(seenFrom: app(0), files) == "Int")
    #expect(try type(seenFrom: app(1), files) == "String")
  }

  // As with the branches of an '#if', one declaration is taken for the others: which is meant depends on the build.
  @Test func `who is of both, or of none, has the first`() throws {
    let files = [(number, app(0)), (text, app(1)), (variable, app(0, 1))]
    #expect(try type(seenFrom: app(0, 1), files) == "Int")
    let nobodys = [(number, app(0)), (text, app(1)), (variable, nil)]
    #expect(try type(seenFrom: nil, nobodys) == "Int")
  }

  @Test func `a test sees what it waits for`() throws {
    let files = [(number, app(0)), (text, app(1)), (variable, app(1))]
    #expect(try type(seenFrom: app(2, seeing: [1]), files) == "String")
  }

  @Test func `of types of one name a target's own come before those of a framework`() throws {
    let files = [(number, kit(0)), (text, app(1)), (variable, app(1))]
    #expect(try type(seenFrom: app(1), files) == "String")
    let imported = [(number, kit(0)), (variable, kit(0))]
    #expect(try type(seenFrom: app(1), imported) == "Int")
  }
}
