import MoultFindings
package import MoultMatching
package import MoultSemantics
import MoultSource
import MoultSyntax

/// Rewrites a use of what a library has retired, as the library itself says.
///
/// `renamed:` comes first, then the body, then the message as advice.
package func retiredUse(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let symbol = match.symbol, let said = match.availability, said.kind != .onSomePlatforms
  else { return nil }
  var outcome = rewritten(match, file, symbol, said) ?? .manual(nextStep(for: symbol, said))
  let state = said.kind == .unavailable ? "unavailable" : "deprecated"
  outcome.severity = said.kind == .unavailable ? .error : .warning
  outcome.message = "'\(shortName(of: symbol))' is \(state)" + reason(said)
  return outcome
}

/// Returns the best that the library says: what needs no person before what does, a new name before a body.
private func rewritten(
  _ match: Match, _ file: FileContext, _ symbol: Symbol, _ said: Availability
) -> TransformOutcome? {
  var best: TransformOutcome?
  func offer(_ outcome: TransformOutcome?, _ title: String) {
    guard var outcome, outcome.consequence.safety != .manual,
      best.map({ outcome.consequence.safety < $0.consequence.safety }) ?? true
    else { return }
    outcome.title = title
    best = outcome
  }
  if let text = said.renamed, let name = NewName(text) {
    offer(RenamedUse(match, file, name)?.outcome(), "Write '\(text)'")
  }
  guard best?.consequence.safety != .safe else { return best }
  // What the body names and nobody declares is the library's own.
  if let name = NewName(forwardedBy: symbol), let use = RenamedUse(match, file, name),
    use.successor != nil
  {
    offer(use.outcome(), "Write '\(name.base)'")
  }
  guard best?.consequence.safety != .safe else { return best }
  offer(
    InlinedBody(match, file)?.outcome(), "Write what '\(shortName(of: symbol))' does")
  return best
}

private func reason(_ said: Availability) -> String {
  if let renamed = said.renamed { return "; renamed to '\(renamed)'" }
  return said.message.map { ": " + sentence($0) } ?? ""
}

private func nextStep(for symbol: Symbol, _ said: Availability) -> String {
  if let message = said.message { return "follow the library's advice: " + sentence(message) }
  if let renamed = said.renamed { return "write '\(renamed)' by hand" }
  return "look into the documentation of '\(symbol.module)' for what replaces it"
}

/// A message as one line without a final period.
func sentence(_ message: String) -> String {
  let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return line.hasSuffix(".") ? String(line.dropLast()) : line
}

/// The name of a declaration with its labels, and with its type where that alone names it.
package func shortName(of symbol: Symbol) -> String {
  let labels =
    symbol.kind.isCallable
    ? "(" + symbol.parameters.map { ($0.label ?? "_") + ":" }.joined() + ")" : ""
  let isNamed = symbol.kind != .initializer && symbol.kind != .subscript
  return (isNamed ? "" : symbol.parent.map { $0.name + "." } ?? "") + symbol.name + labels
}
