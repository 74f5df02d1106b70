package import MoultMatching
import MoultProto
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Spells a field as generators since 0.9.902 do: `userId` becomes `userID`.
///
/// Only where nothing shows that the generated code is newer: the spelling itself is older then. The first word of a name keeps its case.
package func uppercaseID(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, let new = nameWithID(symbol.name),
    let bytes = symbol.declaration?.tree.source.bytes, let limit = VersionNumber("0.9.902")
  else { return nil }
  let versions = GeneratorVersions(bytes)
  let isOld = versions.to.map { $0.version <= limit } ?? (versions.from == nil)
  return isOld ? file.renaming(match.replaced, to: new) : nil
}

/// Returns the name with each word `Id` but the first in upper case, or nil if there is none.
func nameWithID(_ name: String) -> String? {
  let bytes = Array(name.utf8)
  var result = bytes
  var index = 1
  while index + 1 < bytes.count {
    let next = index + 2 < bytes.count ? bytes[index + 2] : UInt8(ascii: "A")
    let endsWord = !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= next)
    if bytes[index] == UInt8(ascii: "I"), bytes[index + 1] == UInt8(ascii: "d"), endsWord {
      result[index + 1] = UInt8(ascii: "D")
    }
    index += 1
  }
  return result == bytes ? nil : String(decoding: result, as: UTF8.self)
}
