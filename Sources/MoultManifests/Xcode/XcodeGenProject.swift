package import MoultSource

/// A package that a `project.yml` of XcodeGen asks for, of which XcodeGen makes an Xcode project.
///
/// Source: XcodeGen's `Docs/ProjectSpec.md`, *Swift Package*.
package struct XcodeGenPackage: Sendable {
  /// The repository's address, with its place in the file.
  package let address: YAMLScalar

  /// The version that is asked for, or the first one; nil for a branch or a revision.
  package let version: VersionNumber?
}

/// Returns the packages that a project of XcodeGen asks for, in the order of the text; none for any other YAML file.
///
/// - Complexity: O(*n*) in the file's bytes.
package func packagesOfXcodeGen(in source: SourceText) -> [XcodeGenPackage] {
  let stream = parseYAML(source)
  return stream.documents.flatMap { document -> [XcodeGenPackage] in
    // What is included by another file has no targets of its own.
    guard document["targets"] != nil || document["name"] != nil || document["include"] != nil,
      let packages = document["packages"]?.entries
    else { return [] }
    return packages.compactMap { entry in
      let package = stream.resolved(entry.value)
      guard let address = package["url"]?.scalar ?? package["github"]?.scalar else { return nil }
      let asked = keysOfVersions.lazy.compactMap { package[$0]?.scalar?.text }.first
      return XcodeGenPackage(address: address, version: asked.flatMap { VersionNumber($0) })
    }
  }
}

private let keysOfVersions = [
  "from", "majorVersion", "minorVersion", "exactVersion", "version", "minVersion",
]
