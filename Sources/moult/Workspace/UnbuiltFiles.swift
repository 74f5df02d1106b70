import MoultAnalysis
import MoultReporting
import MoultSource

/// Returns what is said of the Swift files that no package compiles, and which nobody looks at, by path.
///
/// - Parameter files: of the workspace, with the manifests.
func unbuiltSwift(
  among loaded: some Sequence<LoadedFile>, of files: [WorkspaceFile]
) -> [String: Gap] {
  let unbuilt = UnbuiltSwift(files.map(\.source))
  return loaded.reduce(into: [:]) { gaps, file in
    guard file.surface == .swift, let reason = unbuilt.reason(ofPath: file.path) else { return }
    gaps[file.path] = Gap(path: file.path, kind: .skipped, reason: reason.text)
  }
}

extension UnbuiltSwift.Reason {
  fileprivate var text: String {
    switch self {
    case .resource: "a resource of its package, which is not compiled"
    case .excluded: "left out by the manifest of its package"
    }
  }
}
