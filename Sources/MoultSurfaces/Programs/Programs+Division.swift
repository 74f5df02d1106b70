import MoultManifests
import MoultSource

extension Programs {
  /// Divides a tree into programs, by what its manifests and imports say.
  ///
  /// A file belongs to the nearest folder above it that something builds, or that is a repository. Folders come together
  /// where a manifest or a script of one names a place in the other, and, within a folder that is itself built, where code
  /// of one imports what the other makes. What has no code of its own speaks for the programs below it, and a repository of
  /// schemas for those that name a place in it. Two that would bring modules of one name into a program are never built
  /// together, so they stay apart and each sees what both depend on.
  ///
  /// - Parameter repositories: folders below the root that are repositories of their own, each with a final `/`.
  /// - Complexity: O(*n*) in the files and in the bytes of those that are no code.
  package init(_ files: [TreeFile], repositories: Set<String> = []) {
    let map = ProgramMap(files, repositories: repositories)
    guard map.hasSeveralHomes else {
      self.init([Program(name: ".", own: Set(files.map(\.path)), shared: [], seen: [])])
      return
    }
    self.init(map.programs)
  }

  /// Divides the files of a project.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(_ files: [ProjectText]) {
    self.init(files.map { TreeFile($0.source, $0.surface) })
  }
}

/// A tree while it is divided: its folders, and what ties them together.
struct ProgramMap {
  let files: [TreeFile]
  let folders: BuildFolders

  /// The files of each home, by home, as indices.
  private(set) var filesOfHome: [String: [Int]] = [:]

  /// The homes that hold code.
  private(set) var code: Set<String> = []

  /// The folders that homes with code lie in.
  private var aboveCode: Set<String> = []

  /// What a home depends on.
  private(set) var links: [String: Set<String>] = [:]

  /// The repositories without code in which others name a place.
  private var named: Set<String> = []

  /// The homes with code whose manifest does not say what they depend on: their imports do.
  private(set) var unread: Set<String> = []

  /// The modules of each home with code.
  private var modules: [String: Set<String>] = [:]

  var hasSeveralHomes: Bool { filesOfHome.count > 1 }

  /// - Parameter repositories: as of `Programs`.
  init(_ files: [TreeFile], repositories: Set<String> = []) {
    self.files = files
    folders = BuildFolders(files, repositories: repositories)
    var homes: [String: String] = [:]
    for (index, file) in files.enumerated() {
      let folder = foldersAbove(file.path).first ?? ""
      let home = homes[folder] ?? folders.home(ofPath: file.path)
      homes[folder] = home
      filesOfHome[home, default: []].append(index)
      if file.isCode { code.insert(home) }
    }
    guard hasSeveralHomes else { return }
    for home in code { aboveCode.formUnion(foldersAbove(String(home.dropLast()))) }
    unread = code.filter(isUnread)
    linkByPaths()
    linkByImports()
  }

  /// Whether a home's manifest is none that can be read: a program of its own makes it, or what it says is computed.
  private func isUnread(_ home: String) -> Bool {
    // Macros may add to what the rules say.
    if folders.bazel.folders.contains(home) { return true }
    let path = home + "Package.swift"
    let source = (filesOfHome[home] ?? []).lazy.map { files[$0] }.first { $0.path == path }?.source
    guard let source else { return folders.isGenerated(home) }
    let manifest = parsePackageManifest(source)
    guard manifest.targets.isEmpty, manifest.dependencies.isEmpty else { return false }
    guard manifest.name == nil else { return !manifest.unknown.isEmpty }
    return source.bytes.range(ofText: "let package", within: source.bytes.count) != nil
  }

  // MARK: What ties homes together

