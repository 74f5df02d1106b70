import Testing

/// Objects in closures that run beside what made them.
struct SharedObjectTests {
  private let functions = """
    func later(_ body: @Sendable @escaping () async throws -> Void) async throws {}
    @preconcurrency func whenever(_ body: @Sendable @escaping () -> Void) {}
    func now(_ body: () -> Void) {}
    func twice(first: @escaping () -> Void, onEnd: @Sendable @escaping () -> Void) {}

    """

  private func error(_ function: String, of owner: String = "Reader") -> String {
    "race: 'self' goes into a closure of '\(function)' that runs beside it, and '\(owner)' is not 'Sendable', which Swift 6 mode refuses"
  }

  @Test func `self of a class that says nothing`() throws {
    try expectErrors(
      functions + """
        final class Reader {
          var count = 0
          let name = ""
          func read() async throws {
            try await later { print(self.count) }
            try await later { [weak self] in print(self?.count ?? 0) }
            Task { print(name) }
            Task.detached { await self.open() }
            twice { print(self.name) } onEnd: { print(self.name) }
          }
          @MainActor func show() async throws { try await later { print(self.count) } }
          func open() async {}
        }
        class Other: Reading { func read() { Task { self.read() } } }
        protocol Reading: AnyObject { func read() }
        """, error("read"), error("read"), error("read"), error("read"), error("read"),
      error("show"), error("read", of: "Other"), refusesRaces: true)
  }

  @Test func `where nothing is shared, or somebody answers for it`() throws {
    try expectErrors(
      functions + """
        import Elsewhere
        final class Reader {
          var count = 0
          static let shared = 1
          func read() async throws {
            let count = self.count
            try await later { print(count) }
            try await later { [count = self.count] in print(count) }
            now { print(self.count) }
            twice { print(self.count) } onEnd: { print(Self.shared) }
            try await later { class Inner { var n = 0; func f() { print(self.n) } } }
          }
          @MainActor func show() { Task { print(self.count) } }
          func tell() { whenever { print(self.count) } }
          static func make() { Task { print(self.shared) } }
        }
        final class Safe: Sendable { func f() { Task { self.f() } } }
        final class Locked: @unchecked Sendable { func f() { Task { self.f() } } }
        final class Later { func f() { Task { self.f() } } }
        extension Later: @unchecked Sendable {}
        @MainActor class View { func f() { Task { self.f() } } }
        class Unknown: Screen { func f() { Task { self.f() } } }
        actor Counter { func f() { Task { await self.f() } } }
        struct Value { func f() { Task { self.f() } } }
        protocol Shared: Sendable {}
        class Heir: Base { func f() { Task { self.f() } } }
        class Base: Shared {}
        """, refusesRaces: true)
  }

  private func captured(_ variable: String, _ function: String) -> String {
    "race: a closure of '\(function)' that runs beside it has the variable '\(variable)', which may change, and Swift 6 mode refuses that"
  }

  private func shared(_ object: String, _ function: String, of type: String = "Box") -> String {
    "race: '\(object)' goes into a closure of '\(function)' that runs beside it, and '\(type)' is not 'Sendable', which Swift 6 mode refuses"
  }

  private let box = """
    final class Box { var n = 0; func go() {} }
    func run(_ body: @escaping @Sendable () -> Void) {}
    func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {}

    """

  @Test func `variables and objects that a sendable closure captures`() throws {
    try expectErrors(
      box + """
        func a() { var x = 0; x += 1; run { print(x) } }
        func b() { var x = 0; run { x += 1 } }
        func c() { let x = Box(); run { x.go() } }
        func d(_ x: Box?) { run { x?.go() } }
        @MainActor func e() { var x = 0; run { print(x) } }
        @MainActor func f(_ x: Box) { run { let go = { x.go() }; go() } }
        """, captured("x", "a"), captured("x", "b"), shared("x", "c"), shared("x", "d"),
      captured("x", "e"), shared("x", "f"), refusesRaces: true)
  }

  @Test func `what Foundation lets nobody send on some system`() throws {
    try expectErrors(
      "import Foundation\n" + box + """
        func a(_ x: UserDefaults) { run { print(x) } }
        func b(_ x: Thread, _ y: Bundle) { run { print(x, y) } }
        """, shared("x", "a", of: "UserDefaults"), shared("x", "b", of: "Thread"),
      refusesRaces: true)
  }

  @Test func `variables and objects that go into a task while others have them`() throws {
    try expectErrors(
      box + """
        func a() { var x = 0; Task { x += 1 }; print(x) }
        func b() { var x = 0; Task { x = 1 }; x = 2; print(x) }
        func c() { var x = 0; Task { print(x) }; x = 3 }
        func d() { let x = Box(); Task { x.go() }; x.go() }
        func e(_ x: Box) { Task { x.go() } }
        func f(_ x: Box?) async { Task { x?.go() } }
        func g(_ c: Bool) { let x = Box(); if c { Task { x.go() } }; x.go() }
        struct S { func h(_ x: Box) { let t = Task { x.go() }; t.cancel() } }
        """, captured("x", "a"), captured("x", "b"), captured("x", "c"), shared("x", "d"),
      shared("x", "e"), shared("x", "f"), shared("x", "g"), shared("x", "h"), refusesRaces: true)
  }

  @Test func `what is sent and not used any more, copied, or of an actor`() throws {
    try expectErrors(
      "import Foundation\n" + box + """
        final class Safe: Sendable {}
        @MainActor final class Main { var n = 0; func f(_ x: Box) { Task { x.go() } } }
        func a() { var x = 0; Task { x += 1 } }
        func b() { var x = 0; x += 1; Task { print(x) }; print(x) }
        func c() { let x = Box(); Task { x.go() } }
        func d(_ x: sending Box) { Task { x.go() } }
        func e() { var x = 0; Task { [x] in print(x) }; x += 1 }
        func f() { var x = 0; x += 1; run { [x] in print(x) } }
        func g(_ x: Safe, _ y: Main) { run { print(x) }; Task { print(y) } }
        @MainActor func h(_ x: Box) { Task { x.go() } }
        @MainActor func i() { var x = 0; onMain { x += 1 }; Task { x += 1 }; x += 1 }
        func j(_ c: Bool) { let x = Box(); if c { Task { x.go() }; return }; x.go() }
        func k() { let x = Box(); while true { Task { x.go() }; break }; x.go() }
        func l() -> Task<Void, Never> { let x = Box(); return Task { x.go() } }
        func m() { var x: Int { 1 }; run { print(x) } }
        func n() { nonisolated(unsafe) var x = 0; run { x += 1 } }
        func o() { run { var x = 0; x += 1; print(x) } }
        func p(_ x: Box) { Task { print(1) }; x.go() }
        func q(_ x: DispatchQueue, _ y: NSLock, _ z: JSONDecoder) { run { print(x, y) }; Task { print(z) } }
        """, refusesRaces: true)
  }

  @Test func `what Swift 5 mode lets through`() throws {
    try expectSilence("final class Reader { func f() { Task { self.f() } } }")
  }
}
