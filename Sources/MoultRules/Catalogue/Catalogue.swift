package import MoultFindings
package import MoultLearning
package import MoultMatching
import MoultSemantics
import MoultSource
package import MoultSurfaces

/// All rules of a run, with the interfaces of the eras that they speak of.
package struct Catalogue: Sendable {
  /// Sorted by id.
  package let pages: [RulePage]

  /// The public declarations of each era's modules, read when they are needed.
  package let interfaces: InterfaceLibrary

  /// What generated code looks like in each era, for the cases of pages, by library and era
  /// (`grpc-swift/0`).
  package let samples: [String: String]

  /// What tells the eras of each library apart, sorted by library.
  package let libraries: [LibraryEras]

  /// Between which releases the symbols of the interfaces exist.
  ///
  /// - Complexity: O(*n*) in what is known of releases, once.
  package var versions: SymbolVersions { releases.versions }

  /// What releases of the libraries ask for.
  ///
  /// - Complexity: O(*n*) in what is known of releases, once.
  package var requirements: RequirementTable { releases.requirements }

  private let releases: KnownReleases

  /// The headers of each era's Objective-C modules (`.h`).
  package let headers: [CatalogueText]

  /// The words without which no rule has anything to say about a project, sorted.
  package let anchors: [String]

  /// The eras of each library, oldest first, as the hops of the pages name them.
  package let eras: [String: [String]]

  /// The folders of eras that hold a declaration or a sample, by library.
  let eraFolders: [String: Set<String>]

  /// Made when somebody asks, where all pages are built in: a tree without anything old needs none.
  ///
  /// - Complexity: O(*n*) in the pages, once.
  package var swiftRules: [SwiftRule] {
    knownSwiftRules.value {
      do {
        return try MoultRules.swiftRules(of: pages, declaring) + learned.map(\.swiftRule)
      } catch {
        preconditionFailure("a page that is built in is none: \(error)")
      }
    }
  }

  private let knownSwiftRules: Once<[SwiftRule]>

  /// The modules whose imports are old, with the rule that says so.
  ///
  /// - Complexity: O(*n*) in the rules.
  package var oldModules: [(module: String, rule: RuleID)] {
    swiftRules.compactMap { rule in (rule.finder as? ImportFinder).map { ($0.module, rule.id) } }
  }

  /// Which modules declare what pages write.
  var declaring: DeclaringModules { knownDeclaring.value { DeclaringModules(interfaceTexts) } }

  private let knownDeclaring: Once<DeclaringModules>
  private let interfaceTexts: [CatalogueText]

  /// What was learned from dependencies, in the order given.
  let learned: [LearnedLibrary]

  /// Whether a rule is about what the project's own modules have retired, so that their names are words to look for.
  package let asksForOwn: Bool

  /// Made when somebody asks: a tree without anything old needs none.
  ///
  /// - Complexity: O(*n*) in the pages, once.
  package var surfaceRules: [SurfaceRule] {
    knownSurfaceRules.value {
      parallelRanges(pages.count, jobs: 2, atLeast: 16) { part in
        pages[part].flatMap(surfaceRules(of:))
      }.flatMap(\.self)
    }
  }

  private let knownSurfaceRules = Once<[SurfaceRule]>()

  /// Made for those who ask: not every run does, and many ask twice.
  let knownDeprecations = Once<[RuleID: SymbolRelease]>()
  let knownHopFolders = Once<[HopFolder]>()
  let knownOnward = Once<[RuleID: HopOnward]>()

  /// Reads the pages; `check` holds them against the interfaces.
  ///
  /// - Parameter texts: pages (`.md`, without `README.md`), interfaces (`.swiftinterface`) and samples
  ///   (`Generated.swift`), what tells eras apart (`eras.yml`), and what is known of releases (`versions.yml`,
  ///   `requirements.yml`), in any order.
  /// - Parameter learned: what dependencies say of themselves, each with a rule.
  /// - Throws: the first `PageError` of what tells eras apart, else of what is known of releases, else of the pages, each in order
  ///   of paths.
  package init(
    _ texts: [CatalogueText], learned: [LearnedLibrary] = []
  ) throws(PageError) {
    var pages: [CatalogueText] = []
    var interfaces: [CatalogueText] = []
    var headers: [CatalogueText] = []
    var samples: [String: String] = [:]
    var libraries: [LibraryEras] = []
    var releases: [CatalogueText] = []
    for text in inOrder(texts) {
      let (folder, name) = folderAndName(text.path)
      switch name {
      case "Generated.swift": samples[String(folder)] = text.text
      case "eras.yml": libraries.append(try parseEras(text))
      case "versions.yml", "requirements.yml": releases.append(text)
      case "README.md": continue
      default:
        switch ending(of: name) {
        case "md": pages.append(text)
        case "swiftinterface": interfaces.append(text)
        case "h": headers.append(text)
        default: continue
        }
      }
    }
    self.releases = try KnownReleases(releases)
    let own = try readPages(pages)
    // What is built in was judged by the tests; any other page says its mistakes here.
    let isBuiltIn = pages.allSatisfy { $0.matter != nil }
    let declaring = isBuiltIn ? nil : DeclaringModules(interfaces)
    knownDeclaring = Once(declaring)
    interfaceTexts = interfaces
    knownSwiftRules = Once(
      try declaring.map { (declaring) throws(PageError) in
        try MoultRules.swiftRules(of: own, declaring) + learned.map(\.swiftRule)
      })
    self.pages =
      learned.isEmpty ? own : (own + learned.map(RulePage.init)).sorted { $0.id < $1.id }
    self.interfaces = InterfaceLibrary(interfaces, learned)
    self.samples = samples
    self.libraries = libraries
    // Whoever imports the newest era may still speak of an older one.
    anchors = self.pages.reduce(into: Set()) { $0.formUnion($1.anchors) }
      .union(libraries.flatMap(\.modulesOfLaterEras))
      .union(learned.flatMap(\.interfaces).map(\.module)).sorted()
    eras = erasOfHops(self.pages)
    self.headers = headers
    eraFolders = Self.eraFolders(interfaces + headers, samples)
    self.learned = learned
    asksForOwn = learned.contains(where: \.isOwn)
    if !isBuiltIn || !learned.isEmpty { try checkIDs() }
  }

  private static func eraFolders(
    _ texts: [CatalogueText], _ samples: [String: String]
  ) -> [String: Set<String>] {
    var folders: [String: Set<String>] = [:]
    for folder in Set(texts.map { folderAndName($0.path).folder } + samples.keys.map { $0[...] }) {
      let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      folders[String(parts[0]), default: []].insert(String(parts[1]))
    }
    return folders
  }

  /// Judges pages by what they look for and by what their cases show.
  ///
  /// Costs the reading of interfaces and cases, so it is not part of every run: what is built in is judged by
  /// the tests, and a project's own pages when they are loaded.
  ///
  /// - Parameter names: what messages call the pages; nil for all.
  /// - Throws: the first error, in order of the pages.
  package func check(_ names: Set<String>? = nil) throws(PageError) {
    try checkIDs()
    // They know which modules the pages about imports write.
    _ = swiftRules
    let chosen = pages.filter { names?.contains($0.name) ?? true }
    try checkSymbols(of: chosen)
    for page in chosen { try judge(page) }
  }

  /// Holds every symbol that a page looks for against the interface of its era.
  ///
  /// - Throws: the first symbol that no interface declares, in order of the pages.
  package func checkSymbols() throws(PageError) { try checkSymbols(of: pages) }

  /// Returns the page of the rule, or nil.
  ///
  /// - Complexity: O(log *n*) in the pages.
  package func page(_ id: RuleID) -> RulePage? {
    let place = pages.partitioningIndex { $0.id >= id }
    return place < pages.count && pages[place].id == id ? pages[place] : nil
  }

  /// Returns the rules that run on the cases of a page: all but those of later hops of its library.
  ///
  /// What a page puts in place is old again for the hop after it.
  package func rules(forCasesOf page: RulePage) -> Set<RuleID> {
    func end(_ page: RulePage) -> Int? {
      page.hop?.split(separator: "-").last.flatMap { Int($0) }
    }
    guard let last = end(page) else { return Set(pages.map(\.id)) }
    let library = page.path.prefix { $0 != "/" } + "/"
    return Set(
      pages.filter { other in
        guard other.path.hasPrefix(library), let reached = end(other) else { return true }
        return reached <= last
      }.map(\.id))
  }

  private func checkIDs() throws(PageError) {
    for page in pages {
      for row in page.rows {
        guard let other = row.unless, self.page(other) == nil else { continue }
        throw PageError(
          path: page.name, row.places?.unless ?? PagePlace(line: 2),
          message:
            "'unless' names no rule: '\(other)'\(near(other.rawValue, pages.map(\.id.rawValue)))")
      }
    }
    for (page, next) in zip(pages, pages.dropFirst()) where page.id == next.id {
      throw PageError(
        path: next.name, next.idPlace, message: "'\(next.id)' is the id of \(page.name) as well")
    }
  }

  private func checkSymbols(of pages: [RulePage]) throws(PageError) {
    try checkObjectiveCSymbols(pages, headers)
    let wanted = pages.flatMap { page in
      page.rows.flatMap { row -> [(RulePage, PagePlace, String)] in
        let own = row.finder.terms.symbol(row.find).map { [(page, row.subjectPlace, $0)] } ?? []
        let others = (row.places?.named ?? [:]).sorted { $0.key < $1.key }
          // The toolchain's modules have no interface among the pages.
          .filter { !["Swift", "Foundation"].contains($0.key.prefix { $0 != "." }) }
        return own + others.map { (page, $0.value, $0.key) }
      }
    }
    guard !wanted.isEmpty else { return }
    let modules = Set(wanted.map { String($0.2.prefix { $0 != "." }) })
    let model = ProjectModel(files: [], interfaces: interfaces.files(neededBy: [], and: modules))
    for (page, place, name) in wanted where model.symbol(named: name) == nil {
      throw PageError(
        path: page.name, place,
        message:
          "no interface declares '\(name)'\(hint(for: name, in: model))")
    }
  }

  /// The nearest name that the module declares, or what is missing altogether.
  private func hint(for name: String, in model: ProjectModel) -> String {
    let module = String(name.prefix { $0 != "." })
    let known = declaredSymbols(ofModule: module, in: model)
    guard !known.isEmpty else {
      return "; there is no '\(module).swiftinterface' beside the pages"
        + near(module, interfaces.modules)
    }
    // An overload of the name is nearer than any other spelling.
    let base = name.prefix { $0 != "(" }
    if let overload = known.first(where: { $0 == base || $0.hasPrefix(base + "(") }) {
      return "; did you mean '\(overload)'?"
    }
    return near(name, known)
  }
}

