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
      case .swiftPackage where lastComponent(file.source.path) == "Package.swift":
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
  /// - Parameter package: the identity of the product's package. A target that is written out can be given the product
  ///   where its manifest names the package.
  func canTake(_ product: String, of package: String, at path: String) -> Bool? {
    if let source = packages[layout.project(ofPath: path)] {
      let manifest = cache.manifest(of: source)
      let name = layout.target(ofPath: path)
      guard let target = manifest.targets.first(where: { $0.name?.value == name }) else {
        return false
      }
      if target.dependencies.contains(where: { $0.name.value == product }) { return true }
      return target.dependencyList != nil
        && manifest.dependencies.contains { $0.identity == package }
    }
    let around = foldersAbove(path).compactMap { projects[$0] }.flatMap(\.self)
    guard !around.isEmpty else { return nil }
    return around.contains { source in
      cache.xcodeProject(of: source).products.contains { $0.text == product }
    }
  }
}
