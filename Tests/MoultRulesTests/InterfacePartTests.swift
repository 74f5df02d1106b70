import MoultRules
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// The interface of swift-protobuf 1 that a project of one file is read with.
private func interface(for text: String?) throws -> SyntaxTree {
  let catalogue = try Catalogue(embeddedTexts)
  let trees = text.map { [parse(SourceText(path: "A.swift", bytes: Array($0.utf8)))] } ?? []
  let files = catalogue.interfaces.files(neededBy: trees, and: ["SwiftProtobuf"])
  let all = files.filter { $0.module == "SwiftProtobuf" && $0.era == "1" }
  return try #require(all.count == 1 ? all.first : nil).tree
}

private func declares(_ name: String, _ tree: SyntaxTree) -> Bool {
  tree.root.children.contains { $0.kind == .structDecl && $0.name == name }
}

@Test(arguments: [
  "import SwiftProtobuf\nlet a = try Google_Protobuf_Any(message: m)\n",
  "import SwiftProtobuf\nlet a = Google_Protobuf_FileOption()\n",
  "import SwiftProtobuf\nlet a = try m.serializedData()\n",
])
func `what nobody names of a large interface is not read`(text: String) throws {
  let tree = try interface(for: text)
  #expect(declares("Google_Protobuf_Any", tree))
  #expect(!declares("Google_Protobuf_FileOptions", tree))
  #expect(tree.diagnostics.isEmpty)
}

@Test(arguments: [
  "import SwiftProtobuf\nlet a = Google_Protobuf_FileOptions()\n",
  "import SwiftProtobuf\nlet a: [SwiftProtobuf.Google_Protobuf_FileOptions] = []\n",
  "import SwiftProtobufPluginLibrary\n",
])
func `an interface is read whole where something names what stands at its end`(text: String) throws
{
  let tree = try interface(for: text)
  #expect(declares("Google_Protobuf_Any", tree))
  #expect(declares("Google_Protobuf_FileOptions", tree))
}

@Test func `an interface that no file is read with is whole`() throws {
  #expect(declares("Google_Protobuf_FileOptions", try interface(for: nil)))
}
