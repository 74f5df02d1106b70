import MoultFindings
import MoultManifests
package import MoultMatching
package import MoultProto
package import MoultSemantics
import MoultSource
import MoultSyntax

/// What the project's files outside Swift say, read once for all rules.
package struct SurfaceFacts: Sendable {
  /// By path.
  package let protos: [String: ProtoFile]
  let commands: [String: [ReadCommand]]

  /// Who sets Objective-C prefixes beside the files themselves.
  let prefixSources: ClassPrefixSources

  /// The Objective-C prefixes of `.proto` files, one against the other.
  let statedPrefixes: StatedPrefixes

  /// Where changes of prefixes are worked out.
  private(set) var desk: RenameDesk
  private let makeDesk: @Sendable ([ProjectText], ProjectModel?) -> RenameDesk

  /// The names that generators give to what the `.proto` files declare.
  let generatedNames: GeneratedNames

  /// Where generators are called, in order of paths: the flag's plugin, and `Makefile:12`.
  let generatorCalls: [(plugin: String, place: String)]

  /// The same calls as they are written, in order of paths.
  let generatorCommands: [GeneratorCommand]

  /// Which modules the project has.
  package let modules: ProjectModules

  /// Which modules the Swift files import.
  let imports: ImportedModules

  /// Which types the Swift files write, of those that rules about dependencies go by.
  let types: TypesInCode

  /// Which products the project's modules can take.
  let products: LinkedProducts

  /// The folders that generators of Swift are told to write into, as far as calls and the variables beside them spell them out.
  package let outputFolders: [String]

  /// Where Objective-C classes made from `.proto` files are made or used.
  let objectiveCConsumers: [ObjectiveCConsumer]

  /// The names of the files that are made for them, without folder and extension.
  let stemsOfConsumedProtos: Set<String>
  let classPrefix: ClassPrefixPolicy

  /// What the `.proto` files themselves show about prefixes.
  let prefixPractice: PrefixPractice

  /// The `.proto` files that nanopb compiles to C, by path.
  let protosOfNanopb: Set<String>

  /// What shows that Swift is made from `.proto` files; nil if nothing does.
  let swiftConsumerEvidence: String?
  let pinnedProtoc: PinnedProtoc?
  let grpcRuntime: GRPCRuntime?

  /// The versions of packages that files are built with, before any fix.
  package let taken: TakenVersions

  /// Answers whether the file at a path is built with a release of a package that is older than another.
  package var releases: FileContext.ReleaseQuestion {
    { [taken] package, release, path in
      guard let limit = VersionNumber(release), let own = taken.version(of: package, at: path)
      else { return nil }
      return own.release.version < limit
    }
  }

  /// Answers whether the module of the file at a path can take a product.
  package var productQuestion: FileContext.ProductQuestion {
    { [products] product, package, others, path in
      products.canTake(product, of: package, broughtBy: others, at: path)
    }
  }

  /// What says in which language mode files are built.
  private let manifests: [ProjectText]

  /// Answers whether the file at a path is built in a language mode that refuses data races.
  package var languageQuestion: FileContext.LanguageQuestion {
    let known = Once<LanguageModes>()
    return { [manifests, imports, cache] path in
      known.value { LanguageModes(manifests, imports.layout, cache: cache) }
        .refuseRaces(inFile: path)
    }
  }

  /// Answers what the project's Objective-C does with hosts.
  package var hostsInObjectiveC: @Sendable () -> HostsElsewhere {
    let known = Once<HostsElsewhere>()
    return { [objectiveC] in
      known.value { objectiveC.map { $0.hosts.ofTexts(in: $0) } ?? HostsElsewhere() }
    }
  }

  /// What the project's Cartfiles name, in lower case: `apple/swift-protobuf`.
  let carthageDependencies: Set<String>

  let bufProject: BufProject
  let connect: ConnectFacts
  /// The modules of clients and what they live on; empty unless the project keeps to that architecture.
  let clients: ClientModules

  /// What the project decides about the options of rule families.
  let options: OptionValues
  package let cache: TreeCache

  /// Nil where the project has no Objective-C.
  let objectiveC: ObjCProject?

  /// `.proto` files that libprotobuf could not read, sorted by path.
  package let gaps: [AnalysisGap]

  /// - Parameters:
  ///   - headers: of the catalogue's Objective-C libraries.
  ///   - rules: those of the catalogue outside Swift.
  ///   - taken: the versions of packages that the files are built with.
  package init(
    _ files: [ProjectText], headers: [CatalogueText], rules: [SurfaceRule],
    libraries: [LibraryEras], taken: TakenVersions, options: AnalysisOptions, cache: TreeCache
  ) async {
    self.taken = taken
    manifests = files.filter { file in
      switch manifestKind(ofPath: file.source.path) {
      case .swiftPackage, .xcodeProject, .xcodeSettings: true
      default: false
      }
    }
    let read = await parallelMap(files, jobs: options.jobs) { file -> FileFacts in
      switch file.surface {
      case .proto: .proto(cache.proto(of: file.source))
      case .manifest, .script: .commands(cache.commands(of: file.source))
      case .swift, .objectiveC: .none
      }
    }
    var protos: [String: ProtoFile] = [:]
    var commands: [String: [ReadCommand]] = [:]
    for (file, facts) in zip(files, read) {
      switch facts {
      case .proto(let proto): protos[file.source.path] = proto
      case .commands(let lines): commands[file.source.path] = lines
      case .none: continue
      }
    }
    self.protos = protos
    self.commands = commands
    objectiveC =
      files.contains { $0.surface == .objectiveC }
      ? await ObjCProject(
        files, headers: headers, rules: rules, protos: protos, jobs: options.jobs, cache: cache)
      : nil
    self.cache = cache
    classPrefix = ClassPrefixPolicy(options.options)
    self.options = options.options
    let sorted = protos.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let prefixSources = ClassPrefixSources(files, commands)
    self.prefixSources = prefixSources
    let described = withoutText(options.described, among: sorted)
    let project = ProtoProject(
      sorted + described, roots: options.options.texts("proto.roots").map(withoutFinalSlash))
    let makeDesk: @Sendable ([ProjectText], ProjectModel?) -> RenameDesk = { files, model in
      RenameDesk {
        RenameScene(
          files, project: project, prefixes: prefixSources, model: model, cache: cache)
      }
    }
    self.makeDesk = makeDesk
    desk = makeDesk(files, nil)
    generatorCalls = files.flatMap { file in
      calls(of: commands[file.source.path] ?? [], in: file.source)
    }
    generatorCommands = files.flatMap { file in
      MoultSurfaces.generatorCommands(of: commands[file.source.path] ?? [], in: file.source)
    }
    modules = ProjectModules(files, libraries, cache: cache)
    let imports = ImportedModules(files, cache: cache)
    self.imports = imports
    types = TypesInCode(files, rules: rules, cache: cache)
    products = LinkedProducts(files, imports.layout, cache: cache)
    outputFolders = files.flatMap { file in
      swiftOutputFolders(of: commands[file.source.path] ?? [], in: file.source)
    }
    let spared = MoultSurfaces.protosOfNanopb(in: files, commands)
    protosOfNanopb = spared
    prefixPractice = PrefixPractice(sorted, among: files, spared: spared)
    objectiveCConsumers = MoultSurfaces.objectiveCConsumers(
      in: files, commands, sorted, spared: spared)
    let consumed = sorted.map(\.path).filter(objectiveCConsumers.consume)
    stemsOfConsumedProtos = Set(consumed.map(objectiveCFileStem))
    statedPrefixes = StatedPrefixes(sorted, madeBy: objectiveCConsumers)
    generatedNames = GeneratedNames(
      sorted, described: described, prefixSources, consumers: objectiveCConsumers)
    swiftConsumerEvidence = MoultSurfaces.swiftConsumerEvidence(files, generatorCalls)
    pinnedProtoc = MoultSurfaces.pinnedProtoc(in: files, cache)
    grpcRuntime = MoultSurfaces.grpcRuntime(in: files, cache)
    carthageDependencies = MoultSurfaces.carthageDependencies(in: files)
    bufProject = BufProject(files)
    connect = ConnectFacts(files, cache)
    clients =
      options.options.flag("point-free.client_modules")
      ? ClientModules(files, options: options.options, cache: cache) : ClientModules()
    gaps = protoGaps(sorted, project)
  }
}

