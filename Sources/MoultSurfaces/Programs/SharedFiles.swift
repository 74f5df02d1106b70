import MoultManifests
import MoultSource

/// Returns whether a file says something about programs that lie below it.
///
/// - Parameter isBuilt: whether its folder holds code of its own, so that its dependencies and versions concern that alone.
func speaksForOthers(_ file: TreeFile, isBuilt: Bool) -> Bool {
  guard let source = file.source else { return false }
  guard let kind = manifestKind(of: source) else {
    return file.surface == .proto || !isBuilt && file.surface == .manifest
  }
  switch kind {
  case .bufGeneration, .bufModule, .bufWorkspace, .bufLock, .pluginConfiguration: return true
  case .swiftPackageLock: return !isBuilt || file.path.contains(".xcworkspace/")
  case .swiftPackage, .podfile, .podfileLock, .podspec, .cartfile, .cartfileLock, .xcodeProject,
    .xcodeSettings, .bazelPackage:
    return !isBuilt
  case .yaml, .makefile, .justfile, .shell, .dockerfile, .ruby, .markdown:
    return generators.findsAnchor(in: source.bytes)
  }
}

/// What scripts call to make code of `.proto` files.
private let generators = AnchorScanner(anchors: ["protoc", "buf"])
