/// What a project says about the eras of its libraries, and what is to be done about it.
package struct Inventory: Hashable, Sendable {
  /// Sorted by library, module, surface and era; each combination at most once.
  package let rows: [InventoryRow]

  /// What keeps a module from moving by itself; sorted.
  package let blockers: [Blocker]

  /// Where each service is declared, generated and used; sorted, each combination at most once.
  package let services: [ServiceRow]

  /// Who calls, serves and fakes each service; sorted by service, each once.
  package let serviceUses: [ServiceUse]

  package init(
    rows: [InventoryRow] = [], blockers: [Blocker] = [], services: [ServiceRow] = [],
    serviceUses: [ServiceUse] = []
  ) {
    self.serviceUses = serviceUses.sorted { $0.service < $1.service }
    self.rows = rows.sorted()
    self.services = services.sorted()
    self.blockers = blockers.sorted()
  }

  /// The blockers that somebody has to clear before anything can be finished.
  package var obstacles: [Blocker] { blockers.filter(\.kind.isObstacle) }

  /// The findings of all rows, by safety.
  package var counts: FindingCounts { rows.reduce(FindingCounts()) { $0 + $1.counts } }
}

/// One library in one era, on one surface of one module.
package struct InventoryRow: Hashable, Sendable {
  package let library: String

  /// The module as the project's layout tells it; manifests and scripts belong to the module of their folder.
  package let module: String
  package let surface: InventorySurface

  /// As hops name it (`0`); nil where what was seen fits several eras.
  package let era: String?

  /// The era for people: `grpc-swift 0.x`.
  package let title: String?

  /// Where the era was seen; sorted, at least one.
  package let places: [EraPlace]

  /// What rules have found there.
  package let counts: FindingCounts

  package init(
    library: String, module: String, surface: InventorySurface, era: String?, title: String? = nil,
    places: [EraPlace], counts: FindingCounts = FindingCounts()
  ) {
    self.library = library
    self.module = module
    self.surface = surface
    self.era = era
    self.title = title
    self.places = places.sorted()
    self.counts = counts
  }

  /// The number of files in which the era was seen.
  package var files: Int { Set(places.map(\.path)).count }
}

/// A kind of place in which an era shows, generated code apart from what people wrote.
package enum InventorySurface: String, CaseIterable, Hashable, Sendable {
  case swift
  case generated
  case objectiveC = "objective-c"
  case proto
  case manifest
  case generator
}

/// Where something was seen, and what it was.
package struct EraPlace: Hashable, Sendable {
  package let path: String

  /// One-based.
  package let line: Int

  /// A phrase: `'import SwiftGRPC'`.
  package let why: String

  package init(path: String, line: Int, why: String) {
    self.path = path
    self.line = line
    self.why = why
  }
}

/// How many findings there are, by what a person must do about them.
package struct FindingCounts: Hashable, Sendable {
  package var automatic = 0
  package var review = 0
  package var placeholder = 0
  package var manual = 0

  package init(automatic: Int = 0, review: Int = 0, placeholder: Int = 0, manual: Int = 0) {
    self.automatic = automatic
    self.review = review
    self.placeholder = placeholder
    self.manual = manual
  }

  package var total: Int { automatic + review + placeholder + manual }

  /// Counts one more finding whose fix promises this much; `manual` is one without a fix.
  package mutating func count(_ safety: Safety) {
    switch safety {
    case .safe: automatic += 1
    case .review: review += 1
    case .placeholder: placeholder += 1
    case .manual: manual += 1
    }
  }

  /// Adds the counts of each safety.
  package static func + (lhs: FindingCounts, rhs: FindingCounts) -> FindingCounts {
    FindingCounts(
      automatic: lhs.automatic + rhs.automatic, review: lhs.review + rhs.review,
      placeholder: lhs.placeholder + rhs.placeholder, manual: lhs.manual + rhs.manual)
  }
}

/// Something that keeps a module from moving on, whatever rules can rewrite.
package struct Blocker: Hashable, Sendable {
  /// What is in the way; the raw values are those of the JSON report.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Two surfaces of a module speak different eras.
    case mixedEras = "mixed-eras"
    /// Branches of `#if` keep an old era beside a newer one.
    case dualStack = "dual-stack"
    /// Generated code is of an old era, and only its generator can make it new.
    case generatedCode = "generated-code"
    /// A platform or tools version is below what the next era needs.
    case deploymentTarget = "deployment-target"
    /// The package manager in use has no version of the next era.
    case packageManager = "package-manager"
    /// A dependency names no version, so nobody can tell its era.
    case unknownVersion = "unknown-version"
    /// Findings that no fix answers.
    case manualWork = "manual-work"

    /// Whether it stands in the way of the rest; what a generator makes anew and what is done by hand is work like other.
    package var isObstacle: Bool { self != .manualWork && self != .generatedCode }
  }

  package let kind: Kind
  package let library: String
  package let module: String

  /// One line that says what is in the way: code in ' ', no final period.
  package let message: String

  /// Sorted.
  package let places: [EraPlace]

  package init(
    kind: Kind, library: String, module: String, message: String, places: [EraPlace]
  ) {
    self.kind = kind
    self.library = library
    self.module = module
    self.message = message
    self.places = places.sorted()
  }
}

extension InventorySurface: Comparable {
  /// Orders as the cases are written: source first, then what it is made with.
  package static func < (lhs: InventorySurface, rhs: InventorySurface) -> Bool {
    rank(lhs) < rank(rhs)
  }

  private static func rank(_ surface: InventorySurface) -> Int {
    switch surface {
    case .swift: 0
    case .generated: 1
    case .objectiveC: 2
    case .proto: 3
    case .manifest: 4
    case .generator: 5
    }
  }
}

extension EraPlace: Comparable {
  package static func < (lhs: EraPlace, rhs: EraPlace) -> Bool {
    if lhs.path != rhs.path { return lhs.path.utf8.lexicographicallyPrecedes(rhs.path.utf8) }
    if lhs.line != rhs.line { return lhs.line < rhs.line }
    return lhs.why.utf8.lexicographicallyPrecedes(rhs.why.utf8)
  }
}

extension InventoryRow: Comparable {
  /// An unknown era comes last.
  package static func < (lhs: InventoryRow, rhs: InventoryRow) -> Bool {
    if lhs.library != rhs.library { return lhs.library < rhs.library }
    if lhs.module != rhs.module { return lhs.module < rhs.module }
    if lhs.surface != rhs.surface { return lhs.surface < rhs.surface }
    guard let left = lhs.era else { return false }
    guard let right = rhs.era else { return true }
    return left < right
  }
}

extension Blocker: Comparable {
  package static func < (lhs: Blocker, rhs: Blocker) -> Bool {
    if lhs.library != rhs.library { return lhs.library < rhs.library }
    if lhs.module != rhs.module { return lhs.module < rhs.module }
    if lhs.kind != rhs.kind { return lhs.kind.rawValue < rhs.kind.rawValue }
    if lhs.message != rhs.message { return lhs.message < rhs.message }
    return lhs.places.lexicographicallyPrecedes(rhs.places)
  }
}
