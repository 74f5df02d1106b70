#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a value as JSON with sorted keys, over several lines unless asked otherwise, without a final
/// line feed.
package func jsonText(_ value: some Encodable, isCompact: Bool = false) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting =
    isCompact
    ? [.sortedKeys, .withoutEscapingSlashes]
    : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
