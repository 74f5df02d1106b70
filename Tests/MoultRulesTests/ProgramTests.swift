import MoultSource
import MoultSurfaces
import Testing

/// The programs of a tree, each with the files that it reports on, what is shared marked with `+` and what it only
/// sees with `?`.
private func programs(_ texts: [String: String]) -> [String: [String]] {
  let files = texts.sorted { $0.key < $1.key }.compactMap { path, text in
    ProjectText(path: path, bytes: Array(text.utf8))
  }
  return Dictionary(
    uniqueKeysWithValues: Programs(files).all.map { program in
      (
        program.name,
        program.own.sorted() + program.shared.sorted().map { "+" + $0 }
          + program.seen.sorted().map { "?" + $0 }
      )
    })
}

private let manifest = "// swift-tools-version: 6.0\nimport PackageDescription\n"

struct ProgramTests {
  @Test func `packages side by side are programs of their own`() {
    #expect(
      programs([
        "a/Package.swift": manifest, "a/Sources/Kit/A.swift": "struct Item {}\n",
        "b/Package.swift": manifest, "b/Sources/App/B.swift": "import Kit\nlet item: Item\n",
      ]) == [
        "a": ["a/Package.swift", "a/Sources/Kit/A.swift"],
        "b": ["b/Package.swift", "b/Sources/App/B.swift"],
      ])
  }

  @Test func `a package is one program with the packages that it names by their path`() {
    #expect(
      programs([
        "Package.swift": manifest + #"let p = [.package(path: "Core")]"#,
        "Sources/App/A.swift": "", "Core/Package.swift": manifest,
        "Core/Sources/Core/C.swift": "",
      ]).keys.sorted() == ["."])
    #expect(
      programs([
        "app/Package.swift": manifest + #"let p = [.package(path: "../kits/core")]"#,
        "app/Sources/App/A.swift": "", "kits/core/Package.swift": manifest,
        "kits/core/Sources/Core/C.swift": "", "kits/other/Package.swift": manifest,
        "kits/other/Sources/Other/O.swift": "",
      ]).keys.sorted() == ["app", "kits/other"])
  }

  @Test(arguments: [
    ("Package.swift", manifest + "let package = module(\"Core\")\n"),
    ("Package.swift", manifest + "let package = Package(name: \"P\", targets: allTargets)\n"),
    ("Project.swift", "import ProjectDescription\nlet project = Project.module()\n"),
  ])
  func `what a manifest that is computed depends on, its imports say, within a repository`(
    name: String, text: String
  ) {
    let files = [
      "kits/core/\(name)": text, "kits/core/Sources/Core/C.swift": "",
      "apps/home/\(name)": text, "apps/home/Sources/Home/H.swift": "import Core\n",
      "apps/mail/\(name)": text, "apps/mail/Sources/Mail/M.swift": "import Other\n",
    ].map { path, text in
      let source = SourceText(path: path, bytes: Array(text.utf8))
      return TreeFile(source, Surface(path: path))
    }
    // A target of a `Project.swift` is called as its folder.
    let core = name == "Package.swift" ? "kits/core" : "kits/Core"
    let named = files.map { file in
      TreeFile(
        path: file.path.replacing("kits/core", with: core), surface: file.surface,
        imports: file.imports, source: file.source)
    }
    #expect(Programs(named).all.map(\.name) == ["apps/home", "apps/mail"])
    let apart = Programs(named, repositories: ["apps/", "kits/"]).all.map(\.name)
    #expect(apart == ["apps/home", "apps/mail", core])
  }

  @Test func `a path that only a variable turns on ties nothing`() {
    let bound = """
      if env["SWIFTCI_USE_LOCAL_DEPS"] != nil { package.dependencies += [.package(path: "../b")] }
      """
    #expect(
      programs([
        "a/Package.swift": manifest + bound, "a/Sources/A/A.swift": "",
        "b/Package.swift": manifest, "b/Sources/B/B.swift": "",
      ]).keys.sorted() == ["a", "b"])
  }

  @Test func `examples within a library are one program with it by what they import`() {
    #expect(
      programs([
        "Package.swift": manifest, "Sources/Kit/A.swift": "",
        "Examples/Echo/Package.swift": manifest,
        "Examples/Echo/Sources/Echo/E.swift": "@testable import Kit\n",
        "Examples/Alone/Package.swift": manifest,
        "Examples/Alone/Sources/Alone/S.swift": "// this does not import Kit\n",
      ]).keys.sorted() == [".", "Examples/Alone"])
  }

  @Test func `sample apps with modules of one name stay apart, and both see the library`() {
    let found = programs([
      "Package.swift": manifest, "Sources/Kit/A.swift": "",
      "Examples/One/Package.swift": manifest, "Examples/One/Sources/App/M.swift": "import Kit\n",
      "Examples/Two/Package.swift": manifest, "Examples/Two/Sources/App/M.swift": "import Kit\n",
    ])
    #expect(
      found == [
        ".": [
          "Examples/One/Package.swift", "Examples/One/Sources/App/M.swift", "Package.swift",
          "Sources/Kit/A.swift",
        ],
        "Examples/Two": [
          "Examples/Two/Package.swift", "Examples/Two/Sources/App/M.swift", "?Package.swift",
          "?Sources/Kit/A.swift",
        ],
      ])
  }

  @Test func `packages of Bazel are one program with those that they build from`() {
    let echo =
      "swift_binary(name = \"echo\", srcs = [\"main.swift\"], deps = [\"//examples/echo/service:swift\"])\n"
    let found = programs([
      "examples/echo/BUILD": echo, "examples/echo/main.swift": "import Service\n",
      "examples/echo/service/BUILD": "swift_proto_library(name = \"swift\")\n",
      "examples/echo/service/service.proto": "syntax = \"proto3\";\n",
      "examples/chat/BUILD.bazel": echo.replacing("echo", with: "chat"),
      "examples/chat/main.swift": "import Service\n",
      "examples/chat/service/BUILD.bazel": "swift_proto_library(name = \"swift\")\n",
      "examples/chat/service/service.proto": "syntax = \"proto3\";\n",
    ])
    #expect(
      found == [
        "examples/chat": [
          "examples/chat/BUILD.bazel", "examples/chat/main.swift",
          "examples/chat/service/BUILD.bazel", "examples/chat/service/service.proto",
        ],
        "examples/echo": [
          "examples/echo/BUILD", "examples/echo/main.swift", "examples/echo/service/BUILD",
          "examples/echo/service/service.proto",
        ],
      ])
  }

  @Test func `where a package is built by others too, Bazel divides nothing`() {
    #expect(
      programs([
        "Package.swift": manifest, "BUILD": "",
        "Sources/Kit/BUILD": "swift_library(name = \"Kit\")\n",
        "Sources/Kit/A.swift": "", "Sources/App/BUILD": "swift_binary(name = \"App\")\n",
        "Sources/App/B.swift": "",
      ]).keys.sorted() == ["."])
  }

  @Test func `a label begins where the repository does`() {
    #expect(
      programs([
        "one/BUILD": "", "one/app/BUILD": "swift_binary(deps = [\"//kit\"])\n",
        "one/app/a.swift": "",
        "one/kit/BUILD": "swift_library()\n", "one/kit/k.swift": "",
        "one/tool/BUILD": "swift_binary(deps = [\":x\"])\n", "one/tool/t.swift": "",
      ]).mapValues(\.count).values.sorted() == [3, 5])
  }

  @Test func `two apps with Xcode projects never share a module`() {
    #expect(
      programs([
        "apps/One/One.xcodeproj/project.pbxproj": "{ path = One; }", "apps/One/App.swift": "",
        "apps/Two/Two.xcodeproj/project.pbxproj": "{ path = Two; }", "apps/Two/App.swift": "",
      ]).keys.sorted() == ["apps/One", "apps/Two"])
  }

  @Test func `a project is one program with the package that it refers to`() {
    #expect(
      programs([
        "App/App.xcodeproj/project.pbxproj":
          "{ isa = XCLocalSwiftPackageReference; relativePath = ../Kit; }",
        "App/App.swift": "", "Kit/Package.swift": manifest, "Kit/Sources/Kit/K.swift": "",
      ]).keys.sorted() == ["App"])
  }

  @Test func `a Podfile is one program with the pods whose sources lie beside`() {
    #expect(
      programs([
        "App/Podfile": "pod 'Core', :path => '../Pods/Core'\n", "App/App.swift": "import Core\n",
        "Pods/Core/Core.podspec": "Pod::Spec.new { |s| }\n", "Pods/Core/C.m": "",
        "Pods/Else/Else.podspec": "Pod::Spec.new { |s| }\n", "Pods/Else/E.m": "",
      ]).keys.sorted() == ["App", "Pods/Else"])
  }

  @Test func `a Podfile without code speaks for the projects below it`() {
    #expect(
      programs([
        "Podfile": "pod 'gRPC-Swift'\n", "App/App.xcodeproj/project.pbxproj": "{}",
        "App/App.swift": "",
      ]) == ["App": ["App/App.swift", "App/App.xcodeproj/project.pbxproj", "+Podfile"]])
  }

  @Test func `proto files and scripts above programs are visible to each`() {
    #expect(
      programs([
        "protos/a.proto": "", "Makefile": "all:\n\tprotoc --swift_out=ios a.proto\n",
        "README.md": "```sh\nmake\n```\n", "ios/Package.swift": manifest,
        "ios/Sources/App/A.swift": "", "mac/Package.swift": manifest,
        "mac/Sources/App/A.swift": "",
      ]) == [
        ".": ["README.md", "?Makefile", "?protos/a.proto"],
        "ios": ["ios/Package.swift", "ios/Sources/App/A.swift", "+Makefile", "+protos/a.proto"],
        "mac": ["mac/Package.swift", "mac/Sources/App/A.swift", "+Makefile", "+protos/a.proto"],
      ])
  }

  @Test func `a package nested in another sees its proto files and not its versions`() {
    #expect(
      programs([
        "Package.swift": manifest, "Package.resolved": "{}", "Sources/Server/S.swift": "",
        "api/a.proto": "", "client/Package.swift": manifest, "client/Sources/Client/C.swift": "",
      ]) == [
        ".": ["Package.resolved", "Package.swift", "Sources/Server/S.swift", "api/a.proto"],
        "client": ["client/Package.swift", "client/Sources/Client/C.swift", "+api/a.proto"],
      ])
  }

  @Test func `programs that share files are fixed together, and no others`() {
    func groups(_ texts: [String: String]) -> [[Int]] {
      Programs(
        texts.sorted { $0.key < $1.key }.compactMap { ProjectText(path: $0, bytes: Array($1.utf8)) }
      )
      .groups
    }
    var tree = [
      "a/Package.swift": manifest, "a/Sources/A/A.swift": "", "b/Package.swift": manifest,
      "b/Sources/B/B.swift": "",
    ]
    #expect(groups(tree) == [[0], [1]])
    tree["shared.proto"] = ""
    #expect(groups(tree) == [[0, 1]])
  }

  /// Folders of which each would be a tree of its own: without a manifest, with one, with packages below code that nothing
  /// builds, with schemas alone, and with a package beside them.
  private static let repositories: [String: [String: String]] = [
    "scripts": ["Makefile": "", "tool.swift": "import Kit\n"],
    "package": ["Package.swift": manifest, "Sources/Kit/A.swift": "", "api/a.proto": ""],
    "mixed": [
      "App/main.swift": "import Kit\n", "Kit/Package.swift": manifest,
      "Kit/Sources/Kit/K.swift": "",
      "Other/Package.swift": manifest, "Other/Sources/Other/O.swift": "import Kit\n",
    ],
    "schemas": ["v1/a.proto": "", "v1/b.proto": "", "buf.yaml": "version: v2\n"],
    "beside": [
      "a.proto": "", "gen.sh": "", "Client/Package.swift": manifest, "Client/Sources/C/C.swift": "",
    ],
  ]

  @Test func `repositories side by side are divided as each is by itself`() async {
    func described(_ programs: Programs, in folder: String = "") -> [String] {
      programs.all.map { program in
        let name = program.name == "." ? String(folder.dropLast()) : folder + program.name
        let parts = [program.own, program.shared, program.seen].map { part in
          part.map { folder + $0 }.sorted().joined(separator: " ")
        }
        return "\(name): " + parts.joined(separator: " | ")
      }
    }
    func file(_ path: String, _ text: String) -> TreeFile {
      TreeFile(SourceText(path: path, bytes: Array(text.utf8)), Surface(path: path))
    }
    var expected: [String] = []
    var together: [TreeFile] = []
    for (name, texts) in Self.repositories {
      expected += described(Programs(texts.map(file)), in: name + "/")
      together += texts.map { file("\(name)/\($0)", $1) }
    }
    let folders = Set(Self.repositories.keys.map { $0 + "/" })
    #expect(described(Programs(together, repositories: folders)).sorted() == expected.sorted())
    // What is not known to be a repository belongs to the folder around it.
    #expect(described(Programs(together)).sorted() != expected.sorted())
    // A shard has whole programs.
    let sizes = Dictionary(uniqueKeysWithValues: together.map { ($0.path, 100) })
    let division = await ShardDivision(
      together, repositories: folders, sizes: sizes, count: 3
    ) { _ in [:] }
    for program in Programs(together, repositories: folders).all {
      #expect(Set(program.visible.map { division.shard(ofPath: $0) }).count == 1, "\(program.name)")
    }
  }

  @Test func `a repository of schemas speaks for those that name a place in it`() {
    func file(_ path: String, _ text: String) -> TreeFile {
      TreeFile(SourceText(path: path, bytes: Array(text.utf8)), Surface(path: path))
    }
    var files = [file("api/v1/a.proto", ""), file("api/v1/b.proto", "")]
    for app in ["one", "two", "three"] {
      files += [file("\(app)/Package.swift", manifest), file("\(app)/Sources/App/A.swift", "")]
    }
    for app in ["one", "two"] {
      files.append(
        file("\(app)/gen.sh", "protoc -I ../api ../api/v1/a.proto --swift_out=Sources\n"))
    }
    let programs = Programs(files, repositories: ["api/", "one/", "two/", "three/"]).all
    #expect(programs.map(\.name) == ["one", "three", "two"])
    let protos: Set = ["api/v1/a.proto", "api/v1/b.proto"]
    #expect(programs.map { $0.shared } == [protos, [], protos])
    let alone = Programs(files.filter { !$0.path.hasSuffix(".sh") }, repositories: ["api/"]).all
    #expect(alone.map(\.name) == ["api", "one", "three", "two"])
  }

  @Test func `the order of the files does not matter`() {
    let texts = [
      "Package.swift": manifest, "Sources/Kit/A.swift": "", "x/One/Package.swift": manifest,
      "x/One/Sources/App/M.swift": "import Kit\n", "x/Two/Package.swift": manifest,
      "x/Two/Sources/App/M.swift": "import Kit\n", "p/a.proto": "",
    ].map { TreeFile(SourceText(path: $0, bytes: Array($1.utf8)), Surface(path: $0)) }
    let expected = Programs(texts).all.map { [$0.name] + $0.own.sorted() + $0.seen.sorted() }
    for _ in 0..<20 {
      let found = Programs(texts.shuffled()).all.map {
        [$0.name] + $0.own.sorted() + $0.seen.sorted()
      }
      #expect(found == expected)
    }
  }
}

