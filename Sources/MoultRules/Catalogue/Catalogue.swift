package import MoultFindings
package import MoultLearning
package import MoultMatching
import MoultSemantics
import MoultSource

/// A text of the catalogue under its path: `grpc-swift/0-1/status-code-type.md`.
package struct CatalogueText: Sendable {
  package let path: String
  package let text: String

  /// What the build has read of the text already, if it was built in.
  package let matter: EmbeddedMatter?

  package init(path: String, text: String, matter: EmbeddedMatter? = nil) {
    self.path = path
    self.text = text
    self.matter = matter
  }
}

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
  package let versions: SymbolVersions

  /// What releases of the libraries ask for.
  package let requirements: RequirementTable

  /// The headers of each era's Objective-C modules (`.h`).
  package let headers: [CatalogueText]

  /// The words without which no rule has anything to say about a project, sorted.
  package let anchors: [String]

  /// The eras of each library, oldest first, as the hops of the pages name them.
  package let eras: [String: [String]]

  package let swiftRules: [SwiftRule]

  /// What was learned from dependencies, in the order given.
  let learned: [LearnedLibrary]

  /// Whether a rule is about what the project's own modules have retired, so that their names are words to look for.
  package let asksForOwn: Bool
  package let surfaceRules: [SurfaceRule]

  /// Reads the pages; `check` holds them against the interfaces.
  ///
  /// - Parameter texts: pages (`.md`, without `README.md`), interfaces (`.swiftinterface`) and samples
  ///   (`Generated.swift`), what tells eras apart (`eras.yml`), and what is known of releases (`versions.yml`,
  ///   `requirements.yml`), in any order.
  /// - Parameter learned: what dependencies say of themselves, each with a rule.
  /// - Throws: the first `PageError` of what is no page, else of the pages, each in order of paths.
  package init(
    _ texts: [CatalogueText], learned: [LearnedLibrary] = []
  ) throws(PageError) {
    var pages: [CatalogueText] = []
    var interfaces: [CatalogueText] = []
    var headers: [CatalogueText] = []
    var samples: [String: String] = [:]
    var libraries: [LibraryEras] = []
    var versions: [VersionFile] = []
    var requirements: [RequirementFile] = []
    for text in texts.sorted(by: { $0.path < $1.path }) {
      let parts = text.path.split(separator: "/").map(String.init)
      guard let name = parts.last else { continue }
      if name.hasSuffix(".swiftinterface") {
        interfaces.append(text)
      } else if name.hasSuffix(".h") {
        headers.append(text)
      } else if name == "Generated.swift" {
        samples[parts.dropLast().joined(separator: "/")] = text.text
      } else if name == "eras.yml" {
        libraries.append(try parseEras(text))
      } else if name == "versions.yml" {
        versions.append(try parseVersions(text))
      } else if name == "requirements.yml" {
        requirements.append(try parseRequirements(text))
      } else if name.hasSuffix(".md"), name != "README.md" {
        pages.append(text)
      }
    }
    let read = try readPages(pages)
    self.pages = (read.map(\.page) + learned.map(RulePage.init)).sorted { $0.id < $1.id }
    self.interfaces = InterfaceLibrary(interfaces, learned)
    self.samples = samples
    self.libraries = libraries
    self.versions = SymbolVersions(versions)
    self.requirements = RequirementTable(requirements)
    // Whoever imports the newest era may still speak of an older one.
    anchors = Set(wordsOfRules(self.pages)).union(libraries.flatMap(\.modulesOfLaterEras))
      .union(learned.flatMap(\.interfaces).map(\.module)).sorted()
    eras = erasOfHops(self.pages)
    self.headers = headers
    swiftRules = read.flatMap(\.swiftRules) + learned.map(\.swiftRule)
    self.learned = learned
    asksForOwn = learned.contains(where: \.isOwn)
    surfaceRules = read.flatMap(\.surfaceRules)
    try checkIDs()
  }

  /// Holds every symbol that a page looks for against the interface of its era.
  ///
  /// Costs the reading of all interfaces, so it is not part of every run.
  ///
  /// - Throws: the first symbol that no interface declares, in order of the pages.
  package func check() throws(PageError) { try checkSymbols() }

  /// Returns the page of the rule, or nil.
  package func page(_ id: RuleID) -> RulePage? { pages.first { $0.id == id } }

  /// Returns the rules that run on the cases of a page: all but those of later hops of its library.
  ///
  /// What a page puts in place is old again for the hop after it.
  package func rules(forCasesOf page: RulePage) -> Set<RuleID> {
    func end(_ page: RulePage) -> Int? {
      page.hop?.split(separator: "-").last.flatMap { Int($0) }
    }
    func library(_ page: RulePage) -> Substring { page.path.prefix { $0 != "/" } }
    return Set(
      pages.filter { other in
        guard let last = end(page), let reached = end(other), library(other) == library(page)
        else { return true }
        return reached <= last
      }.map(\.id))
  }

  private func checkIDs() throws(PageError) {
    for page in pages {
      for other in page.rows.compactMap(\.unless) where self.page(other) == nil {
        throw PageError(path: page.path, line: 2, message: "'unless' names no rule: '\(other)'")
      }
    }
    for (page, next) in zip(pages, pages.dropFirst()) where page.id == next.id {
      throw PageError(
        path: next.path, line: 2, message: "'\(next.id)' is the id of \(page.path) as well")
    }
  }

  /// Every symbol that a page looks for stands in the interface of its era.
  private func checkSymbols() throws(PageError) {
    let model = ProjectModel(files: [], interfaces: interfaces.all)
    try checkObjectiveCSymbols(pages, headers)
    for page in pages {
      for row in page.rows {
        guard let name = symbolName(row.find) else { continue }
        guard model.symbol(named: name) != nil else {
          throw PageError(
            path: page.path, line: 2,
            message: "no interface declares '\(name)', which the page looks for")
        }
      }
    }
  }
}

