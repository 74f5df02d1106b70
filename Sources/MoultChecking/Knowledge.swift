import MoultMatching
import MoultSemantics
import MoultSyntax

/// The modules whose interfaces declare all that user code can touch.
///
/// Those of NIO, Logging, the transports of grpc-swift 2 and other companions list only what is met beside the libraries
/// that are migrated.
private let wholeInterfaces: Set<String> = [
  "SwiftGRPC", "GRPC", "GRPCCore", "GRPCInProcessTransport", "GRPCHealthService", "Connect",
]

/// Types of interfaces that are not whole, of which all members are listed.
private let wholeTypes: Set<String> = ["SwiftProtobuf.Message", "SwiftProtobuf.Enum"]

/// Types of whole interfaces that list only what those need who use them, and not who makes one.
private let partialTypes: Set<String> = [
  "GRPCCore.ClientTransport", "GRPCCore.ServerTransport", "GRPCCore.CompressionAlgorithmSet",
]

/// Names that whole interfaces leave out: of Apple's Network framework, and of what is deprecated or deep inside.
let unlistedNames: Set<String> = [
  "RPCStream", "withServerContextRPCCancellationHandle", "transportServices", "TransportServices",
  "networkFramework", "usingTLSBackedByNetworkFramework", "nwParametersConfigurator",
  "withTLSHandshakeVerificationCallback", "listenerNWParametersConfigurator",
  "childChannelNWParametersConfigurator", "makeClientConfigurationBackedByNetworkFramework",
  "makeServerConfigurationBackedByNetworkFramework", "GRPCTimeout", "ClientBootstrapProtocol",
  "ServerBootstrapProtocol", "TLS", "implementation", "httpProtocol",
]

/// Parts of the standard library that need no import, under the names that they can be imported by.
let standardModules: Set<String> = ["Swift", "_Concurrency", "_StringProcessing"]

/// Whether all that a module shows to others is known: it is the project's, or has a whole interface.
func isWholeModule(_ module: String, of model: ProjectModel) -> Bool {
  standardModules.contains(module) || model.projectModules.contains(module)
    || wholeInterfaces.contains(module) && model.library(ofModule: module) != nil
}

/// Whether a module comes with a system or a toolchain.
func isPlatformModule(_ module: String) -> Bool {
  isModuleOfPlatform(module) || standardModules.contains(module)
}

extension Subject {
  /// Returns whether every member of `type` called `name` would have been found, and none was declared.
  func knowsMembers(of type: SemanticType, named name: String) -> Bool {
    knowsEverything(of: type, besides: name)
      && (semantics.ancestry(of: type) ?? []).allSatisfy { symbol in
        model.declaredMembers(of: symbol, named: name).isEmpty
      }
  }

  /// Returns whether all that a type has is known, other than what protocols of the standard library bring along.
  ///
  /// - Parameter name: what must not be among that.
  func knowsEverything(of type: SemanticType, besides name: String) -> Bool {
    guard case .nominal = type, let ancestry = semantics.ancestry(of: type) else { return false }
    return ancestry.allSatisfy { knowsEverything(of: $0, besides: name) }
  }

  /// Whether a module declares several types of the name, as where several targets are taken for one.
  private func isAmbiguous(_ symbol: Symbol) -> Bool {
    guard let parent = symbol.parent, parent.kind == .module else { return false }
    return model.topLevelSymbols(named: symbol.name, in: parent.name).count > 1
  }

  /// Whether the types of a module are known with all their members.
  ///
  /// Of a library that is itself the project, what other libraries add to its types is not bound.
  private func isWhole(_ module: String) -> Bool {
    let isOwn = model.projectModules.contains(module)
    return isWholeModule(module, of: model) && !(wholeInterfaces.contains(module) && isOwn)
      && (isOwn || isReached(module))
  }

  /// Whether the file or another one of its module imports a module, so that values of its types are of its era.
  private func isReached(_ module: String) -> Bool {
    semantics.visibleModules.contains(module)
      || model.module(semantics.module, imports: module)
  }

  private func knowsEverything(of symbol: Symbol, besides name: String) -> Bool {
    if symbol.module == "Swift" {
      return narrowProtocols.contains(symbol.name) && !standardMembers.contains(name)
    }
    guard let declaration = symbol.declaration, !isInFlux(symbol),
      isWhole(symbol.module) || wholeTypes.contains(symbol.qualifiedName),
      !partialTypes.contains(symbol.qualifiedName), !isAmbiguous(symbol)
    else { return false }
    // A where clause of a protocol may name more that it inherits.
    if symbol.kind == .protocolType, declaration.child(.genericWhereClause) != nil { return false }
    if symbol.kind == .actor, standardMembers.contains(name) { return false }
    // An extension may have a macro that adds members to it.
    return ([declaration] + model.extensions(of: symbol)).allSatisfy { place in
      place.attributes.allSatisfy { harmlessAttributes.contains($0.name) }
    }
  }
}

extension Symbol {
  /// Stands in text that no file has, such as what a generator would write.
  var isMadeUp: Bool {
    if case .synthesized = origin { return true }
    return false
  }
}

/// Protocols of the standard library that give a type few members, all of them in `standardMembers`.
private let narrowProtocols: Set<String> = [
  "AnyObject", "Sendable", "Copyable", "Escapable", "BitwiseCopyable", "Error", "Equatable",
  "Hashable", "Comparable", "Identifiable", "Encodable", "Decodable", "CodingKey", "CaseIterable",
  "RawRepresentable", "CustomStringConvertible", "CustomDebugStringConvertible",
  "CustomReflectable", "ExpressibleByIntegerLiteral", "ExpressibleByFloatLiteral",
  "ExpressibleByBooleanLiteral", "ExpressibleByStringLiteral", "ExpressibleByArrayLiteral",
  "ExpressibleByDictionaryLiteral", "ExpressibleByNilLiteral", "ExpressibleByUnicodeScalarLiteral",
  "ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByStringInterpolation",
]

/// What those protocols, and Foundation's extensions of them, bring along.
private let standardMembers: Set<String> = [
  "hashValue", "hash", "_rawHashValue", "encode", "description", "debugDescription", "rawValue",
  "allCases", "AllCases", "RawValue", "ID", "id", "localizedDescription", "customMirror",
  "stringValue", "intValue", "CodingKeys", "init", "_domain", "_code", "_userInfo", "formatted",
  "IntegerLiteralType", "FloatLiteralType", "BooleanLiteralType", "StringLiteralType",
  "ArrayLiteralElement", "Key", "Value", "UnicodeScalarLiteralType", "StringInterpolation",
  "ExtendedGraphemeClusterLiteralType", "codingKey", "self", "Type", "Protocol",
  "assumeIsolated", "assertIsolated", "preconditionIsolated", "unownedExecutor",
]

/// Attributes of types and extensions that add no members; `globalActor` does.
private let harmlessAttributes: Set<String> = [
  "available", "frozen", "usableFromInline", "objc", "objcMembers", "MainActor", "unchecked",
  "preconcurrency", "nonobjc", "_spi", "resultBuilder", "rethrows", "_hasStorage",
  "_documentation", "_nonSendable", "_marker", "main", "UIApplicationMain", "Suite", "safe",
  "unsafe",
]
