import MoultProto
import MoultProtoParser
import MoultSource
import Testing

@Suite struct GeneratedSwiftTests {
  private func messages(_ text: String) -> String {
    generatedMessageDeclarations(ofFileAt: 0, in: ProtoProject([Parsed(text).file]))
  }

  private let conformances =
    "SwiftProtobuf._MessageImplementationBase, SwiftProtobuf._ProtoNameProviding, Swift.Sendable"

  @Test func `a proto3 message has presence where it is asked for or holds a message`() {
    let text = messages(
      """
      syntax = "proto3"; package a.v1;
      message M { int32 n = 1; optional bytes b = 2; M m = 3; repeated M ms = 4; map<string, M> by = 5; }
      """)
    #expect(
      text == """
        public struct A_V1_M: SwiftProtobuf.Message, \(conformances) {
          public var n: Swift.Int32 { get set }
          public var b: Foundation.Data { get set }
          public var hasB: Swift.Bool { get }
          public mutating func clearB()
          public var m: A_V1_M { get set }
          public var hasM: Swift.Bool { get }
          public mutating func clearM()
          public var ms: [A_V1_M] { get set }
          public var by: Swift.Dictionary<Swift.String, A_V1_M> { get set }
          public var unknownFields: SwiftProtobuf.UnknownStorage
          public init()
          public static let protoMessageName: Swift.String
          public static let _protobuf_nameMap: SwiftProtobuf._NameMap
          public mutating func decodeMessage<D>(decoder: inout D) throws where D: SwiftProtobuf.Decoder
          public func traverse<V>(visitor: inout V) throws where V: SwiftProtobuf.Visitor
        }

        """)
  }

  @Test func `a oneof is an optional enum, and its members have no presence of their own`() {
    let text = messages(
      "syntax = \"proto3\"; message M { oneof kind { string s = 1; M m = 2; } }")
    #expect(
      text.contains(
        "  public var kind: M.OneOf_Kind? { get set }\n  public var s: Swift.String { get set }\n"))
    #expect(
      text.contains(
        """
          public enum OneOf_Kind: Swift.Equatable, Swift.Sendable {
            case s(Swift.String)
            case m(M)
          }

        """))
    #expect(!text.contains("hasS"))
    #expect(!text.contains("hasM"))
  }

  @Test func `an open enum keeps what it does not know, a closed one has raw values`() {
    let open = messages("syntax = \"proto3\"; enum E { E_A = 0; E_B = 1; }")
    #expect(
      open == """
        public enum E: SwiftProtobuf.Enum, Swift.CaseIterable {
          public typealias RawValue = Swift.Int
          case a
          case b
          case UNRECOGNIZED(Swift.Int)
          public init()
          public init?(rawValue: Swift.Int)
          public var rawValue: Swift.Int { get }
          public static let allCases: [E]
        }

        """)
    let closed = messages(
      "enum E { option allow_alias = true; E_A = 0; E_B = 0; EA = 0; E_C = 1; }")
    #expect(
      closed == """
        public enum E: Swift.Int, SwiftProtobuf.Enum, Swift.CaseIterable {
          case a = 0
          public static let b: E
          case c = 1
          public init()
        }

        """)
    let edition = messages(
      "edition = \"2023\"; option features.enum_type = CLOSED; enum E { A = 0; }")
    #expect(edition.contains("enum E: Swift.Int,"))
  }

  @Test func `types of other files have their prefix, and well-known ones their module`() {
    let other = parseProto(
      SourceText(
        path: "o.proto",
        bytes: Array("option swift_prefix = \"X\"; message O { enum K { A = 0; } }".utf8)))
    let file = Parsed(
      """
      syntax = "proto3"; import "o.proto"; import "google/protobuf/timestamp.proto";
      message M { O o = 1; O.K k = 2; google.protobuf.Timestamp t = 3; gone.v1.Thing g = 4; }
      """
    ).file
    let text = generatedMessageDeclarations(ofFileAt: 0, in: ProtoProject([file, other]))
    #expect(text.contains("  public var o: XO { get set }\n  public var hasO"))
    #expect(text.contains("  public var k: XO.K { get set }\n  public var t:"))
    #expect(text.contains("  public var t: SwiftProtobuf.Google_Protobuf_Timestamp { get set }\n"))
    #expect(text.contains("  public var g: Gone_V1_Thing { get set }\n"))
  }

  @Test func `groups and delimited fields that look like groups are named after their messages`() {
    let proto2 = messages("message M { optional group MyPart = 1 { optional int32 a = 1; } }")
    #expect(proto2.contains("public var myPart: M.MyPart { get set }\n"))
    let edition = messages(
      """
      edition = "2023"; option features = { message_encoding: DELIMITED };
      message M { message MyPart {} MyPart mypart = 1; MyPart other = 2; }
      """)
    #expect(edition.contains("public var myPart: M.MyPart { get set }\n"))
    #expect(edition.contains("public var other: M.MyPart { get set }\n"))
  }

  @Test func `extensions are properties of what they extend`() {
    let text = messages(
      "package p; message M { extensions 1 to 9; } extend M { optional int32 my_note = 1; repeated int32 n = 2; }"
    )
    #expect(text.contains("struct P_M: SwiftProtobuf.ExtensibleMessage,"))
    #expect(
      text.contains(
        """
        public let P_Extensions_my_note: any SwiftProtobuf.AnyMessageExtension
        public let P_Extensions_n: any SwiftProtobuf.AnyMessageExtension
        extension P_M {
          public var P_myNote: Swift.Int32 { get set }
          public var hasP_myNote: Swift.Bool { get }
          public mutating func clearP_myNote()
        }
        extension P_M {
          public var P_n: [Swift.Int32] { get set }
        }

        """))
  }
}
