import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource
import MoultSyntax

/// Finds a package whose next era is several packages, the products and plugins taken from it, and platforms that the
/// next era is not available on.
///
/// The finder's options: `url`, the end of the repository's address without `.git`; `from` and `below`, the versions
/// that are found, and in an Xcode project `product`, which went. The action's: `packages`, what takes the package's place, and `PRODUCT`, what takes a
/// product's place, both as `name@version` or `product@package` with blanks between; `removedInXcode`, products that Xcode
/// links with all others of the package, and that nothing replaces. With the finder's option
/// `needs` (`macOS 15, iOS 18`) what is found is a platform below it, which is raised with the package; with `said: none`, a
/// manifest that names no platform at all.
func packageSuccessorFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache
) -> [Finding] {
  guard let old = PackageRange(rule.row.find.options) else { return [] }
  switch manifestKind(of: file.source) {
  case .swiftPackage: break
  case .xcodeProject:
    let found = inXcodeProject(old, rule, file, cache)
    guard found.isEmpty, rule.row.find.options["needs"] == nil,
      case .put(let put) = rule.row.action
    else { return found }
    return findingsOfForks(of: old.url, put.lost, rule, file, cache)
  case .yaml:
    // What else the project has is made of this file, and a person changes it there.
    guard rule.row.find.options["needs"] == nil, rule.row.find.options["said"] == nil else {
      return []
    }
    return packagesOfXcodeGen(in: file.source).compactMap { package in
      guard old.isAt(package.address.text), package.version.map(old.contains) == true else {
        return nil
      }
      return rule.finding(
        in: file, at: package.address.content.range, ["found": .text(package.address.text)])
    }
  default: return []
  }
  let manifest = cache.manifest(of: file.source)
  let asked = manifest.dependencies.filter(old.isAt)
  if let needs = rule.row.find.options["needs"] {
    guard manifest.dependencies.contains(where: { old.isAt($0) || old.isSuccessor($0) })
    else { return [] }
    let platforms = Platforms(needs)
    if rule.row.find.options["said"] != nil {
      guard asked.contains(where: { old.contains($0) == true }) else { return [] }
      return findingOfNoPlatforms(platforms, manifest, rule, file, cache)
    }
    // A manifest that has moved already may have code that is marked with '@available'.
    let isLeft = asked.contains { old.contains($0) == true }
    return manifest.platforms.filter { platforms.needMore(than: $0.version ?? "", of: $0.name) }
      .map { platform in
        let version = platforms.version(of: platform.name, in: manifest)
        return rule.finding(
          in: file, at: platform.range,
          edits: isLeft ? version.map { [Edit(platform.versionRange, $0)] } ?? [] : [])
      }
  }
  guard case .put(let put) = rule.row.action else { return [] }
  if asked.isEmpty { return findingsOfForks(of: old.url, put.lost, rule, file, cache) }
  let products = (manifest.targetDependencies + manifest.targets.flatMap(\.plugins)).filter {
    $0.package?.value ?? old.identity == old.identity
  }
  // The package goes only with all that is taken from it, and not where it comes by way of another one; what is taken
  // from it goes only with the package.
  let isTaken = products.contains { put.successors[$0.name.value] != nil }
  let edits = products.map {
    editsOfProduct($0, put, file, in: cache.tree(of: file.source))
  }
  let raises = raisesOfSuccessors(put, products, manifest)
  let isWhole =
    (isTaken || manifest.targets.isEmpty) && asked.allSatisfy { old.contains($0) != nil }
    && raises != nil
    && zip(products, edits).allSatisfy { product, edits in
      product.package == nil || hasSuccessor(product, put, old) && edits != nil
    }
    && mentions(of: old.identity, in: cache.tree(of: file.source))
      <= products.count { $0.package != nil }
  var findings: [Finding] = []
  for dependency in asked where old.contains(dependency) != false {
    let isKnown = isWhole && old.contains(dependency) == true
    findings.append(
      rule.finding(
        in: file, at: placeOfVersion(dependency),
        edits: isKnown
          ? [Edit(dependency.range, packages(put, dependency, products, manifest, file))]
            + (raises ?? []) : []))
  }
  guard !findings.isEmpty else { return [] }
  for (product, edits) in zip(products, edits) where hasSuccessor(product, put, old) {
    findings.append(
      rule.finding(
        in: file, at: product.name.origin == .place ? product.name.range : product.range,
        edits: isWhole ? edits ?? [] : []))
  }
  return findings
}

