import Testing

private let greeter = """
  import SwiftGRPC

  final class Greeter {
    func isFatal(_ code: StatusCode) -> Bool {
      code == .dataLoss
    }

    func describe(_ error: RPCError) -> String {
      "\\(error.callResult?.statusCode ?? .unknown)"
    }
  }

  """

/// A project whose findings are all in its baseline.
private func project(_ files: [String: String] = ["Sources/A/Greeter.swift": greeter]) throws
  -> TemporaryFolder
{
  let folder = try TemporaryFolder()
  for (path, text) in files { try folder.write(path, text) }
  try folder.write(".moult.yml", "baseline: known.yml\n")
  // The configuration is looked for up to the root of the repository.
  try folder.write(".git/HEAD", "ref: refs/heads/main\n")
  let run = try folder.moult("baseline")
  #expect(run.code == 0, "\(run.errors)")
  #expect(try folder.moult("lint", "--baseline-strict").code == 0)
  return folder
}

@Test func `what is in the baseline does not count, and what is new does`() throws {
  let folder = try project()
  let clean = try folder.moult("lint")
  #expect(clean.code == 0)
  #expect(clean.output.hasPrefix("No findings\nset aside: "))
  try folder.write("Sources/A/New.swift", "import SwiftGRPC\n")
  let run = try folder.moult("lint")
  #expect(run.code == 1)
  #expect(run.output.contains("Sources/A/New.swift:1:8: error:"))
  #expect(!run.output.contains("Greeter.swift"))
}

@Test func `moving code, reformatting it and renaming its file keep what is known`() throws {
  let folder = try project()
  let parts = greeter.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
  // The two functions change places, under other code.
  let moved = """
    import Foundation
    \(parts[0])

    let unrelated = 1

    final class Greeter {
    \(parts[2].split(separator: "\n").dropLast().joined(separator: "\n"))

    \(parts[1].split(separator: "\n").dropFirst().joined(separator: "\n"))
    }

    """
  try folder.write("Sources/A/Greeter.swift", moved)
  #expect(try folder.moult("lint", "--baseline-strict").code == 0, "moved")
  let reformatted = greeter.replacing("  ", with: "\t").replacing("(_ code", with: "(\n    _ code")
    .replacing(" == .dataLoss", with: "  // why\n == .dataLoss").replacing("\n", with: "\r\n")
  try folder.write("Sources/A/Greeter.swift", reformatted)
  #expect(try folder.moult("lint", "--baseline-strict").code == 0, "reformatted")
  _ = try folder.shell("mkdir -p Sources/B && mv Sources/A/Greeter.swift Sources/B/Hello.swift")
  #expect(try folder.moult("lint", "--baseline-strict").code == 0, "renamed")
}

@Test func `fixing one finding and adding another of the same rule reports the new one`() throws {
  let folder = try project()
  let changed = greeter.replacing("_ code: StatusCode", with: "_ code: Int")
    .replacing(
      "    func describe", with: "    func isGone(_ status: StatusCode) {}\n\n    func describe"
    )
    .replacing("  func describe", with: "  func isGone(_ status: StatusCode) {}\n\n  func describe")
  try folder.write("Sources/A/Greeter.swift", changed)
  let run = try folder.moult("lint", "--rule", "grpc-swift.status-code-type")
  #expect(run.code == 1)
  #expect(run.output.contains("_ status: StatusCode"))
  #expect(run.output.contains("gone from the baseline: 1"))
  // The same words in another function are another finding.
  try folder.write(
    "Sources/A/Greeter.swift",
    greeter.replacing("isFatal(_ code: StatusCode)", with: "isWorse(_ code: StatusCode)"))
  #expect(try folder.moult("lint", "--rule", "grpc-swift.status-code-type").code == 1)
}

