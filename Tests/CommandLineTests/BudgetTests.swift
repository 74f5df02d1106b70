import Testing

private let old =
  "import SwiftGRPC\n\nfunc isFatal(_ code: StatusCode) -> Bool { code == .dataLoss }\n"

/// A repository with old uses in two modules, which two teams own.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("Package.swift", "// swift-tools-version: 5.9\n")
  try folder.write("Sources/Shop/Cart.swift", old)
  try folder.write("Sources/Chat/Room.swift", old)
  try folder.write("Sources/Chat/Other.swift", old)
  try folder.write(
    ".github/CODEOWNERS", "# who\n* @app/all\n/Sources/Chat/ @app/chat\nOther.swift\n")
  try folder.commitAll()
  return folder
}

/// Returns the lines of a budget that hold numbers.
private func numbers(_ folder: TemporaryFolder) throws -> [String] {
  try folder.read(".moult-budget.yml").split(separator: "\n").filter { $0.hasPrefix("  ") }
    .map { String($0.dropFirst(2)) }
}

@Suite struct BudgetTests {
  @Test func `a budget counts by owner, and the last pattern decides`() throws {
    let folder = try project()
    let run = try folder.moult("baseline", "--budget", "owner")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == "Wrote a budget of 6 findings for 3 owners to .moult-budget.yml\n")
    #expect(
      try numbers(folder) == ["\"@app/all\": 2", "\"@app/chat\": 2", "\"unowned\": 2"])
    #expect(try folder.moult("baseline", "--budget", "owner", "--check").code == 0)
  }

  @Test func `a budget counts by rule and by module`() throws {
    let folder = try project()
    #expect(try folder.moult("baseline", "--budget", "module").code == 0)
    #expect(try numbers(folder) == ["\"Chat\": 4", "\"Shop\": 2"])
    let rules = try folder.moult("baseline", "--budget", "rule", "--budget-file", "rules.yml")
    #expect(rules.output.contains("for 2 rules to rules.yml"))
    #expect(try folder.read("rules.yml").contains("\"grpc-swift.status-code-type\": 3"))
  }

  @Test func `a finding counts for each service that its file names`() throws {
    let folder = try project()
    try folder.write(
      "shop.proto",
      "syntax = \"proto3\";\npackage shop.v1;\nmessage M {}\nservice Orders { rpc Get(M) returns (M); }\n"
    )
    try folder.write(
      "Sources/Shop/Cart.swift", old + "let client: Shop_V1_OrdersServiceClient? = nil\n")
    #expect(try folder.moult("baseline", "--budget", "service").code == 0)
    let lines = try numbers(folder)
    #expect(lines.contains("\"no service\": 4"))
    #expect(lines.contains { $0.hasPrefix("\"shop.v1.Orders\": ") })
  }

  @Test func `one finding more is over budget, and the file stays as it is`() throws {
    let folder = try project()
    try folder.moult("baseline", "--budget", "owner").expectClean()
    let before = try folder.read(".moult-budget.yml")
    try folder.write("Sources/Chat/New.swift", old)
    let check = try folder.moult("baseline", "--budget", "owner", "--check")
    #expect(check.code == 1)
    #expect(check.output.contains("@app/chat: 4 findings, 2 above its budget of 2\n"))
    #expect(check.output.contains("Over budget: 1 of 3 owners\n"))
    let lower = try folder.moult("baseline", "--budget", "owner")
    #expect(lower.code == 1)
    #expect(try folder.read(".moult-budget.yml") == before)
  }

  @Test func `one owner's gain does not pay for another's loss`() throws {
    let folder = try project()
    try folder.moult("baseline", "--budget", "owner").expectClean()
    try folder.write("Sources/Shop/Cart.swift", "import Foundation\n")
    try folder.write("Sources/Chat/New.swift", old)
    #expect(try folder.moult("baseline", "--budget", "owner", "--check").code == 1)
  }

  @Test func `what was done lowers the numbers, and they stay low`() throws {
    let folder = try project()
    try folder.moult("baseline", "--budget", "owner").expectClean()
    try folder.write("Sources/Shop/Cart.swift", "import Foundation\n")
    let check = try folder.moult("baseline", "--budget", "owner", "--check")
    #expect(check.code == 0)
    #expect(check.output.contains("@app/all: 0 findings, 2 below its budget of 2\n"))
    #expect(
      check.output.hasSuffix("next: 'moult baseline --budget owner' lowers .moult-budget.yml\n"))
    let lower = try folder.moult("baseline", "--budget", "owner")
    #expect(lower.output == "Lowered .moult-budget.yml by 2 findings, to 4\n")
    #expect(try numbers(folder) == ["\"@app/chat\": 2", "\"unowned\": 2"])
    try folder.write("Sources/Shop/Cart.swift", old)
    #expect(try folder.moult("baseline", "--budget", "owner", "--check").code == 1)
  }

  @Test func `a number that somebody raised is seen against a reference`() throws {
    let folder = try project()
    try folder.moult("baseline", "--budget", "owner").expectClean()
    try folder.git("add", "-A")
    try folder.git("commit", "-qm", "budget")
    let raised = try folder.read(".moult-budget.yml").replacing(
      "\"@app/all\": 2", with: "\"@app/all\": 9")
    try folder.write(".moult-budget.yml", raised)
    #expect(try folder.moult("baseline", "--budget", "owner", "--check").code == 0)
    let run = try folder.moult("baseline", "--budget", "owner", "--check", "--since", "HEAD")
    #expect(run.code == 1)
    #expect(run.output.contains("@app/all: the budget rose from 2 to 9 since HEAD\n"))
  }

  @Test func `what cannot be counted or read is an error that says what to do`() throws {
    let folder = try project()
    let none = try folder.moult("baseline", "--budget", "rule", "--check")
    #expect(none.code == 2)
    #expect(none.errors.contains("'moult baseline --budget rule' writes it"))
    try folder.moult("baseline", "--budget", "rule").expectClean()
    let other = try folder.moult("baseline", "--budget", "module")
    #expect(other.code == 2)
    #expect(other.errors.contains("counts by rule"))
    try folder.write(".moult-budget.yml", "version: 1\nunit: rules\nbudget: {}\n")
    let broken = try folder.moult("baseline", "--budget", "rule", "--check")
    #expect(broken.code == 2)
    #expect(broken.errors.contains(".moult-budget.yml:2:7:"))
    try folder.write(".github/CODEOWNERS", "")
    try folder.git("rm", "-q", "-f", ".github/CODEOWNERS")
    let nobody = try folder.moult("baseline", "--budget", "owner", "--budget-file", "o.yml")
    #expect(nobody.code == 2)
    #expect(nobody.errors.contains("there is no CODEOWNERS here"))
  }
}

