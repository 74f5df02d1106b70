// swift-tools-version: 6.2
import PackageDescription

// The generators of messages and of grpc-swift 2, from the packages that ship them.
let package = Package(
  name: "Generators",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
  ],
  targets: [
    .executableTarget(
      name: "generators",
      dependencies: [
        .product(name: "protoc-gen-swift", package: "swift-protobuf"),
        .product(name: "protoc-gen-grpc-swift-2", package: "grpc-swift-protobuf"),
      ])
  ]
)
