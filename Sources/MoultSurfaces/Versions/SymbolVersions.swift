package import MoultSource

/// The releases between which the public symbols of libraries exist, as the `versions.yml` beside their interfaces say.
package struct SymbolVersions: Sendable {
  /// What one file says, in the order of their paths.
  package let files: [VersionFile]

  private let byWord = Once<[String: [SymbolRelease]]>()
  private let generated: [SymbolRelease]
  private let bySymbol: [String: SymbolLife]

  /// The identity of the package that a pod brings, by the pod's name in lower case.
  package let packagesOfPods: [String: String]

  /// The identities of the packages that any file speaks of.
  package let packages: Set<String>

  package init(_ files: [VersionFile]) {
    self.files = files
    var bySymbol: [String: SymbolLife] = [:]
    var pods: [String: String] = [:]
    for file in files {
      for pod in file.pods { pods[pod.lowercased()] = file.package }
      bySymbol.merge(file.lives) { $1 }
    }
    self.bySymbol = bySymbol
    generated = files.flatMap(\.generated)
    packagesOfPods = pods
    packages = Set(files.map(\.package))
  }

  private func readWords() -> [String: [SymbolRelease]] {
    var result: [String: [SymbolRelease]] = [:]
    for file in files {
      for (symbol, life) in file.lives {
        guard let since = life.since else { continue }
        let release = SymbolRelease(symbol: symbol, package: file.package, since: since)
        for word in tellingWords(ofSymbol: symbol, without: file.shared) {
          result[word, default: []].append(release)
        }
      }
    }
    return result
  }

  /// Returns what is known of a symbol by its qualified name, or nil where the file beside its interface is silent.
  package func life(ofSymbol symbol: String) -> SymbolLife? { bySymbol[symbol] }

  /// Returns the oldest symbol of each package that a word in new code can be: `serializedBytes`, or
  /// `MultiThreadedEventLoopGroup.singleton`, or the name of a type that a generator makes.
  package func releases(ofWord word: String) -> [SymbolRelease] {
    let found = byWord.value(readWords)[word] ?? []
    let made = generated.filter {
      word.utf8.count > $0.symbol.utf8.count && word.hasSuffix($0.symbol)
    }
    var oldest: [String: SymbolRelease] = [:]
    for release in found {
      if let known = oldest[release.package],
        (known.since.version, known.symbol) < (release.since.version, release.symbol)
      {
        continue
      }
      oldest[release.package] = release
    }
    for release in made {
      if let known = oldest[release.package], known.since.version <= release.since.version {
        continue
      }
      oldest[release.package] = release
    }
    return oldest.values.sorted { $0.package < $1.package }
  }

  /// Returns whether a release is of an era with other modules, so that it says nothing about what these will be taken in.
  package func isOfAnotherModule(_ version: VersionNumber, of package: String) -> Bool {
    files.contains { $0.package == package && $0.first.map { version < $0.version } ?? false }
  }

  /// Returns what does the same in older releases, as text to put in the place of a word that is the symbol.
  ///
  /// Of a name that a generator makes only the end is another one.
  package func substitute(for word: String, ofSymbol symbol: String) -> String? {
    guard let text = files.lazy.compactMap({ $0.substitutes[symbol] }).first else { return nil }
    let isMade = generated.contains { $0.symbol == symbol } && word.hasSuffix(symbol)
    return isMade ? word.dropLast(symbol.count) + text : text
  }
}

/// The first and the last release that has a symbol, and the one that deprecated it, as far as they are known.
package struct SymbolLife: Hashable, Sendable {
  package var since: Release?
  package var deprecated: Release?

  /// The last release that has it.
  package var until: Release?
}

/// A symbol that not all releases of its era have.
package struct SymbolRelease: Hashable, Sendable {
  package let symbol: String

  /// The identity of the package: `swift-protobuf`.
  package let package: String
  package let since: Release

  package init(symbol: String, package: String, since: Release) {
    self.symbol = symbol
    self.package = package
    self.since = since
  }
}

/// A release, as it is tagged.
package struct Release: Hashable, Sendable {
  package let version: VersionNumber
  package let text: String

  package init?(_ text: String) {
    guard let version = VersionNumber(text) else { return nil }
    self.version = version
    self.text = text
  }
}

/// What one `versions.yml` says.
package struct VersionFile: Sendable {
  /// `swift-protobuf/1/versions.yml`.
  package let path: String

  /// The identity of the package: `swift-protobuf`.
  package let package: String
  let pods: [String]

  /// The first release that has the modules at all, where older ones have others.
  let first: Release?

  /// By qualified name.
  package let lives: [String: SymbolLife]

  /// Names that older symbols have as well.
  package let shared: Set<String>

  /// The ends of names that a generator makes.
  let generated: [SymbolRelease]

  /// What does the same in older releases, by symbol, or by the end of a name.
  let substitutes: [String: String]

  /// Words of the package's own sources that no older release has, and every newer one: by these a copy is told.
  let signs: [SymbolRelease]
}

/// The words by which new code shows a symbol: the first label of an initialiser, any other symbol's own name, and a
/// property's name behind its type's.
package func tellingWords(ofSymbol symbol: String, without shared: Set<String>) -> [String] {
  let bytes = symbol.utf8
  let head = bytes.prefix { $0 != UInt8(ascii: "(") }
  let parts = head.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
  guard let name = parts.last else { return [] }
  if name == "init" {
    let labels = bytes[head.endIndex...].dropFirst().split(separator: UInt8(ascii: ":"))
    guard let label = labels.first.map({ String(Substring($0)) }), label != "_", label != ")",
      !shared.contains(label)
    else { return [] }
    return [label]
  }
  // Functions of one name differ in their labels, which new code need not spell out.
  let isFunction = head.endIndex < bytes.endIndex
  let pair = parts.count > 2 && !isFunction ? [parts.suffix(2).joined(separator: ".")] : []
  return shared.contains(name) ? pair : pair + [name]
}
