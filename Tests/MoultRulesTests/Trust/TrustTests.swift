import Foundation
import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Synchronization
import Testing

/// `make trust` asks for everything; `make test` for a sample.
private let isWhole = ProcessInfo.processInfo.environment["MOULT_TRUST"] != nil

private let catalogue = Result { try Catalogue(embeddedTexts) }

/// What was looked at, for the one line that a whole run prints.
private let counted = Mutex((runs: 0, findings: 0))

/// The rules of all hops of grpc-swift up to an era, and of all else.
private func rules(leadingTo era: String, _ catalogue: Catalogue) -> Set<RuleID> {
  Set(
    catalogue.pages.filter { page in
      guard let hop = page.hop, page.path.hasPrefix("grpc-swift/") else { return true }
      return era == "2" || !hop.hasSuffix("-2")
    }.map(\.id))
}

private func expectConserved(_ project: TrustedProject, _ selections: [Selection]) async throws {
  let catalogue = try catalogue.get()
  let cache = TreeCache()
  var count = 0
  for selection in selections {
    // Which manifests a run raises decides what is old.
    let first = await analyse(
      project.files, catalogue,
      AnalysisOptions(rules: project.rules, options: project.options).applying(selection.allowed),
      cache: cache
    ).findings
    count += first.count
    for loss in await losses(of: project, selection, first, catalogue, cache: cache) {
      Issue.record("\(loss)")
    }
  }
  let sums = counted.withLock { counts in
    counts.runs += selections.count
    counts.findings += count
    return counts
  }
  if isWhole { print("trust: \(sums.runs) runs over \(sums.findings) findings, \(project.name)") }
}

@Suite struct TrustTests {
  @Test(arguments: 0..<(isWhole ? 200 : 15))
  func `nothing is lost in a program that was put together at random`(seed: Int) async throws {
    let program = GeneratedProgram(seed: seed)
    let project = TrustedProject(
      name: "program \(seed)", files: program.files,
      rules: rules(leadingTo: program.target, try catalogue.get()))
    try await expectConserved(project, isWhole ? Selection.allCases : some(of: seed))
  }

  @Test(arguments: fixtureNames)
  func `nothing is lost in a fixture`(name: String) async throws {
    for era in ["1", "2"] {
      let project = TrustedProject(
        name: "\(name) to grpc-swift \(era)", files: fixtureFiles(name),
        rules: rules(leadingTo: era, try catalogue.get()))
      let number = fixtureNames.firstIndex(of: name) ?? 0
      try await expectConserved(project, isWhole ? Selection.allCases : some(of: number))
    }
  }

  @Test(arguments: ((try? catalogue.get())?.pages ?? []).indices)
  func `nothing is lost in the cases of a page`(page: Int) async throws {
    let catalogue = try catalogue.get()
    let page = catalogue.pages[page]
    for (number, pageCase) in page.cases.enumerated()
    where pageCase.before.contains(where: \.isLoud) {
      let project = TrustedProject(
        name: "\(page.path):\(pageCase.line)",
        files: caseFiles(of: pageCase, page, catalogue), rules: catalogue.rules(forCasesOf: page),
        options: pageCase.options)
      // In a sample, pages and cases take turns.
      let selections: [Selection] =
        isWhole
        ? Selection.allCases
        : [Selection.allCases[(page.id.rawValue.utf8.count + number) % Selection.allCases.count]]
      try await expectConserved(project, selections)
    }
  }

  @Test func `a program is the same in every run, and full of old calls`() async throws {
    for seed in [0, 3] {
      let program = GeneratedProgram(seed: seed)
      #expect(
        program.files.map(\.source.bytes)
          == GeneratedProgram(seed: seed).files.map(\.source.bytes))
      let catalogue = try catalogue.get()
      let found = await analyse(
        program.files, catalogue,
        AnalysisOptions(rules: rules(leadingTo: program.target, catalogue)), cache: TreeCache())
      #expect(found.findings.count { !$0.path.hasSuffix("hello.grpc.swift") } > 5)
      #expect(found.gaps.isEmpty, "\(found.gaps)")
    }
  }

  /// The whole of review, and one other.
  private func some(of number: Int) -> [Selection] {
    [.review, Selection.allCases.filter { $0 != .review }[number % (Selection.allCases.count - 1)]]
  }
}

extension CodeBlock {
  fileprivate var isLoud: Bool { !expected.isEmpty }
}
