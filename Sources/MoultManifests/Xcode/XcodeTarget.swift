import MoultSource

/// What an Xcode project makes of which files.
package struct XcodeTarget: Hashable, Sendable {
  /// That of its module as well, where nothing else is set.
  package let name: String

  /// Whether code of other targets can import it: a framework or a library.
  package let isLibrary: Bool

  /// Whether it is a bundle of tests, which sees inside of the targets that it waits for.
  package let isTest: Bool

  /// The targets of the same project that it waits for, as indices, sorted.
  package let dependencies: [Int]

  /// The paths of the files that it compiles and the project names, from where the project's own path begins.
  package let files: Set<String>

  /// The folders that Xcode keeps in step with the disk, whose files it compiles but for some.
  package let folders: [XcodeFolder]
}

/// A folder that belongs to a target as it lies on the disk.
package struct XcodeFolder: Hashable, Sendable {
  /// From where the project's own path begins, with a final `/`; empty for the root.
  package let path: String

  /// The paths of what lies in it and belongs to others, or to none.
  package let without: Set<String>
}

/// Which target makes what, put together from the objects of a project.
///
/// As `xcodebuild` resolves paths: a group has one of its own or none, and stands where the group around it does, in the folder of the
/// project, or elsewhere, of which nothing is known here.
struct XcodeTargetObjects {
  private struct Target {
    let id: String
    let name: String
    let kind: String
    let phases: [String]
    let dependencies: [String]
    let folders: [String]
  }

  private struct Place {
    let path: String?
    let tree: String
  }

  private var targets: [Target] = []
  private var places: [String: Place] = [:]
  private var children: [String: [String]] = [:]
  private var filesOfPhase: [String: [String]] = [:]
  private var fileOfBuildFile: [String: String] = [:]
  private var targetOfDependency: [String: String] = [:]
  private var exceptionsOfFolder: [String: [String]] = [:]
  private var exceptions: [String: (target: String, members: [String])] = [:]
  private var mainGroup: String?
  private var projectFolder: String?

  /// - Parameter path: of the project's file, `App/App.xcodeproj/project.pbxproj`.
  init(ofProjectAt path: String) {
    projectFolder = path.split(separator: "/").dropLast(2).joined(separator: "/")
  }

  mutating func note(
    _ id: String, _ kind: String, _ values: [String: String], _ lists: [String: [String]]
  ) {
    switch kind {
    case "PBXNativeTarget":
      targets.append(
        Target(
          id: id, name: values["name"] ?? "", kind: values["productType"] ?? "",
          phases: lists["buildPhases"] ?? [], dependencies: lists["dependencies"] ?? [],
          folders: lists["fileSystemSynchronizedGroups"] ?? []))
    case "PBXGroup", "PBXVariantGroup", "PBXFileReference", "PBXFileSystemSynchronizedRootGroup":
      places[id] = Place(path: values["path"], tree: values["sourceTree"] ?? "<group>")
      children[id] = lists["children"]
      exceptionsOfFolder[id] = lists["exceptions"]
    case "PBXFileSystemSynchronizedBuildFileExceptionSet":
      exceptions[id] = (values["target"] ?? "", lists["membershipExceptions"] ?? [])
    case "PBXSourcesBuildPhase": filesOfPhase[id] = lists["files"]
    case "PBXBuildFile": fileOfBuildFile[id] = values["fileRef"]
    case "PBXTargetDependency": targetOfDependency[id] = values["target"]
    case "PBXProject":
      mainGroup = values["mainGroup"]
      projectFolder = projectFolder.flatMap { joined($0, values["projectDirPath"] ?? "") }
    default: return
    }
  }

  /// The targets in the order of the file.
  ///
  /// - Complexity: O(*n*) in the objects of the project.
  func resolved() -> [XcodeTarget] {
    guard !targets.isEmpty else { return [] }
    let paths = self.paths()
    let numbers = Dictionary(
      zip(targets.map(\.id), targets.indices), uniquingKeysWith: { first, _ in first })
    let folders = self.folders(paths)
    return targets.map { target in
      let built = target.phases.lazy.flatMap { filesOfPhase[$0] ?? [] }
        .compactMap { fileOfBuildFile[$0].flatMap { paths[$0] } }
      return XcodeTarget(
        name: target.name,
        isLibrary: target.kind.contains("framework") || target.kind.contains("library"),
        isTest: target.kind.contains("-test"),
        dependencies: target.dependencies.compactMap { targetOfDependency[$0] }
          .compactMap { numbers[$0] }.sorted(),
        files: Set(built).union(folders.lent[target.id] ?? []),
        folders: folders.whole[target.id] ?? [])
    }
  }

  /// The paths of files and folders, by their identifiers.
  private func paths() -> [String: String] {
    guard let projectFolder else { return [:] }
    var result: [String: String] = [:]
    var open = [(mainGroup ?? "", projectFolder)]
    while let (id, folder) = open.popLast() {
      guard result[id] == nil, let place = places[id] else { continue }
      let start: String
      switch place.tree {
      case "<group>": start = folder
      case "SOURCE_ROOT": start = projectFolder
      default: continue
      }
      guard let path = joined(start, place.path ?? "") else { continue }
      result[id] = path
      for child in children[id] ?? [] { open.append((child, path)) }
    }
    return result
  }

  /// The folders that targets have as they lie on the disk, and the files in them that others take, by the targets.
  private func folders(
    _ paths: [String: String]
  ) -> (whole: [String: [XcodeFolder]], lent: [String: [String]]) {
    var whole: [String: [XcodeFolder]] = [:]
    var lent: [String: [String]] = [:]
    let owners = targets.reduce(into: [String: Set<String>]()) { owners, target in
      for folder in target.folders { owners[folder, default: []].insert(target.id) }
    }
    for (folder, owners) in owners {
      guard let path = paths[folder] else { continue }
      var without: [String: Set<String>] = [:]
      for id in exceptionsOfFolder[folder] ?? [] {
        guard let (target, members) = exceptions[id] else { continue }
        let files = members.compactMap { joined(path, $0) }
        // Who has the folder does without these; who has not takes them.
        if owners.contains(target) {
          without[target, default: []].formUnion(files)
        } else {
          lent[target, default: []] += files
        }
      }
      for owner in owners {
        whole[owner, default: []].append(
          XcodeFolder(path: path.isEmpty ? "" : path + "/", without: without[owner] ?? []))
      }
    }
    return (whole.mapValues { $0.sorted { $0.path < $1.path } }, lent)
  }
}

/// Puts two paths together, without `.` and `..`; nil where they lead out of the root.
private func joined(_ folder: String, _ path: String) -> String? {
  var parts: [Substring] = []
  for part in folder.split(separator: "/") + path.split(separator: "/") where part != "." {
    if part == ".." {
      guard parts.popLast() != nil else { return nil }
    } else {
      parts.append(part)
    }
  }
  return parts.joined(separator: "/")
}
