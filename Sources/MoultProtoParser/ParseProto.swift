package import MoultProto
package import MoultSource
import SwiftProtobuf

/// Returns what `source` declares.
///
/// Reads this one text: imports, type names and options are taken as written. Text that cannot be
/// understood is skipped, with a diagnostic; a file too large or too deep to be read gives diagnostics alone.
///
/// - Complexity: O(*n* log *n*), mostly libprotobuf's.
package func parseProto(_ source: SourceText) -> ProtoFile {
  let prepared = PreparedText(source.bytes)
  let parsed = ParsedDescriptor(parsing: prepared.bytes)
  let columns = ColumnMap(source.bytes, precedingLines: prepared.precedingLines)
  var diagnostics = parsed.messages.map { message in
    ProtoDiagnostic(
      range: word(at: columns.offset(line: message.line, column: message.column), in: source.bytes),
      message: message.text.hasSuffix(".") ? String(message.text.dropLast()) : message.text)
  }
  if let refusal = refusal(of: parsed, added: prepared.bytes.count - source.bytes.count) {
    let offset = ByteOffset(min(max(refusal.offset, 0), source.bytes.count))
    diagnostics.append(
      ProtoDiagnostic(
        range: word(at: offset, in: source.bytes), message: refusal.message))
  }
  diagnostics.sort { $0.range.lowerBound < $1.range.lowerBound }
  var proto = Google_Protobuf_FileDescriptorProto()
  if parsed.outcome == .read {
    do {
      var options = BinaryDecodingOptions()
      options.messageDepthLimit = 1_000
      proto = try Google_Protobuf_FileDescriptorProto(
        serializedBytes: parsed.descriptor, options: options)
    } catch {
      diagnostics.append(
        ProtoDiagnostic(
          range: ByteOffset(0)..<ByteOffset(0),
          message: "libprotobuf's description of this file cannot be decoded"))
    }
  }
  let info = SourceInfo(parsed.sourceInfo, columns: columns)
  return protoFile(
    proto, of: source, prepared: prepared, info: info, diagnostics: diagnostics,
    isRefused: parsed.outcome != .read)
}

/// Says why nothing of a text was read, or nil if it was.
private func refusal(
  of parsed: borrowing ParsedDescriptor, added: Int
) -> (offset: Int, message: String)? {
  let offset = parsed.refusal - added
  switch parsed.outcome {
  case .read: return nil
  case .tooLarge: return (0, "the file is too large to be read as a .proto file")
  case .tooDeep: return (offset, "blocks are nested too deeply")
  case .tooManyRanges: return (offset, "too many extension ranges share these options")
  case .failed: return (0, "libprotobuf could not read this file")
  }
}

/// Returns the word at `offset`, or the byte there if it is in no word.
private func word(at offset: ByteOffset, in bytes: [UInt8]) -> ByteRange {
  guard offset.index < bytes.count else { return offset..<offset }
  var end = offset.index
  while end < bytes.count, ProtoScanner.isWord(bytes[end]) { end += 1 }
  // A byte that begins a character is shown with the rest of that character.
  if end == offset.index {
    end += 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
  }
  return offset..<ByteOffset(end)
}

private func protoFile(
  _ proto: Google_Protobuf_FileDescriptorProto, of source: SourceText, prepared: PreparedText,
  info: SourceInfo, diagnostics: [ProtoDiagnostic], isRefused: Bool
) -> ProtoFile {
  let root = SourceInfo.Node.root
  let options = protoOptions(proto.options, info, info.child(root, 8))
  let reader = DescriptorReader(
    source: info, hasImplicitLabels: proto.syntax == "proto3",
    isDelimitedByDefault: feature("message_encoding", in: options) == "DELIMITED")
  let imports = protoImports(proto, info)
  let packageRange = info.range(info.child(root, 2))
  var header = [packageRange] + imports.map(\.range) + options.map(\.range)
  if let edition = prepared.editionRange {
    header.append(ByteRange(indices: edition))
  } else if prepared.precedingLines == 0 {
    header.append(info.range(info.child(root, 12)))
  }
  let content = ProtoContent(proto, reader)
  return ProtoFile(
    path: source.path,
    syntax: prepared.edition.map { .edition($0) } ?? (proto.syntax == "proto3" ? .proto3 : .proto2),
    isEditionFallback: prepared.edition != nil,
    packageStatement: proto.hasPackage
      ? ProtoPackageStatement(name: proto.package, range: packageRange) : nil,
    imports: imports, options: options, messages: content.messages, enums: content.enums,
    services: content.services, extensions: content.extensions, diagnostics: diagnostics,
    isRefused: isRefused,
    lineEnding: lineEnding(of: source.bytes),
    insertionPointForOption: insertionPoint(
      in: source.bytes, after: header.compactMap { $0 }, options.compactMap(\.range),
      before: content.firstOffset))
}

/// The declarations of a file.
struct ProtoContent {
  let messages: [ProtoMessage]
  let enums: [ProtoEnum]
  let services: [ProtoService]
  let extensions: [ProtoField]

  init(_ proto: Google_Protobuf_FileDescriptorProto, _ reader: DescriptorReader) {
    let info = reader.source
    let root = SourceInfo.Node.root
    let scope = DescriptorReader.Scope(proto.package, proto.messageType)
    messages = proto.messageType.enumerated().map {
      reader.message($1, info.child(root, 4, $0), in: proto.package)
    }
    enums = proto.enumType.enumerated().map { reader.enumeration($1, info.child(root, 5, $0)) }
    services = proto.service.enumerated().map { reader.service($1, info.child(root, 6, $0)) }
    extensions = proto.extension.enumerated().map {
      reader.field($1, info.child(root, 7, $0), in: scope)
    }
  }

  /// Where the first declaration begins.
  var firstOffset: ByteOffset? {
    let ranges = [
      messages.first?.range, enums.first?.range, services.first?.range, extensions.first?.range,
    ]
    return ranges.compactMap { $0?.lowerBound }.min()
  }
}

func protoImports(
  _ proto: Google_Protobuf_FileDescriptorProto, _ info: SourceInfo
) -> [ProtoImport] {
  let publicIndices = Set(proto.publicDependency)
  let weakIndices = Set(proto.weakDependency)
  return proto.dependency.enumerated().map { index, path in
    let index32 = Int32(index)
    return ProtoImport(
      path: path,
      kind: publicIndices.contains(index32)
        ? .public : weakIndices.contains(index32) ? .weak : .plain,
      range: info.range(info.child(.root, 3, index)))
  }
}

private func lineEnding(of bytes: [UInt8]) -> ProtoLineEnding {
  guard let feed = bytes.firstIndex(of: 0x0A), feed > 0 else { return .lf }
  return bytes[feed - 1] == 0x0D ? .crlf : .lf
}

private func insertionPoint(
  in bytes: [UInt8], after statements: [ByteRange], _ options: [ByteRange],
  before declaration: ByteOffset?
) -> ByteOffset {
  func end(of statements: [ByteRange]) -> ByteOffset? {
    statements.map(\.upperBound).filter { end in declaration.map { end <= $0 } ?? true }.max()
  }
  guard let end = end(of: options) ?? end(of: statements) else {
    let hasMark = bytes.starts(with: ProtoScanner.byteOrderMark)
    return ByteOffset(hasMark ? ProtoScanner.byteOrderMark.count : 0)
  }
  var scanner = ProtoScanner(bytes, from: end.index)
  scanner.skipToNextLine()
  return ByteOffset(scanner.position)
}
