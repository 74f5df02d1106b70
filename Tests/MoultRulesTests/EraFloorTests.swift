import MoultRules
import MoultSource
import Testing

private let place = ByteOffset(0)..<ByteOffset(8)
private let eras = ["grpc-swift": ["0", "1", "2"], "other": ["1", "2"]]

@Test(arguments: [
  ("macOS", "10.15", true), ("osx", "10.13", true), ("macos", "14.6", true),
  ("macOS", "15", false), ("macOS", "15.0", false), ("macOS", "26", false),
  ("iOS", "17.4", true), ("ios", "18.0", false), ("tvOS", "9", true), ("driverKit", "1", true),
  ("iOS", "", true),
])
func `a deployment target below the floor of an era keeps it from being the target`(
  platform: String, version: String, isBelow: Bool
) {
  let target = DeploymentTarget(platform: platform, version: version, path: "Podfile", range: place)
  let reached = reachableEras(eras, [target])
  #expect(reached.map(\.era) == (isBelow ? ["1"] : []))
  #expect(reached.map(\.next) == (isBelow ? ["2"] : []))
}

@Test func `without a deployment target the floor is not reached`() {
  let reached = reachableEras(eras, [])
  #expect(reached.map(\.era) == ["1"])
  #expect(reached.map(\.limit) == [nil])
}

@Test func `one deployment target below the floor outweighs another above it`() {
  let targets = [
    DeploymentTarget(platform: "macOS", version: "15", path: "Package.swift", range: place),
    DeploymentTarget(platform: "iOS", version: "16", path: "Package.swift", range: place),
  ]
  #expect(reachableEras(eras, targets).map(\.limit?.platform) == ["iOS"])
}

@Test func `of a library without such an era nothing is kept`() {
  let old = DeploymentTarget(platform: "iOS", version: "12.0", path: "Podfile", range: place)
  #expect(reachableEras(["grpc-swift": ["0", "1"]], [old]).isEmpty)
}
