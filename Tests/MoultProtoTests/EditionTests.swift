import MoultProto
import MoultSource
import Testing

@Suite struct EditionTests {
  @Test func `an edition file is read, and says that it was a fallback`() throws {
    let parsed = Parsed(
      """
      // License

      edition = "2023";

      package a;
      option features.field_presence = IMPLICIT;
      message A {
        reserved old, older;
        reserved 7 to 9;
        int32 a = 1 [features.field_presence = EXPLICIT, default = 3];
        extensions 100 to max;
      }
      extend A { string note = 100; }
      """)
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.file.syntax == .edition("2023"))
    #expect(parsed.file.isEditionFallback)
    #expect(
      parsed.file.option(named: "features.field_presence")?.value == .identifier("IMPLICIT"))
    let field = try #require(parsed.file.messages.first?.fields.first)
    #expect(field.options.map(\.name) == ["features.field_presence"])
    #expect(field.cardinality == .implicit)
    #expect(parsed.text(field.range)?.hasSuffix("default = 3];") == true)
    for placed in placedDeclarations(of: parsed.file) {
      #expect(parsed.text(placed.nameRange) == placed.name)
    }
  }

  @Test func `the words of edition 2024 are read over`() {
    let parsed = Parsed(
      """
      edition = "2024";
      import option "rules.proto";
      import "other.proto";
      export message A { local enum B { C = 0; } message export { int32 local = 1; } }
      local message D { A.export reserved = 1; }
      """)
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.file.imports.map(\.path) == ["rules.proto", "other.proto"])
    #expect(parsed.file.messages.map(\.name) == ["A", "D"])
    #expect(parsed.file.messages[0].messages.map(\.name) == ["export"])
    #expect(parsed.file.messages[1].fields.map(\.name) == ["reserved"])
  }

  @Test func `a proto3 file is no fallback`() {
    #expect(!Parsed("syntax = \"proto3\"; message edition {}").file.isEditionFallback)
  }

  @Test func `an edition statement that does not end costs no crash`() {
    #expect(Parsed("edition = \"2023\"").file.syntax == .edition("2023"))
    #expect(Parsed("edition { message A {} }").file.hasErrors)
  }
}