/// The symbol that a finder looks for, or nil for one that is about no symbol.
func symbolName(_ find: FinderSpec) -> String? {
  switch find.kind {
  case .type, .member, .memberOf, .call, .enumCase, .conformance, .prefixOperator: find.subject
  case .generatedType: find.options["inherits"]
  case .generatedCall, .generatedMember, .generatedValue, .generatedCase, .generatedInit,
    .bridgedCall:
    find.options["on"]
  case .module, .pattern, .generatedFile, .protocPlugin, .pod, .package,
    .protoClassPrefix, .protoName, .halfRenamed, .objcOption, .grpcPod, .suppression,
    .swiftGenerator, .swiftOption, .dependency, .command, .buf, .bufCommand,
    .connect, .clientModule:
    nil
  case .objcClass, .objcHostSetting, .objcImport, .objcMessage, .objcMethod, .objcName,
    .objcProperty,
    .objcText:
    // They are held against headers instead.
    nil
  }
}

/// A page and the rules that its rows make.
private struct ReadPage: Sendable {
  let page: RulePage
  var swiftRules: [SwiftRule] = []
  var surfaceRules: [SurfaceRule] = []

  init(_ text: CatalogueText) throws(PageError) {
    page = try rulePage(text)
    for row in page.rows {
      if let rule = try swiftRule(row, of: page) {
        swiftRules.append(rule)
      } else {
        try checkObjectiveCRow(row, path: page.path)
        surfaceRules.append(SurfaceRule(id: page.id, severity: page.severity, row: row))
      }
    }
  }
}

/// Reads pages on two threads; more are not worth their start for what takes milliseconds.
///
/// - Returns: the pages by id.
/// - Throws: the first error, in the order given.
private func readPages(_ texts: [CatalogueText]) throws(PageError) -> [ReadPage] {
  let parts = parallelRanges(texts.count, jobs: 2, atLeast: 16) { part in
    Result { () throws(PageError) -> [ReadPage] in
      var pages: [ReadPage] = []
      for text in texts[part] { pages.append(try ReadPage(text)) }
      return pages
    }
  }
  var pages: [ReadPage] = []
  for part in parts { pages += try part.get() }
  return pages.sorted { $0.page.id < $1.page.id }
}

