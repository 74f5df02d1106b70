import MoultManifests
import MoultSource

/// What the configuration files of buf say about each other.
struct BufProject: Sendable {
  /// The folders that each `buf.work.yaml` names, by its path, as they are written.
  private var directories: [String: [String]] = [:]

  /// The versions of the `buf.yaml` files, by their folders.
  private var versions: [String: String] = [:]

  /// A release of buf that the project runs, and that knows nothing of version 2.
  let oldPin: BufPin?

  init(_ files: [ProjectText]) {
    oldPin = oldBufPin(in: files)
    for file in files {
      let path = file.source.path
      switch manifestKind(ofPath: path) {
      case .bufWorkspace:
        let root = parseYAML(file.source).documents.first
        directories[path] = (root?["directories"]?.elements ?? []).compactMap { $0.scalar?.text }
      case .bufModule: versions[bufFolder(of: path)] = bufVersion(of: file.source)?.text
      default: continue
      }
    }
  }

  /// Returns the workspace file that names a module's folder, the nearest first.
  func workspace(ofModuleAt path: String) -> String? {
    let home = bufFolder(of: path)
    return directories.keys.sorted { $0.utf8.count > $1.utf8.count }.first { workspace in
      (directories[workspace] ?? []).contains { joined(bufFolder(of: workspace), $0) == home }
    }
  }

  /// Returns the workspace file in the folder of a file.
  func workspace(beside path: String) -> String? {
    directories.keys.sorted().first { bufFolder(of: $0) == bufFolder(of: path) }
  }

  func directories(ofWorkspaceAt path: String) -> [String] { directories[path] ?? [] }

  /// Returns the version of the `buf.yaml` in the folder of a file.
  func version(ofModuleBeside path: String) -> String? { versions[bufFolder(of: path)] }
}

/// The folder of a path, without a final slash; empty for the root.
private func bufFolder(of path: String) -> String {
  path.split(separator: "/").dropLast().joined(separator: "/")
}

private func joined(_ folder: String, _ path: String) -> String {
  (folder.split(separator: "/") + path.split(separator: "/").filter { $0 != "." })
    .joined(separator: "/")
}
