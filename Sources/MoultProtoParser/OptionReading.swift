import MoultProto
import MoultSource
import SwiftProtobuf

/// One of the messages of `descriptor.proto` that hold options.
protocol OptionsMessage {
  /// What libprotobuf's parser leaves.
  var uninterpretedOption: [Google_Protobuf_UninterpretedOption] { get }

  /// What descriptor sets hold, as far as names and eras depend on it.
  var interpreted: InterpretedOptions { get }
}

/// Returns the options of a declaration whose options are at `node`.
func protoOptions(
  _ message: some OptionsMessage, _ source: SourceInfo, _ node: SourceInfo.Node
) -> [ProtoOption] {
  guard message.uninterpretedOption.isEmpty else {
    return message.uninterpretedOption.enumerated().map { index, option in
      protoOption(option, source, source.child(node, 999, index))
    }
  }
  return message.interpreted.options
}

private func protoOption(
  _ proto: Google_Protobuf_UninterpretedOption, _ source: SourceInfo, _ node: SourceInfo.Node
) -> ProtoOption {
  let name = proto.name.map { $0.isExtension ? "(\($0.namePart))" : $0.namePart }
  let (value, tag) = value(of: proto)
  return ProtoOption(
    name: name.joined(separator: "."), value: value, range: source.range(node),
    nameRange: source.range(source.child(node, 2)),
    valueRange: source.range(source.child(node, tag)))
}

/// The value of an option, and the field of `UninterpretedOption` that holds it.
private func value(
  of proto: Google_Protobuf_UninterpretedOption
) -> (ProtoOptionValue, tag: Int) {
  if proto.hasStringValue { return (.string([UInt8](proto.stringValue)), 7) }
  if proto.hasPositiveIntValue { return (.integer(proto.positiveIntValue), 4) }
  if proto.hasNegativeIntValue { return (.negativeInteger(proto.negativeIntValue), 5) }
  if proto.hasDoubleValue { return (.double(proto.doubleValue), 6) }
  if proto.hasAggregateValue { return (.aggregate(proto.aggregateValue), 8) }
  return (.identifier(proto.identifierValue), 3)
}

/// Options that somebody has interpreted already, under their names again.
struct InterpretedOptions {
  private(set) var options: [ProtoOption] = []

  mutating func add(_ name: String, _ isSet: Bool, _ text: String) {
    if isSet { add(name, .string(Array(text.utf8))) }
  }

  mutating func add(_ name: String, _ isSet: Bool, _ flag: Bool) {
    if isSet { add(name, .identifier(flag ? "true" : "false")) }
  }

  /// Adds the features that generated declarations depend on.
  mutating func add(_ features: Google_Protobuf_FeatureSet) {
    if features.hasFieldPresence {
      switch features.fieldPresence {
      case .explicit: add("features.field_presence", .identifier("EXPLICIT"))
      case .implicit: add("features.field_presence", .identifier("IMPLICIT"))
      case .legacyRequired: add("features.field_presence", .identifier("LEGACY_REQUIRED"))
      case .unknown: break
      }
    }
    if features.hasEnumType {
      let isClosed = features.enumType == .closed
      add("features.enum_type", .identifier(isClosed ? "CLOSED" : "OPEN"))
    }
    if features.hasMessageEncoding {
      let isDelimited = features.messageEncoding == .delimited
      add("features.message_encoding", .identifier(isDelimited ? "DELIMITED" : "LENGTH_PREFIXED"))
    }
  }

  private mutating func add(_ name: String, _ value: ProtoOptionValue) {
    options.append(
      ProtoOption(name: name, value: value, range: nil, nameRange: nil, valueRange: nil))
  }
}

extension Google_Protobuf_FileOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("java_package", hasJavaPackage, javaPackage)
    result.add("go_package", hasGoPackage, goPackage)
    result.add("objc_class_prefix", hasObjcClassPrefix, objcClassPrefix)
    result.add("csharp_namespace", hasCsharpNamespace, csharpNamespace)
    result.add("swift_prefix", hasSwiftPrefix, swiftPrefix)
    result.add("php_class_prefix", hasPhpClassPrefix, phpClassPrefix)
    result.add("php_namespace", hasPhpNamespace, phpNamespace)
    result.add("ruby_package", hasRubyPackage, rubyPackage)
    result.add("deprecated", hasDeprecated, deprecated)
    result.add(features)
    return result
  }
}

extension Google_Protobuf_MessageOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("message_set_wire_format", hasMessageSetWireFormat, messageSetWireFormat)
    result.add("deprecated", hasDeprecated, deprecated)
    return result
  }
}

extension Google_Protobuf_FieldOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("packed", hasPacked, packed)
    result.add("deprecated", hasDeprecated, deprecated)
    result.add(features)
    return result
  }
}

extension Google_Protobuf_OneofOptions: OptionsMessage {
  var interpreted: InterpretedOptions { InterpretedOptions() }
}

extension Google_Protobuf_EnumOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("allow_alias", hasAllowAlias, allowAlias)
    result.add("deprecated", hasDeprecated, deprecated)
    result.add(features)
    return result
  }
}

extension Google_Protobuf_EnumValueOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("deprecated", hasDeprecated, deprecated)
    return result
  }
}

extension Google_Protobuf_ServiceOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("deprecated", hasDeprecated, deprecated)
    return result
  }
}

extension Google_Protobuf_MethodOptions: OptionsMessage {
  var interpreted: InterpretedOptions {
    var result = InterpretedOptions()
    result.add("deprecated", hasDeprecated, deprecated)
    return result
  }
}
