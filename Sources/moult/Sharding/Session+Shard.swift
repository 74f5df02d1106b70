import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultSource
import MoultSurfaces

extension Session {
  /// Returns what `moult merge` needs of this shard; nil if the session is about all that was asked for.
  ///
  /// - Parameters:
  ///   - analysis: of all that was found.
  ///   - decided: what there is to say about targets that were decided, by program; empty if nobody asked.
  func shardResult(
    of analysis: Engine.Analysis, decided: [[Finding]], _ terms: LintRun.Terms
  ) async -> ShardResult? {
    guard let elsewhere = workspace.elsewhere else { return nil }
    let programs = programs(analysis, decided)
    let found = programs.flatMap {
      $0.decided + $0.findings + $0.suppressed.map(\.finding)
    }
    let facts = await engine.describe(workspace.files, found)
    var coverage = workspace.coverage
    coverage.add(sourceLiterals(in: workspace.files, importing: engine.modules))
    return ShardResult(
      shard: elsewhere.shard, version: toolVersion, run: shardRun(elsewhere, terms),
      programs: programs,
      reporters: reportersOfSharedFiles, coverage: coverage,
      gate: ShardResult.Gate(failOn: failOn, isStrict: terms.isStrict),
      baseline: terms.baseline.map { knownEntries($0, elsewhere) },
      surroundings: facts.fingerprints.mapValues {
        CodeSurroundings(context: $0.context, code: $0.code)
      }, importEdits: facts.importEdits,
      touched: terms.changed.map { changed in
        Set(
          changed.touched(
            found, sources: workspace.files.map(\.source), base: workspace.base
          ).map { ShardResult.Place($0) })
      },
      rules: facts.rules.filter { id, description in
        guard let builtIn = try? builtInCatalogue.get() else { return true }
        return ruleDescriptions([id], builtIn)[id] != description
      })
  }

  /// How many of the shard's programs report on a file, for those that programs share, by path.
  private var reportersOfSharedFiles: [String: Int] {
    let programs = workspace.programs
    return workspace.files.reduce(into: [:]) { numbers, file in
      let path = file.source.path
      let number = programs.reporters(on: path)
      if number > 1 || programs.isReportedElsewhere(path) { numbers[path] = number }
    }
  }

  /// What each program of the shard gave.
  private func programs(
    _ analysis: Engine.Analysis, _ decided: [[Finding]]
  ) -> [ShardResult.Program] {
    var results = analysis.programs[...]
    return workspace.programs.all.enumerated().map { number, program in
      // Programs of which no file is in the run have no result.
      let result = results.first?.program == program.name ? results.popFirst() : nil
      return ShardResult.Program(
        name: program.name, decided: decided.indices.contains(number) ? decided[number] : [],
        findings: result?.findings ?? [], suppressed: result?.suppressed ?? [],
        kept: result?.kept ?? [], gaps: result?.gaps ?? [],
        unknown: result?.unknown ?? [])
    }
  }

  /// The entries of a baseline that this shard tells of.
  private func knownEntries(
    _ known: KnownFindings, _ elsewhere: WorkspaceElsewhere
  ) -> ShardResult.KnownEntries {
    ShardResult.KnownEntries(
      entries: known.baseline.entries.filter { !elsewhere.has($0.path) }.map { entry in
        ShardResult.KnownEntry(
          fingerprint: entry, exists: paths.contains(entry.path),
          isAsked: asksAbout(entry.path, inMarkdown: false))
      }, rules: request.rules)
  }

  /// What shards of one run have in common: the tree, the configuration, and what was asked of it.
  private func shardRun(_ elsewhere: WorkspaceElsewhere, _ terms: LintRun.Terms) -> String {
    let options =
      [
        elsewhere.treeDigest, failOn?.rawValue ?? "never", terms.isStrict ? "strict" : "",
        terms.changed == nil ? "all" : "changes",
      ] + askedRules.sorted()
      + (terms.baseline?.baseline.entries.map(\.digest) ?? ["no baseline"])
      + inputs.configuration.map { path in
        (try? readFile(path)).map { hexadecimal(stableHash($0)) } ?? ""
      }
    return hexadecimal(stableHash(options.joined(separator: "\u{0}").utf8))
  }
}
