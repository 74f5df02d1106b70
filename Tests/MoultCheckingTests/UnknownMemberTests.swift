import Testing

/// Members that their owner lacks.
struct UnknownMemberTests {
  @Test func `a member of an older era`() throws {
    try expectErrors(
      """
      import GRPC
      func isFatal(_ status: GRPCStatus, _ error: GRPCError.InvalidState) -> Bool {
        status.statusCode == .ok || error.callResult == nil || status.code == .fine
      }
      """, "unknownMember: 'GRPCStatus' has no member 'statusCode'",
      "unknownMember: 'InvalidState' has no member 'callResult'",
      "unknownMember: 'Code' has no member 'fine'")
  }

  @Test func `a case and a nested type`() throws {
    try expectErrors(
      """
      import GRPC
      let one: GRPCStatus.Kode? = nil
      func f(_ status: GRPCStatus.Code) { if case .callError = status { print(GRPCStatus.Kind.self) } }
      """, "unknownMember: 'GRPCStatus' has no member 'Kode'",
      "unknownMember: 'Code' has no member 'callError'",
      "unknownMember: 'GRPCStatus' has no member 'Kind'")
  }

  @Test func `a member of the project's own types`() throws {
    try expectErrors(
      """
      struct Box: Hashable, Codable { var value: Int }
      func f(_ box: Box) { print(box.value, box.hashValue, box.valeu); box.encode() }
      """, "unknownMember: 'Box' has no member 'valeu'")
    try expectErrors(
      "func f(_ box: Box) { box.open() }",
      "unknownMember: 'open' of 'Box' is not visible in this file",
      others: ["Box.swift": "struct Box { private func open() {} }"])
    // Of another module's members those that it keeps for itself are found all the same.
    try expectSilence(
      "import Kit\nfunc f(_ box: Box) { box.open() }",
      others: ["Kit/Box.swift": "public struct Box { func open() {} }"])
    try expectSilence(
      "@testable import Kit\nfunc f(_ box: Box) { box.open() }",
      others: ["Kit/Box.swift": "public struct Box { func open() {} }"])
  }

  @Test func `types that may have more than is known`() throws {
    try expectSilence(
      """
      import Foundation
      import SwiftUI
      class Screen: UIViewController {}
      @Observable final class Store { var x = 1 }
      @dynamicMemberLookup struct Any1 { subscript(dynamicMember name: String) -> Int { 1 } }
      struct List1: Sequence { func makeIterator() -> AnyIterator<Int> { AnyIterator { nil } } }
      actor Desk { func run() { self.assumeIsolated { _ in } } }
      func f(_ a: Screen, _ b: Store, _ c: Any1, _ d: List1, _ e: String, _ g: URL) {
        a.title(); b.extra(); c.other.more(); d.flatter(); e.slug(); g.queryNames()
      }
      """)
  }

  @Test func `an operator may want another type than its other side has`() throws {
    try expectSilence(
      """
      struct Moment { static func + (a: Moment, b: Span1) -> Moment { a }; static let now = Moment() }
      struct Span1 { static func seconds(_ n: Int) -> Span1 { Span1() } }
      let later = Moment.now + .seconds(1)
      """)
  }

  @Test func `what one of several overloads gives may have the member`() throws {
    try expectSilence(
      """
      struct Page {}
      struct Call { var response: Int }
      struct Client {}
      extension Client { func history(_ n: Int, options: Int? = nil) -> Call { Call(response: n) } }
      extension Client { func history(_ n: Int) throws -> Page { Page() } }
      func f(_ client: Client) { print(client.history(1).response) }
      """)
  }

  @Test func `a global actor has members of its own`() throws {
    try expectSilence(
      """
      @globalActor struct GA { actor X {}; static let shared = X() }
      func use() { GA.assertIsolated(); _ = GA.sharedUnownedExecutor }
      """)
  }

  @Test func `an own '==' between two types leaves the side of a dot open`() throws {
    try expectSilence(
      """
      struct K { var n = 1 }
      enum E { case a }
      func == (k: K, e: E) -> Bool { k.n == 1 }
      func use(_ k: K) -> Bool { k == .a }
      """)
    try expectErrors(
      """
      struct K: Equatable { static func == (a: K, b: K) -> Bool { true } }
      func use(_ k: K) -> Bool { k == .a }
      """, "unknownMember: 'K' has no member 'a'")
  }
}
