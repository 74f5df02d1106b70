import Testing

/// A repository with an old file in each of two folders.
private func project(_ configuration: String) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("App/A.swift", oldSwift)
  try folder.write("Tests/B.swift", oldSwift)
  try folder.write(".moult.yml", configuration)
  try folder.write(".git/HEAD", "ref: refs/heads/main\n")
  return folder
}

@Test func `overrides change severities by path, and the last that matches wins`() throws {
  let folder = try project(
    """
    overrides:
    - files: [Tests/]
      rules: { grpc-swift.import-swiftgrpc: off, grpc-swift.status-code-type: off }
    - files: ["B.*"]
      rules: { grpc-swift.status-code-type: note }

    """)
  let run = try folder.moult("lint", "--format", "xcode")
  #expect(run.output.contains("App/A.swift:1:8: error:"))
  #expect(run.output.contains("Tests/B.swift:3:22: note:"))
  #expect(!run.output.contains("Tests/B.swift:1:"))
  // Patterns begin at the configuration, wherever the run begins.
  #expect(try folder.moult("lint", "Tests").code == 0)
  #expect(try folder.moult("lint", "Tests/B.swift").code == 0)
  #expect(try folder.moult("lint", "App").code == 1)
}

@Test func `overrides choose other targets by path`() throws {
  let folder = try project("overrides: [{ files: [Tests/], targets: { grpc-swift: 0 } }]\n")
  let run = try folder.moult("lint", "--format", "xcode")
  #expect(run.output.contains("App/A.swift"))
  #expect(!run.output.contains("Tests/B.swift"))
}

@Test func `a rule that is off can be turned on for some files`() throws {
  let folder = try project(
    """
    rules: { grpc-swift.import-swiftgrpc: off, grpc-swift.status-code-type: off }
    overrides: [{ files: [Tests/], rules: { grpc-swift.import-swiftgrpc: warning } }]

    """)
  let run = try folder.moult("lint", "--format", "xcode")
  #expect(run.output.split(separator: "\n").count == 1)
  #expect(run.output.contains("Tests/B.swift:1:8: warning:"))
}

@Test func `a lower safety keeps a fix from being applied, and 'manual' leaves advice`() throws {
  let rule = "grpc-swift.status-code-type"
  let folder = try project("rules: { \(rule): { safety: review } }\n")
  #expect(try folder.moult("fix", "--diff").output == "")
  #expect(try folder.moult("fix", "--diff", "--review").output.contains("GRPCStatus.Code"))
  try folder.write(".moult.yml", "rules: { \(rule): { safety: manual } }\n")
  #expect(try !folder.moult("fix", "--diff", "--review").output.contains("GRPCStatus.Code"))
  #expect(try folder.moult("lint", "--rule", rule).output.contains("= next: "))
}

@Test func `what is excluded from the report is read for what it says about the rest`() throws {
  let folder = try project("report_exclude: [Tests/]\n")
  try folder.write(
    "Tests/B.swift", "import SwiftGRPC\nfunc code() -> StatusCode { .ok }\n")
  try folder.write("App/A.swift", "func isFine() -> Bool { code() == .ok }\n")
  let run = try folder.moult("lint")
  #expect(!run.output.contains("Tests/B.swift:"))
  #expect(run.output.contains("read for context: 1 file"))
}

@Test func `a configuration adds to the one that it extends`() throws {
  let folder = try project(
    "extends: shared/base.yml\nrules: { grpc-swift.status-code-type: note }\n")
  try folder.write(
    "shared/base.yml",
    """
    fail_on: error
    rules: { grpc-swift.status-code-type: off, grpc-swift.import-swiftgrpc: warning }
    overrides: [{ files: [Tests/], rules: { grpc-swift.import-swiftgrpc: off } }]

    """)
  let run = try folder.moult("lint", "--format", "xcode")
  #expect(run.code == 0)
  #expect(run.output.contains("A.swift:3:22: note:"))
  #expect(run.output.contains("A.swift:1:8: warning:"))
  // The base's paths begin at the base, where there are no tests.
  #expect(run.output.contains("Tests/B.swift:1:8: warning:"))
}

