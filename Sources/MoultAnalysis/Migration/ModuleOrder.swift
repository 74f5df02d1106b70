import MoultFindings
import MoultSource
import MoultSurfaces
import MoultSyntax

/// The modules of a project, each behind those that it imports.
struct ModuleOrder {
  private let layout: ProjectLayout
  private var places: [String: Int] = [:]
  private var pathsOfHome: [String: [String]] = [:]
  private let swiftPaths: Set<String>

  init(_ files: [ProjectText], _ cache: TreeCache) {
    layout = ProjectLayout(files)
    var imports: [String: Set<String>] = [:]
    var swift: Set<String> = []
    for file in files {
      let path = file.source.path
      pathsOfHome[Self.home(path, layout), default: []].append(path)
      guard file.surface == .swift else { continue }
      swift.insert(path)
      imports[layout.module(ofPath: path), default: []].formUnion(
        cache.tree(of: file.source).importedModules)
    }
    swiftPaths = swift
    var open: Set<String> = []
    func visit(_ module: String) {
      guard places[module] == nil, open.insert(module).inserted else { return }
      for other in (imports[module] ?? []).sorted() where imports[other] != nil { visit(other) }
      places[module] = places.count
    }
    for module in imports.keys.sorted() { visit(module) }
  }

  /// Modules of one name in two projects are two.
  private static func home(_ path: String, _ layout: ProjectLayout) -> String {
    "\(layout.project(ofPath: path))\u{0}\(layout.module(ofPath: path))"
  }

  /// The modules whose Swift findings are in or edit, in order.
  func modules(of findings: [Finding]) -> [String] {
    let paths = Set(findings.flatMap { [$0.path] + ($0.fix?.files.map(\.path) ?? []) })
    let names = Set(paths.filter(swiftPaths.contains).map { layout.module(ofPath: $0) })
    return names.sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
  }

  /// Where the module of a path stands among all.
  func place(ofPath path: String) -> Int { places[layout.module(ofPath: path)] ?? -1 }

  /// Where the last of some modules stands among all.
  func place(of modules: [String]) -> Int { modules.compactMap { places[$0] }.max() ?? -1 }

  func paths(of homes: Set<String>) -> Set<String> {
    Set(homes.flatMap { pathsOfHome[$0] ?? [] })
  }

  /// Divides findings of one library by what must change together.
  func components(of findings: [Finding]) -> [(homes: Set<String>, findings: [Finding])] {
    var parents: [String: String] = [:]
    func root(_ home: String) -> String {
      var home = home
      while let next = parents[home], next != home { home = next }
      return home
    }
    func join(_ first: String, _ second: String) {
      let (one, other) = (root(first), root(second))
      if one != other { parents[max(one, other)] = min(one, other) }
    }
    let homes = Set(findings.map { Self.home($0.path, layout) })
    for finding in findings {
      guard let fix = finding.fix else { continue }
      let own = Self.home(finding.path, layout)
      for file in fix.files { join(own, Self.home(file.path, layout)) }
      if !swiftPaths.contains(finding.path) { for home in homes { join(own, home) } }
    }
    let groups = Dictionary(grouping: findings) { root(Self.home($0.path, layout)) }
    let all = homes.union(
      findings.flatMap { $0.fix?.files.map { Self.home($0.path, layout) } ?? [] })
    return groups.sorted { $0.key < $1.key }.map { key, found in
      (all.filter { root($0) == key }, found)
    }
  }
}
