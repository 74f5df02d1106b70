import MoultProto
package import MoultSource
package import MoultSyntax

/// A service of the project, with the names that generators give to its clients, servers and test doubles.
package struct DeclaredService: Hashable, Sendable {
  /// As it is called on the wire: `hello.v1.Greeter`.
  package let fullName: String

  /// Where the `.proto` file declares it; nil if only generated code tells of it.
  package let place: Place?

  /// Types in Swift and Objective-C, those of all eras.
  package let names: Set<String>

  /// Its methods, as they are called on the wire: `SayHello`; sorted.
  package let methods: [String]

  /// The declared name in a `.proto` file.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let offset: ByteOffset
  }
}

extension SurfaceFacts {
  /// The services of all `.proto` files, in order of their names; one that two files declare is the first's.
  package var declaredServices: [DeclaredService] {
    MoultSurfaces.declaredServices(in: Array(protos.values), prefixSources)
  }
}

/// Returns the services that the `.proto` files of a project declare, in order of their names.
package func declaredServices(in files: [ProjectText], _ cache: TreeCache) -> [DeclaredService] {
  let protos = files.filter { $0.surface == .proto }.map { cache.proto(of: $0.source) }
  guard protos.contains(where: { !$0.services.isEmpty }) else { return [] }
  let callers = files.filter { $0.surface == .manifest || $0.surface == .script }
  let commands = Dictionary(
    callers.map { ($0.source.path, cache.commands(of: $0.source)) }, uniquingKeysWith: { $1 })
  return declaredServices(in: protos, ClassPrefixSources(files, commands))
}

private func declaredServices(
  in protos: [ProtoFile], _ prefixSources: ClassPrefixSources
) -> [DeclaredService] {
  var services: [String: DeclaredService] = [:]
  let files = protos.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  for file in files {
    let objectiveC = ObjectiveCNames(prefix: prefixSources.prefix(of: file).value)
    for service in file.services {
      let fullName = file.fullName(of: service)
      guard services[fullName] == nil else { continue }
      let stems = Set(
        GRPCSwiftEra.allCases.map { file.swiftServiceName(service, era: $0) })
      let methods = service.methods.map(\.name)
      let className = objectiveC.serviceName(service.name)
      services[fullName] = DeclaredService(
        fullName: fullName,
        place: service.nameRange.map { .init(path: file.path, offset: $0.lowerBound) },
        names: stems.reduce(into: [className, className + "2"]) {
          $0.formUnion(typeNames(ofService: $1, methods: methods))
        }, methods: methods.sorted())
    }
  }
  return services.values.sorted { $0.fullName < $1.fullName }
}

/// Returns the services that a generated Swift file holds, as its texts name them on the wire.
///
/// The generators of all eras write `/hello.v1.Greeter/SayHello` for a method, or the service's name behind
/// `fullyQualifiedService:`.
package func services(inGenerated tree: SyntaxTree) -> [DeclaredService] {
  var methods: [String: Set<String>] = [:]
  var identifiers: Set<String> = []
  for (index, token) in tree.tokens.enumerated() {
    switch token.kind {
    case .identifier: identifiers.insert(tree.text(of: TokenID(rawValue: UInt32(index))))
    case .stringSegment:
      let text = tree.text(of: TokenID(rawValue: UInt32(index)))
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count == 3, parts[0].isEmpty, isName(parts[1]), isName(parts[2]) {
        methods[String(parts[1]), default: []].insert(String(parts[2]))
      } else if isName(text[...]), index > 2, tree.tokens[index - 3].kind == .identifier,
        tree.text(of: TokenID(rawValue: UInt32(index - 3))) == "fullyQualifiedService"
      {
        methods[text, default: []].formUnion([])
      }
    default: continue
    }
  }
  return methods.sorted { $0.key < $1.key }.map { fullName, methods in
    let name = fullName.split(separator: ".").last.map(String.init) ?? fullName
    let stems = identifiers.compactMap { stem(ofType: $0, service: name) }
    return DeclaredService(
      fullName: fullName, place: nil,
      names: Set(stems).reduce(into: []) {
        $0.formUnion(typeNames(ofService: $1, methods: methods.sorted()))
      }, methods: methods.sorted())
  }
}

/// What generators put behind the stem of a service's name, in any era and library.
private let typeSuffixes = [
  "", "Service", "ServiceClient", "ServiceTestStub", "Provider",
  "Client", "ClientProtocol", "NIOClient", "AsyncClient", "AsyncClientProtocol", "TestClient",
  "ClientMetadata", "ClientInterceptorFactoryProtocol", "AsyncProvider", "ServerMetadata",
  "ServerInterceptorFactoryProtocol", "ClientInterface", "ClientMock",
]

/// Those that make a type which stands in generated code of one service alone.
private let tellingSuffixes = ["Service", "ClientProtocol", "ClientInterface", "Provider"]

/// What a generated type is to a service.
package enum ServiceTypeRole: Sendable {
  /// What types that serve it conform to.
  case server
  /// What its clients conform to, and fakes of them.
  case client
}

/// Returns what a type is to its service, by the end of its name, or nil if it is neither.
///
/// - Parameters:
///   - name: one of the service's types, or of those inside them, as grpc-swift 2 has them.
///   - stem: the name of the service's own type, if that holds the other.
package func serviceTypeRole(_ name: String, inside stem: String?) -> ServiceTypeRole? {
  if stem != nil {
    switch name {
    case "ServiceProtocol", "SimpleServiceProtocol", "StreamingServiceProtocol": return .server
    case "ClientProtocol": return .client
    default: return nil
    }
  }
  if name.hasSuffix("Provider") { return .server }
  let ofClients = ["ClientProtocol", "ClientInterface", "Service"]
  return ofClients.contains { name.hasSuffix($0) } ? .client : nil
}

/// Whether a generated type of this name answers in a client's place.
package func isServiceDouble(_ name: String) -> Bool {
  ["TestStub", "TestClient", "ClientMock"].contains { name.hasSuffix($0) }
}

private func typeNames(ofService stem: String, methods: [String]) -> Set<String> {
  Set(
    typeSuffixes.map { stem + $0 }
      + methods.flatMap { method in
        ["Call", "CallTestStub", "Session", "SessionTestStub"].map { stem + method + $0 }
      })
}

private func stem(ofType name: String, service: String) -> String? {
  if name == service || name.hasSuffix("_" + service) { return name }
  for suffix in tellingSuffixes where name.hasSuffix(service + suffix) {
    return String(name.dropLast(suffix.count))
  }
  return nil
}

private func isName(_ text: Substring) -> Bool {
  guard let first = text.first, first.isLetter || first == "_" else { return false }
  return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
}
