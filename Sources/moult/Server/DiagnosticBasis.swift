import MoultFindings

/// What the diagnostics of a file were made from; others are made only if this is another.
struct DiagnosticBasis: Sendable {
  let findings: [Finding]

  /// The texts of all files that the findings point to, by the path that they name.
  let texts: [String: [UInt8]]

  /// Returns whether this is what there is by now, which mostly takes a look at nothing but where arrays are stored.
  func holds(_ findings: [Finding], _ project: ServerProject?) -> Bool {
    self.findings == findings && texts.allSatisfy { project?.text(at: $0.key) == $0.value }
  }
}
