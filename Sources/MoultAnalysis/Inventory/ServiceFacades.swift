import MoultSemantics
import MoultSource
import MoultSyntax

/// The project's own protocols that stand for clients of services: those to which an extension makes a generated client
/// conform.
struct ServiceFacades: Sendable {
  /// By the name of the protocol; sorted.
  private let services: [String: [String]]

  /// - Parameter conformances: protocols with the services of clients that conform to them, in any order.
  init(_ conformances: some Sequence<(facade: String, service: String)>) {
    var services: [String: Set<String>] = [:]
    for (facade, service) in conformances { services[facade, default: []].insert(service) }
    self.services = services.mapValues { $0.sorted() }
  }

  /// Returns the conformances that the extensions of a file declare.
  static func conformances(
    in tree: SyntaxTree, _ services: ServiceNames
  ) -> [(facade: String, service: String)] {
    tree.nodes.indices.flatMap { index -> [(facade: String, service: String)] in
      let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
      guard node.kind == .inheritedType, let declaration = node.parent?.parent,
        declaration.kind == .extensionDecl,
        let service = services.service(ofClient: declaration.nameOfType),
        let type = node.children.first,
        services.role(ofInherited: tree.source.text(type.range)) == nil
      else { return [] }
      return [(type.name, service)]
    }
  }

  /// Returns the services for whose clients a protocol stands.
  func services(of name: String) -> [String] {
    services[name.split(separator: ".").last.map(String.init) ?? name] ?? []
  }

  /// Returns the service that a call on a value of such a protocol goes to; nil where it may be one of several.
  func service(
    ofCall method: String, at offset: ByteOffset, _ names: ServiceNames, _ semantics: FileSemantics?
  ) -> String? {
    guard !services.isEmpty, let steps = semantics?.explanation(at: offset)?.steps else {
      return nil
    }
    for step in steps {
      for word in (step.symbols + [step.type ?? ""]).flatMap(identifiers) {
        let called = (services[word] ?? []).filter { service in
          (names.methods[service] ?? []).contains { wordsOfCalls(of: $0).contains(method) }
        }
        if !called.isEmpty { return called.count == 1 ? called[0] : nil }
      }
    }
    return nil
  }
}

extension Node {
  /// The name of the type that a declaration declares or extends.
  var nameOfType: String {
    kind == .extensionDecl ? children.first { $0.kind.isType }?.name ?? "" : name
  }
}
