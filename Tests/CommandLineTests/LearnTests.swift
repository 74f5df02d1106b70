import Foundation
import Testing

/// The first version of a library: some of it says what will take its place.
private let first = """
  public struct Cup {
    public var volume: Int
    public init(volume: Int) { self.volume = volume }
    public init(size: Int, isHot: Bool) { self.init(volume: size) }
    public func fill(with leaves: Leaves) -> Int { 1 }
    public func stir(_ times: Int) {}
    public func price() -> Int { 1 }
    public var label: String? { nil }
    public func chill() -> Int { 0 }
    public subscript(old index: Int) -> Int { index }
    public static func +++ (left: Cup, right: Cup) -> Cup { left }
    @available(*, deprecated, renamed: "fill(with:)")
    public func brew(_ leaves: Leaves) -> Int { fill(with: leaves) }
  }
  public enum Leaves { case green, black }
  public struct SaucerPlate { public init() {} }
  infix operator +++
  """

private let second = """
  public struct Cup {
    public var volume: Int
    public init(volume: Int) { self.volume = volume }
    public init(volume: Int, isHot: Bool) { self.init(volume: volume) }
    public func fill(with leaves: Leaves) -> Int { 1 }
    public func price() throws -> Int { 1 }
    public var label: String { "" }
    @available(*, deprecated, renamed: "cooled()")
    public func chill() -> Int { 0 }
    public func cooled() -> Int { 0 }
    public subscript(at index: Int) -> Int { index }
  }
  public enum Leaves { case green, black }
  public struct Saucer { public init() {} }
  """

/// Both versions as checkouts, the first one below `.build`, and an app of it.
private func app(_ main: String) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "tea", targets: [.target(name: "Tea")])
    """
  try folder.write(
    "App/Package.swift",
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [.package(url: "https://example.com/tea", from: "1.0.0")],
      targets: [.executableTarget(name: "App", dependencies: [.product(name: "Tea", package: "tea")])])
    """)
  try folder.write("App/Sources/App/main.swift", main)
  for (place, text) in [("App/.build/checkouts/tea", first), ("tea", second)] {
    try folder.write("\(place)/Package.swift", manifest)
    try folder.write("\(place)/Sources/Tea/Tea.swift", text)
  }
  return folder
}

private struct Learned: Decodable {
  struct Change: Decodable {
    let name: String
    let page: String?
    let safety: String
    let put: String?
    let candidates: [String]
  }
  let typeChecked: Bool
  let changes: [Change]
}

@Test func `pages are drafted from two versions, and pass`() throws {
  let folder = try app("")
  let run = try folder.moult([
    "learn", "App/.build/checkouts/tea", "tea", "--library", "tea", "--into", "Rules", "--format",
    "json",
  ])
  #expect(run.code == 0, "\(run.errors)")
  let learned = try JSONDecoder().decode(Learned.self, from: Data(run.output.utf8))
  #expect(learned.typeChecked)
  var found: [String: String] = [:]
  for change in learned.changes {
    found[change.name] =
      change.safety + " "
      + (change.put ?? change.candidates.joined(separator: ", "))
  }
  #expect(
    found == [
      // The older version says it.
      "Tea.Cup.brew(_:)": "safe \"$base.fill(with: $1)\"",
      // The newer one does.
      "Tea.Cup.chill()": "safe { name: \"cooled\" }",
      // Effects and optionality.
      "Tea.Cup.price()": "safe { throws: true }",
      "Tea.Cup.label": "safe { optional: false }",
      // Alone of its types in its place: likely, and not certain.
      "Tea.Cup.init(size:isHot:)": "review { labels: { \"size\": \"volume\" } }",
      "Tea.Cup.subscript(old:)": "review \"$base[at: $1]\"",
      // No page finds an operator.
      "Tea.Cup.+++(_:_:)": "manual ",
      // Nothing is like it, or something is by its name.
      "Tea.Cup.stir(_:)": "manual ",
      "Tea.SaucerPlate": "manual Tea.Saucer",
      "Tea.SaucerPlate.init()": "manual ",
    ])
  let test = try folder.moult(["test", "Rules"])
  #expect(test.code == 0, "\(test.output)\(test.errors)")
  #expect(test.output.contains("0 errors"), "\(test.output)")
  // What a page is about is not drafted again, and what no page can be about stays in the list.
  let again = try folder.moult([
    "learn", "App/.build/checkouts/tea", "tea", "--library", "tea", "--into", "Rules",
  ])
  #expect(again.output.contains("\n1 changes: 0 on 0 pages"), "\(again.output)")
}

