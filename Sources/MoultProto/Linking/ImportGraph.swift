import MoultSource

/// Which file sees the declarations of which.
struct ImportGraph {
  /// For each file, itself, what it imports, and what that imports publicly.
  let visibleFiles: [Set<Int>]

  let unresolved: [ProtoProject.UnresolvedImport]

  /// For each file, those that import it.
  let importers: [[Int]]

  let cycles: [ProtoProject.ImportCycle]

  /// - Parameter roots: the folders that import paths begin at, without a final `/`, nearest first.
  init(_ files: [ProtoFile], roots: [String]) {
    let index = PathIndex(files.map(\.path), roots: roots)
    var unresolved: [ProtoProject.UnresolvedImport] = []
    var imports: [[Int]] = []
    var publicImports: [[Int]] = []
    for (fileIndex, file) in files.enumerated() {
      var found: [Int] = []
      var foundPublicly: [Int] = []
      for statement in file.imports {
        guard let target = index.file(importedAs: statement.path, from: file.path) else {
          if !isWellKnownFile(statement.path) {
            unresolved.append(.init(fileIndex: fileIndex, statement: statement))
          }
          continue
        }
        found.append(target)
        if statement.kind == .public { foundPublicly.append(target) }
      }
      imports.append(found)
      publicImports.append(foundPublicly)
    }
    self.unresolved = unresolved
    var importers = [[Int]](repeating: [], count: files.count)
    for (file, targets) in imports.enumerated() {
      for target in targets { importers[target].append(file) }
    }
    self.importers = importers
    cycles = importCycles(imports).map { members in
      let first = members[0]
      // The first import that leads to a member of the cycle; a file may import itself.
      let position = imports[first].firstIndex { members.contains($0) } ?? 0
      let found = files[first].imports.filter {
        index.file(importedAs: $0.path, from: files[first].path) == imports[first][position]
      }
      return ProtoProject.ImportCycle(files: members, statement: found.first)
    }
    visibleFiles = files.indices.map { file in
      var visible: Set<Int> = [file]
      var pending = imports[file]
      while let next = pending.popLast() {
        if visible.insert(next).inserted { pending += publicImports[next] }
      }
      return visible
    }
  }
}

/// Finds the file that an import means, mostly without knowing the roots that protoc was given.
private struct PathIndex {
  private let paths: [String]

  /// The files by the last component of their paths.
  private let filesByName: [String: [Int]]

  private let indicesByPath: [String: Int]
  private let roots: [String]

  init(_ paths: [String], roots: [String]) {
    self.paths = paths
    self.roots = roots
    indicesByPath = Dictionary(
      paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    filesByName = Dictionary(grouping: paths.indices) { lastComponent(ofPath: paths[$0]) }
  }

  /// Returns the file at `path` below one of the roots, or else one whose path is `path` or ends in it
  /// behind a `/`.
  ///
  /// Of several the one that shares the most leading folders with `importer` is meant, then the one with
  /// the shortest path.
  func file(importedAs path: String, from importer: String) -> Int? {
    for root in roots {
      if let found = indicesByPath[root.isEmpty ? path : "\(root)/\(path)"] { return found }
    }
    let named = filesByName[lastComponent(ofPath: path)] ?? []
    let matching = named.filter { paths[$0] == path || paths[$0].hasSuffix("/" + path) }
    guard matching.count > 1 else { return matching.first }
    let folders = importer.split(separator: "/").dropLast()
    return matching.min { a, b in
      let shared = (sharedFolders(paths[a], folders), sharedFolders(paths[b], folders))
      if shared.0 != shared.1 { return shared.0 > shared.1 }
      return (paths[a].utf8.count, a) < (paths[b].utf8.count, b)
    }
  }

  private func sharedFolders(_ path: String, _ folders: ArraySlice<Substring>) -> Int {
    zip(path.split(separator: "/").dropLast(), folders).prefix { $0 == $1 }.count
  }
}
