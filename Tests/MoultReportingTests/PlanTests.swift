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

@Test
func `the plan's text is where it stands, a table, what is in the way, the sums and what was seen`()
{
  #expect(
    plan.text(.plain) == """
      done        0 in places that nothing leads away from
      automatic  12 by 'moult fix' alone
      to choose   1 rewritten as well: 1 to read over, 0 to fill in, under 0.5 h
      by hand     2 that only a person can do, 0.5 h
      blocked     0 in the way
      (an era is all releases of a library with one API, such as ping 0)

      library  module  kind      era      files  automatic  to read over  to fill in  by hand  seen at
      ping     App     swift     0            2         12             1           0        2  A.swift:1 'a|b', and 1 more
      ping     Core    manifest  unknown      1          0             0           0        0  Podfile:3 the pod 'Ping'

      Left to a person:
        ping, App: 5 findings are left [manual-work]
          A.swift:1: old
          A.swift:2: old
          A.swift:3: old
          and 2 more

      15 findings: 12 automatic, 1 to read over, 0 to fill in, 2 by hand; 0 in the way
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

      service       library  module  kind   era  files  automatic  to read over  to fill in  by hand  seen at
      acme.v1.Echo  ping     App     swift  0        1          2             0           0        1  A.swift:4 'Acme_V1_EchoClient'
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

private let led = Plan(
  inventory: Inventory(
    rows: [
      InventoryRow(
        library: "ping", module: "App", surface: .swift, era: "0",
        places: [EraPlace(path: "A.swift", line: 1, why: "'import OldPing'")],
        counts: FindingCounts(automatic: 4, review: 90, placeholder: 6, manual: 3)),
      InventoryRow(
        library: "ping", module: "App", surface: .manifest, era: "0",
        places: [EraPlace(path: "Package.swift", line: 1, why: "the package")]),
      InventoryRow(
        library: "ping", module: "Core", surface: .swift, era: "1",
        places: [EraPlace(path: "B.swift", line: 1, why: "'import Ping'")]),
    ],
    blockers: [
      Blocker(
        kind: .deploymentTarget, library: "ping", module: "App", message: "ios 9 is too old",
        places: [EraPlace(path: "Podfile", line: 1, why: "ios 9")])
    ]), coverage: Coverage(seen: [.swift: 2]),
  subject: PlanSubject(name: "a|b", commit: "1a2b3c4"),
  steps: [
    PlanStep(
      name: "ping 0 → 1 in App", counts: FindingCounts(automatic: 4, review: 90, manual: 3),
      files: 7)
  ],
  shapes: [
    PlanShape(
      rule: RuleID("ping.call"), title: "Calls of 'old'",
      counts: FindingCounts(review: 37, manual: 1),
      example: EraPlace(path: "A.swift", line: 9, why: "'old' is gone"), code: "try old(<a>)")
  ])

@Test func `hours follow the formula, and an era that is left somewhere is done nowhere`() {
  // 90 fixes at 1 minute and 6 placeholders at 5 are 2 hours, 3 places at 20 minutes are 1, an obstacle is 1.
  #expect(
    led.text(.plain).hasPrefix(
      """
      done        1 in places that nothing leads away from
      automatic   4 by 'moult fix' alone
      to choose  96 rewritten as well: 90 to read over, 6 to fill in, 2 h
      by hand     3 that only a person can do, 1 h
      blocked     1 in the way, as listed below, 1 h
      (an era is all releases of a library with one API, such as ping 0)

      step  what               uses  by Moult  by you  files
      1     ping 0 → 1 in App    97        94       3  7
      'moult migrate --plan-only' says what each of them takes

      uses  what                        by Moult  by you  such as
      38    Calls of 'old' [ping.call]        37       1  A.swift:9: try old(<a>)

      library  module
      """), "\(led.text(.plain))")
}

@Test func `what one call of a generator writes takes a person's time once`() {
  func hours(_ deeds: Int?) -> String {
    let inventory = Inventory(rows: [
      InventoryRow(
        library: "ping", module: "App", surface: .generated, era: "0",
        places: [EraPlace(path: "A.swift", line: 1, why: "generated")],
        counts: FindingCounts(manual: 40))
    ])
    let text = Plan(inventory: inventory, coverage: Coverage(), deeds: deeds).text(.plain)
    return text.split(separator: "\n").first { $0.hasPrefix("by hand") }.map(String.init) ?? ""
  }
  #expect(hours(nil) == "by hand    40 that only a person can do, 13.5 h")
  #expect(hours(2) == "by hand    40 that only a person can do, 0.5 h")
}

@Test func `every form of the plan has its subject, steps and shapes`() throws {
  #expect(led.markdown.hasPrefix("# Migration plan of a\\|b\n\nCommit 1a2b3c4.\n\n"))
  #expect(
    led.markdown.contains(
      "\n- [ ] 1. **ping 0 → 1 in App**: 97 uses in 7 files, 3 of them by you\n"))
  #expect(
    led.markdown.contains(
      "\n| 38 | Calls of 'old' \\[ping.call\\] | 37 | 1 | A.swift:9: try old(\\<a>) |\n"))
  #expect(
    led.markdown.contains(
      "\n| to choose | 96 | rewritten as well: 90 to read over, 6 to fill in | 2 h |\n"))
  #expect(led.html.contains("<h1>Migration plan of a|b</h1>\n<p class=\"none\">Commit 1a2b3c4</p>"))
  #expect(led.html.contains("A.swift:9<br><code>try old(&lt;a&gt;)</code>"))
  for id in ["summary", "steps", "shapes", "libraries", "standing", "blockers"] {
    #expect(led.html.contains("<table id=\"\(id)\">"), "\(id)")
  }
  struct Shape: Decodable {
    struct Part: Decodable { let name: String }
    struct Line: Decodable {
      let name: String
      let uses: Int
      let minutes: Int
    }
    let project: Part
    let steps: [Part]
    let shapes: [[String: Anything]]
    let summary: [Line]
  }
  struct Anything: Decodable {}
  let shape = try JSONDecoder().decode(Shape.self, from: Data(led.json(version: "1").utf8))
  #expect(shape.project.name == "a|b")
  #expect(shape.steps.map(\.name) == ["ping 0 → 1 in App"])
  #expect(shape.shapes.count == 1)
  #expect(shape.summary.map(\.minutes) == [0, 0, 120, 60, 60])
  #expect(shape.summary.map(\.uses) == [1, 4, 96, 3, 1])
}
