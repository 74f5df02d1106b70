import MoultSource

/// The places that name a file in which each package's prefix is written down for protoc, which refuses another one.
///
/// The file may have any name and is not read.
///
/// Source: facts on gRPC for Objective-C, section 8.3.
func expectedPrefixFiles(_ files: [ProjectText]) -> [UncertainUse] {
  let names = ["expected_prefixes_path", "GPB_OBJC_EXPECTED_PACKAGE_PREFIXES"]
  var result: [UncertainUse] = []
  for file in files where file.surface == .script || file.surface == .manifest {
    for name in names {
      let needle = Array((name + "=").utf8)
      let bytes = file.source.bytes
      var position = 0
      while let start = bytes.firstIndex(ofBytes: needle, from: position) {
        position = start + needle.count
        // A dash switches the check off.
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { continue }
        let place = start..<(position - 1)
        result.append(
          UncertainUse(
            path: file.source.path, range: ByteRange(indices: place),
            reason: "'\(name)', whose file has the old prefix of the package if it has one"))
      }
    }
  }
  return result
}
