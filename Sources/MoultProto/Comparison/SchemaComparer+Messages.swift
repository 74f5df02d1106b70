extension SchemaComparer {
  mutating func compareMessages() {
    // Outer ones come before inner ones, so that an inner one finds the cause around it.
    for pair in messagePairs.pairs.sorted(by: { $0.old < $1.old }) {
      compare(old.messages[pair.old], new.messages[pair.new], evidence: pair.evidence)
    }
    for index in messagePairs.removed { noteRemoved(old.messages[index]) }
  }

  /// The change around a declaration of the old side that gives it another name.
  func causeAround(_ path: [String], in file: Int) -> Int? {
    guard path.count > 1 else { return nil }
    return scopeCauses[old.fullName(Array(path.dropLast()), in: file)]
  }

  func inherited(_ path: [String], in file: Int) -> (swift: Int?, objectiveC: Int?) {
    let around = causeAround(path, in: file)
    return (around ?? swiftPrefixCauses[file], around ?? objectiveCPrefixCauses[file])
  }

  /// Whether what is around two declarations is one thing on both sides.
  func isInPlace(
    _ a: [String], in oldFile: Int, _ b: [String], in newFile: Int
  ) -> Bool {
    guard a.count == b.count else { return false }
    guard a.count > 1 else {
      return newFiles[oldFile] == newFile
        || old.project.files[oldFile].package == new.project.files[newFile].package
    }
    let outer = old.fullName(Array(a.dropLast()), in: oldFile)
    return newNames[outer] == new.fullName(Array(b.dropLast()), in: newFile)
  }

  private mutating func compare(_ a: DeclaredMessage, _ b: DeclaredMessage, evidence: String?) {
    let subjects = (
      old.subject(.message, a.path, in: a.file, a.message.place),
      new.subject(.message, b.path, in: b.file, b.message.place)
    )
    var causes = Causes()
    if a.message.name != b.message.name {
      causes.renamed = note(.messageRenamed, subjects.0, subjects.1, evidence: evidence)
    } else if !isInPlace(a.path, in: a.file, b.path, in: b.file) {
      causes.renamed = note(.messageMoved, subjects.0, subjects.1, evidence: evidence)
    }
    let around = inherited(a.path, in: a.file)
    causes.inheritedInSwift = around.swift
    causes.inheritedInObjectiveC = around.objectiveC
    if let cause = causes.renamed ?? causeAround(a.path, in: a.file) {
      scopeCauses[old.fullName(a.path, in: a.file)] = cause
    }
    let files = (old.project.files[a.file], new.project.files[b.file])
    note(
      [("type", old.swiftType(files.0.swiftMessageName(a.path)))],
      [("type", new.swiftType(files.1.swiftMessageName(b.path)))], causes, in: .swift)
    note(
      old.objectiveCMembers(of: a), new.objectiveCMembers(of: b), causes, in: .objectiveC)
    let oneofCauses = compareOneofs(a, b)
    compareFields(a, b, oneofCauses)
  }

  private mutating func noteRemoved(_ a: DeclaredMessage) {
    let outer = Array(a.path.dropLast())
    let outerCause = outer.isEmpty ? nil : scopeCauses[old.fullName(outer, in: a.file)]
    let isInRemoved =
      !outer.isEmpty && newNames[old.fullName(outer, in: a.file)] == nil
    let known = isInRemoved ? outerCause : removedFiles[a.file]
    let cause =
      known
      ?? note(
        .messageRemoved, old.subject(.message, a.path, in: a.file, a.message.place), nil)
    scopeCauses[old.fullName(a.path, in: a.file)] = cause
    let causes = Causes(removed: cause)
    let name = old.project.files[a.file].swiftMessageName(a.path)
    note([("type", old.swiftType(name))], nil, causes, in: .swift)
    note(old.objectiveCMembers(of: a), nil, causes, in: .objectiveC)
    for field in a.message.fields {
      note(old.swiftMembers(of: field, in: a), nil, causes, in: .swift)
      note(old.objectiveCMembers(of: field, in: a), nil, causes, in: .objectiveC)
    }
    for oneof in a.message.oneofs {
      note(old.swiftMembers(of: oneof, in: a), nil, causes, in: .swift)
      note(old.objectiveCMembers(of: oneof, in: a), nil, causes, in: .objectiveC)
    }
  }

  // MARK: Oneofs

  /// Returns the changes that give a oneof another name, by its old index.
  private mutating func compareOneofs(_ a: DeclaredMessage, _ b: DeclaredMessage) -> [Int: Int] {
    var pairs = SchemaPairs(
      Array(a.message.oneofs.indices).map { (index: $0, message: a.message) },
      Array(b.message.oneofs.indices).map { (index: $0, message: b.message) })
    func members(_ entry: (index: Int, message: ProtoMessage)) -> [ProtoField] {
      entry.message.fields.filter { $0.oneofIndex == entry.index }
    }
    pairs.pair(by: { $0.message.oneofs[$0.index].name })
    pairs.pair(
      byLikeness: { x, y in
        let (before, after) = (Set(members(x).map(\.number)), Set(members(y).map(\.number)))
        let whole = max(before.count, after.count)
        guard whole > 0 else { return nil }
        let same = before.intersection(after).count
        return (Double(same) / Double(whole), "\(same) of \(whole) members are the same")
      }, atLeast: 0.5)
    let around = inherited(a.path + [""], in: a.file)
    var renames: [Int: Int] = [:]
    let container = (
      old.project.files[a.file].swiftMessageName(a.path),
      new.project.files[b.file].swiftMessageName(b.path)
    )
    func subject(_ side: SchemaSide, _ declared: DeclaredMessage, _ oneof: ProtoOneof)
      -> SchemaSubject
    {
      side.subject(.oneof, declared.path + [oneof.name], in: declared.file, oneof.place)
    }
    for pair in pairs.pairs {
      let (before, after) = (a.message.oneofs[pair.old], b.message.oneofs[pair.new])
      let subjects = (subject(old, a, before), subject(new, b, after))
      var causes = Causes(
        inheritedInSwift: around.swift, inheritedInObjectiveC: around.objectiveC)
      let oldType = "\(container.0).\(before.swiftTypeName)"
      newSwiftTypes[oldType] = "\(container.1).\(after.swiftTypeName)"
      if before.name != after.name {
        causes.renamed = note(.oneofRenamed, subjects.0, subjects.1, evidence: pair.evidence)
        renames[pair.old] = causes.renamed
      }
      note(
        old.swiftMembers(of: before, in: a), new.swiftMembers(of: after, in: b), causes, in: .swift)
      note(
        old.objectiveCMembers(of: before, in: a), new.objectiveCMembers(of: after, in: b), causes,
        in: .objectiveC)
      let known = Set(
        members((pair.old, a.message)).flatMap { [$0.name, String($0.number)] })
      for field in members((pair.new, b.message))
      where !known.contains(field.name) && !known.contains(String(field.number)) {
        let cause = note(
          .oneofMemberAdded, nil,
          new.subject(.field, b.path + [field.name], in: b.file, field.place))
        additions.append(
          GeneratedAddition(
            kind: .enumCase, type: oldType, name: bare(field.swiftNames.value), cause: cause))
      }
    }
    for index in pairs.removed {
      let oneof = a.message.oneofs[index]
      let causes = Causes(removed: note(.oneofRemoved, subject(old, a, oneof), nil))
      renames[index] = causes.removed
      note(old.swiftMembers(of: oneof, in: a), nil, causes, in: .swift)
      note(old.objectiveCMembers(of: oneof, in: a), nil, causes, in: .objectiveC)
    }
    return renames
  }

  // MARK: Fields

  private mutating func compareFields(
    _ a: DeclaredMessage, _ b: DeclaredMessage, _ oneofCauses: [Int: Int]
  ) {
    var pairs = SchemaPairs(a.message.fields, b.message.fields)
    pairs.pair(by: \.name)
    let kept = self
    pairs.pair(
      by: \.number, where: { kept.hasSameType($0, in: a, $1, in: b) },
      evidence: { x, _ in "it kept its number \(x.number) and its type" })
    for pair in pairs.pairs {
      compare(
        a.message.fields[pair.old], in: a, b.message.fields[pair.new], in: b, oneofCauses,
        evidence: pair.evidence)
    }
    for index in pairs.removed {
      let field = a.message.fields[index]
      let successor = b.message.fields.first { $0.number == field.number }
      let cause = note(
        .fieldRemoved, old.subject(.field, a.path + [field.name], in: a.file, field.place), nil,
        evidence: successor.map {
          "its number \(field.number) is now '\($0.name)', of another type"
        })
      let causes = Causes(removed: cause)
      note(old.swiftMembers(of: field, in: a), nil, causes, in: .swift)
      note(old.objectiveCMembers(of: field, in: a), nil, causes, in: .objectiveC)
    }
  }

  /// Whether two fields have one type, whatever it is called on both sides.
  private func hasSameType(
    _ x: ProtoField, in a: DeclaredMessage, _ y: ProtoField, in b: DeclaredMessage
  ) -> Bool {
    guard (x.cardinality == .repeated) == (y.cardinality == .repeated) else { return false }
    return typeText(x.type, of: old, in: a, renaming: true)
      == typeText(y.type, of: new, in: b, renaming: false)
  }

  /// The type as the schema means it: full names, those of the old side as the new one calls them.
  private func typeText(
    _ type: ProtoFieldType, of side: SchemaSide, in declared: DeclaredMessage, renaming: Bool
  ) -> String {
    switch type {
    case .scalar(let scalar): return scalar.rawValue
    case .map(let key, let value):
      return "map<\(key.rawValue), "
        + typeText(value, of: side, in: declared, renaming: renaming) + ">"
    case .named(let name), .group(let name):
      let scope = side.fullName(declared.path, in: declared.file)
      return typeName(name, in: scope, of: declared.file, side, renaming: renaming)
    }
  }

  func typeName(
    _ name: String, in scope: String, of file: Int, _ side: SchemaSide, renaming: Bool
  ) -> String {
    let full =
      side.project.type(named: name, in: scope, of: file)?.fullName
      ?? (name.hasPrefix(".") ? String(name.dropFirst()) : name)
    return renaming ? newNames[full] ?? full : full
  }

  private mutating func compare(
    _ x: ProtoField, in a: DeclaredMessage, _ y: ProtoField, in b: DeclaredMessage,
    _ oneofCauses: [Int: Int], evidence: String?
  ) {
    let subjects = (
      old.subject(.field, a.path + [x.name], in: a.file, x.place),
      new.subject(.field, b.path + [y.name], in: b.file, y.place)
    )
    let around = inherited(a.path + [""], in: a.file)
    var causes = Causes(
      inheritedInSwift: around.swift, inheritedInObjectiveC: around.objectiveC)
    if x.name != y.name {
      causes.renamed = note(.fieldRenamed, subjects.0, subjects.1, evidence: evidence)
    }
    let texts = (
      typeText(x.type, of: old, in: a, renaming: true),
      typeText(y.type, of: new, in: b, renaming: false)
    )
    if texts.0 != texts.1 {
      let written = typeText(x.type, of: old, in: a, renaming: false)
      causes.retyped = note(.fieldTypeChanged, subjects.0, subjects.1, (written, texts.1))
    }
    let isList = (x.cardinality == .repeated, y.cardinality == .repeated)
    if isList.0 != isList.1 {
      causes.reshaped = note(
        .fieldCardinalityChanged, subjects.0, subjects.1,
        (isList.0 ? "repeated" : "singular", isList.1 ? "repeated" : "singular"))
    }
    let oneofs = (
      x.oneofIndex.map { a.message.oneofs[$0] }, y.oneofIndex.map { b.message.oneofs[$0] }
    )
    switch oneofs {
    case (nil, let after?):
      causes.reshaped = note(
        .fieldMovedIntoOneof, subjects.0, subjects.1, ("no oneof", after.name))
    case (let before?, nil):
      causes.reshaped = note(
        .fieldMovedOutOfOneof, subjects.0, subjects.1, (before.name, "no oneof"))
    case (let before?, let after?):
      let index = x.oneofIndex ?? 0
      let type = old.project.files[a.file].swiftMessageName(a.path) + "." + before.swiftTypeName
      let now = new.project.files[b.file].swiftMessageName(b.path) + "." + after.swiftTypeName
      if let cause = oneofCauses[index] {
        // The oneof's own name is a part of the names of its members in Objective-C.
        causes.inheritedInObjectiveC = cause
        causes.inheritedInSwift = causes.inheritedInSwift ?? cause
      }
      if newSwiftTypes[type] != now {
        causes.reshaped = note(
          .fieldMovedToOtherOneof, subjects.0, subjects.1, (before.name, after.name))
        let member = old.swiftMembers(of: x, in: a).first { $0.role == "case" }?.member
        if let member, let cause = causes.reshaped {
          swift.append(GeneratedChange(old: member, effect: .removed, cause: cause))
        }
      }
    case (nil, nil): break
    }
    let presences = (
      hasPresence(x, in: old.fullName(a.path, in: a.file), types: old.types(of: a.file)),
      hasPresence(y, in: new.fullName(b.path, in: b.file), types: new.types(of: b.file))
    )
    if presences.0 != presences.1, causes.reshaped == nil, causes.retyped == nil {
      causes.reshaped = note(
        .fieldPresenceChanged, subjects.0, subjects.1,
        (presences.0 ? "with presence" : "without", presences.1 ? "with presence" : "without"))
    }
    if x.number != y.number {
      _ = note(
        .fieldNumberChanged, subjects.0, subjects.1, (String(x.number), String(y.number)))
    }
    if x.defaultValue != y.defaultValue {
      _ = note(
        .fieldDefaultChanged, subjects.0, subjects.1,
        (x.defaultValue ?? "none", y.defaultValue ?? "none"))
    }
    note(old.swiftMembers(of: x, in: a), new.swiftMembers(of: y, in: b), causes, in: .swift)
    note(
      old.objectiveCMembers(of: x, in: a), new.objectiveCMembers(of: y, in: b), causes,
      in: .objectiveC)
  }

  /// A Swift name without its back-ticks.
  func bare(_ name: String) -> String { name.filter { $0 != "`" } }

  // MARK: Extensions

  mutating func compareExtensions() {
    let (old, new) = (self.old, self.new)
    let oldFiles = self.oldFiles
    func homed(_ declared: DeclaredExtension, _ home: Int?) -> HomedExtension {
      HomedExtension(home: home, value: declared)
    }
    var pairs = SchemaPairs(
      old.extensions.map { homed($0, $0.file) }, new.extensions.map { homed($0, oldFiles[$0.file]) }
    )
    pairs.pair(by: { entry in
      entry.home.map { ["\($0)"] + entry.value.scope + [entry.value.field.name] }
    })
    pairs.pair(by: { $0.value.scope + [$0.value.field.name, $0.value.field.extendee ?? ""] })
    pairs.pair(
      by: { "\($0.value.field.extendee ?? "") \($0.value.field.number)" },
      where: { $0.value.field.type == $1.value.field.type },
      evidence: { x, _ in "it kept its number \(x.value.field.number) and its type" })
    func subject(_ side: SchemaSide, _ declared: DeclaredExtension) -> SchemaSubject {
      side.subject(
        .extension, declared.scope + [declared.field.name], in: declared.file,
        declared.field.place)
    }
    for pair in pairs.pairs {
      let (x, y) = (old.extensions[pair.old], new.extensions[pair.new])
      let around = inherited(x.scope + [""], in: x.file)
      var causes = Causes(
        inheritedInSwift: around.swift, inheritedInObjectiveC: around.objectiveC)
      if x.field.name != y.field.name {
        causes.renamed = note(
          .extensionRenamed, subject(old, x), subject(new, y), evidence: pair.evidence)
      }
      if x.field.type != y.field.type
        || (x.field.cardinality == .repeated) != (y.field.cardinality == .repeated)
      {
        causes.retyped = note(.extensionTypeChanged, subject(old, x), subject(new, y))
      }
      note(old.swiftMembers(of: x), new.swiftMembers(of: y), causes, in: .swift)
      note(old.objectiveCMembers(of: x), new.objectiveCMembers(of: y), causes, in: .objectiveC)
    }
    for index in pairs.removed {
      let x = old.extensions[index]
      let causes = Causes(
        removed: removedFiles[x.file] ?? note(.extensionRemoved, subject(old, x), nil))
      note(old.swiftMembers(of: x), nil, causes, in: .swift)
      note(old.objectiveCMembers(of: x), nil, causes, in: .objectiveC)
    }
  }
}

/// An extension, and the old file that it stands in or whose counterpart it stands in.
private struct HomedExtension {
  let home: Int?
  let value: DeclaredExtension
}
