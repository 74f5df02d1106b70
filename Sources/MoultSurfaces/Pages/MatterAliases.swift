/// Returns the name of an anchor of `text` that an alias of it may name.
///
/// A few lines of aliases stand for a tree too large to compare, which the YAML reader does with the keys of
/// a table. Looks wider than YAML does: text in quotes can be taken for an anchor and its alias.
package func aliasedAnchor(in text: String) -> String? {
  func names(behind mark: UInt8) -> Set<String> {
    var names: Set<String> = []
    for piece in text.utf8.split(separator: mark).dropFirst(text.utf8.first == mark ? 0 : 1) {
      let name = piece.prefix { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
      if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }
  return names(behind: UInt8(ascii: "&")).intersection(names(behind: UInt8(ascii: "*"))).min()
}
