/// Returns what swift-protobuf 1.x declares for the messages, enums and extensions of a file.
///
/// The text is an interface: signatures alone, types with their modules. Everything is `public`, whatever visibility
/// was asked for.
///
/// Source: facts on swift-protobuf, section 6, and the output of 1.39.
package func generatedMessageDeclarations(
  ofFileAt index: Int, in project: ProtoProject
) -> String {
  let types = SwiftTypeReferences(project: project, fileIndex: index)
  let file = types.file
  var lines: InterfaceLines = []
  for enumeration in file.enums {
    lines += declaration(
      of: enumeration, named: file.swiftEnumName([enumeration.name]), types: types)
  }
  for message in file.messages {
    lines += declaration(of: message, path: [message.name], types: types)
  }
  return (lines + extensionDeclarations(types)).text
}

private func declaration(
  of message: ProtoMessage, path: [String], types: SwiftTypeReferences
) -> InterfaceLines {
  let file = types.file
  let scope = (file.package.isEmpty ? path : [file.package] + path).joined(separator: ".")
  var body: InterfaceLines = []
  var declaredOneofs: Set<Int> = []
  for field in message.fields {
    if let index = field.oneofIndex, message.oneofs.indices.contains(index),
      declaredOneofs.insert(index).inserted
    {
      let oneof = message.oneofs[index]
      let type = file.swiftMessageName(path) + "." + oneof.swiftTypeName
      body.append("public var \(oneof.swiftName): \(type)? { get set }")
    }
    body += accessors(of: field, in: scope, types: types)
  }
  body.append("public var unknownFields: SwiftProtobuf.UnknownStorage")
  for (index, oneof) in message.oneofs.enumerated() {
    let members = message.fields.filter { $0.oneofIndex == index }
    guard !members.isEmpty else { continue }
    body += block(
      "public enum \(oneof.swiftTypeName): Swift.Equatable, Swift.Sendable",
      members.map {
        "case \($0.swiftNames.value)(\(types.element($0.type, in: scope)))"
      })
  }
  for enumeration in message.enums {
    let full = file.swiftEnumName(path + [enumeration.name])
    body += declaration(of: enumeration, named: full, types: types)
  }
  for inner in message.messages {
    body += declaration(of: inner, path: path + [inner.name], types: types)
  }
  if !message.extensions.isEmpty {
    let names = message.extensions.map { lastComponent(file.swiftExtensionName($0, in: path)) }
    body += block(
      "public enum Extensions",
      names.map { "public static let \(quotedIfKeyword($0)): \(extensionType)" })
  }
  body += runtimeMembers
  if message.hasExtensionRanges {
    body.append("public var _protobuf_extensionFieldValues: SwiftProtobuf.ExtensionFieldValueSet")
  }
  let base =
    message.hasExtensionRanges ? "SwiftProtobuf.ExtensibleMessage" : "SwiftProtobuf.Message"
  let name = lastComponent(file.swiftMessageName(path))
  return block(
    "public struct \(name): \(base), SwiftProtobuf._MessageImplementationBase, "
      + "SwiftProtobuf._ProtoNameProviding, Swift.Sendable", body)
}

/// What the protocols that every message adopts ask for.
private let runtimeMembers: InterfaceLines = [
  "public init()",
  "public static let protoMessageName: Swift.String",
  "public static let _protobuf_nameMap: SwiftProtobuf._NameMap",
  "public mutating func decodeMessage<D>(decoder: inout D) throws where D: SwiftProtobuf.Decoder",
  "public func traverse<V>(visitor: inout V) throws where V: SwiftProtobuf.Visitor",
]

private func accessors(
  of field: ProtoField, in scope: String, types: SwiftTypeReferences
) -> InterfaceLines {
  let names = field.swiftNames
  let element = types.element(field.type, in: scope)
  if case .map = field.type { return ["public var \(names.value): \(element) { get set }"] }
  if field.cardinality == .repeated {
    return ["public var \(names.value): [\(element)] { get set }"]
  }
  guard hasPresence(field, in: scope, types: types) else {
    return ["public var \(names.value): \(element) { get set }"]
  }
  return [
    "public var \(names.value): \(element) { get set }",
    "public var \(names.has): Swift.Bool { get }",
    "public mutating func \(names.clear)()",
  ]
}

/// Whether the generated struct tells a field that is set from one that has its default.
///
/// Members of oneofs are told apart by the oneof.
func hasPresence(_ field: ProtoField, in scope: String, types: SwiftTypeReferences) -> Bool {
  if field.oneofIndex != nil { return false }
  switch field.cardinality {
  case .optional, .required: return true
  case .repeated: return false
  case .implicit:
    if types.isMessage(field.type, in: scope) { return true }
    guard case .edition = types.file.syntax else { return false }
    return types.file.feature("field_presence", in: field.options) != "IMPLICIT"
  }
}

/// Returns the declarations that `extend` blocks make outside the messages that hold them.
private func extensionDeclarations(_ types: SwiftTypeReferences) -> InterfaceLines {
  let file = types.file
  var lines = file.extensions.map { field in
    "public let \(file.swiftExtensionName(field, in: [])): \(extensionType)"
  }
  func addProperties(_ field: ProtoField, _ path: [String]) {
    let scope = (file.package.isEmpty ? path : [file.package] + path).joined(separator: ".")
    let names = file.swiftExtensionPropertyNames(field, in: path)
    let element = types.element(field.type, in: scope)
    let isList = field.cardinality == .repeated
    var body = ["public var \(names.value): \(isList ? "[\(element)]" : element) { get set }"]
    if !isList {
      body += [
        "public var \(names.has): Swift.Bool { get }", "public mutating func \(names.clear)()",
      ]
    }
    lines += block("extension \(types.name(of: field.extendee ?? "", in: scope))", body)
  }
  func addProperties(of message: ProtoMessage, _ outer: [String]) {
    let path = outer + [message.name]
    for field in message.extensions { addProperties(field, path) }
    for inner in message.messages { addProperties(of: inner, path) }
  }
  for field in file.extensions { addProperties(field, []) }
  for message in file.messages { addProperties(of: message, []) }
  return lines
}

/// The type of the constant for an extension, without the details of its storage.
private let extensionType = "any SwiftProtobuf.AnyMessageExtension"

/// Returns the name of a type without those of the types around it.
func lastComponent(_ name: String) -> String {
  name.split(separator: ".").last.map(String.init) ?? name
}
