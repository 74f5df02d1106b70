import Foundation

/// What a run of `moult` left behind.
struct MoultRun {
  let code: Int32
  let output: String
  let errors: String

  /// What a text report says below the line that tells what its words mean.
  var belowLegend: Substring {
    output.hasPrefix("safe: a fix that means the same") || output.hasPrefix("to read over")
      ? output.drop { $0 != "\n" }.dropFirst() : output[...]
  }
}

/// A folder for one test, which goes when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "moult-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    // A test may have taken rights away.
    _ = try? run("chmod", ["-R", "u+rwX", path], in: "/")
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, with the folders above it.
  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func read(_ name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: path).appending(path: name)),
      as: UTF8.self)
  }

  /// Returns the names of all files below the folder except git's own, sorted.
  func files() -> [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
      .filter { !$0.hasPrefix(".git/") }.sorted()
  }

  /// Makes the folder a repository in which everything is committed.
  func commitAll() throws {
    try git("init", "-q", ".")
    // Moult itself commits as whoever the repository says.
    try git("config", "user.name", "t")
    try git("config", "user.email", "t@example.com")
    try git("add", "-A")
    try git("commit", "-q", "-m", "all")
  }

  /// Runs another program in the folder.
  func command(_ program: String, _ arguments: [String]) throws -> MoultRun {
    try run(program, arguments, in: path)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> MoultRun {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    return try run("git", identity + arguments, in: path)
  }

  /// Runs the program under test in the folder.
  func moult(_ arguments: String..., environment: [String: String] = [:]) throws -> MoultRun {
    try moult(arguments, environment: environment)
  }

  /// Starts the program under test and does not wait for it; what it says is lost.
  func start(_ arguments: String...) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try moultPath())
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.environment = ProcessInfo.processInfo.environment.merging(["MOULT_CACHE": "off"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  func moult(_ arguments: [String], environment: [String: String] = [:]) throws -> MoultRun {
    try run(try moultPath(), arguments, in: path, environment: environment)
  }
}

extension TemporaryFolder {
  /// Runs a shell script in the folder, with the program under test in `$MOULT`.
  func shell(_ script: String) throws -> MoultRun {
    try run("sh", ["-c", script], in: path, environment: ["MOULT": try moultPath()])
  }
}

struct NoProgram: Error {}

/// Returns where the build put `moult`: beside the tests, or where the environment says.
private func moultPath() throws -> String {
  let environment = ProcessInfo.processInfo.environment
  let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let candidates: [String?] = [
    environment["MOULT_BINARY"], beside.appending(path: "moult").path,
    root.appending(path: ".build/debug/moult").path,
  ]
  for case let candidate? in candidates
  where FileManager.default.isExecutableFile(atPath: candidate) {
    return candidate
  }
  throw NoProgram()
}

/// Launching reads the table of open files, which another launch changes.
private let launching = NSLock()

/// Runs a program to its end; git is kept from reading anyone's own settings.
private func run(
  _ program: String, _ arguments: [String], in folder: String, environment: [String: String] = [:]
) throws -> MoultRun {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  var all = ProcessInfo.processInfo.environment
  all["GIT_CONFIG_GLOBAL"] = "/dev/null"
  all["GIT_CONFIG_SYSTEM"] = "/dev/null"
  // What is tested is what is found, and not what was found before.
  all["MOULT_CACHE"] = "off"
  all.merge(environment) { $1 }
  process.environment = all
  let errorFile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
  defer { try? FileManager.default.removeItem(at: errorFile) }
  let output = Pipe()
  process.standardOutput = output
  let errorHandle = try FileHandle(forWritingTo: errorFile)
  process.standardError = errorHandle
  // Foundation copes badly with many open files, and the watch below holds on to the process for minutes.
  defer {
    try? output.fileHandleForReading.close()
    try? errorHandle.close()
  }
  process.standardInput = FileHandle.nullDevice
  try launching.withLock { try process.run() }
  // A program that hangs must fail its test and not stop the others.
  let watch = DispatchWorkItem { [weak process] in process?.terminate() }
  DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watch)
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  watch.cancel()
  let isCrash = process.terminationReason == .uncaughtSignal
  return MoultRun(
    code: process.terminationStatus + (isCrash ? 128 : 0),
    output: String(decoding: bytes, as: UTF8.self),
    errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
}
