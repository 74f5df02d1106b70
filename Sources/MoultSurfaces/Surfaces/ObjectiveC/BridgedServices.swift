import MoultMatching
import MoultObjC
import MoultProto
import MoultSource

/// A service of gRPC for Objective-C, as its generated class has it.
package struct BridgedService: Hashable, Sendable {
  /// Of the class.
  package let name: String
  package let methods: [BridgedMethod]

  /// The file that shows it: a header, a `.proto` file, or Swift that calls it.
  package let path: String

  package init(name: String, methods: [BridgedMethod], path: String) {
    self.name = name
    self.methods = methods
    self.path = path
  }
}

/// An RPC of such a service.
package struct BridgedMethod: Hashable, Sendable {
  /// As the `.proto` file has it; where only a header is known, its first letter may be a small one.
  package let name: String

  /// The class of the request; empty where a header does not say it.
  package let request: String

  /// The class of the response; nil where a header does not say it.
  package let response: String?
  package let streamsRequests: Bool
  package let streamsResponses: Bool

  package init(
    name: String, request: String, response: String?, streamsRequests: Bool, streamsResponses: Bool
  ) {
    self.name = name
    self.request = request
    self.response = response
    self.streamsRequests = streamsRequests
    self.streamsResponses = streamsResponses
  }
}

/// What of gRPC for Objective-C the project's Swift can see.
package struct BridgedObjectiveC: Sendable {
  /// Those of headers first, then those of `.proto` files, then those that show only by their use.
  package let services: [BridgedService]

  /// The modules whose Swift sees the library's headers through a bridging header.
  package let modules: Set<String>

  /// - Parameters:
  ///   - importing: whether any Swift of the project imports a module of the library.
  ///   - unseen: services that show only by how Swift calls them, which count where nothing declares their classes.
  package init(
    _ files: [ProjectText], _ facts: SurfaceFacts, importing: Bool, unseen: [BridgedService]
  ) {
    let objectiveC = files.filter { $0.surface == .objectiveC }
      .compactMap { facts.objectiveC?.types[$0.source.path]?.file }
    modules = modulesBehindBridgingHeaders(objectiveC, files)
    var services: [BridgedService] = []
    var known: Set<String> = []
    for file in objectiveC where file.source.path.hasSuffix(".pbrpc.h") {
      for service in bridgedServices(in: file) where known.insert(service.name).inserted {
        services.append(service)
      }
    }
    let sees = importing || !modules.isEmpty
    for service in facts.servicesOfProtos(isUsed: sees) where known.insert(service.name).inserted {
      services.append(service)
    }
    let declared = Set(objectiveC.flatMap { $0.containers.map(\.name) })
    for service in unseen where !declared.contains(service.name) {
      guard known.insert(service.name).inserted else { continue }
      services.append(service)
    }
    self.services = services
  }
}

/// The modules of files beside a bridging header that leads to headers of the library.
private func modulesBehindBridgingHeaders(
  _ objectiveC: [ObjCFile], _ files: [ProjectText]
) -> Set<String> {
  let bridging = objectiveC.map(\.source.path).filter(isBridgingHeader)
  guard !bridging.isEmpty else { return [] }
  let headers = objectiveC.flatMap(\.imports).map(\.path).filter { path in
    path.hasSuffix(".pbrpc.h")
      || ["GRPCClient/", "ProtoRPC/", "RxLibrary/"].contains { path.hasPrefix($0) }
  }
  let seeing = HeaderGraph(objectiveC).seeing(Set(headers.map { lastComponent(ofPath: $0) }))
  let layout = ProjectLayout(files)
  let projects = Set(
    bridging.filter(seeing.contains).map { layout.project(ofPath: $0) })
  return Set(
    files.map(\.source.path)
      .filter { $0.hasSuffix(".swift") && projects.contains(layout.project(ofPath: $0)) }
      .map { layout.module(ofPath: $0) })
}

