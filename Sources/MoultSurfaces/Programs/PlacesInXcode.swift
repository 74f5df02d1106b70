import MoultManifests
package import MoultSemantics
import MoultSource

/// Returns which targets of Xcode projects compile files that no target of a package has, by their paths.
///
/// What nobody's target compiles has no place, and neither has anything where all is of one target. Projects that a package manager
/// wrote say nothing.
///
/// - Parameter files: all of the program.
/// - Complexity: O(*n*) in the objects of the projects, and O(*depth*) for each file.
package func placesInXcode(
  of texts: [ProjectText], among files: [ProjectText], _ layout: ProjectLayout, _ cache: TreeCache
) -> [String: BuildPlace] {
  var targets: [XcodeTarget] = []
  var waited: [[Int]] = []
  for file in files where manifestKind(ofPath: file.source.path) == .xcodeProject {
    guard !isProjectOfPods(file.source.path) else { continue }
    let first = targets.count
    for target in cache.xcodeProject(of: file.source).targets {
      targets.append(target)
      waited.append(target.dependencies.map { $0 + first })
    }
  }
  let building = targets.indices.filter {
    !targets[$0].files.isEmpty || !targets[$0].folders.isEmpty
  }
  guard building.count > 1 else { return [:] }
  var byFile: [String: Set<Int>] = [:]
  var byFolder: [String: [(target: Int, without: Set<String>)]] = [:]
  for target in building {
    for path in targets[target].files { byFile[path, default: []].insert(target) }
    for folder in targets[target].folders {
      byFolder[folder.path, default: []].append((target, folder.without))
    }
  }
  var known: [Set<Int>: BuildPlace] = [:]
  var result: [String: BuildPlace] = [:]
  for text in texts {
    let path = text.source.path
    guard layout.target(ofPath: path) == nil else { continue }
    var own = byFile[path] ?? []
    if !byFolder.isEmpty {
      for (target, without) in foldersAbove(path).compactMap({ byFolder[$0] }).joined()
      where !without.contains(path) {
        own.insert(target)
      }
    }
    guard !own.isEmpty else { continue }
    // A test may be loaded into an app that it does not wait for, or that another project makes.
    let isLoose = own.contains { target in
      targets[target].isTest && !waited[target].contains { !targets[$0].isLibrary }
    }
    if isLoose { continue }
    let place =
      known[own]
      ?? BuildPlace(
        targets: own, seeing: Set(own.filter { targets[$0].isTest }.flatMap { waited[$0] }),
        isImportable: own.contains { targets[$0].isLibrary })
    known[own] = place
    result[path] = place
  }
  return known.count > 1 ? result : [:]
}
