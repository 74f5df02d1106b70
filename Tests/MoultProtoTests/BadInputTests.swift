import MoultProto
import MoultSource
import Testing

@Suite struct BadInputTests {
  @Test func `ten thousand nested messages are refused where they become too many`() {
    let parsed = Parsed(
      String(repeating: "message A {", count: 10_000) + String(repeating: "}", count: 10_000))
    #expect(parsed.file.diagnostics.map(\.message) == ["blocks are nested too deeply"])
    #expect(parsed.file.diagnostics[0].range.lowerBound == ByteOffset(11 * 101 - 1))
    #expect(parsed.file.messages.isEmpty)
  }

  @Test func `a hundred nested messages are read`() {
    let parsed = Parsed(
      String(repeating: "message A {", count: 100) + String(repeating: "}", count: 100))
    #expect(parsed.file.diagnostics.isEmpty)
    var depth = 0
    var messages = parsed.file.messages
    while let first = messages.first {
      depth += 1
      messages = first.messages
    }
    #expect(depth == 100)
  }

  @Test func `braces in comments and strings are not nesting`() {
    let braces = String(repeating: "{", count: 500)
    let parsed = Parsed(
      "// \(braces)\n/* \(braces) */ option a = \"\(braces)\\\"{\";\nmessage A {}\n")
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.file.messages.map(\.name) == ["A"])
  }

  // libprotobuf's parser, while it skips, loses the token behind each inner block, and so descends at every
  // one of these although no brace is open.
  @Test func `balanced blocks in a broken statement do not exhaust the stack`() {
    let parsed = Parsed("x {" + String(repeating: "{{}}", count: 500_000) + "}")
    #expect(parsed.file.hasErrors)
  }

  @Test func `a line comment that a NUL ends hides no nesting`() {
    let parsed = Parsed("// \0" + String(repeating: "message A {", count: 10_000))
    #expect(parsed.file.hasErrors)
  }

  @Test func `NUL and stray bytes are tolerated`() {
    var bytes = Array("syntax = \"proto3\";\n// ".utf8)
    bytes += [0xFF, 0xC3, 0x28, 0x0A]
    bytes += Array("message A { string a = 1 [json_name = \"\\xFF\"]; }\n".utf8)
    let parsed = Parsed(bytes: bytes)
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.file.messages.map(\.name) == ["A"])
    #expect(parsed.file.messages[0].comments.leading.contains("\u{FFFD}"))
    let withNUL = Parsed("syntax = \"proto3\";\n\0message A {}\n")
    #expect(withNUL.file.messages.map(\.name) == ["A"])
    #expect(withNUL.file.hasErrors)
  }

  @Test func `a text that would take a gigabyte to describe is refused`() {
    let fields = String(repeating: "int32 a=1;", count: 50_000)
    let parsed = Parsed(
      String(repeating: "message A {", count: 99) + fields + String(repeating: "}", count: 99))
    #expect(
      parsed.file.diagnostics.map(\.message) == [
        "the file is too large to be read as a .proto file"
      ])
    let flat = Parsed("syntax = \"proto3\"; message A {\(fields)}")
    #expect(flat.file.messages.first?.fields.count == 50_000)
  }

  @Test func `options that would be copied to many extension ranges are refused`() {
    let ranges = (1...20_000).map(String.init).joined(separator: ",")
    let options = Array(repeating: "(a)=1", count: 20_000).joined(separator: ",")
    let parsed = Parsed("message A { extensions \(ranges) [\(options)]; }")
    #expect(
      parsed.file.diagnostics.map(\.message) == ["too many extension ranges share these options"])
    #expect(parsed.text(parsed.file.diagnostics.first?.range) == "extensions")
  }

  @Test(arguments: [
    "syntax", "syntax =", "package", "import \"", "message A {", "message A { int32",
    "option (", "option a = {", "service S { rpc", "/*", "\"", "}", "enum E { A = 99999999999; }",
    "message A { int32 a = 0x; }", "edition", "edition =", "\u{FEFF}",
  ])
  func `a text that stops anywhere is diagnosed or read`(text: String) {
    let parsed = Parsed(text)
    for diagnostic in parsed.file.diagnostics {
      #expect(diagnostic.range.upperBound.index <= parsed.source.bytes.count)
    }
  }
}
