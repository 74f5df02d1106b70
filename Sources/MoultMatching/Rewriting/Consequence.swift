package import MoultFindings
package import MoultRewriting
package import MoultSource

/// What follows around an expression from rewriting it.
package struct Consequence: Sendable {
  /// Edits that belong to the same fix.
  package var edits: [Edit] = []

  /// Edits of the same fix in other files, by path.
  package var elsewhere: [String: [Edit]] = [:]

  /// The least safe thing that was met.
  package var safety: Safety = .safe

  /// Why the safety is not `safe`: sentences without a final period.
  package var reasons: [String] = []

  /// Lines that come to stand deeper once all edits are known.
  var moved: [MovedLines] = []

  package init() {}

  /// What is changed in the file of the finding.
  package init(_ editor: SyntaxEditor) { edits = editor.edits }

  /// Removes a range of the file of the finding; the edit is not compared with those that are there.
  package mutating func delete(_ range: ByteRange) { edits.append(Edit(range, "")) }

  /// Promises no more than `safety`, and says why, once for each reason.
  ///
  /// A safety that is lower already stays.
  package mutating func lower(to safety: Safety, because reason: String) {
    self.safety = max(self.safety, safety)
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Adds what `other` changes and says; equal edits and reasons are there once, and the lower safety holds.
  package mutating func merge(_ other: Consequence) {
    for edit in other.edits where !edits.contains(edit) { add(edit) }
    for (path, more) in other.elsewhere {
      for edit in more where elsewhere[path]?.contains(edit) != true {
        elsewhere[path, default: []].append(edit)
      }
    }
    moved += other.moved.filter { !moved.contains($0) }
    safety = max(safety, other.safety)
    for reason in other.reasons where !reasons.contains(reason) { reasons.append(reason) }
  }

  /// Returns what was worked out for one file as it is seen from another one of the same fix.
  package func seen(from home: String, of path: String) -> Consequence {
    guard home != path else { return self }
    var result = self
    result.edits = elsewhere[home] ?? []
    result.elsewhere[home] = nil
    result.elsewhere[path, default: []] += edits
    result.moved = moved.map { $0.seen(from: home, of: path) }
    return result
  }

  /// Adds an edit; of two insertions at one offset the later one comes first, and both are one edit.
  private mutating func add(_ edit: Edit) {
    if edit.range.isEmpty, let index = edits.firstIndex(where: { $0.range == edit.range }) {
      edits[index] = Edit(
        range: edit.range, replacement: edit.replacement + edits[index].replacement)
    } else {
      edits.append(edit)
    }
  }

  /// Returns the same with the edits that move lines, but for lines which another of its edits takes away.
  func movingLines() -> Consequence {
    var result = self
    result.moved = []
    result.edits = moving(edits)
    result.elsewhere = elsewhere.mapValues(moving)
    for lines in moved {
      if let path = lines.path {
        result.elsewhere[path] = lines.applied(to: result.elsewhere[path] ?? [])
      } else {
        result.edits = lines.applied(to: result.edits)
      }
    }
    return result
  }

  private func moving(_ edits: [Edit]) -> [Edit] {
    let replaced = edits.map(\.range).filter { !$0.isEmpty }
    return edits.filter { edit in
      guard edit.range.isEmpty, !edit.replacement.isEmpty,
        edit.replacement.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      else { return true }
      let place = edit.range.lowerBound
      return !replaced.contains { $0.lowerBound < place && place < $0.upperBound }
    }
  }
}
