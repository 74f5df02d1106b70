import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

/// What handwritten Swift code does with services.
///
/// A call belongs to the service that the types of what it is called on lead to. A server and a fake are told by what a type
/// inherits: the protocol that a generator makes for servers, or the one of the client. A protocol of the project's own to
/// which a generated client conforms (`ServiceFacades`) stands for the client, in calls and for fakes.
///
/// - Complexity: O(*n*) in the tokens of the files, and in the calls that are named as a service's methods.
func serviceUses(
  _ project: Project, _ services: ServiceNames, cache: TreeCache, jobs: Int
) async -> [ServiceUse] {
  guard !services.isEmpty else { return [] }
  let files = project.files.filter { !$0.isGenerated }
  let model = project.swift?.model
  let facades = ServiceFacades(
    await parallelMap(files.filter { $0.surface == .swift }, jobs: jobs) { file in
      ServiceFacades.conformances(in: cache.tree(of: file.source), services)
    }.joined())
  let parts = await parallelMap(files, jobs: jobs) { file in
    switch file.surface {
    case .swift:
      let semantics = model?.borrowedSemantics(forFile: file.source.path)
      defer { if let semantics { model?.giveBack(semantics) } }
      return swiftUses(of: services, facades, in: cache.tree(of: file.source), semantics)
    // Whom a message is sent to is not asked: its name keeps a method from the list of those that nobody calls.
    case .objectiveC: return FileUses(words: services.selectorWords(in: file.source.bytes))
    case .proto, .manifest, .script: return FileUses()
    }
  }
  var uses: [String: FileUses.Places] = [:]
  var words: Set<String> = []
  for part in parts {
    words.formUnion(part.words)
    for (service, places) in part.places { uses[service, default: .init()].add(places) }
  }
  return services.methods.sorted { $0.key < $1.key }.map { service, methods in
    let places = uses[service] ?? .init()
    return ServiceUse(
      service: service, calls: places.calls, servers: places.servers, fakes: places.fakes,
      uncalled: methods.filter { words.isDisjoint(with: wordsOfCalls(of: $0)) })
  }
}

/// The names under which the generators of all eras let a method be called.
func wordsOfCalls(of method: String) -> [String] {
  [lowercasingFirst(method), "make\(method)Call"]
}

private struct FileUses: Sendable {
  struct Places: Sendable {
    var calls: [EraPlace] = []
    var servers: [EraPlace] = []
    var fakes: [EraPlace] = []

    mutating func add(_ others: Places) {
      calls += others.calls
      servers += others.servers
      fakes += others.fakes
    }
  }

  var places: [String: Places] = [:]

  /// What is called and may be a method of a service.
  var words: Set<String> = []
}

private func swiftUses(
  of services: ServiceNames, _ facades: ServiceFacades, in tree: SyntaxTree,
  _ semantics: FileSemantics?
) -> FileUses {
  var uses = FileUses()
  let lines = tree.source.lines
  func place(_ offset: ByteOffset, _ name: String) -> EraPlace {
    EraPlace(path: tree.source.path, line: lines.line(of: offset), why: "'\(name)'")
  }
  for index in tree.nodes.indices {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    switch node.kind {
    case .functionCall:
      guard let callee = node.children.first, callee.kind == .memberAccess,
        services.isCallable(callee.name)
      else { continue }
      let offset = callee.mainToken.start
      uses.words.insert(callee.name)
      guard
        let service = services.service(at: offset, semantics)
          ?? facades.service(ofCall: callee.name, at: offset, services, semantics)
      else { continue }
      uses.places[service, default: .init()].calls.append(place(offset, callee.name))
    case .identifierType, .memberType:
      guard let declaration = node.parent, declaration.kind == .inheritedType,
        let type = declaration.parent?.parent, type.kind != .protocolDecl
      else { continue }
      let here = place(node.range.lowerBound, type.nameOfType)
      let inherited = tree.source.text(node.range)
      guard let (service, role) = services.role(ofInherited: inherited) else {
        // The generated client is no fake of itself.
        guard services.service(ofClient: type.nameOfType) == nil else { continue }
        for service in facades.services(of: inherited) {
          uses.places[service, default: .init()].fakes.append(here)
        }
        continue
      }
      switch role {
      case .server: uses.places[service, default: .init()].servers.append(here)
      case .client: uses.places[service, default: .init()].fakes.append(here)
      }
    case .declReference:
      guard let service = services.service(ofDouble: node.name) else { continue }
      uses.places[service, default: .init()].fakes.append(
        place(node.range.lowerBound, node.name))
    default: continue
    }
  }
  return uses
}
