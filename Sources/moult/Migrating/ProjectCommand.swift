import Foundation

/// A shell command that tells whether a project is in order, or makes something of it.
struct ProjectCommand {
  let text: String

  /// Absolute.
  let folder: String

  /// A file that is locked while the command runs, or anything that it has begun and waits for; absolute.
  ///
  /// The lock belongs to the file that the command has as its input: it outlives a run that is killed, and goes with the last
  /// process that the input was handed on to. The number of a process would not do. It may be another's by then, and says
  /// nothing of what the command itself has begun.
  let lock: String

  /// Runs the command and returns whether it succeeds; what it says goes to the error stream, and its input is empty.
  ///
  /// - Throws: `Failure` if it cannot be begun, or a command that an earlier run had begun does not end.
  func succeeds() throws(Failure) -> Bool {
    let descriptor = try locked()
    defer { close(descriptor) }
    Terminal.complain("running '\(text)'")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", text]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    process.standardOutput = FileHandle.standardError
    do { try process.run() } catch { throw Failure("cannot run '\(text)'") }
    process.waitUntilExit()
    // What it has left running in the background is not waited for.
    flock(descriptor, LOCK_UN)
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// Waits until the command, which a run that was killed had begun, has ended, as it may still write.
  ///
  /// - Throws: `Failure` if it does not end.
  func waitForEnd() throws(Failure) {
    guard access(lock, F_OK) == 0 else { return }
    close(try locked())
  }

  /// Returns the file with the lock on it; the caller closes it.
  private func locked() throws(Failure) -> Int32 {
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure("cannot open '\(lock)': \(systemMessage(errno))") }
    func isFree() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
    if isFree() { return descriptor }
    Terminal.complain("waiting for a command that the stopped run had begun")
    for _ in 0..<Self.mostWaiting {
      usleep(100_000)
      if isFree() { return descriptor }
    }
    close(descriptor)
    throw Failure(
      "a command that the stopped run had begun does not end; stop it, and 'moult migrate --continue' goes on"
    )
  }

  /// In tenths of a second.
  private static let mostWaiting = 6_000
}