@Test func `an import that moves to another file is new`() throws {
  let folder = try project(["A.swift": "import SwiftGRPC\n", "B.swift": "import Foundation\n"])
  try folder.write("A.swift", "import Foundation\n")
  try folder.write("B.swift", "import SwiftGRPC\n")
  #expect(try folder.moult("lint").code == 1)
}

@Test func `one more of several equal findings is new`() throws {
  let twice =
    "import SwiftGRPC\nfunc f() {\n  let a: StatusCode? = nil\n  let a: StatusCode? = nil\n}\n"
  let folder = try project(["A.swift": twice])
  try folder.write("A.swift", twice.replacing("}", with: "  let a: StatusCode? = nil\n}"))
  let run = try folder.moult("lint", "--format", "xcode")
  #expect(run.code == 1)
  #expect(run.output.split(separator: "\n").count == 1)
}

@Test func `prune drops what is gone, keeps the rest, and adds nothing`() throws {
  let folder = try project()
  let before = try folder.read("known.yml")
  try folder.write(
    "Sources/A/Greeter.swift", greeter.replacing("_ code: StatusCode", with: "_ code: Int"))
  try folder.write("Sources/A/New.swift", "import SwiftGRPC\n")
  #expect(try folder.moult("lint", "Sources/A/Greeter.swift").code == 0)
  #expect(try folder.moult("lint", "Sources/A/Greeter.swift", "--baseline-strict").code == 1)
  let run = try folder.moult("baseline", "prune")
  #expect(run.code == 0)
  let after = try folder.read("known.yml").split(separator: "\n")
  let lines = before.split(separator: "\n")
  #expect(after.count < lines.count)
  #expect(after.allSatisfy(lines.contains))
  #expect(!after.contains { $0.contains("New.swift") })
  #expect(try folder.moult("lint").code == 1)
}

@Test func `what a run could not have found is not called gone`() throws {
  let folder = try project(["a/A.swift": greeter, "b/B.swift": "import SwiftGRPC\n"])
  #expect(try folder.moult("lint", "b", "--baseline-strict").code == 0)
  #expect(try folder.moult("lint", "--rule", "grpc-swift.pod", "--baseline-strict").code == 0)
  let before = try folder.read("known.yml")
  #expect(try folder.moult("baseline", "prune", "b").code == 0)
  #expect(try folder.read("known.yml") == before)
}

@Test func `a baseline means the same from another working directory`() throws {
  let folder = try project(["a/A.swift": greeter])
  let run = try folder.shell("cd a && \"$MOULT\" lint . --config ../.moult.yml --baseline-strict")
  #expect(run.code == 0, "\(run.output)")
  let around = try folder.shell("cd / && \"$MOULT\" lint \"$OLDPWD\" --baseline-strict")
  #expect(around.code == 0, "\(around.output)")
}

@Test func `a baseline is the same whatever the number of jobs, sorted, a line for each finding`()
  throws
{
  let folder = try project(["a/A.swift": greeter, "b/B.swift": greeter])
  let text = try folder.read("known.yml")
  #expect(try folder.moult("baseline", "--jobs", "1").code == 0)
  #expect(try folder.read("known.yml") == text)
  let lines = text.split(separator: "\n").filter { $0.hasPrefix("- {") }
  #expect(lines.count >= 8)
  #expect(lines.allSatisfy { !$0.contains(folder.path) })
}

@Test(arguments: [
  ("version: 2\nfindings: []\n", "known.yml:1:10: expected version 1"),
  ("version: 1\nfindnigs: []\n", "known.yml:2:1: unknown key 'findnigs'; did you mean 'findings'?"),
  ("version: 1\nfindings:\n- { path: a }\n", "known.yml:3:3: expected 'path', 'in'"),
  ("<<<<<<< ours\nversion: 1\n", "known.yml:"),
])
func `a baseline that cannot be read is 2 with the place`(text: String, message: String) throws {
  let folder = try project()
  try folder.write("known.yml", text)
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.errors.contains(message), "\(run.errors)")
}

