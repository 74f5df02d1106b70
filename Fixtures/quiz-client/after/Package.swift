// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "quiz",
  platforms: [.iOS(.v15), .macOS(.v12)],
  dependencies: [
    .package(url: "https://github.com/pointfreeco/swift-case-paths", from: "1.5.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.3.1"),
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.1.0"),
    .package(url: "https://github.com/pointfreeco/swift-url-routing", from: "0.5.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.0"),
  ],
  targets: [
    .target(name: "QuizModels", dependencies: [.product(name: "CasePaths", package: "swift-case-paths")]),
    .target(
      name: "QuizRouter",
      dependencies: ["QuizModels", .product(name: "URLRouting", package: "swift-url-routing")]),
    .target(
      name: "ApiClient",
      dependencies: [
        "QuizModels",
        "QuizRouter",
        .product(name: "CasePaths", package: "swift-case-paths"),
        .product(name: "Dependencies", package: "swift-dependencies"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "DependenciesMacros", package: "swift-dependencies"),
      ]),
    .target(name: "ApiClientLive", dependencies: ["ApiClient", "QuizRouter"]),
    .target(name: "QuizFeature", dependencies: ["ApiClient", "ApiClientLive"]),
    .executableTarget(name: "quiz", dependencies: ["ApiClientLive", "QuizFeature"]),
    .testTarget(
      name: "ApiClientTests",
      dependencies: ["ApiClient", .product(name: "CustomDump", package: "swift-custom-dump")]),
  ]
)
