extension SchemaSide {
  /// The names that Objective-C has of a message itself.
  func objectiveCMembers(of declared: DeclaredMessage) -> GeneratedMembers {
    let name = objectiveCNames(of: declared.file).className(declared.path)
    return [
      ("class", GeneratedMember(.type, name)),
      ("numbers", GeneratedMember(.type, name + "_FieldNumber")),
    ]
  }

  /// The names that Objective-C has of a field: properties and messages of its class, functions and constants.
  ///
  /// Source: facts on gRPC for Objective-C, section 9, and the output of protoc 3.21.
  func objectiveCMembers(of field: ProtoField, in declared: DeclaredMessage) -> GeneratedMembers {
    let names = objectiveCNames(of: declared.file)
    let container = names.className(declared.path)
    let scope = fullName(declared.path, in: declared.file)
    let types = types(of: declared.file)
    let name = field.objectiveCName
    let upper = capitalized(name)
    let type = objectiveCType(of: field, in: declared)
    func value(_ name: String, _ type: String? = nil) -> GeneratedMember {
      GeneratedMember(.value, in: container, name, type: type)
    }
    func selector(_ name: String) -> GeneratedMember {
      GeneratedMember(.selector, in: container, name)
    }
    var result: GeneratedMembers = [
      ("property", value(name, type)), ("setter", selector("set\(upper):")),
      ("number", GeneratedMember(.value, "\(container)_FieldNumber_\(upper)")),
    ]
    let isMap = if case .map = field.type { true } else { false }
    if field.cardinality == .repeated || isMap {
      result.append(("count", value(name + "_Count")))
      return result
    }
    if hasPresence(field, in: scope, types: types) {
      result.append(("has", value("has" + upper)))
      result.append(("has setter", selector("setHas\(upper):")))
    }
    if isOpenEnum(field, in: declared) {
      result.append(("raw value", GeneratedMember(.function, "\(container)_\(upper)_RawValue")))
      result.append(
        ("raw value setter", GeneratedMember(.function, "Set\(container)_\(upper)_RawValue")))
    }
    if let index = field.oneofIndex, declared.message.oneofs.indices.contains(index) {
      let oneof = declared.message.oneofs[index].objectiveCName
      result.append(
        ("case", GeneratedMember(.value, "\(container)_\(oneof)_OneOfCase_\(upper)")))
    }
    return result
  }

  /// The names that Objective-C has of a oneof.
  func objectiveCMembers(of oneof: ProtoOneof, in declared: DeclaredMessage) -> GeneratedMembers {
    let container = objectiveCNames(of: declared.file).className(declared.path)
    let name = oneof.objectiveCName
    let cases = "\(container)_\(name)_OneOfCase"
    let property = objectiveCCamelCased(oneof.name, .lower) + "OneOfCase"
    return [
      ("property", GeneratedMember(.value, in: container, property)),
      ("type", GeneratedMember(.type, cases)),
      ("unset", GeneratedMember(.value, cases + "_GPBUnsetOneOfCase")),
      ("clear", GeneratedMember(.function, "\(container)_Clear\(name)OneOfCase")),
    ]
  }

  /// The names that Objective-C has of an enum itself.
  func objectiveCMembers(of declared: DeclaredEnum) -> GeneratedMembers {
    let name = objectiveCNames(of: declared.file).enumName(declared.path)
    var result: GeneratedMembers = [
      ("type", GeneratedMember(.type, name)),
      ("descriptor", GeneratedMember(.function, name + "_EnumDescriptor")),
      ("check", GeneratedMember(.function, name + "_IsValidValue")),
    ]
    if isOpen(declared.enumeration, in: project.files[declared.file]) {
      result.append(
        ("unrecognized", GeneratedMember(.value, name + "_GPBUnrecognizedEnumeratorValue")))
    }
    return result
  }

  /// The name that Objective-C has of an extension, as a message to its class or the file's.
  func objectiveCMembers(of declared: DeclaredExtension) -> GeneratedMembers {
    let names = objectiveCNames(of: declared.file)
    let container =
      declared.scope.isEmpty
      ? names.rootClassName(forFile: project.files[declared.file].path)
      : names.className(declared.scope)
    return [
      (
        "method",
        GeneratedMember(.value, in: container, ObjectiveCNames.extensionMethodName(declared.field))
      )
    ]
  }

  /// The names that Objective-C has of a service itself.
  func objectiveCTypes(of declared: DeclaredService) -> GeneratedMembers {
    let name = objectiveCNames(of: declared.file).serviceName(declared.service.name)
    return [
      ("class", GeneratedMember(.type, name)), ("protocol", GeneratedMember(.type, name + "2")),
    ]
  }

