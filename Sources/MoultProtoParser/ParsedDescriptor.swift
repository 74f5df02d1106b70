import CMoultProtobuf

/// What libprotobuf's parser made of one text.
///
/// Owns one C++ object, which is destroyed with this value.
@safe
struct ParsedDescriptor: ~Copyable {
  /// A complaint, placed as libprotobuf counts; see `ColumnMap`.
  struct Message {
    let line: Int
    let column: Int
    let text: String
  }

  enum Outcome {
    case read
    case tooLarge
    case tooDeep
    case tooManyRanges
    case failed
  }

  private let handle: OpaquePointer?

  init(parsing bytes: [UInt8]) {
    let created = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe moult_proto_parse_create(buffer.baseAddress, buffer.count)
    }
    unsafe handle = created
  }

  deinit {
    if let handle = unsafe handle { unsafe moult_proto_parse_destroy(handle) }
  }

  var outcome: Outcome {
    guard let handle = unsafe handle else { return .failed }
    switch unsafe moult_proto_parse_outcome(handle) {
    case MOULT_PROTO_READ: return .read
    case MOULT_PROTO_TOO_LARGE: return .tooLarge
    case MOULT_PROTO_TOO_DEEP: return .tooDeep
    case MOULT_PROTO_TOO_MANY_RANGES: return .tooManyRanges
    default: return .failed
    }
  }

  /// The index of the byte at which the text was refused.
  var refusal: Int {
    guard let handle = unsafe handle else { return 0 }
    return unsafe moult_proto_parse_refusal(handle)
  }

  /// A serialized `FileDescriptorProto` without source info.
  var descriptor: [UInt8] {
    guard let handle = unsafe handle else { return [] }
    return unsafe Self.copy(moult_proto_parse_descriptor(handle))
  }

  /// A serialized `SourceCodeInfo`.
  var sourceInfo: [UInt8] {
    guard let handle = unsafe handle else { return [] }
    return unsafe Self.copy(moult_proto_parse_source_info(handle))
  }

  var messages: [Message] {
    guard let handle = unsafe handle else { return [] }
    return (0..<(unsafe moult_proto_parse_message_count(handle))).map { index in
      let message = unsafe moult_proto_parse_message(handle, index)
      return unsafe Message(
        line: Int(message.line), column: Int(message.column),
        text: String(decoding: Self.copy(message.message), as: UTF8.self))
    }
  }

  private static func copy(_ lent: MoultProtoBytes) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: lent.bytes, count: lent.count))
  }
}
