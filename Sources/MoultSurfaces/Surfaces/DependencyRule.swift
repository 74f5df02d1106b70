import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// `dependency: { package: owner/name, pod: X, in: carthage, below: 1.0.0 }`.
package let dependencyFinder = Finder(
  FinderTerms(
    "dependency",
    .table([
      .optional("package"), .optional("pod"),
      .required("in", .words(["swift-package", "pod", "carthage"])), .optional("from", .version),
      .optional("below", .version), .optional("product"),
      .optional("without"), .optional("written"), .optional("unwritten"), .optional("used"),
    ]),
    // Manifests are read whatever they mention.
    anchors: { _ in [] }), on: [.manifest, .script]
) { dependencyFindings($0, $1, $2) }

/// Finds a dependency in the manifests of any package manager.
///
/// The finder's options: `package`, the end of the repository's address (`apple/swift-protobuf`; `Kitura/*` is
/// every repository of the owner); `pod`, its pod; `in`, the managers that are meant (`swift-package`, `pod`,
/// `carthage`; all without it); `below`, the first version that is no finding, and `from`, the first that is
/// one; `product`, which some target takes from the package by name, and `without`, which none does; `written`, a type that
/// Swift below the manifest's folder writes, and `unwritten`, which none does; `used`, names of which it writes one. With `put`, the text is the new
/// version, and the option `owner` the repository's new owner; a Cartfile is left to a person.
func dependencyFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  let changes = changes(WantedDependency(rule.row, file.source), in: file, facts.cache)
  let options = rule.row.find.options
  func isWritten(_ type: String) -> Bool { facts.types.has(type, below: file.source.path) }
  let used = namesUsed(by: options)
  // Who has no such dependency is not asked for the types in its code.
  guard !changes.isEmpty, options["written"].map(isWritten) ?? true,
    !(options["unwritten"].map(isWritten) ?? false),
    used.isEmpty
      || used.contains(where: { names in
        names.allSatisfy { facts.types.uses($0, below: file.source.path) }
      })
  else { return [] }
  return changes.map { rule.finding(in: file, at: $0.range, edits: $0.edits) }
}

private func changes(
  _ wanted: WantedDependency, in file: ProjectText, _ cache: TreeCache
) -> [ManifestChange] {
  switch manifestKind(of: file.source) {
  case .swiftPackage where wanted.means("swift-package"):
    let manifest = cache.manifest(of: file.source)
    return manifest.dependencies.filter { wanted.isMeant($0, in: manifest) }
      .compactMap(wanted.change)
  case .xcodeProject where wanted.means("swift-package"):
    let project = cache.xcodeProject(of: file.source)
    return project.packages.filter { wanted.isMeant($0, in: project) }
      .compactMap(wanted.change)
  case .podfile where wanted.means("pod"), .podspec where wanted.means("pod"):
    return cache.pods(of: file.source).compactMap(wanted.change)
  case .cartfile where wanted.means("carthage"):
    return cartfileEntries(in: file.source).compactMap(wanted.change)
  default: return []
  }
}

/// Returns what the Cartfiles of a project name, in lower case.
func carthageDependencies(in files: [ProjectText]) -> Set<String> {
  Set(
    files.filter { manifestKind(of: $0.source) == .cartfile }
      .flatMap { cartfileEntries(in: $0.source) }.map { $0.identifier.lowercased() })
}

private struct WantedDependency {
  private let package: [Substring]
  private let pod: String?
  private let managers: [Substring]
  private let from: VersionNumber?
  private let below: VersionNumber?
  private let product: String?
  private let without: String?

  /// Nil where the requirement stays.
  private let version: String?
  private let owner: String?
  private let podRequirement: String?
  private let source: SourceText

  init(_ row: RuleRow, _ source: SourceText) {
    self.source = source
    let options = row.find.options
    package = (options["package"] ?? "").lowercased().utf8.split(separator: UInt8(ascii: "/"))
      .map(Substring.init)
    pod = options["pod"]
    managers = (options["in"] ?? "").utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
    product = options["product"]
    without = options["without"]
    from = options["from"].flatMap { VersionNumber($0) }
    below = options["below"].flatMap { VersionNumber($0) }
    guard case .put(let put) = row.action else {
      (version, owner, podRequirement) = (nil, nil, nil)
      return
    }
    version = put.text == "-" ? nil : put.text
    owner = put.table["owner"] ?? nil
    podRequirement = put.table["pod"] ?? nil
  }

  func means(_ manager: Substring) -> Bool { managers.isEmpty || managers.contains(manager) }

  // MARK: Package.swift

  /// Whether targets take from a package the product that is meant, and none that is not.
  private func isMeant(_ isTaken: (String) -> Bool) -> Bool {
    product.map(isTaken) ?? true && !(without.map(isTaken) ?? false)
  }

  func isMeant(_ dependency: PackageDependency, in manifest: PackageManifest) -> Bool {
    isMeant { product in
      manifest.targetDependencies.contains {
        $0.name.value == product && $0.package != nil && $0.package?.value == dependency.identity
      }
    }
  }

