package import MoultSource

/// The version of a package that a project takes, or the least that it allows.
package struct TakenVersion: Hashable, Sendable {
  package let release: Release

  /// A phrase such as `swift-protobuf 1.6.0 in Package.resolved:12`.
  package let evidence: String

  /// Whether it is this version and no newer one: a lock has it, or the manifest asks for it alone.
  package let isPinned: Bool

  /// The first version that is not taken in its place, where it is the least of several; nil where none is named.
  private let ceiling: VersionNumber?

  init(
    _ release: Release, _ evidence: String, isPinned: Bool, below ceiling: VersionNumber? = nil
  ) {
    self.release = release
    self.evidence = evidence
    self.isPinned = isPinned
    self.ceiling = ceiling
  }

  /// Whether the version that is taken came out before another release.
  package func isBelow(_ other: Release) -> Bool { release.version < other.version }

  /// Whether another release may be taken in its place, as it is only the least that is allowed.
  package func mayBe(_ other: Release) -> Bool {
    !isPinned && release.version <= other.version && ceiling.map { other.version < $0 } ?? true
  }
}

/// How a dependency comes into a project.
package enum PackageManager: Hashable, Sendable { case swiftPackage, pods, carthage }

/// What a manifest says about the versions of one package.
package struct StatedRequirement: Sendable {
  /// The identity of the package: `swift-protobuf`.
  package let package: String

  /// As the manifest calls it: `gRPC-Swift`.
  package let name: String

  /// The least version that fits; nil where none is named.
  package let floor: Release?

  /// The first version that does not fit; nil where none is named.
  let ceiling: VersionNumber?

  /// Whether it is of no release that anybody could name: a commit, or a branch other than the main one.
  package let isOfNoRelease: Bool

  /// What to write another least version into; nil where a person has to.
  package let floorRange: ByteRange?

  package let manager: PackageManager

  /// `Package.swift:12`.
  package let place: String

  /// The manifest, and where in it this stands.
  package let path: String
  package let range: ByteRange

  init(
    package: String, name: String, floor: Release?, ceiling: VersionNumber?, floorRange: ByteRange?,
    isOfNoRelease: Bool = false, manager: PackageManager, in file: ProjectText, at range: ByteRange
  ) {
    self.isOfNoRelease = isOfNoRelease
    self.package = package
    self.name = name
    self.floor = floor
    self.ceiling = ceiling
    self.floorRange = floorRange
    self.manager = manager
    self.range = range
    path = file.source.path
    place = file.place(of: range)
  }

  /// Whether no version from `release` on fits.
  package func excludes(_ release: Release) -> Bool {
    ceiling.map { $0 <= release.version } ?? false
  }

  var asTaken: TakenVersion? {
    floor.map { floor in
      let isPinned = floor.next == ceiling
      return TakenVersion(
        floor, "\(package) \(floor.text)\(isPinned ? "" : " or newer") by \(place)",
        isPinned: isPinned, below: ceiling)
    }
  }
}

/// What the manifests and locks in one folder say.
struct VersionedFolder: Sendable {
  var requirements: [StatedRequirement] = []

  /// What locks hold, by where the lock belongs.
  var locks: [LockOwner: [String: TakenVersion]] = [:]

  /// Where locks hold packages of which they name no version but a commit.
  var commits: [String: String] = [:]

  /// Folders that the package refers to by path, with a final `/`.
  var localPackages: Set<String> = []

  /// Folders that an Xcode project refers to, with a final `/`; some paths begin at a group and lack what is above it.
  var foldersOfXcode: Set<String> = []

  /// The same from the root, where the project's own folder is what they begin at.
  var foldersBesideXcode: Set<String> = []
  var hasPackage = false

  /// Whether a manifest of any package manager lies in the folder, whatever it names.
  var isProject = false

  /// What the podspecs in the folder build, as beginnings of paths.
  var podspecFolders: [String] = []

  func stated(_ package: String, by managers: Set<PackageManager>) -> [StatedRequirement] {
    requirements.filter { $0.package == package && managers.contains($0.manager) }
  }
}

/// What a lock belongs to; what comes first counts before what follows.
enum LockOwner: Int, CaseIterable, Hashable, Sendable {
  case xcodeWorkspace, xcodeProject, swiftPackage, packageWorkspace, pods, carthage

  var manager: PackageManager {
    switch self {
    case .xcodeWorkspace, .xcodeProject, .swiftPackage, .packageWorkspace: .swiftPackage
    case .pods: .pods
    case .carthage: .carthage
    }
  }
}
