package import MoultSource

/// A dependency in the version that a package manager chose.
package struct ResolvedDependency: Sendable {
  /// The identity of a Swift package (version 1 of the file: its name), the name of a pod with its subspec,
  /// or what a Cartfile names (`owner/repository`).
  package let name: String

  /// Where it is fetched from, if the file tells.
  package let location: String?

  /// Nil if a branch or a revision was chosen.
  package let version: String?

  /// The branch, or what a manifest calls so; nil if a version was chosen, or a revision alone.
  package let branch: String?

  /// The whole entry.
  package let range: ByteRange

  /// Of the version, or of the branch.
  package let versionRange: ByteRange?
}

/// Returns the entries of a `Package.resolved`, `Podfile.lock` or `Cartfile.resolved`, in order.
///
/// - Returns: empty for other files.
package func resolvedDependencies(in source: SourceText) -> [ResolvedDependency] {
  switch manifestKind(ofPath: source.path) {
  case .swiftPackageLock: resolvedPackages(in: source)
  case .podfileLock: resolvedPods(in: source)
  case .cartfileLock:
    cartfileEntries(in: source).map { entry in
      ResolvedDependency(
        name: entry.identifier, location: entry.identifier, version: entry.requirement, branch: nil,
        range: entry.range, versionRange: entry.requirementRange)
    }
  case .swiftPackage, .podfile, .podspec, .cartfile, .bufGeneration, .bufModule, .bufWorkspace,
    .bufLock, .yaml, .pluginConfiguration, .makefile, .justfile, .shell, .dockerfile, .ruby,
    .xcodeProject, .xcodeSettings, .bazelPackage, .markdown, nil:
    []
  }
}

/// Reads all three versions of the file; JSON is YAML, so one reader does for both.
private func resolvedPackages(in source: SourceText) -> [ResolvedDependency] {
  guard let root = parseYAML(source).documents.first else { return [] }
  let pins = root["pins"] ?? root["object"]?["pins"]
  return (pins?.elements ?? []).compactMap { pin in
    guard let name = (pin["identity"] ?? pin["package"])?.scalar?.text else { return nil }
    // What is absent is written as null in version 1.
    let known = pin["state"]?["version"]?.scalar.flatMap { $0.style == .plain ? nil : $0 }
    let branch = pin["state"]?["branch"]?.scalar.flatMap { $0.style == .plain ? nil : $0 }
    return ResolvedDependency(
      name: name, location: (pin["location"] ?? pin["repositoryURL"])?.scalar?.text,
      version: known?.text, branch: branch?.text, range: pin.range,
      versionRange: (known ?? branch)?.content.range)
  }
}

/// `PODS` holds `Name (version)`, as a key where the pod has dependencies.
private func resolvedPods(in source: SourceText) -> [ResolvedDependency] {
  guard let root = parseYAML(source).documents.first else { return [] }
  let locations = root["EXTERNAL SOURCES"]
  return (root["PODS"]?.elements ?? []).compactMap { element in
    let node = element.entries?.first?.key ?? element
    guard let content = node.scalar?.content,
      let open = content.bytes.firstIndex(of: UInt8(ascii: "(")), open > 0,
      let close = content.bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let name = content.text(of: 0..<open).split(separator: " ").first.map(String.init) ?? ""
    let root = name.split(separator: "/").first.map(String.init) ?? name
    return ResolvedDependency(
      name: name, location: locations?[root]?[":git"]?.scalar?.text,
      version: content.text(of: open + 1..<close), branch: nil, range: node.range,
      versionRange: content.range(of: open + 1..<close))
  }
}
