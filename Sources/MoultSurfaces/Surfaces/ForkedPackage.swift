import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// Finds the products of a package that went, where a manifest takes them from a fork or a copy of it.
///
/// Nobody but its owner knows what a fork changes, so all of it is left to a person; it is said because the code around does
/// not stay.
///
/// - Parameters:
///   - url: the package's own repository, as `owner/name` in lower case.
///   - products: the names of what went.
func findingsOfForks(
  of url: String, _ products: Set<String>, _ rule: SurfaceRule, _ file: ProjectText,
  _ cache: TreeCache
) -> [Finding] {
  let identity = lastComponent(ofPath: url)
  switch manifestKind(of: file.source) {
  case .swiftPackage:
    let manifest = cache.manifest(of: file.source)
    let named = manifest.dependencies.filter { $0.identity == identity }
    guard let fork = named.first, named.count == 1, let place = fork.place, !isAt(url, place)
    else { return [] }
    return (manifest.targetDependencies + manifest.targets.flatMap(\.plugins)).filter {
      products.contains($0.name.value) && $0.package?.value ?? identity == identity
    }.map {
      rule.finding(
        in: file, at: $0.name.origin == .place ? $0.name.range : $0.range,
        nextStep: rule.step(aboutForkAt: place, of: url))
    }
  case .xcodeProject:
    let project = cache.xcodeProject(of: file.source)
    let named = project.packages.filter { $0.identity == identity }
    guard let fork = named.first, named.count == 1, !isAt(url, fork.url.text) else { return [] }
    return project.products.filter { products.contains($0.text) }.map {
      rule.finding(in: file, at: $0.range, nextStep: rule.step(aboutForkAt: fork.url.text, of: url))
    }
  default: return []
  }
}

/// Whether an address is that of a repository, and none of a fork.
private func isAt(_ url: String, _ address: String) -> Bool { repositoryName(address) == url }

extension SurfaceRule {
  /// What to do about a fork at an address or a path: at last what is done about the package itself.
  fileprivate func step(aboutForkAt place: String, of url: String) -> String {
    let rest = row.nextStep ?? "depend on the release of '\(url)' that has its replacement"
    return "'\(place)' is a fork or a copy of '\(url)': carry over what it changes, then \(rest)"
  }
}

extension PackageDependency {
  /// The address or the path that it comes from.
  fileprivate var place: String? {
    switch location {
    case .url(let string), .path(let string): string.value
    case .registry, .unknown: nil
    }
  }
}
