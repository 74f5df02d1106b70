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

/// Runs git in a folder and returns what it wrote.
func git(_ arguments: [String], in folder: String) throws(GitError) -> [UInt8] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  // A configured monitor is a program of the repository's choice, which must not run for a question.
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
