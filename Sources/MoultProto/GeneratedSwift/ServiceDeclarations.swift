/// Returns what the grpc-swift generator of `era` declares for a service.
///
/// The text is an interface: signatures alone, types with their modules, everything `public`. What an option must
/// ask for (test stubs and test clients) is declared as well; what is private or only for the runtime is
/// not. Names in backticks are so here even where the generator forgets them.
///
/// Source: facts on grpc-swift, sections 2.1 to 2.4, and the generators of 0.11, 1.26.1 and 2.4.1.
package func generatedDeclarations(
  of service: ProtoService, inFileAt index: Int, of project: ProtoProject, era: GRPCSwiftEra
) -> String {
  let types = SwiftTypeReferences(project: project, fileIndex: index)
  let generated = GeneratedService(service, era: era, types: types)
  switch era {
  case .v0: return declarationsV0(of: generated).text
  case .v1: return declarationsV1(of: generated).text
  case .v2: return declarationsV2(of: generated).text
  }
}

/// Returns what the grpc-swift generator of `era` declares for a service of a file that stands alone.
///
/// Types of other files are spelled as their names suggest.
package func generatedDeclarations(
  of service: ProtoService, in file: ProtoFile, era: GRPCSwiftEra
) -> String {
  generatedDeclarations(of: service, inFileAt: 0, of: ProtoProject([file]), era: era)
}

/// Returns what the grpc-swift generator of `era` declares for a service that is known from what another era's made of it.
package func generatedDeclarations(of service: GeneratedService, era: GRPCSwiftEra) -> String {
  let service = service.named(in: era)
  switch era {
  case .v0: return declarationsV0(of: service).text
  case .v1: return declarationsV1(of: service).text
  case .v2: return declarationsV2(of: service).text
  }
}

/// A service with the Swift names of one era.
package struct GeneratedService {
  /// The stem of every name: `Hello_V1_Greeter`.
  package let name: String

  package let methods: [GeneratedMethod]

  /// The name of the property for the service's descriptor in era 2: `hello_v1_Greeter`.
  let propertyName: String

  /// - Parameter methods: whatever their functions are called.
  package init(name: String, methods: [GeneratedMethod]) {
    self.name = name
    self.methods = methods
    propertyName = name
  }

  /// Returns the service with the names that its functions have in an era.
  fileprivate func named(in era: GRPCSwiftEra) -> GeneratedService {
    GeneratedService(
      name: name,
      methods: methods.map { method in
        let function = MoultProto.swiftFunctionName(ofMethod: method.name, era: era)
        return GeneratedMethod(
          name: method.name, bareFunction: function, function: quotedIfKeyword(function),
          request: method.request, response: method.response, kind: method.kind)
      })
  }

  init(_ service: ProtoService, era: GRPCSwiftEra, types: SwiftTypeReferences) {
    let file = types.file
    let scope = file.fullName(of: service)
    name = file.swiftServiceName(service, era: era)
    propertyName = descriptorPrefix(ofTypePrefix: file.swiftTypePrefix) + service.name
    methods = service.methods.map { method in
      let function = method.swiftFunctionName(era: era)
      return GeneratedMethod(
        name: method.name, bareFunction: function, function: quotedIfKeyword(function),
        request: types.name(of: method.inputType, in: scope),
        response: types.name(of: method.outputType, in: scope), kind: method.kind)
    }
  }
}

/// An `rpc` with the Swift names of one era.
package struct GeneratedMethod {
  /// The name in the `.proto` file.
  package let name: String

  /// The name of the function as the generator puts it together with others.
  let bareFunction: String

  /// The name of the function as it can be declared.
  let function: String

  let request: String
  let response: String
  let kind: ProtoMethod.Kind

  init(
    name: String, bareFunction: String, function: String, request: String, response: String,
    kind: ProtoMethod.Kind
  ) {
    self.name = name
    self.bareFunction = bareFunction
    self.function = function
    self.request = request
    self.response = response
    self.kind = kind
  }

  /// - Parameters:
  ///   - name: as in the `.proto` file.
  ///   - request: the name of the Swift type, and so `response`.
  package init(name: String, request: String, response: String, kind: ProtoMethod.Kind) {
    self.init(
      name: name, bareFunction: name, function: name, request: request, response: response,
      kind: kind)
  }
}

/// Returns a type prefix with each of its words in lower camel case: `hello_v1_` for `Hello_V1_`.
private func descriptorPrefix(ofTypePrefix prefix: String) -> String {
  let words = prefix.split(separator: "_").map { swiftCamelCased(String($0), .lower) }
  let joined = words.joined(separator: "_")
  return prefix.hasSuffix("_") && !joined.hasSuffix("_") ? joined + "_" : joined
}
