// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "Parcels",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.24.2"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.28.1"),
  ],
  targets: [
    .target(
      name: "ParcelAPI",
      dependencies: [
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ]),
    .target(
      name: "ParcelKit",
      dependencies: [
        "ParcelAPI",
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .testTarget(
      name: "ParcelKitTests",
      dependencies: [
        "ParcelAPI",
        "ParcelKit",
        .product(name: "GRPC", package: "grpc-swift"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v5]
)
