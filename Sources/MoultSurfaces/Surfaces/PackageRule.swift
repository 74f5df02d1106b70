import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// `package: { url: grpc/grpc-swift, … }`.
package let packageFinder = Finder(
  FinderTerms(
    "package",
    .table([
      .required("url"), .optional("in", .word(["Cartfile", "Package.swift", "Xcode"])),
      .optional("old"), .optional("below", .version), .optional("product"),
      .optional("from", .version), .optional("needs"), .optional("said", .word(["none"])),
      .optional("brought"),
    ]), role: .dependency, binds: { _ in ["package", "product"] },
    anchors: { $0.options["brought"] == nil ? [$0.options["url"] ?? $0.subject] : [".package("] }),
  on: [.manifest, .script], packageFindings)

/// Finds a package's requirement below a version in `Package.swift` or an Xcode project, and the targets that depend on
/// its old product.
///
/// The finder's options: `url`, the end of the repository's address without `.git`; `below`, the first version
/// that is no finding; `product`, the name of the product that went. The product is found only in a
/// manifest that asks for the package. With `in: Cartfile` a line of a `Cartfile` is found instead, with `old` the
/// targets that miss the product of a module which they import, and with `brought` those that import a module of the package
/// although the manifest does not name that. `Package.swift` and `Xcode` leave the other out.
func packageFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  if rule.row.find.options["in"] == "Cartfile" { return cartfileFindings(rule, file) }
  switch (rule.row.find.options["in"], manifestKind(of: file.source)) {
  case (nil, _), ("Package.swift", .swiftPackage), ("Xcode", .xcodeProject): break
  default: return []
  }
  if rule.row.find.options["old"] != nil { return missingProductFindings(rule, file, facts) }
  if let module = rule.row.find.options["brought"] {
    return findingsOfModuleBroughtAlong(module, rule, file, facts)
  }
  if rule.row.find.options["from"] != nil {
    return packageSuccessorFindings(rule, file, facts.cache)
  }
  let cache = facts.cache
  guard case .put(let put) = rule.row.action,
    let wanted = PackageWanted(rule.row.find.options, put)
  else { return [] }
  let changes: [ManifestChange]
  switch manifestKind(of: file.source) {
  case .swiftPackage: changes = wanted.changes(in: cache.manifest(of: file.source), file)
  case .xcodeProject: changes = wanted.changes(in: cache.xcodeProject(of: file.source), file)
  default: return []
  }
  if changes.isEmpty {
    return findingsOfForks(of: wanted.url, [wanted.oldProduct], rule, file, cache)
  }
  return changes.map { rule.finding(in: file, at: $0.range, edits: $0.edits) }
    .reduce(into: []) { found, next in
      if !found.contains(next) { found.append(next) }
    }
}

/// Finds lines of a `Cartfile` that name the package's repository.
private func cartfileFindings(_ rule: SurfaceRule, _ file: ProjectText) -> [Finding] {
  guard manifestKind(of: file.source) == .cartfile, let url = rule.row.find.options["url"]
  else { return [] }
  return cartfileEntries(in: file.source).compactMap { entry in
    guard repositoryName(entry.identifier) == url else { return nil }
    return rule.finding(
      in: file, at: entry.identifierRange, ["found": .text(file.source.text(entry.range))])
  }
}

private struct PackageWanted {
  let url: String
  let below: VersionNumber
  let oldProduct: String
  let version: String
  let product: String
  let package: String

  init?(_ options: [String: String], _ put: PutSpec) {
    guard let url = options["url"], let below = options["below"].flatMap({ VersionNumber($0) }),
      let oldProduct = options["product"], let product = put.table["product"] ?? nil,
      let package = put.table["package"] ?? nil
    else { return nil }
    self.url = url.lowercased()
    self.below = below
    self.oldProduct = oldProduct
    version = put.text
    self.product = product
    self.package = package
  }

  func changes(in manifest: PackageManifest, _ file: ProjectText) -> [ManifestChange] {
    let asked = manifest.dependencies.filter { dependency in
      guard case .url(let address) = dependency.location else { return false }
      return matches(address.value)
    }
    guard !asked.isEmpty else { return [] }
    // Targets refer to a package by the name that the manifest gives it. What changes with its requirement is called anew.
    let name = asked[0].name.flatMap { rename($0) == nil ? $0.value : nil } ?? package
    let products = manifest.targetDependencies.compactMap { change($0, of: name, file) }
    let requirements = asked.compactMap { dependency in
      change(dependency) ?? (products.isEmpty ? nil : unreadable(dependency))
    }
    // The product is renamed with the requirement, or neither is.
    let isWhole = !asked.contains { unreadable($0) != nil }
    return requirements
      + products.map { isWhole ? $0 : ManifestChange(range: $0.range, edits: []) }
  }

