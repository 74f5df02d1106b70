import MoultProto
import MoultSource

/// The `.proto` files that something names.
struct NamedProtos: Hashable, Sendable {
  /// Of files of the project, by path.
  fileprivate(set) var paths: Set<String> = []

  /// The last components of what was named, for files of which the project has no text.
  fileprivate(set) var names: Set<String> = []

  /// The files that were looked among.
  fileprivate(set) var known: Set<String> = []

  func contains(_ path: String) -> Bool {
    paths.contains(path) || !known.contains(path) && names.contains(lastComponent(ofPath: path))
  }
}

/// The `.proto` files of a project, for who has names of some of them.
struct KnownProtos {
  private let protos: [ProtoFile]

  /// Of all of them: made once, as every command that names files is told.
  private let paths: Set<String>
  private let byPath: [String: ProtoFile]
  private let byName: [String: [ProtoFile]]

  /// - Parameter protos: sorted by path.
  init(_ protos: [ProtoFile]) {
    self.protos = protos
    paths = Set(protos.map(\.path))
    byPath = Dictionary(protos.map { ($0.path, $0) }) { first, _ in first }
    byName = Dictionary(grouping: protos) { lastComponent(ofPath: $0.path) }
  }

  /// Returns the files of which generated headers are made, by what stands in their names before `.pbobjc.h`.
  ///
  /// Of several of one name those are meant that a generator names: the others are copies of which something else is made.
  func named(byStems stems: Set<String>, ofThese generated: [NamedProtos]) -> NamedProtos {
    var result = NamedProtos()
    result.known = paths
    let imported = Dictionary(grouping: protos.map(\.path)) { objectiveCFileStem($0) }
      .filter { stems.contains($0.key) }
    for paths in imported.values {
      let named = paths.filter { path in generated.contains { $0.contains(path) } }
      result.paths.formUnion(
        named.isEmpty ? paths : named + paths.filter { !namesOtherPlatform($0) })
    }
    return result
  }

  /// Returns the files that words of a command name, and what these import.
  ///
  /// - Parameters:
  ///   - words: paths, of which the beginning may be known only when the command runs.
  ///   - roots: the folders that a path may start in, with a final `/`; what is not found there is known by the end of its path.
  func named(by words: [String], in roots: [String]) -> NamedProtos {
    var result = NamedProtos()
    result.known = paths
    result.names = Set(words.map { lastComponent(ofPath: $0) })
    var open = words.flatMap { files(named: $0, in: roots) }
    while let file = open.popLast() {
      guard result.paths.insert(file.path).inserted else { continue }
      open += file.imports.flatMap { files(named: $0.path, in: []) }
    }
    return result
  }

  private func files(named word: String, in roots: [String]) -> [ProtoFile] {
    for root in roots + [""] {
      if let path = normalized(root + word), let file = byPath[path] { return [file] }
    }
    let parts = word.split(separator: "/")
    let end = parts.reversed().prefix { !$0.contains(where: isExpanded) && $0 != ".." && $0 != "." }
    guard !end.isEmpty else { return [] }
    let ending = end.reversed().joined(separator: "/")
    let found = byName[lastComponent(ofPath: ending), default: []].filter {
      $0.path == ending || $0.path.hasSuffix("/" + ending)
    }
    // Of several the one that has a prefix is what Objective-C is made of.
    let prefixed = found.filter { $0.objectiveCPrefix != nil }
    return prefixed.isEmpty ? found : prefixed
  }
}

/// Whether a path says that something else than Objective-C is made of what lies there, as Gradle and Maven have it.
private func namesOtherPlatform(_ path: String) -> Bool {
  let folders = path.lowercased().split(separator: "/")
  return folders.contains { ["android", "java", "kotlin"].contains($0) }
    || path.contains("src/main/proto/")
}

/// Whether a word of a command names one `.proto` file, so that it is known which, but for the folder.
func namesOneProto(_ word: String) -> Bool {
  let name = lastComponent(ofPath: word)
  return name.hasSuffix(".proto") && !name.contains(where: isExpanded)
}

/// Whether a character stands in what is known only when a command runs.
private func isExpanded(_ character: Character) -> Bool { "$#{}()<>`*?[]%".contains(character) }

/// Returns a path without `.` and `..`; nil if it leads out of the root.
private func normalized(_ path: String) -> String? {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == ".." {
      guard parts.popLast() != nil else { return nil }
    } else {
      parts.append(part)
    }
  }
  return parts.joined(separator: "/")
}
