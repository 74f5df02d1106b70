import MoultFindings
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns what a rule's own words make of a match: the template in its place, and what changes around it.
///
/// - Parameter silenced: the nodes whose `try` may go because of other matches.
/// - Returns: nil if nothing changes.
func applied(
  _ rewrite: Rewrite, to match: Match, _ silenced: Set<Node>, _ file: FileContext
) -> TransformOutcome? {
  guard let template = rewrite.template else {
    return change(rewrite, around: match, silenced, file)
  }
  if let module = template.text(match.bindings, in: file.source),
    let removal = removal(ofImport: match.node, for: module, in: file)
  {
    return TransformOutcome(removal)
  }
  let shared = NamesBesideImport(match, file)
  if !shared.isEmpty, !usesModule(match.node.name, in: file),
    let removal = removal(ofImport: match.node, in: file)
  {
    var outcome = TransformOutcome(removal)
    outcome.title = "Remove the import, which nothing in the file needs"
    return outcome
  }
  if let name = shared.unknown {
    let module = template.text(match.bindings, in: file.source) ?? ""
    return .manual(
      "write its module before '\(name)', which '\(module)' declares as well, and run it again")
  }
  var consequence = Consequence()
  guard let edits = replacement(template, rewrite, for: match, file) else {
    return .manual(whatIsMissing(for: template, rewrite, match, file))
  }
  consequence.edits = edits + shared.edits
  if !rewrite.staysOptional, wasOptional(match, file) {
    consequence.merge(demotionOfOptional(match.node, in: file))
    // What another '?' keeps optional stays as it is, name and all.
    if consequence.edits.allSatisfy({
      file.source.bytes[$0.range.indices].elementsEqual($0.replacement)
    }),
      consequence.safety == .safe, endsOptionalChain(match.node, in: file)
    {
      return nil
    }
  }
  if !rewrite.staysThrowing {
    consequence.merge(removalOfThrow(from: match.node, alsoSilenced: silenced, in: file))
  }
  let effects = rewrite.effects.subtracting(match.symbol?.effects ?? [])
  if !effects.isEmpty {
    consequence.merge(
      addition(of: effects, to: match.node, in: file, isolatedTo: rewrite.actor))
  }
  if rewrite.mutatesBase, let base = match.nodes["base"] {
    consequence.merge(mutability(of: base, in: file))
  }
  do throws(InnerObstacle) {
    consequence.edits += try innerEdits(rewrite.inner, of: match, in: file)
  } catch {
    return .manual(error.nextStep)
  }
  return TransformOutcome(
    consequence, imports: rewrite.imports.union(importsOfType(template, for: match, file)))
}

/// What changes around code that stays as it is, because it is no longer optional, throws, suspends or mutates.
///
/// The name stays, so a use around which nothing changes is no finding. Neither is a member that no optional has: who asks
/// for one knows that nothing is optional there.
private func change(
  _ rewrite: Rewrite, around match: Match, _ silenced: Set<Node>, _ file: FileContext
) -> TransformOutcome? {
  var consequence = Consequence()
  if !rewrite.staysOptional {
    if let member = match.node.parent, member.kind == .memberAccess,
      member.children.first == match.node, !membersOfOptional.contains(member.name)
    {
      return nil
    }
    guard let demotion = demotionUnlessNew(match.node, in: file) else { return nil }
    consequence.merge(demotion)
  }
  if !rewrite.staysThrowing {
    consequence.merge(
      removalOfThrow(
        from: match.node, alsoSilenced: silenced.union([match.node]), in: file))
  }
  if let fallback = rewrite.fallback {
    guard match.node.wantsValue else { return nil }
    guard let text = fallback.text(match.bindings, in: file.source) else { return .manual() }
    var editor = file.editor
    editor.replace(match.node, with: .infix(.kept(match.node), "??", .word(text)))
    consequence.edits += editor.edits
  }
  var effects = rewrite.effects
  if coveringTry(of: match.node) != nil { effects.remove(.throwing) }
  if !effects.isEmpty {
    consequence.merge(
      addition(of: effects, to: match.node, in: file, isolatedTo: rewrite.actor))
  }
  if rewrite.mutatesBase, let base = match.nodes["base"] {
    consequence.merge(mutability(of: base, in: file))
  }
  let isNothing =
    consequence.edits.isEmpty && consequence.elsewhere.isEmpty && consequence.safety == .safe
  return isNothing ? nil : TransformOutcome(consequence, imports: rewrite.imports)
}

