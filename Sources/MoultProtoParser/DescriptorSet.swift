package import MoultProto
import MoultSource
import SwiftProtobuf

/// Why the bytes of a descriptor set cannot be used.
package enum DescriptorSetError: Error, Equatable {
  /// The bytes are no serialized `google.protobuf.FileDescriptorSet`.
  case malformed
}

/// Returns the files in `bytes`, a serialized `FileDescriptorSet` as `protoc --descriptor_set_out` and
/// `buf build` write it.
///
/// Paths are import paths. There are no ranges, because the text is not at hand, and type names are full, with
/// a leading dot. Of the options, only common ones that need no extension are there.
///
/// - Returns: the files in the order of the set, a file that is there twice only once.
package func protoFiles(
  inDescriptorSet bytes: [UInt8]
) throws(DescriptorSetError) -> [ProtoFile] {
  let set: Google_Protobuf_FileDescriptorSet
  do {
    set = try Google_Protobuf_FileDescriptorSet(serializedBytes: bytes)
  } catch {
    throw .malformed
  }
  var seen: Set<String> = []
  return set.file.filter { seen.insert($0.name).inserted }.map(protoFile)
}

private func protoFile(_ proto: Google_Protobuf_FileDescriptorProto) -> ProtoFile {
  let syntax: ProtoSyntax =
    switch proto.syntax {
    case "proto3": .proto3
    case "editions": .edition(editionText(proto.edition))
    default: .proto2
    }
  let options = protoOptions(proto.options, .none, .root)
  let reader = DescriptorReader(
    source: .none, hasImplicitLabels: syntax != .proto2,
    isDelimitedByDefault: feature("message_encoding", in: options) == "DELIMITED")
  let content = ProtoContent(proto, reader)
  return ProtoFile(
    path: proto.name, syntax: syntax, isEditionFallback: false,
    packageStatement: proto.hasPackage
      ? ProtoPackageStatement(name: proto.package, range: nil) : nil,
    imports: protoImports(proto, .none),
    options: options,
    messages: content.messages, enums: content.enums, services: content.services,
    extensions: content.extensions, diagnostics: [], isRefused: false, lineEnding: .lf,
    insertionPointForOption: nil)
}

/// Returns the year that an edition is called by, or its number if it is none that was released.
private func editionText(_ edition: Google_Protobuf_Edition) -> String {
  edition.rawValue == 1_000 + 1
    ? "2024" : edition.rawValue == 1_000 ? "2023" : "\(edition.rawValue)"
}
