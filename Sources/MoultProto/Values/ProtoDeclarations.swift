package import MoultSource

/// Where a declaration stands.
package struct ProtoPlace: Hashable, Sendable {
  /// The declaration with its block or its `;`, without comments.
  package let range: ByteRange

  /// The name that it declares.
  package let nameRange: ByteRange

  package init(
    range: ByteRange, nameRange: ByteRange
  ) {
    self.range = range
    self.nameRange = nameRange
  }
}

/// The comments of a declaration, without their markers, with the line breaks that they had.
package struct ProtoComments: Hashable, Sendable {
  /// The comment that ends on the line before the declaration; empty if there is none.
  package let leading: String

  /// The comment behind the declaration; empty if there is none.
  package let trailing: String

  /// Comments before it that a blank line separates from it.
  package let detached: [String]

  package init(
    leading: String, trailing: String, detached: [String]
  ) {
    self.leading = leading
    self.trailing = trailing
    self.detached = detached
  }

  package static let none = ProtoComments(leading: "", trailing: "", detached: [])
}

/// A `message`, or the message that a `group` declares.
package struct ProtoMessage: Sendable {
  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments

  /// In the order of the file, those in oneofs included.
  package let fields: [ProtoField]

  /// In the order of the file, without those that the `optional` of proto3 implies.
  package let oneofs: [ProtoOneof]

  /// Without the entries of map fields.
  package let messages: [ProtoMessage]

  package let enums: [ProtoEnum]

  /// The fields of `extend` blocks inside the message.
  package let extensions: [ProtoField]

  /// Whether other files may extend the message.
  package let hasExtensionRanges: Bool

  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, fields: [ProtoField],
    oneofs: [ProtoOneof], messages: [ProtoMessage], enums: [ProtoEnum], extensions: [ProtoField],
    hasExtensionRanges: Bool, options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.fields = fields
    self.oneofs = oneofs
    self.messages = messages
    self.enums = enums
    self.extensions = extensions
    self.hasExtensionRanges = hasExtensionRanges
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

/// A `oneof`.
package struct ProtoOneof: Sendable {
  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments
  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

/// A field of a message, or of an `extend` block.
package struct ProtoField: Sendable {
  /// The label in front of the type.
  package enum Cardinality: Sendable {
    /// No label is written.
    case implicit
    case optional
    case required
    case repeated
  }

  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments
  package let number: Int32
  package let cardinality: Cardinality
  package let type: ProtoFieldType

  /// The type as written, the whole of `map<…>`, or the name of a group, which is also the field's name range.
  package let typeRange: ByteRange?

  /// The index in the message's `oneofs`, or nil if the field is in none.
  package let oneofIndex: Int?

  /// The text of `default = …`: a string unescaped, bytes escaped, numbers as protoc normalizes them.
  package let defaultValue: String?

  /// The message that an extension extends, as written; nil for a message's own field.
  package let extendee: String?

  /// The extendee as written; the fields of one `extend` block share it.
  package let extendeeRange: ByteRange?

  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, number: Int32,
    cardinality: Cardinality, type: ProtoFieldType, typeRange: ByteRange?, oneofIndex: Int?,
    defaultValue: String?, extendee: String?, extendeeRange: ByteRange?, options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.number = number
    self.cardinality = cardinality
    self.type = type
    self.typeRange = typeRange
    self.oneofIndex = oneofIndex
    self.defaultValue = defaultValue
    self.extendee = extendee
    self.extendeeRange = extendeeRange
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

/// The type of a field.
package indirect enum ProtoFieldType: Hashable, Sendable {
  case scalar(ProtoScalar)
  /// A message or an enum, as written; with a leading dot it is the full name.
  case named(String)
  /// The message that a group declares beside its field; in editions, a delimited field that looks like one.
  case group(String)
  case map(key: ProtoScalar, value: ProtoFieldType)
}

/// A type that needs no declaration.
package enum ProtoScalar: String, Sendable, CaseIterable {
  case double, float
  case int32, int64, uint32, uint64, sint32, sint64
  case fixed32, fixed64, sfixed32, sfixed64
  case bool, string, bytes
}

/// An `enum`.
package struct ProtoEnum: Sendable {
  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments

  /// In the order of the file, aliases included.
  package let values: [ProtoEnumValue]

  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, values: [ProtoEnumValue],
    options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.values = values
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

/// A value of an enum.
package struct ProtoEnumValue: Sendable {
  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments
  package let number: Int32
  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, number: Int32, options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.number = number
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

/// A `service`.
package struct ProtoService: Sendable {
  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments

  /// In the order of the file.
  package let methods: [ProtoMethod]

  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, methods: [ProtoMethod],
    options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.methods = methods
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

/// An `rpc` of a service.
package struct ProtoMethod: Sendable {
  package let name: String
  package let place: ProtoPlace?
  package let comments: ProtoComments

  /// The request message as written; with a leading dot it is the full name.
  package let inputType: String
  package let inputTypeRange: ByteRange?

  /// The response message as written; with a leading dot it is the full name.
  package let outputType: String
  package let outputTypeRange: ByteRange?

  package let clientStreaming: Bool
  package let serverStreaming: Bool
  package let options: [ProtoOption]

  package init(
    name: String, place: ProtoPlace?, comments: ProtoComments, inputType: String,
    inputTypeRange: ByteRange?, outputType: String, outputTypeRange: ByteRange?,
    clientStreaming: Bool, serverStreaming: Bool, options: [ProtoOption]
  ) {
    self.name = name
    self.place = place
    self.comments = comments
    self.inputType = inputType
    self.inputTypeRange = inputTypeRange
    self.outputType = outputType
    self.outputTypeRange = outputTypeRange
    self.clientStreaming = clientStreaming
    self.serverStreaming = serverStreaming
    self.options = options
  }

  package var range: ByteRange? { place?.range }
  package var nameRange: ByteRange? { place?.nameRange }
}

extension ProtoMethod {
  /// Which side sends more than one message.
  package enum Kind: Sendable, CaseIterable {
    case unary
    case clientStreaming
    case serverStreaming
    case bidirectionalStreaming
  }

  package var kind: Kind {
    switch (clientStreaming, serverStreaming) {
    case (false, false): .unary
    case (true, false): .clientStreaming
    case (false, true): .serverStreaming
    case (true, true): .bidirectionalStreaming
    }
  }
}
