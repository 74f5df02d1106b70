import MoultManifests
import MoultSource

/// Returns the modules that Xcode projects among some files make of sources that lie beside them, in a folder of the
/// module's name: they are no library's, whatever they are called.
///
/// What a package manager wrote, or others did, says nothing: there a framework is the library.
func modulesOfXcodeTargets(in files: [ProjectText], _ cache: TreeCache) -> Set<String> {
  // Of one folder together, so that a path is taken apart once for all targets of a project.
  var named: [String: Set<Substring>] = [:]
  for file in files where manifestKind(ofPath: file.source.path) == .xcodeProject {
    let path = file.source.path
    guard !isProjectOfPods(path) else { continue }
    let inner = foldersAbove(path).first ?? ""
    let folder = foldersAbove(String(inner.dropLast())).first ?? ""
    for library in cache.xcodeProject(of: file.source).targets where library.isLibrary {
      named[folder, default: []].insert(library.name[...])
    }
  }
  guard !named.isEmpty else { return [] }
  var result: Set<String> = []
  for file in files where file.surface == .swift && !file.isGenerated {
    for (folder, names) in named where file.source.path.hasPrefix(folder) {
      let below = file.source.path.dropFirst(folder.count).split(separator: "/").dropLast()
      for name in below where names.contains(name) {
        result.insert(moduleName(ofTarget: String(name)))
      }
    }
  }
  return result
}

/// Whether CocoaPods wrote an Xcode project.
func isProjectOfPods(_ path: String) -> Bool {
  path.hasPrefix("Pods/") || path.contains("/Pods/") || path.contains("Pods.xcodeproj/")
}
