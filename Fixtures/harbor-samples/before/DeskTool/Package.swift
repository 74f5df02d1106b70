// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "DeskTool",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.24.2"),
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "DeskTool",
      dependencies: [
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ])
  ],
  swiftLanguageModes: [.v5]
)
