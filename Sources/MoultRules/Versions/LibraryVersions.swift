import Foundation
package import MoultFindings
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

  /// Returns the finding with the version behind the era that its evidence names, where the version is known.
  package func telling(_ finding: Finding) -> Finding {
    let library = finding.rule.library
    guard !taken.isEmpty, packages.contains(library),
      let known = finding.evidence.first(where: { $0.namesEra(of: library) }),
      let version = taken.version(of: library, at: finding.path)
    else { return finding }
    return finding.because(
      of: Evidence("\(known.text) (taken: \(version.evidence))"), insteadOf: known)
  }
}

extension Evidence {
  /// Whether the phrase ends with an era of a library: `'StatusCode' of module 'SwiftGRPC', grpc-swift 0`.
  fileprivate func namesEra(of library: String) -> Bool {
    guard let place = text.range(of: ", \(library) ", options: .backwards) else { return false }
    return text[place.upperBound...].allSatisfy { $0.isNumber || $0 == "." }
  }
}
