extension ProtoFile {
  /// Returns every Swift name of the file that its prefix is part of, in the order of its declarations.
  ///
  /// Names inside of types are not among them, as they have no prefix. The list has the same length and order for
  /// every prefix and package, so that two of them make a table of renames. Those of services are what
  /// the generators of grpc-swift 0, 1 and 2 and of connect-swift make; no project uses all of them.
  ///
  /// Source: facts on swift-protobuf, section 6, on grpc-swift, section 2, and on connect-swift.
  package func swiftSymbols() -> [String] {
    var result = messages.map { swiftMessageName([$0.name]) }
    result += enums.map { swiftEnumName([$0.name]) }
    result.append(swiftTypePrefix + swiftCamelCased(fileStem, .upper) + "_Extensions")
    for field in extensions {
      let names = swiftExtensionPropertyNames(field, in: [])
      result += [swiftExtensionName(field, in: []), names.value, names.has, names.clear]
    }
    for service in services {
      let old = swiftServiceName(service, era: .v1)
      result += [old, swiftServiceName(service, era: .v2)]
      result += swiftServiceSuffixes.map { old + $0 }
      for method in service.methods { result += swiftMethodSuffixes.map { old + method.name + $0 } }
    }
    return result
  }

  private var fileStem: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.hasSuffix(".proto") ? name.dropLast(6) : name[...])
  }
}

/// What generators put behind the stem of a service.
let swiftServiceSuffixes = [
  // grpc-swift 0
  "Service", "ServiceClient", "ServiceServer", "ServiceTestStub", "Provider",
  // grpc-swift 1
  "Client", "ClientProtocol", "NIOClient", "AsyncClient", "AsyncClientProtocol", "TestClient",
  "ClientMetadata", "ServerMetadata", "AsyncProvider", "ClientInterceptorFactoryProtocol",
  "ServerInterceptorFactoryProtocol",
  // connect-swift
  "ClientInterface", "ClientMock",
]

/// What the generator of grpc-swift 0 puts behind the stem of a service and the name of a method.
let swiftMethodSuffixes = [
  "Call", "CallBase", "CallTestStub", "Session", "SessionBase", "SessionTestStub",
]
