import MoultProto
import MoultSource
import SwiftProtobuf

/// Turns descriptors, as libprotobuf and descriptor sets have them, into our values.
struct DescriptorReader {
  let source: SourceInfo

  /// Whether `optional` is what a field without a label is called in the descriptor.
  let hasImplicitLabels: Bool

  /// Whether message fields of the file are encoded like groups unless they say otherwise.
  let isDelimitedByDefault: Bool

  typealias Node = SourceInfo.Node

  /// The declarations around a field.
  struct Scope {
    /// The full name of the message, or the package.
    let name: String

    /// The names of the messages that are declared in it.
    let messages: Set<String>

    /// The messages that the parser made of map fields, by their names.
    let entries: [String: Google_Protobuf_DescriptorProto]

    init(_ name: String, _ messages: [Google_Protobuf_DescriptorProto]) {
      self.name = name
      var names: Set<String> = []
      var entries: [String: Google_Protobuf_DescriptorProto] = [:]
      for message in messages {
        if message.options.mapEntry {
          entries[message.name] = message
        } else {
          names.insert(message.name)
        }
      }
      self.messages = names
      self.entries = entries
    }
  }

  func message(
    _ proto: Google_Protobuf_DescriptorProto, _ node: Node, in outer: String
  ) -> ProtoMessage {
    let scope = Scope(outer.isEmpty ? proto.name : "\(outer).\(proto.name)", proto.nestedType)
    var synthetic: Set<Int32> = []
    for field in proto.field where field.proto3Optional && field.hasOneofIndex {
      synthetic.insert(field.oneofIndex)
    }
    return ProtoMessage(
      name: proto.name, place: source.place(node), comments: source.comments(node),
      fields: proto.field.enumerated().map { index, field in
        self.field(field, source.child(node, 2, index), in: scope)
      },
      oneofs: proto.oneofDecl.enumerated().compactMap { index, oneof in
        synthetic.contains(Int32(index)) ? nil : self.oneof(oneof, source.child(node, 8, index))
      },
      messages: proto.nestedType.enumerated().compactMap { index, nested in
        nested.options.mapEntry
          ? nil : message(nested, source.child(node, 3, index), in: scope.name)
      },
      enums: proto.enumType.enumerated().map { enumeration($1, source.child(node, 4, $0)) },
      extensions: proto.extension.enumerated().map { index, field in
        self.field(field, source.child(node, 6, index), in: scope)
      },
      hasExtensionRanges: !proto.extensionRange.isEmpty,
      options: protoOptions(proto.options, source, source.child(node, 7)))
  }

  func field(
    _ proto: Google_Protobuf_FieldDescriptorProto, _ node: Node, in scope: Scope
  ) -> ProtoField {
    let options = protoOptions(proto.options, source, source.child(node, 8))
    let type = fieldType(proto, options, in: scope)
    let cardinality: ProtoField.Cardinality =
      switch proto.label {
      case .required: .required
      case .repeated: .repeated
      case .optional:
        proto.proto3Optional
          ? .optional : hasImplicitLabels || proto.hasOneofIndex ? .implicit : .optional
      }
    let typeNode = source.child(node, 6)
    return ProtoField(
      name: proto.name, place: source.place(node), comments: source.comments(node),
      number: proto.number, cardinality: cardinality, type: type,
      typeRange: source.range(typeNode) ?? source.range(source.child(node, 5)),
      oneofIndex: proto.hasOneofIndex && !proto.proto3Optional ? Int(proto.oneofIndex) : nil,
      defaultValue: proto.hasDefaultValue ? proto.defaultValue : nil,
      extendee: proto.hasExtendee ? proto.extendee : nil,
      extendeeRange: source.range(source.child(node, 2)),
      options: options)
  }

  func oneof(_ proto: Google_Protobuf_OneofDescriptorProto, _ node: Node) -> ProtoOneof {
    ProtoOneof(
      name: proto.name, place: source.place(node), comments: source.comments(node),
      options: protoOptions(proto.options, source, source.child(node, 2)))
  }

  func enumeration(_ proto: Google_Protobuf_EnumDescriptorProto, _ node: Node) -> ProtoEnum {
    ProtoEnum(
      name: proto.name, place: source.place(node), comments: source.comments(node),
      values: proto.value.enumerated().map { index, value in
        let node = source.child(node, 2, index)
        return ProtoEnumValue(
          name: value.name, place: source.place(node), comments: source.comments(node),
          number: value.number,
          options: protoOptions(value.options, source, source.child(node, 3)))
      },
      options: protoOptions(proto.options, source, source.child(node, 3)))
  }

  func service(_ proto: Google_Protobuf_ServiceDescriptorProto, _ node: Node) -> ProtoService {
    ProtoService(
      name: proto.name, place: source.place(node), comments: source.comments(node),
      methods: proto.method.enumerated().map { index, method in
        let node = source.child(node, 2, index)
        return ProtoMethod(
          name: method.name, place: source.place(node), comments: source.comments(node),
          inputType: method.inputType, inputTypeRange: source.range(source.child(node, 2)),
          outputType: method.outputType, outputTypeRange: source.range(source.child(node, 3)),
          clientStreaming: method.clientStreaming, serverStreaming: method.serverStreaming,
          options: protoOptions(method.options, source, source.child(node, 4)))
      },
      options: protoOptions(proto.options, source, source.child(node, 3)))
  }

  private func fieldType(
    _ proto: Google_Protobuf_FieldDescriptorProto, _ options: [ProtoOption], in scope: Scope
  ) -> ProtoFieldType {
    if proto.hasType, proto.type == .group { return .group(proto.typeName) }
    if let scalar = proto.hasType ? proto.type.scalar : nil { return .scalar(scalar) }
    let simpleName = proto.typeName.split(separator: ".").last.map(String.init) ?? ""
    if proto.label == .repeated, let entry = scope.entries[simpleName],
      let key = entry.field.first(where: { $0.number == 1 })?.type.scalar,
      let value = entry.field.first(where: { $0.number == 2 })
    {
      return .map(key: key, value: fieldType(value, [], in: Scope("", [])))
    }
    let isGroup =
      proto.name == simpleName.lowercased() && scope.messages.contains(simpleName)
      && (proto.typeName == simpleName || proto.typeName == ".\(scope.name).\(simpleName)")
      && isDelimited(options)
    return isGroup ? .group(proto.typeName) : .named(proto.typeName)
  }

  private func isDelimited(_ options: [ProtoOption]) -> Bool {
    feature("message_encoding", in: options).map { $0 == "DELIMITED" } ?? isDelimitedByDefault
  }
}

extension Google_Protobuf_FieldDescriptorProto.TypeEnum {
  /// The scalar that this is, or nil for what needs a declaration.
  fileprivate var scalar: ProtoScalar? {
    switch self {
    case .double: .double
    case .float: .float
    case .int64: .int64
    case .uint64: .uint64
    case .int32: .int32
    case .fixed64: .fixed64
    case .fixed32: .fixed32
    case .bool: .bool
    case .string: .string
    case .bytes: .bytes
    case .uint32: .uint32
    case .sfixed32: .sfixed32
    case .sfixed64: .sfixed64
    case .sint32: .sint32
    case .sint64: .sint64
    case .group, .message, .enum: nil
    }
  }
}
