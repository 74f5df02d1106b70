// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "KiteApp",
  dependencies: [.package(path: "../KiteKit")],
  targets: [
    .executableTarget(
      name: "KiteApp", dependencies: [.product(name: "KiteKit", package: "KiteKit")])
  ])
