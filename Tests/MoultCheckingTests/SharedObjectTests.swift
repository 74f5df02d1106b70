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

  @Test func `what Swift 5 mode lets through`() throws {
    try expectSilence("final class Reader { func f() { Task { self.f() } } }")
  }
}
