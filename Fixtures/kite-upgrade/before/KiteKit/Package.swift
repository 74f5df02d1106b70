// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "KiteKit",
  products: [.library(name: "KiteKit", targets: ["KiteKit"])],
  targets: [.target(name: "KiteKit")])
