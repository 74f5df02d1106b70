import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource

extension FixWork {
  /// Writes and commits each step; returns one line for each.
  ///
  /// What somebody has staged stays staged and is in none of the commits.
  func commit(_ steps: [FixStep]) throws(Failure) -> [String] {
    let base = session.workspace.base
    var texts = Dictionary(
      session.workspace.files.map { ($0.source.path, $0.source.bytes) }, uniquingKeysWith: { $1 })
    var notes: [String] = []
    for step in steps {
      let paths = step.changed.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let title = session.engine.rules.first { $0.id == step.rule.rawValue }?.title
      let changes = paths.compactMap { path in
        step.changed[path].map {
          FileChange(path: path, before: texts[path] ?? [], after: $0)
        }
      }
      try write(changes, in: base, guarding: .contentOnly)
      for change in changes { texts[change.path] = change.after }
      let fixes = step.count == 1 ? "1 fix" : "\(step.count) fixes"
      do throws(Failure) {
        try commitFiles(
          paths.map { joined(base, $0) }, title: title ?? step.rule.rawValue,
          body: "\(fixes) of \(step.rule) by Moult")
      } catch {
        throw Failure("\(error.message); its changes are written, and no later step is")
      }
      notes.append("committed: \(title ?? step.rule.rawValue)")
    }
    return notes
  }

  /// - Throws: `Failure` if one of the files, relative to the base, lies in no repository.
  func checkRepositories(of paths: [String]) throws(Failure) {
    for path in paths {
      guard repositoryRoot(above: parentFolder(joined(session.workspace.base, path))) != nil else {
        throw Failure("nothing was written: '\(path)' lies in no git repository")
      }
    }
  }
}

/// Commits files, each in the repository that it lies in, and nothing else that is staged.
///
/// - Parameter paths: absolute; git knows those that exist.
func commitFiles(_ paths: [String], title: String, body: String) throws(Failure) {
  var inside: [String: [String]] = [:]
  for path in paths {
    guard let repository = repositoryRoot(above: parentFolder(path)) else { continue }
    inside[repository, default: []].append(relativePath(path, in: repository))
  }
  for (repository, paths) in inside.sorted(by: { $0.key < $1.key }) {
    do throws(GitError) {
      _ = try gitWithHooks(
        ["--literal-pathspecs", "commit", "-q", "-m", title, "-m", body, "--only", "--"] + paths,
        in: repository)
    } catch {
      throw Failure("cannot commit '\(title)': \(error.message)")
    }
  }
}
