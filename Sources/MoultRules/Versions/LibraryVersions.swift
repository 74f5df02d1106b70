package import MoultFindings
import MoultSource
package import MoultSurfaces

/// Says with what version of a library a file is built in which something of the library is found.
///
/// What a name of an era is evidence of is the era alone; which release of it is taken is what a reader looks up next.
package struct LibraryVersions: Sendable {
  private let taken: TakenVersions
  private let packages: Set<String>

  /// - Parameter taken: as the project is, before any fix.
  package init(_ catalogue: Catalogue, _ taken: TakenVersions) {
    self.taken = taken
    packages = catalogue.versions.packages.union(catalogue.requirements.packages)
  }

  /// Returns the finding with the version as the last of its evidence, where it stands in Swift and the version is known.
  ///
  /// What stands in a manifest is itself what says the version.
  package func telling(_ finding: Finding) -> Finding {
    let library = finding.rule.library
    guard !taken.isEmpty, packages.contains(library), finding.path.hasSuffix(".swift"),
      !finding.path.hasSuffix("Package.swift"),
      let version = taken.version(of: library, at: finding.path)
    else { return finding }
    return finding.because(of: Evidence(version.evidence))
  }
}
