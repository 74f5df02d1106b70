// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Depot",
    products: [
        .executable(name: "depotd", targets: ["depotd"]),
    ],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0"),
    ],
    targets: [
        .target(name: "DepotAPI", dependencies: ["SwiftGRPC"]),
        .target(name: "DepotServer", dependencies: ["DepotAPI", "SwiftGRPC"]),
        .target(name: "depotd", dependencies: ["DepotServer"]),
        .testTarget(name: "DepotServerTests", dependencies: ["DepotServer"]),
    ]
)
