import MoultManifests
import MoultSource
import Testing

private func manifest(_ text: String) -> (PackageManifest, SourceText) {
  let source = source(text, path: "Package.swift")
  return (parsePackageManifest(source), source)
}

private let example = """
  // swift-tools-version:5.9
  import PackageDescription

  let package = Package(
    name: "Grüße",
    platforms: [.macOS(.v10_15), .iOS("13.0"), .custom("x", versionString: "1")],
    products: [
      .library(name: "Kit", type: .static, targets: ["Kit"]),
      .executable(name: "run", targets: ["run"]),
    ],
    dependencies: [
      .package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0"),  // old
      // .package(url: "commented", from: "1.0.0"),
      .package(name: "P", path: "../P"),
    ],
    targets: [
      .target(
        name: "Kit",
        dependencies: [
          "SwiftGRPC", .product(name: "NIO", package: "swift-nio"), .target(name: "Core"),
          .byName(name: "P"),
        ],
        path: "Sources/Kit",
        plugins: [.plugin(name: "GRPCSwiftPlugin", package: "grpc-swift")]),
      .testTarget(name: "KitTests", dependencies: ["Kit"]),
      .plugin(name: "Gen", capability: .buildTool()),
    ]
  )
  """

@Test func `a manifest tells what it says with literals`() throws {
  let (manifest, source) = manifest(example)
  #expect(manifest.toolsVersion?.text == "5.9")
  #expect(manifest.name?.value == "Grüße")
  #expect(manifest.platforms.map(\.name) == ["macOS", "iOS", "x"])
  #expect(manifest.platforms.map(\.version) == ["10.15", "13.0", "1"])
  #expect(manifest.products.map { $0.name?.value } == ["Kit", "run"])
  #expect(manifest.products.map(\.kind) == [.library, .executable])
  #expect(manifest.dependencies.map(\.identity) == ["grpc-swift", "p"])
  let requirement = try #require(manifest.dependencies[0].requirement)
  #expect(requirement.kind == .from)
  #expect(requirement.value?.value == "0.11.0")
  #expect(source.text(requirement.range) == "from: \"0.11.0\"")
  #expect(manifest.dependencies[1].requirement == nil)
  #expect(manifest.targets.map(\.kind) == [.target, .testTarget, .plugin])
  #expect(manifest.targets.map { $0.name?.value } == ["Kit", "KitTests", "Gen"])
  #expect(manifest.targets[0].path?.value == "Sources/Kit")
  let dependencies = manifest.targets[0].dependencies
  #expect(dependencies.map(\.kind) == [.byName, .product, .target, .byName])
  #expect(dependencies.map(\.name.value) == ["SwiftGRPC", "NIO", "Core", "P"])
  #expect(dependencies[1].package?.value == "swift-nio")
  #expect(source.text(dependencies[0].name.contentRange) == "SwiftGRPC")
  #expect(manifest.targets[0].plugins.map(\.name.value) == ["GRPCSwiftPlugin"])
  #expect(manifest.unknown.isEmpty)
  #expect(manifest.looseTargetDependencies.isEmpty)
}

@Test(arguments: [
  ("from: \"1\"", PackageDependency.RequirementKind.from), ("exact: \"1\"", .exact),
  (".exact(\"1\")", .exact), (".upToNextMajor(from: \"1\")", .upToNextMajor),
  (".upToNextMinor(from: \"1\")", .upToNextMinor), ("branch: \"1\"", .branch),
  (".branch(\"1\")", .branch), ("revision: \"1\"", .revision), ("\"1\"..<\"2\"", .range),
  ("\"1\"...\"2\"", .closedRange), ("majorVersion: 1", .majorVersion),
])
func `requirements have a kind and a value`(
  text: String, kind: PackageDependency.RequirementKind
) throws {
  let (manifest, _) = manifest("let p = Package(dependencies: [.package(url: \"u\", \(text))])")
  let requirement = try #require(manifest.dependencies.first?.requirement)
  #expect(requirement.kind == kind)
  #expect(requirement.value?.value == "1")
  #expect(requirement.upperBound?.value == (kind == .range || kind == .closedRange ? "2" : nil))
}

@Test func `a major version of Swift 3 has its minor with it, unless it is computed`() {
  let (manifest, source) = manifest(
    """
    let package = Package(
      name: "A",
      dependencies: [
        .Package(url: "u", majorVersion: 1, minor: 6), .Package(url: "v", majorVersion: major),
      ])
    """)
  let requirements = manifest.dependencies.map(\.requirement)
  #expect(requirements.map { $0?.kind } == [.majorVersion, .majorVersion])
  #expect(requirements.map { $0?.value?.value } == ["1.6", nil])
  #expect(requirements[0]?.value.map { source.text($0.range) } == "1, minor: 6")
}

@Test func `what is computed is unknown, not guessed`() {
  let (manifest, source) = manifest(
    """
    let version: Version = "1" + suffix
    let package = Package(
      name: name,
      dependencies: [.package(url: base + "x", from: version), extra],
      targets: [
        .target(name: "\\(name)A", dependencies: common() + ["B"]),
        module("C"),
      ] + more
    )
    """)
  #expect(manifest.name == nil)
  #expect(manifest.dependencies.map(\.identity) == [nil])
  #expect(manifest.dependencies[0].requirement?.value == nil)
  #expect(manifest.targets.count == 1)
  #expect(manifest.targets[0].name == nil)
  #expect(manifest.targets[0].dependencies.map(\.name.value) == ["B"])
  let unknown = manifest.unknown.map { source.text($0) }
  #expect(unknown.contains("extra"))
  #expect(unknown.contains("common()"))
  #expect(unknown.contains("\"\\(name)A\""))
}