  func change(_ dependency: PackageDependency) -> ManifestChange? {
    guard case .url(let address) = dependency.location, matches(address.value) else { return nil }
    if let owner {
      guard let range = ownerRange(in: address.value, at: address.contentRange) else { return nil }
      return ManifestChange(
        range: address.contentRange, edits: address.isOnlyHere ? [Edit(range, owner)] : [])
    }
    guard let below else { return ManifestChange(range: address.contentRange, edits: []) }
    guard let requirement = dependency.requirement else { return nil }
    switch requirement.kind {
    case .from, .upToNextMajor, .upToNextMinor, .exact:
      guard let value = requirement.value, let asked = VersionNumber(value.value), isMeant(asked)
      else { return nil }
      let written = value.isOnlyHere ? version : nil
      return ManifestChange(
        range: value.range, edits: written.map { [Edit(value.contentRange, $0)] } ?? [])
    case .range, .closedRange:
      guard let end = requirement.upperBound.flatMap({ VersionNumber($0.value) }),
        !(below < end), !isTooOld(end)
      else { return nil }
      return ManifestChange(
        range: requirement.range,
        edits: version.map { [Edit(requirement.range, "from: \"\($0)\"")] } ?? [])
    case .majorVersion:
      guard let major = requirement.value.flatMap({ VersionNumber($0.value) }), isMeant(major)
      else { return nil }
      return ManifestChange(range: requirement.range, edits: [])
    case .unknown:
      // `Version(0, 9, 26)` of tools version 3.
      let text = source.text(requirement.range)
      guard text.hasPrefix("Version("),
        let asked = VersionNumber(text.filter { $0 != " " }.replacing(",", with: ".")),
        isMeant(asked)
      else { return nil }
      return ManifestChange(range: requirement.range, edits: [])
    case .branch, .revision: return nil
    }
  }

  private func isTooOld(_ asked: VersionNumber) -> Bool { from.map { asked < $0 } ?? false }

  private func isMeant(_ asked: VersionNumber) -> Bool {
    !isTooOld(asked) && below.map { asked < $0 } ?? true
  }

  private func matches(_ address: String) -> Bool {
    let parts = repositoryName(address).split(separator: "/")
    guard parts.count == 2, package.count == 2, parts.first == package[0] else { return false }
    return package[1] == "*" || parts.last == package[1]
  }

  private func ownerRange(in address: String, at place: ByteRange) -> ByteRange? {
    let text = address.lowercased()
    guard let found = text.firstRange(of: package[0]), text.utf8.count == place.utf8Count
    else { return nil }
    let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
    let first = place.lowerBound.index + start
    return ByteRange(indices: first..<first + package[0].utf8.count)
  }

  // MARK: Xcode project

  /// A product is the package's where no other that the project names is called as the product.
  func isMeant(_ reference: XcodePackageReference, in project: XcodeProject) -> Bool {
    isMeant { product in
      project.products.contains { $0.text == product }
        && !project.packages.contains { $0.identity.hasSuffix(product.lowercased()) }
    }
  }

  func change(_ reference: XcodePackageReference) -> ManifestChange? {
    let address = reference.url
    guard matches(address.text) else { return nil }
    if let owner {
      guard let range = ownerRange(in: address.text, at: address.content.range) else { return nil }
      return ManifestChange(range: address.content.range, edits: [Edit(range, owner)])
    }
    guard let below else { return ManifestChange(range: address.content.range, edits: []) }
    if let asked = reference.version.flatMap({ VersionNumber($0.text) }), isTooOld(asked) {
      return nil
    }
    return reference.asks(below: below, replacing: version)
  }

  // MARK: Podfile

  func change(_ dependency: PodDependency) -> ManifestChange? {
    guard let pod, dependency.rootName == pod else { return nil }
    let range = dependency.name.contentRange
    if let tag = dependency.option("tag")?.value {
      guard below != nil, let asked = VersionNumber(tag), isMeant(asked) else { return nil }
      return ManifestChange(range: range, edits: editsOfSource(dependency))
    }
    guard below != nil else { return ManifestChange(range: range, edits: []) }
    guard let first = dependency.requirements.first, let first, let text = first.value,
      let asked = VersionNumber(text), isMeant(asked),
      !text.contains(">")
        || text.contains("~>")
    else { return nil }
    guard let podRequirement, dependency.requirements.count == 1 else {
      return ManifestChange(range: range, edits: [])
    }
    return ManifestChange(range: range, edits: [Edit(first.contentRange, podRequirement)])
  }

  /// `:git => …, :tag => …` becomes a requirement, if nothing else is said between the two.
  private func editsOfSource(_ dependency: PodDependency) -> [Edit] {
    guard let podRequirement, dependency.requirements.isEmpty,
      dependency.options.allSatisfy({ ["git", "tag"].contains($0.label?.name ?? "") }),
      let first = dependency.options.first, let last = dependency.options.last
    else { return [] }
    let start = first.label.map { min($0.range.lowerBound, first.range.lowerBound) }
    let range = (start ?? first.range.lowerBound)..<last.range.upperBound
    return [Edit(range, "'\(podRequirement)'")]
  }

  // MARK: Cartfile

  func change(_ entry: CartfileEntry) -> ManifestChange? {
    guard matches(entry.identifier) else { return nil }
    if let asked = entry.requirement.flatMap({ VersionNumber($0) }), !isMeant(asked) { return nil }
    return ManifestChange(range: entry.identifierRange, edits: [])
  }
}
