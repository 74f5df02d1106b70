import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource
import Synchronization

/// Which part of a project somebody changed, by git.
struct ChangedLines: Sendable {
  /// The changed lines of each file, one-based and ascending, by absolute path; nil for a new file.
  private var files: [String: [ClosedRange<Int>]?] = [:]

  /// Whether a changed line makes its whole file count.
  private let wholeFiles: Bool

  /// Finds what differs from the place at which the branch left `reference`, untracked files included.
  ///
  /// - Throws: `Failure` if the folder is in no repository or git knows no such reference.
  init(since reference: String, in folder: String, wholeFiles: Bool) throws(Failure) {
    self.wholeFiles = wholeFiles
    let repository = try Self.repository(of: folder, for: "--since")
    do throws(GitError) {
      // What begins with a hyphen would be an option to git.
      let start = try git(
        ["merge-base", "--end-of-options", reference, "HEAD"], in: repository)
      let base = String(decoding: start.prefix { $0 != 0x0A }, as: UTF8.self)
      add(try Self.difference([base], in: repository), in: repository)
      let untracked = try git(
        ["ls-files", "--others", "--exclude-standard", "-z"], in: repository)
      for name in untracked.split(separator: 0) {
        files[joined(repository, String(decoding: name, as: UTF8.self))] = .some(nil)
      }
    } catch {
      throw Failure("cannot tell what changed since '\(reference)': \(error.message)")
    }
  }

  /// Finds what is staged for the next commit.
  ///
  /// The lines are those of the working tree, which is what Moult reads.
  init(stagedIn folder: String, wholeFiles: Bool) throws(Failure) {
    self.wholeFiles = wholeFiles
    let repository = try Self.repository(of: folder, for: "--staged")
    do throws(GitError) {
      let staged = try Self.difference(["--cached"], in: repository)
      let later = try Self.difference([], in: repository)
      add(
        staged.map { file in
          let since = later.first { $0.path == file.path }?.hunks ?? []
          return FileDifference(
            path: file.path, hunks: file.hunks.map { $0.moved(through: since) })
        }, in: repository)
    } catch {
      throw Failure("cannot tell what is staged: \(error.message)")
    }
  }

  private mutating func add(_ differences: [FileDifference], in repository: String) {
    for file in differences {
      files[joined(repository, file.path)] = file.hunks.compactMap(\.newLines)
    }
  }

  /// Whether any of the one-based `lines` of the file at an absolute path was changed.
  func touch(_ lines: ClosedRange<Int>, ofFile path: String) -> Bool {
    guard let known = files[path] else { return false }
    guard let changed = known, !wholeFiles else { return true }
    return changed.contains { $0.overlaps(lines) }
  }

  private static func repository(
    of folder: String, for option: String
  ) throws(Failure) -> String {
    guard let repository = repositoryRoot(above: folder) else {
      throw Failure("\(option) wants a git repository, and '\(folder)' lies in none")
    }
    return repository
  }

  private static func difference(
    _ arguments: [String], in repository: String
  ) throws(GitError) -> [FileDifference] {
    parseDifference(
      try git(
        [
          "diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
          "--ignore-submodules", "--src-prefix=a/", "--dst-prefix=b/",
        ] + arguments + ["--"], in: repository))
  }
}

extension ChangedLines {
  /// Returns those of `findings` that touch what changed.
  ///
  /// - Parameter base: the folder that the findings' paths are relative to.
  func touched(_ findings: [Finding], sources: [SourceText], base: String) -> [Finding] {
    let wanted = Set(findings.map(\.path))
    var indices: [String: LineIndex] = [:]
    for source in sources where wanted.contains(source.path) {
      indices[source.path] = source.lines
    }
    return findings.filter { finding in
      guard let index = indices[finding.path] else { return true }
      return touch(index.lines(of: finding.range), ofFile: joined(base, finding.path))
    }
  }

  /// Returns a choice that leaves everything else as it is and asks `next` about the rest.
  ///
  /// A later round's findings are judged by the line they came from; what a fix itself wrote counts.
  func choice(base: String, original: [SourceText], then next: @escaping FixChoice) -> FixChoice {
    let before = Dictionary(original.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
    let origins = OriginCache()
    return { question in
      let path = question.finding.path
      guard let now = question.texts[path], let then = before[path] else { return .decline }
      let isTouched = origins.lines(question.finding.range, of: path, from: then, to: now).contains
      {
        $0.map { touch($0...$0, ofFile: joined(base, path)) } ?? true
      }
      return isTouched ? next(question) : .decline
    }
  }
}

/// The line origins of texts, found once for each as long as its bytes stay the same.
///
/// A class because all questions of a session share it.
private final class OriginCache: Sendable {
  private struct Entry: Sendable {
    let bytes: [UInt8]
    let index: LineIndex
    let origin: LineOrigin
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Returns the line that each line of `range` was before; nil for a new one.
  func lines(
    _ range: ByteRange, of path: String, from then: [UInt8], to now: [UInt8]
  ) -> [Int?] {
    let entry = entries.withLock { entries in
      if let known = entries[path], known.bytes == now { return known }
      let entry = Entry(
        bytes: now, index: LineIndex(now), origin: LineOrigin(from: then, to: now))
      entries[path] = entry
      return entry
    }
    return entry.origin.origins(of: entry.index.lines(of: range))
  }
}
