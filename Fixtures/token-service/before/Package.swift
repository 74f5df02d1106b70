// swift-tools-version:4.0
import PackageDescription

let package = Package(
  name: "Desk",
  dependencies: [
    .package(url: "https://github.com/apple/swift-protobuf.git", .exact("0.9.27")),
    .package(url: "https://github.com/IBM-Swift/Kitura.git", from: "1.3.0"),
    .package(url: "https://github.com/ishkawa/APIKit.git", from: "3.1.0"),
  ],
  targets: [
    .target(name: "TokenAPI", dependencies: ["SwiftProtobuf"]),
    .target(name: "TokenClient", dependencies: ["TokenAPI", "APIKit"]),
    .target(name: "TokenStore", dependencies: ["TokenAPI"]),
    .target(name: "TokenServer", dependencies: ["TokenAPI", "Kitura"]),
    .testTarget(name: "TokenStoreTests", dependencies: ["TokenStore"]),
  ]
)