extension SurfaceFacts {
  /// Returns the same facts, with renames that look into the project's files and its Swift.
  package func seeing(_ files: [ProjectText], _ model: ProjectModel?) -> SurfaceFacts {
    var facts = self
    facts.desk = makeDesk(files, model)
    return facts
  }

  /// Works out what a change of a prefix or a package comes to.
  package func renaming(_ change: PrefixChange) -> PrefixRenaming { desk.renaming(change) }
}

private func calls(
  of commands: [ReadCommand], in source: SourceText
) -> [(plugin: String, place: String)] {
  guard !commands.isEmpty else { return [] }
  let lines = source.lines
  return commands.flatMap { command -> [(plugin: String, place: String)] in
    guard let invocation = command.invocation else { return [] }
    let place = "\(source.path):\(lines.line(of: command.line.range.lowerBound))"
    return invocation.outputs.map { (plugin: $0.name.text, place: place) }
  }
}

/// Returns the described files of which no text is at hand.
private func withoutText(_ described: [ProtoFile], among files: [ProtoFile]) -> [ProtoFile] {
  let paths = Dictionary(grouping: files.map(\.path), by: { lastComponent(ofPath: $0) })
  return described.filter { file in
    !(paths[lastComponent(ofPath: file.path)] ?? []).contains {
      $0 == file.path || $0.hasSuffix("/" + file.path)
    }
  }
}

