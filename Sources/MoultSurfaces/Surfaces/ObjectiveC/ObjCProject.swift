import MoultFindings
import MoultObjC
import MoultProto
import MoultSource

/// The Objective-C of a project: what its files say, and what its classes are.
struct ObjCProject: Sendable {
  /// By path.
  let types: [String: ObjCTypes]
  let model: ObjCModel

  /// The classes of services that no file declares, and what they are known from.
  let presumed: [String: Evidence]

  /// The rows of pages about calls of the old API.
  let callRules: [SurfaceRule]

  /// The rows about what is set for a host.
  let hostRules: [SurfaceRule]
  private let knownHosts = Once<ObjCHosts>()
  private let knownCodeFiles = Once<[String: Int]>()

  /// The Swift that people wrote, which can create services as well.
  let swift: [ProjectText]
  let cache: TreeCache

  /// What is set for hosts, worked out for the first who asks.
  var hosts: ObjCHosts { knownHosts.value { ObjCHosts(self) } }

  /// How many files that are no headers a class would be called the same after, worked out for the first who asks.
  var codeFilesByClassName: [String: Int] {
    knownCodeFiles.value {
      let files = types.keys.filter { !$0.hasSuffix(".h") }
      return Dictionary(
        files.map { (className(of: lastComponent(ofPath: $0)), 1) }, uniquingKeysWith: +)
    }
  }

  /// - Parameters:
  ///   - files: all files of the project.
  ///   - headers: what the libraries of the catalogue declare.
  ///   - rules: those of the catalogue outside Swift.
  ///   - protos: by path; the services that a generator makes classes of.
  init(
    _ files: [ProjectText], headers: [CatalogueText], rules: [SurfaceRule],
    protos: [String: ProtoFile], jobs: Int, cache: TreeCache
  ) async {
    callRules = rules.filter(\.isAboutOldCall)
    hostRules = rules.filter(\.isAboutHostSetting)
    swift = files.filter { $0.surface == .swift && !$0.isGenerated }
    self.cache = cache
    let texts = files.filter { $0.surface == .objectiveC }
    let parsed = await parallelMap(texts, jobs: jobs) { cache.outline(of: $0.source) }
    guard !parsed.isEmpty else {
      types = [:]
      model = ObjCModel(library: [], project: [])
      presumed = [:]
      return
    }
    let library = headers.map {
      // No path of a project begins with a colon.
      cache.outline(of: SourceText(path: ":" + $0.path, bytes: Array($0.text.utf8)))
    }
    // A copy of the library among the project's files is still the library.
    let own = zip(texts, parsed).filter { !isVendored($0.0.source.path) }.map(\.1)
    let declared = ObjCModel(library: library, project: own)
    let services = presumedServices(parsed, declared, protos)
    let model =
      services.isEmpty
      ? declared : ObjCModel(library: library + [header(of: services.keys.sorted())], project: own)
    self.model = model
    presumed = services
    let known = resolvingMacros(parsed.map { ObjCTypes($0, model) })
    types = Dictionary(zip(texts, known).map { ($0.source.path, $1) }) { first, _ in first }
  }
}

/// True for the sources of pods that are kept in the repository.
private func isVendored(_ path: String) -> Bool {
  path.split(separator: "/").dropLast().contains { $0 == "Pods" || $0 == "Carthage" }
}

/// Returns the classes of services that the project uses and no file declares.
///
/// Pods generate them when they are installed, so that a repository often holds none. They are known from the
/// `.proto` files, or from being made with a host in a file that imports a generated header.
private func presumedServices(
  _ files: [ObjCFile], _ model: ObjCModel, _ protos: [String: ProtoFile]
) -> [String: Evidence] {
  var result: [String: Evidence] = [:]
  for (path, proto) in protos.sorted(by: { $0.key < $1.key }) {
    let names = ObjectiveCNames(prefix: proto.objectiveCPrefix ?? "")
    for service in proto.services {
      let name = names.serviceName(service.name)
      guard !model.declaresClass(name), result[name] == nil else { continue }
      result[name] = Evidence("'service \(service.name)' in \(path)")
    }
  }
  var headers: [String: ObjCImport] = [:]
  for file in files {
    headers[lastComponent(ofPath: file.source.path)] = file.imports.first {
      $0.path.hasSuffix(".pbrpc.h")
    }
  }
  for file in files {
    // Often it is imported by the header of the class.
    let direct = file.imports.first { $0.path.hasSuffix(".pbrpc.h") }
    let header =
      direct ?? file.imports.lazy.compactMap { headers[lastComponent(ofPath: $0.path)] }.first
    guard let header else { continue }
    let types = ObjCTypes(file, model)
    for message in file.messages where isServiceInitializer(message.selector) {
      guard let name = types.receiver(of: message).className, !model.declaresClass(name),
        result[name] == nil
      else { continue }
      result[name] = Evidence(
        "'\(message.selector)' is sent to '\(name)', and '\(header.path)' is imported")
    }
  }
  return result
}

/// The selectors that make a service's client of a host.
func isServiceInitializer(_ selector: String) -> Bool {
  selector == "initWithHost:" || selector == "serviceWithHost:"
    || selector == "initWithHost:callOptions:" || selector == "serviceWithHost:callOptions:"
}

/// Declares the classes as clients of services.
private func header(of classes: [String]) -> ObjCFile {
  let text = classes.map { "@interface \($0) : GRPCProtoService\n@end\n" }.joined()
  return parseObjectiveC(SourceText(path: "services", bytes: Array(text.utf8)))
}
