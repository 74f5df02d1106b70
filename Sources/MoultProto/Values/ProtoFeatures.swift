extension ProtoFile {
  /// Returns the value that `declared`, a declaration's own options, or the file's options give to a feature of
  /// editions, or nil if neither mentions it.
  ///
  /// Both `option features.enum_type = CLOSED` and `option features = { enum_type: CLOSED }` are understood.
  package func feature(_ name: String, in declared: [ProtoOption]) -> String? {
    MoultProto.feature(name, in: declared) ?? MoultProto.feature(name, in: options)
  }
}

/// Returns the value that options give to a feature of editions; nil if none mentions it.
package func feature(_ name: String, in options: [ProtoOption]) -> String? {
  for option in options {
    switch option.value {
    case .identifier(let value) where option.name == "features.\(name)": return value
    case .aggregate(let text) where option.name == "features":
      let words = text.split(separator: " ")
      guard let index = words.firstIndex(of: name[...]), index + 2 < words.count,
        words[index + 1] == ":"
      else { continue }
      return String(words[index + 2])
    case .string, .identifier, .integer, .negativeInteger, .double, .aggregate: continue
    }
  }
  return nil
}
