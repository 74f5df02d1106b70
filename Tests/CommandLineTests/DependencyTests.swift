import Testing

/// A package whose checkout of `swift-tea` calls some things deprecated.
private func app(_ main: String, configuration: String? = nil) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(
    "Package.swift",
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [.package(url: "https://example.com/swift-tea", from: "2.0.0")],
      targets: [.executableTarget(name: "App", dependencies: [.product(name: "Tea", package: "swift-tea")])])
    """)
  try folder.write("Sources/App/main.swift", main)
  try folder.write(
    "Package.resolved",
    """
    { "version" : 2, "pins" : [ { "identity" : "swift-tea", "kind" : "remoteSourceControl",
      "location" : "https://example.com/swift-tea", "state" : { "revision" : "1", "version" : "2.1.0" } } ] }
    """)
  let checkout = ".build/checkouts/swift-tea"
  try folder.write(
    "\(checkout)/Package.swift",
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "swift-tea", targets: [.target(name: "Tea")])
    """)
  try folder.write("\(checkout)/Sources/Tea/Tea.swift", tea)
  if let configuration { try folder.write(".moult.yml", configuration) }
  return folder
}

private let tea = """
  public struct Cup {
    public var volume: Int
    public var lid: Lid?
    public init(volume: Int) { self.volume = volume; lid = nil }
    public func filled(with leaves: Leaves, minutes: Int = 3) -> Cup { self }
    public static func large() -> Cup { Cup(volume: 5) }

    @available(*, deprecated, renamed: "init(volume:)")
    public init(size: Int) { self.init(volume: size) }
    @available(*, deprecated, renamed: "filled(with:minutes:)")
    public func brew(_ leaves: Leaves, for minutes: Int = 3) -> Cup { filled(with: leaves, minutes: minutes) }
    @available(*, deprecated, message: "Fill it twice.")
    public func strong(_ leaves: Leaves) -> Cup { filled(with: leaves).filled(with: leaves) }
    @available(*, deprecated, message: "Ask for 'volume'.")
    public var size: Int { volume }
    @available(*, unavailable, renamed: "large()")
    public static func big() -> Cup { fatalError() }
    @available(*, deprecated, message: "Nobody knows what this was.")
    public func stir() { secretly() }
    @available(*, deprecated, message: "There may be none.", renamed: "lid")
    public var cover: Lid { lid! }
    @available(*, deprecated, message: "Fill it twice.")
    public func refilled(_ leaves: Leaves) -> Cup {
      let first = self.filled(with: leaves)
      return first.filled(with: .black)
    }
    @available(*, deprecated, message: "Fill it as often as you like.")
    public func flooded(_ leaves: Leaves) -> Cup {
      let first = self.filled(with: leaves)
      return first == first ? first : self
    }
    @available(*, deprecated, message: "Map it.")
    public func emptied() -> Cup { mapped({ $0 - $0 }) }
    public func mapped(_ change: (Int) -> Int) -> Cup { Cup(volume: change(volume)) }
    func secretly() {}
  }
  public struct Lid {}
  public enum Leaves { case green, black }

  @available(*, deprecated, renamed: "Cup")
  public typealias Mug = Cup
  @available(*, deprecated, renamed: "Cup.filled(self:with:minutes:)")
  public func fill(_ cup: Cup, with leaves: Leaves, minutes: Int) -> Cup { cup.filled(with: leaves, minutes: minutes) }
  """

/// Returns the main file after `moult fix` with dependencies.
private func fixed(_ main: String, _ arguments: String...) throws -> String {
  let folder = try app("import Tea\n" + main)
  _ = try folder.moult(["fix", "--dependencies"] + arguments)
  return String(try folder.read("Sources/App/main.swift").dropFirst("import Tea\n".count))
}

@Test(arguments: [
  ("let a = Cup(size: 3)", "let a = Cup(volume: 3)"),
  ("let a: Cup = .init(size: 3)", "let a: Cup = .init(volume: 3)"),
  ("let a = Mug(size: 3)", "let a = Cup(volume: 3)"),
  ("func f(_ m: [Mug?]) {}", "func f(_ m: [Cup?]) {}"),
  (
    "let a = Cup(volume: 1).brew(.green, for: 2)",
    "let a = Cup(volume: 1).filled(with: .green, minutes: 2)"
  ),
  ("let a = Cup(volume: 1).brew(.green)", "let a = Cup(volume: 1).filled(with: .green)"),
  ("let a = Cup(volume: 1).size + 1", "let a = Cup(volume: 1).volume + 1"),
  ("let a = Cup.big()", "let a = Cup.large()"),
  (
    "let c = Cup(volume: 1)\nlet a = fill(c, with: .black, minutes: 4)",
    "let c = Cup(volume: 1)\nlet a = c.filled(with: .black, minutes: 4)"
  ),
  (
    "let l = Leaves.green\nlet a = Cup(volume: 1).strong(l)",
    "let l = Leaves.green\nlet a = Cup(volume: 1).filled(with: l).filled(with: l)"
  ),
  (
    "let a = Cup(size: Cup(volume: 1).size).brew(/* strong */ .green)",
    "let a = Cup(volume: Cup(volume: 1).volume).filled(/* strong */ with: .green)"
  ),
])
func `what a dependency calls deprecated is written as it says`(before: String, after: String)
  throws
{
  #expect(try fixed(before + "\n") == after + "\n")
}

