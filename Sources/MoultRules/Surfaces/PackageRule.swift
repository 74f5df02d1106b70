import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds a package's requirement below a version in `Package.swift`, and the targets that depend on its
/// old product.
///
/// The finder's options: `url`, the end of the repository's address without `.git`; `below`, the first version
/// that is no finding; `product`, the name of the product that went. The product is found only in a
/// manifest that asks for the package. With `in: Cartfile` a line of a `Cartfile` is found instead, and with `old` the
/// targets that miss the product of a module which they import.
func packageFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  if rule.row.find.options["in"] == "Cartfile" { return cartfileFindings(rule, file) }
  if rule.row.find.options["old"] != nil { return missingProductFindings(rule, file, facts) }
  if rule.row.find.options["from"] != nil {
    return packageSuccessorFindings(rule, file, facts.cache)
  }
  let cache = facts.cache
  guard case .put(let put) = rule.row.action, manifestKind(of: file.source) == .swiftPackage,
    let wanted = PackageWanted(rule.row.find.options, put)
  else { return [] }
  let manifest = cache.manifest(of: file.source)
  let asked = manifest.dependencies.filter(wanted.matches)
  guard !asked.isEmpty else { return [] }
  var changes = asked.compactMap(wanted.change)
  let products = manifest.targetDependencies + manifest.looseTargetDependencies
  changes += products.compactMap(wanted.change)
  return changes.map { finding(rule, file, $0) }
    .reduce(into: []) { found, next in
      if !found.contains(next) { found.append(next) }
    }
}

/// Finds lines of a `Cartfile` that name the package's repository.
private func cartfileFindings(_ rule: SurfaceRule, _ file: ProjectText) -> [Finding] {
  guard manifestKind(of: file.source) == .cartfile, let url = rule.row.find.options["url"]
  else { return [] }
  return cartfileEntries(in: file.source).compactMap { entry in
    var name = entry.identifier.lowercased()
    if name.hasSuffix(".git") { name.removeLast(4) }
    guard name == url || name.hasSuffix("/" + url) else { return nil }
    let bindings: [String: Binding] = ["found": .text(file.source.text(entry.range))]
    func text(_ template: String) -> String {
      Template(template).text(bindings, in: file.source) ?? template
    }
    return Finding(
      rule: rule.id, severity: rule.severity, path: file.source.path,
      range: entry.identifierRange, message: text(rule.row.message),
      nextStep: rule.row.nextStep.map(text))
  }
}

/// What is taken back of a manifest, and what comes instead.
private struct ManifestChange {
  let range: ByteRange

  /// Nil where a person decides.
  let edit: Edit?
}

private struct PackageWanted {
  let url: String
  let below: [Int]
  let oldProduct: String
  let version: String
  let product: String
  let package: String

  init?(_ options: [String: String], _ put: PutSpec) {
    guard let url = options["url"], let below = options["below"].flatMap(numbers),
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

  func matches(_ dependency: PackageDependency) -> Bool {
    guard case .url(let address) = dependency.location else { return false }
    var text = address.value.lowercased()
    if text.hasSuffix(".git") { text.removeLast(4) }
    return text.hasSuffix("/" + url) || text.hasSuffix(":" + url)
  }

  /// The change of a requirement, or nil if it asks for the new era already.
  func change(_ dependency: PackageDependency) -> ManifestChange? {
    guard let requirement = dependency.requirement else { return nil }
    switch requirement.kind {
    case .from, .upToNextMajor, .upToNextMinor, .exact:
      guard let value = requirement.value, let asked = numbers(value.value), precedes(asked, below)
      else { return nil }
      return ManifestChange(range: value.range, edit: Edit(value.contentRange, version))
    case .range, .closedRange:
      guard let upper = requirement.upperBound, let end = numbers(upper.value),
        !precedes(below, end)
      else { return nil }
      return ManifestChange(
        range: requirement.range, edit: Edit(requirement.range, "from: \"\(version)\""))
    case .branch:
      guard requirement.value?.value == "cgrpc" else { return nil }
      return ManifestChange(
        range: requirement.range, edit: Edit(requirement.range, "from: \"\(version)\""))
    case .majorVersion:
      guard requirement.value?.value == "0" else { return nil }
      return ManifestChange(range: requirement.range, edit: nil)
    case .revision, .unknown: return nil
    }
  }

  func change(_ dependency: TargetDependency) -> ManifestChange? {
    guard dependency.name.value == oldProduct else { return nil }
    switch dependency.kind {
    case .byName, .product:
      return ManifestChange(
        range: dependency.name.range,
        edit: Edit(dependency.range, ".product(name: \"\(product)\", package: \"\(package)\")"))
    case .target, .plugin: return nil
    }
  }
}

/// `0.11.0` as numbers; a suffix such as `-alpha.1` counts for nothing.
private func numbers(_ version: String) -> [Int]? {
  let core = version.prefix { $0 != "-" && $0 != "+" }
  let parts = core.split(separator: ".").map { Int($0) }
  guard !parts.isEmpty else { return nil }
  return parts.contains(nil) ? nil : parts.compactMap { $0 }
}

private func precedes(_ a: [Int], _ b: [Int]) -> Bool {
  for index in 0..<max(a.count, b.count) {
    let (left, right) = (index < a.count ? a[index] : 0, index < b.count ? b[index] : 0)
    if left != right { return left < right }
  }
  return false
}

private func finding(
  _ rule: SurfaceRule, _ file: ProjectText, _ change: ManifestChange
) -> Finding {
  let bindings: [String: Binding] = ["found": .text(file.source.text(change.range))]
  func text(_ template: String) -> String {
    Template(template).text(bindings, in: file.source) ?? template
  }
  return Finding(
    rule: rule.id, severity: rule.severity, path: file.source.path, range: change.range,
    message: text(rule.row.message),
    nextStep: change.edit == nil ? text(rule.row.nextStep ?? "ask for the new version") : nil,
    fix: change.edit.map { edit in
      Fix(
        title: text(rule.row.fixTitle), safety: rule.row.safety,
        files: [FileEdits(path: file.source.path, edits: [edit])])
    })
}
