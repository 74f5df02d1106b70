import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// A target of an Xcode project with the files it compiles and the targets it waits for.
private struct Target {
  var kind = "application"
  var files: [String]
  var waits: [String] = []
}

private func xcodeProject(_ targets: [String: Target]) -> String {
  var objects = ["P = { isa = PBXProject; mainGroup = G; };"]
  var references: [String] = []
  for (name, target) in targets {
    for file in target.files {
      let id = "\(name)\(file)"
      references.append("\"F\(id)\"")
      objects.append(
        "\"F\(id)\" = { isa = PBXFileReference; path = \"\(file)\"; sourceTree = SOURCE_ROOT; };")
      objects.append("\"B\(id)\" = { isa = PBXBuildFile; fileRef = \"F\(id)\"; };")
    }
    let files = target.files.map { "\"B\(name)\($0)\"" }.joined(separator: ", ")
    objects.append("S\(name) = { isa = PBXSourcesBuildPhase; files = ( \(files) ); };")
    for other in target.waits {
      objects.append("D\(name)\(other) = { isa = PBXTargetDependency; target = T\(other); };")
    }
    let waits = target.waits.map { "D\(name)\($0)" }.joined(separator: ", ")
    objects.append(
      "T\(name) = { isa = PBXNativeTarget; name = \(name); buildPhases = ( S\(name) ); "
        + "dependencies = ( \(waits) ); productType = \"com.apple.product-type.\(target.kind)\"; };"
    )
  }
  let children = references.joined(separator: ", ")
  objects.append("G = { isa = PBXGroup; children = ( \(children) ); sourceTree = \"<group>\"; };")
  return "{ objects = {\n\(objects.joined(separator: "\n"))\n}; rootObject = P; }\n"
}

/// The lines on which a status code of grpc-swift 0 is found: `path:line`.
private func codes(_ texts: [String: String], _ targets: [String: Target]) async throws -> [String]
{
  var texts = texts
  texts["App.xcodeproj/project.pbxproj"] = xcodeProject(targets)
  let files = texts.sorted { $0.key < $1.key }.compactMap { path, text in
    ProjectText(path: path, bytes: Array(text.utf8))
  }
  let result = await analyse(
    files, try Catalogue(embeddedTexts),
    AnalysisOptions(rules: [RuleID("grpc-swift.status-code-type")]), cache: TreeCache())
  return result.findings.map { finding in
    let bytes = Array((texts[finding.path] ?? "").utf8)
    return "\(finding.path):\(LineIndex(bytes).line(of: finding.range.lowerBound))"
  }
}

struct XcodeTargetTests {
  private let uses = "import SwiftGRPC\nfunc isFine(_ code: StatusCode) -> Bool { true }\n"
  private let own = "struct StatusCode {}\n"

  @Test func `what one app declares hides nothing of another`() async throws {
    let texts = ["One.swift": uses, "Two.swift": own]
    let apart = ["One": Target(files: ["One.swift"]), "Two": Target(files: ["Two.swift"])]
    #expect(try await codes(texts, apart) == ["One.swift:2"])
    let together = ["One": Target(files: ["One.swift", "Two.swift"])]
    #expect(try await codes(texts, together) == [])
  }

  @Test func `a file that no target compiles is seen by all`() async throws {
    let targets = ["One": Target(files: ["One.swift"]), "Three": Target(files: ["Three.swift"])]
    #expect(
      try await codes(["One.swift": uses, "Two.swift": own, "Three.swift": ""], targets) == [])
  }

  @Test func `a file of two apps sees what both declare`() async throws {
    let texts = ["One.swift": "", "Two.swift": own, "Shared.swift": uses]
    let targets = [
      "One": Target(files: ["One.swift", "Shared.swift"]),
      "Two": Target(files: ["Two.swift", "Shared.swift"]),
    ]
    #expect(try await codes(texts, targets) == [])
  }

  @Test func `what a framework declares can be imported`() async throws {
    let texts = ["One.swift": uses, "Two.swift": own]
    let targets = [
      "One": Target(files: ["One.swift"]), "Kit": Target(kind: "framework", files: ["Two.swift"]),
    ]
    #expect(try await codes(texts, targets) == [])
  }

  @Test func `a test sees what the app declares that it waits for`() async throws {
    let texts = ["Tests.swift": uses, "Two.swift": own, "Three.swift": ""]
    func targets(waits: [String]) -> [String: Target] {
      [
        "Tests": Target(kind: "bundle.unit-test", files: ["Tests.swift"], waits: waits),
        "Two": Target(files: ["Two.swift"]), "Three": Target(files: ["Three.swift"]),
      ]
    }
    #expect(try await codes(texts, targets(waits: ["Two"])) == [])
    #expect(try await codes(texts, targets(waits: ["Three"])) == ["Tests.swift:2"])
    #expect(try await codes(texts, targets(waits: [])) == [])
  }

  @Test func `a test that waits for a framework alone may be loaded into any app`() async throws {
    let targets = [
      "Tests": Target(kind: "bundle.unit-test", files: ["Tests.swift"], waits: ["Kit"]),
      "Kit": Target(kind: "framework", files: ["Kit.swift"]), "Two": Target(files: ["Two.swift"]),
    ]
    #expect(
      try await codes(["Tests.swift": uses, "Two.swift": own, "Kit.swift": ""], targets) == [])
  }
}