@Test func `a configuration that is extended cannot extend another, and its errors name it`() throws
{
  let folder = try project("extends: shared/base.yml\n")
  try folder.write("shared/base.yml", "extends: other.yml\n")
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.errors.contains("shared/base.yml:1:10: a configuration that is extended cannot"))
  try folder.write("shared/base.yml", "\nfial_on: error\n")
  #expect(try folder.moult("lint").errors.contains("shared/base.yml:2:1: unknown key 'fial_on'"))
}

@Test func `config shows what holds for a path, and a run with it finds the same`() throws {
  let folder = try project(
    """
    rules: { grpc-swift.pod: off }
    proto: { objc_class_prefix: { a.b: ABC } }
    overrides:
    - files: [Tests/]
      rules: { grpc-swift.status-code-type: { severity: note, safety: review } }
      targets: { grpc-swift: 1 }

    """)
  #expect(try folder.moult("config").output.hasSuffix("/.moult.yml\n"))
  let app = try folder.moult("config", "--effective", "App/A.swift").output
  let tests = try folder.moult("config", "--effective", "Tests/B.swift").output
  #expect(app.contains("\n  grpc-swift.status-code-type: error\n"))
  #expect(tests.contains("\n  grpc-swift.status-code-type: { severity: note, safety: review }\n"))
  #expect(tests.contains("\n  grpc-swift: \"1\"\n"))
  #expect(app.contains("\n  grpc-swift.pod: \"off\"\n"))
  #expect(app.contains("\n  objc_class_prefix: { \"a.b\": \"ABC\" }\n"))
  // What is said to do next is about the whole project, where the file now says what it said of 'Tests' alone.
  let before = try folder.moult("lint", "--format", "concise", "Tests").output
  #expect(before.contains("Tests/B.swift:"))
  try folder.write(".moult.yml", tests)
  #expect(try folder.moult("lint", "--format", "concise", "Tests").output == before)
}

@Test func `init writes a configuration that changes nothing, once`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  try folder.write(
    "Podfile.lock", "PODS:\n  - gRPC-Swift (1.8.0):\n    - SwiftProtobuf\n\nCOCOAPODS: 1.11.3\n")
  let before = try folder.moult("lint", "A.swift").output
  let shown = try folder.moult("init", "--dry-run").output
  #expect(try folder.moult("init").code == 0)
  let text = try folder.read(".moult.yml")
  #expect(text == shown)
  #expect(text.contains("# Podfile.lock has grpc-swift 1.8.0"))
  #expect(try folder.moult("lint", "A.swift").output == before)
  let again = try folder.moult("init")
  #expect(again.code == 2)
  #expect(again.errors.contains("is there already"))
  #expect(try folder.read(".moult.yml") == text)
}

@Test func `init says for schemas alone how to have class prefixes checked`() throws {
  let folder = try TemporaryFolder()
  let proto3 = "syntax = \"proto3\";\n"
  try folder.write("a/mail.proto", proto3 + "package acme.mail.v1;\nmessage Letter {}\n")
  try folder.write("b/post.proto", proto3 + "package acme.post.v1;\nmessage Stamp {}\n")
  let note = try folder.moult("lint", "--format", "concise")
  #expect(note.code == 0)
  #expect(note.output.contains("a/mail.proto:2:1: note: 2 packages without 'objc_class_prefix'"))

  let text = try folder.moult("init", "--dry-run").output
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let start = try #require(lines.firstIndex(of: "# proto:"))
  let section = lines[start...].prefix { $0.hasPrefix("#") }.map { $0.dropFirst(2) }
  try folder.write(".moult.yml", section.joined(separator: "\n") + "\n")
  let run = try folder.moult("lint", "--format", "concise")
  #expect(run.code == 1)
  #expect(run.output.contains("a/mail.proto:2:1: error: no 'objc_class_prefix'"))
  #expect(run.output.contains("b/post.proto:2:1: error: no 'objc_class_prefix'"))
  let fixed = try folder.moult("fix", "--review", "--allow-dirty")
  #expect(fixed.code == 0, "\(fixed.output)")
  #expect(try folder.read("a/mail.proto").contains("option objc_class_prefix = \"AMX\";"))
  #expect(try folder.read("b/post.proto").contains("option objc_class_prefix = \"APX\";"))
  try folder.write("A.swift", "let a = 1\n")
  #expect(!(try folder.moult("init", "--dry-run").output.contains("\"*\": required")))
}

