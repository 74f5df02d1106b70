import Foundation
import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// A text in which `«` and `»` mark nodes.
struct MarkedSource {
  private(set) var bytes: [UInt8] = []
  /// In the order in which the marks open.
  private(set) var marks: [Range<Int>] = []

  init(_ text: String) {
    var open: [Int] = []
    for character in text {
      switch character {
      case "«":
        open.append(marks.count)
        marks.append(bytes.count..<bytes.count)
      case "»":
        guard let index = open.popLast() else { continue }
        marks[index] = marks[index].lowerBound..<bytes.count
      default: bytes += Array(String(character).utf8)
      }
    }
  }
}

/// One model made of texts, with access to its marked nodes.
struct Subject {
  let model: ProjectModel
  let semantics: FileSemantics
  let nodes: [Node]

  /// - Parameters:
  ///   - text: The file under test, with marks; it is called `main.swift` of module `App`.
  ///   - interfaces: By default those of gRPC, if any text speaks of it.
  ///   - others: More files of `App`, or of another module if their path begins with its name and a slash.
  init(
    _ text: String, others: [String: String] = [:], interfaces: [InterfaceFile]? = nil,
    synthesized: [SynthesizedSource] = []
  ) throws {
    let source = MarkedSource(text)
    let tree = parse(SourceText(path: "Sources/App/main.swift", bytes: source.bytes))
    var files = [ProjectFile(tree: tree, module: "App")]
    for (path, text) in others {
      let module = path.contains("/") ? String(path.prefix { $0 != "/" }) : "App"
      let source = SourceText(path: path, bytes: Array(text.utf8))
      let isGenerated = path.hasSuffix(".grpc.swift") || path.hasSuffix(".pb.swift")
      files.append(ProjectFile(tree: parse(source), module: module, isGenerated: isGenerated))
    }
    if let interfaces {
      model = ProjectModel(files: files, interfaces: interfaces, synthesized: synthesized)
    } else {
      let isAboutGRPC = text.contains("GRPC") || others.values.contains { $0.contains("GRPC") }
      let own = Set(files.map(\.module)).intersection(grpcInterfaces.map(\.module))
      let known =
        !isAboutGRPC
        ? emptyModel : own.isEmpty ? grpcModel : InterfaceModel(grpcInterfaces, without: own)
      model = ProjectModel(files: files, over: known, synthesized: synthesized)
    }
    semantics = try #require(model.semantics(forFile: "Sources/App/main.swift"))
    nodes = try source.marks.map { try #require(node(at: $0, in: tree), "no node is marked") }
  }
}

/// The outermost node that has exactly this range; an argument gives its expression.
private func node(at range: Range<Int>, in tree: SyntaxTree) -> Node? {
  for index in tree.nodes.indices.reversed() {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    guard node.range.indices == range, !node.isEmpty else { continue }
    switch node.kind {
    case .argument, .sourceFile, .tupleTypeElement, .expressionPattern, .inheritedType,
      .genericArgumentClause, .codeBlock, .initializerClause, .patternBinding, .switchCaseItem,
      .catchItem, .patternExpr, .tuplePatternElement:
      continue
    default: return node
    }
  }
  return nil
}

/// Expects the types of the marked nodes, as `describe` writes them.
func expectTypes(
  _ text: String, _ expected: String..., others: [String: String] = [:],
  interfaces: [InterfaceFile]? = nil, at location: SourceLocation = #_sourceLocation
) throws {
  let subject = try Subject(text, others: others, interfaces: interfaces)
  let found = subject.nodes.map { describe(subject.semantics.type(of: $0)) }
  #expect(found == expected, sourceLocation: location)
}

/// Expects what the marked nodes refer to, by qualified name; nil for what is not known.
func expectSymbols(
  _ text: String, _ expected: String?..., others: [String: String] = [:],
  interfaces: [InterfaceFile]? = nil, at location: SourceLocation = #_sourceLocation
) throws {
  let subject = try Subject(text, others: others, interfaces: interfaces)
  let found = subject.nodes.map { subject.semantics.symbol(of: $0)?.qualifiedName }
  #expect(found == expected, sourceLocation: location)
}

/// The interfaces of grpc-swift 0 and 1, and of what they stand on, as `Rules` has them.
let grpcInterfaces: [InterfaceFile] = {
  let rules = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Rules")
  func load(_ path: String, _ module: String, _ library: String, _ era: String) -> InterfaceFile {
    guard let data = try? Data(contentsOf: rules.appending(path: path)) else {
      fatalError("no interface at Rules/\(path)")
    }
    let source = SourceText(path: path, bytes: Array(data))
    return InterfaceFile(tree: parse(source), module: module, library: library, era: era)
  }
  let support = ["NIO", "NIOCore", "NIOPosix", "NIOHPACK", "NIOSSL", "Logging"]
  return [
    load("grpc-swift/0/SwiftGRPC.swiftinterface", "SwiftGRPC", "grpc-swift", "0"),
    load("grpc-swift/1/GRPC.swiftinterface", "GRPC", "grpc-swift", "1"),
    load("swift-protobuf/0/SwiftProtobuf.swiftinterface", "SwiftProtobuf", "swift-protobuf", "0"),
    load("swift-protobuf/1/SwiftProtobuf.swiftinterface", "SwiftProtobuf", "swift-protobuf", "1"),
  ] + support.map { load("support/\($0).swiftinterface", $0, "support", "") }
}()

/// Those interfaces, resolved once: that takes longer than most tests.
let grpcModel = InterfaceModel(grpcInterfaces, without: [])
private let emptyModel = InterfaceModel([], without: [])

/// What the v0 generator writes for the sample service, in a module of the project.
let generatedV0: [String: String] = {
  let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Rules/grpc-swift/0/Generated.swift")
  return (try? String(contentsOf: path, encoding: .utf8)).map { ["greeter.grpc.swift": $0] } ?? [:]
}()
