import Testing

/// Modifiers, conformances and requirements.
struct ModifierTests {
  @Test func `modifiers that only classes know`() throws {
    try expectErrors(
      """
      struct Box {
        init() {}
        convenience init(a: Int) { self.init() }
        override func f() {}
        final func g() {}
      }
      final class Shelf { mutating func h() {} }
      """, "modifier: 'convenience' stands in 'Box', which is no class",
      "modifier: 'override' stands in 'Box', which is no class",
      "modifier: 'final' stands in 'Box', which is no class",
      "modifier: 'mutating' stands in the class 'Shelf'")
  }

  @Test func `overrides of nothing`() throws {
    try expectErrors(
      """
      class Base { func open(_ n: Int) {} ; var size: Int { 1 } ; init() {} }
      final class Derived: Base {
        override func open(wide: Int) {}
        override var size: Int { 2 }
        override func close() {}
        override init() { super.init() }
      }
      final class Alone { override func run() {} }
      """, "modifier: 'open(wide:)' overrides nothing in 'Derived'",
      "modifier: 'close()' overrides nothing in 'Derived'",
      "modifier: 'run()' overrides nothing in 'Alone'")
  }

  @Test func `overrides of what nobody described`() throws {
    try expectSilence(
      """
      import XCTest
      final class Tests: XCTestCase { override func setUp() async throws {} ; override func odd() {} }
      final class Screen: SomeView { override func draw() {} }
      actor Desk { func run() {} }
      struct Box { mutating func f() {} ; static func g() {} }
      """)
  }

  @Test func `a protocol is extended with another`() throws {
    try expectErrors(
      "protocol P {}\nprotocol Q {}\nextension P: Q {}",
      "protocolConformance: the extension of the protocol 'P' cannot conform it to another")
    try expectSilence(
      "protocol P {}\nstruct S {}\nextension S: P {}\nextension P where Self: Sendable {}")
  }
}
