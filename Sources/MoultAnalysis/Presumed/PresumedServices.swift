import MoultMatching
import MoultProto
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns what the generator of grpc-swift 1 makes of the services that show only by how the project's code uses their types.
///
/// Where generated code is not in the tree, because the build makes it, git ignores it or another package has it, nothing declares
/// `Hello_GreeterNIOClient`. Such a service is presumed: its name from the names of its types, its methods from what is called on
/// its clients and from what its providers have. What is no service of gRPC for certain is none: a client is made of a channel, or
/// its name is put together as generators do in a file that imports gRPC; a provider has methods with the contexts of gRPC.
///
/// Half a migration speaks of `Hello_Greeter.Client`. There a service is presumed of the calls that are still those of grpc-swift 1.
///
/// - Parameters:
///   - files: of one program.
///   - known: what earlier states of a session have shown.
///   - isDeclared: whether something in sight declares a type of a name.
///   - model: returns the model of the files with more declarations.
/// - Complexity: O(*n*) in the nodes of the files that import gRPC; two models where a name is not declared.
func presumedServices(
  in files: [ProjectFile], _ known: ModelsOfGeneratedCode, isDeclared: (String) -> Bool,
  model: ([SynthesizedSource]) -> ProjectModel
) -> [SynthesizedSource] {
  guard files.contains(where: { !$0.isGenerated && $0.tree.speaksOfGRPC }) else { return [] }
  let names = UnseenNames(in: files, isDeclared: isDeclared)
  return known.presumption(
    ofFilesAt: files.map(\.tree.source.path), showing: names.stems,
    isKept: { !UnseenName.isDeclared($0, isDeclared) },
    make: {
      Presumption(
        stems: names.stems,
        sources: presumedSources(in: files, names, isDeclared: isDeclared, model: model))
    }
  ).sources
}

private func presumedSources(
  in files: [ProjectFile], _ names: UnseenNames, isDeclared: (String) -> Bool,
  model: ([SynthesizedSource]) -> ProjectModel
) -> [SynthesizedSource] {
  let homes = ServiceHomes(files)
  let bare = names.stems.sorted().flatMap { stem in
    homes.sources(
      of: PresumedService(stem: stem), in: names, without: [],
      beside: names.modulesOfGRPC2[stem] != nil)
  }
  let services = PresumptionReader(files, names, model(bare)).services()
  return services.flatMap { service, without in
    homes.sources(of: service, in: names, without: without, beside: false)
  } + homes.messages(of: services.map(\.0), in: names, isDeclared: isDeclared)
}

/// Where presumed services are declared: in the modules that use them, of which none sees another one's.
private struct ServiceHomes {
  private let imported: [String: Set<String>]
  private let own: Set<String>

  init(_ files: [ProjectFile]) {
    var imported: [String: Set<String>] = [:]
    for file in files { imported[file.module, default: []].formUnion(file.tree.importedModules) }
    self.imported = imported
    own = Set(imported.keys)
  }

  /// The modules in which a service is declared, sorted.
  private func modules(of service: PresumedService, in names: UnseenNames) -> [String] {
    let users = names.modules(ofStem: service.stem)
    return users.filter { module in
      let seen = modulesReached(from: imported[module] ?? [], over: imported).subtracting([module])
      return seen.isDisjoint(with: users)
    }.sorted()
  }

  /// The messages that nothing declares, which have what nobody knows beside what all messages have.
  func messages(
    of services: [PresumedService], in names: UnseenNames, isDeclared: (String) -> Bool
  ) -> [SynthesizedSource] {
    var messages: [String: Set<String>] = [:]
    for service in services {
      let unseen = service.messages.filter { !$0.contains(".") && !isDeclared($0) }
      for module in modules(of: service, in: names) {
        messages[module, default: [unseenMessage]].formUnion(unseen)
      }
    }
    return messages.sorted { $0.key < $1.key }.map { module, names in
      let types = names.sorted().map {
        "public struct \($0): SwiftProtobuf.Message, _PartsOfUnseenMessage {}\n"
      }
      return SynthesizedSource(
        path: "messages presumed in \(module)",
        text: "import SwiftProtobuf\n" + types.joined(), module: module,
        reason: "no file declares it: it is presumed to be a message of a service")
    }
  }

