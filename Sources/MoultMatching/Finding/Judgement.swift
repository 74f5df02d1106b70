package import MoultFindings
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// What the rules of an index find in a file.
package struct FileFindings: Sendable {
  /// Sorted.
  package let findings: [Finding]

  /// What may be a finding, and nobody can say, as a type is not known; in source order.
  package let unknown: [UnknownPlace]

  package init(findings: [Finding] = [], unknown: [UnknownPlace] = []) {
    self.findings = findings
    self.unknown = unknown
  }
}

/// Finds what the index's rules are about in a file.
///
/// A rule that replaces a whole call owns its callee: renames inside what it judges are no findings.
///
/// - Parameter questions: what is told of fixes beside the fixes themselves.
package func findings(
  in file: FileContext, _ index: RuleIndex, answering questions: FixQuestions = .all
) -> FileFindings {
  let found = matches(in: file, index)
  let all = found.matches
  let silenced = nodesThatStopThrowing(all)
  let judged = all.compactMap { match in
    outcome(of: match, silenced, file).map { JudgedMatch(match: match, outcome: $0) }
  }
  let findings = withoutOverruled(judged).map { judged in
    var finding = finding(for: judged.match, judged.outcome, file)
    if questions.alternatives.contains(finding.safety) {
      finding = finding.offering(alternatives(to: finding.fix, of: judged, silenced, file))
    }
    if questions.includesCommonOptions {
      finding = finding.obeying(commonOptions(thatDecide: finding.fix, of: judged, silenced, file))
    }
    return finding
  }
  return FileFindings(findings: findings.sorted(), unknown: found.unknown)
}

/// Returns what the rule would do with the other values of its option, as far as that is something else.
private func alternatives(
  to own: Fix?, of judged: JudgedMatch, _ silenced: Set<Node>, _ file: FileContext
) -> FixAlternatives? {
  guard let choice = judged.match.rule.choice, let own else { return nil }
  let chosen = choice.value(in: file)
  var others: [FixAlternatives.Other] = []
  for value in choice.values where value.name != chosen?.name {
    let other = file.choosing(value.name, of: choice.option)
    guard let outcome = outcome(of: judged.match, silenced, other),
      let fix = finding(for: judged.match, outcome, other).fix, fix.files != own.files,
      !others.contains(where: { $0.fix.files == fix.files })
    else { continue }
    others.append(FixAlternatives.Other(value: value.name, fix: fix))
  }
  return chosen.map {
    FixAlternatives(option: choice.option, chosen: $0.name, others: others)
  }
}

/// Returns the options that the rule obeys together with others, as far as another value gives another fix here.
private func commonOptions(
  thatDecide own: Fix?, of judged: JudgedMatch, _ silenced: Set<Node>, _ file: FileContext
) -> Set<String> {
  guard let own else { return [] }
  let deciding = judged.match.rule.obeyed.filter { option in
    option.values.contains { value in
      let other = file.choosing(value, of: option.name)
      let outcome = outcome(of: judged.match, silenced, other)
      return outcome.flatMap { finding(for: judged.match, $0, other).fix }?.files != own.files
    }
  }
  return Set(deciding.map(\.name))
}

extension RuleChoice {
  /// The value that holds in a file; nil if the configuration has one that the rule does not know.
  fileprivate func value(in file: FileContext) -> Value? {
    guard let name = file.options.text(option) else { return values.first }
    return values.first { $0.name == name }
  }
}

/// A match with what becomes of it.
private struct JudgedMatch {
  let match: Match
  let outcome: TransformOutcome

  /// The bytes that the match points at or takes away.
  var claims: [ByteRange] {
    guard match.ownsItsParts else { return [] }
    // What is left to a person is edited nowhere, so it takes nothing away from other rules.
    guard outcome.consequence.safety != .manual else { return [match.range] }
    let replaced = outcome.consequence.edits.map(\.range).filter { !$0.isEmpty }
    return [match.range] + replaced
  }

  private var consequence: [Edit] { outcome.consequence.edits }

  /// Whether both are places of one thing that is rewritten as a whole, be it found by one rule or by two.
  func isPlaceOfTheSame(as other: JudgedMatch) -> Bool {
    guard outcome.isPlaceOfMany else { return false }
    if match.rule.id == other.match.rule.id { return true }
    return other.outcome.isPlaceOfMany && consequence == other.consequence
  }
}

