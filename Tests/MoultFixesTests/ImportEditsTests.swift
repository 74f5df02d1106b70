import MoultFixes
import MoultSource
import MoultSyntax
import Testing

private func adding(_ modules: Set<String>, to text: String) -> String? {
  let tree = parse(SourceText(path: "a.swift", bytes: Array(text.utf8)))
  return applying(importEdits(adding: modules, to: tree), to: Array(text.utf8))
    .map { String(decoding: $0, as: UTF8.self) }
}

@Test func `a new import follows the last one`() {
  #expect(
    adding(["NIOPosix"], to: "import GRPC\n\nlet x = 1\n")
      == "import GRPC\nimport NIOPosix\n\nlet x = 1\n")
}

@Test func `a module that is imported in any form is not imported again`() {
  let text = "import GRPC\n@testable import NIOPosix\nimport struct NIOHPACK.HPACKHeaders\n"
  #expect(adding(["NIOPosix", "NIOHPACK"], to: text) == text)
}

@Test func `an import under a condition does not take new ones in`() {
  let text = "import GRPC\n#if os(iOS)\nimport UIKit\n#endif\n"
  #expect(
    adding(["NIOPosix"], to: text)
      == "import GRPC\nimport NIOPosix\n#if os(iOS)\nimport UIKit\n#endif\n")
}

@Test func `a condition around the whole file takes new imports in, where one branch has some`() {
  let code = "#else\nlet x = 1\n#endif\n"
  #expect(
    adding(["GRPCNIOTransportHTTP2"], to: "// A file.\n#if A\n  import GRPCCore\n  f()\n" + code)
      == "// A file.\n#if A\n  import GRPCCore\n  import GRPCNIOTransportHTTP2\n  f()\n" + code)
  #expect(
    adding(["NIOPosix"], to: "#if A\nimport GRPC\n#else\nimport NIO\n#endif\n")
      == "import NIOPosix\n\n#if A\nimport GRPC\n#else\nimport NIO\n#endif\n")
  #expect(
    adding(["NIOPosix"], to: "#if A\nimport GRPC\n#endif\nf()\n")
      == "import NIOPosix\n\n#if A\nimport GRPC\n#endif\nf()\n")
}

@Test func `a new import ends its line as the file does`() {
  #expect(
    adding(["NIOPosix"], to: "import GRPC\r\nlet x = 1\r\n")
      == "import GRPC\r\nimport NIOPosix\r\nlet x = 1\r\n")
}

@Test func `a file without imports gets them before its first declaration`() {
  #expect(
    adding(["GRPC"], to: "// A file.\nlet x = 1\n") == "// A file.\nimport GRPC\n\nlet x = 1\n")
}

@Test func `a new import stands in the order of those around it`() {
  #expect(
    adding(
      ["GRPCNIOTransportHTTP2"], to: "import Foundation\nimport GRPCCore\nimport NIO\n\nlet x = 1\n"
    )
      == "import Foundation\nimport GRPCCore\nimport GRPCNIOTransportHTTP2\nimport NIO\n\nlet x = 1\n"
  )
  #expect(
    adding(["Dispatch"], to: "import CoreData\nimport foo\nimport Zip\n")
      == "import CoreData\nimport Dispatch\nimport foo\nimport Zip\n")
}

@Test func `where imports have no order, a new one follows a module whose name begins alike`() {
  #expect(
    adding(
      ["GRPCNIOTransportHTTP2", "Synchronization"],
      to: "import NIO\nimport GRPCCore\nimport Foundation\n")
      == "import NIO\nimport GRPCCore\nimport GRPCNIOTransportHTTP2\nimport Foundation\nimport Synchronization\n"
  )
}

@Test func `a new import stands in the block of its relatives, and not among modules under test`() {
  #expect(
    adding(["GRPCNIOTransportHTTP2"], to: "import GRPCCore\n\nimport Kit\nimport Model\n")
      == "import GRPCCore\nimport GRPCNIOTransportHTTP2\n\nimport Kit\nimport Model\n")
  #expect(
    adding(["Foundation"], to: "import XCTest\n\n@testable import Kit\n")
      == "import XCTest\nimport Foundation\n\n@testable import Kit\n")
}

@Test func `a comment behind an import stays behind it`() {
  #expect(
    adding(["GRPCProtobuf"], to: "import GRPCCore // calls\nlet x = 1\n")
      == "import GRPCCore // calls\nimport GRPCProtobuf\nlet x = 1\n")
}