@Test func `a baseline that is not there is 2`() throws {
  let folder = try project()
  #expect(try folder.moult("lint", "--baseline", "nowhere.yml").code == 2)
}

@Test func `what is suppressed is not written down`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC  // moult:ignore[grpc-swift.import-swiftgrpc] x\n")
  #expect(try folder.moult("baseline").output.hasPrefix("Wrote 0 findings"))
  #expect(try folder.moult("lint", "--baseline", ".moult-baseline.yml").code == 0)
}

@Test func `what the baseline knows is fixed too, and what is left of it does not count`() throws {
  let old = "pod 'SwiftProtobuf', '~> 0.9.24'\n"
  let folder = try project(["A.swift": "import SwiftGRPC\n", "Podfile": old])
  let run = try folder.moult("fix", "--allow-dirty")
  #expect(try folder.read("A.swift") == "import GRPC\n", "known debt is paid down")
  #expect(try folder.read("Podfile") == old, "and a pod takes reading")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(run.output.contains("No findings\nset aside: 1 in the baseline\n"), "\(run.output)")
  #expect(run.output.contains("gone from the baseline: 1;"))
  #expect(run.output.contains("held back: 1 with --review"), "what is set aside can be fixed")
  try folder.write("Other/Podfile", old)
  let later = try folder.moult("fix", "--allow-dirty")
  #expect(later.code == 1)
  #expect(later.output.contains("\nOther/Podfile:1:6: error:"))
  #expect(!later.output.contains("\nPodfile:"))
}

@Test func `a baseline that nothing names says how to use it`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", greeter)
  #expect(
    try folder.moult("baseline").output.contains(
      "'moult lint' reads it with 'baseline: .moult-baseline.yml' in .moult.yml"))
  #expect(try folder.moult("lint").code == 1)
  try folder.write(".moult.yml", "baseline: .moult-baseline.yml\n")
  #expect(try !folder.moult("baseline").output.contains("reads it with"))
}

@Test func `a plan says what has changed since the baseline`() throws {
  let folder = try project()
  let known = try folder.read("known.yml").split(separator: "\n").count { $0.hasPrefix("- {") }
  try folder.write("Sources/A/New.swift", "import SwiftGRPC\n")
  try folder.write(
    "Sources/A/Greeter.swift", greeter.replacing("_ code: StatusCode", with: "_ code: Int"))
  let run = try folder.moult("plan")
  let lines = run.output.split(separator: "\n")
  let line = try #require(lines.first { $0.hasPrefix("since the baseline") })
  #expect(line.contains("grpc-swift from \(known) to "), "\(line)")
  #expect(line.hasSuffix(" 1 new"), "\(line)")
  let other = try folder.moult("plan", "--baseline", "nowhere.yml")
  #expect(other.code == 2)
}

@Test func `a baseline outside the project is written for who asks on the command line alone`()
  throws
{
  let folder = try TemporaryFolder()
  try folder.write("precious", "mine\n")
  try folder.write("app/Sources/A/Greeter.swift", greeter)
  try folder.write("app/.moult.yml", "baseline: ../precious\n")
  try folder.write("app/.git/HEAD", "ref: refs/heads/main\n")
  let run = try folder.shell("cd app && \"$MOULT\" baseline")
  #expect(run.code == 2)
  #expect(run.errors.contains("outside the project"))
  #expect(try folder.read("precious") == "mine\n")
  #expect(try folder.shell("cd app && \"$MOULT\" baseline --baseline ../known.yml").code == 0)
}

@Test func `a report is not written through a link that lies where it is prepared`() throws {
  let folder = try project()
  try folder.write("precious", "mine\n")
  // The number of the process is in the name, and a project can guess it.
  let run = try folder.shell(
    "mkdir out && ln -s ../precious out/r.txt.moult-$$ && exec \"$MOULT\" lint --output text=out/r.txt"
  )
  #expect(run.code <= 1, "\(run.errors)")
  #expect(try folder.read("precious") == "mine\n")
}