/// Returns the rules that the rows of a page make about other surfaces than Swift.
private func surfaceRules(of page: RulePage) -> [SurfaceRule] {
  page.rows.compactMap { row in
    if case .swift = row.finder.search { return nil }
    return SurfaceRule(id: page.id, severity: page.severity, row: row)
  }
}

/// Returns the rules that the rows of pages make about Swift, in their order.
///
/// - Throws: the first error, in the order given.
private func swiftRules(
  of pages: [RulePage], _ declaring: DeclaringModules
) throws(PageError) -> [SwiftRule] {
  try onTwoThreads(pages) { (page) throws(PageError) in
    var rules: [SwiftRule] = []
    for row in page.rows {
      if let rule = try swiftRule(row, of: page, declaring) { rules.append(rule) }
    }
    return rules
  }
}

/// Reads pages.
///
/// - Returns: the pages by id.
/// - Throws: the first error, in the order given.
private func readPages(_ texts: [CatalogueText]) throws(PageError) -> [RulePage] {
  let pages = try onTwoThreads(texts) { (text) throws(PageError) in [try rulePage(text)] }
  // A page is large: it is moved once, and not by each step of a sort.
  return pages.indices.sorted { pages[$0].id < pages[$1].id }.map { pages[$0] }
}

/// Makes something of each item on two threads; more are not worth their start for what takes milliseconds.
private func onTwoThreads<Item: Sendable, Result: Sendable>(
  _ items: [Item], _ make: @Sendable (Item) throws(PageError) -> [Result]
) throws(PageError) -> [Result] {
  let parts = parallelRanges(items.count, jobs: 2, atLeast: 16) { part in
    Swift.Result { () throws(PageError) -> [Result] in
      var results: [Result] = []
      for item in items[part] { results += try make(item) }
      return results
    }
  }
  var results: [Result] = []
  for part in parts { results += try part.get() }
  return results
}

