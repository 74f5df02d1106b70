import MoultProto
import MoultSource

/// Counts what was compared, and keeps what differs.
struct Comparison {
  var files = 0
  var messages = 0
  var services = 0
  var names = 0

  /// Declarations whose signatures were compared.
  var declarations = 0
  var differences: [String] = []

  /// Notes names that only one side has.
  mutating func same(_ ours: Set<String>, _ theirs: Set<String>, _ what: String) {
    names += ours.union(theirs).count
    for name in ours.subtracting(theirs).sorted() {
      differences.append("\(what): only ours: \(name)")
    }
    for name in theirs.subtracting(ours).sorted() {
      differences.append("\(what): only the generator's: \(name)")
    }
  }

  /// Notes names of `part` that `whole` does not have.
  mutating func contained(_ part: Set<String>, in whole: Set<String>, _ what: String) {
    names += part.count
    for name in part.subtracting(whole).sorted() { differences.append("\(what): missing: \(name)") }
  }
}

extension Comparison {
  mutating func compare(_ file: ProtoFile, objectiveC text: String) {
    let header = ObjectiveCHeader(text)
    let prefix = file.objectiveCPrefix ?? ""
    let names = ObjectiveCNames(prefix: prefix)
    let symbols = file.objectiveCSymbols(prefix: prefix)
    let services = Set(file.services.map { file.fullName(of: $0) })
    func ours(_ kind: ObjectiveCSymbol.Kind) -> Set<String> {
      Set(symbols.filter { $0.kind == kind && !services.contains($0.subject) }.map(\.name))
    }
    same(ours(.type), header.types, "\(file.path) classes")
    // A message without fields has no enum for their numbers.
    let empty = Set(
      flatMessages(file).filter { $0.message.fields.isEmpty }
        .map { names.className($0.path) + "_FieldNumber" })
    same(ours(.enumeration).subtracting(empty), header.enums, "\(file.path) enums")
    same(ours(.constant), header.constants, "\(file.path) constants")
    // Which fields have functions for raw values depends on types of other files.
    contained(header.functions, in: ours(.function), "\(file.path) functions")
    contained(
      ours(.function).filter { !$0.hasSuffix("_RawValue") }, in: header.functions,
      "\(file.path) functions")
    for (path, message) in flatMessages(file) {
      let name = names.className(path)
      let fields = Set(message.fields.map(\.objectiveCName))
      let properties = header.properties[name] ?? []
      contained(fields, in: properties, "\(name) properties")
      let derived = properties.subtracting(fields).filter {
        !$0.hasPrefix("has") && !$0.hasSuffix("_Count") && !$0.hasSuffix("OneOfCase")
      }
      contained(derived, in: fields, "\(name) properties")
      same(
        Set(message.extensions.map(ObjectiveCNames.extensionMethodName)),
        header.extensions[name] ?? [], "\(name) extensions")
    }
    let root = names.rootClassName(forFile: file.path)
    same(
      Set(file.extensions.map(ObjectiveCNames.extensionMethodName)),
      header.extensions[root] ?? [], "\(root) extensions")
  }

