import Foundation
import Testing

/// A use of something that a library has retired, and what becomes of it.
private struct Inlining: Sendable {
  let name: String
  let before: String

  /// What is written without asking; nil where nothing is.
  let safe: String?

  /// What is written with `--review`; nil where that is no other.
  let reviewed: String?

  init(_ name: String, _ before: String, safe: String?, reviewed: String? = nil) {
    self.name = name
    self.before = before
    self.safe = safe
    self.reviewed = reviewed
  }
}

/// Bodies that are inlined, and some that are not: evaluation once and in order, names, types and effects.
///
/// The list follows the one that Go's inliner is tested with, as far as Swift has the same.
private let kit = """
  public enum KitError: Error { case empty }
  public enum Colour { case red, green; public var number: Int { 1 } }
  infix operator <~
  infix operator ~>
  public func newFree(_ x: Int) -> Int { x }
  @available(*, deprecated) public func oldFree(_ x: Int) -> Int { newFree(x + 1) }
  @available(*, deprecated) public func topUp(_ kettle: inout Kettle, by n: Int) { kettle.fill(n) }
  @available(*, deprecated) public func same<T>(_ x: T) -> T { identity(x as T) }
  public func identity<T>(_ x: T) -> T { x }
  public protocol Vessel {
    func pour(_ a: Int, _ b: Int) -> Int
    @available(*, deprecated) func spill(_ a: Int) -> Int
  }
  extension Vessel {
    public func spill(_ a: Int) -> Int { pour(a, 0) }
  }
  public enum Mode {
    @available(*, deprecated, renamed: "standard()") case plain
    case fast
    public static func standard() -> Mode { .fast }
  }
  public struct Kettle {
    public var level: Int
    public init(level: Int) { self.level = level }
    public static func ~> (left: Kettle, right: Kettle) -> Kettle { right }
    @available(*, deprecated, renamed: "~>")
    public static func <~ (left: Kettle, right: Kettle) -> Kettle { left ~> right }
    public init?(checked level: Int) { self.level = level }
    public subscript(at index: Int) -> Int { index }
    @discardableResult public func pour(_ a: Int, _ b: Int) -> Int { a - b }
    public func counted() -> Int { 1 }
    public func heat(to degrees: Double) -> Int { 0 }
    public func log(_ text: @autoclosure () -> String) {}
    public mutating func fill(_ amount: Int) { level += amount }
    public func total(_ xs: [Int]) -> Int { xs.count }
    public func attempt(_ body: () throws -> Int, _ n: Int) rethrows -> Int { try body() }
    public func later(_ n: Int) async -> Int { 1 }
    public func checked(_ n: Int) throws(KitError) -> Int { 1 }
    public func visit(_ body: (Int) -> Void, _ n: Int) {}
    public func mapped(_ change: (Int) -> Int) -> Kettle { self }
    func secretly() -> Int { 1 }
  }
  @available(*, deprecated) extension Kettle {
    public func basic(_ x: Int) -> Int { pour(x, 1) }
    public func swapped(_ a: Int, _ b: Int) -> Int { pour(b, a) }
    public func late(_ a: Int) -> Int { pour(counted(), a) }
    public func unused(_ a: Int) -> Int { pour(1, 2) }
    public func twice(_ a: Int) -> Int { pour(a, a) }
    public func sum(_ a: Int, _ b: Int) -> Int { a + b }
    public func half(_ x: Double) -> Double { x / 2 }
    public func numbered(_ c: Colour) -> Int { c.number }
    public func scaled(_ xs: [Int]) -> [Int] { xs.map { $0 + level } }
    public func all(_ xs: Int...) -> Int { total(xs) }
    public func deferred(_ a: Int) -> Int { defer { _ = counted() }; return pour(a, 1) }
    public func chosen(_ a: Int) -> Int { if a > 1 { return 1 } else { return pour(a, 1) } }
    public func both(_ a: Bool, _ b: Bool) -> Bool { a && b }
    public func say(_ text: String, _ n: Int) { log(text) }
    public func whisper(_ text: @autoclosure () -> String, _ n: Int) { log(text()) }
    public func made<T>(_ type: T.Type) -> [T] { [T]() }
    public func hidden(_ a: Int) -> Int { pour(secretly(), a) }
    public func each(_ body: (Int) -> Void) { visit(body, 1) }
    public func tried(_ body: () throws -> Int) rethrows -> Int { try attempt(body, 1) }
    public func applied(_ f: () -> Int) -> Int { pour(f(), 1) }
    public func soon() async -> Int { await later(1) }
    public func typed() throws(KitError) -> Int { try checked(1) }
    public func risky() throws -> Int { pour(1, 2) }
    public func maybe() -> Int? { level }
    public func defaulted(_ a: Int = 3) -> Int { pour(a, 1) }
    public func stepwise(_ a: Int) -> Int { let b = mapped({ $0 + 1 }); return b.pour(a, 1) }
    public var doubled: Int { pour(level, level) }
    public subscript(old index: Int) -> Int { self[at: index + 1] }
    public init(size: Int) { self = Kettle(level: size) }
    public init?(litres: Int) { self.init(level: litres) }
  }

  """

