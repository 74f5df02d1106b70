package import MoultFindings
import MoultManifests
import MoultProto
import MoultSource
import MoultSyntax

/// One place that shows a library, and its era if the place alone tells it.
package struct EraSighting: Hashable, Sendable {
  package let library: String
  package let era: String?
  package let module: String
  package let surface: InventorySurface
  package let place: EraPlace

  /// Asked for by a version, and by which package manager; nil where no dependency was seen.
  package let dependency: DependencySource?

  /// Returns the same place with an era that other places tell.
  package func settled(to era: String?) -> EraSighting {
    EraSighting(
      library: library, era: era, module: module, surface: surface, place: place,
      dependency: dependency)
  }
}

/// How a dependency that was seen is fetched.
package enum DependencySource: Hashable, Sendable {
  case swiftPackage(isVersioned: Bool)
  case pod(isVersioned: Bool)
  case carthage
}

/// Which modules a project has, and which of its files belong to each.
package struct ProjectModules: Sendable {
  package let layout: ProjectLayout

  /// The names of the modules that have Swift files.
  private let names: Set<String>

  /// Modules that are no library's although no file is known to belong to them: an Xcode project among the files makes them,
  /// or packages of others bring them.
  package let besideLibraries: Set<String>

  /// Those of them that packages bring.
  package let ofOthers: Set<String>

  package init(_ files: [ProjectText], _ libraries: [LibraryEras], cache: TreeCache) {
    let layout = ProjectLayout(files)
    self.layout = layout
    ofOthers = modulesOfOtherPackages(in: files, libraries, cache)
    besideLibraries = modulesOfXcodeTargets(in: files, cache).union(ofOthers)
    names = Set(
      files.lazy.filter { $0.surface == .swift }.map { layout.module(ofPath: $0.source.path) }
    ).union(besideLibraries)
  }

  /// Returns whether the project or a package of others makes a module of this name, which is then no library's.
  func isOwn(_ name: String) -> Bool { names.contains(name) }
}

/// Returns what one file shows of the libraries, in source order.
///
/// - Complexity: O(*n*) in the bytes of the file.
package func eraSightings(
  in file: ProjectText, _ index: EraIndex, _ facts: SurfaceFacts, _ modules: ProjectModules
) -> [EraSighting] {
  var reader = SightingReader(file: file, index: index, modules: modules, cache: facts.cache)
  switch file.surface {
  case .swift: reader.readSwift(facts.cache.tree(of: file.source))
  case .objectiveC: reader.readObjectiveC()
  case .proto: reader.readProto(facts.protos[file.source.path])
  case .manifest, .script:
    reader.readManifest()
    reader.readCommands(facts.commands[file.source.path] ?? [])
  }
  return reader.sightings
}

struct SightingReader {
  let file: ProjectText
  let index: EraIndex
  let module: String
  let cache: TreeCache
  private let modules: ProjectModules
  /// Of the file, once something is seen in it.
  private lazy var lines = file.source.lines
  private(set) var sightings: [EraSighting] = []

  init(file: ProjectText, index: EraIndex, modules: ProjectModules, cache: TreeCache) {
    self.cache = cache
    self.file = file
    self.index = index
    self.modules = modules
    module = modules.layout.module(ofPath: file.source.path)
  }

  mutating func see(
    _ meanings: [EraIndex.Meaning], _ surface: InventorySurface, at offset: ByteOffset,
    _ why: String,
    module: String? = nil, dependency: DependencySource? = nil
  ) {
    for meaning in meanings {
      let place = EraPlace(path: file.source.path, line: lines.line(of: offset), why: why)
      let sighting = EraSighting(
        library: meaning.library, era: meaning.era, module: module ?? self.module,
        surface: surface, place: place, dependency: dependency)
      if sightings.last != sighting { sightings.append(sighting) }
    }
  }

  mutating func readSwift(_ tree: SyntaxTree) {
    let surface: InventorySurface = file.isGenerated ? .generated : .swift
    var open = [tree.root]
    while let node = open.popLast() {
      switch node.kind {
      case .importDecl:
        guard let name = node.child(.importPathComponent)?.name,
          !modules.isOwn(name), let meanings = index.modules[name]
        else { continue }
        see(meanings, surface, at: node.mainToken.start, "'import \(name)'")
      case .sourceFile, .ifConfig, .ifConfigClause: open += node.children.reversed()
      default: continue
      }
    }
    if file.isGenerated {
      for (word, offset) in first(index.markScanner, in: file.source.bytes) {
        see(index.marks[word] ?? [], .generated, at: offset, "'\(word)' in generated code")
      }
    } else if !index.words.isEmpty {
      for (word, offset) in firstNames(index.wordScanner, in: tree) {
        see(index.words[word] ?? [], .swift, at: offset, "'\(word)'")
      }
    }
  }

  mutating func readProto(_ proto: ProtoFile?) {
    guard let proto else { return }
    let syntax: String
    switch proto.syntax {
    case .proto2: syntax = "proto2"
    case .proto3: syntax = "proto3"
    case .edition(let edition): syntax = "edition \(edition)"
    }
    let services = proto.services.count
    let why =
      services == 0 ? syntax : "\(syntax) with \(services) service\(services == 1 ? "" : "s")"
    let offset = proto.packageStatement?.range?.lowerBound ?? ByteOffset(0)
    see([EraIndex.Meaning(library: "proto", era: syntax)], .proto, at: offset, why)
  }

  /// Imports are a line each in Objective-C, so no more of the language has to be read for them.
  mutating func readObjectiveC() {
    let bytes = file.source.bytes
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = String(decoding: bytes[start..<min(end, start + 300)], as: UTF8.self)
        .trimmingPrefix { $0 == " " || $0 == "\t" }
      if let name = importedModule(line), let meanings = index.headers[name] {
        let surface: InventorySurface = file.isGenerated ? .generated : .objectiveC
        see(meanings, surface, at: ByteOffset(start), "an import of '\(name)'")
      }
      start = end + 1
    }
  }
}

/// The module of `@import M;`, or the folder of `#import <F/H.h>`.
private func importedModule(_ line: Substring) -> String? {
  for keyword in ["#import", "#include", "@import"] where line.hasPrefix(keyword) {
    let rest = line.dropFirst(keyword.count).drop { $0 == " " || $0 == "\"" || $0 == "<" }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return name.isEmpty ? nil : String(name)
  }
  return nil
}

/// The words of a scanner that stand in the bytes, each with its first place, in order of the words.
private func first(
  _ scanner: AnchorScanner, in bytes: [UInt8]
) -> [(word: String, offset: ByteOffset)] {
  scanner.anchors(in: bytes).compactMap { position in
    let word = scanner.anchors[position]
    return bytes.firstIndex(ofBytes: Array(word.utf8), from: 0).map { (word, ByteOffset($0)) }
  }
}

/// The words of a scanner that are names in the file, not only in its comments and strings; in order of the words.
private func firstNames(
  _ scanner: AnchorScanner, in tree: SyntaxTree
) -> [(word: String, offset: ByteOffset)] {
  let mentioned = Set(first(scanner, in: tree.source.bytes).map(\.word))
  guard !mentioned.isEmpty else { return [] }
  var places: [String: ByteOffset] = [:]
  for (position, token) in tree.tokens.enumerated() where token.kind == .identifier {
    let name = tree.text(of: TokenID(rawValue: UInt32(position)))
    if mentioned.contains(name), places[name] == nil { places[name] = token.start }
  }
  return places.sorted { $0.key < $1.key }.map { (word: $0.key, offset: $0.value) }
}
