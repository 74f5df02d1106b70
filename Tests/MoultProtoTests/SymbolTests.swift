import MoultProto
import Testing

@Suite struct SymbolTests {
  private let file = Parsed(
    """
    syntax = "proto3";
    package harbor.v1;
    message Method {
      Mood mood = 1;
      repeated int32 data = 2;
      oneof kind_of { string url_list = 3; }
      enum Mood { MOOD_NONE = 0; }
    }
    enum Style { STYLE_BOLD = 0; }
    service Crane { rpc Lift(Method) returns (Method); }
    """
  ).file

  private func names(_ prefix: String, _ kind: ObjectiveCSymbol.Kind) -> [String] {
    file.objectiveCSymbols(prefix: prefix).filter { $0.kind == kind }.map(\.name)
  }

  @Test func `classes of messages, files and services have the prefix, and endings depend on it`() {
    #expect(names("", .type) == ["ARoot", "Method_Class", "Crane", "Crane2"])
    #expect(names("HBR", .type) == ["HBRARoot", "HBRMethod", "HBRCrane", "HBRCrane2"])
  }

  @Test func `enums are those written, those of fields and those of oneofs`() {
    #expect(
      names("HBR", .enumeration) == [
        "HBRStyle", "HBRMethod_FieldNumber", "HBRMethod_KindOf_OneOfCase", "HBRMethod_Mood",
      ])
    #expect(names("", .enumeration).first == "Style_Enum")
  }

  @Test func `constants begin with their enum`() {
    #expect(
      names("HBR", .constant) == [
        "HBRStyle_GPBUnrecognizedEnumeratorValue", "HBRStyle_StyleBold",
        "HBRMethod_FieldNumber_Mood", "HBRMethod_FieldNumber_DataArray",
        "HBRMethod_FieldNumber_URLList", "HBRMethod_KindOf_OneOfCase_GPBUnsetOneOfCase",
        "HBRMethod_KindOf_OneOfCase_URLList", "HBRMethod_Mood_GPBUnrecognizedEnumeratorValue",
        "HBRMethod_Mood_MoodNone",
      ])
  }

  @Test func `the prefix is in the middle of a function that sets`() {
    let functions = names("HBR", .function)
    #expect(functions.contains("SetHBRMethod_Mood_RawValue"))
    #expect(functions.contains("HBRMethod_ClearKindOfOneOfCase"))
    #expect(functions.contains("HBRStyle_IsValidValue"))
    #expect(names("", .function).contains("SetMethod_Class_Mood_RawValue"))
  }

  @Test func `the lists of two prefixes belong together, name by name`() {
    let old = file.objectiveCSymbols(prefix: "")
    let new = file.objectiveCSymbols(prefix: "HBR")
    #expect(old.map(\.subject) == new.map(\.subject))
    #expect(old.map(\.kind) == new.map(\.kind))
  }

  @Test func `Swift names change with the package and with the prefix, and keep their order`() {
    let renamed = file.replacingOption("swift_prefix", with: "HB")
    let moved = file.replacingPackage(with: "port.v2")
    let pairs = zip(file.swiftSymbols(), renamed.swiftSymbols()).map { "\($0) \($1)" }
    #expect(pairs.contains("Harbor_V1_Method HBMethod"))
    #expect(pairs.contains("Harbor_V1_CraneClient HBCraneClient"))
    #expect(moved.swiftSymbols().contains("Port_V2_Style"))
    #expect(file.swiftSymbols().count == moved.swiftSymbols().count)
    #expect(
      renamed.replacingOption("swift_prefix", with: nil).swiftSymbols() == file.swiftSymbols())
  }
}
