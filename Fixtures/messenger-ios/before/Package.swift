// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Messenger",
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0"),
    ],
    targets: [
        .target(name: "MessengerAPI", dependencies: ["SwiftGRPC"]),
        .target(name: "MessengerKit", dependencies: ["MessengerAPI", "SwiftGRPC"]),
        .testTarget(name: "MessengerKitTests", dependencies: ["MessengerKit"]),
    ]
)
