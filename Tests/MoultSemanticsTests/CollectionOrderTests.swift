import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Files of one module in which everything that several of them add to has a part in each.
private let files: [ProjectFile] = (0..<200).map { number in
  let text = """
    struct Own\(number) {
      var count = \(number)
      enum Kind: String, CaseIterable { case one, two }
    }
    extension Shared {
      struct Part\(number) {}
      func member\(number)() -> Own\(number) { fatalError() }
      func shared(_ value: Own\(number)) {}
    }
    extension Shared.Part\((number + 1) % 200) {
      static func == (lhs: Self, rhs: Self) -> Bool { true }
      var next: Shared.Part\(number) { fatalError() }
    }
    extension Elsewhere { func outside\(number)() {} }
    func free(_ value: Own\(number)) {
      struct Local\(number) {}
    }
    \(number == 77 ? "struct Shared {}" : "")
    """
  let tree = parse(SourceText(path: "Sources/App/F\(1000 + number).swift", bytes: Array(text.utf8)))
  return ProjectFile(tree: tree, module: "App", isGenerated: false)
}

/// All that a model declares, by name, with its type, in the order in which it is kept.
private func declarations(of model: ProjectModel) throws -> [String] {
  let module = try #require(model.symbol(named: "App"))
  var result: [String] = []
  var open = [module]
  while let symbol = open.popLast() {
    result.append("\(symbol): \(symbol.type)")
    if symbol.kind == .module || symbol.kind.isNominalType {
      open += model.declaredMembers(of: symbol)
    }
  }
  return result + model.symbols(named: "App.free(_:)").map { "\($0.type)" }
}

struct CollectionOrderTests {
  @Test func `what is declared does not depend on the number of threads or the order of files`()
    throws
  {
    let expected = try declarations(of: ProjectModel(files: files, interfaces: [], jobs: 1))
    // The module, and of every file a type with its members, what the extensions hold, and two spellings of a function.
    #expect(expected.count > 200 * 10)
    let next = expected.filter { $0.hasPrefix("App.Shared.Part3.next:") }
    #expect(next == ["App.Shared.Part3.next: nominal(App.Shared.Part2, [])"])
    for jobs in [2, 5] {
      let found = try declarations(
        of: ProjectModel(files: files.reversed(), interfaces: [], jobs: jobs))
      #expect(found.count == expected.count)
      let differing = zip(found, expected).filter { $0 != $1 }.prefix(3)
      #expect(differing.map { "\($0), not \($1)" } == [])
    }
  }

  @Test func `a file's own types are found in bodies whichever thread collected them`() throws {
    let model = ProjectModel(files: files, interfaces: [], jobs: 4)
    for number in [0, 63, 64, 199] {
      #expect(model.symbol(named: "App.Shared.member\(number)()") != nil)
      #expect(model.symbol(named: "App.Shared.Part\(number).next") != nil)
      #expect(model.symbol(named: "App.Own\(number).Kind.allCases") != nil)
    }
  }
}
