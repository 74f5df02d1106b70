import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultSource
import MoultSurfaces

/// What output says of places in the files of a run.
struct NamedPlaces {
  private let files: [WorkspaceFile]

  /// Made for who asks first: most runs understand all, and large ones have many programs that ask.
  private let sources = Once<[String: SourceText]>()

  init(_ files: [WorkspaceFile]) { self.files = files }

  private func source(_ path: String) -> SourceText? {
    sources.value { Dictionary(files.map { ($0.source.path, $0.source) }) { first, _ in first } }[
      path]
  }

  /// Returns what is said of files that were not understood, in the order given.
  func gaps(_ gaps: [AnalysisGap]) -> [Gap] {
    gaps.map { gap in
      let line = source(gap.path)?.lines.line(of: gap.range.lowerBound) ?? 1
      return Gap(
        path: gap.path, kind: gap.isTotal ? .notUnderstood : .partlyUnderstood,
        reason: "line \(line): \(gap.reason)")
    }
  }

  /// Returns what is said of places where a type is not known, in the order given.
  func unknownTypes(_ places: [UnknownPlace]) -> [UnknownType] {
    places.compactMap { place in
      guard let source = source(place.path) else { return nil }
      let start = source.lines.position(of: place.range.lowerBound, in: .utf8, of: source.bytes)
      return UnknownType(
        path: place.path, line: start.line, utf8Column: start.column, reason: place.reason,
        modules: place.modules)
    }
  }
}