@Test func `deployment targets keep the target below an era that they cannot run`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  try folder.write("Podfile", "platform :ios, '13.0'\ntarget 'A' do\n  pod 'X'\nend\n")
  // The project's own page stands for a rule that leads to era 2.
  try folder.write(
    "grpc-swift/1-2/own.md",
    """
    ---
    id: grpc-swift.own-rule-to-two
    severity: error
    find: { import: SwiftGRPC }
    safety: manual
    message: "not of era 2"
    next: move
    ---
    # An import

    ## Found

    ```swift before
    import SwiftGRPC
    //     ^^^^^^^^^ grpc-swift.own-rule-to-two manual
    ```

    ## Not found

    ```swift before
    import GRPCCore
    ```

    """)
  try folder.write(".moult.yml", "rule_folders: [grpc-swift]\n")
  let limited = try folder.moult("lint")
  #expect(!limited.output.contains("[grpc-swift.own-rule-to-two]"))
  #expect(
    limited.belowLegend.hasPrefix(
      "Podfile:1:1: note: ios 13.0 keeps the target at grpc-swift 1; grpc-swift 2 needs ios 18, so")
  )
  try folder.write(
    ".moult.yml", "rule_folders: [grpc-swift]\ntargets: { grpc-swift: 2 }\n")
  let chosen = try folder.moult("lint")
  #expect(chosen.output.contains("[grpc-swift.own-rule-to-two]"))
  #expect(!chosen.output.contains("keeps the target"))
  try folder.write(".moult.yml", "rule_folders: [grpc-swift]\n")
  try folder.write("Podfile", "platform :ios, '18.0'\n")
  #expect(try folder.moult("lint").output.contains("[grpc-swift.own-rule-to-two]"))
}

@Test func `an Xcode project says what it runs on where no other manifest does`() throws {
  func project(_ version: String) -> String {
    "// !$*UTF8*$!\n{ objects = { AA = { isa = XCBuildConfiguration; buildSettings = {\n"
      + "IPHONEOS_DEPLOYMENT_TARGET = \(version);\n}; }; }; }\n"
  }
  let place = "A.xcodeproj/project.pbxproj"
  let note = "\(place):3:1: note: iOS 14.4 keeps the target at grpc-swift 1"
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  try folder.write(place, project("14.4"))
  #expect(try folder.moult("lint").output.contains(note))
  // A Podfile that names the pod and no platform takes that of the project, and one that names a platform says it.
  try folder.write("Podfile", "target 'A' do\n  pod 'SwiftGRPC'\nend\n")
  #expect(try folder.moult("lint").output.contains(note))
  try folder.write("Podfile", "platform :ios, '13.0'\ntarget 'A' do\n  pod 'SwiftGRPC'\nend\n")
  #expect(try folder.moult("lint").output.contains("Podfile:1:1: note: ios 13.0 keeps the target"))
  try folder.write("Podfile", "target 'A' do\n  pod 'SwiftGRPC'\nend\n")
  try folder.write(place, project("18.0"))
  #expect(!(try folder.moult("lint").output.contains("keeps the target")))
}
