import Foundation
import Testing

/// A project of a few files, each with old uses.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("Package.swift", "// swift-tools-version: 5.5\nimport PackageDescription\n")
  for number in 1...6 {
    try folder.write(
      "Sources/App/File\(number).swift",
      """
      import SwiftGRPC
      func describe\(number)(_ error: Error) -> StatusCode? {
        guard let failure = error as? RPCError else { return nil }
        return failure.callResult?.statusCode
      }
      """)
  }
  return folder
}

@Test(arguments: ["text", "json", "xcode"])
func `output does not depend on the order of paths or the number of threads`(format: String) throws
{
  let folder = try project()
  let paths = (1...6).map { "Sources/App/File\($0).swift" }
  let options = ["--color", "never", "--format", format]
  let expected = try folder.moult(["lint"] + paths + options + ["--jobs", "1"])
  #expect(expected.code == 1)
  for (order, jobs) in [(paths.reversed(), "1"), (Array(paths[3...] + paths[..<3]), "8")] {
    let found = try folder.moult(["lint"] + order + options + ["--jobs", jobs])
    #expect(reported(found.output) == reported(expected.output))
    #expect(found.code == expected.code)
  }
}

/// Without the commands that are suggested, which repeat the paths as they were given.
private func reported(_ output: String) -> [Substring] {
  output.split(separator: "\n").filter { !$0.hasPrefix("next: ") && !$0.hasPrefix("or: ") }
}
