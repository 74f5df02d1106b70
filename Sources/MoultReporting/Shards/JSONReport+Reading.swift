import MoultFindings
import MoultSource

// What the report writes, read back. The places that it names go into a table of positions.

extension JSONReport.Item {
  /// - Parameters:
  ///   - imports: modules that single files need, by path.
  ///   - cause: what settles the finding together with others.
  func finding(
    imports: [String: Set<String>], cause: String?, _ positions: inout KnownPositions
  ) throws(UnknownWord) -> Finding {
    positions.add(range, in: path)
    if let construct { positions.add(construct, in: path) }
    var places: [RelatedPlace] = []
    for place in related {
      positions.add(place.range, in: place.path)
      places.append(
        RelatedPlace(path: place.path, range: try place.range.range(), message: place.message))
    }
    return Finding(
      rule: RuleID(rule), severity: try known(severity), path: path, range: try range.range(),
      construct: try construct?.range(), message: message, nextStep: nextStep,
      evidence: evidence.map { Evidence($0) }, related: places,
      fix: try fix?.fix(imports: imports, &positions)
    ).caused(by: cause).offering(try choice?.alternatives(&positions))
  }
}

extension JSONReport.Offer {
  fileprivate func fix(
    imports ofFiles: [String: Set<String>], _ positions: inout KnownPositions
  ) throws(UnknownWord) -> Fix {
    var edits: [FileEdits] = []
    for file in files { edits.append(try file.edits(&positions)) }
    return Fix(
      title: title, safety: try known(safety), files: edits,
      imports: ImportChange(add: Set(imports), addToFile: ofFiles))
  }
}

extension JSONReport.Choice {
  fileprivate func alternatives(
    _ positions: inout KnownPositions
  ) throws(UnknownWord) -> FixAlternatives {
    var others: [FixAlternatives.Other] = []
    for other in alternatives {
      others.append(
        FixAlternatives.Other(
          value: other.value, fix: try other.fix.fix(imports: [:], &positions)))
    }
    return FixAlternatives(option: option, chosen: value, others: others)
  }
}

extension JSONReport.FileChange {
  func edits(_ positions: inout KnownPositions) throws(UnknownWord) -> FileEdits {
    var result: [Edit] = []
    for edit in edits {
      positions.add(edit.range, in: path)
      result.append(Edit(try edit.range.range(), edit.replacement))
    }
    return FileEdits(path: path, edits: result)
  }
}

extension JSONReport.Stretch {
  func range() throws(UnknownWord) -> ByteRange {
    let (lower, upper) = (start.offset, end.offset)
    guard lower >= 0, lower <= upper, upper <= UInt32.max else {
      throw UnknownWord(word: "\(lower)..<\(upper)")
    }
    return ByteRange(indices: lower..<upper)
  }
}

extension JSONReport.Seen {
  func coverage() throws(UnknownWord) -> Coverage {
    var seen: [Surface: Int] = [:]
    for (surface, number) in files { seen[try known(surface)] = number }
    return Coverage(
      seen: seen, generated: generated, context: context, unrelated: unrelated,
      excluded: excluded, gaps: try gaps.gaps(), unknown: try unknownTypes?.places())
  }
}

extension [JSONReport.UnknownType] {
  func places() throws(UnknownWord) -> [UnknownType] {
    var places: [UnknownType] = []
    for place in self {
      places.append(
        UnknownType(
          path: place.path, line: place.line, utf8Column: place.utf8Column,
          reason: try known(place.reason), modules: place.modules))
    }
    return places
  }
}

extension [JSONReport.Missed] {
  func gaps() throws(UnknownWord) -> [Gap] {
    var gaps: [Gap] = []
    for missed in self {
      gaps.append(
        Gap(path: missed.path, kind: try known(missed.kind), reason: missed.reason))
    }
    return gaps
  }
}

/// Returns what a word of a report stands for.
func known<Value: RawRepresentable<String>>(_ word: String) throws(UnknownWord) -> Value {
  guard let value = Value(rawValue: word) else { throw UnknownWord(word: word) }
  return value
}