private func wordsOfRules(_ pages: [RulePage]) -> [String] {
  var words: Set<String> = []
  for page in pages {
    for row in page.rows { words.formUnion(anchorWords(row.find)) }
  }
  return words.sorted()
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

private func anchorWords(_ find: FinderSpec) -> [String] {
  // Every project speaks of what Swift itself declares: such a rule waits for another rule's word.
  func module(_ name: String) -> [String] {
    let module = String(Substring(name.utf8.prefix { $0 != UInt8(ascii: ".") }))
    return module.isEmpty || module == "Swift" || module == "Foundation" ? [] : [module]
  }
  switch find.kind {
  case .module: return [find.subject]
  case .pod: return [find.options["name"] ?? find.subject]
  case .type, .member, .memberOf, .call, .enumCase, .conformance, .prefixOperator:
    return module(find.subject)
  case .pattern: return find.options.values.flatMap(module)
  case .generatedType: return module(find.options["inherits"] ?? "")
  case .generatedCall, .generatedMember, .generatedValue, .generatedCase, .generatedInit,
    .bridgedCall:
    return module(find.options["on"] ?? "")
  case .generatedFile:
    // The finding names the generator's calls, the ones that are new already among them.
    let plugins = (find.options["plugin"] ?? "").split(separator: " ").map(String.init)
    return [find.options["module"] ?? find.subject] + plugins.flatMap(flagWords)
  case .protocPlugin: return flagWords(find.plugin)
  case .package: return [find.options["url"] ?? find.subject]
  case .protoClassPrefix, .halfRenamed: return objectiveCWords
  case .protoName: return objectiveCWords + swiftGeneratorWords
  case .objcOption: return flagWords("objc")
  case .grpcPod: return grpcPodNames
  case .swiftGenerator: return ["SwiftProtobuf"]
  case .swiftOption: return swiftOptionWords
  // Manifests are read whatever they mention.
  case .dependency, .buf: return []
  case .bufCommand: return ["buf"]
  case .connect: return ["Connect"] + connectWords
  case .clientModule: return ["Dependencies", "ComposableArchitecture"]
  case .command: return commandWords(find)
  case .suppression: return suppressionWords
  case .objcClass, .objcHostSetting, .objcImport, .objcMessage, .objcMethod, .objcName,
    .objcProperty,
    .objcText:
    return objectiveCAnchors(find)
  }
}

/// The words in which a command line names a plugin of `protoc`.
///
/// They are whole words to the search: a hyphen belongs to `--grpc-swift_out`, an underscore to `_out`.
private func flagWords(_ plugin: String) -> [String] {
  [plugin, "--\(plugin)_out", "--\(plugin)_opt", "protoc-gen-\(plugin)"]
}

/// Returns the Swift rule of a row, or nil if the row is about another surface.
private func swiftRule(_ row: RuleRow, of page: RulePage) throws(PageError) -> SwiftRule? {
  guard let finder = try swiftFinder(row.find, page) else { return nil }
  return SwiftRule(
    id: page.id, severity: page.severity, finder: finder, action: try action(row.action, page),
    safety: row.safety, message: Template(row.message), title: Template(row.fixTitle),
    nextStep: row.nextStep.map { Template($0) }, unless: row.unless)
}

private func swiftFinder(_ find: FinderSpec, _ page: RulePage) throws(PageError) -> SwiftFinder? {
  switch find.kind {
  case .module: return .module(find.subject)
  case .type: return .type(find.subject)
  case .member: return .member(find.subject)
  case .memberOf: return .memberOf(find.subject)
  case .call: return .call(find.subject)
  case .enumCase: return .enumCase(find.subject)
  case .conformance: return .conformance(find.subject)
  case .prefixOperator: return .prefixOperator(find.subject)
  case .pattern:
    do {
      return .pattern(try Pattern(find.subject), types: find.options)
    } catch {
      throw PageError(
        path: page.path, line: 2, message: "the pattern is not an expression: \(error)")
    }
  case .generatedType:
    guard let suffix = find.options["suffix"] else {
      throw PageError(path: page.path, line: 2, message: "'generated-type' wants a 'suffix'")
    }
    return .generatedType(inherits: find.options["inherits"] ?? "", suffix: suffix)
  case .generatedCall, .generatedValue:
    guard let style = CallStyle(rawValue: find.options["style"] ?? ""),
      let owner = find.options["on"] ?? (style == .connectClosure ? "" : nil)
    else {
      throw PageError(
        path: page.path, line: 2,
        message:
          "'\(find.kind.rawValue)' wants 'on' and a 'style': \(CallStyle.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    return find.kind == .generatedCall
      ? .generatedCall(on: owner, style: style) : .generatedValue(on: owner, style: style)
  case .bridgedCall:
    guard let owner = find.options["on"], let selector = find.options["selector"] else {
      throw PageError(
        path: page.path, line: 2, message: "'bridged-call' wants 'on' and 'selector'")
    }
    return .bridgedCall(on: owner, selector: SelectorPattern(selector))
  case .generatedMember, .generatedInit:
    guard let owner = find.options["on"] else {
      throw PageError(
        path: page.path, line: 2, message: "'\(find.kind.rawValue)' wants 'on'")
    }
    return find.kind == .generatedInit
      ? .generatedInit(on: owner) : .generatedMember(on: owner)
  case .generatedCase:
    guard let owner = find.options["on"], let name = find.options["case"] else {
      throw PageError(
        path: page.path, line: 2, message: "'generated-case' wants 'on' and 'case'")
    }
    return .generatedCase(on: owner, name: name)
  case .protoClassPrefix, .protoName, .objcOption, .grpcPod, .swiftGenerator, .swiftOption, .buf,
    .connect, .clientModule:
    let known = knownSubjects(find.kind)
    guard known.contains(find.subject) else {
      let near = nearestSpelling(of: find.subject, among: known)
      throw PageError(
        path: page.path, line: 2,
        message: "'\(find.kind.rawValue)' finds no '\(find.subject)'"
          + (near.map { "; did you mean '\($0)'?" }
            ?? "; known are \(known.joined(separator: ", "))"))
    }
    return nil
  case .generatedFile, .protocPlugin, .pod, .package, .halfRenamed, .suppression, .dependency,
    .command, .bufCommand, .objcClass,
    .objcHostSetting, .objcImport, .objcMessage, .objcMethod, .objcName, .objcProperty, .objcText:
    return nil
  }
}

/// The words that may stand behind a finder which knows a few faults.
private func knownSubjects(_ kind: FinderKind) -> [String] {
  switch kind {
  case .protoClassPrefix: ClassPrefixFault.allCases.map(\.rawValue)
  case .protoName: ProtoNameFault.allCases.map(\.rawValue)
  case .objcOption: ObjectiveCOptionFault.allCases.map(\.rawValue)
  case .grpcPod: GRPCPodFault.allCases.map(\.rawValue)
  case .swiftGenerator: SwiftGeneratorFault.allCases.map(\.rawValue)
  case .swiftOption: SwiftOptionFault.allCases.map(\.rawValue)
  case .buf: BufFault.allCases.map(\.rawValue)
  case .connect: ConnectFault.allCases.map(\.rawValue)
  case .clientModule: ClientModuleFault.allCases.map(\.rawValue)
  default: []
  }
}

private func action(_ spec: ActionSpec, _ page: RulePage) throws(PageError) -> Action {
  switch spec {
  case .advise: return .advise
  case .relabel(let relabelling): return .relabel(relabelling)
  case .put(let put):
    return .rewrite(
      Rewrite(
        template: Template(put.text), staysOptional: put.staysOptional,
        staysThrowing: put.staysThrowing, effects: put.effects, mutatesBase: put.mutatesBase,
        imports: Set(put.imports)))
  case .transform(let name):
    guard let transform = transforms[name] else {
      let near = nearestSpelling(of: name, among: transforms.keys.sorted())
      throw PageError(
        path: page.path, line: 2,
        message: "there is no transform '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return .transform(transform)
  }
}