/// The module of a type that takes an old one's place, where the old one was only seen through another file's import.
private func importsOfType(_ template: Template, for match: Match, _ file: FileContext) -> Set<
  String
> {
  guard match.rule.finder.replacement == .type, isUncertain(match, file),
    let name = template.text(match.bindings, in: file.source),
    let dot = name.firstIndex(of: "."), !name.hasPrefix("Swift.")
  else { return [] }
  return [String(name[..<dot])]
}

private func wasOptional(_ match: Match, _ file: FileContext) -> Bool {
  guard let symbol = match.symbol else { return true }
  if case .optional = symbol.type { return true }
  return false
}

private func replacement(
  _ template: Template, _ rewrite: Rewrite, for match: Match, _ file: FileContext
) -> [Edit]? {
  if rewrite.place == .statement {
    return match.statement.flatMap {
      template.edits(
        replacing: $0.range, match.bindings(for: template, file), in: file.source)
    }
  }
  switch match.rule.finder.replacement {
  case .type:
    let name = template.text(match.bindings, in: file.source) ?? ""
    var range = match.replaced
    if rewrite.isConcrete, let parent = match.node.parent, parent.kind == .someOrAnyType {
      range = parent.range.lowerBound..<range.upperBound
    }
    return [Edit(range, file.spelling(of: name, replacing: match))]
  case .name:
    return template.edits(replacing: match.replaced, match.bindings, in: file.source)
  case .expression:
    return memberReplacement(template, for: match, file)
  }
}

/// What has to be written, in the imperative, before a template can stand for a match; nil if the page says it.
private func whatIsMissing(
  for template: Template, _ rewrite: Rewrite, _ match: Match, _ file: FileContext
) -> String? {
  if rewrite.place == .statement {
    return match.statement == nil && match.rule.nextStep == nil
      ? "take '\(match.node.spelledName)' out of the expression around it, and run it again" : nil
  }
  let bound = match.bindings(for: template, file)
  guard let missing = template.variables.first(where: { bound[$0] == nil }) else { return nil }
  let name = (match.node.callee ?? match.node).spelledName
  if missing == "base" {
    return match.node.kind == .functionCall || match.node.kind == .memberAccess
      ? "write the type or value before '.\(name)', and run it again; the new form names it twice"
      : "write 'self.' before '\(name)', and run it again; the new form says what it belongs to"
  }
  if missing == "conformer" {
    return "write it in the type that conforms; no such type stands here"
  }
  if missing.hasSuffix(".type") {
    return "declare the type of the value that is passed to '\(name)', and run it again"
  }
  if let place = Int(missing), let parameters = match.symbol?.parameters, place > 0,
    place <= parameters.count, let label = parameters[place - 1].label
  {
    return "pass '\(label):' to '\(name)', which leaves it out, and run it again"
  }
  return "call '\(name)' with all its arguments instead of handing it on, and run it again"
}

/// A member of `self`, or an implicit member, has no `$base` to carry over: only its name changes.
private func memberReplacement(
  _ template: Template, for match: Match, _ file: FileContext
) -> [Edit]? {
  if template.variables.isEmpty, let text = template.text(match.bindings, in: file.source) {
    return [Edit(match.replaced, file.spelling(ofValue: text, for: match.rule, at: match.node))]
  }
  if let edits = template.edits(replacing: match.replaced, match.bindings, in: file.source) {
    return edits
  }
  let pieces = template.pieces
  guard match.nodes["base"] == nil, case .variable("base")? = pieces.first,
    case .text(let text)? = pieces.dropFirst().first, text.hasPrefix(".")
  else { return nil }
  let rest = Template(
    pieces.dropFirst().map { piece in
      switch piece {
      case .text(let text): text.replacing("$", with: "$$")
      case .variable(let name): "$\(name)"
      }
    }.joined().dropFirst().description)
  let start =
    match.node.kind == .memberAccess ? match.node.mainToken.start : match.replaced.lowerBound
  return rest.edits(replacing: start..<match.replaced.upperBound, match.bindings, in: file.source)
}

extension Node {
  /// The word that a person would look for: the name that is called or referred to.
  fileprivate var spelledName: String { tree.text(of: mainTokenID) }
}
