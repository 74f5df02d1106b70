import MoultProto
import MoultSource

/// What shows that the class prefix of a `.proto` file matters.
enum PrefixDemand: Hashable, Sendable {
  /// The configuration asks for one.
  case configured
  /// Something makes or uses Objective-C classes of the file: a phrase such as `'--objc_out' in Makefile:14`.
  case consumer(String)
  /// The file itself states a prefix, in a tree that says nothing about who generates.
  case itself
  /// Another file of the package states a prefix: its path.
  case package(String)
  /// Files of other packages of the tree state prefixes: the path of the first.
  case tree(String)

  /// A phrase for the finding's evidence; nil where the prefix that it names says as much.
  var evidence: String? {
    switch self {
    case .configured: "the configuration asks for a prefix"
    case .itself, .package: nil
    case .consumer(let phrase): phrase
    case .tree(let path): "other packages have a prefix, as in \(path)"
    }
  }
}

/// What the `.proto` files of a tree say about prefixes where nothing in it tells who generates code of them.
///
/// A repository of schemas has its consumers elsewhere. That some of its files state a prefix shows that there is
/// Objective-C among them, unless it is hardly any: a file that shows all options, or tests a generator.
struct PrefixPractice: Sendable {
  /// Whether the tree has no code, so that consumers are elsewhere.
  let isOfSchemasAlone: Bool

  /// Whose packages the tree has copies of, as it has others' as well.
  private let copied: [PackageOwner]

  /// By package: the first of its files that states a prefix, by path.
  private let stating: [String: String]

  /// The first file that states a prefix and is the tree's own, by path; nil also where for each of them ten files have none.
  private let firstStating: String?

  /// The packages of the tree's own that declare something and have no prefix, with the first file of each, by path.
  let bare: [(package: String, path: String)]

  /// - Parameters:
  ///   - protos: sorted by path.
  ///   - files: all of the program.
  ///   - spared: `.proto` files of which no Objective-C is made, by path.
  init(_ protos: [ProtoFile], among files: [ProjectText], spared: Set<String>) {
    let copied = [isOfGoogle, isSharedByGoogle, isExampleOfGRPC].filter { isTheirs in
      protos.contains { !isTheirs($0) }
    }
    self.copied = copied
    let isOwn = { isOwnFile($0, besideCopiesOf: copied) }
    isOfSchemasAlone =
      !files.contains { $0.surface == .swift || $0.surface == .objectiveC }
    var stating: [String: String] = [:]
    var bare: [String: String] = [:]
    var filesWithout = 0
    for file in protos {
      if file.objectiveCPrefix != nil {
        stating[file.package] = stating[file.package] ?? file.path
      } else if file.declaresTypes, !file.hasErrors, isOwn(file), !spared.contains(file.path) {
        bare[file.package] = bare[file.package] ?? file.path
        filesWithout += 1
      }
    }
    self.stating = stating
    let states = protos.filter { $0.objectiveCPrefix != nil && isOwn($0) }
    firstStating = states.count * 10 >= filesWithout ? states.first?.path : nil
    self.bare = bare.filter { stating[$0.key] == nil }
      .map { (package: $0.key, path: $0.value) }.sorted { $0.path < $1.path }
  }

  /// Returns what other files show about a file; nil if they show nothing.
  func demand(on file: ProtoFile) -> PrefixDemand? {
    guard isOwnFile(file, besideCopiesOf: copied) else { return nil }
    if isOfSchemasAlone, file.objectiveCPrefix != nil { return .itself }
    if let path = stating[file.package], path != file.path { return .package(path) }
    guard isOfSchemasAlone else { return nil }
    return firstStating.map { .tree($0) }
  }

  /// Whether no file states a prefix, in a tree of schemas alone.
  var isUndecided: Bool { isOfSchemasAlone && firstStating == nil }
}

extension ProtoFile {
  /// Whether the file declares anything that a class or an enumeration is made of.
  var declaresTypes: Bool { !messages.isEmpty || !enums.isEmpty || !services.isEmpty }

  /// Where something is said about the file as a whole: its package, or the name of the first thing that it declares.
  var headRange: ByteRange {
    let names = messages.map(\.nameRange) + enums.map(\.nameRange) + services.map(\.nameRange)
    return packageStatement?.range
      ?? names.compactMap(\.self).min { $0.lowerBound < $1.lowerBound }
      ?? ByteOffset(0)..<ByteOffset(0)
  }
}

/// Whether a file is of somebody's packages, which everybody has copies of.
private typealias PackageOwner = @Sendable (ProtoFile) -> Bool

/// Whether the tree decides about a file's prefix.
private func isOwnFile(_ file: ProtoFile, besideCopiesOf copied: [PackageOwner]) -> Bool {
  !isCopy(file) && !copied.contains { $0(file) }
}

@Sendable private func isOfGoogle(_ file: ProtoFile) -> Bool { file.package.hasPrefix("google.") }

/// Google's own APIs have copies of these.
@Sendable private func isSharedByGoogle(_ file: ProtoFile) -> Bool {
  ["google.api", "google.longrunning", "google.protobuf", "google.rpc", "google.type"]
    .contains(file.package)
}

/// The examples that gRPC's repositories for all languages have copies of, with their prefixes.
@Sendable private func isExampleOfGRPC(_ file: ProtoFile) -> Bool {
  ["hellostreamingworld", "helloworld", "routeguide"].contains(file.package)
}

/// Whether a file lies where copies of somebody else's do, who decides about their prefixes.
func isCopy(_ file: ProtoFile) -> Bool {
  file.path.split(separator: "/").dropLast().contains { foldersOfOthers.contains($0) }
}

/// The folders that copies of other people's files lie in, by custom.
private let foldersOfOthers: Set<Substring> = [
  "Carthage", "Pods", "Vendor", "external", "node_modules", "submodules", "third-party",
  "third_party", "thirdparty", "vendor",
]
