import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

private let builtIn = Result { try Catalogue(embeddedTexts) }

private func project(_ files: [(path: String, text: String)]) throws -> [ProjectText] {
  try files.map { path, text in
    try #require(ProjectText(path: path, bytes: Array(text.utf8)))
  }
}

private func findings(
  _ files: [(path: String, text: String)], rules: Set<RuleID>? = nil
) async throws -> [Finding] {
  let rules = try rules ?? rulesToGRPC1()
  return await analyse(
    try project(files), try builtIn.get(), AnalysisOptions(rules: rules), cache: TreeCache()
  ).findings
}

/// All rules but those that lead to grpc-swift 2.
private func rulesToGRPC1() throws -> Set<RuleID> {
  Set(try builtIn.get().pages.filter { !($0.hop?.hasSuffix("-2") ?? false) }.map(\.id))
}

/// What fixes of the safeties make of a project.
private func fixed(
  _ files: [(path: String, text: String)], _ allowed: Set<Safety> = [.safe, .review],
  choice: @escaping FixChoice = { _ in .apply }
) async throws -> [String: String] {
  let outcome = try await fixProject(
    try project(files), try builtIn.get(), AnalysisOptions(rules: try rulesToGRPC1()),
    FixPolicy(allowed: allowed, choice: choice), cache: TreeCache()
  ).outcome
  var texts = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
  for (path, bytes) in outcome.changed { texts[path] = String(decoding: bytes, as: UTF8.self) }
  return texts
}

private func manifest(_ dependencies: String...) -> (path: String, text: String) {
  let list = dependencies.map { "    .package(url: \"https://github.com/\($0)),\n" }.joined()
  return (
    "Package.swift",
    """
    // swift-tools-version:5.5
    import PackageDescription
    let package = Package(
      name: "App",
      dependencies: [
    \(list)  ],
      targets: [.target(name: "App")])
    """
  )
}

private let decoding = (
  path: "Sources/App/a.swift",
  text: """
  import SwiftProtobuf
  import Foundation
  func box(_ data: Data) throws -> Google_Protobuf_Any {
    try Google_Protobuf_Any(serializedData: data)
  }
  """
)

// MARK: What is not old yet

