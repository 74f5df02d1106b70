import MoultRules
import Testing

private let eras = ["grpc-swift": ["0", "1", "2"], "other": ["1", "2"]]

@Test(arguments: [
  ("macOS", "10.15", true), ("osx", "10.13", true), ("macos", "14.6", true),
  ("macOS", "15", false), ("macOS", "15.0", false), ("macOS", "26", false),
  ("iOS", "17.4", true), ("ios", "18.0", false), ("tvOS", "9", true), ("driverKit", "1", false),
  ("iOS", "", false),
])
func `a deployment target below the floor of an era keeps it from being the target`(
  platform: String, version: String, isBelow: Bool
) {
  let target = DeploymentTarget(platform: platform, version: version, place: "Podfile:2")
  let reached = reachableEras(eras, [target])
  #expect(reached.map(\.era) == (isBelow ? ["1"] : []))
  #expect(reached.map(\.next) == (isBelow ? ["2"] : []))
}

@Test func `without a deployment target, and of a library without such an era, nothing is kept`() {
  #expect(reachableEras(eras, []).isEmpty)
  let old = DeploymentTarget(platform: "iOS", version: "12.0", place: "Podfile:1")
  #expect(reachableEras(["grpc-swift": ["0", "1"]], [old]).isEmpty)
}
