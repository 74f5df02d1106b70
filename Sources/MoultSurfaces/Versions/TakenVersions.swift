import MoultSource
import Synchronization

/// Which version of a package each file of a project is built with, as far as locks and manifests tell.
///
/// A file belongs to the nearest folder above it whose manifests or locks name the package. There the lock of the
/// project that is built counts: that of an Xcode workspace before that of the project in it, and either before the
/// package's own, also where the project has the package in a folder. Without a lock, or with one that the manifest has overtaken, it is the least version that the manifest allows. A commit or a branch that is called as a
/// release is that release; where nothing else than another one is known, the next folder above decides that names the package.
/// What is built by two package managers has to be right with the older of the two.
package struct TakenVersions: Sendable {
  /// By path with a final `/`; the root is the empty text.
  private let folders: [String: VersionedFolder]

  /// By a folder: those whose projects have it as a part of themselves, by its path.
  private let wholes: [String: [String]]
  private let layout: ProjectLayout
  private let requirements: RequirementTable
  private let pods: [String: String]
  private let copies: [LibraryCopy]
  private let known = KnownVersions()

  /// - Parameter copies: of libraries in the tree, whose files are none of `files`.
  package init(
    _ files: [ProjectText], _ versions: SymbolVersions, _ requirements: RequirementTable,
    copies: [LibraryCopy] = [], cache: TreeCache
  ) {
    self.copies = copies
    var reader = VersionFileReader(
      packages: versions.packages.union(requirements.packages),
      pods: versions.packagesOfPods, cache: cache)
    for file in files { reader.read(file) }
    folders = reader.folders
    var wholes: [String: [String]] = [:]
    for (folder, known) in folders {
      for part in known.localPackages.union(known.foldersBesideXcode) {
        wholes[part, default: []].append(folder)
      }
    }
    self.wholes = wholes
    layout = ProjectLayout(files)
    self.requirements = requirements
    pods = versions.packagesOfPods
  }

  /// Whether nothing is known of any package.
  package var isEmpty: Bool { folders.isEmpty && copies.isEmpty }

  /// Returns the version of the package by its identity that the file at `path` is built with, or nil.
  ///
  /// What another package that is taken asks for counts where it is newer: package managers see to that.
  package func version(of package: String, at path: String) -> TakenVersion? {
    known.version(of: package, at: path) { findVersion(of: package, at: path) }
  }

  private func findVersion(of package: String, at path: String) -> TakenVersion? {
    guard let own = stated(package, at: path) else {
      return copy(of: package, at: path)?.taken ?? implied(package, at: path, by: \.asks)
        ?? lastPod(of: package, at: path)
    }
    // Another package that is taken cannot be had with less, so a lock below that is not up to date.
    guard let implied = implied(package, at: path, by: \.least), own.isBelow(implied.release)
    else { return own }
    return implied
  }

  /// What manifests say of the package, and of others whose releases ask for it: where its version at `path` comes from.
  package func sources(of package: String, at path: String) -> [StatedRequirement] {
    foldersAbove(path).compactMap { folders[$0] }.flatMap(\.requirements).filter { stated in
      guard stated.package != package else { return true }
      guard let floor = stated.floor,
        let row = requirements.row(ofPackage: stated.package, at: floor.version)
      else { return false }
      return row.least[package] != nil
    }
  }

  /// Whether the file at `path` may be built with the package: its project names it, or takes what names it, or no project
  /// is its own.
  ///
  /// A package is built with what it names, whatever is named above it; of pods, what a Podfile farther up names counts too.
  package func mayTake(_ package: String, at path: String) -> Bool {
    let copies = copies.filter { $0.package == package }.map(\.folder)
    if copies.contains(where: path.hasPrefix) { return true }
    var own: [String] = []
    for folder in foldersAbove(path) {
      guard let known = folders[folder], known.isProject || known.hasLock(on: package)
      else { continue }
      own.append(folder)
      if known.hasPackage { break }
    }
    guard !own.isEmpty else { return true }
    var next = own
    var seen = Set(own)
    while let folder = next.popLast() {
      if copies.contains(folder) { return true }
      guard let known = folders[folder] else { continue }
      if known.speaks(of: package) || known.asks(for: package, by: requirements) { return true }
      next += known.localPackages.filter { seen.insert($0).inserted }
      next += known.foldersBesideXcode.filter { other in
        folders[other] != nil && seen.insert(other).inserted
      }
    }
    return false
  }

  /// Returns the oldest version of the package that any takes which has the package around the file at `path` as a part of
  /// itself, by its path, or as a part of a part; nil where none of them takes it.
  ///
  /// What a part requires has to go with that.
  package func versionAround(_ path: String, of package: String) -> TakenVersion? {
    guard let own = foldersAbove(path).first(where: { folders[$0]?.hasPackage ?? false }) else {
      return nil
    }
    var next = [own]
    var seen = Set(next)
    var found: [TakenVersion] = []
    while let part = next.popLast() {
      for folder in wholes[part, default: []] where seen.insert(folder).inserted {
        next.append(folder)
        guard folders[folder]?.speaks(of: package) ?? false else { continue }
        found += [version(of: package, at: folder + "Package.swift")].compactMap { $0 }
      }
    }
    return found.min { ($0.release.version, $0.evidence) < ($1.release.version, $1.evidence) }
  }

  /// All that manifests say of any package, in no order.
  package var statements: [StatedRequirement] { folders.values.flatMap(\.requirements) }

  /// What says that the package is of no release that anybody could name, where the file at `path` is built with it: a
  /// phrase such as `swift-protobuf of no release by Package.swift:12`.
  package func evidenceOfNoRelease(of package: String, at path: String) -> String? {
    let speaking =
      foldersAbove(path).lazy.compactMap { folders[$0] }.first { $0.speaks(of: package) }
      ?? onlyFolder(naming: package)?.value
    guard let speaking else {
      return copy(of: package, at: path).flatMap { $0.release == nil ? $0.evidence : nil }
    }
    return speaking.requirements.first { $0.package == package && $0.isOfNoRelease }
      .map { "\(package) of no release by \($0.place)" }
  }

  /// Where the lock of the file at `path` holds the package at a commit: `a commit of 'main' in Package.resolved:4`.
  package func lockedCommit(of package: String, at path: String) -> String? {
    let known = foldersAbove(path).lazy.compactMap { folders[$0]?.commits[package] }.first
    if let known { return known }
    let all = folders.values.compactMap { $0.commits[package] }
    return all.count == 1 ? all[0] : nil
  }

  /// The copy of the package in the tree that the file at `path` is built with: the nearest around it, or else the only one.
  private func copy(of package: String, at path: String) -> LibraryCopy? {
    let copies = copies.filter { $0.package == package }
    return copies.filter { path.hasPrefix($0.folder) }.max { $0.folder.count < $1.folder.count }
      ?? (copies.count == 1 ? copies.first : nil)
  }

  /// A project beside its sources: the only one that names the package speaks for all.
  private func onlyFolder(naming package: String) -> (key: String, value: VersionedFolder)? {
    let speaking = folders.filter { $0.value.speaks(of: package) }
    return speaking.count == 1 ? speaking.first : nil
  }

  /// What is said of the package in the requirement of another that the same file is built with.
  private func implied(
    _ package: String, at path: String, by said: KeyPath<RequirementRow, [String: Release]>
  ) -> TakenVersion? {
    var newest: TakenVersion?
    for other in requirements.packages where other != package {
      guard let taken = stated(other, at: path),
        let row = requirements.row(ofPackage: other, at: taken.release.version),
        let asked = row[keyPath: said][package], newest.map({ $0.isBelow(asked) }) ?? true
      else { continue }
      newest = TakenVersion(
        asked, "\(package) \(asked.text) or newer, which \(taken.evidence) requires",
        isPinned: false)
    }
    return newest
  }

  /// The last release of the package's pod, where the file is built with pods alone and one of them asks for it.
  private func lastPod(of package: String, at path: String) -> TakenVersion? {
    guard let pod = pods.filter({ $0.value == package }).keys.min(),
      let last = requirements.lastRelease(ofPod: pod)
    else { return nil }
    for folder in foldersAbove(path) {
      guard let known = folders[folder] else { continue }
      if known.requirements.contains(where: { $0.manager == .swiftPackage }) { return nil }
      guard
        let asking = known.requirements.first(where: { requirements.pod($0.name, asksFor: pod) })
      else { continue }
      return TakenVersion(
        last,
        "\(package) \(last.text), the last that pods have, which '\(asking.name)' in \(asking.place) brings",
        isPinned: false, below: last.next)
    }
    return nil
  }

  private func stated(_ package: String, at path: String) -> TakenVersion? {
    for folder in foldersAbove(path) {
      guard let known = folders[folder] else { continue }
      let found = known.taken(
        package, by: managers(of: path, in: folder, known),
        around: locksOfXcode(around: folder, known), enclosing: enclosing(folder, known),
        asked: asked(for: package, folder, known))
      if let found { return found }
      let named = known.requirements.filter { $0.package == package }
      // Of a commit nobody knows the release, but a project around it may.
      if named.contains(where: { !$0.isOfNoRelease }) { return nil }
    }
    guard let (folder, known) = onlyFolder(naming: package) else { return nil }
    return known.taken(
      package, by: [.swiftPackage, .pods, .carthage],
      around: locksOfXcode(around: folder, known), enclosing: enclosing(folder, known),
      asked: asked(for: package, folder, known))
  }

  /// What the packages ask for that a project or a package with a lock has in folders, as its lock has to meet that too.
  private func asked(
    for package: String, _ folder: String, _ known: VersionedFolder
  ) -> TakenVersion? {
    let local = known.locks[.swiftPackage]?[package] == nil ? [] : localPackages(of: known)
    return (packagesOfXcode(folder, known) + local)
      .flatMap { $0.stated(package, by: [.swiftPackage]).compactMap(\.asTaken) }
      .max { ($0.release.version, $0.evidence) < ($1.release.version, $1.evidence) }
  }

  /// The packages that an Xcode project in the folder has in it.
  private func packagesOfXcode(_ folder: String, _ known: VersionedFolder) -> [VersionedFolder] {
    guard known.locks[.xcodeProject] != nil || known.locks[.xcodeWorkspace] != nil else {
      return []
    }
    return folders.filter { path, other in
      guard other.hasPackage else { return false }
      if known.foldersBesideXcode.contains(path) { return true }
      guard path.hasPrefix(folder) else { return false }
      let own = "/" + path.dropFirst(folder.count)
      return known.foldersOfXcode.contains { own.hasSuffix("/" + $0) }
    }.map(\.value)
  }

  /// The packages that a package takes from folders, and those that they take.
  private func localPackages(of known: VersionedFolder) -> [VersionedFolder] {
    var found: [VersionedFolder] = []
    var next = Array(known.localPackages)
    var seen = Set(next)
    while let folder = next.popLast() {
      guard let local = folders[folder] else { continue }
      found.append(local)
      next += local.localPackages.filter { seen.insert($0).inserted }
    }
    return found
  }

  /// A target of a package is built by the package, and by a podspec that names its folder.
  private func managers(
    of path: String, in folder: String, _ known: VersionedFolder
  ) -> Set<PackageManager> {
    let own = path.dropFirst(folder.utf8.count)
    guard known.hasPackage, own.hasPrefix("Sources/") || own.hasPrefix("Tests/") else {
      return [.swiftPackage, .pods, .carthage]
    }
    return known.podspecFolders.contains { own.hasPrefix($0) }
      ? [.swiftPackage, .pods] : [.swiftPackage]
  }

  /// The locks of an Xcode project that has the package at `folder` in it; what the package has of its own is not looked at then.
  private func locksOfXcode(
    around folder: String, _ known: VersionedFolder
  ) -> [[String: TakenVersion]] {
    guard known.hasPackage else { return [] }
    return foldersAbove(folder).filter { $0 != folder }.compactMap { path in
      folders[path].map { (path, $0) }
    }.flatMap { path, above -> [[String: TakenVersion]] in
      let own = "/" + folder.dropFirst(path.count)
      guard above.foldersOfXcode.contains(where: { own.hasSuffix("/" + $0) }) else { return [] }
      return [above.locks[.xcodeWorkspace], above.locks[.xcodeProject]].compactMap { $0 }
    }
  }

  /// The locks of what builds the package at `folder` as a part of itself: a package that names its path, or
  /// an Xcode project above it.
  private func enclosing(
    _ folder: String, _ known: VersionedFolder
  ) -> [[String: TakenVersion]] {
    guard known.hasPackage, known.locks[.swiftPackage] == nil else { return [] }
    return foldersAbove(folder).filter { $0 != folder }.compactMap { folders[$0] }
      .flatMap { above -> [[String: TakenVersion]] in
        let xcode = [above.locks[.xcodeWorkspace], above.locks[.xcodeProject]]
        let package = above.localPackages.contains(folder) ? above.locks[.swiftPackage] : nil
        return (xcode + [package]).compactMap { $0 }
      }
  }
}