extension Surface {
  fileprivate init(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self = Surface(fileName: name) ?? .script
  }
}

struct LibraryEvidenceTests {
  private let evidence = LibraryEvidence(
    anchors: ["GRPC", "Connect", "objc", "SwiftProtobuf", "GRPCProtoCall", "grpc-swift"],
    generated: ["Api_Ping"])

  private func shows(
    _ surface: Surface, imports: [String] = [], _ anchors: [String] = [], protos: Bool = false
  ) -> Bool {
    evidence.shows(surface, imports: imports, anchors: anchors, seesProtos: protos)
  }

  @Test func `a word in Swift is none, an import is`() {
    #expect(!shows(.swift, imports: ["Foundation"], ["GRPC", "objc", "Connect"]))
    #expect(shows(.swift, imports: ["Foundation", "GRPC"]))
    #expect(shows(.swift, imports: ["Connect"]))
  }

  @Test func `a generated name counts where proto files are in sight`() {
    #expect(!shows(.swift, ["Api_Ping"]))
    #expect(shows(.swift, ["Api_Ping"], protos: true))
  }

  @Test func `words that are others' as well are none in Objective-C and manifests`() {
    #expect(!shows(.objectiveC, ["objc", "Connect"]))
    #expect(shows(.objectiveC, ["GRPCProtoCall"]))
    #expect(!shows(.manifest, ["Connect"]))
    #expect(shows(.manifest, ["grpc-swift"]))
    #expect(!shows(.script, ["grpc-swift"]))
  }
}

