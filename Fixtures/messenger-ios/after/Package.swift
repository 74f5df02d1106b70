// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Messenger",
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.26.1"),
    ],
    targets: [
        .target(name: "MessengerAPI", dependencies: [.product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "MessengerKit", dependencies: ["MessengerAPI", .product(name: "GRPC", package: "grpc-swift")]),
        .testTarget(name: "MessengerKitTests", dependencies: ["MessengerKit"]),
    ]
)
