// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// An executable whose `main` is libFuzzer's, so that it links only with `--sanitize fuzzer`.
func fuzzTarget(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies,
    swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
}

// Feeds every reader of foreign text with what libFuzzer thinks of. The modules are links to the product's
// own sources, made by `../Scripts/link-sources.sh`: compiled as part of this package, their `package` declarations are visible here.
// `RulePages` is two folders of `MoultRules`, whose other folders need the compiled catalogue.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(name: "MoultSource", swiftSettings: strict),
    .target(name: "CMoultBytes"),
    .target(
      name: "MoultSyntax", dependencies: ["MoultSource", "CMoultBytes"], swiftSettings: strict),
    .target(name: "MoultObjC", dependencies: ["MoultSource"], swiftSettings: strict),
    // What the tests damage files with.
    .target(name: "MoultObjCDamage", swiftSettings: strict),
    .target(name: "MoultFindings", dependencies: ["MoultSource"], swiftSettings: strict),
    .target(name: "CMoultProtobuf", linkerSettings: [.linkedLibrary("protobuf")]),
    .target(name: "MoultProto", dependencies: ["MoultSource"], swiftSettings: strict),
    .target(
      name: "MoultProtoParser",
      dependencies: [
        "MoultSource", "CMoultProtobuf", "MoultProto",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      swiftSettings: strict + [.strictMemorySafety()]),
    .target(
      name: "MoultSemantics", dependencies: ["MoultSource", "MoultSyntax"], swiftSettings: strict),
    .target(
      name: "MoultMatching",
      dependencies: ["MoultFindings", "MoultSemantics", "MoultSource", "MoultSyntax"],
      swiftSettings: strict),
    .target(
      name: "RulePages",
      dependencies: [
        "MoultSource", "MoultFindings", "MoultMatching", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    fuzzTarget("objc-fuzz", ["MoultSource", "MoultObjC"]),
    .executableTarget(
      name: "objc-mutations", dependencies: ["MoultSource", "MoultObjC", "MoultObjCDamage"],
      swiftSettings: strict),
    fuzzTarget("lexer-fuzz", ["MoultSource", "MoultSyntax"]),
    fuzzTarget("parser-fuzz", ["MoultSource", "MoultSyntax"]),
    fuzzTarget("page-fuzz", ["RulePages"]),
    fuzzTarget("proto-fuzz", ["MoultSource", "MoultProto", "MoultProtoParser"]),
  ]
)