@Test(arguments: [
  (#".upToNextMinor(from: "1.6.0")"#, false), (#".exact("1.26.0")"#, false),
  (#""1.6.0"..<"1.27.0""#, false), (#"from: "1.27.0""#, true),
  (#".upToNextMinor(from: "1.31.0")"#, true), (#"branch: "main""#, true),
])
func `a deprecated initialiser is old from the release on that deprecated it`(
  requirement: String, isOld: Bool
) async throws {
  let found = try await findings([manifest("apple/swift-protobuf\", \(requirement)"), decoding])
  #expect(found.map(\.rule.rawValue) == (isOld ? ["swift-protobuf.init-serialized-data"] : []))
}

@Test(arguments: [#"from: "1.6.0""#, #""1.6.0"..<"1.28.0""#])
func `what only some of the releases have deprecated that are allowed is a note without a fix`(
  requirement: String
) async throws {
  let found = try await findings([manifest("apple/swift-protobuf\", \(requirement)"), decoding])
  #expect(found.map(\.severity) == [.note])
  #expect(found.first?.fix == nil)
  #expect(
    found.first?.nextStep
      == "require swift-protobuf 1.27.0 or newer first; an older one that is allowed does not have what takes its place"
  )
}

@Test func `the finding says which version was taken from where`() async throws {
  let found = try await findings([
    manifest(#"apple/swift-protobuf", from: "1.30.0""#), decoding,
  ])
  #expect(
    found.first?.evidence.last?.text == "swift-protobuf 1.30.0 or newer by Package.swift:6")
}

@Test(arguments: [
  (#"from: "0.11.0""#, " (taken: grpc-swift 0.11.0 or newer by Package.swift:6)"),
  (#".exact("0.9.1")"#, " (taken: grpc-swift 0.9.1 by Package.swift:6)"),
  (#"branch: "master""#, ""),
])
func `evidence of an era names the version that is taken, where one is named`(
  requirement: String, version: String
) async throws {
  let source = (
    path: "Sources/App/a.swift", text: "import SwiftGRPC\nlet code = StatusCode.ok\n"
  )
  let files = [manifest("grpc/grpc-swift\", \(requirement)"), source]
  let found = try await findings(files, rules: [RuleID("grpc-swift.status-code-type")])
  #expect(
    found.first?.evidence.last?.text
      == "'SwiftGRPC.StatusCode' of module 'SwiftGRPC', grpc-swift 0" + version)
}

@Test func `without a manifest a deprecated initialiser is found`() async throws {
  #expect(
    try await findings([decoding]).map(\.rule.rawValue)
      == ["swift-protobuf.init-serialized-data"])
}

// MARK: What cannot be written yet

private let old = (
  path: "Sources/App/a.swift",
  text: """
  import SwiftProtobuf
  import Foundation
  func read<M: Message>(_ data: Data) throws -> M { try M(protobuf: data) }
  """
)

@Test func `a fix writes what exists once the same run has raised the requirement`() async throws {
  let files = [manifest(#"apple/swift-protobuf", from: "0.9.26""#), old]
  let result = try await fixed(files)
  #expect(result["Package.swift"]?.contains(#"from: "1.39.0""#) ?? false)
  #expect(result["Sources/App/a.swift"]?.contains("M(serializedBytes: data)") ?? false)
}

@Test func `a run that does not raise the requirement writes nothing newer`() async throws {
  let files = [manifest(#"apple/swift-protobuf", from: "0.9.26""#), old]
  let result = try await fixed(files, [.safe])
  #expect(result == Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) }))
  let found = try await findings(files, rules: [RuleID("swift-protobuf.init-protobuf")])
  #expect(found.map(\.safety) == [.manual])
  #expect(
    found.first?.nextStep
      == "update to swift-protobuf 1.27.0 or newer first; 'serializedBytes' was added then")
  #expect(
    found.first?.evidence.last?.text == "swift-protobuf 0.9.26 or newer by Package.swift:6")
}

@Test func `what the packages of the new era ask for themselves is no reason to wait`() async throws
{
  let files = [
    manifest(#"grpc/grpc-swift", from: "1.0.0""#, #"apple/swift-nio", from: "2.22.0""#),
    (
      path: "Sources/App/a.swift",
      text: """
      import GRPC
      let group = PlatformSupport.makeEventLoopGroup(loopCount: 1)
      """
    ),
  ]
  let found = try await findings(files, rules: [RuleID("grpc-swift.runtime-type")])
  #expect(found.map(\.safety) == [.review])
}

@Test func `where nobody wants the requirement raised nothing newer is written`() async throws {
  let files = [manifest(#"apple/swift-protobuf", from: "0.9.26""#), old]
  let result = try await fixed(files) { question in
    question.finding.path == "Package.swift" ? .decline : .apply
  }
  #expect(result == Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) }))
}

@Test func `code waits for a requirement that a comment keeps from being raised`() async throws {
  let raised = manifest(#"apple/swift-protobuf", from: "0.9.26""#)
  let ignored = (
    path: raised.path,
    text: raised.text.replacing(
      "    .package(",
      with: "    // moult:ignore[swift-protobuf.package-requirement] it stays\n    .package(")
  )
  let found = try await findings([ignored, old])
  #expect(found.map(\.safety) == [.manual])
}

@Test func `a client of a release that has no 'NIOClient' gets the name that its generator makes`()
  async throws
{
  let generated = """
    // DO NOT EDIT.
    //
    // Generated by the protocol buffer compiler.
    // Source: hello.proto
    //
    import SwiftGRPC
    class Hello_V1_GreeterServiceClient: ServiceClientBase {}
    """
  let source = "import SwiftGRPC\nfunc name(_ client: Hello_V1_GreeterServiceClient) {}\n"
  for (pod, name) in [("1.6", "Hello_V1_GreeterClient"), ("1.8", "Hello_V1_GreeterNIOClient")] {
    let result = try await fixed([
      ("Podfile", "pod 'gRPC-Swift', '~> \(pod)'\n"), ("App/hello.grpc.swift", generated),
      ("App/a.swift", source),
    ])
    #expect(result["App/a.swift"]?.contains("_ client: \(name))") ?? false, "\(result)")
  }
}

@Test func `where the version is not known a fix is written as ever`() async throws {
  let found = try await findings([
    ("Package.swift", "// swift-tools-version:5.5\nimport PackageDescription\n"), old,
    (
      "Sources/App/b.swift",
      "import SwiftProtobuf\nfunc f<M: Message>(_ m: M) throws { _ = try m.serializeProtobuf() }\n"
    ),
  ])
  let first = found.first { $0.rule == RuleID("swift-protobuf.init-protobuf") }
  #expect(first?.safety == .safe)
}

private let channel = (
  path: "App/a.swift",
  text: "import SwiftGRPC\nlet channel = Channel(address: \"a:1\", secure: false)\n"
)

@Test func `with pods a fix writes what their last NIO has`() async throws {
  let result = try await fixed([("Podfile", "pod 'SwiftGRPC', '~> 0.11'\n"), channel])
  #expect(result["Podfile"] == "pod 'gRPC-Swift', '~> 1.6'\n")
  #expect(
    result["App/a.swift"]?.contains(
      "insecure(group: PlatformSupport.makeEventLoopGroup(loopCount: 1))")
      ?? false)
}

@Test func `with packages it writes the threads that are there`() async throws {
  let result = try await fixed([
    manifest(#"grpc/grpc-swift.git", from: "0.11.0""#),
    ("Sources/App/a.swift", channel.text),
  ])
  #expect(
    result["Sources/App/a.swift"]?.contains(
      "insecure(group: MultiThreadedEventLoopGroup.singleton)")
      ?? false)
}

@Test func `a release of the era before, which has another module, keeps no fix back`() async throws
{
  let found = try await findings([
    ("Cartfile.resolved", "github \"grpc/grpc-swift\" \"0.9.1\"\n"),
    ("App/a.swift", "import SwiftGRPC\nlet channel = Channel(address: \"a:1\")\n"),
  ])
  #expect(found.filter { $0.path == "App/a.swift" }.allSatisfy { $0.fix != nil })
}

// MARK: Requirements beside each other

@Test(arguments: [
  (#".exact("1.6.0")"#, #".exact("1.28.1")"#),
  (#".upToNextMinor(from: "1.20.0")"#, #".upToNextMinor(from: "1.28.1")"#),
])
func `a requirement that keeps another from being resolved is raised in the same fix`(
  before: String, after: String
) async throws {
  let result = try await fixed([
    manifest(#"grpc/grpc-swift.git", from: "0.11.0""#, "apple/swift-protobuf.git\", \(before)")
  ])
  #expect(result["Package.swift"]?.contains(#"from: "1.26.1""#) ?? false)
  #expect(result["Package.swift"]?.contains(after) ?? false)
}

@Test(arguments: [#"from: "1.5.0""#, #""1.5.0"..<"2.0.0""#, #"branch: "main""#])
func `a requirement that allows what is asked for stays`(requirement: String) async throws {
  let result = try await fixed([
    manifest(#"grpc/grpc-swift.git", from: "0.11.0""#, "apple/swift-protobuf.git\", \(requirement)")
  ])
  #expect(result["Package.swift"]?.contains(#"from: "1.26.1""#) ?? false)
  #expect(result["Package.swift"]?.contains(requirement) ?? false)
}

@Test func `a range that keeps another requirement away is left to a person, and so is the other`()
  async throws
{
  let files = [
    manifest(
      #"grpc/grpc-swift.git", from: "0.11.0""#, #"apple/swift-protobuf.git", "1.5.0"..<"1.20.0""#)
  ]
  let found = try await findings(files)
  #expect(found.map(\.safety) == [.manual])
  #expect(
    found.first?.nextStep
      == "raise 'swift-protobuf' in Package.swift:7 first: grpc-swift 1.26.1 requires swift-protobuf 1.28.1 or newer (Package.swift at 1.26.0), which Package.swift:7 does not allow"
  )
  #expect(try await fixed(files)["Package.swift"] == files[0].text)
}

@Test func `a pod that is kept at an old minor version is raised with the one that needs more`()
  async throws
{
  let podfile = "pod 'SwiftGRPC', '~> 0.11'\npod 'SwiftProtobuf', '~> 1.5.0'\n"
  #expect(
    try await fixed([("Podfile", podfile)])["Podfile"]
      == "pod 'gRPC-Swift', '~> 1.6'\npod 'SwiftProtobuf', '~> 1.9.0'\n")
}

// MARK: Generated code

private let generated = (
  path: "Sources/App/a.pb.swift",
  text: """
  // DO NOT EDIT.
  // swift-format-ignore-file
  //
  // Generated by the Swift generator plugin for the protocol buffer compiler.
  import SwiftProtobuf
  fileprivate struct _G: SwiftProtobuf.ProtobufAPIVersionCheck {
    struct _2: SwiftProtobuf.ProtobufAPIVersion_2 {}
    typealias Version = _2
  }
  extension A { static let _protobuf_nameMap = SwiftProtobuf._NameMap(bytecode: "") }
  """
)

private func lock(_ path: String, _ version: String) -> (path: String, text: String) {
  (
    path,
    """
    { "pins": [ { "identity": "swift-protobuf", "kind": "remoteSourceControl",
        "location": "https://github.com/apple/swift-protobuf.git",
        "state": { "revision": "abc", "version": "\(version)" } } ], "version": 2 }
    """
  )
}

@Test func `a lock of another project says nothing about generated code`() async throws {
  let own: [(path: String, text: String)] = [
    manifest(#"apple/swift-protobuf", from: "1.6.0""#), lock("Package.resolved", "1.31.0"),
    generated,
  ]
  let other: [(path: String, text: String)] = [
    ("Demo/Package.swift", manifest(#"apple/swift-protobuf", from: "1.6.0""#).text),
    lock("Demo/Package.resolved", "1.7.0"),
  ]
  #expect(try await findings(own + other).isEmpty)
  let stale = try await findings([own[0], lock("Package.resolved", "1.7.0"), generated])
  #expect(stale.map(\.rule.rawValue) == ["swift-protobuf.newer-generated-file"])
}
