// swift-tools-version:5.0
import PackageDescription

let package = Package(
    name: "Depot",
    products: [
        .executable(name: "depotd", targets: ["depotd"]),
    ],
    dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.26.1"),
    ],
    targets: [
        .target(name: "DepotAPI", dependencies: [.product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "DepotServer", dependencies: ["DepotAPI", .product(name: "GRPC", package: "grpc-swift")]),
        .target(name: "depotd", dependencies: ["DepotServer"]),
        .testTarget(name: "DepotServerTests", dependencies: ["DepotServer"]),
    ]
)
