// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Relay",
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift", .upToNextMinor(from: "0.11.0")),
    ],
    targets: [
        .target(name: "RelayAPI", dependencies: ["SwiftGRPC"]),
        .target(name: "Relay", dependencies: ["RelayAPI", "SwiftGRPC"]),
    ]
)
