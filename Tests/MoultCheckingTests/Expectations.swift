import Foundation
import MoultChecking
import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Expects these errors in the file `main.swift` of module `App`, as `kind: message`, in source order.
///
/// - Parameters:
///   - others: More files of `App`, or of another module if their path begins with its name and a slash.
///   - path: What the file under test is called; statements of a `main.swift` can suspend.
///   - refusesRaces: Whether the file is built in Swift 6 mode.
func expectErrors(
  _ text: String, _ expected: String..., others: [String: String] = [:],
  path: String = "Sources/App/App.swift", synthesized: [SynthesizedSource] = [],
  refusesRaces: Bool = false, at location: SourceLocation = #_sourceLocation
) throws {
  let found = try errors(
    in: text, others: others, path: path, synthesized: synthesized, refusesRaces: refusesRaces)
  #expect(found.map { "\($0.kind): \($0.message)" } == expected, sourceLocation: location)
}

/// Expects that a compiler would not refuse the file for certain, if no fix wrote its names.
func expectSilence(
  _ text: String, others: [String: String] = [:], path: String = "Sources/App/App.swift",
  at location: SourceLocation = #_sourceLocation
) throws {
  let found = try errors(in: text, others: others, path: path)
    .filter { $0.kind != .danglingName }
  #expect(found.map { "\($0.kind): \($0.message)" } == [], sourceLocation: location)
}

/// Expects one error of a kind, whose range has this text.
func expectPlace(
  _ kind: DefiniteError.Kind, of place: String, in text: String, others: [String: String] = [:],
  at location: SourceLocation = #_sourceLocation
) throws {
  let found = try errors(in: text, others: others, path: "Sources/App/App.swift")
  let source = SourceText(path: "", bytes: Array(text.utf8))
  #expect(
    found.map { "\($0.kind): \(source.text($0.range))" } == ["\(kind): \(place)"],
    sourceLocation: location)
}

func errors(
  in text: String, others: [String: String] = [:], path: String,
  synthesized: [SynthesizedSource] = [], refusesRaces: Bool = false
) throws -> [DefiniteError] {
  let tree = parse(SourceText(path: path, bytes: Array(text.utf8)))
  #expect(tree.diagnostics == [])
  var files = [ProjectFile(tree: tree, module: "App")]
  for (name, other) in others.sorted(by: { $0.key < $1.key }) {
    let module = name.contains("/") ? String(name.prefix { $0 != "/" }) : "App"
    let place = name.contains("/") ? name : "Sources/App/" + name
    let source = SourceText(path: place, bytes: Array(other.utf8))
    files.append(ProjectFile(tree: parse(source), module: module))
  }
  let model = ProjectModel(files: files, over: interfaces, synthesized: synthesized)
  let semantics = try #require(model.semantics(forFile: path))
  return definiteErrors(
    in: FileContext(
      tree: tree, semantics: semantics, model: model, calls: CallGraph(model),
      language: { _ in refusesRaces }))
}

/// The interfaces of grpc-swift 0, 1 and 2, and of what they stand on, as `Rules` has them.
private let interfaces: InterfaceModel = {
  let rules = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Rules")
  func load(_ folder: String, _ module: String) -> InterfaceFile {
    let path = "\(folder)/\(module).swiftinterface"
    guard let data = try? Data(contentsOf: rules.appending(path: path)) else {
      fatalError("no interface at Rules/\(path)")
    }
    let source = SourceText(path: path, bytes: Array(data))
    let parts = folder.split(separator: "/").map(String.init)
    return InterfaceFile(
      tree: parse(source), module: module, library: parts[0],
      era: parts.count > 1 ? parts[1] : "")
  }
  let modules = [
    ("grpc-swift/0", ["SwiftGRPC"]), ("grpc-swift/1", ["GRPC"]),
    ("grpc-swift/2", ["GRPCCore", "GRPCProtobuf", "GRPCInProcessTransport"]),
    ("swift-protobuf/1", ["SwiftProtobuf"]),
    ("support", ["NIO", "NIOCore", "NIOPosix", "NIOHPACK", "NIOSSL", "Logging"]),
  ]
  let files = modules.flatMap { folder, names in names.map { load(folder, $0) } }
  return InterfaceModel(files, without: [])
}()