  /// - Parameters:
  ///   - without: the names of types that are something else here.
  ///   - isOfBoth: whether the types of grpc-swift 2 are declared as well.
  func sources(
    of service: PresumedService, in names: UnseenNames, without: Set<String>,
    beside isOfBoth: Bool
  ) -> [SynthesizedSource] {
    modules(of: service, in: names).map { module in
      let messages = modulesReached(from: [module], over: imported).intersection(own)
        .subtracting([module])
      let imports =
        ["Foundation", "GRPC", "NIOCore", "SwiftProtobuf"] + (isOfBoth ? ["GRPCCore"] : [])
        + messages.sorted()
      let text =
        imports.map { "import \($0)\n" }.joined()
        + generatedDeclarations(of: service.generated, era: .v1) + service.unknownMethods
        + (isOfBoth ? service.typesOfGRPC2 : "")
      func source(_ text: String) -> SynthesizedSource {
        SynthesizedSource(
          path: "presumed for \(service.stem) in \(module)", text: text, module: module,
          reason: reasonOfPresumed(service.stem))
      }
      let all = source(text)
      guard !without.isEmpty else { return all }
      let items = all.tree.root.itemNodes.filter { item in
        item.kind == .extensionDecl || !without.contains(item.name)
      }
      return source(items.map { "\($0.text)\n" }.joined())
    }
  }
}

/// Reads what the code says of services that nothing declares, in a model in which their types have no methods.
private final class PresumptionReader {
  private let files: [ProjectFile]
  private let names: UnseenNames
  private let model: ProjectModel
  private let clients: [Symbol: UnseenName]

  /// The clients of grpc-swift 2 and their protocols, with the stem.
  private let clientsOfGRPC2: [Symbol: String]

  private var found: [String: PresumedService] = [:]

  /// The names that are those of a service's types for certain, and those that are not.
  private var shown: Set<String> = []
  private var refuted: Set<String> = []

  init(_ files: [ProjectFile], _ names: UnseenNames, _ model: ProjectModel) {
    self.files = files
    self.names = names
    self.model = model
    let stems = names.stems
    clients = Dictionary(
      uniqueKeysWithValues: model.projectTypes.compactMap { type in
        guard case .synthesized = type.origin, let name = UnseenName(type.name),
          stems.contains(name.stem)
        else { return nil }
        return (type, name)
      })
    clientsOfGRPC2 = Dictionary(
      uniqueKeysWithValues: model.projectTypes.compactMap { type in
        guard case .synthesized = type.origin, let outer = type.parent, stems.contains(outer.name),
          outer.kind == .enumeration, ["Client", "ClientProtocol"].contains(type.name)
        else { return nil }
        return (type, outer.name)
      })
  }

  /// The services, sorted by name, each with the names of types that are something else here.
  func services() -> [(PresumedService, without: Set<String>)] {
    let reach = model.mentions(jobs: 1).reach(of: Array(clients.keys) + clientsOfGRPC2.keys)
    for file in files where !file.isGenerated {
      guard let semantics = model.semantics(forFile: file.tree.source.path) else { continue }
      if file.tree.speaksOfGRPC { readNames(file, semantics) }
      if reach.mayHoldValues(file.tree) { readCalls(file.tree, semantics) }
    }
    readProviders()
    return names.stems.sorted().compactMap { stem -> (PresumedService, without: Set<String>)? in
      let ofStem = names.modules.keys.filter { $0.stem == stem }
      guard ofStem.contains(where: isShown) || shown.contains(stem) else { return nil }
      let without = ofStem.filter { name in
        !isShown(name) && (!name.isPutTogether || refuted.contains(name.text))
      }
      return (found[stem] ?? PresumedService(stem: stem), Set(without.map(\.text)))
    }
  }

  private func isShown(_ name: UnseenName) -> Bool {
    shown.contains(name.text) && !refuted.contains(name.text)
  }

  // MARK: names

  private func readNames(_ file: ProjectFile, _ semantics: FileSemantics) {
    let imports = Set(file.tree.importedModules)
    let isBesideConnect = imports.contains("Connect")
    for node in file.tree.root.descendants {
      switch node.kind {
      case .functionCall: readCreation(node, semantics)
      case .identifierType, .memberType:
        guard let name = UnseenName(node.name), !name.isEverydayName, name.role != .provider,
          !isBesideConnect, name.isPutTogether || name.text.hasSuffix("NIOClient"),
          names.modules[name] != nil
        else { continue }
        shown.insert(name.text)
      default: continue
      }
    }
  }

  /// `Hello_GreeterNIOClient(channel: channel)`, also by an alias.
  private func readCreation(_ call: Node, _ semantics: FileSemantics) {
    guard let callee = call.callee, callee.kind != .functionCall,
      case .metatype(let type) = semantics.type(of: callee), let made = type.nominalSymbol,
      let name = clients[made]
    else { return }
    let labels = call.arguments.map(\.argumentLabel)
    guard let channel = call.arguments.first?.argumentValue, labels.first == "channel",
      labels.allSatisfy({ ["channel", "defaultCallOptions", "interceptors"].contains($0) }),
      call.trailingClosures.isEmpty
    else {
      if !name.text.hasSuffix("TestClient") { refuted.insert(name.text) }
      return
    }
    let given = semantics.type(of: channel).fullyUnwrapped
    if let symbol = given.nominalSymbol,
      model.isSubtype(symbol, of: "GRPC.GRPCChannel")
        || symbol.qualifiedName == "GRPCCore.GRPCClient"
    {
      if !name.isEverydayName || name.isPutTogether { shown.insert(name.text) }
    } else if given.isUnknown {
      if name.isPutTogether { shown.insert(name.text) }
    } else {
      refuted.insert(name.text)
    }
  }

