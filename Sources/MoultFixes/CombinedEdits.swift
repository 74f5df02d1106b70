package import MoultFindings
package import MoultSource

/// What several fixes make of one file.
package struct CombinedEdits: Sendable {
  /// Refer to the text before.
  package let edits: [Edit]

  /// The edits after which the file imports what the new code needs; refer to the text after `edits`.
  package let imports: [Edit]

  /// The text after all of them.
  package let text: [UInt8]

  /// Returns where `offset` of the text before lies afterwards, or nil if what stood there was replaced.
  package func moved(_ offset: ByteOffset) -> ByteOffset? {
    Self.moved(offset, by: edits).flatMap { Self.moved($0, by: imports) }
  }

  private static func moved(_ offset: ByteOffset, by edits: [Edit]) -> ByteOffset? {
    var shift = 0
    for edit in edits where edit.range.lowerBound <= offset {
      guard edit.range.upperBound <= offset else { return nil }
      shift += edit.replacement.count - edit.range.utf8Count
    }
    return ByteOffset(offset.index + shift)
  }
}

/// Returns what the fixes of `findings` make of `texts`, imports included, for the files that they touch.
///
/// - Parameters:
///   - findings: their fixes do not meet; a finding without a fix does nothing.
///   - texts: by path, as they were analysed.
///   - paths: the files that are asked about; nil for all.
package func combinedEdits(
  of findings: [Finding], in texts: [String: [UInt8]], _ inspection: Inspection,
  for paths: Set<String>? = nil
) -> [String: CombinedEdits] {
  var edits: [String: EditSet] = [:]
  var modules: [String: Set<String>] = [:]
  for case let fix? in findings.map(\.fix) {
    for file in fix.files where paths?.contains(file.path) ?? true {
      edits[file.path, default: EditSet()].insert(file.edits)
      modules[file.path, default: []].formUnion(fix.modules(for: file))
    }
  }
  var result: [String: CombinedEdits] = [:]
  for (path, set) in edits {
    guard let bytes = texts[path], let text = applying(set.edits, to: bytes) else { continue }
    let imports = inspection.importEdits(path, text, modules[path] ?? [])
    result[path] = CombinedEdits(
      edits: set.edits, imports: imports, text: applying(imports, to: text) ?? text)
  }
  return result
}
