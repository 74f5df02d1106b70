import Foundation
import MoultFindings
import MoultReporting

/// A baseline on disk, with paths as its run names them.
struct KnownFindings {
  /// Absolute.
  let path: String

  /// What messages call it.
  let name: String
  let baseline: Baseline

  /// Whether the command line names it, and not only a configuration.
  let isNamedByCommand: Bool

  /// The folder that its paths begin at, and the one that the run's paths begin at; absolute.
  private let folder: String
  private let base: String

  /// Reads the baseline at `path`.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - base: the folder that paths of findings are relative to.
  init(
    _ path: String, called name: String, base: String, isNamedByCommand: Bool = false
  ) throws(Failure) {
    guard let resolved = resolvedPath(path) else {
      throw Failure("cannot read the baseline '\(name)': \(systemMessage(errno))")
    }
    let text = try textFile(resolved, called: name)
    let read: Baseline
    do throws(ConfigurationError) {
      read = try BaselineFile.baseline(text)
    } catch {
      throw Failure("\(name):\(error.line):\(error.column): \(error.message)")
    }
    self.init(
      read, at: resolved, called: name, base: base, isNamedByCommand: isNamedByCommand)
  }

  /// - Parameter baseline: with paths relative to the folder of `path`.
  init(
    _ baseline: Baseline, at path: String, called name: String, base: String,
    isNamedByCommand: Bool = false
  ) {
    self.isNamedByCommand = isNamedByCommand
    self.path = path
    self.name = name
    self.base = base
    folder = parentFolder(path)
    let (folder, base) = (folder, base)
    self.baseline = Baseline(
      baseline.entries.map { $0.moved(to: relative($0.path, from: folder, to: base)) })
  }

  /// The same file with other entries, whose paths are those of the run.
  func replacingEntries(with entries: some Sequence<Fingerprint>) -> KnownFindings {
    KnownFindings(of: Baseline(entries), like: self)
  }

  private init(of baseline: Baseline, like other: KnownFindings) {
    isNamedByCommand = other.isNamedByCommand
    path = other.path
    name = other.name
    folder = other.folder
    base = other.base
    self.baseline = baseline
  }

  /// What the file holds once it is written.
  func text() throws -> String { try Self.text(of: baseline.entries, at: path, base: base) }

  /// Replaces the file.
  func write() throws { try writeWhole(try text(), to: path, called: name) }

  /// Returns the text of the file for fingerprints whose paths are those of the run.
  static func text(
    of fingerprints: some Sequence<Fingerprint>, at path: String, base: String
  ) throws -> String {
    let folder = parentFolder(path)
    return try BaselineFile.text(
      of: Baseline(fingerprints.map { $0.moved(to: relative($0.path, from: base, to: folder)) }))
  }
}

extension Fingerprint {
  fileprivate func moved(to path: String) -> Fingerprint {
    Fingerprint(path: path, rule: rule, context: context, code: code, ordinal: ordinal)
  }
}

/// Returns what `path`, relative to one absolute folder, is called from another.
func relative(_ path: String, from folder: String, to other: String) -> String {
  if folder == other { return path }
  var whole = folder.split(separator: "/")
  for part in path.split(separator: "/") {
    if part == "..", !whole.isEmpty { whole.removeLast() } else { whole.append(part) }
  }
  let target = other.split(separator: "/")
  let shared = zip(whole, target).prefix { $0 == $1 }.count
  let up = Array(repeating: "..", count: target.count - shared)
  return (up + whole[shared...].map(String.init)).joined(separator: "/")
}
