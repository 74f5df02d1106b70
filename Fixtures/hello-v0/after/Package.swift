// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Hello",
    products: [
        .library(name: "HelloClient", targets: ["HelloAPI", "HelloClient"]),
        .executable(name: "hello", targets: ["hello"]),
    ],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.26.1"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
    ],
    targets: [
        .target(name: "HelloAPI", dependencies: [.product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "HelloClient", dependencies: ["HelloAPI", .product(name: "GRPC", package: "grpc-swift"), .product(name: "NIOPosix", package: "swift-nio")]),
        .target(name: "hello", dependencies: ["HelloAPI", "HelloClient"]),
        .testTarget(name: "HelloClientTests", dependencies: ["HelloAPI", "HelloClient", .product(name: "GRPC", package: "grpc-swift")]),
    ]
)
