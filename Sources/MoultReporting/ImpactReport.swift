package import MoultFindings
package import MoultSource

/// What a change of an interface comes to in the code that uses it.
package struct ImpactReport: Sendable {
  /// One change, and the places that it reaches.
  package struct Change: Sendable {
    /// `field-renamed`, which reports call `impact.field-renamed`.
    package let kind: String

    /// What was done, as the subject of a sentence: `renaming 'Order.total' to 'amount'`.
    package let title: String

    /// Where the change is declared; nil where that is not in a file of today.
    package let place: Place?

    /// Why both sides are taken for the same thing; nil where their names say so.
    package let evidence: String?

    /// Those that there are now, sorted by path and place.
    package let uses: [Use]

    /// Where this run has rewritten a use, as it stood before; in the order of uses.
    package let rewritten: [Place]

    package init(
      kind: String, title: String, place: Place?, evidence: String?, uses: [Use],
      rewritten: [Place] = []
    ) {
      self.kind = kind
      self.title = title
      self.place = place
      self.evidence = evidence
      self.uses = uses
      self.rewritten = rewritten
    }
  }

  /// A stretch of a file, in bytes of the text that was looked at.
  package struct Place: Hashable, Sendable {
    package let path: String
    package let range: ByteRange

    package init(path: String, range: ByteRange) {
      self.path = path
      self.range = range
    }
  }

  /// A place that a change reaches, and what it means there.
  package struct Use: Sendable {
    package let place: Place
    package let effect: Effect

    /// What became of the name that stands there.
    package let message: String

    /// What makes it right again; nil where that is for a person.
    package let edit: Edit?

    package init(place: Place, effect: Effect, message: String, edit: Edit?) {
      self.place = place
      self.effect = effect
      self.message = message
      self.edit = edit
    }
  }

  /// What a change does to a use, from certain to possible; raw values are those of the JSON report.
  package enum Effect: String, Sendable, CaseIterable {
    /// It does not compile with code that is generated from the new interface.
    case breaks
    /// It has another type, with which it may compile or not.
    case changesType = "changes-type"
    /// Nobody can tell whether it means what changed.
    case mayBreak = "may-break"

    package var severity: Severity {
      switch self {
      case .breaks: .error
      case .changesType: .warning
      case .mayBreak: .note
      }
    }
  }

  /// In the order of the interface.
  package let changes: [Change]

  /// What was compared with: `main`, or a file.
  package let reference: String

  package let coverage: Coverage
  package let verdict: Verdict
  let texts: [String: LineText]

  /// - Parameter sources: the texts that places refer to.
  package init(
    changes: [Change], since reference: String, sources: [SourceText], coverage: Coverage,
    verdict: Verdict
  ) {
    self.changes = changes
    self.reference = reference
    self.coverage = coverage
    self.verdict = verdict
    let wanted = Set(
      changes.flatMap { $0.uses.map(\.place.path) + [$0.place?.path].compactMap { $0 } })
    texts = Dictionary(
      sources.filter { wanted.contains($0.path) }.map { ($0.path, LineText($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The changes that reach some place.
  var felt: [Change] { changes.filter { !$0.uses.isEmpty } }

  /// The uses of all changes.
  var uses: [Use] { changes.flatMap(\.uses) }

  /// Returns `path:line:column`, one-based, columns in UTF-8 bytes; the path alone where its text is not known.
  func text(of place: Place) -> String {
    guard let text = texts[place.path] else { return printable(place.path) }
    let position = text.position(of: place.range.lowerBound, in: .utf8)
    return "\(printable(place.path)):\(position.line):\(position.column)"
  }

  /// Returns what a change does, as one sentence without its end: `renaming 'Order.total' breaks 14 uses in 9 files`.
  ///
  /// Of what was rewritten it says so: `renaming 'Order.total': 14 uses in 9 files are rewritten, none is left`.
  func sentence(_ change: Change) -> String {
    var parts: [String] = []
    for effect in Effect.allCases {
      let number = change.uses.count { $0.effect == effect }
      guard number > 0 else { continue }
      let verb =
        switch effect {
        case .breaks: "breaks"
        case .changesType: "changes the type of"
        case .mayBreak: "may break"
        }
      parts.append("\(verb) \(counted(number, "use"))")
    }
    if parts.isEmpty {
      return change.rewritten.isEmpty
        ? "\(change.title) reaches no code here"
        : "\(change.title): \(done(change.rewritten)), none is left"
    }
    let files = Set(change.uses.map(\.place.path)).count
    let left = "\(parts.joined(separator: ", ")) in \(counted(files, "file"))"
    return change.rewritten.isEmpty
      ? "\(change.title) \(left)" : "\(change.title): \(done(change.rewritten)); it \(left)"
  }

  /// Returns what was rewritten: `14 uses in 9 files are rewritten`.
  private func done(_ places: [Place]) -> String {
    let files = Set(places.map(\.path)).count
    let verb = places.count == 1 ? "is" : "are"
    return "\(counted(places.count, "use")) in \(counted(files, "file")) \(verb) rewritten"
  }

  /// Returns the whole in a line: `3 changes since main: 21 uses in 9 files break; 14 can be rewritten`.
  package var summary: String {
    guard !changes.isEmpty else { return "No interface changed since \(reference)" }
    let rewritten = changes.flatMap(\.rewritten)
    var head = "\(counted(changes.count, "change")) since \(reference)"
    if !rewritten.isEmpty { head += ": \(done(rewritten))" }
    guard !uses.isEmpty else {
      return head + (rewritten.isEmpty ? ": no code here uses what changed" : ", none is left")
    }
    let broken = uses.count { $0.effect == .breaks }
    let files = Set(uses.map(\.place.path)).count
    var text = head + (rewritten.isEmpty ? ": " : "; left: ")
    text += "\(counted(uses.count, "use")) in \(counted(files, "file")), "
    text += "of which \(broken) will not compile"
    let rewritable = uses.count { $0.edit != nil }
    if rewritable > 0 { text += "; \(rewritable) can be rewritten" }
    return text
  }
}