/// What uses call: functions with an effect.
private let around = """
  import Kit
  func g(_ x: Int) -> Int { print(x); return x }
  func t(_ x: Int) -> String { print(x); return "" }
  func make() -> Kettle { print(0); return Kettle(level: 1) }
  func fails() throws -> Int { 1 }
  """

private let inlinings: [Inlining] = [
  Inlining("a parameter becomes its argument", "_ = k.basic(3)", safe: "_ = k.pour(3, 1)"),
  Inlining("one with an effect stays one", "_ = k.basic(g(3))", safe: "_ = k.pour(g(3), 1)"),
  // Order.
  Inlining("constants change places", "_ = k.swapped(1, 2)", safe: "_ = k.pour(2, 1)"),
  Inlining("so do reads", "_ = k.swapped(x, y)", safe: "_ = k.pour(y, x)"),
  Inlining(
    "a constant passes an effect", "_ = k.swapped(g(1), 2)", safe: "_ = k.pour(2, g(1))"),
  Inlining(
    "effects in another order", "_ = k.swapped(g(1), g(2))", safe: nil,
    reviewed: "_ = k.pour(g(2), g(1))"),
  Inlining(
    "a read does not pass an effect", "_ = k.swapped(x, g(2))", safe: nil,
    reviewed: "_ = k.pour(g(2), x)"),
  Inlining(
    "a constant behind the body's call", "_ = k.late(2)", safe: "_ = k.pour(k.counted(), 2)"),
  Inlining(
    "an effect behind the body's call", "_ = k.late(g(2))", safe: nil,
    reviewed: "_ = k.pour(k.counted(), g(2))"),
  // How often.
  Inlining("what is not used and has no effect goes", "_ = k.unused(x)", safe: "_ = k.pour(1, 2)"),
  Inlining("what is not used and has one", "_ = k.unused(g(1))", safe: nil),
  Inlining("a name twice", "_ = k.twice(x)", safe: "_ = k.pour(x, x)"),
  Inlining("an effect twice", "_ = k.twice(g(1))", safe: nil),
  Inlining("a receiver twice", "_ = k.doubled", safe: "_ = k.pour(k.level, k.level)"),
  Inlining("a receiver with an effect twice", "_ = make().doubled", safe: nil),
  Inlining("only at times, without an effect", "_ = k.both(p, true)", safe: "_ = p && true"),
  Inlining("only at times, with one", "_ = k.both(p, g(1) > 0)", safe: nil),
  Inlining("later, without an effect", "k.say(s, 1)", safe: "k.log(s)"),
  Inlining("later, with one", "k.say(t(1), 1)", safe: nil),
  Inlining("as late as before", "k.whisper(t(1), 1)", safe: "k.log(t(1))"),
  // Parentheses and types.
  Inlining("a sum in a product", "_ = 2 * k.sum(1, x)", safe: "_ = 2 * (1 + x)"),
  Inlining("a sum that is negated", "_ = -k.sum(1, x)", safe: "_ = -(1 + x)"),
  Inlining("a sum with a member", "_ = k.sum(1, x).description", safe: "_ = (1 + x).description"),
  Inlining("a literal's type", "_ = k.half(1)", safe: "_ = (1 as Double) / 2"),
  Inlining("a literal of that type", "_ = k.half(1.5)", safe: "_ = 1.5 / 2"),
  Inlining("a member that only its place tells", "_ = k.numbered(.red)", safe: nil),
  Inlining(
    "an optional that is none any more", "_ = k.maybe() ?? 1", safe: "_ = k.level"),
  // Names.
  Inlining(
    "a local variable of the new name", "let newFree = 1; _ = oldFree(newFree)",
    safe: "let newFree = 1; _ = Kit.newFree(newFree + 1)"),
  Inlining("what callers cannot see", "_ = k.hidden(1)", safe: nil),
  Inlining("a closure that knows more than itself", "_ = k.scaled([1])", safe: nil),
  Inlining("a type argument", "_ = k.made(Int.self)", safe: nil),
  // Parameters.
  Inlining("inout", "topUp(&v, by: 2)", safe: "v.fill(2)"),
  Inlining("variadic", "_ = k.all(1, 2)", safe: nil),
  Inlining("a default", "_ = k.defaulted()", safe: "_ = k.pour(3, 1)"),
  Inlining("a trailing closure", "k.each { print($0) }", safe: "k.visit({ print($0) }, 1)"),
  Inlining(
    "a function by its name", "_ = k.applied(k.counted)", safe: "_ = k.pour(k.counted(), 1)"),
  Inlining("a closure that is called", "_ = k.applied { 1 }", safe: nil),
  Inlining("a subscript", "_ = k[old: 2]", safe: "_ = k[at: 2 + 1]"),
  Inlining("what an initialiser makes", "_ = Kettle(size: 2)", safe: "_ = Kettle(level: 2)"),
  // Effects.
  Inlining(
    "rethrows, and nothing throws", "_ = k.tried({ 1 })", safe: "_ = k.attempt({ 1 }, 1)"),
  Inlining("rethrows", "_ = try k.tried(fails)", safe: "_ = try k.attempt(fails, 1)"),
  Inlining("async", "_ = await k.soon()", safe: "_ = await k.later(1)"),
  Inlining("typed throws", "_ = try k.typed()", safe: "_ = try k.checked(1)"),
  Inlining("what does not throw any more", "_ = try k.risky()", safe: "_ = k.pour(1, 2)"),
  Inlining(
    "a statement", "_ = k.basic(1); k.level.description.count.words.forEach { _ in }",
    safe: "_ = k.pour(1, 1); k.level.description.count.words.forEach { _ in }"),
  // Bodies of more than an expression.
  Inlining("defer", "_ = k.deferred(1)", safe: nil),
  Inlining("a choice of results", "_ = k.chosen(1)", safe: nil),
  Inlining(
    "a constant before the result", "_ = k.stepwise(1)", safe: nil,
    reviewed: "_ = k.mapped({ $0 + 1 }).pour(1, 1)"),
  // Kinds of declarations.
  Inlining(
    "a requirement with a default", "_ = vessel.spill(2)", safe: nil,
    reviewed: "_ = vessel.pour(2, 0)"),
  Inlining(
    "a case that became a function", "let m: Mode = .plain; _ = m",
    safe: "let m: Mode = .standard(); _ = m"),
  Inlining("an operator", "_ = k <~ v", safe: nil, reviewed: "_ = k ~> v"),
  Inlining("a case in a pattern", "if case .plain = mode {}", safe: nil),
]

