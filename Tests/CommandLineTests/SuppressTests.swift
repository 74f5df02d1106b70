import Testing

/// A project with an old use in each language that comments can be written in.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("Sources/A/A.swift", oldSwift)
  try folder.write("Podfile", "target 'A' do\n  pod 'SwiftGRPC', '~> 0.11'\nend\n")
  try folder.write("gen.sh", "protoc \\\n  --swiftgrpc_out=. a.proto\n")
  try folder.write("Makefile", "gen:\n\tprotoc --swiftgrpc_out=. a.proto\n")
  return folder
}

@Test func `suppress writes comments after which nothing is found, and lint says nothing of them`()
  throws
{
  let folder = try project()
  let rules = [
    "grpc-swift.import-swiftgrpc", "grpc-swift.status-code-type", "grpc-swift.pod",
    "grpc-swift.protoc-plugin",
  ]
  #expect(try folder.moult("lint").code == 1)
  let arguments = rules.flatMap { ["--rule", $0] } + ["--reason", "moves in March"]
  let run = try folder.moult(["suppress"] + arguments)
  #expect(run.code == 0, "\(run.errors)")
  #expect(run.output.hasPrefix("Ignored 5 findings with 5 comments in 4 files"), "\(run.output)")
  let comment = "moult:ignore[grpc-swift.protoc-plugin] moves in March\n"
  #expect(try folder.read("gen.sh").hasPrefix("# " + comment + "protoc \\\n"))
  #expect(try folder.read("Makefile") == "gen:\n# \(comment)\tprotoc --swiftgrpc_out=. a.proto\n")
  let lint = try folder.moult("lint")
  #expect(lint.code == 0, "\(lint.output)")
  #expect(lint.output.contains("5 suppressed"))
}

@Test func `what is suppressed is not fixed`() throws {
  let folder = try TemporaryFolder()
  let text = "import SwiftGRPC  // moult:ignore[grpc-swift.import-swiftgrpc] not yet\n"
  try folder.write("A.swift", text)
  let run = try folder.moult("fix", "--review")
  #expect(run.code == 0, "\(run.output)")
  #expect(try folder.read("A.swift") == text)
}

@Test func `fix takes away a suppression that ignores nothing`() throws {
  let folder = try TemporaryFolder()
  try folder.write(
    "A.swift", "// moult:ignore[grpc-swift.import-swiftgrpc] not yet\nimport Foundation\n")
  #expect(try folder.moult("lint").output.contains("[moult.unused-suppression]"))
  #expect(try folder.moult("fix").code == 0)
  #expect(try folder.read("A.swift") == "import Foundation\n")
}

@Test func `a suppression of a rule that did not run is not called unused`() throws {
  let folder = try TemporaryFolder()
  try folder.write(
    "A.swift", "// moult:ignore[grpc-swift.import-swiftgrpc] not yet\nimport Foundation\n")
  try folder.write(".moult.yml", "rules: { grpc-swift.import-swiftgrpc: off }\n")
  #expect(try folder.moult("lint").code == 0)
  try folder.write(".moult.yml", "targets: { grpc-swift: 0 }\n")
  #expect(try folder.moult("lint").code == 0)
  try folder.write(".moult.yml", "")
  #expect(try folder.moult("lint").code == 1)
  let run = try folder.moult(
    "lint", "--rule", "moult.unused-suppression", "--rule", "grpc-swift.pod")
  #expect(run.code == 0)
}

@Test(arguments: [
  ["suppress", "--reason", "x"], ["suppress", "--rule", "grpc-swift.pod"],
  ["suppress", "--rule", "grpc-swift.pod", "--reason", " "],
  ["suppress", "--rule", "grpc-swift.pod", "--reason", "a\nb"],
])
func `suppress without a rule or a reason is a wrong call`(call: [String]) throws {
  let folder = try project()
  let before = try folder.read("Podfile")
  #expect(try folder.moult(call).code == 2)
  #expect(try folder.read("Podfile") == before)
}

@Test func `suppress --diff writes nothing`() throws {
  let folder = try project()
  let before = try folder.read("Podfile")
  let run = try folder.moult(
    "suppress", "--diff", "--rule", "grpc-swift.pod", "--reason", "not yet")
  #expect(run.code == 0)
  #expect(run.output.contains("+  # moult:ignore[grpc-swift.pod] not yet\n"))
  #expect(try folder.read("Podfile") == before)
}
