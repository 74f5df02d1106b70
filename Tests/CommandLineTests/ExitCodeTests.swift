import Foundation
import Testing

/// A file that has one finding at its first line whatever else is found in it.
let oldSwift = """
  import SwiftGRPC

  func isFatal(_ code: StatusCode) -> Bool { code == .dataLoss }

  """

let currentSwift = "import Foundation\n"

@Test func `nothing found is 0 and something found is 1`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", currentSwift)
  #expect(try folder.moult("lint", ".").code == 0)
  try folder.write("A.swift", oldSwift)
  let run = try folder.moult("lint", ".")
  #expect(run.code == 1)
  #expect(run.output.contains("A.swift:1:"))
  #expect(run.errors == "")
}

@Test func `lint is the command where none is named`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  let named = try folder.moult("lint")
  let unnamed = try folder.moult()
  #expect(unnamed.code == 1)
  #expect(unnamed.output == named.output)
}

@Test func `findings below the severity that fails are shown and exit with 0`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  let rule = try importRule(folder)
  try folder.write(".moult.yml", "rules: { \(rule): note }\n")
  let run = try folder.moult("lint", "--rule", rule)
  #expect(run.code == 0)
  #expect(run.output.contains(": note: "))
  #expect(try folder.moult("lint", "--rule", rule, "--fail-on", "note").code == 1)
}

@Test(arguments: [
  ["lint", "--no-such-option"], ["lint", "--format", "yaml"], ["lint", "--jobs", "0"],
  ["lint", "--fail-on", "fatal"], ["explain"], ["lint", "no/such/path"],
  ["lint", "--rule", "no-such-rule"], ["explain", "no-such-rule"], ["lint", "--config", "no.yml"],
  ["fix", "no/such/path"], ["test", "no/such/folder"],
])
func `a wrong call is 2, says so on the error stream, and finds nothing`(call: [String]) throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  let run = try folder.moult(call)
  #expect(run.code == 2)
  #expect(run.output == "")
  #expect(!run.errors.isEmpty)
  #expect(try folder.read("A.swift") == oldSwift)
}

@Test(arguments: [
  ["--help"], ["--version"], ["fix", "--help"], ["rules"], ["rules", "--format", "json"],
])
func `help, version and lists are 0`(call: [String]) throws {
  let folder = try TemporaryFolder()
  let run = try folder.moult(call)
  #expect(run.code == 0)
  #expect(!run.output.isEmpty)
  #expect(run.errors == "")
}

@Test(arguments: [
  ["fix", "--allow-dirty"],
  ["suppress", "--rule", "grpc-swift.import-swiftgrpc", "--reason", "later", "--allow-dirty"],
  ["rename-prefix", "a.v1", "ABC", "--allow-dirty"],
  ["impact", "--since", "HEAD", "--fix", "--allow-dirty"],
])
func `2 never says that files were written`(call: [String]) throws {
  let folder = try TemporaryFolder()
  try folder.write(
    "A.swift", "import SwiftGRPC\nfunc f(_ message: A_V1_M) -> Int32 { message.total }\n")
  let schema = "syntax = \"proto3\";\npackage a.v1;\nmessage M { int32 total = 1; }\n"
  try folder.write("a.proto", schema)
  try folder.commitAll()
  try folder.write("a.proto", schema.replacing("total", with: "amount"))
  let before = try ["A.swift", "a.proto"].map(folder.read)
  // Nobody can judge a file that is no UTF-8.
  try folder.write("G.swift", [0xFF, 0xFE, 0x41])
  try folder.write("g.proto", [0xFF, 0xFE, 0x41])
  let run = try folder.moult(call)
  #expect(try ["A.swift", "a.proto"].map(folder.read) != before, "\(run.output)\(run.errors)")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
}

@Test func `an unknown rule is answered with the nearest one`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", currentSwift)
  let rule = try anyRule(folder)
  let run = try folder.moult("lint", "--rule", String(rule.dropLast()) + "x")
  #expect(run.code == 2)
  #expect(run.errors.contains("did you mean '\(rule)'?"))
}

@Test func `a misspelt command is answered with the nearest one`() throws {
  let folder = try TemporaryFolder()
  let run = try folder.moult("lnit")
  #expect(run.code == 2)
  #expect(run.errors.contains("did you mean 'moult lint'?"))
}

@Test func `a folder without a file to look at is 2`() throws {
  let folder = try TemporaryFolder()
  try folder.write("notes.txt", "nothing")
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.errors.contains("no files to look at"))
}

@Test func `every page can be explained`() throws {
  let folder = try TemporaryFolder()
  let rule = try anyRule(folder)
  let run = try folder.moult("explain", rule)
  #expect(run.code == 0)
  #expect(run.output.contains("\n\(rule) · "))
  #expect(try folder.moult("explain", rule, "--cases").output.hasPrefix("# "))
}

/// Returns the id of the first rule in the list.
func anyRule(_ folder: TemporaryFolder) throws -> String {
  let list = try folder.moult("rules", "--format", "json").output
  let rules = try JSONDecoder().decode([ListedRule].self, from: Data(list.utf8))
  return try #require(rules.first).id
}

/// Returns the id of the rule that finds `import SwiftGRPC`.
func importRule(_ folder: TemporaryFolder) throws -> String {
  let other = try TemporaryFolder()
  try other.write("A.swift", "import SwiftGRPC\n")
  let run = try other.moult("lint", "--format", "json")
  let report = try JSONDecoder().decode(Listed.self, from: Data(run.output.utf8))
  return try #require(report.findings.first).rule
}

private struct ListedRule: Decodable { let id: String }

private struct Listed: Decodable {
  struct Finding: Decodable { let rule: String }
  let findings: [Finding]
}
