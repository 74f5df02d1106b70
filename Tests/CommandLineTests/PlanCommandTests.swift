import Foundation
import Testing

private let oldUses = "import SwiftGRPC\nfunc f(_ code: StatusCode) {}\n"

@Test func `a plan says what has changed since an earlier one`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/App/A.swift", oldUses)
  try folder.write("Sources/App/B.swift", oldUses)
  try folder.write("then.json", try folder.moult("plan", "--format", "json").output)
  try folder.write("Sources/App/B.swift", "import GRPC\n")
  let run = try folder.moult("plan", "--against", "then.json")
  #expect(run.code == 0, "\(run.errors)")
  #expect(
    run.output.contains("since then.json: grpc-swift from 4 to 2 findings, 2 fewer"),
    "\(run.output)")
  let markdown = try folder.moult("plan", "--against", "then.json", "--format", "markdown").output
  #expect(markdown.contains("| grpc-swift | 4 | 2 | -2 | 0 | 0 |"), "\(markdown)")
  let html = try folder.moult("plan", "--against", "then.json", "--format", "html").output
  #expect(html.contains("<table id=\"trend\">"))
  let json = try folder.moult("plan", "--against", "then.json", "--format", "json").output
  #expect(json.contains("\"trend\""))
  #expect(try !folder.moult("plan", "--format", "json").output.contains("\"trend\""))
}

@Test func `a plan says what has changed since a tag of git`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/App/A.swift", oldUses)
  try folder.write("Sources/App/B.swift", oldUses)
  try folder.commitAll()
  try folder.git("tag", "v1.2")
  try folder.write("Sources/App/B.swift", "import GRPC\n")
  let run = try folder.moult("plan", "--against", "v1.2")
  #expect(run.code == 0, "\(run.errors)")
  #expect(
    run.output.contains("since v1.2: grpc-swift from 4 to 2 findings, 2 fewer"), "\(run.output)")
  let unknown = try folder.moult("plan", "--against", "v1.3")
  #expect(unknown.code == 2)
  #expect(unknown.errors.contains("cannot read 'v1.3': it is no file and no commit"))
}

@Test(arguments: ["{}", "", "[1]", "{\"schemaVersion\": 2}"])
func `what is no earlier plan is 2`(text: String) throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldUses)
  try folder.write("then.json", text)
  let run = try folder.moult("plan", "--against", "then.json")
  #expect(run.code == 2)
  #expect(run.errors.contains("'then.json' is not a plan"))
}

@Test func `an earlier plan that is not there is 2`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldUses)
  let run = try folder.moult("plan", "--against", "then.json")
  #expect(run.code == 2)
  #expect(run.errors.contains("cannot read 'then.json'"))
}

@Test func `the page shows names as they are and runs none of them`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/<script>alert(1)</script>&/A.swift", oldUses)
  let page = try folder.moult("plan", "--format", "html").output
  #expect(page.hasPrefix("<!doctype html>"))
  #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;") || !page.contains("alert(1)"))
  #expect(!page.contains("<script>alert"))
}

@Test func `statistics and timings go to the error stream`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldUses)
  let run = try folder.moult("lint", "--format", "json", "--statistics", "--timings")
  #expect(try folder.moult("lint", "--format", "json").output == run.output)
  #expect(run.errors.contains("rule"))
  let row = run.errors.split(separator: "\n").first { $0.hasPrefix("grpc-swift.status-code-type") }
  #expect(row?.split(separator: " ").dropFirst().joined(separator: " ") == "1 0 1 0 0 0")
  #expect(run.errors.contains("ms  in all"))
  let fixed = try folder.moult("fix", "--statistics")
  let after = fixed.errors.split(separator: "\n").first {
    $0.hasPrefix("grpc-swift.status-code-type")
  }
  #expect(after?.split(separator: " ").dropFirst().joined(separator: " ") == "1 1 0 0 0 0")
}