@Test func `without a compiler no drafted fix is safe`() throws {
  let run = try app("").moult([
    "learn", "App/.build/checkouts/tea", "tea", "--library", "tea", "--no-type-check",
  ])
  #expect(run.output.contains("with a fix (0 safe)"), "\(run.output)")
}

@Test func `an app is carried over to the newer version of what it depends on`() throws {
  let folder = try app(
    """
    import Tea
    func use(_ cup: Cup) {
      _ = cup.brew(.green) + cup.chill()
      _ = cup.label ?? ""
      cup.stir(2)
    }
    struct Stirrer { func stir(_ times: Int) {} }
    func mine(_ stirrer: Stirrer) { stirrer.stir(1) }

    """)
  let run = try folder.moult(["upgrade", "tea", "--to", "tea", "App"])
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  #expect(
    try folder.read("App/Sources/App/main.swift") == """
      import Tea
      func use(_ cup: Cup) {
        _ = cup.fill(with: .green) + cup.cooled()
        _ = cup.label
        cup.stir(2)
      }
      struct Stirrer { func stir(_ times: Int) {} }
      func mine(_ stirrer: Stirrer) { stirrer.stir(1) }

      """)
  #expect(run.output.contains("'stir(_:)' was removed in the newer tea"), "\(run.output)")
  // A list writes nothing.
  let text = try folder.read("App/Sources/App/main.swift")
  let list = try folder.moult(["upgrade", "tea", "--to", "tea", "--list", "App"])
  #expect(list.code == 1)
  #expect(try folder.read("App/Sources/App/main.swift") == text)
}

@Test func `what was learned from a version between counts before what is concluded`() throws {
  let folder = try app(
    """
    import Tea
    func use(_ cup: Cup) { cup.stir(2) }

    """)
  // The version between said what to write; the newest says nothing any more.
  let between = second.replacing(
    "public func cooled()",
    with: """
      public func swirl(_ times: Int) {}
        @available(*, deprecated, renamed: "swirl(_:)")
        public func stir(_ times: Int) { swirl(times) }
        public func cooled()
      """)
  try folder.write("between/Tea.swift", between)
  try folder.write(
    "tea/Sources/Tea/Tea.swift",
    second.replacing(
      "public func cooled()", with: "public func swirl(_ times: Int) {}\n  public func cooled()"))
  try folder.write("first/Tea.swift", first)
  // A folder of Swift files is one module of its name.
  try folder.write("one/Tea/Tea.swift", first)
  try folder.write("two/Tea/Tea.swift", between)
  let kept = try folder.moult([
    "learn", "one/Tea", "two/Tea", "--library", "tea", "--into", "App/Kept",
  ])
  #expect(kept.code == 0, "\(kept.errors)")
  try folder.write("App/.moult.yml", "rule_folders: [Kept]\n")
  let run = try folder.moult(["upgrade", "tea", "--to", "tea", "App"])
  #expect(
    try folder.read("App/Sources/App/main.swift").contains("cup.swirl(2)"),
    "\(run.output)\(run.errors)")
}

@Test(arguments: [
  (["learn", "nowhere", "tea"], "cannot read 'nowhere'"),
  (["learn", "tea", "tea", "--hop", "2-1"], "'2-1' is not a hop such as '2-3'"),
  (["learn", "tea", "App/Sources"], "declares nothing for others"),
  (["learn", "tea", "tea", "--library", "Tea House"], "cannot be a library's name"),
  (["upgrade", "teas", "--to", "tea", "App"], "did you mean 'tea'?"),
  (["upgrade", "tea", "--to", "tea", "--list", "--diff", "App"], "--list writes nothing"),
])
func `what cannot be learned is said`(arguments: [String], message: String) throws {
  let run = try app("").moult(arguments)
  #expect(run.code == 2)
  #expect(run.errors.contains(message), "\(run.errors)")
}
