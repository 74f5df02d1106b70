import MoultManifests
import MoultSource

/// Collects what manifests and locks say about versions, by the folder of the project that they belong to.
package struct VersionFileReader {
  /// The identities of the packages that matter.
  let packages: Set<String>

  /// The identity of the package that a pod brings, by the pod's name in lower case.
  let pods: [String: String]
  let cache: TreeCache
  private(set) var folders: [String: VersionedFolder] = [:]

  /// What the manifests that were read say of the packages and pods, in no order.
  package var requirements: [StatedRequirement] { folders.values.flatMap(\.requirements) }

  package init(packages: Set<String>, pods: [String: String], cache: TreeCache) {
    self.packages = packages
    self.pods = pods
    self.cache = cache
  }

  /// Takes what a manifest or a lock says of versions; any other file says nothing.
  ///
  /// - Complexity: O(*n*) in the bytes of the file.
  package mutating func read(_ file: ProjectText) {
    guard file.surface == .manifest else { return }
    switch manifestKind(ofPath: file.source.path) {
    case .swiftPackage where file.source.path.hasSuffix("Package.swift"):
      folders[folderName(file.source.path), default: VersionedFolder()].isProject = true
      readPackage(file)
    case .xcodeProject:
      let project = cache.xcodeProject(of: file.source)
      let folder = projectFolder(file.source.path)
      if !project.packages.isEmpty { folders[folder, default: VersionedFolder()].isProject = true }
      for reference in project.packages {
        guard let stated = requirement(reference, in: file) else { continue }
        folders[folder, default: VersionedFolder()].requirements.append(stated)
      }
      for path in project.folders {
        folders[folder, default: VersionedFolder()].foldersBesideXcode.insert(
          resolved(path.text, in: folder))
        // '..' and '.' name no folder below.
        let named = resolved(path.text, in: "")
        guard !named.isEmpty, named != "/" else { continue }
        folders[folder, default: VersionedFolder()].foldersOfXcode.insert(named)
      }
    case .podfile, .podspec:
      folders[folderName(file.source.path), default: VersionedFolder()].isProject = true
      readPods(file)
    case .cartfile:
      folders[folderName(file.source.path), default: VersionedFolder()].isProject = true
      readCartfile(file)
    case .swiftPackageLock, .podfileLock, .cartfileLock: readLock(file)
    default: return
    }
  }

  // MARK: Manifests

  private mutating func readPackage(_ file: ProjectText) {
    let manifest = cache.manifest(of: file.source)
    let folder = folderName(file.source.path)
    var known = folders[folder] ?? VersionedFolder()
    known.hasPackage = true
    for dependency in manifest.dependencies {
      if case .path(let path) = dependency.location {
        known.localPackages.insert(resolved(path.value, in: folder))
        continue
      }
      guard case .url(let address) = dependency.location,
        packages.contains(packageIdentity(address.value))
      else { continue }
      known.requirements.append(
        StatedRequirement(
          dependency, package: packageIdentity(address.value), in: file))
    }
    folders[folder] = known
  }

  private func requirement(
    _ reference: XcodePackageReference, in file: ProjectText
  ) -> StatedRequirement? {
    guard packages.contains(reference.identity) else { return nil }
    let kind = reference.requirementKind
    let named: Release? =
      switch kind {
      case "branch": reference.branch.flatMap { Release(tag: $0.text) }
      case "revision": reference.revision.flatMap { Release(tag: $0.text) }
      default: nil
      }
    let floor = named ?? reference.version.flatMap { Release($0.text) }
    let ceiling: VersionNumber? =
      switch kind {
      case "exactVersion", "branch", "revision": floor?.next
      case "upToNextMinorVersion": floor?.nextMinor
      case "upToNextMajorVersion": floor?.nextMajor
      default: reference.upperBound.flatMap { VersionNumber($0.text) }
      }
    let isOfNoRelease =
      switch kind {
      case "branch": named == nil && isNoMainBranch(reference.branch?.text)
      case "revision": named == nil
      default: false
      }
    return StatedRequirement(
      package: reference.identity, name: reference.identity, floor: floor, ceiling: ceiling,
      floorRange: named != nil || kind == "versionRange" ? nil : reference.version?.content.range,
      isOfNoRelease: isOfNoRelease, manager: .swiftPackage, in: file, at: reference.range)
  }

  private mutating func readPods(_ file: ProjectText) {
    let folder = folderName(file.source.path)
    for pod in cache.pods(of: file.source) {
      guard let name = pod.rootName, let package = pods[name.lowercased()] else { continue }
      let stated = StatedRequirement(pod, package: package, name: name, in: file)
      guard let stated = name.hasPrefix("!") ? stated.ofPlugin(in: file) : stated else { continue }
      folders[folder, default: VersionedFolder()].requirements.append(stated)
    }
    guard manifestKind(ofPath: file.source.path) == .podspec else { return }
    let sources = rubyCalls(in: file.source).filter { $0.name == "source_files" }
      .flatMap(\.arguments).flatMap { strings($0.value) }
    folders[folder, default: VersionedFolder()].podspecFolders += sources.compactMap { pattern in
      let fixed = pattern.prefix { !"*{[?".contains($0) }
      return fixed.lastIndex(of: "/").map { String(fixed[...$0]) }
    }
  }

  private func strings(_ value: RubyValue) -> [String] {
    if case .array(let elements) = value { return elements.compactMap(\.value.string?.value) }
    return [value.string?.value].compactMap { $0 }
  }

  private mutating func readCartfile(_ file: ProjectText) {
    for entry in cartfileEntries(in: file.source) {
      let package = packageIdentity(entry.identifier)
      guard packages.contains(package) else { continue }
      let floor = entry.requirement.flatMap { Release(requirement: $0) }
      folders[folderName(file.source.path), default: VersionedFolder()].requirements.append(
        StatedRequirement(
          package: package, name: entry.identifier, floor: floor,
          ceiling: entry.requirement.map { $0.hasPrefix("==") } ?? false ? floor?.next : nil,
          floorRange: nil, manager: .carthage, in: file, at: entry.range))
    }
  }

  // MARK: Locks

  private mutating func readLock(_ file: ProjectText) {
    let (folder, owner) = lockOwner(file.source.path)
    for entry in cache.lock(of: file.source) {
      let root = entry.name.split(separator: "/").first.map(String.init) ?? entry.name
      let package =
        owner == .pods ? pods[root.lowercased()] : packageIdentity(entry.location ?? entry.name)
      guard let package, packages.contains(package) else { continue }
      guard
        let release = entry.version.map({ Release(requirement: $0) })
          ?? entry.branch.flatMap({ Release(tag: $0) })
      else {
        if owner.manager == .swiftPackage {
          folders[folder, default: VersionedFolder()].commits[package] =
            "a commit of \(entry.branch.map { "'\($0)'" } ?? package) in \(file.place(of: entry.versionRange ?? entry.range))"
        }
        continue
      }
      folders[folder, default: VersionedFolder()].locks[owner, default: [:]][package] =
        TakenVersion(
          release,
          "\(package) \(release.text) in \(file.place(of: entry.versionRange ?? entry.range))",
          isPinned: true)
    }
  }

  /// The folder of the project that a lock belongs to, and what it is the lock of.
  private func lockOwner(_ path: String) -> (folder: String, owner: LockOwner) {
    let kind = manifestKind(ofPath: path)
    if kind == .podfileLock { return (folderName(path), .pods) }
    if kind == .cartfileLock { return (folderName(path), .carthage) }
    let parts = path.split(separator: "/").map(String.init)
    if let index = parts.firstIndex(of: ".swiftpm") {
      return (joined(parts.prefix(index)), .packageWorkspace)
    }
    if let index = parts.firstIndex(where: { $0.hasSuffix(".xcodeproj") }) {
      return (joined(parts.prefix(index)), .xcodeProject)
    }
    if let index = parts.firstIndex(where: { $0.hasSuffix(".xcworkspace") }) {
      return (joined(parts.prefix(index)), .xcodeWorkspace)
    }
    return (folderName(path), .swiftPackage)
  }

  // MARK: Paths

  /// The folder in which the `.xcodeproj` of a `project.pbxproj` lies.
  private func projectFolder(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    return joined(parts.dropLast(2))
  }

  private func folderName(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private func joined(_ parts: some Sequence<String>) -> String {
    parts.map { $0 + "/" }.joined()
  }

  private func resolved(_ path: String, in folder: String) -> String {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(String(part)) }
    }
    return joined(parts)
  }
}
