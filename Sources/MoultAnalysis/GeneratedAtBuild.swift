import MoultFindings
import MoultProto
import MoultSemantics
import MoultSource
package import MoultSurfaces

/// Returns what generators make of the `.proto` files whose Swift is not among the project's files.
///
/// Where code is generated while the project is built, nothing on disk declares the names that its files use, and a
/// file without any import of the library could not be understood. Messages need no era. Services are declared as the
/// generator of the era writes them that the project gives evidence of, and of the strongest kind that there is:
/// calls of generators before manifests, manifests before imports. Evidence of two eras of one kind is evidence of
/// none. `Sources/ARCHITECTURE.md`, section 8, has the rule.
///
/// - Parameter declared: What the project's own files declare.
/// - Complexity: O(*n*) in the declarations of the `.proto` files.
func sourcesGeneratedAtBuild(
  _ files: [ProjectText], _ facts: SurfaceFacts, eras: @autoclosure () -> [EraSighting],
  _ declared: TopLevelTypes
) -> [SynthesizedSource] {
  // What the runtime brings is declared there.
  let paths = facts.protos.keys.filter { facts.protos[$0]?.package != "google.protobuf" }.sorted()
  guard !paths.isEmpty else { return [] }
  let protos = ProtoProject(paths.compactMap { facts.protos[$0] })
  let homes = GeneratedCodeHomes(files, facts, declared)
  // Looked for once, and only where a service needs it.
  var era: GRPCSwiftEra??
  var sources: [SynthesizedSource] = []
  for index in paths.indices {
    let targets = homes.modules(ofProto: paths[index])
    if targets.isEmpty { continue }
    let file = protos.files[index]
    var text = ""
    var modules = ["Foundation", "SwiftProtobuf"]
    if !file.topLevelTypeNames.contains(where: declared.contains) {
      text += generatedMessageDeclarations(ofFileAt: index, in: protos)
    }
    let services = file.services.filter { service in
      !file.typeNames(of: service).contains(where: declared.contains)
    }
    if !services.isEmpty {
      let known = era ?? serviceEra(eras())
      era = .some(known)
      if let known {
        modules += known.importedModules
        for service in services {
          text += "\n"
          text += generatedDeclarations(of: service, inFileAt: index, of: protos, era: known)
        }
      }
    }
    if text.isEmpty { continue }
    text = modules.map { "import \($0)\n" }.joined() + text
    for module in targets {
      sources.append(
        SynthesizedSource(
          path: "generated from \(paths[index])" + (targets.count > 1 ? " in \(module)" : ""),
          text: text, module: module,
          reason: "what the generator makes of \(paths[index])"))
    }
  }
  return sources
}

/// Returns the words by which a Swift file shows that it uses generated services of an old era.
///
/// They are needed where nothing else mentions the library.
///
/// - Parameter jobs: how many threads read the files.
/// - Complexity: O(*n*) in the bytes of the files.
package func generatedNames(
  inProtos files: [ProjectText], _ cache: TreeCache, jobs: Int
) -> [String] {
  let protos = files.filter { $0.surface == .proto && mayDeclareService($0.source.bytes) }
  let found = parallelRanges(protos.count, jobs: jobs, atLeast: 8) { part in
    var names: Set<String> = []
    for file in protos[part] {
      let proto = cache.proto(of: file.source)
      for service in proto.services {
        names.formUnion(proto.oldTypeNames(of: service))
        // Without a prefix the class of a service is an everyday word.
        if let prefix = proto.objectiveCPrefix, !prefix.isEmpty {
          names.insert(ObjectiveCNames(prefix: prefix).serviceName(service.name))
        }
      }
    }
    return names
  }
  return found.reduce(into: Set()) { $0.formUnion($1) }.sorted()
}

/// Returns whether a `.proto` text has `service`, a name and a brace one behind the other, in a comment or not.
///
/// Most files of a large schema declare messages alone, and need not be parsed for the names of services.
private func mayDeclareService(_ bytes: [UInt8]) -> Bool {
  let word = Array("service".utf8)
  var start = 0
  while let letter = bytes[start...].firstIndex(of: word[0]) {
    start = letter + 1
    guard bytes[letter...].starts(with: word) else { continue }
    var rest = bytes[(letter + word.count)...]
    let gap = rest.prefix(while: \.isProtoSpace)
    rest = rest.dropFirst(gap.count)
    // What is in a comment between them is not looked into.
    if rest.first == UInt8(ascii: "/") { return true }
    let name = rest.prefix { $0.isProtoLetter }
    rest = rest.dropFirst(name.count).drop(while: \.isProtoSpace)
    guard !gap.isEmpty, !name.isEmpty else { continue }
    if rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "/") { return true }
  }
  return false
}

extension UInt8 {
  fileprivate var isProtoSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  fileprivate var isProtoLetter: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
      || self == UInt8(ascii: "_")
  }
}

