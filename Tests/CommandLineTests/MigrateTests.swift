import Foundation
import Testing

/// A fixture as a repository with one commit.
private func repository(of name: String) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (path, bytes) in try Fixture(named: name).files("before") {
    try folder.write(path, Array(bytes))
  }
  try folder.commitAll()
  return folder
}

/// Three packages that stand apart, so that each is a step.
private func threePackages() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in ["One", "Two", "Three"] {
    try folder.write(
      "\(name)/Package.swift",
      "// swift-tools-version:5.0\nimport PackageDescription\nlet package = Package(name: \"\(name)\", targets: [.target(name: \"\(name)\")])\n"
    )
    for number in 1...3 {
      try folder.write(
        "\(name)/Sources/\(name)/F\(number).swift",
        "import SwiftGRPC\nfunc f\(number)(_ code: StatusCode) -> Bool { code == .ok }\n")
    }
  }
  try folder.commitAll()
  return folder
}

private func commits(_ folder: TemporaryFolder) throws -> [String] {
  try folder.git("log", "--format=%s").output.split(separator: "\n").map(String.init).reversed()
}

private func tree(_ folder: TemporaryFolder) throws -> String {
  try folder.git("rev-parse", "HEAD^{tree}").output
}

private func isUntouched(_ folder: TemporaryFolder) throws -> Bool {
  try folder.git("status", "--porcelain").output.isEmpty
}

@Test func `the plan is Markdown with boxes, and nothing is written`() throws {
  let folder = try repository(of: "hello-v0")
  let run = try folder.moult("migrate", "--plan-only", "--verify", "swift build")
  #expect(run.code == 0, "\(run.errors)")
  #expect(run.output.hasPrefix("# Migration of "))
  #expect(
    run.output.contains(
      "\n- **grpc-swift 0 → 1**: 104 uses; ios 12.0 in Podfile:1 keeps the target at 1\n"))
  #expect(run.output.contains("\n- [ ] 1. **proto**: 1 fix in 4 files\n"))
  #expect(
    run.output.contains(
      "\n- [ ] 2. **grpc-swift 0 → 1 in HelloAPI, HelloClient, HelloClientTests, hello**: 104 fixes in 16 files\n  - [ ] make generated code anew: "
    ), "\(run.output)")
  #expect(
    run.output.hasSuffix(
      "`moult migrate --verify \"swift build\"` makes the steps, a commit each.\n"))
  #expect(try isUntouched(folder))
  #expect(try folder.moult("migrate", "--continue").code == 2, "nothing was begun")
}

@Test func `the plan names the deployment target that allows the newest era`() throws {
  let run = try repository(of: "weather-async").moult("migrate", "--plan-only")
  #expect(
    run.output.contains(
      "\n- **grpc-swift 1 → 2**: 49 uses; 2 is the newest era, and macOS 15 in Package.swift:6 can run it\n"
    ), "\(run.output)")
}

@Test func `each step is a commit that says what and why, and what is left is listed`() throws {
  let folder = try repository(of: "quiz-client")
  let run = try folder.moult("migrate")
  #expect(run.code == 1, "\(run.errors)")
  #expect(try isUntouched(folder))
  #expect(
    try commits(folder) == [
      "all", "point-free 0 → 1 in 6 modules", "point-free 0 → 1 in ApiClient",
      "point-free in ApiClientLive",
    ])
  let body = try folder.git("log", "-1", "--format=%b").output
  #expect(
    body.hasPrefix(
      "1 fix in 1 file, by Moult.\n\nWhat and why:\n- 1 × Where the values of a client belong [point-free.client-value]\n"
    ), "\(body)")
  // All that is still found is in the list.
  let left = try folder.moult("lint", "--format", "concise").output.split(separator: "\n")
  #expect(left.count == 6)
  for line in left {
    let place = line.split(separator: " ")[0]
    #expect(run.output.contains("  \(place) "), "\(place)")
  }
  // A second run has nothing to do.
  let again = try folder.moult("migrate")
  #expect(try commits(folder).count == 4, "\(again.output)")
}

@Test func `packages that stand apart are steps of their own`() throws {
  let folder = try threePackages()
  let run = try folder.moult("migrate", "grpc-swift@1")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(
    try commits(folder) == ["all"] + ["One", "Three", "Two"].map { "grpc-swift 0 → 1 in \($0)" })
  #expect(run.output.contains("grpc-swift 0 → 1: 18 uses; the command line asks for 1\n"))
  #expect(run.output.hasSuffix("\n3 steps made\nNothing is left\n"))
}

