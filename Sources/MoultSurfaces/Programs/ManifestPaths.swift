import MoultManifests
import MoultSource

/// The places of a tree that manifests and scripts name.
///
/// Words are taken for paths wherever they stand, so that no reader of each kind of manifest is needed: `path: "../Kit"`,
/// `:path => '../'`, `relativePath = ../Kit;` and `-I ../protos` all do. A word that leads upwards counts if anything lies
/// there; one that leads downwards, in a manifest, if something is built there.
struct ManifestPaths {
  let folders: BuildFolders

  /// Every folder that holds anything, with a final `/`, and every file.
  let places: Set<String>

  init(_ folders: BuildFolders, paths: some Sequence<String>) {
    self.folders = folders
    var places: Set<String> = []
    for path in paths {
      places.insert(path)
      for folder in foldersAbove(path) where !places.insert(folder).inserted { break }
    }
    self.places = places
  }

  /// Returns the places that a file names, folders with a final `/`.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func named(in source: SourceText) -> Set<String> {
    // Prose tells readers of other folders, a workflow runs where the repository begins, and settings are those of whoever is
    // based on them.
    guard let kind = manifestKind(of: source), ![.markdown, .yaml, .xcodeSettings].contains(kind)
    else { return [] }
    if kind == .bazelPackage {
      return Set(folders.bazel.parts[foldersAbove(source.path)[0]] ?? [])
    }
    let isManifest = buildManifests.contains(kind)
    // Who works on several repositories at once asks for it with a variable; nobody else has them side by side.
    let isBoundByVariable =
      kind == .swiftPackage && source.bytes.range(ofWord: "USE_LOCAL_DEPS")
    var base = foldersAbove(source.path).first ?? ""
    if kind == .xcodeProject, let outer = foldersAbove(String(base.dropLast())).first {
      base = outer
    }
    var found: Set<String> = []
    for word in pathWords(in: source.bytes) {
      let parts = word.split(separator: "/")
      let leadsUp = parts.contains("..")
      guard leadsUp ? !isBoundByVariable : isManifest && parts.first != ".",
        let place = place(parts, from: base)
      else { continue }
      if leadsUp {
        // A script that goes up to find itself says nothing about what lies there.
        if isManifest || parts.last != ".." { found.insert(place) }
      } else if folders.folders.contains(place), place != base {
        found.insert(place)
      }
    }
    return found
  }

  private func place(_ parts: [Substring], from base: String) -> String? {
    var path = base.split(separator: "/")
    for part in parts where part != "." {
      if part != ".." {
        path.append(part)
      } else if path.popLast() == nil {
        return nil
      }
    }
    let file = path.joined(separator: "/")
    if file.isEmpty { return "" }
    if places.contains(file + "/") {
      // A project is built where it lies.
      if file.hasSuffix(".xcodeproj") { return foldersAbove(file).first }
      return file + "/"
    }
    return places.contains(file) ? file : nil
  }
}

/// The kinds of manifest that say what is built from what.
private let buildManifests: Set<ManifestKind> = [
  .swiftPackage, .podfile, .podspec, .xcodeProject,
]

/// Returns the stretches of a text that look like paths: letters, digits, `.`, `_`, `-`, `+` and `/`; of those that a
/// variable begins, what stands behind it.
private func pathWords(in bytes: [UInt8]) -> Set<String> {
  var words: Set<String> = []
  var start: Int?
  var hasSlashOrDots = false
  for index in 0...bytes.count {
    if index < bytes.count, isOfPath(bytes[index]) {
      start = start ?? index
      hasSlashOrDots =
        hasSlashOrDots || bytes[index] == UInt8(ascii: "/")
        || bytes[index] == UInt8(ascii: ".") && index > 0 && bytes[index - 1] == UInt8(ascii: ".")
        || index > 0
          && (bytes[index - 1] == UInt8(ascii: "\"") || bytes[index - 1] == UInt8(ascii: "'")
            || bytes[index - 1] == UInt8(ascii: "="))
        || index > 1 && bytes[index - 1] == 32 && bytes[index - 2] == UInt8(ascii: "=")
    } else if let first = start {
      if hasSlashOrDots { words.insert(String(decoding: bytes[first..<index], as: UTF8.self)) }
      start = nil
      hasSlashOrDots = false
    }
  }
  return words
}

private func isOfPath(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
    UInt8(ascii: "/"),
    48...57, 65...90, 97...122:
    true
  default: byte >= 0x80
  }
}

extension [UInt8] {
  fileprivate func range(ofWord word: String) -> Bool {
    range(ofText: word, within: count) != nil
  }
}
