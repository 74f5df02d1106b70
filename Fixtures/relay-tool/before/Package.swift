// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "relay",
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0"),
    ],
    targets: [
        .target(name: "RelayAPI", dependencies: ["SwiftGRPC"]),
        .target(name: "relay", dependencies: ["RelayAPI", "SwiftGRPC"]),
    ]
)
