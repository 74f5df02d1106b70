package import MoultSource

extension ObjCFile {
  /// Returns the edits that make the file import the headers that it does not import yet.
  ///
  /// New lines stand behind the file's last `#import`, or before its first word. The module of a header or the
  /// umbrella header of its folder counts as the header.
  ///
  /// - Parameter headers: paths such as `GRPCClient/GRPCCall.h`.
  package func importEdits(adding headers: Set<String>) -> [Edit] {
    let known = Set(imports.map(\.path))
    let missing = headers.filter { header in
      let folder = header.prefix { $0 != "/" }
      return !known.contains(header) && !known.contains(String(folder))
        && !known.contains("\(folder)/\(folder).h")
    }
    guard !missing.isEmpty else { return [] }
    let lineBreak = source.bytes.contains(0x0D) ? "\r\n" : "\n"
    let lines = missing.sorted().map { "#import <\($0)>" }
    if let last = imports.last(where: { $0.form != .module }) ?? imports.last {
      let end = last.range.upperBound
      return [Edit(end..<end, lines.map { lineBreak + $0 }.joined())]
    }
    let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let place = ByteOffset(start)
    return [Edit(place..<place, lines.map { $0 + lineBreak }.joined())]
  }
}
