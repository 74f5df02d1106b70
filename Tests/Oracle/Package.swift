// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Holds our lexer and parser against swift-syntax. `Sources/MoultSource`, `Sources/MoultSyntax` and `Sources/CMoultBytes` are
// links to the product's own sources, which `../Scripts/link-sources.sh` makes: compiled as part of this
// package, their `package` declarations are visible here, and nothing of the product has to be public.
let package = Package(
  name: "Oracle",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")
  ],
  targets: [
    .target(name: "MoultSource", swiftSettings: strict),
    .target(name: "CMoultBytes"),
    .target(
      name: "MoultSyntax", dependencies: ["MoultSource", "CMoultBytes"], swiftSettings: strict),
    .target(name: "Corpus", swiftSettings: strict),
    .target(
      name: "Reference",
      dependencies: [
        "Corpus", "MoultSource", "MoultSyntax",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "lexer-parity",
      dependencies: [
        "Corpus", "MoultSource", "MoultSyntax", "Reference",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "mutations",
      dependencies: ["Corpus", "MoultSource", "MoultSyntax", "Reference"],
      swiftSettings: strict),
    .executableTarget(
      name: "parser-parity",
      dependencies: [
        "Corpus", "MoultSource", "MoultSyntax", "Reference",
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      swiftSettings: strict),
  ]
)
