// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Holds the generated names of `MoultProto` against what real generators write, and the places that it gives to
// names against the text. The modules are links to the
// product's own sources: compiled as part of this package, their `package` declarations are visible here.
// The generators are built from the packages that ship them, at the versions that users get today.
let package = Package(
  name: "Names",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
  ],
  targets: [
    .target(name: "MoultSource", swiftSettings: strict),
    .target(name: "MoultObjC", dependencies: ["MoultSource"], swiftSettings: strict),
    .target(name: "CMoultBytes"),
    .target(
      name: "MoultSyntax", dependencies: ["MoultSource", "CMoultBytes"], swiftSettings: strict),
    .target(name: "CMoultProtobuf", linkerSettings: [.linkedLibrary("protobuf")]),
    .target(name: "MoultProto", dependencies: ["MoultSource"], swiftSettings: strict),
    .target(
      name: "MoultProtoParser",
      dependencies: [
        "MoultSource", "CMoultProtobuf", "MoultProto",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      swiftSettings: strict + [.strictMemorySafety()]),
    .executableTarget(
      name: "names-parity",
      dependencies: [
        "MoultSource", "MoultProto", "MoultProtoParser", "MoultObjC", "MoultSyntax",
        .product(name: "protoc-gen-swift", package: "swift-protobuf"),
        .product(name: "protoc-gen-grpc-swift-2", package: "grpc-swift-protobuf"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "positions", dependencies: ["MoultSource", "MoultProto", "MoultProtoParser"],
      swiftSettings: strict),
    .executableTarget(
      name: "proto-mutations", dependencies: ["MoultSource", "MoultProto", "MoultProtoParser"],
      swiftSettings: strict),
  ]
)
