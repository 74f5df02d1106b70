import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// What becomes of the files, with all fixes but those that leave placeholders.
private func fixed(_ texts: [String: String]) async throws -> [String: String] {
  let outcome = try await fixProject(
    project(texts), try Catalogue(embeddedTexts), try firstHop(),
    FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
  ).outcome
  return texts.merging(outcome.changed.mapValues { String(decoding: $0, as: UTF8.self) }) { $1 }
}

private let package = "// swift-tools-version: 5.5\nimport PackageDescription\n"

private let dualStack = """
  #if canImport(SwiftGRPC)
  import SwiftGRPC
  typealias Code = StatusCode
  #else
  import GRPC
  typealias Code = GRPCStatus.Code
  #endif
  func isFine(_ code: Code) -> Bool { code == .ok }
  #if canImport(SwiftGRPC)
  func metadata() -> Metadata { Metadata() }
  #endif

  """

struct DualStackTests {
  @Test func `a branch for the old era beside one for the new stays as it is`() async throws {
    let texts = ["Sources/App/A.swift": dualStack, "Package.swift": package]
    #expect(try await foundOnFirstHop(texts).filter { $0.contains("Sources/") } == [])
    #expect(try await fixed(texts) == texts)
  }

  @Test func `what is old in such a branch is counted`() async throws {
    let texts = ["Sources/App/A.swift": dualStack, "Package.swift": package]
    let result = await analyse(
      project(texts), try Catalogue(embeddedTexts), try firstHop(), cache: TreeCache())
    #expect(result.kept.contains { $0.rule == RuleID("grpc-swift.import-swiftgrpc") })
    #expect(result.kept.contains { $0.rule == RuleID("grpc-swift.status-code-type") })
    #expect(result.kept.contains { $0.rule == RuleID("grpc-swift.metadata-type") })
  }

  @Test func `plan knows a dual stack and calls no eras mixed`() async throws {
    let texts = ["Sources/App/A.swift": dualStack, "Package.swift": package]
    let inventory = await takeInventory(
      project(texts), try Catalogue(embeddedTexts), try firstHop(),
      targets: ["grpc-swift": "1"], cache: TreeCache()
    ).inventory
    #expect(inventory.blockers.map(\.kind) == [.dualStack])
    #expect(
      inventory.blockers.first?.message
        == "'App' keeps branches of '#if' for era 0 beside those for a newer one, in 1 file; they go when era 0 does"
    )
    #expect(Set(inventory.rows.compactMap(\.era)) == ["0", "1"])
  }

  @Test func `any condition can part two eras`() async throws {
    let text =
      "#if USE_OLD_STACK\nimport SwiftGRPC\n#else\nimport GRPC\n#endif\n"
      + "#if USE_OLD_STACK\nlet code: StatusCode = .ok\n#endif\n"
    #expect(
      try await foundOnFirstHop(["Sources/App/A.swift": text, "Package.swift": package]) == [])
  }

  @Test func `a branch without another for a newer era moves on, its condition too`() async throws {
    let text =
      "#if canImport(SwiftGRPC)\nimport SwiftGRPC\nlet code: StatusCode = .ok\n#endif\n"
    let result = try await fixed(["Sources/App/A.swift": text, "Package.swift": package])
    #expect(
      result["Sources/App/A.swift"]
        == "#if canImport(GRPC)\nimport GRPC\nlet code: GRPCStatus.Code = .ok\n#endif\n")
  }

  @Test(arguments: ["os(iOS)", "DEBUG", "swift(>=5.3)"])
  func `branches of one era move on each for itself`(condition: String) async throws {
    let text =
      "#if \(condition)\nimport SwiftGRPC\nlet a: StatusCode = .ok\n#else\nimport SwiftGRPC\nlet a: StatusCode = .unknown\n#endif\n"
    let result = try await fixed(["Sources/App/A.swift": text, "Package.swift": package])
    #expect(
      result["Sources/App/A.swift"]
        == text.replacing("SwiftGRPC", with: "GRPC").replacing(
          "StatusCode", with: "GRPCStatus.Code")
    )
  }

  @Test func `a name means what the imports of its branch bring`() async throws {
    // 'Metadata' is the app's where the old library is not imported.
    let text = """
      #if os(iOS)
      import SwiftGRPC
      func f(_ m: StatusCode) {}
      #else
      import Other
      func f(_ m: StatusCode) {}
      #endif

      """
    let lines = try await foundOnFirstHop(["Sources/App/A.swift": text, "Package.swift": package])
    #expect(lines.contains("Sources/App/A.swift:3 grpc-swift.status-code-type"), "\(lines)")
    #expect(!lines.contains("Sources/App/A.swift:6 grpc-swift.status-code-type"), "\(lines)")
  }
}

