// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Messenger",
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.26.1"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.23.0"),
    ],
    targets: [
        .target(name: "MessengerAPI", dependencies: [.product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "MessengerKit", dependencies: ["MessengerAPI", .product(name: "GRPC", package: "grpc-swift"), .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl")]),
        .testTarget(name: "MessengerKitTests", dependencies: ["MessengerKit"]),
    ]
)
