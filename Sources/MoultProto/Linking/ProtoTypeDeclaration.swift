package import MoultSource

/// A message or an enum, and where it is declared.
package struct ProtoTypeDeclaration: Sendable {
  /// Which declaration it is.
  package enum Content: Sendable {
    case message(ProtoMessage)
    case enumeration(ProtoEnum)
  }

  /// The index of the file in its `ProtoProject`.
  package let fileIndex: Int

  /// The package and the names, joined by dots.
  package let fullName: String

  /// The names of the messages around the type, outermost first, and its own.
  package let path: [String]

  package let content: Content
}

/// The mention of a message or an enum.
package struct ProtoTypeReference: Hashable, Sendable {
  /// As written; with a leading dot it is the full name.
  package let name: String

  /// The full name of the message that holds the reference, or of the package.
  package let scope: String

  package let range: ByteRange?
}

/// Returns the messages and enums of `file`, outer before inner.
func typeDeclarations(in file: ProtoFile, at fileIndex: Int) -> [ProtoTypeDeclaration] {
  var result: [ProtoTypeDeclaration] = []
  func add(_ name: String, _ outer: [String], _ content: ProtoTypeDeclaration.Content) -> [String] {
    let path = outer + [name]
    let full = (file.package.isEmpty ? path : [file.package] + path).joined(separator: ".")
    result.append(
      ProtoTypeDeclaration(fileIndex: fileIndex, fullName: full, path: path, content: content))
    return path
  }
  func addAll(_ messages: [ProtoMessage], _ enums: [ProtoEnum], in outer: [String]) {
    for message in messages {
      let path = add(message.name, outer, .message(message))
      addAll(message.messages, message.enums, in: path)
    }
    for enumeration in enums { _ = add(enumeration.name, outer, .enumeration(enumeration)) }
  }
  addAll(file.messages, file.enums, in: [])
  return result
}

/// Returns the mentions of types in `file`, in the order of its messages, extensions and services.
package func typeReferences(in file: ProtoFile) -> [ProtoTypeReference] {
  var result: [ProtoTypeReference] = []
  func add(_ type: ProtoFieldType, _ range: ByteRange?, _ scope: String) {
    switch type {
    case .scalar, .group: break
    case .named(let name):
      result.append(ProtoTypeReference(name: name, scope: scope, range: range))
    case .map(_, let value): add(value, range, scope)
    }
  }
  func add(_ field: ProtoField, _ scope: String) {
    if let extendee = field.extendee {
      result.append(ProtoTypeReference(name: extendee, scope: scope, range: field.extendeeRange))
    }
    add(field.type, field.typeRange, scope)
  }
  func add(_ message: ProtoMessage, _ outer: String) {
    let scope = outer.isEmpty ? message.name : "\(outer).\(message.name)"
    for field in message.fields { add(field, scope) }
    for field in message.extensions { add(field, scope) }
    for inner in message.messages { add(inner, scope) }
  }
  for message in file.messages { add(message, file.package) }
  for field in file.extensions { add(field, file.package) }
  for service in file.services {
    let scope = file.package.isEmpty ? service.name : "\(file.package).\(service.name)"
    for method in service.methods {
      for (name, range) in [
        (method.inputType, method.inputTypeRange), (method.outputType, method.outputTypeRange),
      ] {
        result.append(ProtoTypeReference(name: name, scope: scope, range: range))
      }
    }
  }
  return result
}
