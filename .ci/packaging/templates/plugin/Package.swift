// swift-tools-version: 6.0
import PackageDescription

// Made by `make release`. The binary comes as it was released: nothing of Moult is compiled.
let package = Package(
  name: "moult-plugin",
  products: [
    .plugin(name: "MoultLint", targets: ["MoultLint"]),
    .plugin(name: "MoultFix", targets: ["MoultFix"]),
  ],
  targets: [
    @BINARY_TARGET@,
    .plugin(
      name: "MoultLint",
      capability: .command(
        intent: .custom(verb: "moult", description: "Report uses of old gRPC and Protobuf APIs")),
      dependencies: ["moult"]),
    .plugin(
      name: "MoultFix",
      capability: .command(
        intent: .custom(
          verb: "moult-fix", description: "Rewrite uses of old gRPC and Protobuf APIs"),
        permissions: [.writeToPackageDirectory(reason: "It rewrites the files that use old APIs")]),
      dependencies: ["moult"]),
  ])