  /// The messages that Objective-C has for a method of a service.
  func objectiveCMembers(of method: ProtoMethod, in declared: DeclaredService) -> GeneratedMembers {
    let container = objectiveCNames(of: declared.file).serviceName(declared.service.name)
    let scope = project.files[declared.file].fullName(of: declared.service)
    let selectors = method.objectiveCSelectors
    let types = [method.inputType, method.outputType].map {
      objectiveCClass($0, in: scope, of: declared.file) ?? $0
    }
    func member(_ selector: String, _ type: String) -> GeneratedMember {
      GeneratedMember(.selector, in: container, selector, type: type)
    }
    let both = types.joined(separator: " ")
    return [
      ("short", member(selectors.short, both)),
      ("call", member(selectors.callObject, both)),
      // What is streamed to it comes later, and what it answers goes to a handler.
      ("current", member(selectors.current, method.clientStreaming ? "" : types[0])),
    ]
  }

  /// Returns the type of a field's property as the header writes it, without nullability.
  func objectiveCType(of field: ProtoField, in declared: DeclaredMessage) -> String {
    let scope = fullName(declared.path, in: declared.file)
    func object(_ type: ProtoFieldType) -> String {
      switch type {
      case .scalar(let scalar): scalar.objectiveCType
      case .named(let name), .group(let name):
        objectiveCClass(name, in: scope, of: declared.file) ?? "GPBMessage *"
      case .map: "NSMutableDictionary *"
      }
    }
    if case .map(let key, let value) = field.type {
      let isObject = object(value).hasSuffix("*")
      if key == .string, isObject { return "NSMutableDictionary<NSString *, \(object(value))> *" }
      let word = key.objectiveCWord + (isObject ? "Object" : valueWord(value))
      return "GPB\(word)Dictionary<\(object(value))> *"
    }
    guard field.cardinality == .repeated else { return object(field.type) }
    let element = object(field.type)
    if element.hasSuffix("*") { return "NSMutableArray<\(element)> *" }
    return "GPB\(valueWord(field.type))Array *"
  }

  private func valueWord(_ type: ProtoFieldType) -> String {
    if case .scalar(let scalar) = type { return scalar.objectiveCWord }
    return "Enum"
  }

  /// Returns the class of a message with its star, or the name of an enum; nil for what nobody declares.
  func objectiveCClass(_ name: String, in scope: String, of file: Int) -> String? {
    guard let declaration = project.type(named: name, in: scope, of: file) else {
      guard let known = wellKnownType(named: name) else { return nil }
      let simple = name.split(separator: ".").last.map(String.init) ?? name
      return known == .message ? "GPB\(simple) *" : "GPB\(simple)"
    }
    let names = objectiveCNames(of: declaration.fileIndex)
    switch declaration.content {
    case .message: return names.className(declaration.path) + " *"
    case .enumeration: return names.enumName(declaration.path)
    }
  }

  private func isOpenEnum(_ field: ProtoField, in declared: DeclaredMessage) -> Bool {
    let scope = fullName(declared.path, in: declared.file)
    guard case .named(let name) = field.type,
      let declaration = project.type(named: name, in: scope, of: declared.file),
      case .enumeration(let enumeration) = declaration.content
    else { return false }
    // What can hold an unknown number is asked of the message's own file.
    return isOpen(enumeration, in: project.files[declared.file])
  }
}

extension ProtoScalar {
  /// The type of a property in Objective-C.
  fileprivate var objectiveCType: String {
    switch self {
    case .double: "double"
    case .float: "float"
    case .int32, .sint32, .sfixed32: "int32_t"
    case .int64, .sint64, .sfixed64: "int64_t"
    case .uint32, .fixed32: "uint32_t"
    case .uint64, .fixed64: "uint64_t"
    case .bool: "BOOL"
    case .string: "NSString *"
    case .bytes: "NSData *"
    }
  }

  /// The word in the names of the runtime's collections.
  fileprivate var objectiveCWord: String {
    switch self {
    case .double: "Double"
    case .float: "Float"
    case .int32, .sint32, .sfixed32: "Int32"
    case .int64, .sint64, .sfixed64: "Int64"
    case .uint32, .fixed32: "UInt32"
    case .uint64, .fixed64: "UInt64"
    case .bool: "Bool"
    case .string: "String"
    case .bytes: "Object"
    }
  }
}
