import MoultSource
import MoultSurfaces

/// A project as it was, but for its own code, which is that of today.
struct EarlierProject: Sendable {
  /// Sorted by path.
  let files: [ProjectText]

  /// The interfaces of libraries that were there then and differ today, one for each module.
  let interfaces: [InterfacePair]
}

extension Session {
  /// Returns the project as it was at a reference, but for its own code, which is that of today.
  ///
  /// `.proto` files, generated files, scripts and the files of buf are those of then. Manifests of packages and apps
  /// are those of today, as they say where today's code belongs.
  func project(before reference: String) throws(Failure) -> EarlierProject {
    let earlier = try EarlierTexts(since: reference, in: workspace.base) { path in
      isInterface(path) || ProjectText(path: path, bytes: []).map { $0.isPartOfSchema } ?? false
    }
    var files: [ProjectText] = []
    var seen: Set<String> = []
    for file in workspace.files.map(ProjectText.init) {
      seen.insert(file.source.path)
      let path = joined(workspace.base, file.source.path)
      guard file.isPartOfSchema || file.isGenerated, let then = earlier.changed[path] else {
        files.append(file)
        continue
      }
      guard let then else { continue }
      files.append(
        ProjectText(
          source: SourceText(path: file.source.path, bytes: then), surface: file.surface,
          isGenerated: file.isGenerated))
    }
    let base = workspace.base.hasSuffix("/") ? workspace.base : workspace.base + "/"
    for (path, then) in earlier.changed.sorted(by: { $0.key < $1.key }) {
      guard let then, path.hasPrefix(base) else { continue }
      let name = String(path.dropFirst(base.count))
      guard !seen.contains(name), let file = ProjectText(path: name, bytes: then) else { continue }
      files.append(file)
    }
    return EarlierProject(
      files: files.sorted {
        $0.source.path.utf8.lexicographicallyPrecedes($1.source.path.utf8)
      }, interfaces: try interfaces(earlier, below: base))
  }

  /// A library has one interface for each processor; the first by path speaks for them.
  private func interfaces(
    _ earlier: EarlierTexts, below base: String
  ) throws(Failure) -> [InterfacePair] {
    var pairs: [InterfacePair] = []
    for (path, then) in earlier.changed.sorted(by: { $0.key < $1.key }) {
      guard let then, isInterface(path), path.hasPrefix(base) else { continue }
      let name = String(path.dropFirst(base.count))
      let old = SourceText(path: name, bytes: then)
      let module = InterfacePair.module(of: old)
      guard !pairs.contains(where: { $0.module == module }) else { continue }
      var new: SourceText?
      if resolvedPath(path) != nil {
        new = SourceText(path: name, bytes: Array(try textFile(path, called: name).utf8))
      }
      pairs.append(InterfacePair(module: module, old: old, new: new))
    }
    return pairs
  }
}

private func isInterface(_ path: String) -> Bool {
  path.hasSuffix(".swiftinterface") && !path.hasSuffix(".private.swiftinterface")
}

extension ProjectText {
  /// Whether the file says what generated code looks like, or is such code.
  fileprivate var isPartOfSchema: Bool {
    if isGenerated { return true }
    switch surface {
    case .proto, .script: return true
    case .swift, .objectiveC: return false
    case .manifest:
      let name = source.path.split(separator: "/").last ?? ""
      return name.hasPrefix("buf.") || name.hasSuffix(".json")
    }
  }
}
