import MoultFindings
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

// A member in a key path, and a function that is passed on as a value, have no receiver and no arguments that a rule could
// rewrite. A name that only changes is renamed; all else is left to a person, who finds the place by it.

extension Match {
  /// Whether a member stands in a key path, `\.name`, or a function that the rule knows by its calls is not called here.
  var isUnapplied: Bool {
    if node.kind == .keyPathComponent { return true }
    return rule.finder is CallFinder && node.kind != .functionCall && node.kind != .subscriptCall
  }
}

extension SwiftRule {
  /// Whether there is advice and no edit.
  var isAdvice: Bool {
    if case .advise = action { return true }
    return false
  }
}

/// Returns what becomes of a member in a key path, or of a function as a value.
func outcomeUnapplied(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.kind == .keyPathComponent else {
    return .manual("write a closure that calls it in its place, and run it again")
  }
  var renamed: TransformOutcome?
  switch match.rule.action {
  case .rewrite(let rewrite):
    if let name = newName(rewrite) {
      var editor = file.editor
      editor.rename(match.range, to: name)
      renamed = TransformOutcome(Consequence(editor), imports: rewrite.imports)
    }
  case .transform(let transform):
    renamed = MoultMatching.outcome(of: transform, match, file)
    if renamed == nil, match.rule.finder is GeneratedMemberFinder { return nil }
    if let outcome = renamed, !isRename(outcome.consequence, of: match) { renamed = nil }
  default: break
  }
  guard var outcome = renamed else {
    return .manual(
      "write a closure in place of the key path, '{ $0.\(match.node.name) }', and run it again")
  }
  if isUncertain(match, file), outcome.consequence.safety == .safe {
    outcome.consequence.lower(to: .review, because: match.doubt ?? "the root is not certain")
  }
  return outcome
}

/// The name that takes the place of a member's, where nothing else about it changes.
private func newName(_ rewrite: Rewrite) -> String? {
  guard rewrite.place == .match, rewrite.staysOptional, rewrite.staysThrowing,
    rewrite.effects.isEmpty, !rewrite.mutatesBase, let pieces = rewrite.template?.pieces,
    pieces.count == 2, pieces[0] == .variable("base"), case .text(let text) = pieces[1],
    text.first == ".", isName(text.dropFirst().utf8)
  else { return nil }
  return String(text.dropFirst())
}

/// Whether all that changes is the name of the member.
private func isRename(_ consequence: Consequence, of match: Match) -> Bool {
  !consequence.edits.isEmpty && consequence.elsewhere.isEmpty
    && consequence.edits.allSatisfy {
      match.range.contains($0.range) && isName($0.replacement)
    }
}

private func isName(_ text: some Collection<UInt8>) -> Bool {
  !text.isEmpty
    && text.allSatisfy { byte in
      byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}

extension Node {
  /// Whether a name is that of what a call calls.
  var isCalled: Bool {
    var callee = self
    while let parent = callee.parent {
      switch parent.kind {
      case .genericSpecialization, .optionalChaining, .forceUnwrap: callee = parent
      case .functionCall: return parent.children.first == callee
      default: return false
      }
    }
    return false
  }
}