/// Drops matches that lie in bytes which another match claims, unless both are places of one rewriting.
///
/// - Complexity: O(*n* log *n*) in the matches, where few claims reach over a candidate.
private func withoutOverruled(_ judged: [JudgedMatch]) -> [JudgedMatch] {
  let claims = judged.flatMap { judged in judged.claims.map { (judged, $0) } }
    .sorted { $0.1.lowerBound < $1.1.lowerBound }
  guard !claims.isEmpty else { return judged }
  // How far the claims up to each one reach: what lies behind that no earlier one holds.
  var reach: [ByteOffset] = []
  for (_, claim) in claims { reach.append(max(reach.last ?? claim.upperBound, claim.upperBound)) }
  return judged.filter { candidate in
    let range = candidate.match.range
    var low = claims.partitioningIndex { $0.1.lowerBound > range.lowerBound }
    while low > 0, reach[low - 1] >= range.upperBound {
      low -= 1
      let (claimant, claim) = claims[low]
      // Of two rules about one expression, the one that points at more of it has the last word.
      let isAnother =
        claimant.match.node != candidate.match.node
        || (claim == claimant.match.range && claim != range)
      if isAnother, range.upperBound <= claim.upperBound, range.lowerBound >= claim.lowerBound,
        !candidate.isPlaceOfTheSame(as: claimant)
      {
        return false
      }
    }
    return true
  }
}

/// The nodes whose `try` may go because of another match of the same file.
private func nodesThatStopThrowing(_ matches: [Match]) -> Set<Node> {
  var result: Set<Node> = []
  for match in matches {
    if case .rewrite(let rewrite) = match.rule.action, !rewrite.staysThrowing {
      result.insert(match.node)
    }
  }
  return result
}

private func outcome(
  of match: Match, _ silenced: Set<Node>, _ file: FileContext
) -> TransformOutcome? {
  if match.cause != nil {
    return .manual("migrate the declaration that this value comes from first")
  }
  if match.isUnapplied, !match.rule.isAdvice { return outcomeUnapplied(match, file) }
  if let refusal = match.rule.refusals.first(where: { $0.holds(for: match, in: file) }) {
    var outcome = TransformOutcome.manual(
      refusal.nextStep.text(match.bindings(for: refusal.nextStep, file), in: file.source))
    outcome.message = refusal.message.flatMap { message in
      var bindings = match.bindings(for: message, file)
      bindings["found"] = .text(oneLine(file.source.text(match.range)))
      return message.text(bindings, in: file.source)
    }
    return outcome
  }
  var outcome: TransformOutcome
  switch match.rule.action {
  case .advise:
    outcome = TransformOutcome(Consequence())
    outcome.consequence.safety = .manual
  case .relabel(let relabelling):
    guard let consequence = relabelled(relabelling, match, in: file) else { return nil }
    outcome = TransformOutcome(consequence, imports: relabelling.imports)
  case .retype(let retyping):
    outcome = TransformOutcome(
      retyped(retyping, match, in: file), imports: retyping.imports)
  case .rewriteStatements(let rewriting):
    guard let result = rewritten(rewriting, match, in: file) else { return nil }
    outcome = result
  case .reshape(let call):
    guard let result = reshaped(call, match, in: file) else { return nil }
    outcome = result
  case .extend(let addition):
    guard let result = extended(addition, match, in: file) else { return nil }
    outcome = result
  case .askType: outcome = TransformOutcome(questionToType(match, in: file))
  case .makeInstanceMember(let member):
    guard let consequence = instanceMember(member, match, in: file) else { return nil }
    outcome = TransformOutcome(consequence)
  case .removeStatement: outcome = removedStatement(match, in: file)
  case .rewrite(let rewrite):
    guard let result = applied(rewrite, to: match, silenced, file) else { return nil }
    outcome = result
  case .transform(let transform):
    if isCallOnSelf(match) {
      return .manual("write 'self.' before it, so that it is seen to be a call, and run it again")
    }
    guard let result = MoultMatching.outcome(of: transform, match, file) else { return nil }
    outcome = result
  }
  if isUncertain(match, file), outcome.consequence.safety == .safe {
    outcome.consequence.lower(to: .review, because: match.doubt ?? importedElsewhere)
  }
  if outcome.consequence.safety != .manual, let reason = match.rule.reason,
    let text = reason.text(match.bindings(for: reason, file), in: file.source)
  {
    outcome.consequence.lower(to: match.rule.safety, because: text)
  }
  return outcome
}

