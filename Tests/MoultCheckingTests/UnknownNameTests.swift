import MoultFindings
import Testing

/// Names that nothing declares.
struct UnknownNameTests {
  @Test func `a type that only another file imports is unknown here`() throws {
    try expectErrors(
      """
      import Foundation
      func isFatal(_ status: GRPCStatus) -> Bool { GRPCStatus.Code.ok == status.code }
      """,
      "unknownName: 'GRPCStatus' is declared in 'GRPC', which is not imported",
      "unknownName: 'GRPCStatus' is declared in 'GRPC', which is not imported",
      others: ["Other.swift": "import GRPC\nlet code = GRPCStatus.Code.ok"])
  }

  @Test func `a type that nobody imports is unknown`() throws {
    try expectErrors(
      "import Foundation\nfunc start(_ connection: ClientConnection) {}",
      "unknownName: 'ClientConnection' is declared in 'GRPC', which is not imported")
    try expectErrors(
      "import GRPC\nfunc start(_ group: EventLoopGroup) {}",
      "unknownName: 'EventLoopGroup' is declared in 'NIOCore', which is not imported")
  }

  @Test func `what is imported or passed on is known`() throws {
    try expectSilence("import GRPC\nfunc isFatal(_ status: GRPCStatus) {}")
    try expectSilence("import NIO\nfunc start(_ group: EventLoopGroup) {}")
    try expectSilence(
      "import Kit\nfunc isFatal(_ status: GRPCStatus) {}",
      others: ["Kit/Kit.swift": "@_exported import GRPC"])
    try expectSilence(
      "func isFatal(_ status: GRPCStatus) {}",
      others: ["Exports.swift": "@_exported import GRPC"])
  }

  @Test func `what the module declares itself is known`() throws {
    try expectSilence(
      "import Foundation\nfunc isFatal(_ status: GRPCStatus) {}",
      others: ["Other.swift": "import GRPC\nstruct GRPCStatus {}"])
    try expectErrors(
      "import Foundation\nfunc isFatal(_ status: BigStatus) {}",
      "unknownName: 'BigStatus' is declared in 'Kit', which is not imported",
      others: ["Kit/Kit.swift": "public struct BigStatus {}"])
    try expectSilence(
      "import Foundation\nfunc isFatal(_ status: BigStatus) {}",
      others: ["Kit/Kit.swift": "struct BigStatus {}"])
  }

  @Test func `where modules are open, everyday words prove nothing`() throws {
    try expectSilence("import Foundation\nfunc send(_ metadata: Metadata) {}")
    try expectSilence("import SomeKit\nfunc start(_ group: EventLoopGroup) {}")
    try expectErrors(
      "func send(_ metadata: Metadata) {}",
      "unknownName: 'Metadata' is declared in 'GRPCCore', which is not imported")
  }

  @Test func `a value or a type that nobody declares, where all is known`() throws {
    try expectErrors(
      """
      import GRPC
      func call() -> CallOptions {
        let headers = 1
        return optionsMetadata
      }
      func other(_ x: Absent) { report(x) }
      """,
      "unusedValue: 'headers' is never read",
      "unknownName: nothing that is imported declares 'optionsMetadata'",
      "unknownName: nothing that is imported declares 'Absent'",
      "unknownName: nothing that is imported declares 'report'")
  }

  @Test func `where modules are open, a name is told for what a fix may have written`() throws {
    try expectErrors(
      "import Foundation\nfunc call() -> Int { optionsMetadata.count + Widget.count }",
      "danglingName: nothing declares 'optionsMetadata'")
    try expectPlace(
      .danglingName, of: "optionsMetadata",
      in: """
        import SomeKit
        final class Screen: Widget { func call() { print(optionsMetadata) } }
        """)
  }

  @Test func `what may come from elsewhere is no unknown name`() throws {
    try expectSilence("import Foundation\nfunc call() -> Int { optionsMetadata }")
    try expectSilence(
      """
      import GRPC
      final class Screen: Widget { func call() { print(optionsMetadata) } }
      """, others: ["Other.swift": "import SomeKit\nclass Widget: UnknownView {}"])
    try expectSilence("func f(_ request: Echo_EchoRequest) {}")
    try expectSilence(
      """
      func f<T: Sequence>(_ values: T, _ text: StaticString) -> some Sequence<T.Element> {
        let all = zip(values, values).map { $0.0 }
        do { try all.forEach { _ in throw CancellationError() } } catch { print(error, type(of: all)) }
        return all
      }
      struct Box<Value> { struct Inner {} ; var value: Value; var next: Self? { nil } }
      extension Box.Inner: Equatable where Value: Equatable {
        static func == (one: Self, other: Self) -> Bool { true }
      }
      """)
  }

  @Test func `code that a macro reads is left alone`() throws {
    try expectSilence(
      "@Suite(.tags) struct S { @Test(arguments: rows) func f() { #check(absent) } }")
  }

  @Test func `the place is the name`() throws {
    try expectPlace(
      .unknownName, of: "GRPCStatus", in: "import Foundation\nlet code: GRPCStatus.Code? = nil")
  }

  @Test func `a local is known in its own observers`() throws {
    try expectSilence(
      """
      func use() -> Int {
        var seen = 0 { willSet { print(seen, newValue) } didSet { print(seen, oldValue) } }
        seen = 1
        var late: Int { get { 1 } set { print(newValue) } }
        late = 2
        return seen + late
      }
      """)
  }

  @Test func `names that need an import of Synchronization`() throws {
    try expectErrors(
      "let lock = Mutex(1)\nlet count = Atomic<Int>(1)",
      "unknownName: 'Mutex' is declared in 'SwiftGRPC', which is not imported",
      "unknownName: nothing that is imported declares 'Atomic'")
    try expectSilence("import Synchronization\nlet lock = Mutex(1)\nlet count = Atomic<Int>(1)")
  }
}
