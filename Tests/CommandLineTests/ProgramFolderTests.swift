import Foundation
import Testing

/// The fixtures that say nothing in a configuration of their own, as that is one for a run.
private let plainFixtures = Fixture.all.filter { name in
  let file = Fixture.folder.appending(path: "\(name)/before/.moult.yml").path
  return !FileManager.default.fileExists(atPath: file)
}

/// A fixture that nothing builds: beside others its files speak for all of them, unless it is a checkout.
private let schemasAlone = "fleet-protos"

/// Copies the project of a fixture into a folder.
private func copy(_ name: String, into folder: TemporaryFolder, at path: String) throws {
  if name == schemasAlone { try folder.write("\(path)/.git/HEAD", "ref: refs/heads/main\n") }
  for (file, data) in try Fixture(named: name).files("before") {
    try folder.write("\(path)/\(file)", Array(data))
  }
}

/// What `lint` finds: path, place, rule and safety.
private func found(_ folder: TemporaryFolder, in path: String, naming prefix: String) throws
  -> [String]
{
  let run = try folder.moult("lint", "--format", "json", path)
  let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
  let findings = report?["findings"] as? [[String: Any]] ?? []
  return findings.map { finding in
    let start = (finding["range"] as? [String: Any])?["start"] as? [String: Any] ?? [:]
    let file = finding["path"] as? String ?? ""
    return
      "\(prefix)\(file):\(start["offset"] ?? "") \(finding["rule"] ?? "") \(finding["safety"] ?? "")"
  }.sorted()
}

struct ProgramFolderTests {
  @Test func `projects side by side have the findings of each alone`() throws {
    let together = try TemporaryFolder()
    var expected: [String] = []
    for name in plainFixtures {
      let alone = try TemporaryFolder()
      try copy(name, into: alone, at: "p")
      expected += try found(alone, in: "p", naming: "").map {
        $0.replacing("p/", with: "\(name)/", maxReplacements: 1)
      }
      try copy(name, into: together, at: name)
    }
    #expect(expected.count > 500)
    #expect(try found(together, in: ".", naming: "") == expected.sorted())
  }

  @Test func `projects side by side become what each becomes alone`() throws {
    let together = try TemporaryFolder()
    var expected: [String: String] = [:]
    // What is no repository of git's own cannot be told from one with changes.
    for name in plainFixtures where name != schemasAlone {
      let alone = try TemporaryFolder()
      try copy(name, into: alone, at: "p")
      _ = try alone.moult("fix", "--review", "p")
      for file in alone.files() {
        expected[file.replacing("p/", with: "\(name)/", maxReplacements: 1)] = try? alone.read(file)
      }
      try copy(name, into: together, at: name)
    }
    _ = try together.moult("fix", "--review")
    var different: [String] = []
    for (file, text) in expected where (try? together.read(file)) != text { different.append(file) }
    #expect(different.sorted() == [])
  }

  @Test func `sample apps do not see each other's types`() throws {
    let folder = try TemporaryFolder()
    for app in ["One", "Two"] {
      try folder.write("\(app)/\(app).xcodeproj/project.pbxproj", "{}")
    }
    try folder.write(
      "One/Call.swift", "import SwiftGRPC\nfunc f(_ code: StatusCode) -> StatusCode { code }\n")
    try folder.write("Two/Types.swift", "struct StatusCode {}\n")
    let run = try folder.moult("lint")
    #expect(run.output.contains("One/Call.swift:2:16"), "\(run.output)")
    // In one module the name would be the project's own.
    try folder.write("One/Types.swift", "struct StatusCode {}\n")
    #expect(try !folder.moult("lint").output.contains("One/Call.swift:2:16"))
  }

  @Test func `a word is no reason to read a program, an import in one of its files is`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/Package.swift", "// swift-tools-version: 6.0\n")
    try folder.write(
      "a/Sources/A/A.swift", "// SwiftGRPC and GRPC\n@objc class A {}\nlet buf = 1\n")
    try folder.write("b/Package.swift", "// swift-tools-version: 6.0\n")
    try folder.write("b/Sources/B/B.swift", "import GRPC\n")
    try folder.write("b/Sources/B/C.swift", "struct C {}\n")
    let run = try folder.moult("lint", "--timings")
    // Two manifests, and both files of the one.
    #expect(run.errors.contains("looking at 4 files"), "\(run.errors)")
    #expect(run.output.contains("seen: 3 Swift"), "\(run.output)")
  }

  @Test func `timings and plans name programs`() throws {
    let folder = try TemporaryFolder()
    try copy("relay-tool", into: folder, at: "apps/relay")
    try copy("hello-v0", into: folder, at: "apps/hello")
    let timings = try folder.moult("lint", "--timings").errors
    #expect(timings.contains("program apps/hello, ") && timings.contains("program apps/relay, "))
    let plan = try folder.moult("plan").output
    #expect(plan.contains("(apps/hello)") && plan.contains("(apps/relay)"))
    #expect(try !folder.moult("plan", "apps/hello").output.contains("(apps/hello)"))
  }

  @Test func `a deployment target holds back its own program alone`() throws {
    let folder = try TemporaryFolder()
    for (name, platform) in [("old", ".iOS(.v13)"), ("new", ".iOS(.v18)")] {
      try folder.write(
        "\(name)/Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "P", platforms: [\(platform)],
          dependencies: [.package(url: "https://github.com/grpc/grpc-swift", from: "1.20.0")],
          targets: [.target(name: "P")])
        """)
      try folder.write("\(name)/Sources/P/A.swift", "import GRPC\nlet status: GRPCStatus? = nil\n")
    }
    let run = try folder.moult("lint")
    #expect(run.output.contains("new/Sources/P/A.swift:1:8"), "\(run.output)")
    #expect(!run.output.contains("old/Sources/P/A.swift:1:8"), "\(run.output)")
  }
}
