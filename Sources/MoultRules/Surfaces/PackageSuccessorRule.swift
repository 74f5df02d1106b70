import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds a package whose next era is several packages, the products and plugins taken from it, and platforms and
/// tools that the next era does not run on.
///
/// The finder's options: `url`, the end of the repository's address without `.git`; `from` and `below`, the versions
/// that are found. The action's: `packages`, what takes the package's place, and `PRODUCT`, what takes a
/// product's place, both as `name@version` or `product@package` with blanks between. With the finder's option
/// `needs` (`tools 6.0, macOS 15`) what is found is a platform or the tools version below it.
func packageSuccessorFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache
) -> [Finding] {
  guard manifestKind(of: file.source) == .swiftPackage,
    let old = PackageRange(rule.row.find.options)
  else { return [] }
  let manifest = cache.manifest(of: file.source)
  let asked = manifest.dependencies.filter(old.isAt)
  if let needs = rule.row.find.options["needs"] {
    guard let asked = manifest.dependencies.first(where: { old.isAt($0) || old.isSuccessor($0) })
    else { return [] }
    return tooLow(needs, manifest, asked, rule, file)
  }
  guard case .put(let put) = rule.row.action, !asked.isEmpty else { return [] }
  var findings: [Finding] = []
  for dependency in asked where old.contains(dependency) != false {
    let isKnown = old.contains(dependency) == true
    findings.append(
      finding(
        rule, file, dependency.requirement?.value?.range ?? dependency.range,
        isKnown ? Edit(dependency.range, packages(put, dependency, manifest, file)) : nil))
  }
  guard !findings.isEmpty else { return [] }
  let products = manifest.targetDependencies + manifest.targets.flatMap(\.plugins)
  for product in products where product.package?.value ?? old.identity == old.identity {
    guard case .some(.some(let successors)) = put.table[product.name.value],
      product.kind == .product || product.kind == .plugin
        || product.kind == .byName && product.name.value != old.identity
    else { continue }
    let text = list(successors, product, manifest, file)
    findings.append(finding(rule, file, product.name.range, Edit(product.range, text)))
  }
  return findings
}

/// The package that is left, and the versions of it that are.
private struct PackageRange {
  let url: String
  let identity: String
  private let from: [Int]
  private let below: [Int]

  init?(_ options: [String: String]) {
    guard let url = options["url"], let from = options["from"].flatMap(versionNumbers),
      let below = options["below"].flatMap(versionNumbers)
    else { return nil }
    self.url = url.lowercased()
    self.from = from
    self.below = below
    identity = url.split(separator: "/").last.map(String.init) ?? url
  }

  func isAt(_ dependency: PackageDependency) -> Bool {
    address(dependency)?.hasSuffix(url) ?? false
  }

  /// The same organisation's package whose name begins with this one's.
  func isSuccessor(_ dependency: PackageDependency) -> Bool {
    address(dependency)?.contains(url + "-") ?? false
  }

  private func address(_ dependency: PackageDependency) -> String? {
    guard case .url(let address) = dependency.location else { return nil }
    var text = address.value.lowercased()
    if text.hasSuffix(".git") { text.removeLast(4) }
    return text
  }

  /// Nil where the requirement names no version.
  func contains(_ dependency: PackageDependency) -> Bool? {
    guard let requirement = dependency.requirement,
      let text = requirement.value?.value, let version = versionNumbers(text)
    else { return nil }
    switch requirement.kind {
    case .branch, .revision, .majorVersion, .unknown: return nil
    case .from, .upToNextMajor, .upToNextMinor, .exact, .range, .closedRange:
      return !version.lexicographicallyPrecedes(from) && version.lexicographicallyPrecedes(below)
    }
  }
}