  private mutating func linkByPaths() {
    let paths = ManifestPaths(folders, paths: files.lazy.map(\.path))
    for (home, indices) in filesOfHome {
      for source in indices.compactMap({ files[$0].source }) {
        for place in paths.named(in: source) {
          let other = folders.home(ofPath: place)
          // What lies above all that is built is seen by all of it in any case.
          guard other != home else { continue }
          if folders.isBuilt(other) || code.contains(other) {
            links[home, default: []].insert(other)
          } else if folders.isPlainRepository(other), !home.hasPrefix(other) {
            links[home, default: []].insert(other)
            named.insert(other)
          }
        }
      }
    }
  }

  private mutating func linkByImports() {
    let layout = ProjectLayout(paths: files.map(\.path))
    var declared: [String: Set<String>] = [:]
    for home in code {
      var names = folders.names[home] ?? []
      if let last = home.split(separator: "/").last {
        names.insert(moduleName(ofTarget: String(last)))
      }
      for file in (filesOfHome[home] ?? []).map({ files[$0] }) {
        switch file.surface {
        case .swift:
          let module = layout.module(ofPath: file.path)
          names.insert(module)
          modules[home, default: []].insert(module)
        case .objectiveC:
          if file.path.hasSuffix(".h") { names.insert(lastComponent(ofPath: file.path)) }
        case .proto, .manifest, .script: continue
        }
      }
      declared[home] = names
    }
    var homesOfName: [String: [String]] = [:]
    for (home, names) in declared {
      for name in names { homesOfName[name, default: []].append(home) }
    }
    for home in code {
      var wanted: Set<String> = []
      for file in (filesOfHome[home] ?? []).map({ files[$0] }) { wanted.formUnion(file.imports) }
      for name in wanted.subtracting(declared[home] ?? []) {
        let others = (homesOfName[name] ?? []).filter { isNear($0, home) }
        if let other = nearest(others, to: home) { links[home, default: []].insert(other) }
      }
    }
  }

  /// Whether two homes lie in one folder that is built, or one of them is what is left over above the other; or nobody can
  /// read what the second depends on, and both are of one repository.
  private func isNear(_ one: String, _ other: String) -> Bool {
    if one.isEmpty || other.isEmpty { return true }
    if unread.contains(other),
      folders.repository(around: one) == folders.repository(around: other)
    {
      return true
    }
    if isLeftOver(one, above: other) || isLeftOver(other, above: one) { return true }
    let outer = folders.outermost(around: one)
    return outer != nil && outer == folders.outermost(around: other)
  }

  /// Whether a home is what is left over of a repository that another lies in.
  private func isLeftOver(_ home: String, above other: String) -> Bool {
    other.hasPrefix(home) && folders.isPlainRepository(home)
  }

  /// Returns which of several homes of a name is meant: one that a manifest names, else the one with the longest way in common.
  private func nearest(_ others: [String], to home: String) -> String? {
    guard others.count > 1 else { return others.first }
    if !others.allSatisfy({ links[home]?.contains($0) != true }) { return nil }
    func common(_ other: String) -> Int {
      zip(other.utf8, home.utf8).prefix { $0 == $1 }.count
    }
    return others.max { (common($0), $1) < (common($1), $0) }
  }

  // MARK: What comes together

  /// The homes that one program is made of, and those that it only sees.
  private struct Part {
    var own: Set<String>
    var seen: Set<String> = []
  }

  var programs: [Program] {
    var sets = DisjointSets<String>()
    let joined = Set(filesOfHome.keys).filter { !isOverarching($0) }
    for (home, others) in links where joined.contains(home) {
      for other in others where joined.contains(other) { sets.join(home, other) }
    }
    // What is built without code, and has none below, is part of what is built around it; a repository is not.
    for home in joined where !code.contains(home) && sets.root(of: home) == home {
      guard !folders.isPlainRepository(home) else { continue }
      guard let parent = folders.parent(of: home), code.contains(parent), links[home] == nil else {
        continue
      }
      sets.join(home, parent)
    }
    let components = Dictionary(grouping: joined, by: { sets.root(of: $0) }).values
    let parts = components.flatMap { divided(Set($0)) }
    return parts.map(program) + leftOver(below: parts)
  }

