import MoultFindings
package import MoultSurfaces

/// A release of a package without which what a page writes does not compile, where the project takes the package at all.
///
/// For what no word of new code shows: an overload that takes a key path, or a package that cannot be taken beside
/// an older release of another one.
package struct NeededRelease: Sendable {
  /// The identity of the package: `swift-composable-architecture`.
  package let package: String
  package let from: Release

  /// Where the page says so.
  let place: PagePlace
}

/// What the pages of a catalogue need.
struct NeededReleases: Sendable {
  private let needs: [RuleID: [NeededRelease]]

  init(_ catalogue: Catalogue) {
    var needs: [RuleID: [NeededRelease]] = [:]
    for page in catalogue.pages where !page.needs.isEmpty { needs[page.id] = page.needs }
    self.needs = needs
  }

  /// Whether the finding's page needs anything.
  func speak(of finding: Finding) -> Bool { needs[finding.rule] != nil }

  /// Returns what the finding's page needs that a file which its fix changes is not built with.
  ///
  /// A commit and a branch may be of any release. What another project of the tree takes decides nothing here, unless the file's
  /// package is a part of it.
  func unmet(of finding: Finding, with taken: TakenVersions) -> [UnmetNeed] {
    guard let needs = needs[finding.rule], let fix = finding.fix else { return [] }
    let paths = Set(fix.files.map(\.path)).union([finding.path]).sorted()
    return needs.flatMap { need in
      paths.compactMap { path in
        let mayTake = taken.mayTake(need.package, at: path)
        let version =
          mayTake
          ? taken.version(of: need.package, at: path)
          : taken.versionAround(path, of: need.package)
        if let version {
          return version.isBelow(need.from)
            ? UnmetNeed(need: need, path: path, known: Evidence(version.evidence)) : nil
        }
        guard mayTake else { return nil }
        return taken.evidenceOfNoRelease(of: need.package, at: path).map {
          UnmetNeed(need: need, path: path, known: Evidence($0))
        }
      }
    }
  }
}

/// A release that is needed in a file which is built with an older one, or one that nobody knows.
struct UnmetNeed {
  let need: NeededRelease
  let path: String

  /// What says which release the file is built with.
  let known: Evidence
}
