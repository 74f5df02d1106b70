import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces

/// The rows of an inventory while they are filled.
struct InventoryTable {
  private struct Key: Hashable {
    let library: String
    let module: String
    let surface: InventorySurface
    let era: String?
  }

  private struct Entry {
    var places: [EraPlace] = []
    var counts = FindingCounts()
  }

  /// What a rule's id says about it.
  private struct RuleFacts {
    let library: String
    let era: String?
  }

  private(set) var sightings: [EraSighting] = []
  private(set) var findings: [Finding] = []
  let layout: ProjectLayout
  private let rules: [RuleID: RuleFacts]
  private let titles: [String: String]
  private let files: [String: ProjectText]
  private var entries: [Key: Entry] = [:]

  /// The lines on which findings begin, by path and offset.
  private var lines: [EraPlaceKey: Int] = [:]

  private struct EraPlaceKey: Hashable {
    let path: String
    let offset: ByteOffset
  }

  /// The eras that a file was seen to speak, by library and path.
  private var erasOfFile: [String: Set<String?>] = [:]

  init(_ catalogue: Catalogue, _ files: [ProjectText], _ layout: ProjectLayout) {
    self.layout = layout
    let known = Set(catalogue.libraries.map(\.library))
    rules = Dictionary(
      catalogue.pages.map { page in
        let library = String(page.id.rawValue.prefix { $0 != "." })
        // A library without eras has what it calls deprecated, and the rest.
        let own = page.rows.isEmpty && !known.contains(library) ? "deprecated" : nil
        return (
          page.id,
          RuleFacts(library: library, era: page.hop.map { String($0.prefix { $0 != "-" }) } ?? own)
        )
      }, uniquingKeysWith: { first, _ in first })
    titles = Dictionary(
      catalogue.libraries.flatMap { library in
        library.eras.map { ("\(library.library) \($0.name)", $0.title) }
      }, uniquingKeysWith: { first, _ in first })
    self.files = Dictionary(files.map { ($0.source.path, $0) }, uniquingKeysWith: { $1 })
  }

  var rows: [InventoryRow] {
    entries.map { key, entry in
      InventoryRow(
        library: key.library, module: key.module, surface: key.surface, era: key.era,
        title: key.era.flatMap { titles["\(key.library) \($0)"] }, places: entry.places,
        counts: entry.counts)
    }
  }

  mutating func enter(_ sightings: [EraSighting]) {
    self.sightings = sightings
    for sighting in sightings {
      let key = Key(
        library: sighting.library, module: sighting.module, surface: sighting.surface,
        era: sighting.era)
      entries[key, default: Entry()].places.append(sighting.place)
      erasOfFile["\(sighting.library) \(sighting.place.path)", default: []].insert(sighting.era)
    }
  }

  /// Counts the findings, each in the row of the era that its rule leads away from.
  ///
  /// A file that shows an era through findings alone is a place of its own. What is safe and waits for what is to be
  /// reviewed is to be reviewed: the counts say what a run of `moult fix` does.
  mutating func enter(_ findings: [Finding], as run: PlainRun) {
    self.findings = findings
    var placed = entries.mapValues { Set($0.places.map(\.path)) }
    for finding in findings {
      guard let file = files[finding.path] else { continue }
      let facts = facts(of: finding)
      let known = erasOfFile["\(facts.library) \(finding.path)"] ?? []
      let era = facts.era ?? (known.count == 1 ? known.first ?? nil : nil)
      let key = Key(
        library: facts.library, module: layout.module(ofPath: finding.path),
        surface: surface(of: file), era: era)
      entries[key, default: Entry()].counts.count(run.safety(of: finding))
      let line = file.source.lines.line(of: finding.range.lowerBound)
      lines[EraPlaceKey(path: finding.path, offset: finding.range.lowerBound)] = line
      // A file can hold on to an era that nothing else in it shows any more.
      guard placed[key, default: []].insert(finding.path).inserted else { continue }
      entries[key, default: Entry()].places.append(
        EraPlace(
          path: finding.path, line: line,
          why: "\(finding.message) [\(finding.rule)]"))
      erasOfFile["\(facts.library) \(finding.path)", default: []].insert(era)
    }
  }

  private func facts(of finding: Finding) -> RuleFacts {
    rules[finding.rule]
      ?? RuleFacts(library: String(finding.rule.rawValue.prefix { $0 != "." }), era: nil)
  }

  /// The one-based line on which a finding begins.
  func line(of finding: Finding) -> Int {
    lines[EraPlaceKey(path: finding.path, offset: finding.range.lowerBound)] ?? 1
  }

  /// The library and the old era that a finding is about.
  func subject(of finding: Finding) -> (library: String, era: String?) {
    let facts = facts(of: finding)
    return (facts.library, facts.era)
  }

  func surface(of file: ProjectText) -> InventorySurface {
    switch file.surface {
    case .swift: file.isGenerated ? .generated : .swift
    case .objectiveC: file.isGenerated ? .generated : .objectiveC
    case .proto: .proto
    case .manifest: .manifest
    case .script: .generator
    }
  }
}