/// Old uses whose surroundings a fix rewrites, in a baseline.
@Suite struct FollowedBaselineTests {
  /// A fixture of which every finding is in a baseline, without a product that its targets import: one of them gets it on a line
  /// with a use that is left.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, bytes) in try Fixture(named: "quiz-client").files("before") {
      try folder.write(path, Array(bytes))
    }
    let product = "        .product(name: \"CasePaths\", package: \"swift-case-paths\"),\n"
    try folder.write(
      "Package.swift", try folder.read("Package.swift").replacing(product, with: ""))
    try folder.commitAll()
    try folder.moult("baseline", "--baseline", "known.yml").expectClean()
    return folder
  }

  @Test func `what a fix rewrites around an old use does not make it new`() throws {
    let folder = try project()
    let before = try folder.read("known.yml")
    let fix = try folder.moult(
      "fix", "--review", "--placeholders", "--baseline", "known.yml")
    #expect(fix.code == 0, "\(fix.output)\(fix.errors)")
    #expect(fix.output.contains("\n1 entry of known.yml follows the code that was rewritten\n"))
    #expect(try folder.read("known.yml") != before)
    let lint = try folder.moult("lint", "--baseline", "known.yml")
    #expect(lint.code == 0, "\(lint.output)")
    // Without that the use would count as new, which is what the test is about.
    try folder.write("old.yml", before)
    #expect(try folder.moult("lint", "--baseline", "old.yml").code == 1)
  }

  @Test func `the steps of a migration move entries as well, in their own commits`() throws {
    let folder = try project()
    try folder.write(".moult.yml", try folder.read(".moult.yml") + "baseline: known.yml\n")
    try folder.commitAll()
    let before = try folder.read("known.yml")
    let run = try folder.moult("migrate")
    #expect(run.code == 1, "\(run.output)\(run.errors)")
    #expect(try folder.git("status", "--porcelain").output.isEmpty)
    #expect(try folder.read("known.yml") != before)
    #expect(
      try folder.git("log", "--format=%b").output.contains(
        "2 entries of known.yml follow the code that was rewritten."))
    #expect(try folder.moult("lint").code == 0)
    try folder.write("known.yml", before)
    #expect(try folder.moult("lint").code == 1)
  }

  @Test func `a baseline that cannot be written is no 2 behind files that were`() throws {
    let folder = try project()
    let before = try folder.read("known.yml")
    // No file may be longer than 5 KiB, which the baseline is and no source.
    let run = try folder.shell(
      "trap '' XFSZ; ulimit -f 10; \"$MOULT\" fix --review --placeholders --baseline known.yml")
    #expect(run.code == 1, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("; what was fixed is written\n"), "\(run.errors)")
    #expect(run.output.contains("Applied "))
    #expect(try folder.read("known.yml") == before)
  }

  @Test func `a shown fix leaves the baseline alone`() throws {
    let folder = try project()
    let before = try folder.read("known.yml")
    let fix = try folder.moult("fix", "--review", "--diff", "--baseline", "known.yml")
    #expect(fix.output.hasPrefix("--- a/"))
    #expect(try folder.read("known.yml") == before)
  }

  @Test func `what is new stays new`() throws {
    let folder = try project()
    try folder.write("Sources/New.swift", "import SwiftGRPC\nlet code: StatusCode? = nil\n")
    // The hop that its fix is a part of is held back, so it stays.
    let fix = try folder.moult(
      "fix", "--baseline", "known.yml", "--rule", "grpc-swift.status-code-type")
    #expect(fix.code == 1, "\(fix.output)\(fix.errors)")
    let lint = try folder.moult("lint", "--baseline", "known.yml")
    #expect(lint.code == 1)
    #expect(lint.output.contains("Sources/New.swift"))
  }
}

