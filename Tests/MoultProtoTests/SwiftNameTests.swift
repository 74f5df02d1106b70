import MoultProto
import MoultSource
import Testing

@Suite struct SwiftNameTests {
  @Test(arguments: [
    ("hello.v1", "Hello_V1_"), ("my_company.cool_project", "MyCompany_CoolProject_"), ("", ""),
    ("_1a.b", "_1a_B_"),
  ])
  func `a package gives a prefix`(package: String, prefix: String) {
    #expect(swiftTypePrefix(forPackage: package) == prefix)
  }

  @Test func `swift_prefix replaces the package, even with nothing`() {
    #expect(Parsed("package a; option swift_prefix = \"Shop\";").file.swiftTypePrefix == "Shop")
    #expect(Parsed("package a; option swift_prefix = \"\";").file.swiftTypePrefix == "")
    #expect(Parsed("package a; option objc_class_prefix = \"X\";").file.swiftTypePrefix == "A_")
  }

  @Test(arguments: [
    ("user_id", "userID"), ("id", "id"), ("image_url", "imageURL"), ("url_list", "urlList"),
    ("is_https", "isHTTPS"), ("http2_stream", "http2Stream"), ("api_key_2fa", "apiKey2Fa"),
    ("userIDs", "userIds"), ("HTTPServer", "httpserver"), ("__x", "_X"), ("foo_", "foo_"),
    ("has_foo", "hasFoo_p"), ("clear_all", "clearAll_p"), ("description", "description_p"),
    ("self", "self_p"), ("init", "init_p"), ("unknown_fields", "unknownFields_p"),
    ("class", "`class`"), ("default", "`default`"), ("type", "type"), ("data", "data"),
    ("hash", "hash"), ("clearing", "clearing"), ("___", "_____"),
  ])
  func `a field is camel-cased and kept from what is taken`(name: String, swift: String) {
    let parsed = Parsed("syntax = \"proto3\"; message A { int32 \(name) = 1; }")
    #expect(parsed.file.messages.first?.fields.first?.swiftNames.value == swift)
  }

  @Test func `accessors are made of the bare name`() {
    let parsed = Parsed("syntax = \"proto2\"; message A { optional int32 class = 1; }")
    #expect(parsed.file.messages.first?.fields.first?.swiftNames.has == "hasClass")
    #expect(parsed.file.messages.first?.fields.first?.swiftNames.clear == "clearClass")
  }

  @Test(arguments: [
    ("TestEnum", "TEST_ENUM_FOO TESTENUM_BAR", "foo bar"),
    ("Code", "CODE_400 UNKNOWN CODE", "code400 unknown code"),
    ("State", "STATE_DEFAULT STATE_INIT STATE_SELF", "`default` init_ self_"),
    ("Foo", "FOO_ALL_CASES", "allCases_"), ("Kind", "KIND_NONE", "none"),
    ("A", "A_X AX A_Y", "x_0 x_1 y"),
  ])
  func `the enum's name is stripped from its values`(name: String, values: String, swift: String) {
    let declared = values.split(separator: " ").enumerated().map { "\($1) = \($0);" }
    let parsed = Parsed("syntax = \"proto2\"; enum \(name) { \(declared.joined()) }")
    #expect(parsed.file.enums.first?.swiftCaseNames.joined(separator: " ") == swift)
  }

  @Test func `values that meet keep their numbers, and aliases their name`() {
    let parsed = Parsed(
      "syntax = \"proto2\"; enum E { option allow_alias = true; E_A = -2; EA = 3; E_B = 1; EB = 1; }"
    )
    #expect(parsed.file.enums.first?.swiftCaseNames == ["a_n2", "a_3", "b", "b"])
  }

  @Test(arguments: [
    ("Int", "IntMessage"), ("Any", "AnyMessage"), ("Type", "TypeMessage"),
    ("Sendable", "SendableMessage"), ("Extensions", "ExtensionsMessage"),
    ("IntMessage", "IntMessageMessage"), ("Error", "Error"), ("FooMessage", "FooMessage"),
    ("Outer.Data", "Outer.DataMessage"),
  ])
  func `a message that is called like something of Swift gets a suffix`(path: String, swift: String)
  {
    let file = Parsed("option swift_prefix = \"\";").file
    #expect(file.swiftMessageName(path.split(separator: ".").map(String.init)) == swift)
  }

  @Test func `a prefix makes the same names harmless`() {
    let file = Parsed("package acme.v1;").file
    #expect(file.swiftMessageName(["Data"]) == "Acme_V1_Data")
    #expect(file.swiftEnumName(["Type"]) == "Acme_V1_Type")
    #expect(file.swiftEnumName(["Order", "Type"]) == "Acme_V1_Order.TypeEnum")
  }

  @Test func `oneofs and extensions have names`() throws {
    let parsed = Parsed(
      """
      syntax = "proto2"; package p;
      message A { oneof my_kind { int32 x = 1; } extend A { optional int32 self = 9; } extensions 5 to 9; }
      extend A { optional int32 my_note = 8; }
      """)
    let message = try #require(parsed.file.messages.first)
    #expect(message.oneofs.first?.swiftTypeName == "OneOf_MyKind")
    #expect(message.oneofs.first?.swiftName == "myKind")
    #expect(
      parsed.file.swiftExtensionName(try #require(parsed.file.extensions.first), in: [])
        == "P_Extensions_my_note")
    let names = parsed.file.swiftExtensionPropertyNames(
      try #require(parsed.file.extensions.first), in: [])
    #expect(
      [names.value, names.has, names.clear] == ["P_myNote", "hasP_myNote", "clearP_myNote"])
    #expect(
      parsed.file.swiftExtensionName(try #require(message.extensions.first), in: ["A"])
        == "P_A.Extensions.self_")
  }
}
