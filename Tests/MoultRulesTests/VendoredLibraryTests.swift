import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSurfaces
import Testing

private let package = "// swift-tools-version: 5.5\nimport PackageDescription\n"

struct VendoredLibraryTests {
  private let library = [
    "Package.swift": "import PackageDescription\nlet package = Package(name: \"SwiftGRPC\")\n",
    "Sources/SwiftGRPC/Core/Call.swift": "public struct StatusCode {}\npublic class Call {}\n",
    "Sources/SwiftGRPC/Runtime/B.swift": "import Foundation\nlet a: StatusCode? = nil\n",
    "Tests/SwiftGRPCTests/T.swift": "import SwiftGRPC\nlet c: StatusCode = .ok\n",
  ]

  private func vendored(_ folder: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: library.map { (folder + $0.key, $0.value) })
  }

  @Test(arguments: ["Vendor/grpc-swift/", "third_party/grpc/", "External/g/", "deps/grpc-swift/"])
  func `a library in the tree is no user of itself, and is known`(folder: String) async throws {
    var texts = vendored(folder)
    texts["Package.swift"] = package
    texts["Sources/App/A.swift"] = "import SwiftGRPC\nlet c: StatusCode = .ok\n"
    #expect(
      try await foundOnFirstHop(texts) == [
        "Sources/App/A.swift:1 grpc-swift.import-swiftgrpc",
        "Sources/App/A.swift:2 grpc-swift.status-code-type",
      ])
  }

  @Test func `a package that is only called as a library's module is a project`() async throws {
    let texts = [
      "Package.swift": "import PackageDescription\nlet package = Package(name: \"SwiftGRPC\")\n",
      "Sources/SwiftGRPC/A.swift":
        "import SwiftProtobuf\npublic struct Sender {}\nfunc send(_ message: ProtobufMessage) {}\n",
    ]
    #expect(
      try await foundOnFirstHop(texts) == [
        "Sources/SwiftGRPC/A.swift:3 swift-protobuf.message-protocol"
      ])
  }

  @Test func `code that is made up for a pod's messages is no user of a library`() async throws {
    let texts = [
      "hello.proto": """
      syntax = "proto3";
      package hello.v1;
      option objc_class_prefix = "HLW";
      message Ping { string text = 1; }

      """,
      "Hello.podspec":
        "Pod::Spec.new do |s|\n  s.name = 'Hello'\n  s.source_files = '*.pbobjc.{h,m}'\nend\n",
      "A.swift": "func f(_ s: String) -> Int { return s.characters.count }\n",
    ]
    #expect(try await foundOnFirstHop(texts) == [])
    let user = texts.merging(["A.swift": "import SwiftProtobuf\nlet m: ProtobufMessage? = nil\n"]) {
      $1
    }
    #expect(try await foundOnFirstHop(user) == ["A.swift:2 swift-protobuf.message-protocol"])
  }

  @Test func `sources without manifest are a library's where others' code is kept`() async throws {
    let texts = [
      "Podfile": "target 'A' do\nend\n",
      "ThirdParty/SwiftGRPC/Call.swift": "public struct StatusCode {}\n",
      "App/A.swift": "import SwiftGRPC\nlet c: StatusCode = .ok\n",
    ]
    #expect(try await foundOnFirstHop(texts).count == 2)
  }

  @Test func `in a checkout of the library only what has its own manifest is a user`() async throws
  {
    var texts = vendored("")
    texts["Examples/Echo/Package.swift"] = package
    texts["Examples/Echo/Sources/Echo/A.swift"] = "import SwiftGRPC\nlet c: StatusCode = .ok\n"
    #expect(
      try await foundOnFirstHop(texts) == [
        "Examples/Echo/Sources/Echo/A.swift:1 grpc-swift.import-swiftgrpc",
        "Examples/Echo/Sources/Echo/A.swift:2 grpc-swift.status-code-type",
      ])
  }

  @Test(arguments: [
    (["src/objective-c/GRPCClient/GRPCCall.h", "gRPC.podspec"], true),
    (["src/objective-c/GRPCClient/GRPCCall.h"], false), (["ProtoRPC/ProtoRPC.m"], false),
    (["ProtoRPC/ProtoRPC.m", "gRPC-ProtoRPC.podspec"], false), (["gRPC.podspec"], false),
    (["RxLibrary.framework/Headers/GRXWriteable.h"], false),
    (["Kite.framework/Headers/Kite.h"], false),
  ])
  func `a copy of gRPC for Objective-C is the library's own, whole where its podspec lies there`(
    files: [String], isWhole: Bool
  ) async throws {
    let use = """
      #import <GRPCClient/GRPCCall.h>
      void connect(NSString *host) { [GRPCCall useInsecureConnectionsForHost:host]; }

      """
    var texts = ["App/A.m": use, "lib/grpc/tests/T.m": use]
    for file in files { texts["lib/grpc/" + file] = file.hasSuffix(".podspec") ? "" : use }
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(project(texts), catalogue, AnalysisOptions(), cache: TreeCache())
    let isLibrary =
      files.contains { $0.hasPrefix("src/") || $0.hasPrefix("RxLibrary.framework/") }
      || files.count == 2
    let sources = files.filter { !$0.hasSuffix(".podspec") && !isLibrary }.map { "lib/grpc/" + $0 }
    let users = ["App/A.m"] + sources + (isWhole ? [] : ["lib/grpc/tests/T.m"])
    #expect(Set(result.findings.map(\.path)) == Set(users))
  }

  @Test(arguments: ["protobuf-3.1.0/", "third_party/protobuf/", ""])
  func `a checkout of Protocol Buffers is the library's own, unless it is what is looked at`(
    folder: String
  ) async throws {
    let text = "syntax = \"proto2\";\npackage wind;\nmessage Wind { optional int32 speed = 1; }\n"
    let texts = [
      "Kite.podspec": "s.prepare_command = 'protoc --objc_out=. kite.proto'\n",
      "kite.proto": text.replacing("wind", with: "kite"),
      folder + "src/google/protobuf/unittest.proto": text,
      folder + "conformance/Makefile":
        "all:\n\tprotoc --objc_out=. -I../src ../src/google/protobuf/unittest.proto\n",
    ]
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(project(texts), catalogue, AnalysisOptions(), cache: TreeCache())
    let isOwn = result.findings.contains { $0.path.hasPrefix(folder + "src/") }
    #expect(result.findings.contains { $0.path == "kite.proto" })
    #expect(isOwn == folder.isEmpty)
  }

  @Test(arguments: [true, false])
  func `what shows a copy may lie in another program than '.proto' files of it`(
    hasPodspec: Bool
  ) async throws {
    let prefixed = "syntax = \"proto3\";\npackage auth;\noption objc_class_prefix = \"AUX\";\n"
    var texts = [
      "App/App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{}\n",
      "App/A.m": "#import <GRPCClient/GRPCCall.h>\n",
      "grpc/src/objective-c/GRPCClient/GRPCCall.h": "@interface GRPCCall : NSObject\n@end\n",
      "grpc/protos/auth.proto": prefixed + "message Token { string text = 1; }\n",
      "grpc/protos/sum.proto": "syntax = \"proto3\";\nmessage Sum { int32 value = 1; }\n",
      "grpc/third_party/test/xcode/Test.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{}\n",
    ]
    if hasPodspec { texts["grpc/gRPC.podspec"] = "" }
    let files = project(texts)
    // Headers of C++ make it a program of its own, and are not read.
    let unread = project(["grpc/third_party/test/xcode/widget.h": "class Widget {};\n"])
    let programs = Programs(files + unread)
    #expect(programs.reporters(on: "grpc/protos/sum.proto") > 1)
    let result = await analyse(
      files, try Catalogue(embeddedTexts), AnalysisOptions().within(programs), cache: TreeCache())
    #expect(
      result.findings.map { "\($0.path) \($0.rule)" }
        == (hasPodspec ? [] : ["grpc/protos/sum.proto proto.missing-class-prefix"]))
  }

  @Test(arguments: [
    ("EffectTask", false), ("TaskResult EffectTasks", false), ("TaskResult EffectTask", true),
  ])
  func `beside a fork nothing is written that its release does not have`(
    words: String, isWritten: Bool
  ) async throws {
    let manifest = "import PackageDescription\nlet package = Package(name: \"%\")\n"
    let view = """
      import ComposableArchitecture
      import SwiftUI
      struct Page: View {
        let store: Store<Int, Never>
        var body: some View { WithViewStore(store) { viewStore in Text("\\(viewStore.state)") } }
      }

      """
    for (fork, app) in [("", "Examples/App/"), ("tca/", "tca/Examples/App/"), ("lib/tca/", "App/")]
    {
      let texts = [
        // As there is one beside examples, so that Xcode hides them.
        fork + "Examples/Package.swift": manifest.replacing("%", with: ""),
        fork + "Package.swift": manifest.replacing("%", with: "swift-composable-architecture"),
        fork + "Sources/ComposableArchitecture/A.swift": "// \(words)\n",
        app + "App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{}\n", app + "A.swift": view,
      ]
      let result = await analyse(
        project(texts), try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
      let found = result.findings.map { "\($0.path) \($0.rule) \($0.fix != nil)" }
      #expect(found == ["\(app)A.swift point-free.view-store \(isWritten)"], "\(words)")
    }
  }

  @Test func `a module of the project's own that is called as a library's stays its own`()
    async throws
  {
    let texts = [
      "Package.swift": "import PackageDescription\nlet package = Package(name: \"App\")\n",
      "Sources/SwiftGRPC/A.swift": "public struct StatusCode {}\n",
      "Sources/App/A.swift": "import SwiftGRPC\nlet c: StatusCode? = nil\n",
    ]
    #expect(try await foundOnFirstHop(texts) == [])
  }
}
