import MoultManifests
import MoultSource

/// A place where Objective-C classes made from `.proto` files are made or used.
struct ObjectiveCConsumer: Hashable, Sendable {
  /// A phrase such as `'--objc_out' in Makefile:14`.
  let evidence: String

  /// The folder of the project that the place belongs to, with a final `/`; the root is the empty text.
  let folder: String

  /// The `.proto` files that the place names, by the last component of their paths.
  let files: Set<String>

  /// The `.proto` files of the project that nanopb compiles to C, by path.
  let spared: Set<String>

  /// Returns whether the classes of the `.proto` file at `path` are meant: it lies in the project and becomes no C
  /// there, or the place names it.
  func consumes(_ path: String) -> Bool {
    path.hasPrefix(folder) && !spared.contains(path) || files.contains(lastComponent(path))
  }
}

/// Returns every place that consumes Objective-C classes, in the order of the files.
///
/// - Parameter spared: what nanopb compiles to C, by path.
func objectiveCConsumers(
  in files: [ProjectText], _ commands: [String: [ReadCommand]], spared: Set<String>
) -> [ObjectiveCConsumer] {
  let layout = ProjectLayout(paths: files.map(\.source.path))
  // One import speaks for all of its project.
  var importing: Set<String> = []
  return files.flatMap { file -> [ObjectiveCConsumer] in
    guard file.surface != .swift else { return [] }
    let folder = layout.project(ofPath: file.source.path)
    lazy var lines = LineIndex(file.source.bytes)
    func place(_ offset: ByteOffset) -> String {
      "\(file.source.path):\(lines.line(of: offset))"
    }
    if file.surface == .objectiveC {
      guard !file.isGenerated, !importing.contains(folder),
        let offset = importOfGeneratedHeader(in: file.source.bytes)
      else { return [] }
      importing.insert(folder)
      let text = "the import of a generated header in \(place(offset))"
      return [ObjectiveCConsumer(evidence: text, folder: folder, files: [], spared: spared)]
    }
    if manifestKind(ofPath: file.source.path) == .bufGeneration {
      return bufPlugins(in: file.source).filter(isObjectiveC).prefix(1).map { plugin in
        let offset = plugin.reference.range.lowerBound
        return ObjectiveCConsumer(
          evidence: "the plugin '\(plugin.reference.text)' in \(place(offset))", folder: folder,
          files: [], spared: spared)
      }
    }
    return (commands[file.source.path] ?? []).compactMap { command in
      guard let invocation = command.invocation,
        let output = invocation.outputs.first(where: { objectiveCPlugins.contains($0.name.text) })
      else { return nil }
      return ObjectiveCConsumer(
        evidence: "'--\(output.name.text)_out' in \(place(output.name.range.lowerBound))",
        folder: folder, files: Set(invocation.files.map { lastComponent($0.text) }),
        spared: spared)
    }
  }
}

/// Returns the `.proto` files that nanopb makes C of: those with an `.options` file of their name beside them, those
/// that a call of its generator names, and copies of its own `nanopb.proto`.
func protosOfNanopb(
  in files: [ProjectText], _ commands: [String: [ReadCommand]]
) -> Set<String> {
  let ending = ".options"
  var protos: Set<String> = []
  for file in files where file.source.path.hasSuffix(ending) {
    protos.insert(file.source.path.dropLast(ending.utf8.count) + ".proto")
  }
  let named = Set(
    commands.values.joined().filter(isOfNanopb).flatMap(\.line.words)
      .map { lastComponent($0.text) }.filter { $0.hasSuffix(".proto") })
  for path in files.lazy.map(\.source.path) where path.hasSuffix(".proto") {
    let name = lastComponent(path)
    if named.contains(name) || name == "nanopb.proto" { protos.insert(path) }
  }
  return protos
}

/// `protoc --nanopb_out=…`, `nanopb_generator.py …`, `…/nanopb/generator/protoc …`.
private func isOfNanopb(_ command: ReadCommand) -> Bool {
  command.line.words.contains { word in
    word.text.hasPrefix("--nanopb_out") || word.text.contains("protoc-gen-nanopb")
  } || command.line.words.prefix(2).contains { $0.text.contains("nanopb") }
}

/// Whether a plugin of buf makes Objective-C: `objc`, `buf.build/protocolbuffers/objc:v21.7`.
func isObjectiveC(_ plugin: BufPlugin) -> Bool {
  let name = lastComponent(plugin.reference.text).prefix { $0 != ":" }
  return objectiveCPlugins.contains(String(name)) || name == "protoc-gen-objc"
}

/// The plugins that make Objective-C, by the names of their flags.
private let objectiveCPlugins = ["objc", "objcgrpc", "grpc_objective_c"]

/// The parts of the names of generated headers: `A.pbobjc.h`.
private let objectiveCHeaders = ["pbobjc", "pbrpc"]

/// The words of which a file that makes or uses Objective-C classes mentions one.
let objectiveCWords = objectiveCPlugins.map { $0 + "_out" } + objectiveCHeaders

/// Returns where `.pbobjc.h` or `.pbrpc.h` stands in the line of an import.
///
/// Elsewhere a string may name such headers: in a generator, say.
private func importOfGeneratedHeader(in bytes: [UInt8]) -> ByteOffset? {
  for word in objectiveCHeaders {
    let ending = Array(".\(word).h".utf8)
    var next = 0
    while let place = bytes.firstIndex(ofBytes: ending, from: next) {
      let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let line = bytes[start..<place].drop { $0.isBlank }
      if line.first == UInt8(ascii: "#") {
        let directive = line.dropFirst().drop { $0.isBlank }
        if directive.starts(with: "import".utf8) || directive.starts(with: "include".utf8) {
          return ByteOffset(place)
        }
      }
      next = place + ending.count
    }
  }
  return nil
}
