// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "Beacon",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.24.2"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.23.0"),
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.28.1"),
  ],
  targets: [
    .target(
      name: "BeaconAPI",
      dependencies: [
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ]),
    .target(
      name: "BeaconKit",
      dependencies: [
        "BeaconAPI",
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .executableTarget(
      name: "beacon",
      dependencies: [
        "BeaconKit",
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .testTarget(
      name: "BeaconKitTests",
      dependencies: [
        "BeaconAPI",
        "BeaconKit",
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
  ],
  swiftLanguageModes: [.v5]
)
