package import MoultSource

/// A name that protoc's Objective-C generator, or the plugin of gRPC, declares for all of a program.
package struct ObjectiveCSymbol: Hashable, Sendable {
  /// What the generator declares under the name.
  package enum Kind: Hashable, Sendable {
    /// The class of a message or of a file, or the class and first protocol of a service.
    case type
    /// An enum, that of a message's fields or of a oneof's members included.
    case enumeration
    /// A constant of such an enum, which Swift sees under another name.
    case constant
    case function
  }

  package let name: String
  package let kind: Kind

  /// The full name of what it is made from, such as `hello.v1.Greeter`; of a file, its path.
  package let subject: String

  /// The name of what it is made from in the `.proto` file.
  package let range: ByteRange?
}

extension ProtoFile {
  /// Returns every name that the file's Objective-C has under a prefix, in the order of its declarations.
  ///
  /// The list has the same length and order for every prefix, so that two of them make a table of renames.
  ///
  /// Source: facts on gRPC for Objective-C, section 9. The registries of `extension_generation_mode=c_function` are
  /// not among them.
  package func objectiveCSymbols(prefix: String) -> [ObjectiveCSymbol] {
    symbols(ObjectiveCSymbolCollector(file: self, names: ObjectiveCNames(prefix: prefix)))
  }

  /// Returns the classes, protocols and enums among `objectiveCSymbols`, in the same order.
  package func objectiveCTypes(prefix: String) -> [ObjectiveCSymbol] {
    symbols(
      ObjectiveCSymbolCollector(
        file: self, names: ObjectiveCNames(prefix: prefix), wantsMembers: false))
  }

  private func symbols(_ empty: ObjectiveCSymbolCollector) -> [ObjectiveCSymbol] {
    var collector = empty
    collector.add(
      .type, collector.names.rootClassName(forFile: path), path, packageStatement?.range)
    for enumeration in enums { collector.add(enumeration, in: []) }
    for message in messages { collector.add(message, in: []) }
    for service in services {
      let name = collector.names.serviceName(service.name)
      let subject = fullName(of: service)
      collector.add(.type, name, subject, service.nameRange)
      collector.add(.type, name + "2", subject, service.nameRange)
    }
    return collector.symbols
  }
}

private struct ObjectiveCSymbolCollector {
  let file: ProtoFile
  let names: ObjectiveCNames

  /// False if constants and functions are left out.
  var wantsMembers = true
  var symbols: [ObjectiveCSymbol] = []

  mutating func add(
    _ kind: ObjectiveCSymbol.Kind, _ name: String, _ subject: String, _ range: ByteRange?
  ) {
    symbols.append(ObjectiveCSymbol(name: name, kind: kind, subject: subject, range: range))
  }

  mutating func add(_ enumeration: ProtoEnum, in outer: [String]) {
    let path = outer + [enumeration.name]
    let name = names.enumName(path)
    let subject = fullName(path)
    let range = enumeration.nameRange
    add(.enumeration, name, subject, range)
    guard wantsMembers else { return }
    if isOpen(enumeration) {
      add(.constant, name + "_GPBUnrecognizedEnumeratorValue", subject, range)
    }
    for value in enumeration.values {
      add(.constant, names.constantName(value.name, ofEnum: path), subject, value.nameRange)
    }
    add(.function, name + "_EnumDescriptor", subject, range)
    add(.function, name + "_IsValidValue", subject, range)
  }

  mutating func add(_ message: ProtoMessage, in outer: [String]) {
    let path = outer + [message.name]
    let name = names.className(path)
    let subject = fullName(path)
    let range = message.nameRange
    add(.type, name, subject, range)
    add(.enumeration, name + "_FieldNumber", subject, range)
    let members = wantsMembers ? message.fields : []
    let capitalizedNames = members.map { MoultProto.capitalized($0.objectiveCName) }
    for (field, capitalized) in zip(members, capitalizedNames) {
      add(.constant, "\(name)_FieldNumber_\(capitalized)", subject, field.nameRange)
      add(.function, "\(name)_\(capitalized)_RawValue", subject, field.nameRange)
      add(.function, "Set\(name)_\(capitalized)_RawValue", subject, field.nameRange)
    }
    for (index, oneof) in message.oneofs.enumerated() {
      let cases = "\(name)_\(oneof.objectiveCName)_OneOfCase"
      add(.enumeration, cases, subject, oneof.nameRange)
      guard wantsMembers else { continue }
      add(.constant, cases + "_GPBUnsetOneOfCase", subject, oneof.nameRange)
      for (field, capitalized) in zip(members, capitalizedNames)
      where field.oneofIndex == index {
        add(.constant, "\(cases)_\(capitalized)", subject, field.nameRange)
      }
      add(
        .function, "\(name)_Clear\(oneof.objectiveCName)OneOfCase", subject, oneof.nameRange)
    }
    for inner in message.enums { add(inner, in: path) }
    for inner in message.messages { add(inner, in: path) }
  }

  /// Whether a field of the enum can hold a number that none of its values has.
  private func isOpen(_ enumeration: ProtoEnum) -> Bool {
    switch file.syntax {
    case .proto2: false
    case .proto3: true
    case .edition: file.feature("enum_type", in: enumeration.options) != "CLOSED"
    }
  }

  private func fullName(_ path: [String]) -> String {
    (file.package.isEmpty ? path : [file.package] + path).joined(separator: ".")
  }
}
