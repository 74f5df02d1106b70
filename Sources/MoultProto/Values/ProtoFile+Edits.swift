package import MoultSource

extension ProtoFile {
  /// Returns the edit that adds `option name = "value";` where `insertionPointForOption` says, on a line of its
  /// own that ends as the file's lines do.
  ///
  /// The source is the text that the file was parsed from. A file without text gives nil.
  package func insertingOption(
    _ name: String, _ value: String, in source: SourceText
  ) -> Edit? {
    guard let offset = insertionPointForOption else { return nil }
    let ending = lineEnding.rawValue
    let escaped = value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    let statement = "option \(name) = \"\(String(escaped))\";"
    let before = source.bytes[..<offset.index]
    let hasMark = before.elementsEqual(ProtoScanner.byteOrderMark)
    let startsLine = before.isEmpty || hasMark || before.last == 0x0A
    let endsFile = offset.index == source.bytes.count
    return Edit(
      offset..<offset,
      (startsLine ? "" : ending) + statement + (endsFile && !startsLine ? "" : ending))
  }
}