struct SeemingImportTests {
  private func imports(_ text: String) -> [String] { seemingImports(inSwift: Array(text.utf8)) }

  @Test func `imports are found with attributes, modifiers, kinds and submodules`() {
    #expect(
      imports(
        """
        import A; import B
        @testable import C
        @_spi(X, Y) public import D
        import struct E.Thing
        import F.Sub
            @_exported\timport   `G`
        """) == ["A", "B", "C", "D", "E", "F", "G"])
    #expect(imports("\u{FEFF}import A") == ["A"])
    #expect(imports("import A\r\nimport B\r\n") == ["A", "B"])
    #expect(imports("/* for now */ import A\n/* of\n old */ @testable import B") == ["A", "B"])
  }

  @Test func `prose, strings and other names are no imports`() {
    #expect(imports("// never import A\nlet s = \"import B\"\nreimport C\nimported D\n") == [])
  }

  @Test func `Objective-C includes frameworks and headers`() {
    let text = "#import <Kit/Kit.h>\n#include \"Api/Net.h\"\n@import Core;\n#  import <Other.h>\n"
    #expect(
      Set(seemingImports(inObjectiveC: Array(text.utf8))) == ["Kit", "Net.h", "Core", "Other.h"])
  }
}

struct ByteSearchTests {
  @Test func `bytes are found where they first stand, as by looking everywhere`() {
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    for _ in 0..<2_000 {
      let text = (0..<random(40)).map { _ in UInt8(97 + random(3)) }
      let word = (0..<1 + random(4)).map { _ in UInt8(97 + random(3)) }
      let start = random(5)
      let limit = random(45)
      let end = min(limit, text.count)
      let expected = (0...max(0, text.count)).first { place in
        place >= start && place + word.count <= end && text[place...].starts(with: word)
      }
      #expect(text.firstIndex(ofBytes: word, from: start, below: limit) == expected)
    }
  }
}