/// The finding of a manifest that names no platforms, with those that are needed.
///
/// Tools of Swift 4 know none, so the manifest becomes one of Swift 5. Its code is then compiled in language mode 5.
private func findingOfNoPlatforms(
  _ platforms: Platforms, _ manifest: PackageManifest, _ rule: SurfaceRule, _ file: ProjectText,
  _ cache: TreeCache
) -> [Finding] {
  guard let arguments = manifest.arguments, !arguments.labels.contains("platforms"),
    // A manifest can name them behind the call, too: `package.platforms = […]`.
    !cache.tree(of: file.source).root.descendants.contains(where: {
      $0.kind == .memberAccess && $0.name == "platforms"
    })
  else { return [] }
  let raise = toolsOfSwift5(for: manifest)
  let list = platforms.list(
    forTools: raise == nil ? manifest.toolsNumber : VersionNumber("5.0"))
  let edit = list.flatMap {
    arguments.adding("platforms: \($0)", behind: ["name", "defaultLocalization"])
  }
  let reason = raise.map {
    "a manifest of tools version \($0.from) knows no platforms: with 5.0 its code is compiled in language mode 5"
  }
  let edits = edit.map { [raise?.edit, $0].compactMap(\.self) } ?? []
  return [rule.finding(in: file, at: arguments.callee, edits: edits, evidence: [reason])]
}

/// Makes a manifest of Swift 4 one of Swift 5; nil for others, and where it lists language modes as numbers, which these do not take.
private func toolsOfSwift5(for manifest: PackageManifest) -> (edit: Edit, from: String)? {
  guard let tools = manifest.toolsVersion, let version = VersionNumber(tools.text),
    let first = VersionNumber("4.0"), let modes = VersionNumber("4.2"),
    let swift5 = VersionNumber("5.0"), first <= version, version < swift5
  else { return nil }
  let listsModes = manifest.arguments?.labels.contains("swiftLanguageVersions") ?? false
  guard modes <= version || !listsModes else { return nil }
  return (Edit(tools.range, "5.0"), tools.text)
}

extension PackageManifest {
  /// The version of the tools that read it.
  fileprivate var toolsNumber: VersionNumber? { toolsVersion.flatMap { VersionNumber($0.text) } }
}

extension PutSpec {
  /// What takes the place of each product of the package, by its name: `name@package`, with blanks between several.
  fileprivate var successors: [String: String] {
    table.filter { !keysBesideProducts.contains($0.key) }.compactMapValues(\.self)
  }

  /// The products that have another name in what takes the package's place.
  fileprivate var lost: Set<String> {
    Set(successors.filter { name, others in !others.hasPrefix(name + "@") }.keys)
  }
}

/// What a page says of a package beside its products.
private let keysBesideProducts: Set = ["packages", "packagesWhenUsed", "removedInXcode"]

/// Where the version stands, if it does so in the call that the fix replaces.
private func placeOfVersion(_ dependency: PackageDependency) -> ByteRange {
  guard let value = dependency.requirement?.value, value.origin == .place else {
    return dependency.range
  }
  return value.range
}

/// Whether something is taken from the package that its successors have.
private func hasSuccessor(_ product: TargetDependency, _ put: PutSpec, _ old: PackageRange) -> Bool
{
  guard put.successors[product.name.value] != nil else { return false }
  return product.kind == .product || product.kind == .plugin
    || product.kind == .byName && product.name.value != old.identity
}

/// Whether what takes a product's place fits there as it is: several do in a list alone.
private func hasRoom(_ product: TargetDependency, _ put: PutSpec, _ file: ProjectText) -> Bool {
  let successors = put.successors[product.name.value] ?? ""
  guard successors.contains(" ") else { return true }
  let before = file.source.bytes[..<product.range.lowerBound.index].last {
    ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0)
  }
  return before == UInt8(ascii: "[") || before == UInt8(ascii: ",")
}

/// How often the manifest says `package: "identity"`, in constants and functions of its own too, but not in comments.
///
/// - Complexity: O(*n*) in its nodes.
private func mentions(of identity: String, in manifest: SyntaxTree) -> Int {
  manifest.root.descendants.count {
    $0.argumentLabel == "package" && $0.argumentValue.text == "\"\(identity)\""
  }
}

