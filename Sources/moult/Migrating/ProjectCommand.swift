import Foundation

/// A shell command that tells whether a project is in order, or makes something of it.
struct ProjectCommand {
  let text: String

  /// Absolute.
  let folder: String

  /// Runs the command and returns whether it succeeds; what it says goes to the error stream.
  ///
  /// - Parameter note: gets the process as soon as it runs.
  func succeeds(noting note: (Int32) throws(Failure) -> Void) throws(Failure) -> Bool {
    Terminal.complain("running '\(text)'")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", text]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.standardError
    do { try process.run() } catch { throw Failure("cannot run '\(text)'") }
    try note(process.processIdentifier)
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// Waits until a command of a run that was killed has ended, as it may still write.
  ///
  /// - Parameter process: as it was noted; nobody may have that number any more.
  static func waitForEnd(of process: Int32) throws(Failure) {
    func isRunning() -> Bool { kill(process, 0) == 0 || kill(-process, 0) == 0 }
    guard isRunning() else { return }
    Terminal.complain("waiting for the command that the stopped run had begun, process \(process)")
    for _ in 0..<6_000 where isRunning() { usleep(100_000) }
    guard !isRunning() else {
      throw Failure(
        "process \(process), a command that the stopped run had begun, does not end; stop it, and 'moult migrate --continue' goes on"
      )
    }
  }
}