extension VersionedFolder {
  /// Whether a release of what is named here asks for the package.
  fileprivate func asks(for package: String, by table: RequirementTable) -> Bool {
    requirements.contains { stated in
      stated.floor.flatMap { table.row(ofPackage: stated.package, at: $0.version) }?.asks[package]
        != nil
    }
  }

  func speaks(of package: String) -> Bool {
    requirements.contains { $0.package == package } || hasLock(on: package)
  }

  /// Whether a lock here holds the package: of a workspace, whose folder has no manifest, it says what its projects take.
  func hasLock(on package: String) -> Bool {
    locks.values.contains { $0[package] != nil }
  }

  /// The oldest version that any of the package managers takes here.
  ///
  /// - Parameters:
  ///   - around: locks that count before those of the folder.
  ///   - enclosing: locks that count behind them.
  ///   - asked: the newest release that packages in folders of the project ask for at least, which its lock cannot be below.
  func taken(
    _ package: String, by managers: Set<PackageManager>, around: [[String: TakenVersion]],
    enclosing: [[String: TakenVersion]], asked: TakenVersion?
  ) -> TakenVersion? {
    var found: [TakenVersion] = []
    for manager in managers {
      let stated = stated(package, by: [manager]).compactMap(\.asTaken)
      let isPackage = manager == .swiftPackage
      var floor = stated.min { $0.release.version < $1.release.version }
      if isPackage, let asked, floor?.isBelow(asked.release) ?? true { floor = asked }
      let own = LockOwner.allCases.filter { $0.manager == manager }
        .compactMap { locks[$0]?[package] }
      let before = isPackage ? around.compactMap { $0[package] } : []
      let behind = isPackage ? enclosing.compactMap { $0[package] } : []
      // A lock that is older than the manifest allows is one that nobody has brought up to date.
      let locked = (before + own + behind).first { lock in
        floor.map { !(lock.release.version < $0.release.version) } ?? true
      }
      if let taken = locked ?? floor { found.append(taken) }
    }
    return found.min {
      ($0.release.version, $0.evidence) < ($1.release.version, $1.evidence)
    }
  }
}

/// Versions that were asked for: each finding of a file asks for the same.
private final class KnownVersions: Sendable {
  private struct Key: Hashable {
    let package: String
    let path: String
  }

  private let versions = Mutex<[Key: TakenVersion?]>([:])

  func version(
    of package: String, at path: String, find: () -> TakenVersion?
  ) -> TakenVersion? {
    let key = Key(package: package, path: path)
    if let known = versions.withLock({ $0[key] }) { return known }
    let found = find()
    versions.withLock { $0[key] = .some(found) }
    return found
  }
}
