import MoultManifests
import MoultSource
import Testing

@Test func `scripts of an Xcode project are read, with their escapes undone`() {
  expectCommands(
    #"""
    // !$*UTF8*$!
    { objects = {
      A1 /* protoc --a_out=b */ = {
        isa = PBXShellScriptBuildPhase;
        files = ( "protoc --c_out=d", );
        name = "protoc e";
        shellScript = "# protoc\nprotoc \"f g\" \\\n\t$H\n";
      };
      A2 = { script = protoc; };
    }; }
    """#, path: "X.xcodeproj/project.pbxproj",
    [["protoc", "f g", "|$H|"], ["protoc"]])
}

@Test func `flags in an Xcode project are edited in place`() {
  let before = #"{ shellScript = "é\nprotoc \\\n --swiftgrpc_out=\"Sync=true:G\"\n"; }"#
  let after = #"{ shellScript = "é\nprotoc \\\n --grpc-swift_out=\"G\"\n"; }"#
  #expect(edited(before, path: "project.pbxproj", renamingToGRPCSwift) == after)
}

@Test func `packages and products of an Xcode project are read`() {
  let source = source(
    #"""
    { objects = {
      A = { isa = XCRemoteSwiftPackageReference; repositoryURL = "https://x/y";
        requirement = { kind = upToNextMajorVersion; minimumVersion = 0.11.0; }; };
      B = { isa = XCRemoteSwiftPackageReference; repositoryURL = "u";
        requirement = { branch = main; kind = branch; }; };
      C = { isa = XCSwiftPackageProductDependency; package = A /* x */; productName = SwiftGRPC; };
      D = { isa = PBXGroup; productName = None; repositoryURL = v; };
    }; }
    """#, path: "project.pbxproj")
  let project = parseXcodeProject(source)
  #expect(project.packages.map(\.url.text) == ["https://x/y", "u"])
  #expect(project.packages.map(\.requirementKind) == ["upToNextMajorVersion", "branch"])
  #expect(project.packages.map { $0.version?.text } == ["0.11.0", nil])
  #expect(project.packages.map { $0.branch?.text } == [nil, "main"])
  #expect(project.products.map(\.text) == ["SwiftGRPC"])
  #expect(project.packages.map { source.text($0.url.range) } == ["\"https://x/y\"", "\"u\""])
}

@Test func `objects of an Xcode project keep the places of words and comments`() throws {
  let source = source(
    "{ objects = { A1 /* App */ = { isa = T; list = ( B1 /* b */, \"C 1\" ); }; }; }",
    path: "project.pbxproj")
  let object = try #require(xcodeObjects(in: source)?.first)
  #expect(object.key.text == "A1")
  #expect(object.key.comment.map { source.text($0) } == "/* App */")
  #expect(object.word("isa")?.text == "T")
  #expect(object.word("list") == nil)
  guard case .list(let elements)? = object.entries.last?.value else {
    Issue.record("no list")
    return
  }
  #expect(elements.map { source.text($0.range) } == ["B1 /* b */,", "\"C 1\""])
  #expect(elements.map(\.word.text) == ["B1", "C 1"])
  #expect(elements.map(\.hasComma) == [true, false])
}

@Test(arguments: ["", "{", "{ objects = { A = ; }; }", "{ objects = { A = ( B C ); }; }"])
func `an Xcode project that is not wholly understood has no objects`(text: String) {
  #expect(xcodeObjects(in: source(text, path: "project.pbxproj"))?.count == nil)
}

@Test func `a list of lists without end does not overflow the stack`() {
  let text = "{ objects = " + String(repeating: "(", count: 100_000)
  #expect(xcodeObjects(in: source(text, path: "project.pbxproj"))?.count == nil)
}

@Test func `instructions of a Dockerfile run commands`() {
  expectCommands(
    #"""
    # RUN protoc a
    FROM x AS protoc
    ENV FLAGS="--a_out=b c" D=e
    RUN --mount=type=cache,target=/x protoc \
        # protoc comment
        f && \

        g
    run ["sh", "-c", "protoc h"]
    RUN <<EOF
    protoc i
    EOF
    RUN cat <<-'E' > f
    	protoc j
    	E
    COPY protoc k
    ONBUILD RUN l
    """#, path: "Dockerfile",
    [
      ["FLAGS=", "--a_out=b", "c"], ["D=", "e"], ["protoc", "f"], ["g"],
      ["sh", "-c", "protoc h"], ["protoc", "h"], ["protoc", "i"], ["cat"], ["l"],
    ])
}

@Test func `recipes of a Justfile are commands`() {
  expectCommands(
    """
    # protoc a
    flags := "--a_out=b " + '{{c}}' # protoc
    gen target='x': dep
        @protoc {{ flags }} \\
            "d"
        -e

    script:
        #!/usr/bin/env bash
        protoc f
        if g; then h; fi
    other:
        #!/usr/bin/env python3
        protoc i
    """, path: "justfile",
    [
      ["flags=", "--a_out=b"], ["flags=", "|{{c}}|"], ["protoc", "|{{ flags }}|", "d"], ["e"],
      ["protoc", "f"], ["g"], ["h"],
    ])
}

@Test(arguments: [
  ("a/Makefile", ManifestKind.makefile), ("rules.mk", .makefile), ("Package.swift", .swiftPackage),
  ("Package@swift-5.9.swift", .swiftPackage), ("Package.resolved", .swiftPackageLock),
  ("App.xcodeproj/project.pbxproj", .xcodeProject),
  ("Config/App.xcconfig", .xcodeSettings), ("buf.gen.yaml", .bufGeneration),
  ("buf.gen.swift.yml", .bufGeneration), ("buf.yaml", .bufModule), ("buf.work.yaml", .bufWorkspace),
  (".github/workflows/x.yml", .yaml), ("Podfile", .podfile), ("A.podspec", .podspec),
  ("ios/2.0/B.podspec", .podspec), ("C/lib/C.podspec", .podspec),
  ("Podfile.lock", .podfileLock), ("Cartfile.resolved", .cartfileLock), ("Cartfile", .cartfile),
  ("x.sh", .shell), ("x.bash", .shell), ("Dockerfile.dev", .dockerfile),
  ("README.md", .markdown), ("fastlane/Fastfile", .ruby),
  ("a/grpc-swift-config.json", .pluginConfiguration),
])
func `a path tells the kind`(path: String, kind: ManifestKind) {
  #expect(manifestKind(ofPath: path) == kind)
}

@Test(arguments: [
  "a.swift", "a.proto", "NOTES.txt", "Makefile/x", "podspec", "sh", "yml", "a.json", "",
  "Specs/Kite/1.2.0/Kite.podspec",
])
func `other paths tell none`(path: String) {
  #expect(manifestKind(ofPath: path) == nil)
}

@Test func `a script without extension is known by its first line`() {
  expectCommands("#!/usr/bin/env -S bash -e\na", path: "bin/gen", [["a"]])
  expectCommands("#!/bin/sh\na", path: "gen", [["a"]])
  expectCommands("#!/usr/bin/python3\nprotoc --a_out=b", path: "gen", [])
  expectCommands("protoc --a_out=b", path: "gen", [])
  expectCommands("#!/bin/sh\nprotoc --a_out=b", path: "gen.txt", [])
}

@Test(arguments: [
  "Dockerfile", "justfile", "project.pbxproj", "Podfile.lock", "Package.resolved", "Cartfile",
])
func `any other file is read in time`(path: String) {
  for piece in [
    "{", "\"", "\\", "RUN \\\n", "RUN <<A\n", "RUN [", " {{", "a := \"\n", " a\\\n", "/*", "a = {",
    "'", "(",
    "github \"a\" ", "ONBUILD ", "requirement = { a = b; };", "#\n", "RUN a <<B <<C\n",
  ] {
    let text = String(repeating: piece, count: 30_000 / piece.utf8.count)
    let source = source(text, path: path)
    let clock = ContinuousClock()
    let time = clock.measure {
      _ = commandLines(in: source)
      _ = resolvedDependencies(in: source)
    }
    #expect(time < .seconds(300))
  }
}

@Test(arguments: namesOfManifests.filter { $0 != "a.md" })
func `a file that a reader is written for is opened`(name: String) {
  #expect(Surface(fileName: name) != nil)
}