  /// Whether a home has no code, and homes with code lie below or name a place in it.
  func isOverarching(_ home: String) -> Bool {
    !code.contains(home) && (aboveCode.contains(home) || named.contains(home))
  }

  /// Divides homes that hang together where modules of one name would meet.
  private func divided(_ component: Set<String>) -> [Part] {
    var count: [String: Int] = [:]
    for home in component { for name in modules[home] ?? [] { count[name, default: 0] += 1 } }
    guard count.values.contains(where: { $0 > 1 }) else { return [Part(own: component)] }
    var parts: [Part] = []
    var taken: Set<String> = []
    for top in tops(of: component) {
      let closure = closure(of: top, in: component)
      if let place = parts.firstIndex(where: { fits(closure, into: $0) }) {
        let new = closure.subtracting(parts[place].own).subtracting(parts[place].seen)
        parts[place].own.formUnion(new.subtracting(taken))
        parts[place].seen.formUnion(new.intersection(taken))
      } else {
        parts.append(
          Part(own: closure.subtracting(taken), seen: closure.intersection(taken)))
      }
      taken.formUnion(closure)
    }
    return parts
  }

  /// The homes that nothing of the component depends on, one of each circle, in order.
  private func tops(of component: Set<String>) -> [String] {
    var reached: Set<String> = []
    var tops: [String] = []
    for home in component.sorted() where !reached.contains(home) {
      let closure = closure(of: home, in: component)
      tops.removeAll { closure.contains($0) }
      tops.append(home)
      reached.formUnion(closure)
    }
    return tops
  }

  private func closure(of home: String, in component: Set<String>) -> Set<String> {
    var result: Set<String> = [home]
    var open = [home]
    while let next = open.popLast() {
      for other in links[next] ?? [] where component.contains(other) {
        if result.insert(other).inserted { open.append(other) }
      }
    }
    return result
  }

  private func fits(_ closure: Set<String>, into part: Part) -> Bool {
    let known = part.own.union(part.seen)
    let names = Set(known.flatMap { modules[$0] ?? [] })
    return closure.subtracting(known).allSatisfy { names.isDisjoint(with: modules[$0] ?? []) }
  }

  // MARK: What is shared

  private func program(_ part: Part) -> Program {
    let homes = part.own.union(part.seen)
    var above: Set<String> = []
    for home in homes {
      var folder = folders.parent(of: home)
      while let next = folder {
        above.insert(next)
        folder = folders.parent(of: next)
      }
    }
    for home in homes { above.formUnion(named.intersection(links[home] ?? [])) }
    let shared = above.subtracting(homes).flatMap { home in
      (filesOfHome[home] ?? []).map { files[$0] }.filter {
        speaksForOthers($0, isBuilt: code.contains(home))
      }
    }
    return Program(
      name: name(of: part.own.isEmpty ? homes : part.own), own: paths(of: part.own),
      shared: Set(shared.map(\.path)), seen: paths(of: part.seen))
  }

  /// What lies above programs and is of no use to them, or speaks for them and has been given to each.
  private func leftOver(below parts: [Part]) -> [Program] {
    filesOfHome.keys.filter(isOverarching).compactMap { home in
      let files = (filesOfHome[home] ?? []).map { self.files[$0] }
      let own = files.filter { !speaksForOthers($0, isBuilt: false) }
      guard !own.isEmpty else { return nil }
      return Program(
        name: name(of: [home]), own: Set(own.map(\.path)), shared: [],
        seen: Set(files.map(\.path)).subtracting(own.map(\.path)))
    }
  }

  private func paths(of homes: Set<String>) -> Set<String> {
    Set(homes.flatMap { (filesOfHome[$0] ?? []).map { files[$0].path } })
  }

  func name(of homes: Set<String>) -> String {
    let first = homes.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? ""
    return first.isEmpty ? "." : String(first.dropLast())
  }
}