  mutating func compare(_ file: ProtoFile, swift text: String) {
    let generated = SwiftGenerated(text)
    var types: Set<String> = []
    for enumeration in file.enums { types.insert(add(enumeration, [], file, generated)) }
    for (path, message) in flatMessages(file) {
      let name = file.swiftMessageName(path)
      types.insert(name)
      let values = Set(message.fields.map(\.swiftNames.value))
      let oneofs = Set(message.oneofs.map(\.swiftName))
      let properties = generated.properties[name] ?? []
      contained(values.union(oneofs), in: properties, "\(name) properties")
      let rest = properties.subtracting(values).subtracting(oneofs)
        .subtracting(message.fields.map(\.swiftNames.has))
        .filter { !$0.hasPrefix("_") && $0 != "unknownFields" && $0 != "isInitialized" }
      contained(Set(rest), in: [], "\(name) properties of nobody")
      contained(
        (generated.functions[name] ?? []).filter { $0.hasPrefix("clear") },
        in: Set(message.fields.map(\.swiftNames.clear)), "\(name) functions")
      for (index, oneof) in message.oneofs.enumerated() {
        let type = name + "." + oneof.swiftTypeName
        types.insert(type)
        let members = message.fields.filter { $0.oneofIndex == index }.map(\.swiftNames.value)
        same(Set(members), generated.cases[type] ?? [], "\(type) cases")
      }
      for inner in message.enums { types.insert(add(inner, path, file, generated)) }
    }
    let known = generated.types.filter { type in
      let last = type.split(separator: ".").last ?? ""
      return last != "_StorageClass" && last != "Extensions" && !last.hasPrefix("_")
    }
    same(types, known, "\(file.path) types")
    for field in file.extensions {
      contained(
        [file.swiftExtensionName(field, in: [])], in: generated.constants, "\(file.path) extensions"
      )
      let all = generated.properties.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      contained(
        [file.swiftExtensionPropertyNames(field, in: []).value], in: all,
        "\(file.path) extensions")
    }
    if !file.extensions.isEmpty
      || flatMessages(file).contains(where: { !$0.message.extensions.isEmpty })
    {
      let all = Set(file.swiftSymbols())
      contained(
        generated.constants.filter { $0.hasSuffix("_Extensions") }, in: all,
        "\(file.path) extension map")
    }
  }

  private mutating func add(
    _ enumeration: ProtoEnum, _ outer: [String], _ file: ProtoFile, _ generated: SwiftGenerated
  ) -> String {
    let name = file.swiftEnumName(outer + [enumeration.name])
    let found = (generated.cases[name] ?? []).filter { $0 != "UNRECOGNIZED" && $0 != "allCases" }
    same(Set(enumeration.swiftCaseNames), Set(found), "\(name) cases")
    return name
  }

  /// Compares classes, protocols and methods with a header of the generator of gRPC for Objective-C.
  mutating func compare(_ file: ProtoFile, objectiveCServices text: String) {
    let header = ServiceHeader(text)
    let names = ObjectiveCNames(prefix: file.objectiveCPrefix ?? "")
    let classes = file.services.map { names.serviceName($0.name) }
    same(Set(classes), header.classes, "\(file.path) classes of services")
    same(
      Set(classes.flatMap { [$0, $0 + "2"] }), header.protocols,
      "\(file.path) protocols of services")
    for (service, name) in zip(file.services, classes) {
      let selectors = service.methods.map(\.objectiveCSelectors)
      same(
        Set(selectors.flatMap { [$0.short, $0.callObject] }), header.selectors[name] ?? [],
        "\(name) selectors")
      same(Set(selectors.map(\.current)), header.selectors[name + "2"] ?? [], "\(name)2 selectors")
    }
  }

  mutating func compare(_ file: ProtoFile, service text: String) {
    let generated = SwiftGenerated(text)
    for service in file.services {
      let stem = file.swiftServiceName(service, era: .v2)
      contained([stem, stem + ".Client", stem + ".Method"], in: generated.types, file.path)
      let ours = Set(service.methods.map { $0.swiftFunctionName(era: .v2) })
      let protocolName = stem + ".ClientProtocol"
      same(ours, generated.functions[protocolName] ?? [], "\(protocolName) functions")
    }
  }
}

/// Every message of a file with the names of those around it and its own.
func flatMessages(_ file: ProtoFile) -> [(path: [String], message: ProtoMessage)] {
  var result: [(path: [String], message: ProtoMessage)] = []
  func add(_ message: ProtoMessage, _ outer: [String]) {
    result.append((outer + [message.name], message))
    for inner in message.messages { add(inner, outer + [message.name]) }
  }
  for message in file.messages { add(message, []) }
  return result
}
