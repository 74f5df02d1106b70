import MoultManifests
import MoultSource

/// The packages of Bazel that build code, with those that they are made of, where nothing else builds what is around them.
///
/// In a repository that Swift Package Manager builds as well, targets of Bazel may be parts of what that builds as a whole. Of the
/// other packages, such as those of other languages, nobody asks what is built together.
struct BazelPackages: Sendable {
  /// With a final `/`; the root is the empty text.
  private(set) var folders: Set<String> = []

  /// The packages that a package is made of, by labels of its targets.
  private(set) var parts: [String: [String]] = [:]

  /// - Parameters:
  ///   - built: the folders that others build, each with a final `/`.
  ///   - repositories: those that are repositories of their own.
  /// - Complexity: O(*n*) in the files and in the bytes of those that are Bazel's.
  init(_ files: [TreeFile], besides built: Set<String>, repositories: Set<String>) {
    var sources: [String: SourceText] = [:]
    for file in files {
      guard let source = file.source, manifestKind(ofPath: file.path) == .bazelPackage else {
        continue
      }
      let folder = foldersAbove(file.path)[0]
      if !foldersAbove(folder).contains(where: built.contains) { sources[folder] = source }
    }
    guard !sources.isEmpty else { return }
    var withCode: Set<String> = []
    for file in files where file.isCode {
      if let package = foldersAbove(file.path).first(where: { sources[$0] != nil }) {
        withCode.insert(package)
      }
    }
    var open = Array(withCode)
    folders = withCode
    while let package = open.popLast() {
      guard let source = sources[package] else { continue }
      // A label begins where the workspace does: the outermost folder of the repository in which the package is found.
      let above = foldersAbove(package)
      let start = above.first(where: repositories.contains) ?? ""
      let roots = above.filter { $0.hasPrefix(start) }.reversed()
      let found = packagesNamed(inBazelPackage: source).compactMap { name in
        roots.lazy.map { $0 + (name.isEmpty ? "" : name + "/") }
          .first { sources[$0] != nil && $0 != package }
      }
      parts[package] = found
      for part in found where folders.insert(part).inserted { open.append(part) }
    }
  }
}
