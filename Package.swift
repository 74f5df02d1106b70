// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// - Parameter excluded: files beside the sources that the target does without.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], without excluded: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: excluded, swiftSettings: strict)
}

/// The README of a target, and those of folders in it.
func readmes(of folders: [String]) -> [String] {
  ["README.md"] + folders.map { $0 + "/README.md" }
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

// The order is the architecture: a target imports only targets that stand above it.
let package = Package(
  name: "moult",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "moult", targets: ["moult"]),
    .plugin(name: "MoultLint", targets: ["MoultLint"]),
    .plugin(name: "MoultFix", targets: ["MoultFix"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    module("MoultSource"),
    .target(name: "CMoultBytes"),
    module("MoultSyntax", ["MoultSource", "CMoultBytes"]),
    .target(
      name: "CMoultProtobuf",
      cxxSettings: [.enableWarning("all"), .enableWarning("extra")],
      linkerSettings: [
        .linkedLibrary("protobuf"),
        // An archive of libprotobuf wants it behind itself.
        .linkedLibrary("stdc++", .when(platforms: [.linux])),
      ]),
    module("MoultProto", ["MoultSource"]),
    // Apart from what is known of schemas, so that nobody else waits for C++ and SwiftProtobuf to be compiled.
    .target(
      name: "MoultProtoParser",
      dependencies: [
        "MoultSource", "CMoultProtobuf", "MoultProto",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      swiftSettings: strict + [.strictMemorySafety()]),
    module("MoultObjC", ["MoultSource"]),
    module("MoultManifests", ["MoultSource", "MoultSyntax"]),
    module("MoultSemantics", ["MoultSource", "MoultSyntax"]),
    module("MoultRewriting", ["MoultSource", "MoultSyntax", "MoultSemantics"]),
    module("MoultFindings", ["MoultSource"]),
    module(
      "MoultMatching",
      ["MoultSource", "MoultSyntax", "MoultSemantics", "MoultRewriting", "MoultFindings"]),
    module(
      "MoultLearning",
      [
        "MoultSource", "MoultSyntax", "MoultSemantics", "MoultRewriting", "MoultFindings",
        "MoultMatching",
      ]),
    module(
      "MoultChecking",
      ["MoultSource", "MoultSyntax", "MoultSemantics", "MoultFindings", "MoultMatching"]),
    // Two halves of about one size, which are compiled side by side; `MoultRules` joins them.
    module(
      "MoultTransforms",
      [
        "MoultSource", "MoultSyntax", "MoultProto", "MoultObjC", "MoultSemantics",
        "MoultRewriting", "MoultFindings", "MoultMatching",
      ],
      without: readmes(
        of: [
          "CallLife", "Calls", "Connect", "Construction", "Errors", "Facades", "Futures", "GRPC2",
          "GRPC2/Calls", "GRPC2/Clients", "GRPC2/Connections", "GRPC2/Interceptors",
          "GRPC2/Options", "GRPC2/Servers", "GRPC2/Statuses", "Kitura", "ObjectiveC", "PointFree",
          "Protobuf", "Servers", "StraightToGRPC2", "TestDoubles",
        ])),
    module(
      "MoultSurfaces",
      [
        "MoultSource", "MoultSyntax", "MoultProto", "MoultProtoParser", "MoultObjC",
        "MoultManifests", "MoultSemantics", "MoultRewriting", "MoultFindings", "MoultMatching",
        .product(name: "Yams", package: "Yams"),
      ]),
    .target(
      name: "MoultRules",
      dependencies: [
        "MoultSource", "MoultSyntax", "MoultObjC", "MoultManifests", "MoultSemantics",
        "MoultFindings", "MoultMatching", "MoultLearning", "MoultTransforms", "MoultSurfaces",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict,
      plugins: ["EmbedCatalogue"]),
    module("MoultFixes", ["MoultSource", "MoultFindings"]),
    module(
      "MoultAnalysis",
      [
        "MoultSource", "MoultSyntax", "MoultProto", "MoultObjC", "MoultSemantics", "MoultRewriting",
        "MoultFindings", "MoultMatching", "MoultLearning", "MoultChecking", "MoultTransforms",
        "MoultSurfaces", "MoultRules", "MoultFixes",
      ]),
    module("MoultReporting", ["MoultSource", "MoultFindings"]),
    .executableTarget(
      name: "moult",
      dependencies: [
        "MoultSource", "MoultSyntax", "MoultProto", "MoultProtoParser", "MoultManifests",
        "MoultSemantics", "MoultRewriting", "MoultFindings", "MoultMatching", "MoultLearning",
        "MoultSurfaces",
        "MoultRules", "MoultFixes", "MoultAnalysis", "MoultReporting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    // Compiles the folder `Rules` into `MoultRules`.
    .plugin(
      name: "EmbedCatalogue", capability: .buildTool(), dependencies: ["embed-catalogue"]),
    .executableTarget(
      name: "embed-catalogue", dependencies: [.product(name: "Yams", package: "Yams")],
      swiftSettings: strict),
    // Both ask SwiftPM to build `moult` when they run. As a dependency it would be built a second time, as a tool,
    // with everything below it, in every build of this package.
    .plugin(
      name: "MoultLint",
      capability: .command(
        intent: .custom(verb: "moult", description: "Report uses of old gRPC and Protobuf APIs"))),
    .plugin(
      name: "MoultFix",
      capability: .command(
        intent: .custom(
          verb: "moult-fix", description: "Rewrite uses of old gRPC and Protobuf APIs"),
        permissions: [.writeToPackageDirectory(reason: "It rewrites the files that use old APIs")])),
    tests("MoultSourceTests", ["MoultSource"]),
    tests("MoultSyntaxTests", ["MoultSource", "MoultSyntax", "CMoultBytes"]),
    tests("MoultProtoTests", ["MoultSource", "MoultProto", "MoultProtoParser"]),
    tests("MoultObjCTests", ["MoultSource", "MoultObjC"]),
    tests(
      "MoultManifestsTests",
      [
        "MoultSource", "MoultSyntax", "MoultManifests", .product(name: "Yams", package: "Yams"),
      ]),
    tests("MoultSemanticsTests", ["MoultSource", "MoultSyntax", "MoultSemantics"]),
    tests("MoultRewritingTests", ["MoultSource", "MoultSyntax", "MoultRewriting"]),
    tests(
      "MoultCheckingTests",
      [
        "MoultSource", "MoultSyntax", "MoultSemantics", "MoultFindings", "MoultMatching",
        "MoultChecking", "MoultSurfaces", "MoultRules", "MoultAnalysis",
      ]),
    tests("MoultLearningTests", ["MoultSource", "MoultSyntax", "MoultLearning"]),
    tests("MoultReportingTests", ["MoultSource", "MoultFindings", "MoultReporting"]),
    tests("MoultFixesTests", ["MoultSource", "MoultSyntax", "MoultFindings", "MoultFixes"]),
    tests(
      "MoultRulesTests",
      [
        "MoultSource", "MoultSyntax", "MoultSemantics", "MoultRewriting", "MoultFindings",
        "MoultMatching", "MoultSurfaces", "MoultLearning", "MoultRules", "MoultFixes",
        "MoultAnalysis",
        .product(name: "Yams", package: "Yams"),
      ]),
    // Runs the built `moult` as its users do, and imports nothing of it.
    tests("CommandLineTests", [.product(name: "Yams", package: "Yams")]),
  ]
)