  /// Leaves a requirement to a person whose version is computed, or stands in a constant that others share.
  private func unreadable(_ dependency: PackageDependency) -> ManifestChange? {
    guard let requirement = dependency.requirement else { return nil }
    switch requirement.kind {
    case .from, .upToNextMajor, .upToNextMinor, .exact:
      guard let value = requirement.value else {
        return ManifestChange(range: requirement.range, edits: [])
      }
      guard !value.isOnlyHere, let asked = VersionNumber(value.value), asked < below else {
        return nil
      }
      return ManifestChange(range: value.range, edits: [])
    case .unknown: return ManifestChange(range: requirement.range, edits: [])
    case .range, .closedRange, .branch, .revision, .majorVersion: return nil
    }
  }

  func changes(in project: XcodeProject, _ file: ProjectText) -> [ManifestChange] {
    let asked = project.packages.filter { matches($0.url.text) }
    guard !asked.isEmpty else { return [] }
    let requirements = asked.compactMap { $0.asks(below: below, replacing: version) }
    let old = project.products.filter { $0.text == oldProduct }
    let objects = old.isEmpty ? nil : XcodeObjects(file.source)
    let products = old.map { name in
      ManifestChange(
        range: name.range,
        edits: objects?.edits(ofProductNamed: name, product)
          ?? [Edit(name.content.range, product)])
    }
    return requirements + products
  }

  private func matches(_ address: String) -> Bool {
    repositoryName(address) == url
  }

  /// The change of a requirement, or nil if it asks for the new era already.
  private func change(_ dependency: PackageDependency) -> ManifestChange? {
    guard let requirement = dependency.requirement else { return nil }
    let renames = [dependency.name.flatMap(rename)].compactMap { $0 }
    switch requirement.kind {
    case .from, .upToNextMajor, .upToNextMinor, .exact:
      guard let value = requirement.value, let asked = VersionNumber(value.value), asked < below
      else { return nil }
      return ManifestChange(
        range: value.range,
        edits: value.isOnlyHere ? renames + [Edit(value.contentRange, version)] : [])
    case .range, .closedRange:
      guard let upper = requirement.upperBound, let end = VersionNumber(upper.value),
        end <= below
      else { return nil }
      return ManifestChange(
        range: requirement.range,
        edits: renames + [Edit(requirement.range, "from: \"\(version)\"")])
    case .branch:
      guard requirement.value?.value == "cgrpc" else { return nil }
      return ManifestChange(
        range: requirement.range,
        edits: renames + [Edit(requirement.range, "from: \"\(version)\"")])
    case .majorVersion:
      guard let asked = requirement.value.flatMap({ VersionNumber($0.value) }), asked < below
      else { return nil }
      return ManifestChange(range: requirement.range, edits: [])
    case .revision, .unknown: return nil
    }
  }

  /// The name that a manifest of tools before 5.6 gives the package becomes that of its new release.
  private func rename(_ name: ManifestString) -> Edit? {
    guard name.isOnlyHere, name.value.lowercased() != package else { return nil }
    return Edit(name.contentRange, package)
  }

  private func change(
    _ dependency: TargetDependency, of name: String, _ file: ProjectText
  ) -> ManifestChange? {
    guard dependency.name.value == oldProduct else { return nil }
    switch dependency.kind {
    case .byName, .product:
      let call = dependency.call("product", name: product, package: name, file)
      return ManifestChange(
        range: dependency.name.origin == .place ? dependency.name.range : dependency.range,
        edits: [Edit(dependency.range, call)])
    case .target, .plugin: return nil
    }
  }
}

extension TargetDependency {
  /// The call that takes the dependency's place, under the conditions that it stands under.
  func call(_ function: String, name: String, package: String, _ file: ProjectText) -> String {
    let arguments =
      ["name: \"\(name)\"", "package: \"\(package)\""] + conditions.map(file.source.text)
    return "\(receiver(file))\(function)(\(arguments.joined(separator: ", ")))"
  }

  /// What its call is written with, which nothing else may say: `Target.Dependency.` of `Target.Dependency.product(…)`, and nothing
  /// before the `product(…)` of an extension.
  private func receiver(_ file: ProjectText) -> Substring {
    let called = file.source.text(range).prefix { $0 != "(" && $0 != "\"" }
    return called.lastIndex(of: ".").map { called[...$0] } ?? (called.isEmpty ? "." : "")
  }
}
