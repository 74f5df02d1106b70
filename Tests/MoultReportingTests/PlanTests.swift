import Foundation
import MoultFindings
import MoultReporting
import MoultSource
import Testing

private let plan = Plan(
  inventory: Inventory(
    rows: [
      InventoryRow(
        library: "ping", module: "App", surface: .swift, era: "0", title: "Ping 0.x",
        places: [
          EraPlace(path: "B.swift", line: 2, why: "'import OldPing'"),
          EraPlace(path: "A.swift", line: 1, why: "'a|b'"),
        ], counts: FindingCounts(automatic: 12, review: 1, manual: 2)),
      InventoryRow(
        library: "ping", module: "Core", surface: .manifest, era: nil,
        places: [EraPlace(path: "Podfile", line: 3, why: "the pod 'Ping'")]),
    ],
    blockers: [
      Blocker(
        kind: .manualWork, library: "ping", module: "App", message: "5 findings are left",
        places: (1...5).map { EraPlace(path: "A.swift", line: $0, why: "old") })
    ]), coverage: Coverage(seen: [.swift: 2]))

@Test func `the plan's text is a table, what is in the way, the sums and what was seen`() {
  #expect(
    plan.text(.plain) == """
      library  module  surface   era      files  automatic  review  placeholder  manual  seen at
      ping     App     swift     0            2         12       1            0       2  A.swift:1 'a|b', and 1 more
      ping     Core    manifest  unknown      1          0       0            0       0  Podfile:3 the pod 'Ping'

      In the way:
        ping, App: 5 findings are left [manual-work]
          A.swift:1: old
          A.swift:2: old
          A.swift:3: old
          and 2 more

      15 findings: 12 automatic, 1 to review, 0 with a placeholder, 2 by hand; 1 blocker
      seen: 2 Swift

      """)
}

@Test func `the plan's Markdown keeps a bar inside its cell`() {
  #expect(
    plan.markdown.contains(
      "| ping | App | swift | 0 | 2 | 12 | 1 | 0 | 2 | A.swift:1 'a\\|b', and 1 more |"))
  #expect(
    plan.markdown.contains(
      "- **manual-work** ping, App: 5 findings are left\n  - `A.swift:1` old\n"))
  #expect(plan.markdown.hasSuffix("## What was looked at\n\n- seen: 2 Swift\n"))
}

@Test func `the plan's JSON has every place and leaves an unknown era out`() throws {
  struct Row: Decodable {
    let era: String?
    let places: [[String: Text]]
  }
  struct Text: Decodable {
    init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() }
  }
  struct Blocked: Decodable { let places: [[String: Text]] }
  struct Shape: Decodable {
    let schemaVersion: Int
    let counts: [String: Int]
    let rows: [Row]
    let blockers: [Blocked]
  }
  let shape = try JSONDecoder().decode(Shape.self, from: Data(plan.json(version: "1").utf8))
  #expect(shape.schemaVersion == 1)
  #expect(shape.counts == ["automatic": 12, "review": 1, "placeholder": 0, "manual": 2])
  #expect(shape.rows.map(\.era) == ["0", nil])
  #expect(shape.rows.map(\.places.count) == [2, 1])
  #expect(shape.blockers.map(\.places.count) == [5])
}

@Test func `a project without a known library has no table`() {
  let empty = Plan(inventory: Inventory(), coverage: Coverage(seen: [.swift: 1]))
  #expect(empty.text(.plain) == "No library that Moult knows was found\nseen: 1 Swift\n")
  #expect(!empty.markdown.contains("|"))
}

private let withServices = Plan(
  inventory: Inventory(
    rows: [
      InventoryRow(
        library: "ping", module: "App", surface: .swift, era: "0",
        places: [EraPlace(path: "A.swift", line: 1, why: "'import OldPing'")],
        counts: FindingCounts(automatic: 3, manual: 1))
    ],
    services: [
      ServiceRow(
        service: "acme.v1.Echo", library: "ping", module: "App", surface: .swift, era: "0",
        places: [EraPlace(path: "A.swift", line: 4, why: "'Acme_V1_EchoClient'")],
        counts: FindingCounts(automatic: 2, manual: 1))
    ]), coverage: Coverage(seen: [.swift: 1]),
  sinceBaseline: BaselineTrend(
    known: ["ping.a", "ping.a", "ping.b", "wire.c"].map { RuleID($0) },
    gone: [RuleID("ping.a")], new: [RuleID("pong.d")]))

@Test func `services are a table of their own, with what is about none of them`() {
  let text = withServices.text(.plain)
  #expect(
    text.contains(
      """

      service       library  module  surface  era  files  automatic  review  placeholder  manual  seen at
      acme.v1.Echo  ping     App     swift    0        1          2       0            0       1  A.swift:4 'Acme_V1_EchoClient'
      1 finding is about no single service

      """))
  #expect(
    withServices.markdown.contains(
      "| acme.v1.Echo | ping | App | swift | 0 | 1 | 2 | 0 | 0 | 1 | A.swift:4 'Acme\\_V1\\_EchoClient' |\n\n1 finding is about no single service.\n"
    ))
  #expect(withServices.html.contains("<table id=\"services\">"))
}

@Test func `since a baseline something is gone and something is new, by library`() {
  #expect(
    withServices.text(.plain).contains(
      """
      since the baseline: ping from 3 to 2 findings: 1 gone, 0 new
      since the baseline: pong from 0 to 1 finding: 0 gone, 1 new
      since the baseline: wire from 1 to 1 finding: 0 gone, 0 new

      """))
  #expect(withServices.markdown.contains("| ping | 3 | 1 | 0 | 2 |\n| pong | 0 | 0 | 1 | 1 |"))
  #expect(withServices.html.contains("<table id=\"baseline\">"))
}
