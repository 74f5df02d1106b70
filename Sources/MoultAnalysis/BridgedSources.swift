import MoultObjC
import MoultProto
import MoultSemantics
import MoultSurfaces
import MoultSyntax

/// The modules of gRPC for Objective-C.
let modulesOfGRPCForObjectiveC = ["GRPCClient", "ProtoRPC", "RxLibrary"]

extension BridgedObjectiveC {
  init(_ files: [ProjectText], _ facts: SurfaceFacts, importing trees: [SyntaxTree]) {
    let imported = Set(trees.flatMap(\.importedModules))
    self.init(
      files, facts, importing: !imported.isDisjoint(with: modulesOfGRPCForObjectiveC),
      unseen: unseenServices(in: trees))
  }
}

/// Returns what Swift sees of the classes that the generator of gRPC for Objective-C makes of services.
///
/// Headers declare them, or nothing on disk does, as pods generate them when they are installed: then what calls them shows
/// them. The names are those that Swift's importer gives, each with its selector in `@objc(…)`; the old methods have their names of
/// Swift 2 as well. Messages stay undeclared: without a prefix they are everyday words. A class whose name the project's Swift declares itself is left out.
func bridgedSources(
  _ bridged: BridgedObjectiveC, _ declared: TopLevelTypes
) -> [SynthesizedSource] {
  let services = bridged.services.filter { !declared.contains($0.name) }
  let imports = modulesOfGRPCForObjectiveC.map { "import \($0)\n" }.joined()
  let modules = services.isEmpty ? bridged.modules.sorted() : declared.modules.sorted()
  let text = imports + "import Foundation\n" + services.map(declaration).joined()
  guard !services.isEmpty || !modules.isEmpty else { return [] }
  let paths = services.map(\.path)
  return modules.map { module in
    SynthesizedSource(
      path: "gRPC for Objective-C in \(module)", text: text, module: module,
      reason: "what the generator of gRPC for Objective-C makes of \(paths.first ?? "the services")"
    )
  }
}

private func declaration(_ service: BridgedService) -> String {
  var text = "open class \(service.name): GRPCProtoService {\n"
  for (selector, parameters) in [
    ("Host:callOptions:", "host: String, callOptions: GRPCCallOptions?"), ("Host:", "host: String"),
  ] {
    text += "  @objc(initWith\(selector)) public init(\(parameters))\n"
    text += "  @objc(serviceWith\(selector)) open class func service("
    text += "withHost \(parameters)) -> \(service.name)\n"
  }
  text +=
    "  @objc(serviceWithHost:) open class func serviceWithHost(_ p0: String) -> \(service.name)\n"
  for method in service.methods { text += declarations(method, of: service) }
  return text + "}\n"
}

private func declarations(_ method: BridgedMethod, of service: BridgedService) -> String {
  let selectors = ObjectiveCSelectors(
    rpc: method.name, streamsRequests: method.streamsRequests,
    streamsResponses: method.streamsResponses)
  var text = ""
  func add(_ selector: String, _ types: [String], _ result: String, inSwift2: Bool = false) {
    var names = importedNames(ofSelector: selector, firstArgument: types[0], in: service.name)
    let pieces = selector.split(separator: ":").map(String.init)
    if inSwift2, let base = pieces.first, !names.contains(where: { $0.base == base }) {
      names.append(ImportedName(base: base, labels: [nil] + pieces.dropFirst().map(Optional.some)))
    }
    for imported in names {
      let parameters = zip(imported.labels, types).enumerated().map { index, parameter in
        "\(parameter.0 ?? "_") p\(index): \(parameter.1)"
      }
      text += "  @objc(\(selector)) open func `\(imported.base)`("
      text += parameters.joined(separator: ", ") + ") -> \(result)\n"
    }
  }
  if let response = method.response {
    let done = method.streamsResponses ? "Bool, " : ""
    let block = "@escaping (\(done)\(response)?, Error?) -> Void"
    let first = method.streamsRequests ? "GRXWriter" : method.request
    add(selectors.short, [first, block], "Void", inSwift2: true)
    add(selectors.callObject, [first, block], "GRPCProtoCall", inSwift2: true)
  }
  let handlers = "GRPCProtoResponseHandler"
  let options = "GRPCCallOptions?"
  if method.streamsRequests {
    add(selectors.current, [handlers, options], "GRPCStreamingProtoCall")
  } else {
    add(selectors.current, [method.request, handlers, options], "GRPCUnaryProtoCall")
  }
  return text
}
