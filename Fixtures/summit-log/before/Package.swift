// swift-tools-version:5.7
import PackageDescription

let composableArchitecture: Target.Dependency = .product(
  name: "ComposableArchitecture", package: "swift-composable-architecture")

let package = Package(
  name: "summit-log",
  defaultLocalization: "en",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "AppFeature", targets: ["AppFeature"])
  ],
  dependencies: [
    .package(
      url: "https://github.com/pointfreeco/swift-composable-architecture",
      .upToNextMinor(from: "1.2.0")),
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "0.5.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "0.8.0"),
  ],
  targets: [
    .target(name: "HikeModels"),
    .target(
      name: "HikeClient",
      dependencies: [
        "HikeModels",
        .product(name: "Dependencies", package: "swift-dependencies"),
        .product(name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay"),
      ]),
    .target(name: "HikeClientLive", dependencies: ["HikeClient"]),
    .target(
      name: "HikeEditorFeature",
      dependencies: ["HikeClient", "HikeModels", composableArchitecture]),
    .target(
      name: "HikeListFeature",
      dependencies: ["HikeClient", "HikeEditorFeature", "HikeModels", composableArchitecture]),
    .target(name: "SettingsFeature", dependencies: [composableArchitecture]),
    .target(name: "SessionFeature", dependencies: [composableArchitecture]),
    .target(
      name: "AppFeature",
      dependencies: [
        "HikeListFeature", "SessionFeature", "SettingsFeature", composableArchitecture,
      ]),
    .testTarget(name: "HikeEditorFeatureTests", dependencies: ["HikeEditorFeature"]),
    .testTarget(name: "HikeListFeatureTests", dependencies: ["HikeListFeature"]),
    .testTarget(name: "SettingsFeatureTests", dependencies: ["SettingsFeature"]),
    .testTarget(name: "AppFeatureTests", dependencies: ["AppFeature"]),
  ]
)