func withoutFinalSlash(_ folder: String) -> String {
  let parts = folder.split(separator: "/").filter { $0 != "." }
  return parts.joined(separator: "/")
}

/// What of the `.proto` files is not understood: the first error of each, and imports in a circle.
private func protoGaps(_ files: [ProtoFile], _ project: ProtoProject) -> [AnalysisGap] {
  let broken = files.compactMap { file in
    file.diagnostics.first.map {
      AnalysisGap(
        path: file.path, range: $0.range, reason: $0.message, isTotal: file.isRefused)
    }
  }
  let circles = project.importCycles.compactMap { cycle -> AnalysisGap? in
    guard let range = cycle.statement?.range else { return nil }
    let file = project.files[cycle.files[0]]
    let others = cycle.files.dropFirst().prefix(3).map { project.files[$0].path }
    let reason =
      others.isEmpty
      ? "the file imports itself"
      : "the file imports itself through \(others.joined(separator: ", "))"
    return AnalysisGap(path: file.path, range: range, reason: reason)
  }
  return (broken + circles).sorted {
    ($0.path, $0.range.lowerBound.utf8) < ($1.path, $1.range.lowerBound.utf8)
  }
}

private func swiftConsumerEvidence(
  _ files: [ProjectText], _ calls: [(plugin: String, place: String)]
) -> String? {
  if let call = calls.first(where: { $0.plugin == "swift" }) {
    return "'--swift_out' in \(call.place)"
  }
  for file in files {
    if file.source.path.hasSuffix(".pb.swift") { return "the generated file \(file.source.path)" }
    switch manifestKind(ofPath: file.source.path) {
    case .pluginConfiguration: return "the build plugin's \(file.source.path)"
    case .bufGeneration:
      let plugin = bufPlugins(in: file.source).first {
        let name = lastComponent(ofPath: $0.reference.text).prefix { $0 != ":" }
        return name == "swift" || name == "protoc-gen-swift"
      }
      if let plugin { return "the plugin '\(plugin.reference.text)' in \(file.source.path)" }
    default: continue
    }
  }
  return nil
}

/// The folders that a file's calls of generators name for Swift, also by variables of the file, relative to the project's root.
private func swiftOutputFolders(of commands: [ReadCommand], in source: SourceText) -> [String] {
  let home = source.path.split(separator: "/").dropLast()
  let variables = AssignedValues(commands)
  return commands.flatMap { command -> [String] in
    guard let invocation = command.invocation else { return [] }
    return invocation.outputs.compactMap { output in
      guard output.name.text.contains("swift"), let directory = output.directory,
        let folder = directory.isStatic ? directory.text : variables.expanded(directory.text),
        !folder.hasPrefix("/")
      else { return nil }
      var path = Array(home)
      for part in folder.split(separator: "/") where part != "." {
        if part == ".." { path = path.dropLast() } else { path.append(part) }
      }
      return path.joined(separator: "/")
    }
  }
}

/// What one file says.
private enum FileFacts: Sendable {
  case proto(ProtoFile)
  case commands([ReadCommand])
  case none
}
