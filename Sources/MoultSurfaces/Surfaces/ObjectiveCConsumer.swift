import MoultManifests
import MoultProto
import MoultSource

/// A place where Objective-C classes made from `.proto` files are made or used.
struct ObjectiveCConsumer: Hashable, Sendable {
  /// A phrase such as `'--objc_out' in Makefile:14`.
  let evidence: String

  /// The folder of the project that the place belongs to, with a final `/`; the root is the empty text.
  let folder: String

  /// The `.proto` files that the place names, with those that these import.
  var named = NamedProtos()

  /// Whether the place can mean other files of the project than those that it names.
  var isOpen = true

  /// The `.proto` files of the project that nanopb compiles to C, by path.
  let spared: Set<String>

  /// Returns whether the classes of the `.proto` file at `path` are meant: the place names it, or it lies in the project, the
  /// place may mean any file there, and it becomes no C.
  func consumes(_ path: String) -> Bool {
    named.contains(path) || isOpen && path.hasPrefix(folder) && !spared.contains(path)
  }
}

extension [ObjectiveCConsumer] {
  /// Whether the classes of a `.proto` file are meant by any of them.
  func consume(_ path: String) -> Bool { contains { $0.consumes(path) } }
}

/// Returns every place that consumes Objective-C classes, in the order of the files.
///
/// What a generator reads that names all of its files is known, and an import of a header that it makes tells no more; where
/// all generators' calls are such, imports speak of the files whose headers they name.
///
/// - Parameters:
///   - protos: the `.proto` files of the project, sorted by path.
///   - spared: what nanopb compiles to C, by path.
func objectiveCConsumers(
  in files: [ProjectText], _ commands: [String: [ReadCommand]], _ protos: [ProtoFile],
  spared: Set<String>
) -> [ObjectiveCConsumer] {
  let known = KnownProtos(protos)
  let consumers = places(in: files, commands, known, spared: spared)
  let generators = consumers.filter { !$0.isImport }
  guard !generators.isEmpty, !generators.contains(where: \.consumer.isOpen) else {
    return consumers.map(\.consumer)
  }
  // What is generated imports its own header, so what lies there was made of something.
  let headers = files.filter { $0.surface == .objectiveC }
    .flatMap {
      importsOfGeneratedHeaders(in: $0.source.bytes).map { lastComponent(ofPath: $0.name) }
    }
  let imported = known.named(
    byStems: Set(headers), ofThese: generators.map(\.consumer.named))
  return consumers.map { place in
    guard place.isImport else { return place.consumer }
    var consumer = place.consumer
    consumer.named = imported
    consumer.isOpen = false
    return consumer
  }
}

private typealias ConsumingPlace = (consumer: ObjectiveCConsumer, isImport: Bool)

private func places(
  in files: [ProjectText], _ commands: [String: [ReadCommand]], _ known: KnownProtos,
  spared: Set<String>
) -> [ConsumingPlace] {
  let layout = ProjectLayout(paths: files.map(\.source.path))
  // One import speaks for all of its project.
  var importing: Set<String> = []
  return files.flatMap { file -> [ConsumingPlace] in
    guard file.surface != .swift else { return [] }
    let folder = layout.project(ofPath: file.source.path)
    lazy var lines = file.source.lines
    func place(_ offset: ByteOffset) -> String {
      "\(file.source.path):\(lines.line(of: offset))"
    }
    if file.surface == .objectiveC {
      guard !file.isGenerated, !importing.contains(folder),
        let found = importsOfGeneratedHeaders(in: file.source.bytes).first
      else { return [] }
      importing.insert(folder)
      let text = "the import of a generated header in \(place(found.offset))"
      return [(ObjectiveCConsumer(evidence: text, folder: folder, spared: spared), true)]
    }
    if manifestKind(ofPath: file.source.path) == .bufGeneration {
      return bufPlugins(in: file.source).filter(isObjectiveC).prefix(1).map { plugin in
        let offset = plugin.reference.range.lowerBound
        let text = "the plugin '\(plugin.reference.text)' in \(place(offset))"
        return (ObjectiveCConsumer(evidence: text, folder: folder, spared: spared), false)
      }
    }
    return (commands[file.source.path] ?? []).compactMap { command -> ConsumingPlace? in
      guard let invocation = command.invocation,
        let output = invocation.outputs.first(where: { objectiveCPlugins.contains($0.name.text) })
      else { return nil }
      let words = invocation.files.map(\.text)
      let home = foldersAbove(file.source.path).first ?? ""
      let roots = [home] + invocation.importPaths.map { home + $0.text + "/" }
      let consumer = ObjectiveCConsumer(
        evidence: "'--\(output.name.text)_out' in \(place(output.name.range.lowerBound))",
        folder: folder, named: known.named(by: words, in: roots),
        isOpen: words.isEmpty || !words.allSatisfy(namesOneProto), spared: spared)
      return (consumer, false)
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
      .map { lastComponent(ofPath: $0.text) }.filter { $0.hasSuffix(".proto") })
  for path in files.lazy.map(\.source.path) where path.hasSuffix(".proto") {
    let name = lastComponent(ofPath: path)
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
  let name = lastComponent(ofPath: plugin.reference.text).prefix { $0 != ":" }
  return objectiveCPlugins.contains(String(name)) || name == "protoc-gen-objc"
}

/// The plugins that make Objective-C, by the names of their flags.
private let objectiveCPlugins = ["objc", "objcgrpc", "grpc_objective_c"]

/// The parts of the names of generated headers: `A.pbobjc.h`.
private let objectiveCHeaders = ["pbobjc", "pbrpc"]

/// The words of which a file that makes or uses Objective-C classes mentions one.
let objectiveCWords = objectiveCPlugins.map { $0 + "_out" } + objectiveCHeaders

/// Returns where `.pbobjc.h` or `.pbrpc.h` stands in the lines of imports, and what stands before it: `Gen/A` of `Gen/A.pbobjc.h`.
///
/// Elsewhere a string may name such headers: in a generator, say.
private func importsOfGeneratedHeaders(
  in bytes: [UInt8]
) -> [(offset: ByteOffset, name: String)] {
  var found: [(offset: ByteOffset, name: String)] = []
  for word in objectiveCHeaders {
    let ending = Array(".\(word).h".utf8)
    var next = 0
    while let place = bytes.firstIndex(ofBytes: ending, from: next) {
      let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let line = bytes[start..<place].drop { $0.isBlank }
      if line.first == UInt8(ascii: "#") {
        let directive = line.dropFirst().drop { $0.isBlank }
        if directive.starts(with: "import".utf8) || directive.starts(with: "include".utf8) {
          let name = directive.reversed().prefix {
            $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<")
          }
          found.append((ByteOffset(place), String(decoding: name.reversed(), as: UTF8.self)))
        }
      }
      next = place + ending.count
    }
  }
  return found
}