/// Returns texts by path; what is built in lies so already.
private func inOrder(_ texts: [CatalogueText]) -> [CatalogueText] {
  let isSorted = zip(texts, texts.dropFirst()).allSatisfy { $0.path <= $1.path }
  return isSorted ? texts : texts.sorted { $0.path < $1.path }
}

/// Returns what stands before and behind the last slash of a path.
private func folderAndName(_ path: String) -> (folder: Substring, name: Substring) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path[...]) }
  return (path[..<slash], path[path.utf8.index(after: slash)...])
}

/// Returns what stands behind the last point of a file's name; all of it where there is none.
private func ending(of name: Substring) -> Substring {
  let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
  return name[(dot.map(name.utf8.index(after:)) ?? name.startIndex)...]
}

private func erasOfHops(_ pages: [RulePage]) -> [String: [String]] {
  var result: [String: Set<String>] = [:]
  // One page of each folder says what all of them would.
  var folders: [Substring: RulePage] = [:]
  for page in pages {
    let end = page.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? page.path.startIndex
    folders[page.path[..<end]] = page
  }
  for (folder, page) in folders {
    guard let hop = page.hop else { continue }
    let library = String(Substring(folder.utf8.prefix { $0 != UInt8(ascii: "/") }))
    result[library, default: []].formUnion(hop.split(separator: "-").map(String.init))
  }
  return result.mapValues { $0.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) } }
}

