import Foundation
import MoultManifests
import MoultSource

/// A Swift compiler with the interfaces of some eras laid out for it.
///
/// Its files lie in a temporary folder, which goes with `removeFiles()`.
struct SwiftCompiler: Sendable {
  private let program: String
  private let folder: String

  /// What stands before and behind the files in the command that the driver has its frontend do.
  ///
  /// The driver takes as long to say it as the frontend takes to read a small text, so it is asked once. Nil where it says
  /// something else than one command, and then the driver is asked for each text.
  private let frontend: (start: [String], end: [String])?

  /// Finds the compiler.
  ///
  /// - Throws: `Failure` if there is none in `PATH`, or no temporary folder can be made.
  init() throws(Failure) {
    guard let program = Self.program(named: "swiftc") else {
      throw Failure("there is no 'swiftc' in PATH, and --type-check needs a Swift compiler")
    }
    self.program = program
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "moult-type-check-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure("cannot make a temporary folder: \(error.localizedDescription)")
    }
    guard let resolved = resolvedPath(folder.path) else {
      throw Failure("cannot make a temporary folder: \(systemMessage(errno))")
    }
    self.folder = resolved
    frontend = Self.frontendCommand(of: program, resolved)
  }

  /// Whether there is a compiler to find.
  static var isInPath: Bool { program(named: "swiftc") != nil }

  func removeFiles() {
    // Nothing depends on it: the folder is the system's to clear away.
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  /// Lays out the interfaces of an era and has the compiler read some of them, with what these import, and the era's sample.
  ///
  /// - Returns: the errors in the interfaces and the sample.
  func prepare(
    _ era: EraModules, index: Int, reading modules: Set<String>
  ) throws(Failure) -> [CompilerError] {
    for (module, source) in era.interfaces {
      try write(source.bytes, to: "\(eraFolder(index))/\(module).swiftinterface")
    }
    let imports = era.interfaces.keys.filter(modules.contains).sorted().map { "import \($0)\n" }
      .joined()
    let path = "\(folder)/imports-\(index).swift"
    try write(Array(imports.utf8), to: path)
    var names = Dictionary(
      uniqueKeysWithValues: era.interfaces.map { module, source in
        ("\(eraFolder(index))/\(module).swiftinterface", source.path)
      })
    names[path] = "the imports of an era"
    let errors = try errors(in: [path], era: index, called: names)
    guard errors.isEmpty, let sample = era.sample else { return errors }
    let copy = "\(folder)/sample-\(index).swift"
    try write(sample.bytes, to: copy)
    return try self.errors(in: [copy], era: index, called: [copy: sample.path])
  }

  /// Type-checks files as one module.
  ///
  /// - Parameters:
  ///   - context: more files of the module, which were type-checked before. The compiler reads of them what the others use, which
  ///     takes a third of the time.
  ///   - id: a number that no other files have.
  /// - Returns: the errors, with the paths of the sources.
  func errors(
    in files: [SourceText], beside context: [SourceText], era: Int, id: Int
  ) throws(Failure) -> [CompilerError] {
    var names: [String: String] = [:]
    var paths: [String] = []
    for (index, file) in (files + context).enumerated() {
      // The compiler lets a file of this name have statements outside of functions.
      let name = index == 0 ? "main" : "file\(index)"
      let path = "\(folder)/case-\(id)/\(name).swift"
      try write(file.bytes, to: path)
      names[path] = file.path
      paths.append(path)
    }
    return try errors(
      in: Array(paths.prefix(files.count)), beside: Array(paths.dropFirst(files.count)), era: era,
      called: names)
  }

  private func errors(
    in paths: [String], beside context: [String] = [], era: Int, called names: [String: String]
  ) throws(Failure) -> [CompilerError] {
    let search = ["-I", eraFolder(era)]
    // With no primary file the frontend checks all.
    let checked = context.isEmpty ? paths : paths.flatMap { ["-primary-file", $0] }
    let command =
      frontend.map { $0.start + checked + context + $0.end + search }
      ?? [program] + Self.arguments(folder) + search + paths + context
    let (status, said) = try Self.run(command, reading: \.standardError)
    if status == 0 { return [] }
    let lines = said.split(separator: "\n")
    let errors = lines.compactMap { CompilerError($0, called: names) }
    if !errors.isEmpty { return errors }
    let text = lines.suffix(3).joined(separator: "; ")
    return [CompilerError(path: nil, line: 0, message: "the compiler failed: \(text)")]
  }

  /// What the driver is asked for, but for the files and where interfaces lie.
  private static func arguments(_ folder: String) -> [String] {
    [
      "-typecheck", "-swift-version", "5", "-suppress-warnings", "-module-name", "Case",
      "-whole-module-optimization", "-diagnostic-style=llvm", "-no-color-diagnostics",
      "-module-cache-path", "\(folder)/cache",
      // A stub is built without '-enable-testing', which '@testable import' asks for.
      "-Xfrontend", "-disable-testable-attr-requires-testable-module",
    ]
  }

  private static func frontendCommand(
    of program: String, _ folder: String
  ) -> (start: [String], end: [String])? {
    let file = "\(folder)/frontend.swift"
    let question = [program, "-###"] + arguments(folder) + [file]
    guard FileManager.default.createFile(atPath: file, contents: nil),
      let (status, said) = try? run(question, reading: \.standardOutput), status == 0
    else { return nil }
    let text = SourceText(path: "the driver's answer", bytes: Array(said.utf8))
    let commands = shellCommands(in: MappedText(text), surface: .shell)
    let words = commands.first?.words.compactMap(\.value) ?? []
    guard commands.count == 1, words.count == commands[0].words.count,
      words.dropFirst().first == "-frontend", let place = words.firstIndex(of: file),
      words.lastIndex(of: file) == place, !words[..<place].contains("-primary-file")
    else { return nil }
    return (Array(words[..<place]), Array(words[(place + 1)...]))
  }

  /// Runs a command and returns its exit code with what it writes to one of its ends.
  private static func run(
    _ command: [String], reading end: ReferenceWritableKeyPath<Process, Any?>
  ) throws(Failure) -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process[keyPath: end] = output
    do {
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure("cannot run '\(command[0])': \(error.localizedDescription)")
    }
  }

  private func eraFolder(_ index: Int) -> String { "\(folder)/era-\(index)" }

  private func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    } catch {
      throw Failure("cannot write a temporary file: \(error.localizedDescription)")
    }
  }

  private static func program(named name: String) -> String? {
    let path = Surroundings.variable("PATH") ?? ""
    return path.split(separator: ":").map { joined(String($0), name) }
      .first { access($0, X_OK) == 0 }
  }
}

/// What a compiler says against a text.
struct CompilerError: Sendable {
  /// The path of the text; nil if the compiler named none that it was given.
  let path: String?

  /// One-based.
  let line: Int

  /// The compiler's own words, in one line.
  let message: String

  /// The module of which the compiler found nothing, if that is what it says.
  var missingModule: String? {
    let start = "no such module '"
    guard message.hasPrefix(start), message.hasSuffix("'") else { return nil }
    return String(message.dropFirst(start.count).dropLast())
  }
}

extension CompilerError {
  /// Reads `path:line:column: error: message`.
  fileprivate init?(_ line: Substring, called names: [String: String]) {
    guard let marker = line.range(of: ": error: ") else { return nil }
    message = String(line[marker.upperBound...])
    let place = line[..<marker.lowerBound].split(separator: ":").map(String.init)
    let numbers = place.suffix(2).compactMap { Int($0) }
    let path = place.dropLast(2).joined(separator: ":")
    if numbers.count == 2, let name = names[path] {
      self.path = name
      self.line = numbers[0]
    } else {
      self.path = nil
      self.line = 0
    }
  }
}