/// A module with the generated clients of two services of connect-swift, and a model for each.
private func twoServices() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  let generated = try String(
    contentsOf: Fixture.folder.deletingLastPathComponent().appending(
      path: "Rules/connect-swift/0/Generated.swift"), encoding: .utf8)
  try folder.write(
    "Package.swift",
    "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: \"App\", targets: [.target(name: \"App\")])\n"
  )
  try folder.write("Sources/App/parcel.connect.swift", generated)
  try folder.write(
    "Sources/App/depot.connect.swift",
    generated.replacingOccurrences(of: "Parcel_V1_", with: "Depot_V1_")
      .replacingOccurrences(of: "parcel.v1.", with: "depot.v1."))
  for name in ["Parcel", "Depot"] {
    try folder.write(
      "Sources/App/\(name)Model.swift",
      """
      import Connect
      final class \(name)Model {
        private let api: \(name)_V1_TrackingServiceClient
        init(api: \(name)_V1_TrackingServiceClient) { self.api = api }
        func look() async { _ = await api.lookup(request: .init()) }
      }

      """)
  }
  return folder
}

@Test func `clients of services that stand apart are steps of their own`() throws {
  let folder = try twoServices()
  try folder.write(
    "Sources/App/Make.swift",
    "import Connect\nfunc make(_ client: ProtocolClient) -> DepotModel {\n  DepotModel(api: Depot_V1_TrackingServiceClient(client: client))\n}\n"
  )
  try folder.commitAll()
  let run = try folder.moult("migrate")
  #expect(run.code <= 1, "\(run.output)\(run.errors)")
  #expect(
    try commits(folder) == [
      "all", "connect-swift 1 in App, for depot.v1.TrackingService",
      "connect-swift 1 in App, for parcel.v1.TrackingService",
    ], "\(run.output)")
  let files = try folder.git("show", "--format=", "--name-only", "HEAD").output
  #expect(files == "Sources/App/ParcelModel.swift\n")
}

@Test func `services whose files mention each other's names are one step`() throws {
  let folder = try twoServices()
  let model = try folder.read("Sources/App/DepotModel.swift")
  try folder.write("Sources/App/DepotModel.swift", model + "func both(_ model: ParcelModel) {}\n")
  try folder.commitAll()
  let run = try folder.moult("migrate")
  #expect(try commits(folder) == ["all", "connect-swift 1 in App"], "\(run.output)")
}