extension MoultRun {
  fileprivate func expectClean() { #expect(code == 0, "\(output)\(errors)") }
}

/// Old uses beside which a command that is no fix of theirs renames something.
@Suite struct FollowedRenameTests {
  private let crane = """
    syntax = "proto3";
    package harbor.v1;
    option objc_class_prefix = "QUA";
    message Load { string id = 1; }
    service Crane { rpc Lift(Load) returns (Load); }

    """

  /// A project whose one finding stands in a function that takes a generated class.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("protos/crane.proto", crane)
    try folder.write(
      "App/Crane.m",
      """
      #import "Crane.pbobjc.h"
      #import <GRPCClient/GRPCCall+ChannelArg.h>

      void announce(QUALoad *load) {
        [GRPCCall setUserAgentPrefix:@"a" forHost:load.id_p];
      }

      """)
    try folder.moult("baseline", "--baseline", "known.yml").expectClean()
    #expect(try folder.read("known.yml").contains("announce ( QUALoad * load )"))
    try folder.commitAll()
    return folder
  }

  @Test(arguments: [
    ["rename-prefix", "harbor.v1", "HBR"],
    // Rules that the run is asked about are none of the rename's business.
    ["rename-prefix", "harbor.v1", "HBR", "--rule", "buf.outdated-configuration"],
  ])
  func `a prefix that is renamed around an old use does not make it new`(
    arguments: [String]
  ) throws {
    let folder = try project()
    let before = try folder.read("known.yml")
    let run = try folder.moult(arguments + ["--baseline", "known.yml"])
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix("1 entry of known.yml follows the code that was rewritten\n"))
    #expect(try folder.read("known.yml").contains("announce ( HBRLoad * load )"))
    #expect(try folder.moult("lint", "--baseline", "known.yml").code == 0)
    try folder.write("old.yml", before)
    #expect(try folder.moult("lint", "--baseline", "old.yml").code == 1)
  }

  @Test func `a rename that is only shown leaves the baseline alone`() throws {
    let folder = try project()
    let before = try folder.read("known.yml")
    let run = try folder.moult("rename-prefix", "harbor.v1", "HBR", "--diff")
    #expect(run.code == 1)
    #expect(try folder.read("known.yml") == before)
  }

  @Test func `what impact rewrites around an old use does not make it new`() throws {
    let folder = try project()
    let before = try folder.read("known.yml")
    try folder.write("protos/crane.proto", crane.replacing("Load", with: "Cargo"))
    let run = try folder.moult(
      "impact", "--since", "HEAD", "--fix", "--baseline", "known.yml")
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\n1 entry of known.yml follows the code that was rewritten\n"))
    #expect(try folder.read("known.yml").contains("announce ( QUACargo * load )"))
    #expect(try folder.moult("lint", "--baseline", "known.yml").code == 0)
    try folder.write("old.yml", before)
    #expect(try folder.moult("lint", "--baseline", "old.yml").code == 1)
    let misplaced = try folder.moult("impact", "--since", "HEAD", "--baseline", "known.yml")
    #expect(misplaced.code == 2)
    #expect(misplaced.errors.contains("--baseline goes with --fix"))
  }

  @Test func `a baseline that cannot be read stops a rename before it writes`() throws {
    let folder = try project()
    let source = try folder.read("App/Crane.m")
    let run = try folder.moult("rename-prefix", "harbor.v1", "HBR", "--baseline", "none.yml")
    #expect(run.code == 2)
    #expect(try folder.read("App/Crane.m") == source)
  }

  @Test func `an upgrade moves the entries of findings that it is not about`() throws {
    let folder = try TemporaryFolder()
    let manifest = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "tea", products: [.library(name: "Tea", targets: ["Tea"])],
        targets: [.target(name: "Tea")])

      """
    for place in ["App/.build/checkouts/tea", "tea"] {
      try folder.write("\(place)/Package.swift", manifest)
    }
    try folder.write(
      "App/.build/checkouts/tea/Sources/Tea/Tea.swift",
      "public struct Cup { public func pour(_ drink: Any) {} }\n")
    try folder.write(
      "tea/Sources/Tea/Tea.swift",
      """
      public struct Cup {
        @available(*, deprecated, renamed: "fill(_:)")
        public func pour(_ drink: Any) {}
        public func fill(_ drink: Any) {}
      }

      """)
    try folder.write(
      "App/Package.swift",
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "App", targets: [.executableTarget(name: "App")])

      """)
    try folder.write(
      "App/Sources/App/main.swift",
      """
      import SwiftGRPC
      import Tea
      func use(_ cup: Cup) { cup.pour(StatusCode.ok) }

      """)
    try folder.moult("baseline", "--baseline", "known.yml", "App").expectClean()
    let before = try folder.read("known.yml")
    #expect(before.contains("pour ( StatusCode"))
    let run = try folder.moult("upgrade", "tea", "--to", "tea", "--baseline", "known.yml", "App")
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("1 entry of known.yml follows the code that was rewritten"))
    #expect(try folder.read("known.yml").contains("fill ( StatusCode"))
    #expect(try folder.moult("lint", "--baseline", "known.yml", "App").code == 0)
    try folder.write("old.yml", before)
    #expect(try folder.moult("lint", "--baseline", "old.yml", "App").code == 1)
  }
}
