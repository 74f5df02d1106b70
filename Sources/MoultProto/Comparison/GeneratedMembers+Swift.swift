/// Names of generated code by the roles that they play, in no order that matters.
typealias GeneratedMembers = [(role: String, member: GeneratedMember)]

extension SchemaSide {
  /// The Swift name of a type, with the types around it as its container.
  func swiftType(_ qualifiedName: String) -> GeneratedMember {
    guard let dot = qualifiedName.lastIndex(of: ".") else {
      return GeneratedMember(.type, qualifiedName)
    }
    let name = qualifiedName[qualifiedName.index(after: dot)...]
    return GeneratedMember(.type, in: String(qualifiedName[..<dot]), String(name))
  }

  /// The Swift names of a field of a message.
  func swiftMembers(of field: ProtoField, in declared: DeclaredMessage) -> GeneratedMembers {
    let file = project.files[declared.file]
    let container = file.swiftMessageName(declared.path)
    let scope = fullName(declared.path, in: declared.file)
    let types = types(of: declared.file)
    let element = types.element(field.type, in: scope)
    let names = field.swiftNames
    let isList = field.cardinality == .repeated
    var result: GeneratedMembers = [
      (
        "value",
        GeneratedMember(.value, in: container, names.value, type: isList ? "[\(element)]" : element)
      )
    ]
    if hasPresence(field, in: scope, types: types) {
      result.append(("has", GeneratedMember(.value, in: container, names.has)))
      result.append(("clear", GeneratedMember(.function, in: container, names.clear)))
    }
    if let index = field.oneofIndex, declared.message.oneofs.indices.contains(index) {
      let oneof = declared.message.oneofs[index].swiftTypeName
      result.append(
        (
          "case",
          GeneratedMember(.enumCase, in: "\(container).\(oneof)", names.value, type: element)
        ))
    }
    return result
  }

  /// The Swift names of a oneof.
  func swiftMembers(of oneof: ProtoOneof, in declared: DeclaredMessage) -> GeneratedMembers {
    let container = project.files[declared.file].swiftMessageName(declared.path)
    let type = "\(container).\(oneof.swiftTypeName)"
    return [
      ("value", GeneratedMember(.value, in: container, oneof.swiftName, type: "\(type)?")),
      ("type", swiftType(type)),
    ]
  }

  /// The Swift names of an extension.
  func swiftMembers(of declared: DeclaredExtension) -> GeneratedMembers {
    let file = project.files[declared.file]
    let field = declared.field
    let scope = fullName(declared.scope, in: declared.file)
    let types = types(of: declared.file)
    let container = types.name(of: field.extendee ?? "", in: scope)
    let names = file.swiftExtensionPropertyNames(field, in: declared.scope)
    let element = types.element(field.type, in: scope)
    let isList = field.cardinality == .repeated
    let constant = swiftType(file.swiftExtensionName(field, in: declared.scope))
    var result: GeneratedMembers = [
      ("constant", GeneratedMember(.value, in: constant.container, constant.name)),
      (
        "value",
        GeneratedMember(.value, in: container, names.value, type: isList ? "[\(element)]" : element)
      ),
    ]
    if !isList {
      result.append(("has", GeneratedMember(.value, in: container, names.has)))
      result.append(("clear", GeneratedMember(.function, in: container, names.clear)))
    }
    return result
  }

  /// The Swift names of types that generators of every era make of a service, by what stands behind its stem.
  func swiftTypes(of declared: DeclaredService) -> GeneratedMembers {
    let file = project.files[declared.file]
    let stem = file.swiftServiceName(declared.service, era: .v1)
    var result: GeneratedMembers = swiftServiceSuffixes.map { suffix in
      ("type " + suffix, GeneratedMember(.type, stem + suffix))
    }
    result.append(
      ("type", GeneratedMember(.type, file.swiftServiceName(declared.service, era: .v2))))
    return result
  }

  /// The Swift names of what generators of every era make of a method, in any type that they make of its service.
  ///
  /// The container is the stem of the service.
  func swiftMembers(of method: ProtoMethod, in declared: DeclaredService) -> GeneratedMembers {
    let file = project.files[declared.file]
    let stem = file.swiftServiceName(declared.service, era: .v1)
    let scope = file.fullName(of: declared.service)
    let types = types(of: declared.file)
    let kind = "\(method.kind)"
    let signature =
      "\(types.name(of: method.inputType, in: scope)) \(types.name(of: method.outputType, in: scope)) \(kind)"
    func member(_ kind: GeneratedMember.Kind, _ name: String) -> GeneratedMember {
      GeneratedMember(kind, in: stem, name, type: signature)
    }
    var result: GeneratedMembers = GRPCSwiftEra.allCases.map { era in
      ("function \(era)", member(.function, method.swiftFunctionName(era: era)))
    }
    result += [
      ("make", member(.function, "make\(method.name)Call")),
      ("interceptors", member(.function, "make\(method.name)Interceptors")),
      ("enqueue", member(.function, "enqueue\(method.name)Response")),
      ("enqueues", member(.function, "enqueue\(method.name)Responses")),
      ("remaining", member(.value, "has\(method.name)ResponsesRemaining")),
      ("mock", member(.value, "mock\(method.name)")),
      ("mock async", member(.value, "mockAsync\(method.name)")),
      ("namespace", member(.type, method.name)),
    ]
    // In the names of types the stem is a part of the name.
    result += swiftMethodSuffixes.map { suffix in
      ("type " + suffix, GeneratedMember(.type, stem + method.name + suffix, type: kind))
    }
    return result
  }
}
