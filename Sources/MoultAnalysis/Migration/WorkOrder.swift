package import MoultFindings
import MoultSource
package import MoultSurfaces
import MoultSyntax

/// The order in which a person does what was found, so that nothing has to be done twice.
///
/// What decides about the rest comes first: manifests, which say what can be built at all, then `.proto` files, the calls of
/// generators, and what these write. Then code, module by module behind those that it imports: imports, declarations behind
/// those that their heads mention, and what stands in bodies. Of what nothing of this tells apart, the order is that of
/// every report.
struct WorkOrder {
  private let modules: ModuleOrder
  private let files: [String: ProjectText]
  private let cache: TreeCache

  init(_ modules: ModuleOrder, _ files: [ProjectText], _ cache: TreeCache) {
    self.modules = modules
    self.files = Dictionary(files.map { ($0.source.path, $0) }, uniquingKeysWith: { $1 })
    self.cache = cache
  }

  /// - Complexity: O(*n* log *n*) in the findings, and in the identifiers of heads in which some are.
  func sorted(_ findings: [Finding]) -> [Finding] {
    let places = findings.map(place)
    var heads: [Int: DeclarationRanks] = [:]
    for (finding, place) in zip(findings, places) where place.part == .declaration {
      heads[place.module, default: DeclarationRanks()].add(place.names, place.mentions, at: finding)
    }
    let ranks = heads.mapValues { $0.ranks() }
    let keys = zip(findings, places).map { finding, place in
      let rank = place.names.compactMap { ranks[place.module]?[$0] }.min() ?? 0
      return (
        finding: finding,
        rank: [place.stage.rawValue, place.module, place.part.rawValue, rank]
      )
    }
    return keys.sorted { a, b in
      a.rank == b.rank ? a.finding < b.finding : a.rank.lexicographicallyPrecedes(b.rank)
    }.map(\.finding)
  }

  private enum Stage: Int {
    case manifest
    case schema
    case generatorCall
    case generatedCode
    case code
  }

  private enum Part: Int {
    case importOfModule
    case declaration
    case body
  }

  private struct Place {
    var stage = Stage.code
    var module = -1
    var part = Part.body

    /// Those of the declaration, and what its head mentions.
    var names: [String] = []
    var mentions: Set<String> = []
  }

  private func place(of finding: Finding) -> Place {
    guard let file = files[finding.path] else { return Place() }
    if file.isGenerated { return Place(stage: .generatedCode) }
    switch file.surface {
    case .manifest: return Place(stage: .manifest)
    case .proto: return Place(stage: .schema)
    case .script: return Place(stage: .generatorCall)
    case .objectiveC: return Place(module: modules.place(ofPath: finding.path))
    case .swift: break
    }
    var place = Place(module: modules.place(ofPath: finding.path))
    let node = cache.tree(of: file.source).innermostNode(at: finding.range.lowerBound)
    if ([node] + node.ancestors).contains(where: { $0.kind == .importDecl }) {
      place.part = .importOfModule
    } else if let declaration = node.declarationByHead {
      // What other files cannot see is no reason to begin with it.
      place.names = node.namesOfDeclarationAround
      place.part = place.names.isEmpty ? .body : .declaration
      place.mentions = declaration.identifiersOfHead
    }
    return place
  }
}

/// Declarations of a module, to be put behind those that their heads mention.
private struct DeclarationRanks {
  /// The names, in the order of the findings in them.
  private var names: [(name: String, finding: Finding)] = []
  private var mentions: [String: Set<String>] = [:]

  mutating func add(_ declared: [String], _ mentioned: Set<String>, at finding: Finding) {
    for name in declared {
      if mentions[name] == nil { names.append((name, finding)) }
      mentions[name, default: []].formUnion(mentioned)
    }
  }

  /// Returns where each name comes, from 0; those that mention each other in a circle come in the order of reports.
  func ranks() -> [String: Int] {
    var ranks: [String: Int] = [:]
    var begun: Set<String> = []
    func others(_ name: String) -> [String] {
      (mentions[name] ?? []).filter { mentions[$0] != nil && !begun.contains($0) }.sorted(by: >)
    }
    for (name, _) in names.sorted(by: { $0.finding < $1.finding }) where begun.insert(name).inserted
    {
      // A stack of its own, as chains of declarations have no limit.
      var open = [(name: name, rest: others(name))]
      while let top = open.last {
        if let next = open[open.count - 1].rest.popLast() {
          if begun.insert(next).inserted { open.append((next, others(next))) }
        } else {
          ranks[top.name] = ranks.count
          open.removeLast()
        }
      }
    }
    return ranks
  }
}

/// Returns findings in the order in which a person does them.
package func inWorkOrder(
  _ findings: [Finding], in files: [ProjectText], cache: TreeCache
) -> [Finding] {
  guard findings.count > 1 else { return findings }
  return WorkOrder(ModuleOrder(files, cache), files, cache).sorted(findings)
}
