import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

/// Returns where each service of the project is declared, generated and used, and what was found there.
///
/// A finding is about the service whose generated code it goes back to, through the types of what it stands on; where it
/// goes back to none, about the only service that its file names. Others are about no service.
///
/// - Complexity: O(*n*) in the tokens of the files, and in the findings.
func serviceRows(
  _ project: Project, _ services: ServiceNames, _ table: InventoryTable,
  _ libraries: [LibraryEras], jobs: Int
) async -> [ServiceRow] {
  guard !services.isEmpty else { return [] }
  let mentions = await parallelMap(project.files, jobs: jobs) { file in
    services.mentions(in: file)
  }
  let findings = Dictionary(grouping: table.findings, by: \.path)
  let named = Dictionary(
    zip(project.files, mentions).map { ($0.source.path, Set($1.map(\.service))) },
    uniquingKeysWith: { $1 })
  let model = project.swift?.model
  let subjects = await parallelMap(project.files, jobs: jobs) { file -> [(Finding, String)] in
    let path = file.source.path
    // A file without findings has no subjects, and its types are not asked for.
    guard let found = findings[path] else { return [] }
    let semantics = model?.borrowedSemantics(forFile: path)
    defer { if let semantics { model?.giveBack(semantics) } }
    return services.subjects(of: found, named: named[path] ?? [], semantics)
  }
  var rows = ServiceTable(table, libraries)
  for (file, mentions) in zip(project.files, mentions) { rows.learn(mentions, in: file) }
  for (file, mentions) in zip(project.files, mentions) { rows.enter(mentions, in: file) }
  for (file, subjects) in zip(project.files, subjects) {
    for (finding, service) in subjects { rows.enter(finding, about: service, in: file) }
  }
  return rows.rows
}

/// The services of a project, by the names of what generators make of them.
struct ServiceNames: Sendable {
  private let byName: [String: String]
  private let declared: [String: [DeclaredService]]
  private let cache: TreeCache

  /// The methods of each service, as they are called on the wire.
  let methods: [String: [String]]
  private let callable: Set<String>

  struct Mention: Hashable, Sendable {
    let service: String
    let offset: ByteOffset
    let name: String
  }

  init(_ project: Project, _ cache: TreeCache) {
    self.init(project.facts.declaredServices, project.files, cache)
  }

  /// - Parameters:
  ///   - declared: by the `.proto` files of the project.
  ///   - files: of the project; generated ones tell of services that no `.proto` declares.
  init(_ declared: [DeclaredService], _ files: [ProjectText], _ cache: TreeCache) {
    self.cache = cache
    let known = Set(declared.map(\.fullName))
    let generated = files.filter { $0.surface == .swift && $0.isGenerated }.flatMap {
      services(inGenerated: cache.tree(of: $0.source))
    }
    let others = generated.filter { !known.contains($0.fullName) }
    byName = Dictionary(
      (declared + others).flatMap { service in service.names.map { ($0, service.fullName) } },
      uniquingKeysWith: { first, _ in first })
    self.declared = Dictionary(grouping: declared) { $0.place?.path ?? "" }
    methods = Dictionary(
      (declared + others).map { ($0.fullName, $0.methods) }, uniquingKeysWith: { first, _ in first }
    )
    callable = Set(methods.values.flatMap { $0 }.flatMap(wordsOfCalls))
  }

  var isEmpty: Bool { byName.isEmpty }

  /// The number of services.
  var count: Int { methods.count }

  /// Returns each service that a file names, with the first place; in the order of the file.
  func mentions(in file: ProjectText) -> [Mention] {
    switch file.surface {
    case .proto:
      return (declared[file.source.path] ?? []).compactMap { service in
        service.place.map { Mention(service: service.fullName, offset: $0.offset, name: "service") }
      }
    case .swift:
      let tree = cache.tree(of: file.source)
      return firstMentions(
        tree.tokens.indices.lazy.filter { tree.tokens[$0].kind == .identifier }.map { index in
          (tree.text(of: TokenID(rawValue: UInt32(index))), tree.tokens[index].start)
        })
    case .objectiveC: return firstMentions(words(of: file.source.bytes))
    case .manifest, .script: return []
    }
  }

