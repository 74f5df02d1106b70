import Foundation
import MoultSource

/// The texts that files had at the place at which a branch left another.
struct EarlierTexts: Sendable {
  /// What differs from then, by absolute path: the bytes of then, nil for a file that was not there.
  let changed: [String: [UInt8]?]

  /// Reads what differs and what `isWanted` asks for.
  ///
  /// The texts are those that git holds: no filter of the repository runs.
  ///
  /// - Parameters:
  ///   - isWanted: asked with a path relative to the repository.
  /// - Throws: `Failure` if the folder is in no repository or git knows no such reference.
  init(
    since reference: String, in folder: String, where isWanted: (String) -> Bool
  ) throws(Failure) {
    guard let repository = repositoryRoot(above: folder) else {
      throw Failure("--since wants a git repository, and '\(folder)' lies in none")
    }
    var changed: [String: [UInt8]?] = [:]
    do throws(GitError) {
      // What begins with a hyphen would be an option to git.
      let start = try git(
        ["merge-base", "--end-of-options", reference, "HEAD"], in: repository)
      let base = String(decoding: start.prefix { $0 != 0x0A }, as: UTF8.self)
      let listed = try git(
        [
          "diff", "--name-status", "--no-renames", "--no-ext-diff", "--no-textconv",
          "--ignore-submodules", "-z", base, "--",
        ], in: repository)
      let words = listed.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      for index in stride(from: 0, to: words.count - 1, by: 2) where isWanted(words[index + 1]) {
        let path = words[index + 1]
        changed[joined(repository, path)] =
          words[index] == "A"
          ? .some(nil) : try git(["cat-file", "blob", "\(base):\(path)"], in: repository)
      }
      let untracked = try git(
        ["ls-files", "--others", "--exclude-standard", "-z"], in: repository)
      for name in untracked.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) })
      where isWanted(name) {
        changed[joined(repository, name)] = .some(nil)
      }
    } catch {
      throw Failure("cannot tell what changed since '\(reference)': \(error.message)")
    }
    self.changed = changed
  }
}
