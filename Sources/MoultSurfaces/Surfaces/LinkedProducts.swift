import MoultManifests
import MoultSource

/// Which products of packages the modules of a project can take, as far as its manifests say.
struct LinkedProducts: Sendable {
  private let layout: ProjectLayout
  private let cache: TreeCache

  /// By folder, with a final `/`; the root is the empty text.
  private let packages: [String: SourceText]
  private let projects: [String: [SourceText]]

  init(_ files: [ProjectText], _ layout: ProjectLayout, cache: TreeCache) {
    self.layout = layout
    self.cache = cache
    var packages: [String: SourceText] = [:]
    var projects: [String: [SourceText]] = [:]
    for file in files where file.surface == .manifest {
      let folder = foldersAbove(file.source.path).first ?? ""
      switch manifestKind(ofPath: file.source.path) {
      case .swiftPackage where lastComponent(ofPath: file.source.path) == "Package.swift":
        packages[folder] = file.source
      case .xcodeProject:
        let outer = foldersAbove(String(folder.dropLast())).first ?? ""
        projects[outer, default: []].append(file.source)
      default: continue
      }
    }
    self.packages = packages
    self.projects = projects
  }

  /// Returns whether the module of the file at a path takes a product, or a fix can have it do so; nil where nothing says
  /// what it takes.
  ///
  /// - Parameters:
  ///   - package: the identity of the product's package. A target that is written out can be given the product where its
  ///     manifest names the package.
  ///   - others: products that bring it along, for who needs to import its module and no more. Where there are any, what a
  ///     manifest does not say may bring it as well.
  func canTake(
    _ product: String, of package: String, broughtBy others: Set<String>, at path: String
  ) -> Bool? {
    if let source = packages[layout.project(ofPath: path)] {
      let manifest = cache.manifest(of: source)
      let name = layout.target(ofPath: path)
      guard let target = manifest.targets.first(where: { $0.name?.value == name }) else {
        return others.isEmpty ? false : nil
      }
      if target.dependencyNames.contains(product) { return true }
      if !others.isEmpty {
        let brings = target.brings(others.union([product]), in: manifest)
        if brings ?? true { return brings }
      }
      return target.dependencyList != nil
        && manifest.dependencies.contains { $0.identity == package }
    }
    let around = foldersAbove(path).compactMap { projects[$0] }.flatMap(\.self)
    guard !around.isEmpty else { return nil }
    let takes = around.contains { source in
      cache.xcodeProject(of: source).products.contains {
        $0.text == product || others.contains($0.text)
      }
    }
    return takes || others.isEmpty ? takes : nil
  }
}

extension PackageTarget {
  /// Returns whether the target or one of the package that it depends on takes one of some products; nil where it depends on
  /// what the manifest does not tell of.
  func brings(_ products: Set<String>, in manifest: PackageManifest) -> Bool? {
    let remote = Set(manifest.dependencies.filter(\.isRemote).compactMap(\.identity))
    var isKnown = true
    var seen: Set<String> = []
    var open = [self]
    while let target = open.popLast() {
      if !products.isDisjoint(with: target.heldDependencies) { return true }
      // What makes a dependency, '.target(name:)' in a constant, looks like a target itself.
      func targets(named name: String) -> [PackageTarget] {
        manifest.targets.filter { $0.name?.value == name }
      }
      for name in target.heldDependencies where seen.insert(name).inserted {
        open += targets(named: name)
      }
      let list = target.dependencyList?.range
      let isRead =
        list.map { list in !manifest.unknown.contains { list.contains($0) } } ?? false
      isKnown = isKnown && (isRead || target.dependencies.isEmpty && list == nil)
      for dependency in target.dependencies {
        let name = dependency.name.value
        if products.contains(name) { return true }
        let next = targets(named: name)
        if !next.isEmpty {
          if seen.insert(name).inserted { open += next }
        } else if dependency.package.map({ !remote.contains($0.value.lowercased()) }) ?? true {
          isKnown = false
        }
      }
    }
    return isKnown ? false : nil
  }
}

extension PackageDependency {
  /// Whether the package comes from elsewhere, and is none of the project's own.
  fileprivate var isRemote: Bool {
    switch location {
    case .url, .registry: true
    case .path, .unknown: false
    }
  }
}
