package import MoultFindings
package import MoultSource

/// Returns each finding with where it stands once edits are made that no session has chosen.
///
/// No text is judged anew, so what an edit settles is followed like the rest: who renames what a generator writes has code
/// that nobody understands until the generator has run again.
///
/// - Parameter edits: by path; they refer to the texts of the findings and do not overlap.
package func followed(
  _ findings: [Finding], through edits: [String: [Edit]]
) -> [FollowedFinding] {
  let combined = edits.mapValues { edits in
    CombinedEdits(
      edits: edits.sorted { $0.range.lowerBound < $1.range.lowerBound }, imports: [], text: [])
  }
  return findings.map { finding in
    let range = combined[finding.path]?.image(of: finding.range) ?? finding.range
    return FollowedFinding(before: finding, after: finding.placed(at: range))
  }
}

extension Finding {
  /// The same finding elsewhere in its file, without what refers to other places.
  fileprivate func placed(at range: ByteRange) -> Finding {
    Finding(
      rule: rule, severity: severity, path: path, range: range, message: message,
      nextStep: nextStep)
  }
}
