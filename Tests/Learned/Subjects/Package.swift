// swift-tools-version: 6.0
import PackageDescription

// The libraries that are learned from: where each is, its version, and the modules that uses are made of.
let libraries: [(address: String, version: Version, products: [String])] = [
  (
    "swiftlang/swift-syntax", "600.0.1",
    [
      "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftParser", "SwiftDiagnostics", "SwiftIDEUtils",
      "SwiftSyntaxMacroExpansion",
    ]
  ),
  ("apple/swift-system", "1.8.1", ["SystemPackage"]),
  (
    "apple/swift-nio", "2.101.2",
    ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOEmbedded", "NIOWebSocket", "NIOConcurrencyHelpers"]
  ),
  ("apple/swift-nio-http2", "1.46.0", ["NIOHTTP2", "NIOHPACK"]),
  (
    "hummingbird-project/hummingbird", "2.28.1",
    [
      "Hummingbird", "HummingbirdCore", "HummingbirdHTTP2", "HummingbirdRouter",
      "HummingbirdTesting",
    ]
  ),
  (
    "apple/swift-collections", "1.6.0",
    ["OrderedCollections", "DequeModule", "BasicContainers"]
  ),
  ("apple/swift-protobuf", "1.39.0", ["SwiftProtobuf", "SwiftProtobufPluginLibrary"]),
  ("swift-server/async-http-client", "1.37.0", ["AsyncHTTPClient"]),
  ("apple/swift-log", "1.16.2", ["Logging", "InMemoryLogging"]),
  (
    "pointfreeco/xctest-dynamic-overlay", "1.13.1", ["IssueReporting", "XCTestDynamicOverlay"]
  ),
]

// `Sources/Uses` and `Sources/Pure` are generated.
let package = Package(
  name: "Subjects",
  platforms: [.macOS(.v15)],
  dependencies: libraries.map { .package(url: "https://github.com/\($0.address)", exact: $0.version) },
  targets: [
    .target(
      name: "Uses",
      dependencies: libraries.flatMap { library in
        library.products.map {
          .product(name: $0, package: String(library.address.split(separator: "/")[1]))
        }
      }, swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "Pure", dependencies: [.product(name: "SwiftSyntax", package: "swift-syntax")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ])
