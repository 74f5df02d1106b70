import Foundation
import MoultProto
import MoultProtoParser
import MoultSource

/// Compares the names that Moult computes with those that generators write.
///
///     names-parity [--odd N] [--messages N] [--services N] [--objc-plugin PATH] SCRATCH ROOT…
///
/// With the generator of gRPC for Objective-C at PATH, the names of services in Objective-C are compared as well, and
/// those by which Swift knows their methods.
/// Every `.proto` file below a ROOT is handed to protoc with that root as its import path. SCRATCH gets what
/// is generated. Prints figures and differences; exits 1 if there is a difference, or if fewer messages or
/// services than asked for were compared.
@main
struct NamesParity {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    func option(_ name: String) -> Int {
      guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
        return 0
      }
      let value = Int(arguments[index + 1]) ?? 0
      arguments.removeSubrange(index...index + 1)
      return value
    }
    let odd = option("--odd")
    let (messages, services) = (option("--messages"), option("--services"))
    var plugin: String?
    if let index = arguments.firstIndex(of: "--objc-plugin"), index + 1 < arguments.count {
      plugin = arguments[index + 1]
      arguments.removeSubrange(index...index + 1)
    }
    let scratch = URL(fileURLWithPath: arguments.removeFirst())
    var roots = arguments.map { URL(fileURLWithPath: $0) }
    if odd > 0 { roots.append(try makeOddFiles(odd, in: scratch.appending(path: "odd"))) }
    var total = Comparison()
    for root in roots {
      var comparison = Comparison()
      try compare(root, scratch.appending(path: "generated"), plugin, &comparison)
      print(
        "\(root.lastPathComponent): \(comparison.files) files, \(comparison.messages) messages, \(comparison.services) services, \(comparison.names) names, \(comparison.declarations) declarations, \(comparison.differences.count) differences"
      )
      for difference in comparison.differences.prefix(30) { print("  " + difference) }
      total.files += comparison.files
      total.messages += comparison.messages
      total.services += comparison.services
      total.names += comparison.names
      total.declarations += comparison.declarations
      total.differences += comparison.differences
    }
    print(
      "all: \(total.files) files, \(total.messages) messages, \(total.services) services, \(total.names) names, \(total.declarations) declarations, \(total.differences.count) differences"
    )
    if total.messages < messages || total.services < services {
      print("too few: at least \(messages) messages and \(services) services are asked for")
    }
    if !total.differences.isEmpty || total.messages < messages || total.services < services {
      exit(1)
    }
  }

  private static func makeOddFiles(_ count: Int, in folder: URL) throws -> URL {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var generator = OddNames(seed: 7)
    for number in 0..<count {
      try Data(generator.file(number).utf8).write(
        to: folder.appending(path: "odd_file\(number).proto"))
    }
    return folder
  }

  private static func compare(
    _ root: URL, _ scratch: URL, _ plugin: String?, _ comparison: inout Comparison
  ) throws {
    let paths =
      (FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".proto") }.sorted()
    let out = scratch.appending(path: root.lastPathComponent)
    try? FileManager.default.removeItem(at: out)
    for folder in ["objc", "swift", "grpc", "objcgrpc"] {
      try FileManager.default.createDirectory(
        at: out.appending(path: folder), withIntermediateDirectories: true)
    }
    // A file that protoc refuses must not take the others with it.
    for path in paths where try !generate([path], root, out, plugin) {
      print("  protoc refuses \(root.lastPathComponent)/\(path)")
    }
    let files = try paths.map { path in
      let bytes = [UInt8](try Data(contentsOf: root.appending(path: path)))
      return parseProto(SourceText(path: path, bytes: bytes))
    }
    let project = ProtoProject(files)
    for (index, file) in files.enumerated() {
      let path = paths[index]
      let stem = String(path.dropLast(".proto".count))
      let folder = stem.lastIndex(of: "/").map { stem[...$0] } ?? ""
      func text(_ path: String) -> String? {
        try? String(contentsOf: out.appending(path: path), encoding: .utf8)
      }
      guard let header = text("objc/\(folder)\(objectiveCFileStem(path)).pbobjc.h"),
        let swift = text("swift/\(stem).pb.swift")
      else { continue }
      if let problem = file.diagnostics.first {
        comparison.differences.append("\(path) is not understood: \(problem.message)")
      }
      comparison.files += 1
      comparison.messages += flatMessages(file).count
      comparison.services += file.services.count
      comparison.compare(file, objectiveC: header)
      comparison.compare(file, swift: swift)
      comparison.declared(
        Declarations(generatedMessageDeclarations(ofFileAt: index, in: project)),
        by: Declarations(swift), "\(path) messages")
      if !file.services.isEmpty {
        let generated = text("grpc/\(stem).grpc.swift") ?? ""
        comparison.compare(file, service: generated)
        let ours = file.services.map { service in
          generatedDeclarations(of: service, inFileAt: index, of: project, era: .v2)
        }
        comparison.declared(
          Declarations(ours.joined(separator: "\n")), by: Declarations(generated),
          "\(path) services")
      }
      if plugin != nil, !file.services.isEmpty {
        let header = text("objcgrpc/\(folder)\(objectiveCFileStem(path)).pbrpc.h") ?? ""
        comparison.compare(file, objectiveCServices: header)
        // Made files have classes named by keywords of C, which no compiler imports.
        if root.lastPathComponent != "odd" {
          let result = try ImportedNames.unknown(
            in: header, of: file, { objectiveCClass($0, ofFileAt: index, in: project) },
            out.appending(path: "imported"))
          comparison.names += result.count
          comparison.differences += result.differences
        }
      }
    }
  }

  /// Runs protoc with all three generators; returns whether it went well.
  private static func generate(
    _ paths: [String], _ root: URL, _ out: URL, _ plugin: String?
  ) throws -> Bool {
    let tools = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "protoc", "-I\(root.path)", "-I/usr/include", "--objc_out=\(out.path)/objc",
        "--plugin=protoc-gen-swift=\(tools)/protoc-gen-swift",
        "--plugin=protoc-gen-grpc-swift-2=\(tools)/protoc-gen-grpc-swift-2",
        "--swift_out=\(out.path)/swift", "--grpc-swift-2_out=\(out.path)/grpc",
      ]
      + (plugin.map {
        ["--plugin=protoc-gen-objcgrpc=\($0)", "--objcgrpc_out=\(out.path)/objcgrpc"]
      } ?? []) + paths
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// The class of a message that a file names; what no file declares is one of the well-known types.
private func objectiveCClass(
  _ reference: String, ofFileAt index: Int, in project: ProtoProject
) -> String {
  let scope = project.files[index].package
  guard let type = project.type(named: reference, in: scope, of: index) else {
    return "GPB" + (reference.split(separator: ".").last ?? "")
  }
  let file = project.files[type.fileIndex]
  return ObjectiveCNames(prefix: file.objectiveCPrefix ?? "").className(type.path)
}