@Test func `constants with a literal are followed, and tell whether others name them`() throws {
  let (manifest, source) = manifest(
    """
    let url = "https://x/Y.git", version: Version = "1.0.0"
    let shared = "2.0.0"
    let common: [Target.Dependency] = ["C"]
    var changed = "3.0.0"
    #if os(Linux)
    let other = "4.0.0"
    #endif
    let package = Package(
      name: "A",
      dependencies: [
        .package(url: url, from: version), .package(url: "https://x/Z", from: shared),
        .package(url: "https://x/U", exact: shared), .package(url: "https://x/V", from: changed),
        .package(url: "https://x/W", from: other), .package(url: hidden("https://x/T"), from: "1.0.0"),
      ],
      targets: [
        .target(name: "A", dependencies: common + ["B"]), .target(name: "B", dependencies: common),
      ])
    func hidden(_ name: String) -> String { name }
    """)
  #expect(manifest.dependencies.map(\.identity) == ["y", "z", "u", "v", "w", nil])
  let values = manifest.dependencies.map(\.requirement?.value)
  #expect(values.map { $0?.value } == ["1.0.0", "2.0.0", "2.0.0", nil, nil, "1.0.0"])
  #expect(
    values.map { $0?.origin } == [.constant, .sharedConstant, .sharedConstant, nil, nil, .place])
  let first = try #require(values[0])
  #expect(source.text(first.contentRange) == "1.0.0")
  #expect(manifest.targets.map { $0.dependencies.map(\.name.value) } == [["C", "B"], ["C"]])
  #expect(manifest.targetDependencies.map(\.name.value) == ["C", "B"])
}

@Test func `what stands in variables and statements is found`() {
  let (manifest, _) = manifest(
    """
    let grpc: Target.Dependency = .product(name: "GRPC", package: "grpc-swift")
    let package = Package(name: "A", targets: [])
    package.dependencies.append(Package.Dependency.package(url: "https://x/Y", exact: "1"))
    package.targets += [.testTarget(name: "T", dependencies: [.product(name: "U", package: "y")])]
    #if os(Linux)
    package.targets.append(.executableTarget(name: "L"))
    #endif
    """)
  #expect(manifest.looseTargetDependencies.map(\.name.value) == ["GRPC"])
  #expect(manifest.dependencies.map(\.identity) == ["y"])
  #expect(manifest.targets.map { $0.name?.value } == ["T", "L"])
  #expect(manifest.targetDependencies.map(\.name.value) == ["GRPC", "U"])
}

@Test func `look-alikes are no part of a manifest`() {
  let (manifest, _) = manifest(
    """
    // .package(url: "a", from: "1")
    let text = ".package(url: \\"b\\", from: \\"1\\")"
    foo.package(url: "c", from: "1")
    package(url: "d", from: "1")
    x.target(name: "e")
    """)
  #expect(manifest.dependencies.isEmpty)
  #expect(manifest.targets.isEmpty)
  #expect(manifest.toolsVersion == nil)
}

@Test(arguments: [
  ("// swift-tools-version:5.0\n", "5.0"), ("// swift-tools-version: 6.2\r\n", "6.2"),
  ("//swift-tools-version:4.2;x", "4.2"), ("\n\n// Swift-Tools-Version:5.4", "5.4"),
  ("\u{FEFF}// swift-tools-version:5", "5"), ("import A\n// swift-tools-version:5", nil),
  ("// swift-tools-version:", nil), ("// swift-tools", nil), ("/", nil),
])
func `the tools version stands in the first line`(text: String, version: String?) {
  let (manifest, source) = manifest(text)
  #expect(manifest.toolsVersion?.text == version)
  #expect(manifest.toolsVersion.map { source.text($0.range) } == version)
}

@Test func `elements are added and removed with their commas and lines`() throws {
  let (manifest, source) = manifest(example)
  func applied(_ edit: Edit?) -> String? {
    edit.flatMap { applying([$0], to: source.bytes) }.map { String(decoding: $0, as: UTF8.self) }
  }
  let list = try #require(manifest.dependencyList)
  #expect(list.elements.count == 2)
  #expect(
    applied(list.appending(".new"))
      == example.replacing("path: \"../P\"),\n", with: "path: \"../P\"),\n    .new,\n"))
  #expect(
    applied(list.removing(at: 1))
      == example.replacing("    .package(name: \"P\", path: \"../P\"),\n", with: ""))
  let inner = try #require(manifest.targets[0].dependencyList)
  #expect(
    applied(inner.removing(at: 1))
      == example.replacing(".product(name: \"NIO\", package: \"swift-nio\"), ", with: ""))
  let plugins = try #require(manifest.targets[0].pluginList)
  #expect(
    applied(plugins.removing(at: 0))
      == example.replacing(
        "[.plugin(name: \"GRPCSwiftPlugin\", package: \"grpc-swift\")]", with: "[]"))
  #expect(
    applied(plugins.appending("x"))
      == example.replacing("package: \"grpc-swift\")]", with: "package: \"grpc-swift\"), x]"))
}

@Test(arguments: [
  "[.package(", ".target(name: ", "Package(", "dependencies: [", "\"", "#if a\n",
  ".product(name: \"a\"), ",
])
func `any manifest is read in time`(piece: String) {
  let text = String(repeating: piece, count: 30_000 / piece.utf8.count)
  let clock = ContinuousClock()
  let time = clock.measure { _ = manifest(text) }
  #expect(time < .seconds(300))
}
