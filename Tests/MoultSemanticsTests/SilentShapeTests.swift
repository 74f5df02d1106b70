import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// The shapes of real code that a search for names hits and that are nobody's business (A9 and B of the list of idioms).
struct SilentShapes {
  @Test func `names in comments, strings and documentation refer to nothing`() throws {
    let subject = try Subject(
      """
      import SwiftGRPC
      /// Returns a `StatusCode`, see ``RPCError``.
      // let code: StatusCode = .ok
      /* RPCError.callError /* nested StatusCode */ */
      func f() -> String {
        let text = "StatusCode.ok RPCError"
        let raw = #"StatusCode \\(RPCError.timedOut)"#
        return text + raw + \"""
          StatusCode
          \"""
      }
      """)
    for name in ["SwiftGRPC.StatusCode", "SwiftGRPC.RPCError", "SwiftGRPC.RPCError.timedOut"] {
      let symbol = try #require(subject.model.symbol(named: name))
      #expect(subject.semantics.references(to: symbol) == [])
    }
  }

  @Test func `an interpolation is code, not text`() throws {
    try expectSymbols(
      #"""
      import SwiftGRPC
      func f() -> String { "the code \(«StatusCode».ok)" }
      """#, "SwiftGRPC.StatusCode")
  }

  @Test func `the names of grpc-swift 2 are its own beside files of 0`() throws {
    let text = """
      // swift-interface-format-version: 1.0
      import Swift
      public struct RPCError: Swift.Error { public var code: RPCError.Code
        public struct Code { public static var notFound: RPCError.Code { get } } }
      public struct Metadata { public init() }
      public struct ServerContext {}
      """
    let core = InterfaceFile(
      tree: parse(SourceText(path: "GRPCCore.swiftinterface", bytes: Array(text.utf8))),
      module: "GRPCCore", library: "grpc-swift", era: "2")
    try expectSymbols(
      """
      import GRPCCore
      func f(_ e: «RPCError», _ m: «Metadata», _ c: «ServerContext») { print(«e.code» == .notFound) }
      """, "GRPCCore.RPCError", "GRPCCore.Metadata", "GRPCCore.ServerContext",
      "GRPCCore.RPCError.code", others: ["old.swift": "import SwiftGRPC"],
      interfaces: grpcInterfaces + [core])
  }

  @Test func `a name of 0 in a file that imports a module nobody described is uncertain`() throws {
    let subject = try Subject(
      """
      import GRPCCore
      func f(_ e: «RPCError») {}
      """, others: ["old.swift": "import SwiftGRPC"])
    #expect(!subject.semantics.isCertain(subject.nodes[0]))
  }

  @Test func `serializedData has an old initializer, a method and the project's own lives`() throws
  {
    try expectSymbols(
      """
      import Foundation
      import SwiftProtobuf
      struct Own {
        var serializedData: Data
        init?(serializedData: Data) { return nil }
        static func make(serializedData: Data) -> Own? { «Own(serializedData: serializedData)» }
        func log() { print("serializedData", «serializedData») }
      }
      func f(_ d: Data, _ m: Hello_V1_HelloRequest) throws {
        _ = try «Hello_V1_HelloRequest(serializedData: d)»
        _ = try «Hello_V1_HelloRequest(
          serializedData: d)»
        _ = try «Hello_V1_HelloRequest(contiguousBytes: [1])»
        _ = try «m.serializedData()»
        _ = «Own.make(serializedData: d)»
      }
      """, "App.Own.init(serializedData:)", "App.Own.serializedData",
      "SwiftProtobuf.Message.init(serializedData:extensions:partial:)",
      "SwiftProtobuf.Message.init(serializedData:extensions:partial:)",
      "SwiftProtobuf.Message.init(contiguousBytes:extensions:partial:options:)",
      "SwiftProtobuf.Message.serializedData(partial:)", "App.Own.make(serializedData:)",
      others: generatedV0)
  }

  @Test func `serializedData is found behind generic receivers`() throws {
    try expectSymbols(
      """
      import Foundation
      import SwiftProtobuf
      protocol Endpoint { associatedtype Response: Message }
      extension Message {
        static func read(_ d: Data) throws -> Self { try «Self(serializedData: d)» }
      }
      func f<T: Endpoint, P: Message>(_ t: T.Type, _ p: P.Type, _ d: Data) throws {
        _ = try «T.Response(serializedData: d)»
        _ = try «P.init(serializedData: d)»
      }
      func g<T: Decodable>(_ t: T.Type, _ d: Data) throws { _ = try «T(serializedData: d)» }
      """, "SwiftProtobuf.Message.init(serializedData:extensions:partial:)",
      "SwiftProtobuf.Message.init(serializedData:extensions:partial:)",
      "SwiftProtobuf.Message.init(serializedData:extensions:partial:)", nil, others: generatedV0)
  }

  @Test func `everyday names of the oldest protobuf API are the project's own`() throws {
    try expectSymbols(
      """
      import SwiftProtobuf
      struct Reply { var json: String; init(json: String) { self.json = json }
        init(protobuf: [UInt8]) { json = "" } }
      func f(_ request: Request) {
        _ = «Reply(json: "{}")»
        _ = «Reply(protobuf: [])»
        print(«Reply(json: "").json», «request.json»)
      }
      """, "App.Reply.init(json:)", "App.Reply.init(protobuf:)", "App.Reply.json", nil,
      others: generatedV0)
  }

  @Test func `text that looks like a path of a case refers to nothing`() throws {
    let subject = try Subject(
      #"""
      import SwiftGRPC
      // see https://example.com/StatusCode.ok and <doc:/RPCError.callError>
      let link = "https://example.com/StatusCode.ok"
      let json = "{\"path\": \"\/StatusCode.ok\"}"
      let pattern = #/StatusCode.ok/#
      func half(_ total: Double, _ parts: Parts) -> Double { total /parts.count }
      """#)
    let symbol = try #require(subject.model.symbol(named: "SwiftGRPC.StatusCode"))
    #expect(subject.semantics.references(to: symbol) == [])
  }

  @Test func `XCTFail belongs to XCTest only where that is imported`() throws {
    try expectSymbols(
      """
      import XCTest
      func f() { «XCTFail("no")» }
      """, "XCTest.XCTFail(_:file:line:)")
    try expectSymbols(
      """
      import XCTestDynamicOverlay
      func f() { «XCTFail("no")» }
      """, nil)
  }
}
