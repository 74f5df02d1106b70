import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds targets of `Package.swift` whose files import a module that came with a migration, and that do not
/// depend on its product, nor on a target that does: SwiftPM builds them behind it, and they find the module.
///
/// Only while the project still shows the old module somewhere: a finished project that builds without the product
/// is nobody's business. The finder's options: `url`, whose package brings the module along; `old`, the module that
/// shows the migration. The table of `put` has the package and version of each product: `NIOPosix: apple/swift-nio 2.65.0`.
func missingProductFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard case .put(let put) = rule.row.action, manifestKind(of: file.source) == .swiftPackage,
    let url = rule.row.find.options["url"], let old = rule.row.find.options["old"],
    facts.imports.shows(old)
  else { return [] }
  let manifest = facts.cache.manifest(of: file.source)
  let identity = url.split(separator: "/").last.map(String.init) ?? url
  guard manifest.dependencies.contains(where: { $0.identity == identity }) else { return [] }
  let project = String(file.source.path.dropLast("Package.swift".count))
  let optional = manifest.productsOfTraits(in: file.source)
  let wanted = put.table.filter { !optional.contains($0.key) }
    .compactMapValues { $0.flatMap(WantedPackage.init) }
  return manifest.targets.flatMap { target -> [Finding] in
    guard let name = target.name, let list = target.dependencyList else { return [] }
    let imported = facts.imports.modules(importedBy: name.value, in: project)
    let missing = imported.filter { product in
      wanted[product] != nil && target.brings([product], in: manifest) != true
    }.sorted()
    return missing.compactMap { product in
      wanted[product].map {
        finding(rule, file, manifest, name, list, product: product, of: $0)
      }
    }
  }
}

extension PackageManifest {
  /// The products that targets depend on only where a trait is enabled: an import of them stands in an `#if` of the same.
  fileprivate func productsOfTraits(in source: SourceText) -> Set<String> {
    Set(
      targetDependencies.filter { dependency in
        dependency.conditions.contains { source.text($0).contains("traits:") }
      }.map(\.name.value))
  }
}

/// Finds targets of `Package.swift` whose files import a module of a package that the manifest does not name: another one that it
/// names brings it along, and has to have moved on before these files can.
///
/// A manifest that takes a package from a folder, or computes one, may get the module from there.
func findingsOfModuleBroughtAlong(
  _ module: String, _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard manifestKind(of: file.source) == .swiftPackage,
    let identity = rule.row.find.options["url"]?.split(separator: "/").last
  else { return [] }
  let manifest = facts.cache.manifest(of: file.source)
  let others = manifest.dependencies.map { package -> String? in
    if case .url = package.location { package.identity } else { nil }
  }
  guard !others.isEmpty, others.allSatisfy({ $0.map { !$0.hasPrefix(identity) } ?? false }),
    manifest.dependencyList != nil, manifest.unknown.isEmpty,
    !manifest.targets.contains(where: { $0.name?.value == module }),
    !manifest.targetDependencies.contains(where: { $0.name.value == module })
  else { return [] }
  let project = String(file.source.path.dropLast("Package.swift".count))
  return manifest.targets.compactMap { target in
    guard let name = target.name,
      facts.imports.modules(importedBy: name.value, in: project).contains(module)
    else { return nil }
    return rule.finding(
      in: file, at: name.range,
      ["found": .text(name.value), "product": .text(module), "package": .text(String(identity))],
      evidence: ["'import \(module)' in the target's files"])
  }
}

/// `apple/swift-nio 2.65.0`.
private struct WantedPackage {
  let url: String
  let identity: String
  let version: String

  init?(_ text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, let identity = parts[0].split(separator: "/").last else { return nil }
    url = "https://github.com/\(parts[0]).git"
    self.identity = String(identity)
    version = parts[1]
  }
}

private func finding(
  _ rule: SurfaceRule, _ file: ProjectText, _ manifest: PackageManifest, _ target: ManifestString,
  _ list: ManifestList, product: String, of package: WantedPackage
) -> Finding {
  var edits = [
    list.appending(".product(name: \"\(product)\", package: \"\(package.identity)\")")
  ]
  let isAsked = manifest.dependencies.contains { $0.identity == package.identity }
  if !isAsked, let dependencies = manifest.dependencyList {
    edits.append(
      dependencies.appending(".package(url: \"\(package.url)\", from: \"\(package.version)\")"))
  }
  let bindings: [String: Binding] = [
    "found": .text(target.value), "product": .text(product), "package": .text(package.identity),
  ]
  let isPossible = isAsked || manifest.dependencyList != nil
  return rule.finding(
    in: file, at: target.range, bindings, edits: isPossible ? edits : [],
    nextStep:
      "add '.package(url: \"\(package.url)\", from: \"\(package.version)\")' to the package's dependencies, and the product to the target's",
    evidence: ["'import \(product)' in the target's files"])
}
