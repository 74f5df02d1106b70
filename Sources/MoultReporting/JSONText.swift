#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a value as JSON with sorted keys, over several lines unless asked otherwise, without a final
/// line feed.
package func jsonText(_ value: some Encodable, isCompact: Bool = false) throws -> String {
  String(decoding: try encoder(isCompact: isCompact).encode(value), as: UTF8.self)
}

/// Returns the same as UTF-8, over several lines.
func jsonBytes(_ value: some Encodable) throws -> [UInt8] {
  Array(try encoder(isCompact: false).encode(value))
}

private func encoder(isCompact: Bool) -> JSONEncoder {
  let encoder = JSONEncoder()
  encoder.outputFormatting =
    isCompact
    ? [.sortedKeys, .withoutEscapingSlashes]
    : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return encoder
}