  private func firstMentions(_ names: some Sequence<(String, ByteOffset)>) -> [Mention] {
    var seen: Set<String> = []
    var mentions: [Mention] = []
    for (name, offset) in names {
      guard let service = byName[name], seen.insert(service).inserted else { continue }
      mentions.append(Mention(service: service, offset: offset, name: name))
    }
    return mentions
  }

  /// Whether a method of some service is called by this name.
  func isCallable(_ name: String) -> Bool { callable.contains(name) }

  /// Returns the names in Objective-C code under which a method of a service may be called there.
  func selectorWords(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    for (word, _) in words(of: bytes) {
      // `sayHelloWithRequest:`, `RPCToSayHelloWithRequest:`, `sayHelloWithMessage:`
      let start = word.hasPrefix("RPCTo") ? word.dropFirst(5) : word[...]
      guard let end = start.firstRange(of: "With") else { continue }
      let method = lowercasingFirst(String(start[..<end.lowerBound]))
      if callable.contains(method) { found.insert(method) }
    }
    return found
  }

  /// Returns the service that what stands at an offset goes back to through its types.
  func service(at offset: ByteOffset, _ semantics: FileSemantics?) -> String? {
    let steps = semantics?.explanation(at: offset)?.steps ?? []
    return steps.lazy.compactMap { step in
      (step.symbols + [step.type ?? ""]).lazy.flatMap(identifiers).compactMap { byName[$0] }.first
    }.first
  }

  /// Returns what a type that inherits from another one is to a service.
  ///
  /// - Parameter name: what is inherited, as it is written: `API.Hello_V1_GreeterProvider`.
  func role(ofInherited name: String) -> (service: String, ServiceTypeRole)? {
    let names = identifiers(name)
    guard let position = names.firstIndex(where: { byName[$0] != nil }),
      let service = byName[names[position]]
    else { return nil }
    let inner = names.dropFirst(position + 1).first
    return serviceTypeRole(inner ?? names[position], inside: inner == nil ? nil : names[position])
      .map { (service, $0) }
  }

  /// Returns the service of which a type is the generated client, or what its clients conform to.
  ///
  /// - Parameter name: as it is written: `API.Hello_V1_GreeterNIOClient`.
  func service(ofClient name: String) -> String? {
    if let (service, role) = role(ofInherited: name) { return role == .client ? service : nil }
    let names = identifiers(name)
    guard let last = names.last, last.hasSuffix("Client"), !isServiceDouble(last) else {
      return nil
    }
    return names.lazy.compactMap { byName[$0] }.first
  }

  /// Returns the service of a generated test double.
  func service(ofDouble name: String) -> String? {
    isServiceDouble(name) ? byName[name] : nil
  }

  /// Returns the findings that are about a service, with its name.
  func subjects(
    of findings: [Finding], named: Set<String>, _ semantics: FileSemantics?
  ) -> [(Finding, service: String)] {
    findings.compactMap { finding in
      let service =
        service(at: finding.range.lowerBound, semantics) ?? (named.count == 1 ? named.first : nil)
      return service.map { (finding, $0) }
    }
  }
}

/// The rows of services while they are filled.
private struct ServiceTable {
  private struct Key: Hashable {
    let service: String
    let library: String
    let module: String
    let surface: InventorySurface
    let era: String?
  }

  private struct Speech: Hashable {
    let library: String
    let era: String?
  }

  private let table: InventoryTable
  private var places: [Key: Set<EraPlace>] = [:]
  private var counts: [Key: FindingCounts] = [:]

  /// What the files speak of libraries with services, by path.
  private let spoken: [String: Set<Speech>]

  /// The same, by module.
  private let ofModule: [String: Set<Speech>]

  /// What the generated code of a service speaks.
  private var generated: [String: Set<Speech>] = [:]

