/// A generation of grpc-swift's API and of its code generator.
package enum GRPCSwiftEra: Int, Sendable, CaseIterable {
  /// 0.4 to 0.11, on the C core: `SwiftGRPC`.
  case v0 = 0
  /// 1.0 to 1.26, on SwiftNIO: `GRPC`.
  case v1 = 1
  /// 2.0 and later: `GRPCCore`.
  case v2 = 2
}

extension ProtoFile {
  /// Returns the stem of the Swift names for `service`: `Hello_V1_Greeter`.
  ///
  /// In eras 0 and 1 a file without package gives no prefix, not even `swift_prefix`.
  ///
  /// Source: facts on grpc-swift, section 2, and the generators' `nameForPackageService`.
  package func swiftServiceName(_ service: ProtoService, era: GRPCSwiftEra) -> String {
    switch era {
    case .v0, .v1: package.isEmpty ? service.name : swiftTypePrefix + service.name
    case .v2: swiftTypePrefix + service.name
    }
  }

  /// Returns the name of `service` on the wire: `hello.v1.Greeter`.
  package func fullName(of service: ProtoService) -> String {
    package.isEmpty ? service.name : "\(package).\(service.name)"
  }
}

extension ProtoMethod {
  /// Returns the name of the function for the method, with backticks where the generator writes them.
  ///
  /// Eras 0 and 1 lower the first letter only, era 2 a whole leading abbreviation. Only era 1 escapes
  /// keywords, since 1.2; a method called `Import` gives code that does not compile in the others.
  ///
  /// Source: facts on grpc-swift, section 2.4.
  package func swiftFunctionName(era: GRPCSwiftEra) -> String {
    MoultProto.swiftFunctionName(ofMethod: name, era: era)
  }
}

/// Returns the name of the function for a method called `name` in the `.proto` file; see `ProtoMethod`.
package func swiftFunctionName(ofMethod name: String, era: GRPCSwiftEra) -> String {
  switch era {
  case .v0: loweringFirstLetter(of: name)
  case .v1:
    SwiftReservedWords.keywords.contains(loweringFirstLetter(of: name))
      ? "`\(loweringFirstLetter(of: name))`" : loweringFirstLetter(of: name)
  case .v2: loweringLeadingAbbreviation(of: name)
  }
}

func loweringFirstLetter(of name: String) -> String {
  var bytes = Array(name.utf8)
  if !bytes.isEmpty { bytes[0] = lowercased(bytes[0]) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns `name` with what comes before its first word in lower case: `urlGet` for `URLGet`.
private func loweringLeadingAbbreviation(of name: String) -> String {
  var bytes = Array(name.utf8)
  let firstLower = bytes.firstIndex { ASCIIClass($0) == .lower } ?? bytes.count
  let end = firstLower == bytes.count || firstLower <= 1 ? firstLower : firstLower - 1
  for index in 0..<end { bytes[index] = lowercased(bytes[index]) }
  return String(decoding: bytes, as: UTF8.self)
}
