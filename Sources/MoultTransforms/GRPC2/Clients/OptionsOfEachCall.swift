import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Whether the calls of generated clients say their own options, for all services of a project.
///
/// Services have methods of the same names, so what is called by a name is looked at once and not for each of them.
struct OptionsOfEachCall {
  /// Whether each call says its own, by what the names of the service's types begin with.
  private var byService: [String: Bool] = [:]

  /// What is called without a meaning here, which may be a call of either era, by the name.
  private var unknown: [String: [Node]] = [:]

  private static func judged(_ file: FileContext) -> OptionsOfEachCall? {
    file.model.symbol(named: "GRPC.GRPCClient").map { client in
      file.calls.answer(about: client) { OptionsOfEachCall(file) }
    }
  }

  private init(_ file: FileContext) {
    let methods = ClientsOfAProject(file).types.flatMap { methodsOfService(ofClient: $0, file) }
    for call in Set(methods.flatMap(namesOfCalls)).flatMap({ file.calls.calls(named: $0) }) {
      guard !file.model.isGenerated(path: call.tree.source.path) else { continue }
      if let called = file.context(of: call)?.semantics.symbol(of: call) {
        guard let service = called.parent.flatMap({ GeneratedClientKind(of: $0) })?.stem else {
          continue
        }
        byService[service] = byService[service, default: true] && Self.saysOptions(call)
      } else if let name = CallExpr(call)?.called?.node.name {
        unknown[name, default: []].append(call)
      }
    }
  }

  private static func saysOptions(_ call: Node) -> Bool {
    ["callOptions", "options"].contains { call.argument($0) != nil }
  }

  /// Whether every call of a client's service does, so that the options of the client are of no use.
  ///
  /// - Parameter client: what a generator of grpc-swift 1 made.
  static func areSaid(byEveryCallOf client: Symbol, _ file: FileContext) -> Bool {
    guard let service = GeneratedClientKind(of: client)?.stem, let all = judged(file) else {
      return false
    }
    let methods = methodsOfService(ofClient: client, file)
    let others = Set(methods.flatMap(namesOfCalls)).flatMap { all.unknown[$0, default: []] }
      .filter { call in
        CallExpr(call).map { call in methods.contains { canCall($0, call) } } == true
      }
    guard all.byService[service] != nil || !others.isEmpty else { return false }
    return all.byService[service] != false && others.allSatisfy(saysOptions)
  }
}

/// The generated methods of a client and of the protocols of its service.
private func methodsOfService(ofClient client: Symbol, _ file: FileContext) -> [Symbol] {
  guard let kind = GeneratedClientKind(of: client) else { return [] }
  let protocols = ["ClientProtocol", "AsyncClientProtocol", "Service"].flatMap {
    file.model.symbols(named: "\(client.module).\(kind.stem)\($0)")
  }
  return ([client] + protocols).flatMap { file.model.declaredMembers(of: $0) }
    .filter { $0.kind == .function && $0.isGenerated }
    .filter { !$0.name.hasPrefix("make") || !$0.name.hasSuffix("Interceptors") }
}

/// What a method is called by in either era.
private func namesOfCalls(_ method: Symbol) -> [String] {
  [method.name, methodNameOfGRPC2(method.name)]
}

/// Whether what is called on a value of unknown type has a name and arguments that a generated method takes.
private func canCall(_ method: Symbol, _ call: CallExpr) -> Bool {
  let name = call.called?.node.name
  guard name == method.name || name == methodNameOfGRPC2(method.name) else { return false }
  let labels = call.arguments.map(\.label)
  let known = ["callOptions", "handler", "options", "metadata", "onResponse", "requestProducer"]
  return labels.dropFirst(labels.first == .some(nil) ? 1 : 0)
    .allSatisfy { $0.map(known.contains) ?? false }
    && (method.parameterLabels.first != .some(nil) || labels.first == .some(nil))
}
