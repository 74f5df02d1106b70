/// The names under which a field is reached.
package struct SwiftPropertyNames: Hashable, Sendable {
  /// In backticks where it is a keyword.
  package let value: String

  /// The name of the Boolean property, for a field with presence.
  package let has: String

  /// The name of the method, for a field with presence.
  package let clear: String
}

extension ProtoField {
  /// The names of the field's accessors in Swift, by the rules of swift-protobuf 1.x.
  ///
  /// Source: facts on swift-protobuf, section 6.
  package var swiftNames: SwiftPropertyNames {
    let lower = swiftCamelCased(swiftNamingBase, .lower)
    let upper = swiftCamelCased(swiftNamingBase, .upper)
    return SwiftPropertyNames(
      value: sanitizedSwiftField(lower),
      has: sanitizedSwiftField("has" + upper, basedOn: lower),
      clear: sanitizedSwiftField("clear" + upper, basedOn: lower))
  }

  /// The name that others are made of: a group's field is called after its message.
  var swiftNamingBase: String {
    guard case .group(let name) = type else { return name }
    return name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension ProtoEnum {
  /// The names of the enum's values in Swift, one for each value, in backticks where one is a keyword.
  ///
  /// The enum's name is stripped from the front, blind to case and underscores, if a letter follows. Values of
  /// different numbers that would get one name are told apart by `_N` or `_nN`; aliases that would
  /// get one name have it together, and only the first is generated.
  package var swiftCaseNames: [String] {
    let candidates = values.map { value in
      swiftCamelCased(strippingPrefix(name, from: value.name) ?? value.name, .lower)
    }
    var numbers: [String: Set<Int32>] = [:]
    for (candidate, value) in zip(candidates, values) {
      numbers[candidate, default: []].insert(value.number)
    }
    return zip(candidates, values).map { candidate, value in
      guard let sharing = numbers[candidate], sharing.count > 1 else {
        return sanitizedSwiftCase(candidate)
      }
      let suffix = value.number >= 0 ? "_\(value.number)" : "_n\(value.number.magnitude)"
      return sanitizedSwiftCase(candidate + suffix)
    }
  }
}

/// Returns the rest of `name` behind `prefix`, both without regard to case and underscores.
///
/// - Returns: nil if `name` begins with something else, or no letter follows.
private func strippingPrefix(_ prefix: String, from name: String) -> String? {
  let underscore = UInt8(ascii: "_")
  let rest = Array(name.utf8)
  var index = 0
  for byte in prefix.utf8 where byte != underscore {
    while index < rest.count, rest[index] == underscore { index += 1 }
    guard index < rest.count, lowercased(rest[index]) == lowercased(byte) else { return nil }
    index += 1
  }
  while index < rest.count, rest[index] == underscore { index += 1 }
  guard index < rest.count, ASCIIClass(lowercased(rest[index])) == .lower else { return nil }
  return String(decoding: rest[index...], as: UTF8.self)
}

/// Returns `name` as a property can be called.
///
/// The base is the bare name that `name` was made of, if it is not bare itself.
func sanitizedSwiftField(_ name: String, basedOn base: String? = nil) -> String {
  let bare = base ?? name
  if startsMember(bare, "clear") || startsMember(bare, "has")
    || SwiftReservedWords.fields.contains(bare)
  {
    return name + "_p"
  }
  if bare == name, SwiftReservedWords.keywords.contains(bare) { return "`\(name)`" }
  return isAllUnderscores(bare) ? name + "__" : name
}

/// Whether `name` is `prefix` with an upper-case letter behind it, as accessors are called.
private func startsMember(_ name: String, _ prefix: String) -> Bool {
  guard name.hasPrefix(prefix), let next = name.utf8.dropFirst(prefix.utf8.count).first else {
    return false
  }
  return ASCIIClass(next) == .upper
}

private func sanitizedSwiftCase(_ name: String) -> String {
  if SwiftReservedWords.enumCases.contains(name) { return name + "_" }
  if SwiftReservedWords.quotedEnumCases.contains(name) { return "`\(name)`" }
  return isAllUnderscores(name) ? name + "__" : name
}
