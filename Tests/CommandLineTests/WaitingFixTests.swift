import Testing

/// A project in which a safe fix goes with a release of swift-protobuf that only the hop to grpc-swift 2 brings.
private func projectThatWaits() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(
    "Package.swift",
    """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(
      name: "App",
      platforms: [.macOS(.v15)],
      dependencies: [
        .package(url: "https://github.com/grpc/grpc-swift.git", from: "1.9.0"),
        .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.19.0"),
      ],
      targets: [
        .target(
          name: "App",
          dependencies: [
            .product(name: "GRPC", package: "grpc-swift"),
            .product(name: "SwiftProtobuf", package: "swift-protobuf"),
          ])
      ])

    """)
  try folder.write(
    "Sources/App/Load.swift",
    """
    import Foundation
    import SwiftProtobuf

    func load(_ data: Data) throws -> Google_Protobuf_Timestamp {
      try Google_Protobuf_Timestamp(serializedData: data)
    }

    """)
  try folder.write(".moult.yml", "targets: { grpc-swift: \"2\" }\n")
  return folder
}

private func commits(_ folder: TemporaryFolder) throws -> [String] {
  try folder.git("log", "--format=%s").output.split(separator: "\n").map(String.init).reversed()
}

@Test func `a safe fix that rests on one to review is not promised to who asks for safe ones`()
  throws
{
  let folder = try projectThatWaits()
  try folder.commitAll()
  let lint = try folder.moult("lint")
  #expect(
    lint.output.contains("\nor: 1 safe fix waits for 1 to review: 'moult fix --diff --review' "),
    "\(lint.output)")
  #expect(!lint.output.contains("'moult fix' writes"))
  // The manifest is in no folder that this run is about.
  #expect(!(try folder.moult("lint", "Sources").output.contains("moult fix")))
  _ = try folder.moult("fix")
  #expect(try folder.git("status", "--porcelain").output.isEmpty)
  let plan = try folder.moult("plan")
  #expect(plan.output.contains("\nautomatic  0 "), "\(plan.output)")
  _ = try folder.moult("fix", "--review")
  #expect(try folder.read("Sources/App/Load.swift").contains("(serializedBytes: data)"))
}

@Test func `a step that waits for another one comes behind it`() throws {
  let folder = try projectThatWaits()
  try folder.commitAll()
  let run = try folder.moult("migrate")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(
    try commits(folder) == ["all", "grpc-swift 1 → 2", "swift-protobuf 1 in App"])
}

@Test func `what of a step waits for another one is made once that is`() throws {
  let folder = try projectThatWaits()
  try folder.write(
    "Makefile",
    "protos:\n\tprotoc a.proto --swift_out=Sources/App --swift_opt=UseAccessLevelOnImports=True\n")
  try folder.commitAll()
  let plan = try folder.moult("migrate", "--plan-only")
  #expect(plan.output.contains("\n- [ ] 3. **swift-protobuf 1 in App**: 1 fix in 1 file\n"))
  let run = try folder.moult("migrate")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(
    try commits(folder) == [
      "all", "swift-protobuf 1 in App", "grpc-swift 1 → 2", "swift-protobuf 1 in App",
    ], "\(run.output)")
  #expect(run.output.hasSuffix("\n3 steps made\nNothing is left\n"), "\(run.output)")
}
