import MoultManifests
import MoultSource
import MoultSyntax

/// Returns the modules called as a library's that packages of others bring: `SwiftGRPC` of 'kite/SwiftGRPC'.
///
/// An import shows a library by the name of its module, and where no manifest is at hand that is all there is. A manifest or a
/// lock that names a package called as the module, and no package or pod of the library, says whose it is; unless a generator
/// has written the import, as it writes no others'.
///
/// - Complexity: O(*n*) in the bytes of the manifests; of generated Swift only where there is such a package.
func modulesOfOtherPackages(
  in files: [ProjectText], _ libraries: [LibraryEras], _ cache: TreeCache
) -> Set<String> {
  var packages: Set<String> = []
  var pods: Set<String> = []
  for file in files where file.surface == .manifest {
    let source = file.source
    switch manifestKind(ofPath: source.path) {
    case .swiftPackage:
      packages.formUnion(cache.manifest(of: source).dependencies.compactMap(\.identity))
    case .xcodeProject:
      packages.formUnion(cache.xcodeProject(of: source).packages.map(\.identity))
    case .swiftPackageLock, .cartfileLock:
      packages.formUnion(
        cache.lock(of: source).map {
          lastComponent(ofPath: repositoryName($0.location ?? $0.name))
        })
    case .cartfile:
      packages.formUnion(
        cartfileEntries(in: source).map { lastComponent(ofPath: repositoryName($0.identifier)) })
    case .podfile, .podspec: pods.formUnion(cache.pods(of: source).compactMap(\.rootName))
    case .podfileLock:
      // Without the subspec.
      pods.formUnion(cache.lock(of: source).map { String($0.name.prefix { $0 != "/" }) })
    default: continue
    }
  }
  var result: Set<String> = []
  for library in libraries {
    let signs = library.eras.map(\.signs) + [library.signs]
    let modules = signs.flatMap(\.modules).filter { packages.contains($0.lowercased()) }
    let own = signs.flatMap(\.packages).map { lastComponent(ofPath: $0.name).lowercased() }
    guard !modules.isEmpty, packages.isDisjoint(with: own),
      pods.isDisjoint(with: signs.flatMap(\.pods).map(\.name))
    else { continue }
    result.formUnion(modules)
  }
  guard !result.isEmpty else { return [] }
  for file in files where file.surface == .swift && file.isGenerated {
    result.subtract(cache.tree(of: file.source).importedModules)
  }
  return result
}
