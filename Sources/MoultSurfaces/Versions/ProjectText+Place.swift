package import MoultSource

extension ProjectText {
  /// Returns where in the project this is, such as `Package.resolved:12`; the line is one-based.
  ///
  /// - Complexity: O(*n*) in the text, so this is for what is told and not for each of many.
  package func place(of range: ByteRange) -> String {
    "\(source.path):\(source.lines.line(of: range.lowerBound))"
  }
}
