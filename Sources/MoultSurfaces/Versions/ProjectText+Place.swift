import MoultFindings
import MoultSource

extension ProjectText {
  /// Where in the project this is, such as `Package.resolved:12`; reads the text up to there.
  func place(of range: ByteRange) -> String {
    "\(source.path):\(LineIndex(source.bytes).line(of: range.lowerBound))"
  }
}
