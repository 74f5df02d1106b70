package import MoultFindings
package import MoultRules
import MoultSource
package import MoultSurfaces
import MoultSyntax

/// What of a migration is changed together, so that the project builds before it and behind it.
package struct MigrationSlice: Hashable, Sendable {
  package let library: String

  /// The way for people: `grpc-swift 0 → 1`, or the library where there is no hop.
  package let title: String

  /// The modules that it changes, each behind those that it imports.
  package let modules: [String]

  /// The services whose clients and servers it changes, where those of others stand apart; none where all change.
  package let services: [String]

  /// Whether it changes the name of the library's module, and so all that imports it at once.
  package let renamesModule: Bool

  /// What its rules find in its files, in the order in which a person does it.
  package let findings: [Finding]

  private let rules: Set<RuleID>
  private let paths: Set<String>

  init(
    library: String, title: String, modules: [String], services: [String] = [],
    renamesModule: Bool, findings: [Finding], rules: Set<RuleID>, paths: Set<String>
  ) {
    self.library = library
    self.title = title
    self.modules = modules
    self.services = services
    self.renamesModule = renamesModule
    self.findings = findings
    self.rules = rules
    self.paths = paths
  }

  /// Whether a finding belongs to the slice, also one that comes up while it is made.
  package func contains(_ finding: Finding) -> Bool {
    rules.contains(finding.rule) && paths.contains(finding.path)
  }

  /// The same slice, made twice from a project in two states, has the same name.
  package var name: String {
    (modules.isEmpty ? title : "\(title) in \(modules.joined(separator: ", "))")
      + (services.isEmpty ? "" : ", for \(services.joined(separator: ", "))")
  }
}

/// Divides what was found into what must change together, in the order in which it can be done.
///
/// A hop that renames a module is one slice for each part of the project that stands apart by its imports. Of other
/// libraries each module is a slice by itself, unless a fix edits several of them, or a manifest, a `.proto` file or the
/// call of a generator changes as well: what these say holds for all code. Where clients and servers of one service stand
/// apart in such a slice, each service is one (`ServiceGroups`). Modules come behind those that they import,
/// other libraries before hops, and what else is found about the library of a hop behind it. What waits for another slice
/// comes behind that.
///
/// - Parameter findings: of the whole project, sorted.
/// - Complexity: O(*n*) in the files, their imports and the findings.
package func migrationSlices(
  of findings: [Finding], _ hops: [OpenHop], in files: [ProjectText], _ catalogue: Catalogue,
  cache: TreeCache
) -> [MigrationSlice] {
  let order = ModuleOrder(files, cache)
  let work = WorkOrder(order, files, cache)
  let ownHops = hops.map { hop -> MigrationSlice in
    let found = findings.filter(hop.contains)
    return MigrationSlice(
      library: hop.library, title: hop.title, modules: order.modules(of: found),
      renamesModule: true, findings: work.sorted(found), rules: hop.rules, paths: hop.paths)
  }
  let rest = findings.filter { finding in !hops.contains { $0.contains(finding) } }
  let serving = Set(catalogue.libraries.filter(\.hasServices).map(\.library))
  let groups = ServiceGroups(
    rest.contains { serving.contains($0.rule.library) } ? files : [], cache)
  let allRules = Set(catalogue.pages.map(\.id)).union(rest.map(\.rule))
  let others = Dictionary(grouping: rest) { $0.rule.library }.flatMap { library, found in
    let rules = allRules.filter { $0.library == library }
      .subtracting(
        hops.filter { $0.library == library }.reduce(into: []) { $0.formUnion($1.rules) })
    return order.components(of: found).flatMap { homes, found -> [MigrationSlice] in
      func slice(
        _ found: [Finding], of services: [String], _ paths: Set<String>
      ) -> MigrationSlice {
        MigrationSlice(
          library: library, title: title(of: found, library, catalogue),
          modules: order.modules(of: found), services: services, renamesModule: false,
          findings: work.sorted(found), rules: rules, paths: paths)
      }
      let parts = serving.contains(library) ? groups.groups(of: found) : []
      guard !parts.isEmpty else { return [slice(found, of: [], order.paths(of: homes))] }
      return parts.map { slice($0.findings, of: $0.services, $0.paths) }
    }
  }
  let waiting = Set(hops.map(\.library))
  func rank(_ slice: MigrationSlice) -> (Int, Int, String, Int, String) {
    let stage = slice.renamesModule ? 1 : waiting.contains(slice.library) ? 2 : 0
    let isSchema = slice.library == "proto" || slice.library == "buf"
    return (
      stage, isSchema ? 0 : 1, slice.library, order.place(of: slice.modules), slice.name
    )
  }
  return behindTheirBases(
    (ownHops + others).filter { !$0.findings.isEmpty }.sorted { rank($0) < rank($1) })
}

/// Returns the slices with each behind what it waits for: one of which every fix rests on those of a later one.
///
/// - Parameter slices: in the order in which they could be made if nothing waited.
private func behindTheirBases(_ slices: [MigrationSlice]) -> [MigrationSlice] {
  guard slices.contains(where: { $0.findings.contains { !$0.bases.isEmpty } }) else {
    return slices
  }
  var homes: [FixBase: String] = [:]
  for slice in slices {
    for finding in slice.findings { homes[FixBase(finding)] = slice.name }
  }
  var result = slices
  for slice in slices {
    let fixable = slice.findings.filter { $0.safety != .manual }
    let waitsFor = fixable.map { $0.bases.compactMap { homes[$0] }.filter { $0 != slice.name } }
    guard !fixable.isEmpty, !waitsFor.contains(where: \.isEmpty),
      let place = result.firstIndex(where: { $0.name == slice.name }),
      let last = result.lastIndex(where: { other in
        waitsFor.contains { $0.contains(other.name) }
      }), last > place
    else { continue }
    result.insert(slice, at: last + 1)
    result.remove(at: place)
  }
  return result
}

/// Returns the way that the rules of findings lead, from the oldest era to the newest.
private func title(of found: [Finding], _ library: String, _ catalogue: Catalogue) -> String {
  let hops = Set(found.map(\.rule)).compactMap { catalogue.page($0)?.hop?.split(separator: "-") }
    .filter { $0.count == 2 }
  guard let from = hops.map({ $0[0] }).min(), let to = hops.map({ $0[1] }).max() else {
    return library
  }
  // Rules of one era lead nowhere else.
  return from == to ? "\(library) \(to)" : "\(library) \(from) → \(to)"
}