@Test func `a migration that is killed at any moment ends in the same tree`() throws {
  let whole = try threePackages()
  let beginning = ContinuousClock.now
  #expect(try whole.moult("migrate").code == 0)
  let time = ContinuousClock.now - beginning
  let expected = try tree(whole)
  let kills = ProcessInfo.processInfo.environment["MOULT_KILLS"].flatMap { Int($0) } ?? 8
  var stopped = 0
  for number in 0..<kills {
    let folder = try threePackages()
    let process = try folder.start("migrate")
    usleep(UInt32((time * (Double(number) / Double(kills))) / .microseconds(1)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // A git that it had begun may still be writing.
    usleep(200_000)
    let journal = folder.path + "/.git/moult-migrate.json"
    if FileManager.default.fileExists(atPath: journal) {
      stopped += 1
      #expect(
        try folder.moult("migrate").code == 2, "a migration that was stopped is not begun anew")
      let run = try folder.moult("migrate", "--continue")
      #expect(run.code == 0, "\(run.output)\(run.errors)")
    } else {
      #expect(try folder.moult("migrate").code == 0)
    }
    #expect(try tree(folder) == expected)
    #expect(try isUntouched(folder))
    #expect(!FileManager.default.fileExists(atPath: journal))
  }
  print("killed \(kills) times, \(stopped) of them within a migration")
}

@Test
func
  `what was being written when a migration stopped is written anew, and what a person changed is kept`()
  throws
{
  let folder = try threePackages()
  #expect(try folder.moult("migrate", "--verify", "kill -9 $PPID; true").code != 0)
  // The shell above kills Moult itself while it verifies the project as it is.
  try folder.write("Two/Sources/Two/F1.swift", "import SwiftGRPC\n// mine\n")
  try folder.write(
    ".git/moult-migrate.json",
    #"{"version":1,"arguments":[],"untracked":[],"skipped":[],"refused":[],"done":[],"pending":{"name":"x","library":"grpc-swift","files":{"Two/Sources/Two/F1.swift":1}}}"#
  )
  let run = try folder.moult("migrate", "--continue")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(run.output.contains("went to 'git stash', such as Two/Sources/Two/F1.swift"))
  #expect(try folder.git("stash", "show", "-p").output.contains("+// mine"))
  #expect(try commits(folder).count == 4)
}

@Test func `a command that a killed run had begun, and what it began, are waited for`() throws {
  let folder = try threePackages()
  // The first run of a step kills Moult and ends, while something that it began goes on and holds its input.
  let verify =
    "if grep -q SwiftGRPC One/Sources/One/F1.swift; then exit 0; fi; "
    + "if [ ! -f .git/killed ]; then touch .git/killed; exec 3<&0; (sleep 2; touch .git/ended) & kill -9 $PPID; fi; "
    + "test -f .git/ended"
  #expect(try folder.moult("migrate", "--verify", verify).code != 0)
  let run = try folder.moult("migrate", "--continue")
  #expect(run.errors.contains("waiting for a command that the stopped run had begun"))
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(try commits(folder).count == 4)
  #expect(try folder.git("stash", "list").output.isEmpty)
  #expect(!FileManager.default.fileExists(atPath: folder.path + "/.git/moult-migrate.lock"))
}

@Test func `what is left is listed in the order in which to do it`() throws {
  let folder = try TemporaryFolder()
  try folder.write(
    "Package.swift",
    "// swift-tools-version:5.0\nimport PackageDescription\nlet package = Package(name: \"All\", targets: [.target(name: \"App\", dependencies: [\"Base\"]), .target(name: \"Base\")])\n"
  )
  try folder.write("Cartfile", "github \"grpc/grpc-swift\" ~> 0.9.1\n")
  let google = "_ = Channel(googleAddress: \"a.example\")"
  try folder.write("Sources/App/A.swift", "import Base\nimport SwiftGRPC\nfunc a() { \(google) }\n")
  try folder.write("Sources/Base/B.swift", "import SwiftGRPC\nfunc b() { \(google) }\n")
  try folder.commitAll()
  let run = try folder.moult("migrate", "grpc-swift@1")
  #expect(run.code == 1)
  let places = run.output.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains("[") }
    .compactMap { $0.split(separator: ":").first?.trimmingCharacters(in: .whitespaces) }
  #expect(places == ["Cartfile", "Sources/Base/B.swift", "Sources/App/A.swift"], "\(run.output)")
}

@Test func `a step that the verification refuses is taken back, and the others are made`() throws {
  let folder = try threePackages()
  let run = try folder.moult(
    "migrate", "--verify", "grep -q SwiftGRPC Three/Sources/Three/F1.swift")
  #expect(run.code == 1)
  #expect(try commits(folder) == ["all", "grpc-swift 0 → 1 in One", "grpc-swift 0 → 1 in Two"])
  #expect(try isUntouched(folder))
  #expect(
    run.output.contains(
      "not made: grpc-swift 0 → 1 in Three: 'grep -q SwiftGRPC Three/Sources/Three/F1.swift' fails behind it"
    ))
}

@Test func `a verification that fails before anything tells nothing`() throws {
  let folder = try threePackages()
  let run = try folder.moult("migrate", "--verify", "false")
  #expect(run.code == 2)
  #expect(run.errors.contains("'false' fails before anything is"))
  #expect(try commits(folder) == ["all"])
  #expect(try folder.moult("migrate", "--continue").code == 2)
}

@Test func `a step that does not build can be left, finished and continued`() throws {
  let folder = try repository(of: "relay-tool")
  let generate = "sed -i 's/import SwiftGRPC/import GRPC/' Sources/RelayAPI/relay.grpc.swift"
  let without = try folder.moult("migrate", "grpc-swift@1", "--generate", generate)
  #expect(without.code == 1)
  #expect(try commits(folder) == ["all"])
  #expect(try isUntouched(folder))
  #expect(
    without.output.contains(
      "not made: grpc-swift 0 → 1 in RelayAPI, relay: 3 places would not build behind it\n  Sources/relay/Sync.swift:39:27: "
    ))

  let left = try folder.moult("migrate", "grpc-swift@1", "--generate", generate, "--leave")
  #expect(left.code == 1)
  #expect(left.output.contains("    Sources/relay/Sync.swift:39:27: "), "\(left.output)")
  #expect(try folder.moult("migrate", "--continue").errors.contains("would not build yet"))
  let text = try folder.read("Sources/relay/Sync.swift")
  let start = try #require(text.range(of: "/// Answers each item"))
  try folder.write("Sources/relay/Sync.swift", String(text[..<start.lowerBound]))
  let done = try folder.moult("migrate", "--continue")
  #expect(
    try commits(folder) == ["all", "grpc-swift 0 → 1 in RelayAPI, relay"],
    "\(done.output)\(done.errors)")
  #expect(try folder.git("log", "-1", "--format=%b").output.contains("\n\nFinished by hand.\n"))
  #expect(try isUntouched(folder))
}