private func inXcodeProject(
  _ old: PackageRange, _ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache
) -> [Finding] {
  let project = cache.xcodeProject(of: file.source)
  if let needs = rule.row.find.options["needs"] {
    guard rule.row.find.options["said"] == nil else { return [] }
    let platforms = Platforms(needs)
    let names = Set(
      project.packages.filter { old.isAt($0.url.text) || old.isSuccessor($0.url.text) }
        .map(\.identity))
    guard !names.isEmpty else { return [] }
    let isLeft = project.packages.contains { reference in
      old.isAt(reference.url.text)
        && (reference.version.flatMap { VersionNumber($0.text) }.map(old.contains) ?? false)
    }
    return project.deploymentTargets.filter { target in
      platforms.needMore(than: target.version, of: target.platform)
        && target.packages.map { !$0.isDisjoint(with: names) } ?? true
    }
    .map { target in
      let version = platforms.version(of: target.platform)
      return rule.finding(
        in: file, at: target.range,
        edits: isLeft ? version.map { [Edit(target.versionRange, $0)] } ?? [] : [])
    }
  }
  let product = rule.row.find.options["product"]
  var names = Set([product].compactMap { $0 })
  if case .put(let put) = rule.row.action {
    names.formUnion(put.successors.keys)
  }
  let asked = project.packages.filter { reference in
    guard old.isAt(reference.url.text) else { return false }
    // What has no version may be of the new era; a product says that it is not.
    return reference.version.flatMap { VersionNumber($0.text) }.map(old.contains)
      ?? (product == nil)
  }
  guard !asked.isEmpty, !names.isEmpty else { return [] }
  let products = project.products.filter { names.contains($0.text) }
  let successions = successions(in: file, old, rule, cache)
  let edits = successions.values.reduce(into: [:]) { all, one in
    all.merge(one.ofProducts) { first, _ in first }
  }
  return asked.map { reference in
    let place = (reference.version ?? reference.url).range
    return rule.finding(in: file, at: place, edits: successions[place]?.ofPackage ?? [])
  } + products.map { rule.finding(in: file, at: $0.range, edits: edits[$0.range] ?? []) }
}

/// What is written into an Xcode project for each reference to the package, if the page says it and the project can be read.
private func successions(
  in file: ProjectText, _ old: PackageRange, _ rule: SurfaceRule, _ cache: TreeCache
) -> [ByteRange: XcodeSuccession] {
  guard case .put(let put) = rule.row.action,
    let project = cache.xcodeObjects(of: file.source)
  else { return [:] }
  return XcodeSuccession.all(
    in: project, put, isOld: { old.isAt($0) && old.contains($1) }, isSuccessor: old.isSuccessor)
}

/// The package that is left, and the versions of it that are.
private struct PackageRange {
  let url: String
  let identity: String
  private let from: VersionNumber
  private let below: VersionNumber

  init?(_ options: [String: String]) {
    guard let url = options["url"], let from = options["from"].flatMap({ VersionNumber($0) }),
      let below = options["below"].flatMap({ VersionNumber($0) })
    else { return nil }
    self.url = url.lowercased()
    self.from = from
    self.below = below
    identity = url.split(separator: "/").last.map(String.init) ?? url
  }

  func isAt(_ dependency: PackageDependency) -> Bool { address(dependency).map(isAt) ?? false }

  func isAt(_ address: String) -> Bool { repositoryName(address) == url }

  /// The same organisation's package whose name begins with this one's.
  func isSuccessor(_ dependency: PackageDependency) -> Bool {
    address(dependency).map(isSuccessor) ?? false
  }

  func isSuccessor(_ address: String) -> Bool { repositoryName(address).hasPrefix(url + "-") }

  private func address(_ dependency: PackageDependency) -> String? {
    guard case .url(let address) = dependency.location else { return nil }
    return address.value
  }

  /// Nil where the requirement names no version.
  func contains(_ dependency: PackageDependency) -> Bool? {
    guard let requirement = dependency.requirement,
      let text = requirement.value?.value, let version = VersionNumber(text)
    else { return nil }
    switch requirement.kind {
    // In a manifest of Swift 3 nothing is written.
    case .majorVersion: return contains(version) ? nil : false
    case .branch, .revision, .unknown: return nil
    case .from, .upToNextMajor, .upToNextMinor, .exact, .range, .closedRange:
      return contains(version)
    }
  }

  func contains(_ version: VersionNumber) -> Bool { from <= version && version < below }
}

/// `.package(url: …)` for each package, at the first one's place; what the manifest has already is left out.
private func packages(
  _ put: PutSpec, _ dependency: PackageDependency, _ products: [TargetDependency],
  _ manifest: PackageManifest, _ file: ProjectText
) -> String {
  let known = Set(manifest.dependencies.compactMap(\.identity))
  let calls = packages(put, for: products).filter { !known.contains($0.identity) }.map {
    ".package(url: \"https://github.com/\($0.name).git\", from: \"\($0.version)\")"
  }
  return calls.joined(separator: "," + lineBreak(before: dependency.range, file))
}

/// What takes the package's place for these products.
private func packages(
  _ put: PutSpec, for products: [TargetDependency]
) -> [(name: String, identity: String, version: String)] {
  let used = products.compactMap { put.successors[$0.name.value] }.flatMap { successors in
    successors.split(separator: " ").compactMap { $0.split(separator: "@").last }
  }
  let others = ((put.table["packagesWhenUsed"] ?? nil) ?? "").split(separator: " ")
    .filter { other in
      used.contains { other.split(separator: "@").first?.hasSuffix("/" + $0) == true }
    }
  let names = ((put.table["packages"] ?? nil) ?? "").split(separator: " ") + others
  return names.compactMap { name in
    let parts = name.split(separator: "@").map(String.init)
    guard parts.count == 2, let identity = parts[0].split(separator: "/").last else { return nil }
    return (parts[0], String(identity), parts[1])
  }
}