@Test(arguments: [
  (
    "let l = Leaves.green\nlet a = Cup(volume: 1).refilled(l)",
    "let l = Leaves.green\nlet a = Cup(volume: 1).filled(with: l).filled(with: .black)"
  ),
  ("let a = Cup(volume: 1).emptied()", "let a = Cup(volume: 1).mapped({ $0 - $0 })"),
  // A constant that is used more than once is made once.
  (
    "let l = Leaves.green\nlet a = Cup(volume: 1).flooded(l)",
    "let l = Leaves.green\nlet a = Cup(volume: 1).flooded(l)"
  ),
])
func `constants and closures of a body are written where it is used`(before: String, after: String)
  throws
{
  #expect(try fixed(before + "\n", "--review") == after + "\n")
}

@Test func `a function that is handed on by its full name is not found`() throws {
  // Which function is meant is not inferred where nothing is called; the compiler warns of it.
  let text = "let f = Cup.brew(_:for:)\n"
  #expect(try fixed(text) == text)
}

@Test(arguments: [
  // An argument would be evaluated twice.
  "func leaves() -> Leaves { .green }\nlet a = Cup(volume: 1).strong(leaves())\n",
  // The body uses what callers cannot see.
  "Cup(volume: 1).stir()\n",
  // The new one gives an optional.
  "let a = Cup(volume: 1).cover\n",
])
func `what would mean something else is left to a person`(text: String) throws {
  let folder = try app("import Tea\n" + text)
  let run = try folder.moult(["fix", "--dependencies", "--review"])
  #expect(run.output.hasPrefix("Applied 0 fixes in 0 files\n"), "\(run.output)")
  #expect(run.output.contains("swift-tea.deprecated"))
  #expect(try folder.read("Sources/App/main.swift") == "import Tea\n" + text)
}

@Test(arguments: [
  // The app's own things of the same names.
  "struct Cup { var size = 1; func stir() {} }\nlet a = Cup().size\nCup().stir()\n",
  "struct Mug {}\nlet a = Mug()\n",
  "func fill(_ x: Int, with y: Int, minutes: Int) {}\nfill(1, with: 2, minutes: 3)\n",
  // What is retired itself may use what is.
  "@available(*, deprecated) func old() -> Cup { Cup(size: 1) }\n",
  "let a = Cup(volume: 2).filled(with: .green)\n",
])
func `nothing is said of what is not used`(text: String) throws {
  let run = try app("import Tea\n" + text).moult(["lint", "--dependencies"])
  #expect(run.code == 0, "\(run.output)")
}

@Test func `what one branch of an if retires and another declares is not found`() throws {
  let folder = try app("import Tea\nlet a = Pot()\n")
  try folder.write(
    ".build/checkouts/swift-tea/Sources/Tea/Pot.swift",
    """
    #if compiler(<6.2)
    @available(*, unavailable, message: "Pot requires a newer toolchain")
    public struct Pot { public init() { fatalError() } }
    #else
    public struct Pot { public init() {} }
    #endif
    """)
  let run = try folder.moult(["lint", "--dependencies"])
  #expect(run.code == 0, "\(run.output)")
}

@Test func `why nothing can be written is said`() throws {
  let folder = try app("import Tea\nCup(volume: 1).stir()\n")
  let run = try folder.moult(["lint", "--dependencies"])
  #expect(
    run.output.contains(
      "Nobody knows what this was; what it does names 'secretly', which callers do not see"),
    "\(run.output)")
}

@Test func `nothing is read of dependencies unless somebody asks`() throws {
  let run = try app("import Tea\nlet a = Cup(size: 3)\n").moult(["lint"])
  #expect(run.code == 0)
  #expect(!run.output.contains("deprecated"))
}

@Test(arguments: [
  ("dependencies: deprecated\n", 1, true), ("dependencies: fix\n", 1, true),
  ("dependencies: lint\n", 1, false), ("dependencies: { swift-tea: off, others: fix }\n", 0, false),
  ("dependencies: { swift-tea: fix }\n", 1, true),
  ("dependencies: { others: lint, swift-tea: fix }\n", 1, true),
])
func `a configuration says what is done for each library`(
  text: String, code: Int, isFixed: Bool
) throws {
  let folder = try app("import Tea\nlet a = Cup(size: 3)\n", configuration: text)
  #expect(try folder.moult(["lint"]).code == Int32(code))
  _ = try folder.moult(["fix"])
  #expect(
    try folder.read("Sources/App/main.swift").contains("Cup(volume: 3)") == isFixed, "\(text)")
}

@Test func `a wrong word for dependencies is named`() throws {
  let run = try app("", configuration: "dependencies: depreciated\n").moult(["lint"])
  #expect(run.code == 2)
  #expect(
    run.errors.contains(
      "1:15: unknown use of dependencies 'depreciated'; did you mean 'deprecated'?"))
}

@Test func `what was learned is listed and explained`() throws {
  let folder = try app("import Tea\n")
  let list = try folder.moult(["rules", "--learned"]).output
  #expect(list.hasPrefix("swift-tea 2.1.0: 12 declarations, 8 with a fix [swift-tea.deprecated]\n"))
  #expect(
    list.contains(
      "  Tea.Cup.brew(_:for:)  renamed to 'filled(with:minutes:)'  (Sources/Tea/Tea.swift:10)\n"))
  let page = try folder.moult(["explain", "--dependencies", "Tea.Cup.size"]).output
  #expect(page.hasPrefix("# `Tea.Cup.size` is deprecated in swift-tea 2.1.0\n"))
  #expect(page.contains("public var size: Int { volume }"))
}

@Test func `a changed dependency is read anew`() throws {
  let folder = try app("import Tea\nlet a = Cup(volume: 3).filled(with: .green)\n")
  #expect(try folder.moult(["lint", "--dependencies"]).code == 0)
  try folder.write(
    ".build/checkouts/swift-tea/Sources/Tea/Tea.swift",
    tea.replacing("  public func filled", with: "  @available(*, deprecated)\n  public func filled")
  )
  #expect(try folder.moult(["lint", "--dependencies"]).code == 1)
}
