package import MoultFindings
import MoultMatching
import MoultSource

/// What can be wrong with a suppression.
package enum SuppressionFault: String, CaseIterable, Sendable {
  /// It ignores nothing.
  case unused
  /// It names a rule that does not exist.
  case unknown
  /// Nobody can say what it ignores, or why.
  case malformed
}

package let suppressionFinder = Finder(
  suppression: FinderTerms(
    "suppression", .word(SuppressionFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in ["rule", "hint", "problem"] }, anchors: { _ in suppressionWords }))

extension SurfaceRule {
  /// What a page about suppressions looks for; nil for other pages.
  package var suppressionFault: SuppressionFault? {
    guard row.finder === suppressionFinder else { return nil }
    return SuppressionFault(rawValue: row.find.subject)
  }

  /// Returns the finding that a rule's name in a suppression ignores nothing.
  ///
  /// - Parameter stays: whether another rule in the same comment keeps the comment in place.
  package func unused(
    _ rule: Suppression.CoveredRule, of suppression: Suppression, stays: Bool,
    in file: ProjectText
  ) -> Finding {
    let edits =
      stays
      ? [nameRemoval(of: rule, from: suppression, in: file.source.bytes)]
      : removals(of: suppression, in: file.source.bytes)
    return finding(rule.name, ["rule": .text(rule.id.rawValue)], file, edits)
  }

  /// Returns the finding that a suppression names a rule that does not exist.
  package func unknown(
    _ rule: Suppression.CoveredRule, of suppression: Suppression, nearest: String?,
    stays: Bool, in file: ProjectText
  ) -> Finding {
    var hint = ""
    let edits: [Edit]
    if let nearest {
      hint = "; did you mean '\(nearest)'?"
      edits = [Edit(rule.name, nearest)]
    } else if stays {
      edits = [nameRemoval(of: rule, from: suppression, in: file.source.bytes)]
    } else {
      edits = removals(of: suppression, in: file.source.bytes)
    }
    return finding(
      rule.name, ["rule": .text(rule.id.rawValue), "hint": .text(hint)], file, edits)
  }

  /// Returns the finding that nobody can say what a suppression ignores.
  package func malformed(
    _ suppression: Suppression, _ problem: String, in file: ProjectText
  ) -> Finding {
    finding(suppression.command, ["problem": .text(problem)], file, [])
  }

  private func finding(
    _ range: ByteRange, _ bindings: [String: Binding], _ file: ProjectText, _ edits: [Edit]
  ) -> Finding {
    Finding(
      rule: id, severity: severity, path: file.source.path, range: range,
      message: Template(row.message).text(bindings, in: file.source) ?? row.message,
      nextStep: edits.isEmpty ? row.nextStep : nil,
      fix: edits.isEmpty
        ? nil
        : Fix(
          title: row.fixTitle, safety: row.safety,
          files: [FileEdits(path: file.source.path, edits: edits)]))
  }

  private func removals(of suppression: Suppression, in bytes: [UInt8]) -> [Edit] {
    ([suppression.comment] + (suppression.partner.map { [$0] } ?? []))
      .map { removal(of: $0, in: bytes) }
  }

  /// Returns the edit that takes a rule's name and the comma beside it out of a list.
  private func nameRemoval(
    of rule: Suppression.CoveredRule, from suppression: Suppression, in bytes: [UInt8]
  ) -> Edit {
    func isBetween(_ byte: UInt8) -> Bool { byte == 0x2C || byte == 0x20 || byte == 0x09 }
    var start = rule.name.lowerBound.index
    var end = rule.name.upperBound.index
    if suppression.rules.first == rule {
      while isBetween(bytes[end]) { end += 1 }
    } else {
      while isBetween(bytes[start - 1]) { start -= 1 }
    }
    return Edit(ByteRange(indices: start..<end), "")
  }
}
