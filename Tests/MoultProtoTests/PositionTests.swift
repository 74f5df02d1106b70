import MoultProto
import MoultSource
import Testing

@Suite struct PositionTests {
  private func expectNames(_ parsed: Parsed, _ names: [String]) {
    let placed = placedDeclarations(of: parsed.file)
    #expect(placed.map(\.name) == names)
    #expect(placed.map { parsed.text($0.nameRange) } == names)
  }

  @Test func `tabs count as one byte`() {
    let parsed = Parsed(
      "syntax = \"proto3\";\nmessage\tA\t{\n\t \tint32\t\ta\t=\t1;\tint32\tb = 2;\n  \t}\n")
    expectNames(parsed, ["A", "a", "b"])
    #expect(parsed.text(parsed.file.messages[0].fields[1].range) == "int32\tb = 2;")
  }

  @Test func `multi-byte comments count by their bytes`() {
    let parsed = Parsed(
      "syntax = \"proto3\"; /* 東京 */ message A { /* 🙂\t*/ int32 a = 1; /* é */\tint32 b = 2; }\n")
    expectNames(parsed, ["A", "a", "b"])
  }

  @Test(arguments: ["", "syntax = \"proto2\";\r\n", "edition = \"2023\";\r\n"])
  func `a byte order mark and CRLF shift nothing`(first: String) {
    let label = first.hasPrefix("edition") ? "" : "optional "
    let parsed = Parsed(
      "\u{FEFF}\(first)package a;\r\n// ü\r\nmessage A {\r\n\t\(label)int32 a = 1;\r\n}\r\n")
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.text(parsed.file.packageStatement?.range) == "package a;")
    expectNames(parsed, ["A", "a"])
    #expect(parsed.file.lineEnding == .crlf)
  }

  @Test func `a CR alone ends no line`() {
    let parsed = Parsed("syntax = \"proto3\";\rmessage A {\r\tint32 a = 1;\r}")
    expectNames(parsed, ["A", "a"])
  }

  @Test func `a line of a thousand tabs is counted in order`() {
    let tabs = String(repeating: "\t", count: 1_000)
    let parsed = Parsed("syntax = \"proto3\"; message A {\(tabs)int32 a = 1;\(tabs)int32 b = 2; }")
    expectNames(parsed, ["A", "a", "b"])
  }

  @Test func `an option goes behind the last statement of the head`() {
    #expect(
      Parsed("syntax = \"proto3\";\npackage a;  // it\n\nmessage A {}\noption x = 1;\n")
        .aroundInsertion
        == ["syntax = \"proto3\";\npackage a;  // it\n", "\nmessage A {}\noption x = 1;\n"])
    #expect(
      Parsed("edition = \"2023\";\r\nmessage A {}\r\n").aroundInsertion
        == ["edition = \"2023\";\r\n", "message A {}\r\n"])
    #expect(
      Parsed("package a; /* one\ntwo */\nmessage A {}").aroundInsertion
        == ["package a; /* one\ntwo */\n", "message A {}"])
    #expect(
      Parsed("package a; message A {}").aroundInsertion == ["package a; ", "message A {}"])
    #expect(Parsed("package a;").aroundInsertion == ["package a;", ""])
    #expect(
      Parsed("\u{FEFF}// License\nmessage A {}").aroundInsertion
        == ["\u{FEFF}", "// License\nmessage A {}"])
  }
}