/// Whether a generated call stands in an extension of its client, with no receiver to build upon; a call of one message that gives
/// one reply needs none, and neither does one of futures that a function returns.
private func isCallOnSelf(_ match: Match) -> Bool {
  guard let finder = match.rule.finder as? GeneratedCallFinder,
    match.node.callee?.kind == .declReference
  else { return false }
  if finder.style == .future, let parent = match.node.parent,
    parent.kind == .returnStmt || parent.kind == .codeBlock && parent.items.count == 1
  {
    return false
  }
  let completes = match.node.arguments.contains { $0.argumentLabel == "completion" }
  return completes || !match.node.trailingClosures.isEmpty || !finder.isUnary(match.symbol)
}

/// Why what a name means is not certain.
private let importedElsewhere =
  "the file itself does not import the module that declares the name"

/// Whether the name is only known through an import of another file.
func isUncertain(_ match: Match, _ file: FileContext) -> Bool {
  match.doubt != nil
    || match.rule.finder.isAboutDeclaration && !file.semantics.isCertain(match.node)
}

private func finding(
  for match: Match, _ outcome: TransformOutcome, _ file: FileContext
) -> Finding {
  let rule = match.rule
  var bindings = match.bindings
  bindings["found"] = .text(oneLine(file.source.text(match.range)))
  let consequence = outcome.consequence
  // What is wrong here may be mended in another file.
  let isEmpty = consequence.edits.isEmpty && consequence.elsewhere.isEmpty
  let files = fileEdits(consequence, file.source.path)
  let isTorn = !files.allSatisfy(\.edits.areApart)
  let namesUnseen = files.contains { file in
    file.edits.contains { edit in
      edit.replacement.firstIndex(ofBytes: bytesOfUnseenMessage, from: 0) != nil
    }
  }
  let isNone = isEmpty || isTorn || namesUnseen
  let safety = isNone ? Safety.manual : max(rule.safety, consequence.safety)
  var nextStep = outcome.nextStep ?? rule.nextStep?.text(bindings, in: file.source)
  if isTorn {
    nextStep =
      "its rewrite would change the same text twice; write what stands around it as statements of their own, and run it again"
  } else if namesUnseen {
    nextStep =
      "no file declares the messages of this call, and the new code would have to name one; write the type at the variable or the function that gets it, or run it where the generated code is"
  } else if safety == .manual, let reason = consequence.reasons.first {
    nextStep = [reason, nextStep].compactMap { $0 }.joined(separator: "; ")
  }
  var fix: Fix?
  if safety != .manual {
    fix = Fix(
      title: outcome.title ?? rule.choice?.value(in: file)?.title
        ?? rule.title.text(bindings, in: file.source) ?? "Rewrite it",
      safety: safety, files: files,
      imports: ImportChange(
        add: outcome.imports.union(rule.modules().subtracting(file.semantics.visibleModules)),
        addToFile: outcome.importsHere.isEmpty ? [:] : [file.source.path: outcome.importsHere]))
  }
  // What says what to do is not said twice.
  let reasons = safety == .manual ? consequence.reasons.dropFirst() : consequence.reasons[...]
  let evidence =
    file.semantics.evidence(for: match.node).map { Evidence($0) }
    + reasons.map { Evidence($0) }
    + (isUncertain(match, file) && !consequence.reasons.contains(match.doubt ?? importedElsewhere)
      ? [Evidence(match.doubt ?? importedElsewhere)] : [])
  return Finding(
    rule: rule.id, severity: outcome.severity ?? rule.severity, path: file.source.path,
    range: match.range, construct: construct(headedBy: match),
    message: outcome.message ?? rule.message.text(bindings, in: file.source) ?? rule.id.rawValue,
    nextStep: fix == nil ? nextStep : nil, evidence: evidence,
    related: (match.cause.map {
      [RelatedPlace(path: $0.path, range: $0.range, message: "the value comes from here")]
    } ?? []) + outcome.related, fix: fix
  ).being(partOf: outcome.unit)
}

private let bytesOfUnseenMessage = Array(unseenMessage.utf8)

private func fileEdits(_ consequence: Consequence, _ path: String) -> [FileEdits] {
  let own = consequence.edits + (consequence.elsewhere[path] ?? [])
  let sorted = own.sorted { $0.range.lowerBound < $1.range.lowerBound }
  return (own.isEmpty ? [] : [FileEdits(path: path, edits: sorted)])
    + consequence.elsewhere.filter { $0.key != path }
    .map { FileEdits(path: $0.key, edits: $0.value) }
}

private func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
