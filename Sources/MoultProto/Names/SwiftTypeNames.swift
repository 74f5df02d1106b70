extension ProtoFile {
  /// The prefix of the file's top-level Swift types: `Hello_V1_` for the package `hello.v1`.
  ///
  /// `option swift_prefix` replaces it, even with nothing. `objc_class_prefix` has no influence.
  ///
  /// Source: facts on swift-protobuf, section 6.
  package var swiftTypePrefix: String {
    option(named: "swift_prefix")?.string ?? MoultProto.swiftTypePrefix(forPackage: package)
  }

  /// Returns the Swift name of a message, such as `Hello_V1_Outer.Inner`.
  ///
  /// The path is the names of the messages around it, outermost first, and its own.
  package func swiftMessageName(_ path: [String]) -> String {
    path.enumerated().map { index, name in
      sanitizedSwiftType((index == 0 ? swiftTypePrefix : "") + name, "Message")
    }.joined(separator: ".")
  }

  /// Returns the Swift name of an enum, such as `Hello_V1_Outer.Kind`.
  ///
  /// The path is the names of the messages around it, outermost first, and its own.
  package func swiftEnumName(_ path: [String]) -> String {
    guard let name = path.last else { return "" }
    guard path.count > 1 else { return sanitizedSwiftType(swiftTypePrefix + name, "Enum") }
    return swiftMessageName(path.dropLast()) + "." + sanitizedSwiftType(name, "Enum")
  }

  /// Returns the Swift name of the constant for an extension, such as `Hello_V1_Extensions_note` or
  /// `Hello_V1_Outer.Extensions.note`.
  ///
  /// The scope is the names of the messages around the `extend` block, outermost first.
  package func swiftExtensionName(_ field: ProtoField, in scope: [String]) -> String {
    let name = field.swiftNamingBase
    guard !scope.isEmpty else { return swiftTypePrefix + "Extensions_" + name }
    let sanitized =
      SwiftReservedWords.enumCases.contains(name)
      ? name + "_" : isAllUnderscores(name) ? name + "__" : name
    return swiftMessageName(scope) + ".Extensions." + sanitized
  }

  /// Returns the names of the properties that an extension adds to the message that it extends.
  ///
  /// The scope is the names of the messages around the `extend` block, outermost first.
  package func swiftExtensionPropertyNames(
    _ field: ProtoField, in scope: [String]
  ) -> SwiftPropertyNames {
    let base = swiftCamelCased(field.swiftNamingBase, .lower)
    var name = sanitizedSwiftField(swiftTypePrefix + base)
    var upper = capitalized(name)
    if !scope.isEmpty {
      name = (swiftMessageName(scope).split(separator: ".") + [base[...]]).joined(separator: "_")
      upper = capitalized(name)
    } else if swiftTypePrefix.isEmpty {
      upper = sanitizedSwiftField(swiftCamelCased(field.swiftNamingBase, .upper), basedOn: base)
    }
    return SwiftPropertyNames(value: name, has: "has" + upper, clear: "clear" + upper)
  }
}

extension ProtoOneof {
  /// The name of the enum for the oneof, inside its message: `OneOf_Kind`.
  package var swiftTypeName: String {
    sanitizedSwiftType("OneOf_" + swiftCamelCased(name, .upper), "Oneof")
  }

  /// The name of the property that holds the oneof.
  package var swiftName: String { sanitizedSwiftField(swiftCamelCased(name, .lower)) }
}

/// Returns the prefix that swift-protobuf makes of a package: each part of it capitalized, parts of a
/// part joined, all ending in `_`; nothing for no package.
package func swiftTypePrefix(forPackage package: String) -> String {
  guard !package.isEmpty else { return "" }
  var result: [UInt8] = []
  var startsPart = true
  for byte in package.utf8 {
    switch byte {
    case UInt8(ascii: "_"): startsPart = true
    case UInt8(ascii: "."):
      startsPart = true
      result.append(UInt8(ascii: "_"))
    default:
      if result.isEmpty, ASCIIClass(byte) == .digit { result.append(UInt8(ascii: "_")) }
      result.append(startsPart ? uppercased(byte) : byte)
      startsPart = false
    }
  }
  return String(decoding: result, as: UTF8.self) + "_"
}

/// Returns `name` with `suffix` if it cannot be a type's name, or ends in `suffix` behind such a name.
private func sanitizedSwiftType(_ name: String, _ suffix: String) -> String {
  var stem = name
  while !SwiftReservedWords.types.contains(stem), !isAllUnderscores(stem) {
    guard stem.hasSuffix(suffix) else { return name }
    stem.removeLast(suffix.count)
  }
  return name + suffix
}
