// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Hello",
    products: [
        .library(name: "HelloClient", targets: ["HelloAPI", "HelloClient"]),
        .executable(name: "hello", targets: ["hello"]),
    ],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0"),
    ],
    targets: [
        .target(name: "HelloAPI", dependencies: ["SwiftGRPC"]),
        .target(name: "HelloClient", dependencies: ["HelloAPI", "SwiftGRPC"]),
        .target(name: "hello", dependencies: ["HelloAPI", "HelloClient"]),
        .testTarget(name: "HelloClientTests", dependencies: ["HelloAPI", "HelloClient", "SwiftGRPC"]),
    ]
)
