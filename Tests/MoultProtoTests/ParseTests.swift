import MoultProto
import MoultSource
import Testing

@Suite struct ParseTests {
  @Test func `a file gives its statements with their ranges`() {
    let parsed = Parsed(
      """
      syntax = "proto3";
      package harbor.crane.v1;  // whose
      import public "a/b.proto";
      import 'c.proto';
      option objc_class_prefix = "HC" "X";
      option (acme.rule).level = STRICT;
      """)
    let file = parsed.file
    #expect(file.syntax == .proto3)
    #expect(file.diagnostics.isEmpty)
    #expect(file.package == "harbor.crane.v1")
    #expect(parsed.text(file.packageStatement?.range) == "package harbor.crane.v1;")
    #expect(file.imports.map(\.path) == ["a/b.proto", "c.proto"])
    #expect(file.imports.map(\.kind) == [.public, .plain])
    #expect(
      file.imports.map { parsed.text($0.range) }
        == ["import public \"a/b.proto\";", "import 'c.proto';"])
    let prefix = file.option(named: "objc_class_prefix")
    #expect(prefix?.string == "HCX")
    #expect(parsed.text(prefix?.range) == "option objc_class_prefix = \"HC\" \"X\";")
    #expect(parsed.text(prefix?.nameRange) == "objc_class_prefix")
    #expect(parsed.text(prefix?.valueRange) == "\"HC\" \"X\"")
    let rule = file.option(named: "(acme.rule).level")
    #expect(rule?.value == .identifier("STRICT"))
    #expect(file.option(named: "swift_prefix") == nil)
  }

  @Test func `a message gives its fields, oneofs, nested types and extensions`() throws {
    let parsed = Parsed(
      """
      syntax = "proto2";
      // The load.
      message Load {
        required string id = 1 [default = "x", deprecated = true];
        optional .harbor.Crane crane = 2;
        repeated Kind kinds = 3;
        map<string, Crane> cranes = 4;
        oneof where { int32 dock = 5; Ship ship = 6; }
        enum Kind { KIND_BULK = 0; KIND_BOX = -1; }
        message Inner {}
        extensions 100 to 199;
        extend Other { optional bool is_late = 120; }
        optional group Seal = 7 { optional int32 code = 1; }
      }
      """)
    #expect(parsed.file.diagnostics.isEmpty)
    let load = try #require(parsed.file.messages.first)
    #expect(load.comments.leading == " The load.\n")
    #expect(
      load.fields.map(\.name) == ["id", "crane", "kinds", "cranes", "dock", "ship", "seal"])
    #expect(
      load.fields.map(\.type) == [
        .scalar(.string), .named(".harbor.Crane"), .named("Kind"),
        .map(key: .string, value: .named("Crane")), .scalar(.int32), .named("Ship"), .group("Seal"),
      ])
    #expect(
      load.fields.map(\.cardinality)
        == [.required, .optional, .repeated, .repeated, .implicit, .implicit, .optional])
    #expect(load.fields.map(\.oneofIndex) == [nil, nil, nil, nil, 0, 0, nil])
    #expect(load.fields[0].defaultValue == "x")
    #expect(load.fields[0].options.map(\.name) == ["deprecated"])
    #expect(parsed.text(load.fields[0].options[0].range) == "deprecated = true")
    #expect(
      load.fields.map { parsed.text($0.typeRange) } == [
        "string", ".harbor.Crane", "Kind", "map<string, Crane>", "int32", "Ship", "Seal",
      ])
    #expect(load.oneofs.map(\.name) == ["where"])
    #expect(load.messages.map(\.name) == ["Inner", "Seal"])
    #expect(load.enums[0].values.map(\.number) == [0, -1])
    #expect(load.hasExtensionRanges)
    #expect(load.extensions.map(\.extendee) == ["Other"])
    for placed in placedDeclarations(of: parsed.file) where placed.name != "seal" {
      #expect(parsed.text(placed.nameRange) == placed.name)
    }
  }

  @Test func `optional in proto3 makes no oneof`() throws {
    let parsed = Parsed(
      """
      syntax = "proto3";
      message A { oneof one { int32 a = 1; } optional int32 b = 2; int32 c = 3; }
      """)
    let message = try #require(parsed.file.messages.first)
    #expect(message.oneofs.map(\.name) == ["one"])
    #expect(message.fields.map(\.oneofIndex) == [0, nil, nil])
    #expect(message.fields.map(\.cardinality) == [.implicit, .optional, .implicit])
  }

  @Test func `a service gives its methods`() throws {
    let parsed = Parsed(
      """
      syntax = "proto3";
      service Greeter {
        rpc SayHello(HelloRequest) returns (stream hello.v1.HelloReply) { option deprecated = true; }
        rpc Chat(stream .hello.v1.HelloRequest) returns (HelloReply);
      }
      """)
    let service = try #require(parsed.file.services.first)
    #expect(service.methods.map(\.name) == ["SayHello", "Chat"])
    #expect(service.methods.map(\.inputType) == ["HelloRequest", ".hello.v1.HelloRequest"])
    #expect(service.methods.map(\.outputType) == ["hello.v1.HelloReply", "HelloReply"])
    #expect(service.methods.map(\.clientStreaming) == [false, true])
    #expect(service.methods.map(\.serverStreaming) == [true, false])
    #expect(parsed.text(service.methods[0].inputTypeRange) == "HelloRequest")
    #expect(parsed.text(service.methods[0].outputTypeRange) == "hello.v1.HelloReply")
    #expect(service.methods[0].options.map(\.name) == ["deprecated"])
  }

  @Test func `a missing import and an unknown type are no error`() {
    let parsed = Parsed("syntax = \"proto3\"; import \"no.proto\"; message A { No no = 1; }")
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.file.messages.map(\.name) == ["A"])
  }

  @Test func `a broken statement costs only itself`() throws {
    let parsed = Parsed(
      """
      syntax = "proto3";
      message A { int32 a = ; int32 b = 2; }
      messag B {}
      message C {}
      """)
    #expect(parsed.file.hasErrors)
    #expect(parsed.file.messages.map(\.name) == ["A", "C"])
    #expect(parsed.file.messages[0].fields.map(\.name).last == "b")
    #expect(parsed.file.diagnostics.map { parsed.source.text($0.range) } == [";", "messag"])
  }

  @Test func `a file without syntax is proto2 and needs no warning`() {
    let parsed = Parsed("// License\n\npackage a;\nmessage A { optional int32 a = 1; }\n")
    #expect(parsed.file.syntax == .proto2)
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.text(parsed.file.packageStatement?.range) == "package a;")
    #expect(parsed.text(parsed.file.messages[0].nameRange) == "A")
  }

  @Test func `an empty file declares nothing`() {
    let parsed = Parsed("")
    #expect(parsed.file.diagnostics.isEmpty)
    #expect(parsed.file.messages.isEmpty)
    #expect(parsed.file.insertionPointForOption == ByteOffset(0))
  }

  @Test func `an option is put to its like, above imports as well`() throws {
    let parsed = Parsed(
      "syntax = \"proto3\";\noption java_package = \"a\"; // Java\n\nimport \"b.proto\";\n\nmessage A {}\n"
    )
    let place = try #require(parsed.file.insertionPointForOption)
    let before = String(decoding: parsed.source.bytes[..<place.index], as: UTF8.self)
    #expect(before.hasSuffix("// Java\n"))
  }

  @Test func `an unknown syntax is an error at its name`() {
    let parsed = Parsed("syntax = \"proto4\";\nmessage A {}\n")
    #expect(parsed.file.diagnostics.map { parsed.source.text($0.range) }.first == "\"")
    #expect(parsed.file.hasErrors)
  }
}
