import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSurfaces
import Testing

/// How a project says in which language mode its code is built.
private struct Build: Sendable, CustomTestStringConvertible {
  let path: String
  let text: String
  let refusesRaces: Bool

  /// More files, by path.
  var others: [String: String] = [:]

  var testDescription: String { text }

  static func package(_ tools: String, _ settings: String = "", refusesRaces: Bool) -> Build {
    let text = """
      // swift-tools-version:\(tools)
      import PackageDescription
      let package = Package(
        name: "App",
        targets: [.target(name: "App", swiftSettings: [\(settings.hasPrefix(".") ? settings : "")])]\(settings.hasPrefix(",") ? settings : "")
      )

      """
    return Build(path: "Package.swift", text: text, refusesRaces: refusesRaces)
  }

  static func xcode(_ settings: String..., refusesRaces: Bool) -> Build {
    let configurations = settings.enumerated().map { number, settings in
      "C\(number) = { isa = XCBuildConfiguration; buildSettings = { \(settings) }; name = C; };"
    }
    let text = "{ objects = {\n\(configurations.joined(separator: "\n"))\n}; rootObject = R; }\n"
    return Build(path: "App.xcodeproj/project.pbxproj", text: text, refusesRaces: refusesRaces)
  }

  /// A project whose one configuration is based on a file of settings.
  static func xcode(
    basedOn files: [String: String], as path: String, refusesRaces: Bool
  ) -> Build {
    let text = """
      { objects = {
      F1 /* App.xcconfig */ = {isa = PBXFileReference; lastKnownFileType = text.xcconfig; path = \(path); };
      C1 = { isa = XCBuildConfiguration; baseConfigurationReference = F1 /* App.xcconfig */; buildSettings = { }; name = C; };
      }; rootObject = R; }

      """
    return Build(
      path: "App.xcodeproj/project.pbxproj", text: text, refusesRaces: refusesRaces, others: files)
  }

  /// A package with a manifest for one version of Swift beside its own.
  static func package(
    _ tools: String, beside other: String, as name: String, refusesRaces: Bool
  ) -> Build {
    var build = package(tools, refusesRaces: refusesRaces)
    build.others[name] = package(other, refusesRaces: refusesRaces).text
    return build
  }
}

private let builds: [Build] = [
  .package("5.9", refusesRaces: false), .package("6.0", refusesRaces: true),
  .package("6.0", ", swiftLanguageModes: [.v5]", refusesRaces: false),
  .package("5.9", ", swiftLanguageVersions: [.v5, .version(\"6\")]", refusesRaces: true),
  .package("6.1", ".swiftLanguageMode(.v5)", refusesRaces: false),
  .package("5.10", ".unsafeFlags([\"-swift-version\", \"6\"])", refusesRaces: true),
  .package("6.2", ".defaultIsolation(MainActor.self)", refusesRaces: false),
  .package("5.10", ".enableUpcomingFeature(\"StrictConcurrency\")", refusesRaces: false),
  .xcode("SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 6.0;", refusesRaces: true),
  .xcode("SWIFT_VERSION = 6.0;", "SWIFT_VERSION = 5.0;", refusesRaces: false),
  .xcode("PRODUCT_NAME = App;", refusesRaces: false),
  .xcode(
    "SWIFT_VERSION = 6.0; SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;", refusesRaces: false),
  .package("5.9", beside: "6.0", as: "Package@swift-6.0.swift", refusesRaces: true),
  .package("6.0", beside: "5.8", as: "Package@swift-5.8.swift", refusesRaces: true),
  .package("5.10", beside: "5.8", as: "Package@swift-5.8.swift", refusesRaces: false),
  .xcode(
    basedOn: ["Config/App.xcconfig": "SWIFT_VERSION = 6 // today's\n"], as: "App.xcconfig",
    refusesRaces: true),
  .xcode(
    basedOn: ["Config/App.xcconfig": "SWIFT_VERSION[sdk=macosx*] = 5.0;\n"],
    as: "Config/App.xcconfig", refusesRaces: false),
  .xcode(
    basedOn: [
      "Config/App.xcconfig": "#include \"../Shared/Base.xcconfig\"\n",
      "Shared/Base.xcconfig": "  SWIFT_VERSION=6.0\n",
    ], as: "App.xcconfig", refusesRaces: true),
  .xcode(
    basedOn: [
      "Config/App.xcconfig": "// SWIFT_VERSION = 6.0\n",
      "Config/Other.xcconfig": "SWIFT_VERSION = 6\n",
    ], as: "App.xcconfig", refusesRaces: false),
]

/// What a fix may write follows from the language mode.
struct LanguageModeTests {
  @Test(arguments: builds)
  fileprivate func `an object goes into a task only where the language mode lets it`(
    _ build: Build
  ) async throws {
    let texts = [
      build.path: build.text,
      "Sources/App/kite.proto": """
      syntax = "proto3";
      package kite;
      message Wind {}
      message Height {}
      service Flyer { rpc Launch(Wind) returns (Height); }

      """,
      "Sources/App/Reader.swift": """
      import GRPC
      final class Reader {
        var last = Kite_Height()
        func launch(_ client: Kite_FlyerNIOClient) {
          client.launch(Kite_Wind()).response.whenSuccess { height in
            self.last = height
          }
        }
      }

      """,
    ]
    .merging(build.others) { $1 }
    let files = texts.sorted { $0.key < $1.key }.compactMap {
      ProjectText(path: $0, bytes: Array($1.utf8))
    }
    let outcome = try await fixProject(
      files, try Catalogue(embeddedTexts), AnalysisOptions(),
      FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
    ).outcome
    let bytes = outcome.changed["Sources/App/Reader.swift"]
    let after = bytes.map { String(decoding: $0, as: UTF8.self) }
    #expect(after?.contains("Task {") == !build.refusesRaces)
    let isSaid = outcome.refused.contains {
      $0.reason.contains("'Reader' is not 'Sendable', which Swift 6 mode refuses")
    }
    #expect(isSaid == build.refusesRaces)
  }
}
