/// Spells, for declarations of one file, the types that they name.
struct SwiftTypeReferences {
  let project: ProtoProject
  let fileIndex: Int

  var file: ProtoFile { project.files[fileIndex] }

  /// Returns the Swift name of a message or enum.
  ///
  /// A name that nothing declares is spelled as the generator would spell a message of that package, or of this
  /// file's package if the name has none.
  func name(of reference: String, in scope: String) -> String {
    if let declaration = project.type(named: reference, in: scope, of: fileIndex) {
      let file = project.files[declaration.fileIndex]
      let module = isBundled(file) && !isBundled(self.file) ? "SwiftProtobuf." : ""
      switch declaration.content {
      case .message: return module + file.swiftMessageName(declaration.path)
      case .enumeration: return module + file.swiftEnumName(declaration.path)
      }
    }
    let parts = reference.split(separator: ".").map(String.init)
    let package = parts.prefix { $0.utf8.first.map { ASCIIClass($0) != .upper } ?? true }
    let path = parts.dropFirst(package.count).joined(separator: ".")
    guard !package.isEmpty, !path.isEmpty else { return file.swiftTypePrefix + reference }
    let module = wellKnownType(named: reference) == nil ? "" : "SwiftProtobuf."
    return module + swiftTypePrefix(forPackage: package.joined(separator: ".")) + path
  }

  /// Returns the Swift type of one value of `type`.
  func element(_ type: ProtoFieldType, in scope: String) -> String {
    switch type {
    case .scalar(let scalar): scalar.swiftType
    case .named(let name), .group(let name): self.name(of: name, in: scope)
    case .map(let key, let value):
      "Swift.Dictionary<\(key.swiftType), \(element(value, in: scope))>"
    }
  }

  /// Whether `type` is a message.
  ///
  /// What nothing declares counts as one.
  func isMessage(_ type: ProtoFieldType, in scope: String) -> Bool {
    switch type {
    case .scalar, .map: return false
    case .group: return true
    case .named(let name):
      guard let declaration = project.type(named: name, in: scope, of: fileIndex) else {
        return wellKnownType(named: name).map { $0 == .message } ?? true
      }
      guard case .message = declaration.content else { return false }
      return true
    }
  }

  /// Whether the runtime brings the Swift types of `file`.
  private func isBundled(_ file: ProtoFile) -> Bool {
    file.package == "google.protobuf"
      && isWellKnownFile("google/protobuf/" + (file.path.split(separator: "/").last ?? ""))
  }
}

extension ProtoScalar {
  /// The Swift type, with its module.
  var swiftType: String {
    switch self {
    case .double: "Swift.Double"
    case .float: "Swift.Float"
    case .int32, .sint32, .sfixed32: "Swift.Int32"
    case .int64, .sint64, .sfixed64: "Swift.Int64"
    case .uint32, .fixed32: "Swift.UInt32"
    case .uint64, .fixed64: "Swift.UInt64"
    case .bool: "Swift.Bool"
    case .string: "Swift.String"
    case .bytes: "Foundation.Data"
    }
  }
}
