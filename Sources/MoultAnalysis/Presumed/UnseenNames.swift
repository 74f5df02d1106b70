import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// A name of a type that the generator of grpc-swift 1 makes of a service, and that no file of the project declares.
struct UnseenName: Hashable {
  /// What it is the name of.
  enum Role: Hashable {
    /// A client, or the protocol of one, whose calls have futures.
    case futures
    /// A client, or the protocol of one, whose calls are async.
    case async
    case provider
    case interceptors
  }

  let text: String

  /// What the names of all types of the service begin with: `Hello_Greeter`.
  let stem: String
  let role: Role

  /// Whether the name ends in nothing but `Client`, as names of all sorts of clients do.
  let isEverydayName: Bool

  /// Reads a name by its end; nil for another one.
  init?(_ text: String) {
    guard let end = Self.ends.first(where: { text.hasSuffix($0.end) }), text != end.end else {
      return nil
    }
    self.text = text
    stem = String(text.dropLast(end.end.count))
    role = end.role
    isEverydayName = end.end == "Client"
  }

  /// Whether it begins with what generators put before a service's name: `Hello_Greeter`.
  var isPutTogether: Bool {
    let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0.first?.isUppercase == true }
  }

  /// Whether something declares the service's type of grpc-swift 2, or any of grpc-swift 1 or 0.
  ///
  /// What the generator of grpc-swift 0 has made tells what that of 1 will make.
  static func isDeclared(_ stem: String, _ isDeclared: (String) -> Bool) -> Bool {
    isDeclared(stem) || ends.contains { isDeclared(stem + $0.end) }
      || ["Service", "ServiceClient", "ServiceBase"].contains { isDeclared(stem + $0) }
  }

  /// The longer end of two comes first.
  private static let ends: [(end: String, role: Role)] = [
    ("AsyncClientProtocol", .async), ("ClientProtocol", .futures), ("NIOClient", .futures),
    ("AsyncClient", .async), ("TestClient", .futures), ("Client", .futures),
    ("ClientInterceptorFactoryProtocol", .interceptors),
    ("ServerInterceptorFactoryProtocol", .interceptors), ("AsyncProvider", .provider),
    ("Provider", .provider),
  ]
}

/// The names of the services' types that files of gRPC mention and nothing declares, with the places.
struct UnseenNames {
  /// The modules that mention each.
  private(set) var modules: [UnseenName: Set<String>] = [:]

  /// The modules that mention the service's type of grpc-swift 2 (`Hello_Greeter.Client`), by the stem.
  private(set) var modulesOfGRPC2: [String: Set<String>] = [:]

  /// - Parameter isDeclared: whether something in sight declares a type of a name.
  /// - Complexity: O(*n*) in the nodes of the files that import gRPC.
  init(in files: [ProjectFile], isDeclared: (String) -> Bool) {
    var known: [String: Bool] = [:]
    func isFree(_ stem: String) -> Bool {
      if let answer = known[stem] { return answer }
      let answer = !UnseenName.isDeclared(stem, isDeclared)
      known[stem] = answer
      return answer
    }
    lazy var isHalfMigrated = files.contains { !$0.isGenerated && $0.tree.hasCallsOfGRPC1 }
    for file in files where !file.isGenerated && file.tree.speaksOfGRPC {
      let isOfGRPC2 = file.tree.importedModules.contains("GRPCCore") && isHalfMigrated
      for node in file.tree.nodesThatNameTypes {
        if isOfGRPC2, let outer = node.serviceOfGRPC2, isFree(outer) {
          modulesOfGRPC2[outer, default: []].insert(file.module)
        }
        guard let name = UnseenName(node.name), isFree(name.stem) else { continue }
        modules[name, default: []].insert(file.module)
      }
    }
  }

  var stems: Set<String> { Set(modules.keys.map(\.stem)).union(modulesOfGRPC2.keys) }

  /// The modules in which the types of a service are used.
  func modules(ofStem stem: String) -> Set<String> {
    modules.filter { $0.key.stem == stem }.values
      .reduce(modulesOfGRPC2[stem] ?? []) { $0.union($1) }
  }
}

/// Returns whether two texts of one file show the same services that nothing may declare.
///
/// - Complexity: O(*n*) in the nodes of both, where they import gRPC.
func showSameUnseenServices(_ old: SyntaxTree, _ new: SyntaxTree) -> Bool {
  guard old.speaksOfGRPC || new.speaksOfGRPC else { return true }
  return old.hasCallsOfGRPC1 == new.hasCallsOfGRPC1
    && old.namesOfServices == new.namesOfServices
}

extension SyntaxTree {
  /// The names that can be those of a service's types.
  fileprivate var namesOfServices: Set<String> {
    Set(
      nodesThatNameTypes.flatMap { node in
        [UnseenName(node.name)?.text, node.serviceOfGRPC2].compactMap { $0 }
      })
  }

  /// Whether the file imports the runtime of grpc-swift 1 or 2.
  var speaksOfGRPC: Bool {
    importedModules.contains("GRPC") || importedModules.contains("GRPCCore")
  }

  /// Whether the text has a word that calls of grpc-swift 1 have and those of 2 have not.
  ///
  /// - Complexity: O(*n*) in the bytes.
  fileprivate var hasCallsOfGRPC1: Bool {
    wordsOfCalls.contains { source.bytes.firstIndex(ofBytes: $0, from: 0) != nil }
  }

  /// The nodes that name a type, where one is written and where one is called, whose name ends as those of a service's do.
  ///
  /// Looks at bytes alone: most names are others.
  fileprivate var nodesThatNameTypes: [Node] {
    nodes.indices.compactMap { position in
      switch nodes[position].kind {
      case .identifierType, .memberType, .declReference, .memberAccess: break
      default: return nil
      }
      let name = source.bytes[tokens[Int(nodes[position].mainToken)].range.indices]
      guard endsOfNames.contains(where: { name.suffix($0.count).elementsEqual($0) }) else {
        return nil
      }
      let node = Node(tree: self, id: NodeID(rawValue: UInt32(position)))
      return node.kind.isType || node.name.first?.isUppercase == true ? node : nil
    }
  }
}

/// What every name in `UnseenName.ends` ends in, also that of a service's client in grpc-swift 2.
private let endsOfNames = ["Client", "Protocol", "Provider"].map { Array($0.utf8) }

private let wordsOfCalls = [
  "callOptions:", "Call(", ".response", ".status", ".sendMessage", ".sendEnd", "for try await",
].map { Array($0.utf8) }

extension Node {
  /// The name before `.Client` or `.ClientProtocol`, where that is a plain one.
  fileprivate var serviceOfGRPC2: String? {
    guard name == "Client" || name == "ClientProtocol",
      let outer = kind == .memberType ? children.first : base,
      outer.kind == .identifierType || outer.kind == .declReference,
      outer.name.first?.isUppercase == true
    else { return nil }
    return outer.name
  }
}
