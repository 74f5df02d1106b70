import MoultManifests
import MoultSource

/// Returns the modules that Xcode projects among some files make of sources that lie beside them, in a folder of the
/// module's name: they are no library's, whatever they are called.
///
/// What a package manager wrote, or others did, says nothing: there a framework is the library.
package func modulesOfXcodeTargets(in files: [ProjectText], _ cache: TreeCache) -> Set<String> {
  var named: [(folder: String, name: String)] = []
  for file in files where manifestKind(ofPath: file.source.path) == .xcodeProject {
    let path = file.source.path
    guard !path.hasPrefix("Pods/"), !path.contains("/Pods/"), !path.contains("Pods.xcodeproj/")
    else { continue }
    let inner = foldersAbove(path).first ?? ""
    let folder = foldersAbove(String(inner.dropLast())).first ?? ""
    for library in cache.xcodeProject(of: file.source).libraries {
      named.append((folder, library.text))
    }
  }
  guard !named.isEmpty else { return [] }
  var result: Set<String> = []
  for file in files where file.surface == .swift && !file.isGenerated {
    for (folder, name) in named where file.source.path.hasPrefix(folder) {
      let below = file.source.path.dropFirst(folder.count)
      if below.split(separator: "/").dropLast().contains(where: { $0 == name }) {
        result.insert(moduleName(ofTarget: name))
      }
    }
    if result.count == named.count { break }
  }
  return result
}