/// The era that the strongest kind of evidence agrees on, or nil.
private func serviceEra(_ sightings: [EraSighting]) -> GRPCSwiftEra? {
  let own = sightings.filter { $0.library == "grpc-swift" && $0.era != nil }
  let kinds: [(EraSighting) -> Bool] = [
    { $0.surface == .generator }, { $0.surface == .manifest },
    { $0.surface == .swift || $0.surface == .generated },
  ]
  for isOfKind in kinds {
    let eras = Set(own.filter(isOfKind).compactMap(\.era))
    if eras.isEmpty { continue }
    guard eras.count == 1, let era = eras.first, let number = Int(era) else { return nil }
    return GRPCSwiftEra(rawValue: number)
  }
  return nil
}

extension GRPCSwiftEra {
  /// The modules that the era's generated code imports beside those of swift-protobuf.
  fileprivate var importedModules: [String] {
    switch self {
    case .v0: ["Dispatch", "SwiftGRPC"]
    case .v1: ["GRPC", "NIOCore"]
    case .v2: ["GRPCCore", "GRPCProtobuf"]
    }
  }
}

extension ProtoFile {
  fileprivate var topLevelTypeNames: [String] {
    messages.map { swiftMessageName([$0.name]) } + enums.map { swiftEnumName([$0.name]) }
  }

  /// The names of types that generators of any era declare for a service.
  fileprivate func typeNames(of service: ProtoService) -> [String] {
    // Era 2 has a type of the bare name, which in a file without package may be anyone's.
    oldTypeNames(of: service) + (package.isEmpty ? [] : [swiftServiceName(service, era: .v2)])
  }

  /// The names that generators of eras 0 and 1 declare for a service.
  fileprivate func oldTypeNames(of service: ProtoService) -> [String] {
    let suffixes = [
      "ServiceClient", "Service", "ServiceTestStub", "Provider", "ClientProtocol", "NIOClient",
      "AsyncClient", "AsyncClientProtocol", "AsyncProvider", "ClientMetadata", "ServerMetadata",
      "ServerInterceptorFactoryProtocol", "ClientInterceptorFactoryProtocol",
    ]
    return suffixes.map { swiftServiceName(service, era: .v1) + $0 }
  }
}

/// Which module the code belongs to that is generated from a `.proto` file.
private struct GeneratedCodeHomes {
  private let layout: ProjectLayout
  private let modules: Set<String>
  /// The modules without Swift whose targets a manifest names: the code that a build plugin makes is all they have.
  private let bare: Set<String>
  /// The module that every generator's call of the project writes into, if it is one.
  private let written: String?
  /// The only module of the project, tests left out; several where generators write into a folder of none of them, from
  /// which the code is copied.
  private let others: [String]

  init(_ files: [ProjectText], _ facts: SurfaceFacts, _ declared: TopLevelTypes) {
    let layout = ProjectLayout(files)
    self.layout = layout
    let modules = declared.modules
    self.modules = modules
    let bare = targetsWithoutSwift(files, layout, facts.outputFolders, besides: modules)
    self.bare = bare
    let folders = Set(facts.outputFolders.map { layout.module(ofPath: $0 + "/x.swift") })
      .intersection(modules.union(bare))
    written = folders.count == 1 ? folders.first : nil
    let products = modules.filter { !$0.hasSuffix("Tests") }.sorted()
    let areCopied = folders.isEmpty && !facts.outputFolders.isEmpty
    others = products.count == 1 || areCopied ? products : []
  }

  /// The module that the file lies in, else the one that generators write into, else the only one, or each that may get a
  /// copy.
  func modules(ofProto path: String) -> [String] {
    let own = layout.module(ofPath: path)
    if modules.contains(own) || bare.contains(own) { return [own] }
    return written.map { [$0] } ?? others
  }
}

/// Returns the modules of targets without Swift that the manifest above them names, and that hold `.proto` files or get
/// what generators write.
private func targetsWithoutSwift(
  _ files: [ProjectText], _ layout: ProjectLayout, _ outputFolders: some Sequence<String>,
  besides modules: Set<String>
) -> Set<String> {
  let manifests = Dictionary(
    files.filter { lastComponent(ofPath: $0.source.path) == "Package.swift" }.map {
      (layout.project(ofPath: $0.source.path), $0.source.bytes)
    }, uniquingKeysWith: { first, _ in first })
  let protos = files.filter { $0.surface == .proto }.map(\.source.path)
  let paths = protos + outputFolders.map { $0 + "/x.swift" }
  return Set(
    paths.compactMap { path -> String? in
      let module = layout.module(ofPath: path)
      guard !modules.contains(module), let target = layout.target(ofPath: path),
        let manifest = manifests[layout.project(ofPath: path)],
        manifest.contains("\"\(target)\"".utf8)
      else { return nil }
      return module
    })
}
