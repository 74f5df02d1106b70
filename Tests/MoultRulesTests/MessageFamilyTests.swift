import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// What is found of messages where neither an import nor a declaration says all.
@Suite struct MessageFamilyTests {
  /// The findings of `Sources/App`, one line each: `line:column rule safety`.
  private func found(_ texts: [String: String]) async throws -> [String] {
    let files = texts.sorted { $0.key < $1.key }.compactMap { path, text in
      ProjectText(path: path, bytes: Array(text.utf8))
    }
    let result = await analyse(
      files, try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
    return result.findings.filter { $0.path == "Sources/App/A.swift" }.map { finding in
      let lines = LineIndex(Array((texts[finding.path] ?? "").utf8))
      let safety = finding.fix.map { "\($0.safety)" } ?? "manual"
      return "\(lines.line(of: finding.range.lowerBound)) \(finding.rule) \(safety)"
    }
  }

  private let rule = "swift-protobuf.init-serialized-data"

  @Test func `a type of a package that is not in the tree is a message by its name or its use`()
    async throws
  {
    let lines = try await found([
      "Sources/App/A.swift": """
      import Foundation
      import SwiftProtobuf
      import Elsewhere
      func named(_ data: Data) throws { _ = try Shop_V1_Order(serializedData: data) }
      func qualified(_ data: Data) throws { _ = try Elsewhere.Shop_Item(serializedData: data) }
      func used(_ data: Data) throws -> Bool {
        let token = try Token(serializedData: data)
        return token.hasExpiry
      }
      func made(_ data: Data) throws -> (Token, Token) {
        (Token.with { $0.text = "a" }, try Token(serializedData: data))
      }
      """
    ])
    #expect(lines == [4, 5, 7, 11].map { "\($0) \(rule) review" })
  }

  @Test func `what has such a label and is nobody's message is left alone`() async throws {
    let lines = try await found([
      "Sources/App/A.swift": """
      import Foundation
      import SwiftProtobuf
      import Elsewhere
      struct Box_V1 { init(serializedData: Data) throws {} }
      func key(_ data: Data) throws { _ = try Key(serializedData: data) }
      func text(_ data: Data) throws -> Int {
        let key = try Key(serializedData: data)
        return key.count
      }
      func own(_ data: Data) throws { _ = try Box_V1(serializedData: data) }
      func unmarked(_ data: Data) { _ = Shop_V1_Order(serializedData: data) }
      func labelled(_ data: Data) throws { _ = try Shop_V1_Order(serializedData: data, now: true) }
      """,
      "Sources/App/B.swift": """
      import Foundation
      func order(_ data: Data) throws { _ = try Shop_V1_Order(serializedData: data) }
      """,
    ])
    #expect(lines == [])
  }

  @Test func `what the clause of an extension demands holds in its bodies, and nowhere else`()
    async throws
  {
    let lines = try await found([
      "Sources/App/A.swift": """
      import Foundation
      import SwiftProtobuf
      protocol Source { associatedtype Value }
      extension Source where Value: Message & Equatable {
        func read(_ data: Data) throws -> Value { try Value(serializedData: data) }
        func fill(_ value: inout Value, _ bytes: [UInt8]) throws { try value.merge(contiguousBytes: bytes) }
      }
      extension Source {
        func fill(_ value: inout Value, _ bytes: [UInt8]) throws { try value.merge(contiguousBytes: bytes) }
      }
      struct Box<M> { var value: M }
      extension Box where M: Equatable & SwiftProtobuf.Message {
        mutating func fill(_ bytes: [UInt8]) throws { try value.merge(contiguousBytes: bytes) }
      }
      extension Array where Element: Message & Equatable {
        func read(_ data: Data) throws -> Element { try Element(serializedData: data) }
      }
      """
    ])
    #expect(lines == [5, 6, 13, 16].map { "\($0) \(rule) safe" })
  }

  @Test func `types that the library brings are messages, those that describe schemas too`()
    async throws
  {
    let lines = try await found([
      "Sources/App/A.swift": """
      import Foundation
      import SwiftProtobuf
      import SwiftProtobufPluginLibrary
      func read(_ data: Data) throws {
        _ = try Google_Protobuf_StringValue(serializedData: data)
        _ = try Google_Protobuf_Api(serializedData: data).sourceContext.fileName
        _ = try Google_Protobuf_Type(serializedData: data).fields.first?.kind
        let set = try Google_Protobuf_FileDescriptorSet(serializedData: data)
        for file in set.file { _ = try Google_Protobuf_FileOptions(serializedData: file.options.unknownFields.data) }
        _ = try Google_Protobuf_Compiler_CodeGeneratorRequest(serializedData: data)
      }
      """
    ])
    #expect(lines == [5, 6, 7, 8, 9, 10].map { "\($0) \(rule) safe" })
  }

  @Test func `members that old generators wrote are the library's, and fields are the project's`()
    async throws
  {
    let lines = try await found([
      "Sources/App/A.swift": """
      import SwiftProtobuf
      func describe(_ item: Shop_Item, _ note: Shop_Note) -> String {
        let names = item.swiftClassName + item.protoMessageName
        let kind = Shop_Item.Kind(jsonName: names) ?? Shop_Item.Kind(name: names)
        return item.protoPackageName + (kind?.json ?? "") + note.json + "\\(item.unknown)"
      }
      """,
      "Sources/App/shop.pb.swift": generatedBy0,
    ])
    #expect(
      lines == [
        "3 swift-protobuf.message-member review", "3 swift-protobuf.message-member review",
        "4 swift-protobuf.enum-name manual", "4 swift-protobuf.enum-name manual",
        "5 swift-protobuf.message-member manual", "5 swift-protobuf.enum-name manual",
        "5 swift-protobuf.message-member safe",
      ])
  }
}

/// In the shape of the generator of 0.9.27, with a field that is called as a member of its enumerations.
private let generatedBy0 = """
  // DO NOT EDIT.
  //
  // Generated by the Swift generator plugin for the protocol buffer compiler.
  // Source: shop.proto
  import Foundation
  import SwiftProtobuf

  struct Shop_Note: SwiftProtobuf.Message, SwiftProtobuf.Proto3Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf.ProtoNameProviding {
    public var swiftClassName: String {return "Shop_Note"}
    public var protoMessageName: String {return "Note"}
    public var protoPackageName: String {return "shop"}
    public static let _protobuf_fieldNames: FieldNameMap = [:]
    var json: String = ""
    public init() {}
  }
  struct Shop_Item: SwiftProtobuf.Message, SwiftProtobuf.Proto2Message, SwiftProtobuf._MessageImplementationBase, SwiftProtobuf.ProtoNameProviding {
    public var swiftClassName: String {return "Shop_Item"}
    public var protoMessageName: String {return "Item"}
    public var protoPackageName: String {return "shop"}
    public static let _protobuf_fieldNames: FieldNameMap = [:]
    public var unknown = SwiftProtobuf.UnknownStorage()
    enum Kind: SwiftProtobuf.Enum {
      typealias RawValue = Int
      case big
      init() { self = .big }
      init?(rawValue: Int) { return nil }
      init?(name: String) { return nil }
      init?(jsonName: String) { return nil }
      init?(protoName: String) { return nil }
      var rawValue: Int { return 0 }
      var json: String { return "" }
      var hashValue: Int { return rawValue }
      var debugDescription: String { return "" }
    }
    public init() {}
  }
  """
