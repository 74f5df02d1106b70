import MoultSemantics

/// Requirements of the standard library's protocols that the built-in declarations leave out, because no type is inferred from
/// them, by protocol; as the compiler's own interface of the standard library lists them.
///
/// Where a witness no longer fits, Swift makes one of its own for some of them, and nobody says so.
private let unlistedRequirements: [String: Set<String>] = [
  "Swift.Encodable": ["encode(to:)"],
  "Swift.Decodable": ["init(from:)"],
  "Swift.CodingKey": ["init(stringValue:)", "init(intValue:)"],
  "Swift.Hashable": ["hash(into:)"],
  "Swift.Comparable": ["<(_:_:)", "<=(_:_:)", ">(_:_:)", ">=(_:_:)"],
  "Swift.CaseIterable": ["allCases"],
  "Swift.RawRepresentable": ["init(rawValue:)"],
  "Swift.OptionSet": ["init(rawValue:)"],
  "Swift.LosslessStringConvertible": ["init(_:)"],
  "Swift.ExpressibleByIntegerLiteral": ["init(integerLiteral:)"],
  "Swift.ExpressibleByFloatLiteral": ["init(floatLiteral:)"],
  "Swift.ExpressibleByBooleanLiteral": ["init(booleanLiteral:)"],
  "Swift.ExpressibleByStringLiteral": [
    "init(stringLiteral:)", "init(extendedGraphemeClusterLiteral:)", "init(unicodeScalarLiteral:)",
  ],
  "Swift.ExpressibleByNilLiteral": ["init(nilLiteral:)"],
  "Swift.Numeric": ["+(_:_:)", "-(_:_:)", "*(_:_:)", "magnitude", "init(exactly:)"],
  "Swift.Collection": ["index(after:)"],
  "Swift.BidirectionalCollection": ["index(before:)"],
  "Swift.RangeReplaceableCollection": ["init()", "replaceSubrange(_:with:)"],
]

extension Symbol {
  /// Whether a protocol requires what a member of that name stands for, although its declaration here does not list it.
  func asksForUnlisted(_ member: Symbol) -> Bool {
    guard let names = unlistedRequirements[qualifiedName] else { return false }
    guard member.kind.isCallable else { return names.contains(member.name) }
    let labels = member.parameterLabels.map { ($0 ?? "_") + ":" }.joined()
    return names.contains("\(member.name)(\(labels))")
  }
}