@Test
func `the configuration answers what would be asked, and text is put in place of placeholders`()
  throws
{
  let folder = try threePackages()
  try folder.write(
    ".moult.yml",
    "targets: { grpc-swift: \"1\" }\nmigrate:\n  verify: test -f One/Package.swift\n  generate: \"\"\n  placeholders:\n    content type: text\n"
  )
  try folder.commitAll()
  let run = try folder.moult("migrate")
  #expect(run.code == 0, "\(run.errors)")
  #expect(run.errors.contains("running 'test -f One/Package.swift'"))
  #expect(run.output.contains("'targets' in .moult.yml:1 says 1"))
  try folder.write(".moult.yml", "migrate: { verfy: x }\n")
  #expect(
    try folder.moult("lint").errors.contains(
      ".moult.yml:1:12: unknown key 'verfy'; did you mean 'verify'?"))
}

@Test func `a target that a shared configuration chose is told with its line there`() throws {
  let folder = try threePackages()
  try folder.write("shared.yml", "rules: {}\ntargets:\n  swift-protobuf: 1\n  grpc-swift: 1\n")
  let own = "extends: shared.yml\ntargets:\n  # As others do.\n  swift-protobuf: 1\n"
  try folder.write(".moult.yml", own)
  try folder.commitAll()
  let shared = try folder.moult("migrate", "--plan-only")
  #expect(shared.output.contains("18 uses; 'targets' in shared.yml:4 says 1\n"), "\(shared.output)")
  try folder.write(".moult.yml", own + "  grpc-swift: 1\n")
  let overridden = try folder.moult("migrate", "--plan-only")
  #expect(
    overridden.output.contains("18 uses; 'targets' in .moult.yml:5 says 1\n"),
    "\(overridden.output)")
}

@Test func `what cannot be led is said before anything is written`() throws {
  let folder = try threePackages()
  try folder.write("One/Sources/One/F1.swift", "import SwiftGRPC\n// changed\n")
  let dirty = try folder.moult("migrate")
  #expect(dirty.code == 2)
  #expect(
    dirty.errors.contains("these files are modified already")
      && dirty.errors.contains("\n  One/Sources/One/F1.swift"))
  #expect(
    try folder.moult("migrate", "grpc-swfit").errors.contains(
      "unknown library 'grpc-swfit'; did you mean 'grpc-swift'?"))
  #expect(
    try folder.moult("migrate", "grpc-swift@7").errors.contains(
      "unknown era '7' of grpc-swift: 0, 1, 2"))
  let bare = try TemporaryFolder()
  try bare.write("A.swift", "import SwiftGRPC\n")
  #expect(try bare.moult("migrate").errors.contains("there is no git repository here"))
  #expect(try bare.moult("migrate", "--plan-only").code == 0)
}

@Test
func `at a terminal what only a person knows is asked once and committed with the configuration`()
  throws
{
  let folder = try threePackages()
  try folder.write(".git/info/exclude", "terminal.py\n")
  try folder.write(
    "terminal.py",
    """
    import os, pty, sys
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(os.environ["MOULT"], ["moult", "migrate"])
    os.write(terminal, b"test -d One\\n")
    data = b""
    try:
        while piece := os.read(terminal, 65536):
            data += piece
    except OSError:
        pass
    sys.stdout.buffer.write(data)
    """)
  let run = try folder.shell("command -v python3 >/dev/null || exit 9; python3 terminal.py")
  // Only Python is known to open a terminal on all systems alike.
  if run.code == 9 { return }
  #expect(run.output.components(separatedBy: "Which command tells").count == 2, "\(run.output)")
  #expect(try commits(folder).dropFirst().first == "Say how the migration is to go")
  #expect(try commits(folder).count == 5)
  #expect(try folder.read(".moult.yml") == "migrate:\n  verify: \"test -d One\"\n")
  #expect(run.output.contains("running 'test -d One'"))
}
