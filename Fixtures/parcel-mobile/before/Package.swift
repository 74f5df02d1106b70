// swift-tools-version:5.6
import PackageDescription

let package = Package(
  name: "ParcelNet",
  platforms: [.iOS(.v14), .macOS(.v10_15)],
  products: [.library(name: "ParcelNet", targets: ["ParcelNet"])],
  dependencies: [
    .package(url: "https://github.com/bufbuild/connect-swift.git", from: "0.2.0"),
    .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.20.3"),
  ],
  targets: [
    .target(
      name: "ParcelNet",
      dependencies: [
        .product(name: "Connect", package: "connect-swift"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ]),
    .testTarget(name: "ParcelNetTests", dependencies: ["ParcelNet"]),
  ]
)
