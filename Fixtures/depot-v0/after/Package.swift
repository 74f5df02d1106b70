// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Depot",
    products: [
        .executable(name: "depotd", targets: ["depotd"]),
    ],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.26.1"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.4.4"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.23.0"),
    ],
    targets: [
        .target(name: "DepotAPI", dependencies: [.product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "DepotServer", dependencies: ["DepotAPI", .product(name: "GRPC", package: "grpc-swift"), .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHPACK", package: "swift-nio-http2"), .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl")]),
        .target(name: "depotd", dependencies: ["DepotServer"]),
        .testTarget(name: "DepotServerTests", dependencies: ["DepotServer", .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"), .product(name: "Logging", package: "swift-log")]),
    ]
)