/// What raises those of them that the manifest has already, as their older releases ask for the package that goes.
///
/// A branch and a commit stay as they are.
///
/// - Returns: nil where it cannot be told which release is asked for, or where it comes from.
private func raisesOfSuccessors(
  _ put: PutSpec, _ products: [TargetDependency], _ manifest: PackageManifest
) -> [Edit]? {
  var edits: [Edit] = []
  for package in packages(put, for: products) {
    guard let least = VersionNumber(package.version) else { continue }
    for dependency in manifest.dependencies where dependency.identity == package.identity {
      guard case .url(let address) = dependency.location,
        repositoryName(address.value) == package.name, let requirement = dependency.requirement
      else { return nil }
      switch requirement.kind {
      case .branch, .revision: continue
      case .from, .upToNextMajor, .upToNextMinor, .exact, .range, .closedRange:
        guard let version = requirement.value.flatMap({ VersionNumber($0.value) }) else {
          return nil
        }
        if version < least {
          edits.append(Edit(requirement.range, "from: \"\(package.version)\""))
        }
      case .majorVersion, .unknown: return nil
      }
    }
  }
  return edits
}

/// What puts into a product's place what takes it; nil where nothing does, or several do and there is no room for them.
private func editsOfProduct(
  _ product: TargetDependency, _ put: PutSpec, _ file: ProjectText, in tree: SyntaxTree
) -> [Edit]? {
  guard let successors = put.successors[product.name.value] else { return nil }
  let parts = successors.split(separator: " ").map { $0.split(separator: "@").map(String.init) }
  let kind = product.kind == .plugin ? "plugin" : "product"
  let calls = parts.map { part in
    product.call(kind, name: part.first ?? "", package: part.last ?? "", file)
  }
  if hasRoom(product, put, file) {
    let separator = "," + lineBreak(before: product.range, file)
    return [Edit(product.range, calls.joined(separator: separator))]
  }
  return NamedProduct(product, in: tree)?.edits(parts.compactMap(\.first), calls)
}

/// A line break with the blanks before `range`, or one blank if something else stands on its line.
private func lineBreak(before range: ByteRange, _ file: ProjectText) -> String {
  let bytes = file.source.bytes
  return bytes.blanks(before: range.lowerBound.index).map { bytes.lineEnding + $0 } ?? " "
}

/// The oldest systems that are needed: `macOS 15, iOS 18`.
private struct Platforms {
  private var least: [String: VersionNumber] = [:]
  private var written: [String: String] = [:]
  private var names: [String] = []

  init(_ needs: String) {
    for need in needs.split(separator: ",") {
      let parts = need.split(separator: " ")
      guard parts.count == 2, let version = VersionNumber(String(parts[1])) else { continue }
      names.append(String(parts[0]))
      least[parts[0].lowercased()] = version
      written[parts[0].lowercased()] = String(parts[1])
    }
  }

  func needMore(than version: String, of platform: String) -> Bool {
    guard let asked = VersionNumber(version), let needed = least[platform.lowercased()] else {
      return false
    }
    return asked < needed
  }

  /// What an Xcode project calls the oldest system that is needed: `18.0`.
  func version(of platform: String) -> String? {
    written[platform.lowercased()].map { $0.contains(".") ? $0 : $0 + ".0" }
  }

  /// What a manifest says to have all of them; nil for tools that know no platforms.
  func list(forTools tools: VersionNumber?) -> String? {
    guard isKnown(to: tools, from: "5.0") else { return nil }
    let known = names.filter { $0 != "visionOS" || isKnown(to: tools, from: "5.9") }
    let elements = known.compactMap { name in
      version(of: name, forTools: tools).map { ".\(name)(\($0))" }
    }
    return "[" + elements.joined(separator: ", ") + "]"
  }

  /// What a manifest calls it: `.v18`, or `"18.0"` for tools that do not know that yet.
  func version(of platform: String, in manifest: PackageManifest) -> String? {
    version(of: platform, forTools: manifest.toolsNumber)
  }

  private func version(of platform: String, forTools tools: VersionNumber?) -> String? {
    guard let text = version(of: platform) else { return nil }
    let isNamed = isKnown(to: tools, from: "6.0")
    return isNamed && text.hasSuffix(".0") ? ".v\(text.dropLast(2))" : "\"\(text)\""
  }

  /// Whether tools are of a version or newer.
  private func isKnown(to tools: VersionNumber?, from first: String) -> Bool {
    guard let first = VersionNumber(first), let tools else { return false }
    return first <= tools
  }
}
