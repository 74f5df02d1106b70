import MoultProto
import MoultSource
import Testing

@Suite struct OptionEditTests {
  private func expectInsertion(_ text: String, _ expected: String) throws {
    let parsed = Parsed(text)
    let edit = try #require(
      parsed.file.insertingOption("objc_class_prefix", "HCX", in: parsed.source))
    let bytes = try #require(applying([edit], to: parsed.source.bytes))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    let again = Parsed(bytes: bytes).file
    #expect(again.objectiveCPrefix == "HCX")
    #expect(again.diagnostics == [])
  }

  @Test func `an option is a line of its own behind the head`() throws {
    try expectInsertion(
      "syntax = \"proto3\";\npackage a; // it\n\nmessage A {}\n",
      "syntax = \"proto3\";\npackage a; // it\noption objc_class_prefix = \"HCX\";\n\nmessage A {}\n"
    )
  }

  @Test func `its line ends as the others do`() throws {
    try expectInsertion(
      "package a;\r\nmessage A {}\r\n",
      "package a;\r\noption objc_class_prefix = \"HCX\";\r\nmessage A {}\r\n")
  }

  @Test func `a head without a line break gets one`() throws {
    try expectInsertion("package a;", "package a;\noption objc_class_prefix = \"HCX\";")
    try expectInsertion(
      "package a; message A {}", "package a; \noption objc_class_prefix = \"HCX\";\nmessage A {}")
  }

  @Test func `a file without a head gets one, behind its byte order mark`() throws {
    try expectInsertion(
      "\u{FEFF}// What A is.\nmessage A {}",
      "\u{FEFF}option objc_class_prefix = \"HCX\";\n// What A is.\nmessage A {}")
    try expectInsertion("", "option objc_class_prefix = \"HCX\";\n")
  }

  @Test func `quotes in a value are escaped`() throws {
    let parsed = Parsed("package a;\n")
    let edit = try #require(parsed.file.insertingOption("x", "a\"b\\", in: parsed.source))
    let bytes = try #require(applying([edit], to: parsed.source.bytes))
    #expect(Parsed(bytes: bytes).file.option(named: "x")?.string == "a\"b\\")
  }
}