  init(_ table: InventoryTable, _ libraries: [LibraryEras]) {
    let names = Set(libraries.filter(\.hasServices).map(\.library))
    self.table = table
    var spoken: [String: Set<Speech>] = [:]
    var ofModule: [String: Set<Speech>] = [:]
    for sighting in table.sightings where names.contains(sighting.library) {
      let speech = Speech(library: sighting.library, era: sighting.era)
      spoken[sighting.place.path, default: []].insert(speech)
      ofModule[sighting.module, default: []].insert(speech)
    }
    self.spoken = spoken
    self.ofModule = ofModule
  }

  var rows: [ServiceRow] {
    places.map { key, places in
      ServiceRow(
        service: key.service, library: key.library, module: key.module, surface: key.surface,
        era: key.era, places: Array(places), counts: counts[key] ?? FindingCounts())
    }
  }

  /// Notes which library and era a service's generated code is of.
  mutating func learn(_ mentions: [ServiceNames.Mention], in file: ProjectText) {
    guard file.isGenerated else { return }
    for mention in mentions {
      generated[mention.service, default: []].formUnion(spoken[file.source.path] ?? [])
    }
  }

  /// Notes where a file names services; must follow all of `learn`.
  mutating func enter(_ mentions: [ServiceNames.Mention], in file: ProjectText) {
    let lines = file.source.lines
    for mention in mentions {
      let place = EraPlace(
        path: file.source.path, line: lines.line(of: mention.offset),
        why: file.surface == .proto ? "'service' in .proto" : "'\(mention.name)'")
      for speech in speeches(of: mention.service, in: file) {
        places[key(mention.service, speech, file), default: []].insert(place)
      }
    }
  }

  /// Counts a finding; must follow all mentions.
  mutating func enter(_ finding: Finding, about service: String, in file: ProjectText) {
    let subject = table.subject(of: finding)
    let own = speeches(of: service, in: file).filter { $0.library == subject.library }
    let era = subject.era ?? (own.count == 1 ? own.first?.era : nil)
    let key = key(service, Speech(library: subject.library, era: era), file)
    counts[key, default: FindingCounts()].count(finding.safety)
    guard places[key]?.contains(where: { $0.path == finding.path }) != true else { return }
    places[key, default: []].insert(
      EraPlace(
        path: finding.path, line: table.line(of: finding),
        why: "\(finding.message) [\(finding.rule)]"))
  }

  private func key(_ service: String, _ speech: Speech, _ file: ProjectText) -> Key {
    Key(
      service: service, library: speech.library,
      module: table.layout.module(ofPath: file.source.path), surface: table.surface(of: file),
      era: speech.era)
  }

  /// What a file that names a service speaks: what it shows itself, else what the service's generated code shows,
  /// else the module.
  private func speeches(of service: String, in file: ProjectText) -> Set<Speech> {
    if file.surface == .proto {
      let eras = table.sightings.filter { $0.place.path == file.source.path }.map(\.era)
      return [Speech(library: "proto", era: eras.first ?? nil)]
    }
    if let own = spoken[file.source.path] { return own }
    if let known = generated[service], !known.isEmpty { return known }
    return ofModule[table.layout.module(ofPath: file.source.path)] ?? []
  }
}

/// Returns the words of a text that could be names, with their places; comments and strings are not told apart.
private func words(of bytes: [UInt8]) -> [(String, ByteOffset)] {
  var words: [(String, ByteOffset)] = []
  var start = 0
  while start < bytes.count {
    guard isIdentifierByte(bytes[start]) else {
      start += 1
      continue
    }
    let end = bytes[start...].firstIndex { !isIdentifierByte($0) } ?? bytes.count
    words.append((String(decoding: bytes[start..<end], as: UTF8.self), ByteOffset(start)))
    start = end
  }
  return words
}

/// Returns the names in a text such as `HelloAPI.Hello_V1_GreeterService?`.
func identifiers(_ text: String) -> [String] {
  text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
}
