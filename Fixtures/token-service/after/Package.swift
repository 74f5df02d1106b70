// swift-tools-version:4.0
import PackageDescription

let package = Package(
  name: "Desk",
  dependencies: [
    .package(url: "https://github.com/apple/swift-protobuf.git", .exact("1.39.0")),
    .package(url: "https://github.com/Kitura/Kitura.git", from: "1.3.0"),
    .package(url: "https://github.com/ishkawa/APIKit.git", from: "5.4.0"),
  ],
  targets: [
    .target(name: "TokenAPI", dependencies: ["SwiftProtobuf"]),
    .target(name: "TokenClient", dependencies: ["TokenAPI", "APIKit"]),
    .target(name: "TokenStore", dependencies: ["TokenAPI"]),
    .target(name: "TokenServer", dependencies: ["TokenAPI", "Kitura"]),
    .testTarget(name: "TokenStoreTests", dependencies: ["TokenStore"]),
  ]
)