struct ImportOfOneDeclarationTests {
  @Test func `the import of one declaration becomes that of the module`() async throws {
    let texts = [
      "Sources/App/A.swift": "@testable import struct SwiftGRPC.Metadata\nimport Foundation\n",
      "Package.swift": package,
    ]
    let result = try await fixed(texts)
    #expect(result["Sources/App/A.swift"] == "@testable import GRPC\nimport Foundation\n")
  }

  @Test func `the import of another module's declaration stays`() async throws {
    let texts = [
      "Sources/App/A.swift": "import struct Other.SwiftGRPC\n", "Package.swift": package,
    ]
    #expect(try await fixed(texts) == texts)
  }
}

struct ModuleLayoutTests {
  @Test(arguments: [
    ("Sources/My-Kit/A.swift", "My_Kit"), ("Sources/grpc.api/A.swift", "grpc_api"),
    ("Sources/3D Kit/A.swift", "_D_Kit"), ("Sources/Ünder_2/A.swift", "Ünder_2"),
    ("Tests/My-KitTests/A.swift", "My_KitTests"),
  ])
  func `a module is called as C allows`(path: String, module: String) {
    #expect(ProjectLayout(paths: ["Package.swift", path]).module(ofPath: path) == module)
  }

  @Test(arguments: [
    ("Sources/Common/A.swift", "HelloCommon"), ("Sources/Common/Sub/A.swift", "HelloCommon"),
    ("Sources/Other/A.swift", "Other"), ("Library/A.swift", "My_Kit"),
    ("Tests/unit/A.swift", "HelloTests"), ("Sources/Shared/A.swift", "Shared"),
    ("Elsewhere/A.swift", "Project"),
  ])
  func `what lies in the folder that a manifest gives a target is of its module`(
    path: String, module: String
  ) throws {
    let manifest = """
      extension Target.Dependency { static let common: Self = .target(name: "HelloCommon") }
      extension Target {
        static let common: Target = .target(name: "HelloCommon", path: "Sources/Common")
      }
      let package = Package(
        name: "P",
        targets: [
          .common, .target(name: "Other"), .target(name: "My-Kit", path: "./Library/"),
          .testTarget(name: "HelloTests", path: "Tests/unit"),
          .target(name: "One", path: "Sources/Shared"), .target(name: "Two", path: "Sources/Shared"),
        ])
      """
    let texts = [("Package.swift", manifest), (path, "")].compactMap {
      ProjectText(path: $0.0, bytes: Array($0.1.utf8))
    }
    #expect(ProjectLayout(texts).module(ofPath: path) == module)
  }

  // As file systems of a Mac have it; where both stand, the one that is written is meant.
  @Test(arguments: [
    (["Sources/Grpc/A.swift"], ["GRPCLib"]),
    (["Sources/Grpc/A.swift", "Sources/grpc/B.swift"], ["Grpc", "GRPCLib"]),
  ])
  func `a folder may be spelled by other cases of letters than a manifest spells it`(
    paths: [String], modules: [String]
  ) throws {
    let manifest =
      #"let package = Package(name: "P", targets: [.target(name: "GRPCLib", path: "Sources/grpc")])"#
    let texts = (paths + ["Package.swift"]).compactMap {
      ProjectText(path: $0, bytes: Array(($0 == "Package.swift" ? manifest : "").utf8))
    }
    let layout = ProjectLayout(texts)
    #expect(paths.map(layout.module(ofPath:)) == modules)
  }

