extension SchemaComparer {
  mutating func compareEnums() {
    for pair in enumPairs.pairs {
      compare(old.enums[pair.old], new.enums[pair.new], evidence: pair.evidence)
    }
    for index in enumPairs.removed { noteRemoved(old.enums[index]) }
  }

  private mutating func noteRemoved(_ a: DeclaredEnum) {
    let outer = Array(a.path.dropLast())
    let outerName = old.fullName(outer, in: a.file)
    let isInRemoved = !outer.isEmpty && newNames[outerName] == nil
    let known = isInRemoved ? scopeCauses[outerName] : removedFiles[a.file]
    let causes = Causes(
      removed: known
        ?? note(
          .enumRemoved, old.subject(.enumeration, a.path, in: a.file, a.enumeration.place), nil))
    let name = old.project.files[a.file].swiftEnumName(a.path)
    note([("type", old.swiftType(name))], nil, causes, in: .swift)
    note(old.objectiveCMembers(of: a), nil, causes, in: .objectiveC)
    for (value, caseName) in zip(a.enumeration.values, a.enumeration.swiftCaseNames) {
      note(
        [("case", GeneratedMember(.enumCase, in: name, caseName))], nil, causes, in: .swift)
      note(constant(value, of: a, old), nil, causes, in: .objectiveC)
    }
  }

  private func constant(
    _ value: ProtoEnumValue, of declared: DeclaredEnum, _ side: SchemaSide
  ) -> GeneratedMembers {
    let name = side.objectiveCNames(of: declared.file)
      .constantName(value.name, ofEnum: declared.path)
    return [("constant", GeneratedMember(.value, name))]
  }

  private mutating func compare(_ a: DeclaredEnum, _ b: DeclaredEnum, evidence: String?) {
    let subjects = (
      old.subject(.enumeration, a.path, in: a.file, a.enumeration.place),
      new.subject(.enumeration, b.path, in: b.file, b.enumeration.place)
    )
    var causes = Causes()
    if a.enumeration.name != b.enumeration.name {
      causes.renamed = note(.enumRenamed, subjects.0, subjects.1, evidence: evidence)
    } else if !isInPlace(a.path, in: a.file, b.path, in: b.file) {
      causes.renamed = note(.enumMoved, subjects.0, subjects.1, evidence: evidence)
    }
    let files = (old.project.files[a.file], new.project.files[b.file])
    let openness = (isOpen(a.enumeration, in: files.0), isOpen(b.enumeration, in: files.1))
    if openness.0 != openness.1 {
      causes.reshaped = note(
        .enumOpennessChanged, subjects.0, subjects.1,
        (openness.0 ? "open" : "closed", openness.1 ? "open" : "closed"))
    }
    let around = inherited(a.path, in: a.file)
    causes.inheritedInSwift = around.swift
    causes.inheritedInObjectiveC = around.objectiveC
    let names = (files.0.swiftEnumName(a.path), files.1.swiftEnumName(b.path))
    var types: (GeneratedMembers, GeneratedMembers) = (
      [("type", old.swiftType(names.0))], [("type", new.swiftType(names.1))]
    )
    if openness.0 {
      types.0.append(
        ("unrecognized", GeneratedMember(.enumCase, in: names.0, "UNRECOGNIZED")))
    }
    if openness.1 {
      types.1.append(
        ("unrecognized", GeneratedMember(.enumCase, in: names.1, "UNRECOGNIZED")))
      if !openness.0, let cause = causes.reshaped {
        additions.append(
          GeneratedAddition(kind: .enumCase, type: names.0, name: "UNRECOGNIZED", cause: cause))
      }
    }
    note(types.0, types.1, causes, in: .swift)
    note(old.objectiveCMembers(of: a), new.objectiveCMembers(of: b), causes, in: .objectiveC)
    compareValues(a, b, causes)
  }

  private mutating func compareValues(_ a: DeclaredEnum, _ b: DeclaredEnum, _ outer: Causes) {
    var pairs = SchemaPairs(
      Array(zip(a.enumeration.values, a.enumeration.swiftCaseNames)),
      Array(zip(b.enumeration.values, b.enumeration.swiftCaseNames)))
    pairs.pair(by: { $0.0.name })
    pairs.pair(
      by: { $0.0.number }, evidence: { x, _ in "it kept its number \(x.0.number)" })
    let names = (
      old.project.files[a.file].swiftEnumName(a.path),
      new.project.files[b.file].swiftEnumName(b.path)
    )
    func subject(_ side: SchemaSide, _ declared: DeclaredEnum, _ value: ProtoEnumValue)
      -> SchemaSubject
    {
      side.subject(.enumValue, declared.path + [value.name], in: declared.file, value.place)
    }
    for pair in pairs.pairs {
      let ((x, oldCase), (y, newCase)) = (pairs.old[pair.old], pairs.new[pair.new])
      let subjects = (subject(old, a, x), subject(new, b, y))
      var causes = Causes(
        inheritedInSwift: outer.renamed ?? outer.inheritedInSwift,
        inheritedInObjectiveC: outer.renamed ?? outer.inheritedInObjectiveC)
      if x.name != y.name {
        causes.renamed = note(.enumValueRenamed, subjects.0, subjects.1, evidence: pair.evidence)
      }
      if x.number != y.number {
        let cause = note(
          .enumValueNumberChanged, subjects.0, subjects.1, (String(x.number), String(y.number)))
        // A number is a part of the names of cases that would otherwise be the same.
        causes.renamed = causes.renamed ?? cause
      }
      note(
        [("case", GeneratedMember(.enumCase, in: names.0, oldCase))],
        [("case", GeneratedMember(.enumCase, in: names.1, newCase))], causes, in: .swift)
      note(constant(x, of: a, old), constant(y, of: b, new), causes, in: .objectiveC)
    }
    for index in pairs.removed {
      let (value, caseName) = pairs.old[index]
      let causes = Causes(removed: note(.enumValueRemoved, subject(old, a, value), nil))
      note(
        [("case", GeneratedMember(.enumCase, in: names.0, caseName))], nil, causes, in: .swift)
      note(constant(value, of: a, old), nil, causes, in: .objectiveC)
    }
    let numbers = Set(a.enumeration.values.map(\.number))
    for index in pairs.added {
      let (value, caseName) = pairs.new[index]
      // An alias is no case.
      guard !numbers.contains(value.number) else { continue }
      let cause = note(.enumValueAdded, nil, subject(new, b, value))
      additions.append(
        GeneratedAddition(kind: .enumCase, type: names.0, name: bare(caseName), cause: cause))
    }
  }
}
