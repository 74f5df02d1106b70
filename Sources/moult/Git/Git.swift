import Foundation

/// Why git gave no answer.
enum GitError: Error, Equatable {
  case cannotRun
  /// What git said, on one line.
  case failed(String)

  /// A phrase without a final period.
  var message: String {
    switch self {
    case .cannotRun: "git cannot be run"
    case .failed(let said): said.isEmpty ? "git failed" : "git said '\(said)'"
    }
  }
}

/// Asks git something in a folder and returns what it wrote.
///
/// No program of the repository's choice runs for a question: no monitor, no hook, and no filter that the repository's
/// own configuration names. Filters of the user's configuration do run.
func git(_ question: [String], in folder: String) throws(GitError) -> [UInt8] {
  var options = ["-c", "core.hooksPath=/dev/null"]
  for name in try ownFilters(in: folder) {
    for command in ["clean", "smudge", "process"] {
      options += ["-c", "filter.\(name).\(command)="]
    }
    options += ["-c", "filter.\(name).required=false"]
  }
  return try runGit(options + question, in: folder)
}

/// Has git change a repository, with its hooks and filters.
func gitWithHooks(_ order: [String], in folder: String) throws(GitError) -> [UInt8] {
  try runGit(order, in: folder)
}

/// The filters that a repository's own configuration has programs for; reading it runs none.
private func ownFilters(in folder: String) throws(GitError) -> [String] {
  let keys: [UInt8]
  do {
    keys = try runGit(
      ["config", "--local", "--null", "--name-only", "--get-regexp", "^filter\\."], in: folder)
  } catch .failed {
    // There are none, or there is no repository.
    return []
  }
  let names = keys.split(separator: 0).compactMap { key -> String? in
    let parts = String(decoding: key, as: UTF8.self).split(separator: ".")
    return parts.count < 3 ? nil : parts.dropFirst().dropLast().joined(separator: ".")
  }
  return Set(names).sorted()
}

private func runGit(_ arguments: [String], in folder: String) throws(GitError) -> [UInt8] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["git", "-c", "core.fsmonitor=false", "-C", folder] + arguments
  let output = Pipe()
  let errors = Pipe()
  process.standardOutput = output
  process.standardError = errors
  process.standardInput = FileHandle.nullDevice
  let bytes: Data
  let said: Data
  do {
    try process.run()
    bytes = output.fileHandleForReading.readDataToEndOfFile()
    // What git complains of fits into a pipe's buffer, so nobody waits for it meanwhile.
    said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
  } catch {
    throw .cannotRun
  }
  guard process.terminationStatus == 0 else {
    let line = String(decoding: said, as: UTF8.self).split(separator: "\n").first ?? ""
    throw .failed(String(line))
  }
  return [UInt8](bytes)
}
