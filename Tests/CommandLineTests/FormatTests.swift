import Foundation
import Testing

private let formats = [
  "text", "xcode", "json", "json-lines", "sarif", "github", "gitlab", "checkstyle", "junit",
  "rdjson", "markdown",
]

@Test func `several reports are written in one run, and are what each format prints`() throws {
  let folder = try TemporaryFolder()
  // The reports themselves are not among what is looked at.
  try folder.write("a/A.swift", oldSwift)
  let outputs = formats.flatMap { ["--output", "\($0)=report.\($0)"] }
  let run = try folder.moult(["lint", "a"] + outputs)
  #expect(run.code == 1)
  #expect(run.output == (try folder.moult("lint", "a").output))
  for format in formats {
    let printed = try folder.moult("lint", "a", "--format", format).output
    // Above the text a person is told what its words mean, and below it what to do next.
    let report = try folder.read("report.\(format)")
    #expect(format == "text" ? printed.contains(report) : printed == report, "\(format)")
    #expect(!printed.isEmpty, "\(format)")
  }
}

@Test func `reports of a clean run replace those of the last one`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  let outputs = formats.flatMap { ["--output", "\($0)=report.\($0)"] }
  #expect(try folder.moult(["lint"] + outputs).code == 1)
  try folder.write("A.swift", currentSwift)
  #expect(try folder.moult(["lint"] + outputs).code == 0)
  for format in formats {
    #expect(try !folder.read("report.\(format)").contains("StatusCode"), "\(format)")
  }
  #expect(try folder.read("report.gitlab") == "[\n\n]\n")
  #expect(try folder.read("report.junit").contains("<testcase name=\"no findings\""))
}

@Test(arguments: ["sarif", "yaml=x", "sarif=", "=x"])
func `an output that is no format and path is a wrong call`(value: String) throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  #expect(try folder.moult("lint", "--output", value).code == 2)
}

@Test func `an output that cannot be written is 2`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  let run = try folder.moult("lint", "--output", "json=no/such/folder/x.json")
  #expect(run.code == 2)
  #expect(run.errors.contains("cannot write 'no/such/folder/x.json'"))
}

@Test func `github prints no more than it shows, errors first, and then the numbers`() throws {
  let folder = try TemporaryFolder()
  for number in 0..<15 { try folder.write("F\(number).swift", "import SwiftGRPC\n") }
  let lines = try folder.moult("lint", "--format", "github").output.split(separator: "\n")
  #expect(lines.count == 11)
  #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=F") })
  #expect(lines.last?.hasPrefix("::notice title=moult::5 findings more") == true)
}

@Test func `formats name no absolute path, but for xcode`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  for format in formats where format != "xcode" {
    let output = try folder.moult("lint", "--format", format).output
    #expect(!output.contains(folder.path), "\(format)")
  }
}
