import MoultProto
import MoultRules
import MoultSemantics
import MoultSurfaces
import MoultSyntax

/// What a project may still speak of that its imports have left behind, with what stands in no interface.
struct ErasLeftBehind {
  /// How names are looked up.
  private(set) var eras: EarlierEras

  /// The modules of earlier eras whose interfaces are needed.
  let interfaces: Set<String>

  /// What generators of earlier eras made of the services whose code is of a newer one by now.
  let generated: [SynthesizedSource]

  /// - Parameters:
  ///   - files: the project's own.
  ///   - added: what is generated while the project is built.
  /// - Complexity: O(*n*) in the imports of the files and in the declarations of generated code.
  init(of files: [ProjectFile], and added: [SynthesizedSource], _ libraries: [LibraryEras]) {
    let newer = NewerModules(libraries)
    var imported: [String: Set<String>] = [:]
    var generatedTrees: [String: [SyntaxTree]] = [:]
    for file in files {
      imported[file.module, default: []].formUnion(file.tree.importedModules)
      if file.isGenerated { generatedTrees[file.module, default: []].append(file.tree) }
    }
    for source in added {
      imported[source.module, default: []].formUnion(source.tree.importedModules)
      generatedTrees[source.module, default: []].append(source.tree)
    }
    guard imported.values.contains(where: { !$0.isDisjoint(with: newer.names) }) else {
      (eras, interfaces, generated) = (EarlierEras(), [], [])
      return
    }
    var types = newer.types
    var sources: [SynthesizedSource] = []
    var made: [String: Set<Int>] = [:]
    for (module, trees) in generatedTrees.sorted(by: { $0.key < $1.key }) {
      guard let services = newer.services(trees) else { continue }
      for era in services.earlierEras {
        sources.append(services.source(of: era, in: module))
        made[module, default: []].insert(era.rawValue)
        types.merge(services.successors(of: era, in: module)) { $0 + $1 }
      }
    }
    var modules: [String: [String]] = [:]
    for (module, names) in imported {
      let reached = modulesReached(from: [module], over: imported)
      // Whoever sees generated code sees the era that it is of.
      let seen = names.union(reached.flatMap { made[$0] == nil ? [] : imported[$0] ?? [] })
      let homes = reached.filter { made[$0] != nil }.sorted()
      let left = newer.modulesLeft(by: seen) { era in
        homes.filter { made[$0]?.contains(era) == true }.map { moduleName(of: $0, era: era) }
      }
      if !left.isEmpty { modules[module] = left }
    }
    if modules.values.contains(where: { $0.contains("SwiftGRPC") }) {
      sources.append(callsLeftBehind)
      types.merge(typesOfCallsLeftBehind) { $0 + $1 }
    }
    eras = EarlierEras(modules: modules, types: types, newer: newer.names)
    interfaces = Set(modules.values.joined()).intersection(newer.earlierNames)
    generated = sources
  }
}

extension ErasLeftBehind {
  /// Notes more types with those whose place they took.
  mutating func follow(_ types: [String: [String]]) { eras.types.merge(types) { $0 + $1 } }
}

/// The module in which the code stands that a generator of an earlier era made for a module.
private func moduleName(of module: String, era: Int) -> String { "\(module) of grpc-swift \(era)" }

/// The modules of libraries that an earlier era had under other names.
private struct NewerModules {
  /// The eras before the one of each module, the newest first: number and modules.
  private var earlier: [String: [(era: Int, modules: [String])]] = [:]

  /// The types whose place a type has taken.
  private(set) var types: [String: [String]] = [:]

  private(set) var earlierNames: Set<String> = []

  init(_ libraries: [LibraryEras]) {
    for library in libraries {
      var before: [(era: Int, modules: [String])] = []
      for era in library.eras {
        let names = Set(era.signs.modules)
        for name in names where !before.isEmpty {
          earlier[name] = before.map { ($0.era, $0.modules.filter { !names.contains($0) }) }
        }
        types.merge(era.follows) { $0 + $1 }
        if !names.isEmpty { before.insert((Int(era.name) ?? 0, names.sorted()), at: 0) }
      }
    }
    earlierNames = Set(earlier.values.joined().flatMap(\.modules))
  }

  var names: Set<String> { Set(earlier.keys) }

  /// The modules that whoever imports some modules may still speak of, the newest era first.
  ///
  /// - Parameter generated: returns the modules in which an era's generated code stands.
  func modulesLeft(by imported: Set<String>, generated: (Int) -> [String]) -> [String] {
    let left = imported.sorted().flatMap { earlier[$0] ?? [] }.sorted { $0.era > $1.era }
    var result: [String] = []
    for (era, modules) in left {
      for name in generated(era) + modules where !result.contains(name) { result.append(name) }
    }
    return result
  }

  func services(_ trees: [SyntaxTree]) -> EarlierServices? {
    let current = trees.filter { !Set($0.importedModules).isDisjoint(with: names) }
    guard !current.isEmpty else { return nil }
    let services = GeneratedServices(current)
    return services.isEmpty ? nil : EarlierServices(services: services)
  }
}

/// What generators of earlier eras made of services.
private struct EarlierServices {
  let services: GeneratedServices

  var earlierEras: [GRPCSwiftEra] { services.ofEra2.isEmpty ? [.v0] : [.v1, .v0] }

  func source(of era: GRPCSwiftEra, in module: String) -> SynthesizedSource {
    let known = services.ofEra2 + (era == .v0 ? services.ofEra1 : [])
    let imports = era == .v0 ? ["Dispatch", "SwiftGRPC"] : ["GRPC", "NIOCore"]
    let text = (["Foundation", "SwiftProtobuf", module] + imports).map { "import \($0)\n" }.joined()
    return SynthesizedSource(
      path: "generated by grpc-swift \(era.rawValue) for \(module)",
      text: text + known.map { generatedDeclarations(of: $0, era: era) }.joined(separator: "\n"),
      module: moduleName(of: module, era: era.rawValue),
      reason: "what the generator of grpc-swift \(era.rawValue) made of it")
  }

  /// The types of the generated code by whose place they have taken.
  func successors(of era: GRPCSwiftEra, in module: String) -> [String: [String]] {
    let earlier = moduleName(of: module, era: era.rawValue)
    var result: [String: [String]] = [:]
    func add(_ new: String, _ old: [String]) {
      result["\(module).\(new)", default: []] += old.map { "\(earlier).\($0)" }
    }
    for service in services.ofEra2 {
      let name = service.name
      switch era {
      case .v1:
        add("\(name).ClientProtocol", ["\(name)AsyncClientProtocol", "\(name)ClientProtocol"])
        add("\(name).Client", ["\(name)AsyncClient", "\(name)NIOClient"])
      case .v0:
        add("\(name).ClientProtocol", ["\(name)Service"])
        add("\(name).Client", ["\(name)ServiceClient", "\(name)Service"])
      case .v2: break
      }
    }
    guard era == .v0 else { return result }
    for service in services.ofEra1 {
      let name = service.name
      add("\(name)ClientProtocol", ["\(name)Service"])
      for suffix in ["NIOClient", "Client"] {
        add(name + suffix, ["\(name)ServiceClient", "\(name)Service"])
      }
      add("\(name)TestClient", ["\(name)ServiceTestStub"])
      add("\(name)Provider", ["\(name)Provider"])
    }
    return result
  }
}
