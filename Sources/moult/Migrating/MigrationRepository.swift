import Foundation
import MoultSource

/// The repository that a migration commits to.
struct MigrationRepository {
  /// Absolute.
  let root: String

  /// - Parameter folder: one of the project, absolute.
  /// - Throws: `Failure` if it lies in no repository, or nothing was committed there yet.
  init(above folder: String) throws(Failure) {
    guard let root = repositoryRoot(above: folder) else {
      throw Failure(
        "there is no git repository here, and each step is a commit; 'git init', or 'moult fix --review' for all at once"
      )
    }
    self.root = root
    do throws(GitError) {
      _ = try git(["rev-parse", "--verify", "-q", "HEAD"], in: root)
    } catch {
      throw Failure("the repository has no commit yet: commit the project as it is first")
    }
  }

  /// Returns the files that differ from the last commit, relative to the root and sorted; untracked ones do not count.
  func modifiedFiles() throws(Failure) -> [String] {
    try status(["--untracked-files=no"])
  }

  /// Returns the files that git does not know and does not ignore, relative to the root and sorted.
  func untrackedFiles() throws(Failure) -> Set<String> {
    Set(try status(["--untracked-files=all"])).subtracting(try modifiedFiles())
  }

  private func status(_ options: [String]) throws(Failure) -> [String] {
    let bytes = try ask(
      ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules=all"] + options)
    return bytes.split(separator: 0).compactMap { entry in
      entry.count > 3 ? String(decoding: entry.dropFirst(3), as: UTF8.self) : nil
    }.sorted()
  }

  /// Writes what the last commit has in place of what the files hold.
  ///
  /// - Parameter paths: relative to the root; git knows each.
  func restore(_ paths: [String]) throws(Failure) {
    guard !paths.isEmpty else { return }
    try order(["--literal-pathspecs", "checkout", "-q", "HEAD", "--"] + paths)
  }

  /// Puts the files on git's stash, and what the last commit has in their place.
  func stash(_ paths: [String], as message: String) throws(Failure) {
    try order(["--literal-pathspecs", "stash", "push", "-q", "-m", message, "--"] + paths)
  }

  /// Makes git know files, so that they can be committed.
  func add(_ paths: [String]) throws(Failure) {
    guard !paths.isEmpty else { return }
    try order(["--literal-pathspecs", "add", "--"] + paths)
  }

  /// The name of the last commit, short.
  func lastCommit() throws(Failure) -> String {
    String(decoding: try ask(["rev-parse", "--short", "HEAD"]), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  private func ask(_ question: [String]) throws(Failure) -> [UInt8] {
    do throws(GitError) { return try git(question, in: root) } catch {
      throw Failure(error.message)
    }
  }

  /// Who was killed may have left a git that still works; it gets a moment to end.
  private func order(_ words: [String]) throws(Failure) {
    for attempt in 0... {
      do throws(GitError) {
        _ = try gitWithHooks(words, in: root)
        return
      } catch {
        guard attempt < 20, error.message.contains("index.lock") else {
          throw Failure(error.message)
        }
        usleep(250_000)
      }
    }
  }
}

/// Whether a migration of what lies in a folder could begin: git knows it, and nothing differs from the last commit.
func canMigrate(at folder: String) -> Bool {
  let repository = try? MigrationRepository(above: folder)
  return (try? repository?.modifiedFiles())?.isEmpty ?? false
}
