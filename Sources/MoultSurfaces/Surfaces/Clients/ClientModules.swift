import MoultManifests
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Which modules of a project declare clients, and which ones make them live.
///
/// An *interface module* declares a type that is a `TestDependencyKey`. A *live module* makes a `DependencyKey` of such
/// a type of another module.
struct ClientModules: Sendable {
  /// The types that are clients, by interface module.
  private(set) var clients: [String: Set<String>] = [:]

  /// The interface modules that a live module is about.
  private(set) var interfaces: [String: Set<String>] = [:]

  /// The live modules that something which runs reaches; nil if nothing in sight runs.
  private(set) var linked: Set<String>?

  private var kinds: [String: PackageTarget.Kind] = [:]
  private var heavy: Set<String> = []
  private var layout = ProjectLayout(paths: [])

  /// A project of which nothing is asked.
  init() {}

  init(_ files: [ProjectText], options: OptionValues, cache: TreeCache) {
    layout = ProjectLayout(files)
    heavy = knownHeavyModules.union(options.texts("point-free.heavy_modules"))
    var dependencies: [String: Set<String>] = [:]
    for file in files where manifestKind(of: file.source) == .swiftPackage {
      for target in cache.manifest(of: file.source).targets {
        guard let name = target.name?.value else { continue }
        kinds[name] = target.kind
        dependencies[name, default: []].formUnion(target.dependencyNames)
      }
    }
    var madeLive: [String: Set<String>] = [:]
    var roots = Set(kinds.filter { $0.value == .executableTarget }.keys)
    for file in files where file.surface == .swift && manifestKind(of: file.source) == nil {
      let tree = cache.tree(of: file.source)
      let module = module(of: file)
      let imported = Set(tree.importedModules)
      dependencies[module, default: []].formUnion(imported)
      if kinds[module] == nil { roots.insert(module) }
      guard !file.isGenerated, !imported.isDisjoint(with: modulesOfKeys) else { continue }
      for (type, word) in keys(in: tree) {
        if word == "DependencyKey" {
          madeLive[module, default: []].insert(type)
        } else if !module.hasSuffix("Live") {
          clients[module, default: []].insert(type)
        }
      }
    }
    for (module, types) in madeLive {
      let others = clients.filter { $0.key != module && !$0.value.isDisjoint(with: types) }
      if !others.isEmpty { interfaces[module] = Set(others.keys) }
    }
    linked = roots.isEmpty ? nil : modulesReached(from: roots, over: dependencies)
  }

  func module(of file: ProjectText) -> String { layout.module(ofPath: file.source.path) }

  func isLive(_ module: String) -> Bool { interfaces[module] != nil }

  /// Whether a module only uses clients: it is no program, no test, no side of a client, and nothing outside of
  /// packages, where an app may be.
  func isPlainLibrary(_ module: String) -> Bool {
    kinds[module] == .target && !isLive(module) && clients[module] == nil
  }

  /// Returns the place where a plain library takes a live module; nil if the module is none.
  func choiceOfLiveSide(_ module: String, at range: ByteRange) -> ClientPlace? {
    guard let about = interfaces[module] else { return nil }
    return ClientPlace(
      range: range,
      texts: ["module": module, "interface": about.sorted().joined(separator: "' or '")])
  }

  /// Why an interface module must not import a module, as a phrase; nil if it may.
  func objection(to module: String, in interface: String) -> String? {
    if interfaces[module]?.contains(interface) ?? false {
      return "it is the live module of '\(interface)'"
    }
    if interfaces[module] != nil { return "it is the live module of a client" }
    if heavy.contains(module) { return "it belongs in the live module" }
    if module.hasSuffix("Router"), kinds[module] != nil { return "it is a router" }
    return nil
  }
}

/// The types of a file that conform to a key protocol, with the protocol's name.
private func keys(in tree: SyntaxTree) -> [(type: String, word: String)] {
  tree.root.items.flatMap { item -> [(String, String)] in
    let type: String
    switch item.kind {
    case .extensionDecl: type = item.subjectType?.name ?? ""
    case .structDecl, .enumDecl, .classDecl: type = item.name
    default: return []
    }
    return item.inheritedTypes.map(\.name)
      .filter { $0 == "TestDependencyKey" || $0 == "DependencyKey" }.map { (type, $0) }
  }
}

private let modulesOfKeys: Set<String> = [
  "Dependencies", "DependenciesMacros", "ComposableArchitecture",
]

/// Routing, cryptography and networking; a system's framework is light, whatever it does.
private let knownHeavyModules: Set<String> = [
  "URLRouting", "_URLRouting", "Parsing", "CryptoKit", "Crypto", "Alamofire", "Apollo",
  "AsyncHTTPClient", "Connect", "GRPC", "GRPCCore", "Moya", "NIO", "NIOCore", "NIOHTTP1",
]