/// `.package(url: …)` for each package, at the first one's place; what the manifest has already is left out.
private func packages(
  _ put: PutSpec, _ dependency: PackageDependency, _ manifest: PackageManifest, _ file: ProjectText
) -> String {
  let known = Set(manifest.dependencies.compactMap(\.identity))
  let names = ((put.table["packages"] ?? nil) ?? "").split(separator: " ")
  let calls = names.compactMap { name -> String? in
    let parts = name.split(separator: "@")
    let identity = parts.first?.split(separator: "/").last.map(String.init) ?? ""
    guard parts.count == 2, !known.contains(identity) else { return nil }
    return ".package(url: \"https://github.com/\(parts[0]).git\", from: \"\(parts[1])\")"
  }
  return calls.joined(separator: "," + lineBreak(before: dependency.range, file))
}

private func list(
  _ successors: String, _ product: TargetDependency, _ manifest: PackageManifest,
  _ file: ProjectText
) -> String {
  let calls = successors.split(separator: " ").map { successor in
    let parts = successor.split(separator: "@")
    let kind = product.kind == .plugin ? "plugin" : "product"
    return ".\(kind)(name: \"\(parts.first ?? "")\", package: \"\(parts.last ?? "")\")"
  }
  return calls.joined(separator: "," + lineBreak(before: product.range, file))
}

/// A line break with the blanks before `range`, or one blank if something else stands on its line.
private func lineBreak(before range: ByteRange, _ file: ProjectText) -> String {
  let bytes = file.source.bytes
  var start = range.lowerBound.index
  while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t") {
    start -= 1
  }
  guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return " " }
  let blanks = String(decoding: bytes[start..<range.lowerBound.index], as: UTF8.self)
  let isCRLF = start > 1 && bytes[start - 2] == UInt8(ascii: "\r")
  return (isCRLF ? "\r\n" : "\n") + blanks
}

/// Platforms and the tools version below what is needed: `tools 6.0, macOS 15`.
private func tooLow(
  _ needs: String, _ manifest: PackageManifest, _ dependency: PackageDependency,
  _ rule: SurfaceRule, _ file: ProjectText
) -> [Finding] {
  var least: [String: [Int]] = [:]
  for need in needs.split(separator: ",") {
    let parts = need.split(separator: " ")
    guard parts.count == 2, let numbers = versionNumbers(String(parts[1])) else { continue }
    least[parts[0].lowercased()] = numbers
  }
  func isLow(_ version: String, _ name: String) -> Bool {
    guard let asked = versionNumbers(version), let needed = least[name.lowercased()] else {
      return false
    }
    return asked.lexicographicallyPrecedes(needed)
  }
  var findings = manifest.platforms.filter { isLow($0.version ?? "", $0.name) }
    .map { finding(rule, file, $0.range, nil) }
  // No comment can stand above the first line, so what is wrong with it is said at the package.
  if let tools = manifest.toolsVersion, isLow(tools.text, "tools") {
    findings.append(
      finding(rule, file, dependency.range, nil, called: "swift-tools-version:\(tools.text)"))
  }
  return findings
}

/// `0.11.0` as numbers; a suffix such as `-alpha.1` counts for nothing.
private func versionNumbers(_ version: String) -> [Int]? {
  let parts = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".").map { Int($0) }
  guard !parts.isEmpty, !parts.contains(nil) else { return nil }
  return parts.compactMap { $0 }
}

private func finding(
  _ rule: SurfaceRule, _ file: ProjectText, _ range: ByteRange, _ edit: Edit?,
  called name: String? = nil
) -> Finding {
  let bindings: [String: Binding] = ["found": .text(name ?? file.source.text(range))]
  func text(_ template: String) -> String {
    Template(template).text(bindings, in: file.source) ?? template
  }
  return Finding(
    rule: rule.id, severity: rule.severity, path: file.source.path, range: range,
    message: text(rule.row.message), nextStep: edit == nil ? rule.row.nextStep.map(text) : nil,
    fix: edit.map { edit in
      Fix(
        title: text(rule.row.fixTitle), safety: rule.row.safety,
        files: [FileEdits(path: file.source.path, edits: [edit])])
    })
}
