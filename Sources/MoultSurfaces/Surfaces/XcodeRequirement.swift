import MoultManifests
import MoultMatching
import MoultSource

extension XcodePackageReference {
  /// Returns where the project asks for versions below `version` and for no others, or nil if it does not.
  ///
  /// - Parameter new: what to ask for instead; a range of versions is left to a person.
  func asks(below version: VersionNumber, replacing new: String?) -> ManifestChange? {
    guard let written = self.version, let asked = VersionNumber(written.text), asked < version
    else { return nil }
    switch requirementKind {
    case "upToNextMajorVersion", "upToNextMinorVersion", "exactVersion":
      return ManifestChange(
        range: written.range, edits: new.map { [Edit(written.content.range, $0)] } ?? [])
    case "versionRange":
      guard let end = upperBound.flatMap({ VersionNumber($0.text) }), end <= version else {
        return nil
      }
      return ManifestChange(range: written.range, edits: [])
    default: return nil
    }
  }
}
