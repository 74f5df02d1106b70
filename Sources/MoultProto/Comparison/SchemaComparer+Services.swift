extension SchemaComparer {
  mutating func compareServices() {
    let (old, new) = (self.old, self.new)
    let oldFiles = self.oldFiles
    var pairs = SchemaPairs(
      old.services.map { (side: old, home: Int?.some($0.file), value: $0) },
      new.services.map { (side: new, home: oldFiles[$0.file], value: $0) })
    pairs.pair(by: { entry in entry.home.map { "\($0) \(entry.value.service.name)" } })
    pairs.pair(by: { $0.side.project.files[$0.value.file].fullName(of: $0.value.service) })
    pairs.pair(
      byLikeness: { a, b in
        guard a.home != nil, a.home == b.home else { return nil }
        let names = (
          Set(a.value.service.methods.map(\.name)), Set(b.value.service.methods.map(\.name))
        )
        let whole = max(names.0.count, names.1.count)
        guard whole > 0 else { return nil }
        let same = names.0.intersection(names.1).count
        return (Double(same) / Double(whole), "\(same) of \(whole) methods are the same")
      }, atLeast: 0.5)
    for pair in pairs.pairs {
      compare(old.services[pair.old], new.services[pair.new], evidence: pair.evidence)
    }
    for index in pairs.removed {
      let declared = old.services[index]
      let causes = Causes(
        removed: removedFiles[declared.file]
          ?? note(
            .serviceRemoved,
            old.subject(
              .service, [declared.service.name], in: declared.file, declared.service.place), nil))
      note(old.swiftTypes(of: declared), nil, causes, in: .swift)
      note(old.objectiveCTypes(of: declared), nil, causes, in: .objectiveC)
      for method in declared.service.methods {
        note(old.swiftMembers(of: method, in: declared), nil, causes, in: .swift)
        note(old.objectiveCMembers(of: method, in: declared), nil, causes, in: .objectiveC)
      }
    }
  }

  private mutating func compare(_ a: DeclaredService, _ b: DeclaredService, evidence: String?) {
    var causes = Causes(
      inheritedInSwift: swiftPrefixCauses[a.file],
      inheritedInObjectiveC: objectiveCPrefixCauses[a.file])
    if a.service.name != b.service.name {
      causes.renamed = note(
        .serviceRenamed,
        old.subject(.service, [a.service.name], in: a.file, a.service.place),
        new.subject(.service, [b.service.name], in: b.file, b.service.place), evidence: evidence)
    }
    for era in [GRPCSwiftEra.v1, .v2] {
      newSwiftTypes[old.project.files[a.file].swiftServiceName(a.service, era: era)] =
        new.project.files[b.file].swiftServiceName(b.service, era: era)
    }
    note(old.swiftTypes(of: a), new.swiftTypes(of: b), causes, in: .swift)
    note(old.objectiveCTypes(of: a), new.objectiveCTypes(of: b), causes, in: .objectiveC)
    compareMethods(a, b, causes)
  }

  private mutating func compareMethods(
    _ a: DeclaredService, _ b: DeclaredService, _ outer: Causes
  ) {
    let kept = self
    var pairs = SchemaPairs(
      a.service.methods.map { (isNew: false, method: $0) },
      b.service.methods.map { (isNew: true, method: $0) })
    func types(_ entry: (isNew: Bool, method: ProtoMethod)) -> [String] {
      let side = entry.isNew ? kept.new : kept.old
      let declared = entry.isNew ? b : a
      let scope = side.project.files[declared.file].fullName(of: declared.service)
      return [entry.method.inputType, entry.method.outputType].map {
        kept.typeName($0, in: scope, of: declared.file, side, renaming: !entry.isNew)
      }
    }
    pairs.pair(by: \.method.name)
    pairs.pair(
      by: { types($0) + ["\($0.method.kind)"] },
      evidence: { _, _ in "its request, response and streaming are the same" })
    if pairs.removed.count == pairs.added.count {
      let (removed, added) = (pairs.removed, pairs.added)
      let places = Dictionary(
        uniqueKeysWithValues: zip(removed, added).map { (a.service.methods[$0].name, $1) })
      pairs.pair(
        byLikeness: { x, y in
          guard types(x) == types(y), x.method.kind == y.method.kind,
            places[x.method.name].map({ b.service.methods[$0].name }) == y.method.name
          else { return nil }
          return (1, "its request, response, streaming and place are the same")
        }, atLeast: 1)
    }
    func subject(_ side: SchemaSide, _ declared: DeclaredService, _ method: ProtoMethod)
      -> SchemaSubject
    {
      side.subject(
        .method, [declared.service.name, method.name], in: declared.file, method.place)
    }
    for pair in pairs.pairs {
      let (x, y) = (a.service.methods[pair.old], b.service.methods[pair.new])
      let subjects = (subject(old, a, x), subject(new, b, y))
      var causes = Causes(
        inheritedInSwift: outer.renamed ?? outer.inheritedInSwift,
        inheritedInObjectiveC: outer.renamed ?? outer.inheritedInObjectiveC)
      if x.name != y.name {
        causes.renamed = note(.methodRenamed, subjects.0, subjects.1, evidence: pair.evidence)
      }
      let names = (types(pairs.old[pair.old]), types(pairs.new[pair.new]))
      if names.0[0] != names.1[0] {
        causes.retyped = note(
          .methodRequestChanged, subjects.0, subjects.1, (names.0[0], names.1[0]))
      }
      if names.0[1] != names.1[1] {
        let cause = note(
          .methodResponseChanged, subjects.0, subjects.1, (names.0[1], names.1[1]))
        causes.retyped = causes.retyped ?? cause
      }
      if x.kind != y.kind {
        causes.reshaped = note(
          .methodStreamingChanged, subjects.0, subjects.1, (words(x.kind), words(y.kind)))
      }
      if causes.retyped == nil { causes.retyped = causes.reshaped }
      note(old.swiftMembers(of: x, in: a), new.swiftMembers(of: y, in: b), causes, in: .swift)
      note(
        old.objectiveCMembers(of: x, in: a), new.objectiveCMembers(of: y, in: b), causes,
        in: .objectiveC)
    }
    for index in pairs.removed {
      let method = a.service.methods[index]
      let causes = Causes(removed: note(.methodRemoved, subject(old, a, method), nil))
      note(old.swiftMembers(of: method, in: a), nil, causes, in: .swift)
      note(old.objectiveCMembers(of: method, in: a), nil, causes, in: .objectiveC)
    }
    let file = old.project.files[a.file]
    for index in pairs.added {
      let method = b.service.methods[index]
      let cause = note(.methodAdded, nil, subject(new, b, method))
      for era in [GRPCSwiftEra.v1, .v2] {
        additions.append(
          GeneratedAddition(
            kind: .requirement, type: file.swiftServiceName(a.service, era: era),
            name: bare(method.swiftFunctionName(era: era)), method: method.name, cause: cause))
      }
    }
  }

  private func words(_ kind: ProtoMethod.Kind) -> String {
    switch kind {
    case .unary: "unary"
    case .clientStreaming: "client streaming"
    case .serverStreaming: "server streaming"
    case .bidirectionalStreaming: "bidirectional streaming"
    }
  }
}
