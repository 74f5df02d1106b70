import MoultSource

/// The signs of all libraries by what they are looked up with.
package struct EraIndex: Sendable {
  /// What a sign stands for: a library, and its era where only one has the sign.
  struct Meaning: Hashable, Sendable {
    let library: String
    let era: String?
  }

  let modules: [String: [Meaning]]
  let marks: [String: [Meaning]]
  let words: [String: [Meaning]]
  let headers: [String: [Meaning]]
  let products: [String: [Meaning]]
  let generators: [String: [Meaning]]
  let remotes: [String: [Meaning]]
  let files: [String: [Meaning]]

  /// By name in lower case.
  let packages: [String: [VersionedMeaning]]
  let pods: [String: [VersionedMeaning]]

  /// Looks for the marks of generated code, in the order of the words.
  let markScanner: AnchorScanner

  /// Looks for the words of other code, in the order of the words.
  let wordScanner: AnchorScanner

  struct VersionedMeaning: Sendable {
    let meaning: Meaning
    let versions: VersionedName
  }

  package init(_ libraries: [LibraryEras]) {
    func table(_ names: (EraSigns) -> [String]) -> [String: [Meaning]] {
      var table: [String: [Meaning]] = [:]
      for library in libraries {
        for (signs, era) in library.allSigns {
          for name in names(signs) {
            table[name, default: []].append(Meaning(library: library.library, era: era))
          }
        }
      }
      return table
    }
    func versioned(_ names: (EraSigns) -> [VersionedName]) -> [String: [VersionedMeaning]] {
      var table: [String: [VersionedMeaning]] = [:]
      for library in libraries {
        for (signs, era) in library.allSigns {
          for name in names(signs) {
            let meaning = Meaning(library: library.library, era: era)
            table[name.name.lowercased(), default: []]
              .append(VersionedMeaning(meaning: meaning, versions: name))
          }
        }
      }
      return table
    }
    modules = table(\.modules)
    marks = table(\.marks)
    words = table(\.words)
    headers = table(\.headers)
    products = table(\.products)
    generators = table(\.generators)
    remotes = table(\.remotes)
    files = table(\.files)
    markScanner = AnchorScanner(anchors: marks.keys.sorted())
    wordScanner = AnchorScanner(anchors: words.keys.sorted())
    packages = versioned(\.packages)
    pods = versioned(\.pods)
  }

  /// The words of which a Swift, Objective-C or script file must mention one to show any era, sorted.
  package var anchors: [String] {
    let flags = generators.keys.flatMap { ["--\($0)_out", "--\($0)_opt", "protoc-gen-\($0)"] }
    let names = [modules.keys, marks.keys, words.keys, headers.keys].flatMap { Array($0) }
    return Set(names + flags).sorted()
  }
}

extension LibraryEras {
  fileprivate var allSigns: [(EraSigns, String?)] {
    [(signs, nil)] + eras.map { ($0.signs, $0.name) }
  }
}

extension [EraIndex.VersionedMeaning] {
  /// Returns what a package of some version, branch or neither means; without a version, the era is told
  /// only where all versions are of one.
  func meanings(version: String?, branch: String? = nil) -> [EraIndex.Meaning] {
    var chosen = self
    if let number = version.flatMap({ VersionNumber($0) }) {
      chosen = filter { $0.versions.includes(number) }
    } else if let branch, contains(where: { $0.versions.branches.contains(branch) }) {
      chosen = filter { $0.versions.branches.contains(branch) }
    }
    let libraries = Set(chosen.map(\.meaning.library)).sorted()
    return libraries.map { library in
      let eras = Set(chosen.filter { $0.meaning.library == library }.map(\.meaning.era))
      return EraIndex.Meaning(library: library, era: eras.count == 1 ? eras.first ?? nil : nil)
    }
  }
}