/// Returns the Swift rule of a row, or nil if the row is about another surface.
private func swiftRule(
  _ row: RuleRow, of page: RulePage, _ declaring: DeclaringModules
) throws(PageError) -> SwiftRule? {
  guard case .swift(let make) = row.finder.search else { return nil }
  let finder: any SwiftFinder
  do throws(FinderProblem) {
    finder = try make(row.find)
  } catch {
    throw PageError(path: page.name, row.subjectPlace, message: error.message)
  }
  return SwiftRule(
    id: page.id, severity: page.severity, finder: finder,
    action: try action(row.action, row.find, page),
    safety: row.safety, message: Template(row.message), title: Template(row.fixTitle),
    nextStep: row.nextStep.map { Template($0) }, reason: row.reason.map { Template($0) },
    unless: row.unless, guards: row.guards, refusals: row.refusals, choice: row.choice,
    obeyed: row.obeyed, modules: row.modules(of: page, declaring),
    typesBeside: row.typesOfImport(on: page, declaring),
    moduleDeclaring: { [path = page.path] in declaring.module(declaring: $0, forPage: path) })
}

extension RuleRow {
  /// Asks for the modules that a fix of the row needs by the names that it writes.
  fileprivate func modules(
    of page: RulePage, _ declaring: DeclaringModules
  ) -> @Sendable () -> Set<String> {
    if finder.terms.role == .module {
      let hop = page.path.split(separator: "/").dropLast().joined(separator: "/")
      declaring.leaveOut(Set(action.writtenTexts), inHop: hop)
      return { [] }
    }
    guard action != .advise else { return { [] } }
    let (action, path, known) = (action, page.path, Once<Set<String>>())
    return { known.value { declaring.modules(for: action.writtenTexts, onPage: path) } }
  }

  /// Asks for the types of the modules that the row imports in the place of another.
  fileprivate func typesOfImport(
    on page: RulePage, _ declaring: DeclaringModules
  ) -> @Sendable () -> Set<String> {
    guard finder.terms.role == .module else { return { [] } }
    let (modules, path, known) = (action.writtenTexts, page.path, Once<Set<String>>())
    return {
      known.value {
        modules.reduce(into: Set<String>()) {
          $0.formUnion(declaring.types(declaredBy: $1, forPage: path))
        }
      }
    }
  }
}

private func action(
  _ spec: ActionSpec, _ find: FinderSpec, _ page: RulePage
) throws(PageError) -> Action {
  switch spec {
  case .advise: return .advise
  case .relabel(let relabelling): return .relabel(relabelling)
  case .retype(let retyping): return .retype(retyping)
  case .rewriteStatements(let rewriting): return .rewriteStatements(rewriting)
  case .extend(let addition): return .extend(addition)
  case .put(let put) where find.shape != nil && !put.keepsText:
    return .reshape(
      ReshapedCall(text: put.text, inner: put.inner, imports: Set(put.imports)))
  case .askType: return .askType
  case .makeInstanceMember(let member): return .makeInstanceMember(member)
  case .removeStatement: return .removeStatement
  case .put(let put):
    return .rewrite(
      Rewrite(
        template: put.keepsText ? nil : Template(put.text), place: put.place,
        staysOptional: put.staysOptional, fallback: put.fallback.map { Template($0) },
        isConcrete: put.isConcrete, staysThrowing: put.staysThrowing, effects: put.effects,
        actor: put.actor, mutatesBase: put.mutatesBase,
        imports: Set(put.imports), inner: put.inner))
  case .transform(let call):
    do throws(TransformProblem) {
      return .transform(try transform(call))
    } catch {
      throw PageError(path: page.name, line: 2, message: error.message)
    }
  }
}
