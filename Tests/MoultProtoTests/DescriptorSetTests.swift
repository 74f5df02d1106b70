import MoultProto
import MoultProtoParser
import MoultSource
import Testing

@Suite struct DescriptorSetTests {
  /// A length-delimited field of a protobuf message.
  private func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [number << 3 | 2, UInt8(content.count)] + content
  }

  private func field(_ number: UInt8, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  private func field(_ number: UInt8, _ value: UInt8) -> [UInt8] { [number << 3, value] }

  @Test func `a set gives files without ranges and with full names`() throws {
    let load = field(1, "Load") + field(2, field(1, "id") + field(3, 1) + field(4, 1) + field(5, 9))
    let method = field(1, "Move") + field(2, ".p.Load") + field(3, ".p.Load") + field(6, 1)
    // Field 36 of the options is the Objective-C prefix; its tag takes two bytes.
    let options: [UInt8] = [0xA2, 0x02, 3] + Array("HCX".utf8)
    let file =
      field(1, "p/load.proto") + field(2, "p") + field(4, load)
      + field(6, field(1, "Crane") + field(2, method)) + field(8, options) + field(12, "proto3")
    let files = try protoFiles(inDescriptorSet: field(1, file) + field(1, file))
    let only = try #require(files.first)
    #expect(files.count == 1)
    #expect(only.path == "p/load.proto")
    #expect(only.syntax == .proto3)
    #expect(only.objectiveCPrefix == "HCX")
    #expect(only.messages.first?.fields.first?.type == .scalar(.string))
    #expect(only.messages.first?.fields.first?.cardinality == .implicit)
    #expect(only.messages.first?.range == nil)
    #expect(only.services.first?.methods.first?.serverStreaming == true)
    #expect(only.services.first?.methods.first?.inputType == ".p.Load")
    #expect(only.insertionPointForOption == nil)
  }

  @Test func `bytes that are no set are an error`() {
    #expect(throws: DescriptorSetError.malformed) { try protoFiles(inDescriptorSet: [0x0A, 0x7F]) }
  }

  @Test func `no bytes are an empty set`() throws {
    #expect(try protoFiles(inDescriptorSet: []).isEmpty)
  }
}
