// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "relay",
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.26.1"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
    ],
    targets: [
        .target(name: "RelayAPI", dependencies: [.product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "relay", dependencies: ["RelayAPI", .product(name: "GRPC", package: "grpc-swift"), .product(name: "NIOPosix", package: "swift-nio")]),
    ]
)