  @Test(arguments: [
    (["Sources/A.swift", "Sources/Gen/B.swift", "Tests/C.swift"], ["App", "App", "AppTests"]),
    (["Sources/Gen/B.swift", "Sources/Views/C.swift"], ["App", "App"]),
    (["src/A.swift"], ["App"]),
    (["Sources/App/A.swift", "Sources/Gen/B.swift"], ["App", "Gen"]),
    (["Tests/AppTests/A.swift", "Tests/Other/B.swift"], ["AppTests", "Other"]),
  ])
  func `an only target without a folder of its name has the whole folder`(
    paths: [String], modules: [String]
  ) throws {
    let manifest = """
      let package = Package(
        name: "P",
        targets: [
          .executableTarget(name: "App"), .testTarget(name: "AppTests"),
          .plugin(name: "Make", capability: .buildTool()),
        ])
      """
    let texts = (paths + ["Package.swift"]).compactMap {
      ProjectText(path: $0, bytes: Array(($0 == "Package.swift" ? manifest : "").utf8))
    }
    let layout = ProjectLayout(texts)
    #expect(paths.map(layout.module(ofPath:)) == modules)
  }

  @Test(arguments: [
    (
      ["Sources/main.swift", "Sources/Gen/B.swift", "Tests/KitTests/C.swift"],
      ["Kit", "Kit", "KitTests"]
    ),
    (["Sources/One/A.swift", "Sources/Two/B.swift"], ["One", "Two"]),
    (["A.swift", "Gen/B.swift", "Tests/KitTests/C.swift"], ["Kit", "Kit", "KitTests"]),
    (["Tests/KitTests/C.swift", "Tests/LinuxMain.swift"], ["KitTests", "Project"]),
  ])
  func `a package for tools of version 3 has a module of its own name`(
    paths: [String], modules: [String]
  ) throws {
    let url = "https://github.com/apple/swift-protobuf.git"
    for comment in ["", "// swift-tools-version:3.1\n"] {
      let manifest =
        comment
        + "let package = Package(name: \"Kit\", dependencies: [.Package(url: \"\(url)\", Version(0, 9, 27))])"
      let texts = (paths + ["Package.swift"]).compactMap {
        ProjectText(path: $0, bytes: Array(($0 == "Package.swift" ? manifest : "").utf8))
      }
      let layout = ProjectLayout(texts)
      #expect(paths.map(layout.module(ofPath:)) == modules)
    }
  }

  @Test func `several targets have no folder together`() throws {
    let manifest = #"let p = Package(name: "P", targets: [.target(name: "A"), .target(name: "B")])"#
    let texts = ["Package.swift", "Sources/Gen/B.swift"].compactMap {
      ProjectText(path: $0, bytes: Array(($0 == "Package.swift" ? manifest : "").utf8))
    }
    #expect(ProjectLayout(texts).module(ofPath: "Sources/Gen/B.swift") == "Gen")
  }

  @Test func `a target with a hyphen is imported by its module's name`() async throws {
    let lines = try await foundOnFirstHop([
      "Package.swift": package,
      "Sources/My-Kit/A.swift": "import SwiftGRPC\npublic typealias Code = StatusCode\n",
      "Sources/App/A.swift":
        "import My_Kit\nfunc f(_ code: Code) -> String { code.description }\nlet s: Code = .ok\n",
    ])
    #expect(lines.contains("Sources/My-Kit/A.swift:1 grpc-swift.import-swiftgrpc"))
  }

  @Test func `what another module does not make public is not seen`() async throws {
    let texts = [
      "Package.swift": package,
      "Sources/tool/main.swift": "let code = 1\nstruct StatusCode {}\n",
      "Sources/App/A.swift": "import SwiftGRPC\nimport tool\nfunc f(_ code: StatusCode) {}\n",
      "Tests/AppTests/A.swift":
        "import SwiftGRPC\n@testable import tool\nfunc f(_ code: StatusCode) {}\n",
    ]
    let lines = try await foundOnFirstHop(texts)
    #expect(lines.contains("Sources/App/A.swift:3 grpc-swift.status-code-type"), "\(lines)")
    #expect(!lines.contains("Tests/AppTests/A.swift:3 grpc-swift.status-code-type"), "\(lines)")
  }
}
