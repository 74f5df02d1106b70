import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Swift that lies in a package and is not compiled.
struct UnbuiltSwiftTests {
  @Test func `Swift that a package declares as a resource is no code of it`() async throws {
    let use = "import SwiftGRPC\nlet c: StatusCode = .ok\n"
    let manifest = """
      // swift-tools-version:5.9
      import PackageDescription
      let data = "Expected.swift"
      let package = Package(
        name: "App",
        targets: [
          .target(name: "App", path: "Code", resources: [.copy(data), .process("./Templates")]),
          .testTarget(name: "AppTests", resources: [.copy("Outputs"), .copy("../Shared")]),
        ])

      """
    let several = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "Several",
        targets: [.target(name: "App", resources: [.process("Data")]), .target(name: "Data")])

      """
    let data = [
      "Code/Expected.swift", "Code/Templates/Deep/A.swift", "Tests/AppTests/Outputs/B.swift",
      "Tests/Outputs/B.swift", "Several/Sources/App/Data/A.swift",
    ]
    // Where two targets lie side by side, a folder of the resource's name is the other one.
    let code = [
      "Code/A.swift", "Code/TemplatesOfOurs/A.swift", "Outputs/B.swift",
      "Several/Sources/Data/A.swift",
    ]
    var texts = Dictionary(uniqueKeysWithValues: (data + code).map { ($0, use) })
    texts["Package.swift"] = manifest
    texts["Several/Package.swift"] = several
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(project(texts), catalogue, AnalysisOptions(), cache: TreeCache())
    #expect(Set(result.findings.map(\.path)) == Set(code))
  }

  @Test func `Swift that a package leaves out of its targets is no code of it`() async throws {
    let use = "import SwiftGRPC\nlet c: StatusCode = .ok\n"
    let manifest = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "App",
        targets: [
          .target(name: "App", exclude: ["Old", "./B.swift", "Tool", "Shared"]),
          .target(name: "Tool", path: "Sources/App/Tool", sources: ["A.swift", "Deep/"]),
          .testTarget(name: "AppTests", exclude: computed),
          .testTarget(name: "ToolTests", exclude: ["BUILD.bazel", "main.swift"]),
        ])

      """
    let alone = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "Alone", targets: [.target(name: "Alone", exclude: ["Old"])])

      """
    let builds = "objects = { 1 = { isa = PBXFileReference; path = Shared; }; };\n"
    let data = [
      "Sources/App/Old/A.swift", "Sources/App/B.swift", "Sources/App/Tool/B.swift",
      "Alone/Sources/Old/A.swift",
    ]
    let code = [
      "Sources/App/A.swift", "Sources/App/Older.swift", "Sources/App/Tool/A.swift",
      "Sources/App/Tool/Deep/A.swift", "Sources/App/Shared/A.swift", "Tests/AppTests/Old/A.swift",
      "Tests/ToolTests/main.swift",
      "Alone/Sources/A.swift",
    ]
    var texts = Dictionary(uniqueKeysWithValues: (data + code).map { ($0, use) })
    texts["Package.swift"] = manifest
    texts["Alone/Package.swift"] = alone
    texts["App.xcodeproj/project.pbxproj"] = builds
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(
      project(texts), catalogue, AnalysisOptions(), cache: TreeCache())
    #expect(Set(result.findings.map(\.path)) == Set(code))
  }
}
