// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Shop",
  dependencies: [
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.20.0"),
    .package(url: "https://github.com/grpc/grpc-swift", from: "1.21.0"),
  ],
  targets: [
    .target(
      name: "Shop",
      dependencies: [
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
        .product(name: "GRPC", package: "grpc-swift"),
      ])
  ]
)
