import MoultMatching
import MoultSource
import MoultSurfaces
import MoultSyntax

/// Returns the services of gRPC for Objective-C that show only by how Swift calls them, sorted by name.
///
/// Where pods are used as frameworks, the generated code stands in a pod that is made when pods are installed, of files that are fetched then:
/// no header and no `.proto` is in sight. Such a service is the class of a value on which a method `rpcTo…` with a request or a writer and
/// a handler is called, which nothing but that generator makes.
///
/// - Complexity: O(*n*) in the nodes of the files that say `rpcTo`, or `RPCTo` as in Swift 2.
func unseenServices(in trees: [SyntaxTree]) -> [BridgedService] {
  var methods: [String: [String: BridgedMethod]] = [:]
  var places: [String: String] = [:]
  let callers = trees.filter { showsUnseenServices($0.source) }
  let shared = callers.isEmpty ? [:] : servicesHeld(in: trees)
  for tree in callers {
    let nodes = Array(tree.root.descendants)
    let classes = classesOfValues(in: nodes).merging(shared) { own, _ in own }
    for call in nodes where call.kind == .functionCall {
      guard let method = BridgedMethod(objectOf: call),
        let name = call.callee?.base.flatMap({ classes[$0.name] })
      else { continue }
      methods[name, default: [:]][method.name] = method
      places[name] = min(places[name] ?? tree.source.path, tree.source.path)
    }
  }
  return methods.keys.sorted().map { name in
    BridgedService(
      name: name, methods: methods[name, default: [:]].values.sorted { $0.name < $1.name },
      path: places[name] ?? "")
  }
}

/// The classes of what files hold that the project makes with a host, by the names of what holds them.
private func servicesHeld(in trees: [SyntaxTree]) -> [String: String] {
  let mark = Array("(host:".utf8)
  let nodes = trees.filter { $0.source.bytes.firstIndex(ofBytes: mark, from: 0) != nil }
    .flatMap { Array($0.root.descendants) }
  let made = Set(nodes.compactMap(\.classMadeWithHost))
  return classesOfValues(in: nodes).filter { made.contains($0.value) }
}

/// Whether a text may call a service that nothing declares.
///
/// - Complexity: O(*n*) in the bytes.
func showsUnseenServices(_ source: SourceText) -> Bool {
  marksOfUnseenServices.contains { source.bytes.firstIndex(ofBytes: $0, from: 0) != nil }
}

private let marksOfUnseenServices = [Array("rpcTo".utf8), Array("RPCTo".utf8)]

/// The classes of a file's variables and constants, as far as a type or a construction with a host says them, and all of one
/// name say the same.
private func classesOfValues(in nodes: [Node]) -> [String: String] {
  var classes: [String: Set<String>] = [:]
  for node in nodes {
    switch node.kind {
    case .patternBinding:
      guard let name = node.children.first?.name else { continue }
      if let type = node.annotatedType?.className {
        classes[name, default: []].insert(type)
      } else if let made = node.initialValue?.classMadeWithHost {
        classes[name, default: []].insert(made)
      }
    case .parameter:
      if let type = node.parameterType?.className {
        classes[node.internalName, default: []].insert(type)
      }
    default: continue
    }
  }
  return classes.compactMapValues { $0.count == 1 ? $0.first : nil }
}

extension Node {
  /// The name of a class, also behind `?` and `!`; nil for what is no plain name.
  fileprivate var className: String? {
    switch kind {
    case .identifierType: return children.isEmpty ? name : nil
    case .optionalType, .implicitlyUnwrappedType: return children.first?.className
    default: return nil
    }
  }

  /// `Greeter` of `Greeter(host: …)`.
  fileprivate var classMadeWithHost: String? {
    guard kind == .functionCall, let callee, callee.kind == .declReference,
      arguments.first?.argumentLabel == "host"
    else { return nil }
    return callee.name
  }
}

extension BridgedMethod {
  /// Reads `service.rpcToMove(with: request) { response, error in … }` and the other forms of a call object's method.
  fileprivate init?(objectOf call: Node) {
    guard let callee = call.callee, callee.kind == .memberAccess,
      callee.name.hasPrefix("rpcTo") || callee.name.hasPrefix("RPCTo"),
      callee.name.dropFirst(5).first?.isUppercase ?? false
    else { return nil }
    var name = callee.name.dropFirst(5)
    var label = call.arguments.first?.argumentLabel
    // Swift 2 has what is the label now at the end of the name.
    if label == nil, callee.name.hasPrefix("RPCTo") {
      guard let start = ["WithRequestsWriter", "WithRequest"].first(where: name.hasSuffix) else {
        return nil
      }
      name = name.dropLast(start.count)
      label = "w" + start.dropFirst()
    }
    let streamsRequests = label == "withRequestsWriter"
    guard streamsRequests || label == "with" || label == "withRequest" else { return nil }
    let streamsResponses: Bool
    switch call.arguments.dropFirst().first?.argumentLabel {
    case "handler": streamsResponses = false
    case "eventHandler": streamsResponses = true
    case nil:
      guard let closure = call.trailingClosures.first?.closure else { return nil }
      streamsResponses = (closure.signature?.parameters.count ?? 0) == 3
    default: return nil
    }
    // The label leaves the noun away where the request's class ends in it.
    self.init(
      name: String(name), request: label == "with" ? "\(name)Request" : "",
      response: unseenResponseClass,
      streamsRequests: streamsRequests, streamsResponses: streamsResponses)
  }
}