/// The text of the file of one use.
private func file(_ index: Int, _ use: String) -> String {
  """
  import Kit
  func use\(index)(
    _ k: Kettle, _ vessel: any Vessel, _ p: Bool, _ s: String, _ mode: Mode
  ) async throws {
    var x = 1, y = 2, v = k
    (x, y, v) = (y, x, v)
    \(use)
  }

  """
}

/// Writes a package that depends on `kit`, with a file for each use.
private func package() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(
    "Package.swift",
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [.package(url: "https://example.com/kit", from: "2.0.0")],
      targets: [.target(name: "App", dependencies: [.product(name: "Kit", package: "kit")])])
    """)
  try folder.write(
    ".build/checkouts/kit/Package.swift",
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "kit", targets: [.target(name: "Kit")])
    """)
  try folder.write(".build/checkouts/kit/Sources/Kit/Kit.swift", kit)
  try folder.write("Sources/App/Around.swift", around)
  for (index, inlining) in inlinings.enumerated() {
    try folder.write("Sources/App/Use\(index).swift", file(index, inlining.before))
  }
  return folder
}

@Test func `a body takes the place of its use where it means the same`() throws {
  let folder = try package()
  func fix(_ arguments: String...) throws -> [String] {
    let run = try folder.moult(["fix", "--dependencies"] + arguments)
    #expect(run.code < 2, "\(run.errors)")
    return try inlinings.indices.map { try folder.read("Sources/App/Use\($0).swift") }
  }
  for (index, text) in try fix().enumerated() {
    let inlining = inlinings[index]
    #expect(text == file(index, inlining.safe ?? inlining.before), "\(inlining.name)")
  }
  for (index, text) in try fix("--review").enumerated() {
    let inlining = inlinings[index]
    let expected = inlining.safe ?? inlining.reviewed ?? inlining.before
    #expect(text == file(index, expected), "\(inlining.name), with --review")
  }
  try typeCheck(folder)
}

/// Has the compiler read the library and all uses after the fix, if there is one.
private func typeCheck(_ folder: TemporaryFolder) throws {
  guard try folder.command("which", ["swiftc"]).code == 0 else { return }
  let made = try folder.command(
    "swiftc",
    [
      "-emit-module", "-module-name", "Kit", "-swift-version", "5", "-o", "Kit.swiftmodule",
      ".build/checkouts/kit/Sources/Kit/Kit.swift",
    ])
  #expect(made.code == 0, "\(made.errors)")
  let files = ["Around"] + inlinings.indices.map { "Use\($0)" }
  let checked = try folder.command(
    "swiftc",
    ["-typecheck", "-swift-version", "5", "-I", "."] + files.map { "Sources/App/\($0).swift" })
  #expect(checked.code == 0, "\(checked.errors)")
}
