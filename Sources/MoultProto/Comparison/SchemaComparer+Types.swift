extension SchemaComparer {
  /// Finds which messages and enums are the same on both sides, and notes renames, moves and removals.
  mutating func pairTypes() {
    pairMessages()
    pairEnums()
    for pair in messagePairs.pairs {
      let (a, b) = (old.messages[pair.old], new.messages[pair.new])
      newNames[old.fullName(a.path, in: a.file)] = new.fullName(b.path, in: b.file)
      let files = (old.project.files[a.file], new.project.files[b.file])
      newSwiftTypes[files.0.swiftMessageName(a.path)] = files.1.swiftMessageName(b.path)
      newClasses[old.objectiveCNames(of: a.file).className(a.path)] =
        new.objectiveCNames(of: b.file).className(b.path)
    }
    for pair in enumPairs.pairs {
      let (a, b) = (old.enums[pair.old], new.enums[pair.new])
      newNames[old.fullName(a.path, in: a.file)] = new.fullName(b.path, in: b.file)
      let files = (old.project.files[a.file], new.project.files[b.file])
      newSwiftTypes[files.0.swiftEnumName(a.path)] = files.1.swiftEnumName(b.path)
      newClasses[old.objectiveCNames(of: a.file).enumName(a.path)] =
        new.objectiveCNames(of: b.file).enumName(b.path)
    }
  }

  private mutating func pairMessages() {
    let (old, new) = (self.old, self.new)
    let oldFiles = self.oldFiles
    // Both sides are asked about the old file.
    func home(_ declared: DeclaredMessage, _ isNew: Bool) -> Int? {
      isNew ? oldFiles[declared.file] : declared.file
    }
    var pairs = SchemaPairs(
      old.messages.map { Sided($0, false, home($0, false)) },
      new.messages.map { Sided($0, true, home($0, true)) })
    func full(_ sided: Sided<DeclaredMessage>) -> String {
      (sided.isNew ? new : old).fullName(sided.value.path, in: sided.value.file)
    }
    // A project may hold copies of a file, which only their places tell apart.
    pairs.pair(by: { sided in sided.home.map { InFile($0, sided.value.path) } })
    pairs.pair(by: full)
    pairs.pair(
      by: { sided in sided.home.map { InFile($0, sided.value.path.suffix(1)) } },
      where: { likeness($0.value.message, $1.value.message).value >= 0.5 },
      evidence: { "its name, and \(likeness($0.value.message, $1.value.message).evidence)" })
    pairs.pair(
      by: { $0.value.path.last },
      where: { likeness($0.value.message, $1.value.message).value >= 0.5 },
      evidence: { "its name, and \(likeness($0.value.message, $1.value.message).evidence)" })
    pairs.pair(
      byLikeness: { a, b in
        guard a.home != nil, a.home == b.home, a.value.path.count == b.value.path.count else {
          return nil
        }
        return likeness(a.value.message, b.value.message)
      }, atLeast: 0.6)
    if pairs.removed.count == 1, pairs.added.count == 1 {
      // Two messages without fields have nothing but their places.
      pairs.pair(
        by: { sided in sided.home.map { InFile($0, Array(sided.value.path.dropLast())) } },
        where: { $0.value.message.fields.isEmpty && $1.value.message.fields.isEmpty },
        evidence: { _, _ in "neither has fields, and no other message went or came" })
    }
    messagePairs = pairs.unsided(old.messages, new.messages)
  }

  private mutating func pairEnums() {
    let (old, new) = (self.old, self.new)
    let oldFiles = self.oldFiles
    func home(_ declared: DeclaredEnum, _ isNew: Bool) -> Int? {
      isNew ? oldFiles[declared.file] : declared.file
    }
    var pairs = SchemaPairs(
      old.enums.map { Sided($0, false, home($0, false)) },
      new.enums.map { Sided($0, true, home($0, true)) })
    pairs.pair(by: { sided in sided.home.map { InFile($0, sided.value.path) } })
    pairs.pair(by: { ($0.isNew ? new : old).fullName($0.value.path, in: $0.value.file) })
    pairs.pair(
      by: { sided in sided.home.map { InFile($0, sided.value.path.suffix(1)) } },
      where: { likeness($0.value.enumeration, $1.value.enumeration).value >= 0.5 },
      evidence: { "its name, and \(likeness($0.value.enumeration, $1.value.enumeration).evidence)" }
    )
    pairs.pair(
      by: { $0.value.path.last },
      where: { likeness($0.value.enumeration, $1.value.enumeration).value >= 0.5 },
      evidence: { "its name, and \(likeness($0.value.enumeration, $1.value.enumeration).evidence)" }
    )
    pairs.pair(
      byLikeness: { a, b in
        guard a.home != nil, a.home == b.home, a.value.path.count == b.value.path.count else {
          return nil
        }
        return likeness(a.value.enumeration, b.value.enumeration)
      }, atLeast: 0.6)
    enumPairs = pairs.unsided(old.enums, new.enums)
  }
}

/// A declaration, which side it is on, and the old file that it stands in or whose counterpart it stands in.
private struct Sided<Value> {
  let value: Value
  let isNew: Bool
  let home: Int?

  init(_ value: Value, _ isNew: Bool, _ home: Int?) {
    self.value = value
    self.isNew = isNew
    self.home = home
  }
}

private struct InFile: Hashable {
  let file: Int
  let path: [String]

  init(_ file: Int, _ path: [String]) {
    self.file = file
    self.path = path
  }
}

extension SchemaPairs {
  fileprivate func unsided<Value>(_ old: [Value], _ new: [Value]) -> SchemaPairs<Value>
  where Element == Sided<Value> {
    var result = SchemaPairs<Value>(old, new)
    result.pairs = pairs
    result.removed = removed
    result.added = added
    return result
  }
}

/// How much of two messages is the same: the part of their fields that agree in number and type.
private func likeness(
  _ a: ProtoMessage, _ b: ProtoMessage
) -> (value: Double, evidence: String) {
  let whole = max(a.fields.count, b.fields.count)
  guard whole > 0 else { return (0.5, "neither has fields") }
  let known = Dictionary(a.fields.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
  let same = b.fields.count { field in
    guard let other = known[field.number] else { return false }
    return other.type.kindOfValue == field.type.kindOfValue
      && (other.cardinality == .repeated) == (field.cardinality == .repeated)
  }
  return (
    Double(same) / Double(whole), "\(same) of \(whole) fields kept their number and type"
  )
}

/// How much of two enums is the same: the part of their values that agree in number and in name, with the enum's own
/// name in front or without.
private func likeness(_ a: ProtoEnum, _ b: ProtoEnum) -> (value: Double, evidence: String) {
  let whole = max(a.values.count, b.values.count)
  guard whole > 0 else { return (0, "") }
  let known = Dictionary(
    zip(a.values, a.swiftCaseNames).map { ($0.number, ($0.name, $1)) },
    uniquingKeysWith: { first, _ in first })
  let same = zip(b.values, b.swiftCaseNames).count { value, caseName in
    known[value.number].map { $0.0 == value.name || $0.1 == caseName } ?? false
  }
  return (
    Double(same) / Double(whole), "\(same) of \(whole) values kept their number and name"
  )
}

extension ProtoFieldType {
  /// The type, blind to how messages and enums are called.
  fileprivate var kindOfValue: ProtoFieldType {
    switch self {
    case .scalar: self
    case .named, .group: .named("")
    case .map(let key, let value): .map(key: key, value: value.kindOfValue)
    }
  }
}
