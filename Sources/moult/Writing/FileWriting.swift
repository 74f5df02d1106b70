import Foundation
import MoultReporting

/// What must hold for a file before it is replaced.
enum WriteGuard {
  /// Git knows the file, and has its content.
  case repositoryState
  /// The content is what was analysed; this is always checked.
  case contentOnly
}

/// Replaces files, all or none of them as far as checks can tell beforehand.
///
/// Each file gets its new content by a rename, so that whoever reads it sees the old or the new one; its
/// mode stays. Before the first rename every file is checked and every new content is safe on disk. So a
/// process that is killed leaves every file old or new, and beside it at most the new content under a name
/// that the next run takes away.
///
/// - Parameters:
///   - changes: paths relative to `base`.
///   - base: absolute.
/// - Throws: `Failure`, which names every file that was in the way.
func write(
  _ changes: [FileChange], in base: String, guarding guardian: WriteGuard
) throws(Failure) {
  try check(changes, in: base, guarding: guardian)
  removeLeftovers(in: Set(changes.map { parentFolder(joined(base, $0.path)) }))
  var prepared: [PreparedFile] = []
  do throws(SystemError) {
    for (number, change) in changes.enumerated() {
      prepared.append(try PreparedFile(change, in: base, number: number))
    }
  } catch {
    for file in prepared { file.discard() }
    let path = changes[prepared.count].path
    throw Failure("nothing was written: cannot write beside '\(path)': \(error.message)")
  }
  for (index, file) in prepared.enumerated() {
    do throws(SystemError) {
      try file.commit()
    } catch {
      for later in prepared[index...] { later.discard() }
      let stuck = changes[..<index].filter { !isTakenBack($0, in: base) }
      let reason = "cannot replace '\(changes[index].path)': \(error.message)"
      guard !stuck.isEmpty else { throw Failure("nothing was written: \(reason)") }
      let list = stuck.map { "\n  " + $0.path }.joined()
      throw Failure("\(reason); written before it and not to be taken back:" + list)
    }
  }
  synchronize(folders: Set(changes.map { parentFolder(joined(base, $0.path)) }))
}

/// Puts the old content of a file back, and returns whether that worked.
private func isTakenBack(_ change: FileChange, in base: String) -> Bool {
  let back = FileChange(path: change.path, before: change.after, after: change.before)
  guard obstacle(to: back, in: base) == nil,
    let file = try? PreparedFile(back, in: base, number: 0)
  else { return false }
  do throws(SystemError) {
    try file.commit()
    return true
  } catch {
    file.discard()
    return false
  }
}

/// Does what `write` does before it touches anything.
///
/// - Throws: `Failure`, which names every file that is in the way.
func check(
  _ changes: [FileChange], in base: String, guarding guardian: WriteGuard
) throws(Failure) {
  guard !changes.isEmpty else { return }
  var refusals: [String] = []
  switch guardian {
  case .repositoryState: refusals += try dirtyFiles(changes.map(\.path), in: base)
  case .contentOnly: break
  }
  for change in changes {
    if let reason = obstacle(to: change, in: base) { refusals.append("\(change.path): \(reason)") }
  }
  guard refusals.isEmpty else {
    let list = refusals.map { "\n  " + $0 }.joined()
    throw Failure("nothing was written, because of:" + list)
  }
}

/// Returns why a file must not be replaced, or nil.
private func obstacle(to change: FileChange, in base: String) -> String? {
  let path = joined(base, change.path)
  guard resolvedPath(parentFolder(path)) == parentFolder(path) else {
    return "it is reached through a symbolic link"
  }
  do throws(ReadError) {
    return try readFile(path) == change.before ? nil : "it changed while it was looked at"
  } catch {
    return error.message
  }
}

/// What the names of files begin with that hold new content.
private let temporaryPrefix = ".moult-"

/// Removes what a run left in `folders` that was killed before it could rename.
private func removeLeftovers(in folders: Set<String>) {
  for folder in folders {
    // A folder that cannot be listed cannot be written to either, which is said when that is tried.
    guard let entries = try? entries(ofFolder: folder) else { continue }
    for entry in entries where entry.kind == .file && entry.name.hasPrefix(temporaryPrefix) {
      let numbers = entry.name.dropFirst(temporaryPrefix.count).split(separator: "-")
      guard numbers.count == 2, let process = Int32(numbers[0]), Int(numbers[1]) != nil,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlink(joined(folder, entry.name))
    }
  }
}

/// Makes sure that the folders remember their renames when the machine fails.
private func synchronize(folders: Set<String>) {
  for path in folders {
    let folder = open(path, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }
}

/// Replaces a file that the command line names, or creates it.
func replaceFile(_ path: String, with bytes: [UInt8]) throws(Failure) {
  let temporaryPath = "\(path).moult-\(getpid())"
  do throws(SystemError) {
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(number: errno) }
    defer { close(file) }
    do throws(SystemError) {
      try write(bytes, to: file)
      guard rename(temporaryPath, path) == 0 else { throw SystemError(number: errno) }
    } catch {
      unlink(temporaryPath)
      throw error
    }
  } catch {
    throw Failure("cannot write '\(path)': \(error.message)")
  }
}

/// New content that lies beside the file it will replace.
private struct PreparedFile {
  private let path: String
  private let temporaryPath: String

  /// - Parameter number: tells the files of one run apart.
  init(_ change: FileChange, in base: String, number: Int) throws(SystemError) {
    path = joined(base, change.path)
    var status = stat()
    guard lstat(path, &status) == 0 else { throw SystemError(number: errno) }
    temporaryPath = joined(parentFolder(path), "\(temporaryPrefix)\(getpid())-\(number)")
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw SystemError(number: errno) }
    defer { close(file) }
    do throws(SystemError) {
      try write(change.after, to: file)
      // Only root may give files away; for others the file is theirs already or stays as it is.
      if status.st_uid != geteuid() || status.st_gid != getegid() {
        _ = fchown(file, status.st_uid, status.st_gid)
      }
      guard fchmod(file, status.st_mode & 0o7777) == 0, fsync(file) == 0 else {
        throw SystemError(number: errno)
      }
    } catch {
      unlink(temporaryPath)
      throw error
    }
  }

  func commit() throws(SystemError) {
    guard rename(temporaryPath, path) == 0 else { throw SystemError(number: errno) }
  }

  func discard() { unlink(temporaryPath) }
}

/// Writes all of `bytes`.
private func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 || errno != EINTR {
      throw SystemError(number: errno)
    }
  }
}
