import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

private let builtIn = Result { try Catalogue(embeddedTexts) }

// MARK: What the tables say

@Test func `every symbol that has a release is declared by an interface`() throws {
  let catalogue = try builtIn.get()
  for file in catalogue.versions.files {
    let symbols = file.lives.keys.filter { $0.contains(".") }.sorted()
    let modules = Set(symbols.map { String($0.prefix { $0 != "." }) })
    let declared = Set(modules.flatMap { catalogue.declaredSymbols(ofModule: $0) })
    for symbol in symbols { #expect(declared.contains(symbol), "\(file.path): \(symbol)") }
  }
}

@Test func `a word that tells a release is the word of no older symbol`() throws {
  let catalogue = try builtIn.get()
  for file in catalogue.versions.files {
    var words: [String: String] = [:]
    for (symbol, life) in file.lives where life.since != nil {
      for word in tellingWords(ofSymbol: symbol, without: file.shared) { words[word] = symbol }
    }
    let modules = Set(file.lives.keys.map { String($0.prefix { $0 != "." }) })
    for symbol in modules.sorted().flatMap({ catalogue.declaredSymbols(ofModule: $0) }) {
      // What belongs to a type is as young as the type.
      let isListed = file.lives.contains { listed, life in
        life.since != nil && (symbol == listed || symbol.hasPrefix(listed + "."))
      }
      guard !isListed else { continue }
      for word in tellingWords(ofSymbol: symbol, without: []) where words[word] != nil {
        Issue.record("\(file.path): '\(word)' of \(words[word] ?? "") is older \(symbol)'s too")
      }
    }
  }
}

@Test(arguments: [
  ("SwiftProtobuf.Message.init(serializedBytes:extensions:partial:options:)", ["serializedBytes"]),
  (
    "SwiftProtobuf.Message.serializedBytes(partial:options:)",
    ["serializedBytes"]
  ),
  ("GRPC.GRPCChannelPool", ["GRPCChannelPool"]), ("A.B.init(_:)", []), ("A.B.init()", []),
  ("NIOPosix.MultiThreadedEventLoopGroup.singleton", ["MultiThreadedEventLoopGroup.singleton"]),
])
func `a symbol is told by its label, its name, or its name behind its type's`(
  symbol: String, words: [String]
) {
  #expect(tellingWords(ofSymbol: symbol, without: ["singleton"]) == words)
}

// MARK: Which version a file is built with

private func taken(
  _ package: String, at path: String, _ files: [(path: String, text: String)]
) throws -> String? {
  let catalogue = try builtIn.get()
  let texts = try files.map { path, text in
    try #require(ProjectText(path: path, bytes: Array(text.utf8)))
  }
  return TakenVersions(
    texts, catalogue.versions, catalogue.requirements, cache: TreeCache()
  ).version(of: package, at: path)?.evidence
}

private func lock(_ version: String) -> String {
  """
  { "pins": [ { "identity": "swift-protobuf", "kind": "remoteSourceControl",
      "location": "https://github.com/apple/swift-protobuf.git",
      "state": { "revision": "abc", "version": "\(version)" } } ], "version": 2 }
  """
}

private func package(_ requirement: String, of name: String = "apple/swift-protobuf") -> String {
  """
  // swift-tools-version:5.5
  import PackageDescription
  let package = Package(
    name: "App",
    dependencies: [
      .package(url: "https://github.com/\(name).git", \(requirement))
    ])
  """
}

@Test func `a lock beside the manifest counts, and the least version without one`() throws {
  let manifest = ("Package.swift", package(#"from: "1.6.0""#))
  #expect(
    try taken("swift-protobuf", at: "Sources/A/a.swift", [manifest])
      == "swift-protobuf 1.6.0 or newer by Package.swift:6")
  #expect(
    try taken(
      "swift-protobuf", at: "Sources/A/a.swift", [manifest, ("Package.resolved", lock("1.7.0"))])
      == "swift-protobuf 1.7.0 in Package.resolved:3")
}

@Test func `a project may take what it names itself, or what a package beside it names`() throws {
  let catalogue = try builtIn.get()
  func mayTake(_ path: String, _ files: [(path: String, text: String)]) throws -> Bool {
    let texts = try files.map { path, text in
      try #require(ProjectText(path: path, bytes: Array(text.utf8)))
    }
    return TakenVersions(texts, catalogue.versions, catalogue.requirements, cache: TreeCache())
      .mayTake("swift-protobuf", at: path)
  }
  let naming = ("One/Package.swift", package(#"from: "1.6.0""#))
  let other = ("Two/Package.swift", package(#"from: "1.0.0""#, of: "apple/swift-log"))
  #expect(try mayTake("One/Sources/A/a.swift", [naming, other]))
  #expect(try !mayTake("Two/Sources/B/b.swift", [naming, other]))
  // What lies in no project is built with whatever the tree has.
  #expect(try mayTake("Shared/c.swift", [naming, other]))
  let beside = (
    "Two/Package.swift",
    """
    // swift-tools-version:5.5
    import PackageDescription
    let package = Package(name: "Two", dependencies: [.package(path: "../One")])
    """
  )
  #expect(try mayTake("Two/Sources/B/b.swift", [naming, beside]))
  let pods = ("Two/Podfile", "target 'Two' do\n  pod 'Alamofire'\nend\n")
  #expect(try !mayTake("Two/b.swift", [naming, pods]))
  // The lock of a workspace holds for the projects in it, which may take a package by way of another one.
  let app = (
    "Two/Two.xcodeproj/project.pbxproj",
    """
    // !$*UTF8*$!
    { objects = { A1 = { isa = XCRemoteSwiftPackageReference;
      repositoryURL = "https://github.com/apple/swift-log.git";
      requirement = { kind = exactVersion; version = 1.0.0; }; }; }; }
    """
  )
  #expect(try !mayTake("Two/b.swift", [naming, app]))
  let workspace = "Kite.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  #expect(try mayTake("Two/b.swift", [naming, app, (workspace, lock("1.6.0"))]))
  // A Podfile holds for the projects below it.
  let above = ("Podfile", "target 'Two' do\n  pod 'SwiftProtobuf', '1.6.0'\nend\n")
  #expect(try mayTake("Two/b.swift", [above, pods]))
}

@Test func `a lock that the manifest has overtaken counts for nothing`() throws {
  let evidence = try taken(
    "swift-protobuf", at: "Sources/A/a.swift",
    [("Package.swift", package(#"from: "1.27.0""#)), ("Package.resolved", lock("0.9.26"))])
  #expect(evidence == "swift-protobuf 1.27.0 or newer by Package.swift:6")
}

@Test func `of two locks in a repository only that of the file's own project counts`() throws {
  let files = [
    ("Package.swift", package(#"from: "1.6.0""#)), ("Package.resolved", lock("1.31.0")),
    ("Examples/Old/Package.swift", package(#"from: "1.0.0""#)),
    ("Examples/Old/Package.resolved", lock("1.2.0")),
  ]
  #expect(
    try taken("swift-protobuf", at: "Sources/A/a.swift", files)
      == "swift-protobuf 1.31.0 in Package.resolved:3")
  #expect(
    try taken("swift-protobuf", at: "Examples/Old/Sources/B/b.swift", files)
      == "swift-protobuf 1.2.0 in Examples/Old/Package.resolved:3")
}

@Test func `a workspace's lock counts before that of the project in it, whatever their paths`()
  throws
{
  let shared = "xcshareddata/swiftpm/Package.resolved"
  let evidence = try taken(
    "swift-protobuf", at: "App/a.swift",
    [
      ("App.xcodeproj/project.xcworkspace/\(shared)", lock("1.2.0")),
      ("Whole.xcworkspace/\(shared)", lock("1.30.0")),
    ])
  #expect(evidence == "swift-protobuf 1.30.0 in Whole.xcworkspace/\(shared):3")
}

@Test func `a package without a lock is built with that of the Xcode workspace above it`() throws {
  let path = "App.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  let evidence = try taken(
    "swift-protobuf", at: "Packages/Core/Sources/Core/a.swift",
    [(path, lock("1.30.0")), ("Packages/Core/Package.swift", package(#"from: "1.6.0""#))])
  #expect(evidence == "swift-protobuf 1.30.0 in \(path):3")
}

@Test(arguments: [
  (#"lastKnownFileType = text; name = Core; path = Packages/Core"#, true),
  (#"lastKnownFileType = wrapper; path = Core"#, true),
  (#"lastKnownFileType = wrapper; path = Other"#, false),
])
func `a package in an Xcode project is built with the lock of that, although it has one of its own`(
  reference: String, isInProject: Bool
) throws {
  let path = "App.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  let evidence = try taken(
    "swift-protobuf", at: "Packages/Core/Sources/Core/a.swift",
    [
      (path, lock("1.30.0")),
      (
        "App.xcodeproj/project.pbxproj",
        "// !$*UTF8*$!\n{ objects = { A1 = {isa = PBXFileReference; \(reference); }; }; }\n"
      ),
      ("Packages/Core/Package.swift", package(#"from: "1.6.0""#)),
      ("Packages/Core/Package.resolved", lock("1.15.0")),
    ])
  #expect(
    evidence
      == (isInProject
        ? "swift-protobuf 1.30.0 in \(path):3"
        : "swift-protobuf 1.15.0 in Packages/Core/Package.resolved:3"))
}

@Test(arguments: [
  ("..", "0.9.0", "swift-protobuf 1.6.0 or newer by Package.swift:6"),
  ("..", "1.30.0", "swift-protobuf 1.30.0 in App/App.xcodeproj/Package.resolved:3"),
  ("../Other", "0.9.0", "swift-protobuf 0.9.0 in App/App.xcodeproj/Package.resolved:3"),
])
func `the lock of an Xcode project that a package in it has overtaken counts for nothing`(
  path: String, locked: String, evidence: String
) throws {
  let found = try taken(
    "swift-protobuf", at: "App/App/a.swift",
    [
      ("App/App.xcodeproj/Package.resolved", lock(locked)),
      (
        "App/App.xcodeproj/project.pbxproj",
        "// !$*UTF8*$!\n{ objects = { A1 = {isa = PBXFileReference; lastKnownFileType = folder; name = Core; path = \(path); }; }; }\n"
      ),
      ("Package.swift", package(#"from: "1.6.0""#)),
    ])
  #expect(found == evidence)
}

@Test func `a package that stands alone is not built with the lock above it`() throws {
  let evidence = try taken(
    "swift-protobuf", at: "Examples/Sources/E/a.swift",
    [
      ("Package.swift", package(#"from: "1.0.0""#)), ("Package.resolved", lock("1.30.0")),
      ("Examples/Package.swift", package(#"from: "1.6.0""#)),
    ])
  #expect(evidence == "swift-protobuf 1.6.0 or newer by Examples/Package.swift:6")
}

@Test(arguments: [
  ("pod 'SwiftProtobuf', '~> 1.5'", "swift-protobuf 1.5 or newer by Podfile:1"),
  ("pod 'SwiftProtobuf', '1.6.0'", "swift-protobuf 1.6.0 by Podfile:1"),
  ("pod 'SwiftProtobuf', '>= 1.2', '< 2'", "swift-protobuf 1.2 or newer by Podfile:1"),
  ("pod 'SwiftProtobuf'", nil), ("pod 'SwiftProtobuf', :path => '../x'", nil),
])
func `a Podfile tells the least version where it names one`(pod: String, evidence: String?) throws {
  #expect(try taken("swift-protobuf", at: "App/a.swift", [("Podfile", pod)]) == evidence)
}

@Test func `a lock that a package in a folder has overtaken counts for nothing`() throws {
  let files = [
    ("Core/Package.swift", package(#"from: "1.7.0""#)),
    (
      "App/Package.swift",
      """
      // swift-tools-version:5.5
      import PackageDescription
      let package = Package(name: "App", dependencies: [.package(path: "../Core")])
      """
    ),
  ]
  func evidence(_ version: String) throws -> String? {
    try taken(
      "swift-protobuf", at: "App/Sources/App/a.swift",
      files + [("App/Package.resolved", lock(version))])
  }
  #expect(try evidence("1.6.0") == "swift-protobuf 1.7.0 or newer by Core/Package.swift:6")
  #expect(try evidence("1.8.0") == "swift-protobuf 1.8.0 in App/Package.resolved:3")
}

@Test func `a branch tells no version`() throws {
  let files = [("Package.swift", package(#"branch: "main""#))]
  #expect(try taken("swift-protobuf", at: "Sources/A/a.swift", files) == nil)
}

@Test(arguments: [
  (#"revision: "1.21.0""#, true), (#"branch: "v1.21.0""#, true),
  (#"revision: "refs/tags/1.21.0""#, true), (#"branch: "release/1.21.0""#, false),
  (#"revision: "1.21""#, false), (#"revision: "1210000000000000000000000000000000000000""#, false),
])
func `a commit that is called as a release is of that release alone`(
  requirement: String, isRelease: Bool
) throws {
  let evidence = isRelease ? "swift-protobuf 1.21.0 by Package.swift:6" : nil
  let files = [("Package.swift", package(requirement))]
  #expect(try taken("swift-protobuf", at: "Sources/A/a.swift", files) == evidence)
}

@Test(arguments: [
  (#""branch": "1.21.0", "revision": "abc""#, true),
  (#""branch": "refs/tags/v1.21.0", "version": null"#, true),
  (#""branch": "1.21-fixes", "revision": "abc""#, false),
  (#""branch": null, "revision": "abc""#, false),
])
func `a lock holds a release by its version, and by a branch that is called as one`(
  state: String, isRelease: Bool
) throws {
  let evidence = isRelease ? "swift-protobuf 1.21.0 in Package.resolved:3" : nil
  let text = lock("x").replacing(#""revision": "abc", "version": "x""#, with: state)
  let files = [("Package.resolved", text)]
  #expect(try taken("swift-protobuf", at: "Sources/A/a.swift", files) == evidence)
}

@Test func `where a package names a commit, the project around it decides`() throws {
  let xcode = """
    // !$*UTF8*$!
    { objects = { A1 = { isa = XCRemoteSwiftPackageReference;
      repositoryURL = "https://github.com/apple/swift-protobuf.git";
      requirement = { kind = exactVersion; version = 1.21.0; }; }; }; }
    """
  func evidence(_ requirement: String) throws -> String? {
    try taken(
      "swift-protobuf", at: "Packages/Core/Sources/Core/a.swift",
      [
        ("App.xcodeproj/project.pbxproj", xcode),
        ("Packages/Core/Package.swift", package(requirement)),
      ])
  }
  let around = "swift-protobuf 1.21.0 by App.xcodeproj/project.pbxproj:2"
  #expect(try evidence(#"revision: "abc""#) == around)
  #expect(try evidence(#"branch: "develop""#) == around)
  #expect(try evidence(#"branch: "main""#) == nil)
}

@Test(arguments: [
  (#"kind = branch; branch = "1.21.0";"#, true),
  ("kind = revision; revision = v1.21.0;", true), ("kind = revision; revision = abc;", false),
])
func `in an Xcode project a commit that is called as a release is of that release`(
  requirement: String, isRelease: Bool
) throws {
  let evidence = isRelease ? "swift-protobuf 1.21.0 by App.xcodeproj/project.pbxproj:2" : nil
  let project = """
    // !$*UTF8*$!
    { objects = { A1 = { isa = XCRemoteSwiftPackageReference;
      repositoryURL = "https://github.com/apple/swift-protobuf.git";
      requirement = { \(requirement) }; }; }; }
    """
  let files = [("App.xcodeproj/project.pbxproj", project)]
  #expect(try taken("swift-protobuf", at: "App/a.swift", files) == evidence)
}

@Test(arguments: [
  (#"kind = branch; branch = "full-scope-1.4.2";"#, true),
  ("branch = develop; kind = branch;", true), ("branch = main; kind = branch;", false),
  ("kind = revision; revision = abc;", true),
  ("kind = upToNextMajorVersion; minimumVersion = 1.6.0;", false),
])
func `in an Xcode project a commit, and a branch that is no main one, are of no release`(
  requirement: String, isOfNone: Bool
) throws {
  let project = """
    // !$*UTF8*$!
    { objects = { A1 = { isa = XCRemoteSwiftPackageReference;
      repositoryURL = "https://github.com/acme/swift-protobuf.git";
      requirement = { \(requirement) }; }; }; }
    """
  // Above the file, and beside it.
  for path in ["App.xcodeproj/project.pbxproj", "Xcode/App.xcodeproj/project.pbxproj"] {
    let file = try #require(ProjectText(path: path, bytes: Array(project.utf8)))
    let catalogue = try builtIn.get()
    let taken = TakenVersions(
      [file], catalogue.versions, catalogue.requirements, cache: TreeCache())
    let found = taken.evidenceOfNoRelease(of: "swift-protobuf", at: "App/a.swift")
    #expect(found == (isOfNone ? "swift-protobuf of no release by \(path):2" : nil))
  }
}

@Test func `what is built as a pod too has to be right with the older version`() throws {
  let podspec =
    "s.source_files = 'Sources/Core/**/*.swift'\ns.dependency 'SwiftProtobuf', '~> 1.5'\n"
  let files = [
    ("Package.swift", package(#"from: "1.27.0""#)), ("Core.podspec", podspec),
  ]
  #expect(
    try taken("swift-protobuf", at: "Sources/Core/a.swift", files)
      == "swift-protobuf 1.5 or newer by Core.podspec:2")
  #expect(
    try taken("swift-protobuf", at: "Sources/Tool/a.swift", files)
      == "swift-protobuf 1.27.0 or newer by Package.swift:6")
}

@Test func `what another package asks for is the least version`() throws {
  let files = [("Package.swift", package(#"from: "1.8.0""#, of: "grpc/grpc-swift"))]
  #expect(
    try taken("swift-nio", at: "Sources/A/a.swift", files)
      == "swift-nio 2.32.0 or newer, which grpc-swift 1.8.0 or newer by Package.swift:6 requires")
}

@Test func `pods have no swift-nio after the last that was made a pod`() throws {
  #expect(
    try taken("swift-nio", at: "App/a.swift", [("Podfile", "pod 'gRPC-Swift'\n")])
      == "swift-nio 2.40.0, the last that pods have, which 'gRPC-Swift' in Podfile:1 brings")
}