  // MARK: methods

  private func readCalls(_ tree: SyntaxTree, _ semantics: FileSemantics) {
    for call in tree.root.descendants where call.kind == .functionCall {
      guard let callee = call.callee, semantics.candidates(of: callee).isEmpty else { continue }
      guard callee.kind == .memberAccess, let base = callee.base else {
        readCall(call, inExtensionNaming: callee, semantics)
        continue
      }
      guard let owner = semantics.type(of: base).fullyUnwrapped.nominalSymbol else { continue }
      if let name = clients[owner], name.role == .futures || name.role == .async {
        let read = PresumedCall(call, named: callee.name, on: name.role, semantics, model)
        if read.isOfGRPC1 { shown.insert(name.text) }
        add(read.method, named: read.function, to: name.stem)
      } else if let stem = clientsOfGRPC2[owner] {
        let isAsync = call.isAwaited || call.parent?.kind == .forStmt
        let read = PresumedCall(
          call, named: callee.name, on: isAsync ? .async : .futures, semantics, model)
        // All that a client of grpc-swift 2 has is awaited.
        let hasMessages = read.hasRequest || read.hasHandler
        guard read.isOfGRPC1 || call.parent?.kind == .forStmt || hasMessages && !isAsync else {
          continue
        }
        shown.insert(stem)
        add(read.method, named: read.function, to: stem)
      }
    }
  }

  /// `list(handler: f)` in an extension of a client, where nothing but a call of grpc-swift 1 has the type that is wanted.
  private func readCall(
    _ call: Node, inExtensionNaming callee: Node, _ semantics: FileSemantics
  ) {
    guard callee.kind == .declReference,
      let around = call.ancestors.first(where: { $0.kind == .memberBlock })?.parent,
      let type = ExtensionDecl(around)?.type,
      let name = semantics.symbol(of: type).flatMap({ clients[$0] }), name.role == .futures
    else { return }
    let read = PresumedCall(call, named: callee.name, on: name.role, semantics, model)
    guard read.isOfGRPC1 else { return }
    add(read.method, named: read.function, to: name.stem)
  }

  private func add(_ method: PresumedMethod, named function: String, to stem: String) {
    found[stem, default: PresumedService(stem: stem)]
      .methods[function, default: PresumedMethod()].add(method)
  }

  /// Methods of types that conform to one provider that nothing declares.
  private func readProviders() {
    for type in model.projectTypes {
      guard case .project = type.origin, type.kind != .protocolType else { continue }
      let providers = model.inheritedTypes(of: type).compactMap(\.nominalSymbol)
        .compactMap { clients[$0] }.filter { $0.role == .provider }
      guard let name = providers.first, providers.count == 1 else { continue }
      for member in model.declaredMembers(of: type) where member.kind == .function {
        guard let function = member.declaration, function.hasContextOfGRPC1,
          let read = GeneratedServices.providerMessages(of: function)
        else { continue }
        shown.insert(name.text)
        var method = PresumedMethod()
        method.kinds = [read.kind]
        method.isCalledByName = true
        method.requests = [read.request]
        method.responses = [read.response]
        add(method, named: function.name, to: name.stem)
      }
    }
  }
}

extension PresumedMethod {
  fileprivate mutating func add(_ other: PresumedMethod) {
    kinds.formUnion(other.kinds)
    requests.formUnion(other.requests)
    responses.formUnion(other.responses)
    shapes.formUnion(other.shapes)
    isOdd = isOdd || other.isOdd
    isCalledByName = isCalledByName || other.isCalledByName
  }
}

extension Node {
  /// Whether a function takes what a server of grpc-swift 1 gives to a method.
  fileprivate var hasContextOfGRPC1: Bool {
    parameters.contains { parameter in
      guard parameter.externalName == "context", let type = parameter.parameterType else {
        return false
      }
      return ([type] + type.descendants).contains {
        $0.kind.isType && contextsOfGRPC1.contains($0.name)
      }
    }
  }
}

private let contextsOfGRPC1: Set = [
  "GRPCAsyncServerCallContext", "StatusOnlyCallContext", "UnaryResponseCallContext",
  "StreamingResponseCallContext", "ServerCallContext",
]