/// The services of a generated header, in its order.
private func bridgedServices(in file: ObjCFile) -> [BridgedService] {
  file.containers.compactMap { container -> BridgedService? in
    guard container.kind == .interface,
      container.superclass == "GRPCProtoService" || container.superclass == "ProtoService"
    else { return nil }
    // The class may have been given another name than its protocols.
    let owners = Set(container.protocols).union([container.name, container.name + "2"])
    let declared = file.methods.filter { method in
      method.container.map { owners.contains(file.containers[$0].name) } ?? false
    }
    var methods: [BridgedMethod] = []
    for method in declared {
      guard let found = bridgedMethod(method, in: file.source) else { continue }
      let same = methods.firstIndex { lowercasingFirst($0.name) == lowercasingFirst(found.name) }
      // The call object's method alone says the case of the first letter, and the old forms the response.
      switch same {
      case nil: methods.append(found)
      case .some(let index) where methods[index].response == nil || found.isSpelledOut:
        methods[index] = found
      case .some: continue
      }
    }
    return BridgedService(name: container.name, methods: methods, path: file.source.path)
  }
}

extension BridgedMethod {
  fileprivate var isSpelledOut: Bool { response != nil && name != lowercasingFirst(name) }
}

/// The forms of an RPC's method, and which sides of it are streams; nil where the selector does not say it.
private let forms: [(selector: String, requests: Bool, responses: Bool)] = [
  ("RPCTo*WithRequest:handler:", false, false),
  ("RPCTo*WithRequest:eventHandler:", false, true),
  ("RPCTo*WithRequestsWriter:handler:", true, false),
  ("RPCTo*WithRequestsWriter:eventHandler:", true, true),
  ("*WithRequest:handler:", false, false),
  ("*WithRequest:eventHandler:", false, true),
  ("*WithRequestsWriter:handler:", true, false),
  ("*WithRequestsWriter:eventHandler:", true, true),
  ("*WithMessage:responseHandler:callOptions:", false, false),
  ("*WithResponseHandler:callOptions:", true, false),
]

private func bridgedMethod(_ method: ObjCMethod, in source: SourceText) -> BridgedMethod? {
  guard !method.isClassMethod, let first = method.parameters.first else { return nil }
  for form in forms {
    guard let name = SelectorPattern(form.selector).match(method.selector) else { continue }
    let block = method.parameters.count == 2 ? source.text(method.parameters[1].typeRange) : ""
    return BridgedMethod(
      name: name, request: form.requests ? "" : first.type.name,
      response: classNamed(inBlock: block),
      streamsRequests: form.requests, streamsResponses: form.responses)
  }
  return nil
}

/// The first class among the parameters of a block: `R` in `void(^)(BOOL done, R *_Nullable response)`.
private func classNamed(inBlock text: String) -> String? {
  guard let star = text.firstIndex(of: "*") else { return nil }
  let words = text[..<star].split { !($0.isLetter || $0.isNumber || $0 == "_") }
  return words.last.map(String.init)
}

extension SurfaceFacts {
  /// The services that a generator makes of the project's `.proto` files, by path and in the order of the files.
  ///
  /// - Parameter isUsed: whether the project's Swift is known to use the library; else only files count whose
  ///   Objective-C is made or used somewhere.
  fileprivate func servicesOfProtos(isUsed: Bool) -> [BridgedService] {
    let paths = protos.keys.sorted().filter { path in
      isUsed || objectiveCConsumers.contains { $0.consumes(path) }
    }
    guard paths.contains(where: { !(protos[$0]?.services.isEmpty ?? true) }) else { return [] }
    let project = ProtoProject(paths.compactMap { protos[$0] })
    return paths.indices.flatMap { index -> [BridgedService] in
      let file = project.files[index]
      let names = ObjectiveCNames(prefix: prefixSources.prefix(of: file).value)
      return file.services.map { service in
        let methods = service.methods.map { method in
          func name(_ reference: String) -> String {
            className(of: reference, in: file.fullName(of: service), ofFileAt: index, project)
          }
          return BridgedMethod(
            name: method.name, request: name(method.inputType), response: name(method.outputType),
            streamsRequests: method.clientStreaming, streamsResponses: method.serverStreaming)
        }
        return BridgedService(
          name: names.serviceName(service.name), methods: methods, path: paths[index])
      }
    }
  }

  /// The class of a message; one that nothing declares has the last part of its name, which is what labels go by.
  private func className(
    of reference: String, in scope: String, ofFileAt index: Int, _ project: ProtoProject
  ) -> String {
    guard let type = project.type(named: reference, in: scope, of: index) else {
      let last = reference.split(separator: ".").last.map(String.init) ?? reference
      return reference.contains("google.protobuf.") ? "GPB" + last : last
    }
    let file = project.files[type.fileIndex]
    return ObjectiveCNames(prefix: prefixSources.prefix(of: file).value).className(type.path)
  }
}
