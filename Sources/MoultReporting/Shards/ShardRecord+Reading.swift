import MoultFindings
import MoultSource

/// A word of a report that Moult does not write there.
struct UnknownWord: Error {
  /// As the report has it.
  let word: String
}

extension ShardRecord {
  /// Returns what the shard found, and adds the places that it names to `positions`.
  ///
  /// - Parameter version: of the Moult that wrote the report.
  func result(
    version: String, _ positions: inout KnownPositions
  ) throws(UnknownWord) -> ShardResult {
    guard let shard = Shard(index: index, count: count) else {
      throw UnknownWord(word: "\(index)/\(count)")
    }
    var reading = Reading(positions: positions, isAboutChanges: isAboutChanges)
    var programs: [ShardResult.Program] = []
    for program in self.programs { programs.append(try reading.program(program)) }
    positions = reading.positions
    var rules: [RuleID: RuleDescription] = [:]
    for rule in self.rules {
      rules[RuleID(rule.id)] = RuleDescription(
        title: rule.title, page: rule.page, severity: try known(rule.severity), hop: rule.hop)
    }
    var failOn: Severity?
    if let word = gate.failOn { failOn = try known(word) }
    return ShardResult(
      shard: shard, version: version, run: run, programs: programs, reporters: reporters,
      coverage: try coverage.coverage(),
      gate: ShardResult.Gate(failOn: failOn, isStrict: gate.isBaselineStrict),
      baseline: baseline?.known(), surroundings: reading.surroundings,
      importEdits: reading.importEdits, touched: reading.touched, rules: rules)
  }
}

/// What a record says of findings, while they are read.
private struct Reading {
  var positions: KnownPositions
  var surroundings: [Finding: CodeSurroundings] = [:]
  var importEdits: [Finding: [FileEdits]] = [:]
  var touched: Set<ShardResult.Place>?

  init(positions: KnownPositions, isAboutChanges: Bool) {
    self.positions = positions
    touched = isAboutChanges ? [] : nil
  }

  mutating func program(
    _ program: ShardRecord.Program
  ) throws(UnknownWord) -> ShardResult.Program {
    var result = ShardResult.Program(
      name: program.name, decided: [], findings: [], suppressed: [], kept: [],
      gaps: try program.gaps.gaps(), unknown: try program.unknownTypes.places())
    for found in program.decided { result.decided.append(try finding(found)) }
    for found in program.findings { result.findings.append(try finding(found)) }
    for ignored in program.suppressed {
      let finding = try finding(ignored.found)
      positions.add(ignored.comment, in: finding.path)
      result.suppressed.append(
        SuppressedFinding(
          finding: finding, comment: try ignored.comment.range(), reason: ignored.reason))
    }
    for item in program.kept {
      result.kept.append(try item.finding(imports: [:], cause: nil, &positions))
    }
    return result
  }

  private mutating func finding(_ found: ShardRecord.Found) throws(UnknownWord) -> Finding {
    let finding = try found.finding.finding(
      imports: (found.importsOfFiles ?? [:]).mapValues { Set($0) }, cause: found.cause, &positions)
    surroundings[finding] = CodeSurroundings(context: found.context, code: found.code)
    if let edits = found.importEdits {
      var files: [FileEdits] = []
      for file in edits { files.append(try file.edits(&positions)) }
      importEdits[finding] = files
    }
    if found.isTouched ?? false { touched?.insert(ShardResult.Place(finding)) }
    return finding
  }
}

extension ShardRecord.Known {
  fileprivate func known() -> ShardResult.KnownEntries {
    ShardResult.KnownEntries(
      entries: entries.map {
        ShardResult.KnownEntry(
          fingerprint: Fingerprint(
            path: $0.path, rule: RuleID($0.rule), context: $0.context, code: $0.code,
            ordinal: $0.ordinal), exists: $0.exists, isAsked: $0.isAsked)
      }, rules: Set(rules.map { RuleID($0) }))
  }
}
