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

@Test func `a new import ends its line as the file does`() {
  #expect(
    adding(["NIOPosix"], to: "import GRPC\r\nlet x = 1\r\n")
      == "import GRPC\r\nimport NIOPosix\r\nlet x = 1\r\n")
}

@Test func `a file without imports gets them before its first declaration`() {
  #expect(
    adding(["GRPC"], to: "// A file.\nlet x = 1\n") == "// A file.\nimport GRPC\n\nlet x = 1\n")
}
