/// A type that comes with protobuf itself.
package enum WellKnownType: Sendable {
  case message
  case enumeration
}

/// Returns what a type of protobuf's own files is, or nil if `name` is none of them.
///
/// The name is the full one, with or without a leading dot.
package func wellKnownType(named name: String) -> WellKnownType? {
  let package = "google.protobuf."
  let full = name.hasPrefix(".") ? name.dropFirst() : name[...]
  guard full.hasPrefix(package) else { return nil }
  let simple = full.dropFirst(package.count)
  if wellKnownEnums.contains(simple) { return .enumeration }
  return wellKnownMessages.contains(simple) || simple.hasSuffix("DescriptorProto")
    || simple.hasSuffix("Options") ? .message : nil
}

/// Whether `path` is the import path of a file that comes with protobuf itself.
package func isWellKnownFile(_ path: String) -> Bool {
  guard path.hasPrefix("google/protobuf/"), path.hasSuffix(".proto") else { return false }
  return wellKnownFiles.contains(path.dropFirst("google/protobuf/".count).dropLast(".proto".count))
}

private let wellKnownFiles: Set<Substring> = [
  "any", "api", "descriptor", "duration", "empty", "field_mask", "source_context", "struct",
  "timestamp", "type", "wrappers",
]

private let wellKnownMessages: Set<Substring> = [
  "Any", "Api", "BoolValue", "BytesValue", "DoubleValue", "Duration", "Empty", "Enum", "EnumValue",
  "FeatureSet", "Field", "FieldMask", "FileDescriptorSet", "FloatValue", "GeneratedCodeInfo",
  "Int32Value", "Int64Value", "ListValue", "Method", "Mixin", "Option", "SourceCodeInfo",
  "SourceContext", "StringValue", "Struct", "Timestamp", "Type", "UInt32Value", "UInt64Value",
  "UninterpretedOption", "Value",
]

private let wellKnownEnums: Set<Substring> = [
  "Edition", "Field.Cardinality", "Field.Kind", "NullValue", "Syntax", "FieldDescriptorProto.Label",
  "FieldDescriptorProto.Type",
]
