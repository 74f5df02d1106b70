import MoultFindings
import MoultSource

extension Report {
  /// Returns one line per finding in the form that compilers print and Xcode reads.
  ///
  /// Lines and columns are one-based; columns count UTF-8 bytes, as the compilers' do.
  ///
  /// - Parameter base: the absolute folder that paths are relative to; Xcode finds no file by a relative
  ///   path. Empty to leave them relative.
  package func xcode(in base: String = "") -> String {
    func place(_ path: String, _ range: ByteRange) -> String {
      (base.isEmpty ? "" : base + "/") + self.place(path, range)
    }
    var output = ""
    for finding in findings {
      output += "\(place(finding.path, finding.range)): \(finding.severity.rawValue): "
      output += printable(fullMessage(of: finding))
      output += " [\(finding.rule)]\n"
      for related in finding.related {
        output += "\(place(related.path, related.range)): note: \(related.message)\n"
      }
    }
    return output
  }
}
