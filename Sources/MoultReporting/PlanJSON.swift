import MoultFindings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plan as programs read it; the property names are the schema.
///
/// Additions keep `schemaVersion`; a change of meaning or a removal raises it. Lines are one-based.
struct PlanJSON: Codable, Equatable {
  var schemaVersion = 1
  let tool: Tool
  let counts: Counts
  let rows: [Row]
  let blockers: [Obstacle]
  /// Absent in plans that an earlier version printed.
  let services: [Service]?
  let serviceUses: [ServiceUse]?
  let coverage: JSONReport.Seen
  /// Absent where there is no earlier plan to compare with.
  let trend: [Change]?
  /// Absent where there is no baseline.
  let sinceBaseline: [BaselineChange]?
  /// Absent in plans that an earlier version printed.
  let project: Subject?
  let steps: [Step]?
  let shapes: [Shape]?
  let summary: [Standing]?

  struct Subject: Codable, Equatable {
    let name: String
    let commit: String?
  }

  struct Step: Codable, Equatable {
    let name: String
    let counts: Counts
    let files: Int
  }

  struct Shape: Codable, Equatable {
    let rule: String
    let title: String
    let counts: Counts
    let example: Place
  }

  struct Standing: Codable, Equatable {
    let name: String
    let uses: Int
    let minutes: Int
  }

  struct BaselineChange: Codable, Equatable {
    let library: String
    let known: Int
    let gone: Int
    let new: Int
  }

  struct Service: Codable, Equatable {
    let service: String
    let library: String
    let module: String
    let surface: String
    /// Absent where what was seen fits several eras.
    let era: String?
    let files: Int
    let counts: Counts
    let places: [Place]
  }

  struct ServiceUse: Codable, Equatable {
    let service: String
    let calls: [Place]
    let servers: [Place]
    let fakes: [Place]
    /// Methods that no handwritten code calls.
    let uncalled: [String]
  }

  struct Change: Codable, Equatable {
    let library: String
    let before: Counts
    let now: Counts
  }

  struct Tool: Codable, Equatable {
    let name: String
    let version: String
  }

  struct Counts: Codable, Equatable {
    let automatic: Int
    let review: Int
    let placeholder: Int
    let manual: Int
  }

  struct Row: Codable, Equatable {
    let library: String
    let module: String
    let surface: String
    /// Absent where what was seen fits several eras.
    let era: String?
    let title: String?
    let files: Int
    let counts: Counts
    let places: [Place]
  }

  struct Place: Codable, Equatable {
    let path: String
    let line: Int
    let why: String
  }

  struct Obstacle: Codable, Equatable {
    let kind: String
    let library: String
    let module: String
    let message: String
    let places: [Place]
  }
}

extension Plan {
  /// Returns the plan as one JSON object with sorted keys.
  ///
  /// - Parameter version: the version of the tool.
  package func json(version: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let value = PlanJSON(self, version: version)
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

extension PlanJSON {
  fileprivate init(_ plan: Plan, version: String) {
    tool = Tool(name: "moult", version: version)
    counts = Counts(plan.inventory.counts)
    rows = plan.inventory.rows.map { row in
      Row(
        library: row.library, module: row.module, surface: row.surface.rawValue, era: row.era,
        title: row.title, files: row.files, counts: Counts(row.counts),
        places: row.places.map(Place.init))
    }
    blockers = plan.inventory.blockers.map { blocker in
      Obstacle(
        kind: blocker.kind.rawValue, library: blocker.library, module: blocker.module,
        message: blocker.message, places: blocker.places.map(Place.init))
    }
    services = plan.inventory.services.map { row in
      Service(
        service: row.service, library: row.library, module: row.module,
        surface: row.surface.rawValue, era: row.era, files: row.files, counts: Counts(row.counts),
        places: row.places.map(Place.init))
    }
    serviceUses = plan.inventory.serviceUses.map { use in
      ServiceUse(
        service: use.service, calls: use.calls.map(Place.init),
        servers: use.servers.map(Place.init), fakes: use.fakes.map(Place.init),
        uncalled: use.uncalled)
    }
    coverage = JSONReport.Seen(plan.coverage)
    trend = plan.trend?.rows.map { row in
      Change(library: row.library, before: Counts(row.before), now: Counts(row.now))
    }
    project = plan.subject.map { Subject(name: $0.name, commit: $0.commit) }
    steps = plan.steps.map { step in
      Step(name: step.name, counts: Counts(step.counts), files: step.files)
    }
    shapes = plan.shapes.map { shape in
      Shape(
        rule: shape.rule.rawValue, title: shape.title, counts: Counts(shape.counts),
        example: Place(shape.example))
    }
    summary = plan.standing.map { line in
      Standing(name: line.name, uses: line.number, minutes: line.minutes)
    }
    sinceBaseline = plan.sinceBaseline?.rows.map { row in
      BaselineChange(library: row.library, known: row.known, gone: row.gone, new: row.new)
    }
  }
}

extension PlanJSON.Counts {
  fileprivate init(_ counts: FindingCounts) {
    self.init(
      automatic: counts.automatic, review: counts.review, placeholder: counts.placeholder,
      manual: counts.manual)
  }
}

extension PlanJSON.Place {
  fileprivate init(_ place: EraPlace) {
    self.init(path: place.path, line: place.line, why: place.why)
  }
}
