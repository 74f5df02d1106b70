import MoultSource

/// The package of a library that lies in the project's tree: a vendored copy, or a fork beside its examples.
///
/// Nobody says which release it is of, but what it declares does: some words came in with a release.
package struct LibraryCopy: Hashable, Sendable {
  /// With a final `/`; the root is the empty text.
  package let folder: String

  /// The identity of the package: `swift-composable-architecture`.
  package let package: String

  /// The newest release that all words up to its own are there of; nil where the first is missing.
  package let release: Release?

  /// Creates the copy that a folder holds, or nil for a package that nothing is known of.
  ///
  /// - Parameters:
  ///   - name: as the manifest calls the package.
  ///   - files: the Swift files below the folder.
  /// - Complexity: O(*n*) in the bytes of the files.
  package init?(
    in folder: String, named name: String?, _ files: [ProjectText], _ versions: SymbolVersions
  ) {
    let names = [name, folder.split(separator: "/").last.map(String.init)]
    guard
      let package = names.lazy.compactMap({ $0.map(packageIdentity) })
        .first(where: versions.packages.contains)
    else { return nil }
    let signs = versions.files.filter { $0.package == package }.flatMap(\.signs)
      .sorted { $0.since.version < $1.since.version }
    var release: Release?
    for sign in signs {
      let word = Array(sign.symbol.utf8)
      guard files.contains(where: { holds(word, $0.source.bytes) }) else { break }
      release = sign.since
    }
    self.folder = folder
    self.package = package
    self.release = release
  }

  /// A phrase such as `swift-composable-architecture 0.39.0 by what the copy in Vendor/tca/ declares`.
  var evidence: String {
    let place = folder.isEmpty ? "this folder" : folder
    guard let release else { return "\(package) of no known release, a copy in \(place)" }
    return "\(package) \(release.text) by what the copy in \(place) declares"
  }

  var taken: TakenVersion? {
    release.map { TakenVersion($0, evidence, isPinned: true) }
  }
}

/// Whether a word stands in a text, and is no part of a longer name.
private func holds(_ word: [UInt8], _ bytes: [UInt8]) -> Bool {
  var position = 0
  while let start = bytes.firstIndex(ofBytes: word, from: position) {
    position = start + word.count
    let isWhole =
      (start == 0 || !bytes[start - 1].isOfName)
      && (position == bytes.count || !bytes[position].isOfName)
    if isWhole { return true }
  }
  return false
}
