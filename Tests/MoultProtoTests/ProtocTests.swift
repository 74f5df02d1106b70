import Foundation
import MoultProto
import MoultProtoParser
import MoultSource
import Testing

/// What protoc itself says, where it is installed; elsewhere these tests are reported as skipped.
@Suite struct ProtocTests {
  private static let installation: Installation? = Installation()

  @Test(.enabled(if: installation != nil, "protoc and its .proto files are not installed"))
  func `every name stands where its range says in protobuf's own files`() throws {
    let installation = try #require(Self.installation)
    var count = 0
    for path in installation.wellKnownFiles {
      let parsed = Parsed(bytes: try installation.bytes(path))
      #expect(parsed.file.diagnostics.isEmpty)
      for placed in placedDeclarations(of: parsed.file) {
        #expect(parsed.text(placed.nameRange) == placed.name)
        count += 1
      }
    }
    #expect(count > 300)
  }

  @Test(.enabled(if: installation != nil, "protoc and its .proto files are not installed"))
  func `classes, enums and fields are called as protoc's Objective-C generator calls them`() throws
  {
    let installation = try #require(Self.installation)
    var count = 0
    for path in installation.wellKnownFiles {
      let file = parseProto(SourceText(path: path, bytes: try installation.bytes(path)))
      let header = try installation.objectiveCHeader(path)
      for name in objectiveCSymbols(of: file) {
        #expect(header.contains(name), "\(path)")
        count += 1
      }
      #expect(declaredTypes(in: header).subtracting(objectiveCSymbols(of: file)).isEmpty)
    }
    #expect(count > 250)
  }

  @Test(
    .enabled(if: installation != nil, "protoc and its .proto files are not installed"),
    arguments: [[], ["--include_source_info"], ["--include_imports"]])
  func `a descriptor set of protoc's says what the text says, with source info and without`(
    flags: [String]
  ) throws {
    let installation = try #require(Self.installation)
    let set = try protoFiles(
      inDescriptorSet: installation.descriptorSet(of: installation.wellKnownFiles, flags))
    #expect(Set(set.map(\.path)) == Set(installation.wellKnownFiles))
    for file in set {
      let text = parseProto(
        SourceText(path: file.path, bytes: try installation.bytes(file.path)))
      #expect(file.package == text.package)
      #expect(file.objectiveCPrefix == text.objectiveCPrefix)
      #expect(file.syntax == text.syntax)
      #expect(
        file.objectiveCSymbols(prefix: "ABC").map(\.name)
          == text.objectiveCSymbols(prefix: "ABC").map(\.name))
      #expect(file.swiftSymbols() == text.swiftSymbols())
      #expect(
        placedDeclarations(of: file).map(\.name) == placedDeclarations(of: text).map(\.name))
    }
  }

  /// The names that a header declares as classes and enums, but for those of fields and oneofs.
  private func declaredTypes(in header: Set<String>) -> Set<String> {
    header.filter { word in
      header.contains(word + "_IsValidValue") || header.contains(word + "_FieldNumber")
    }
  }

  private func objectiveCSymbols(of file: ProtoFile) -> Set<String> {
    let names = ObjectiveCNames(prefix: file.objectiveCPrefix ?? "")
    var result: Set<String> = [names.rootClassName(forFile: file.path)]
    func add(_ enumeration: ProtoEnum, _ outer: [String]) {
      let path = outer + [enumeration.name]
      result.insert(names.enumName(path))
      for value in enumeration.values {
        result.insert(names.constantName(value.name, ofEnum: path))
      }
    }
    func add(_ message: ProtoMessage, _ outer: [String]) {
      let path = outer + [message.name]
      result.insert(names.className(path))
      for field in message.fields { result.insert(field.objectiveCName) }
      for oneof in message.oneofs {
        result.insert("\(names.className(path))_\(oneof.objectiveCName)_OneOfCase")
      }
      for inner in message.messages { add(inner, path) }
      for inner in message.enums { add(inner, path) }
    }
    for message in file.messages { add(message, []) }
    for enumeration in file.enums { add(enumeration, []) }
    return result
  }
}

/// A protoc with the `.proto` files that come with it.
private struct Installation {
  private let protoc: URL
  private let include: URL

  init?() {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let roots = path.split(separator: ":").map {
      URL(fileURLWithPath: String($0)).deletingLastPathComponent()
    }
    let found = roots.first { root in
      FileManager.default.isExecutableFile(atPath: root.appending(path: "bin/protoc").path)
        && FileManager.default.fileExists(
          atPath: root.appending(path: "include/google/protobuf/any.proto").path)
    }
    guard let found else { return nil }
    protoc = found.appending(path: "bin/protoc")
    include = found.appending(path: "include")
  }

  /// The import paths of the files that need nothing but each other.
  let wellKnownFiles = [
    "any", "api", "descriptor", "duration", "empty", "field_mask", "source_context", "struct",
    "timestamp", "type", "wrappers",
  ].map { "google/protobuf/\($0).proto" }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: include.appending(path: path)))
  }

  /// The descriptors of the files at `paths`, as protoc writes them.
  func descriptorSet(of paths: [String], _ flags: [String]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "moult-\(ProcessInfo.processInfo.globallyUniqueString).binpb")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = protoc
    process.arguments =
      ["-I\(include.path)", "--descriptor_set_out=\(file.path)"] + flags + paths
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return [UInt8](try Data(contentsOf: file))
  }

  /// The identifiers of the header that protoc generates for the file at `path`.
  func objectiveCHeader(_ path: String) throws -> Set<String> {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "moult-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = protoc
    process.arguments = ["-I\(include.path)", "--objc_out=\(folder.path)", path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let directory = folder.appending(path: path).deletingLastPathComponent()
    let header = directory.appending(path: objectiveCFileStem(path) + ".pbobjc.h")
    let text = try String(contentsOf: header, encoding: .utf8)
    return Set(
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }
}
