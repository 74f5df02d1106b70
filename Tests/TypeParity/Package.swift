// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Prints what MoultSemantics infers, for the comparison with the compiler. `parity.py` links the product's own
// sources into `Sources` (see `links.txt`): compiled as part of this package, their `package` declarations are visible here.
let package = Package(
  name: "TypeParity",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "MoultSource", swiftSettings: strict),
    .target(name: "CMoultBytes"),
    .target(
      name: "MoultSyntax", dependencies: ["MoultSource", "CMoultBytes"], swiftSettings: strict),
    .target(
      name: "MoultSemantics", dependencies: ["MoultSource", "MoultSyntax"], swiftSettings: strict),
    .executableTarget(
      name: "type-answers", dependencies: ["MoultSource", "MoultSyntax", "MoultSemantics"],
      swiftSettings: strict),
  ]
)
