import Foundation

/// Returns what git says against replacing files: one line for each that it could not bring back.
///
/// Outside a work tree nothing is said.
///
/// - Parameters:
///   - paths: relative to `base`.
///   - base: absolute.
/// - Throws: `Failure` if there is a repository and git cannot be asked.
func dirtyFiles(_ paths: [String], in base: String) throws(Failure) -> [String] {
  let folders = Set(paths.map { parentFolder(joined(base, $0)) })
  let repositories = Set(folders.compactMap { repositoryRoot(above: $0) }).sorted()
  var result: [String] = []
  for repository in repositories {
    let inside = paths.map { joined(base, $0) }
      .filter { repositoryRoot(above: parentFolder($0)) == repository }
    // So many paths fit on a command line whatever their lengths; most projects need one call.
    for start in stride(from: 0, to: inside.count, by: 500) {
      let some = Array(inside[start..<min(start + 500, inside.count)])
      for (path, state) in try gitStatus(of: some, in: repository) {
        result.append(
          "\(relativePath(path, in: base)): it is \(state) in git (--allow-dirty writes it)")
      }
    }
  }
  return result.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Asks git about files of one repository; returns those that it could not bring back.
private func gitStatus(
  of paths: [String], in repository: String
) throws(Failure) -> [(path: String, state: String)] {
  let bytes: [UInt8]
  do throws(GitError) {
    bytes = try git(
      [
        "--literal-pathspecs", "status", "--porcelain", "-z", "--untracked-files=all",
        "--ignored=matching", "--no-renames", "--",
      ] + paths.map { relativePath($0, in: repository) }, in: repository)
  } catch {
    switch error {
    case .cannotRun:
      throw Failure("nothing was written: git cannot be run (--allow-dirty continues without it)")
    case .failed:
      throw Failure("nothing was written: 'git status' failed (--allow-dirty continues without it)")
    }
  }
  return bytes.split(separator: 0).compactMap { entry in
    guard entry.count > 3 else { return nil }
    let path = joined(repository, String(decoding: entry.dropFirst(3), as: UTF8.self))
    switch entry.first {
    case UInt8(ascii: "?"): return (path, "untracked")
    case UInt8(ascii: "!"): return (path, "ignored")
    default: return (path, "modified")
    }
  }
}
