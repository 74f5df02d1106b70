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
  var offers = Offers()
  offers.add(of: match, file, symbol, said)
  var outcome = offers.best ?? .manual(nextStep(for: symbol, said, offers.obstacle))
  let state = said.kind == .unavailable ? "unavailable" : "deprecated"
  outcome.severity = said.kind == .unavailable ? .error : .warning
  outcome.message = "'\(shortName(of: symbol))' is \(state)" + reason(said)
  return outcome
}

/// What a library's words make of a use: what needs no person before what does, a new name before a body.
private struct Offers {
  private(set) var best: TransformOutcome?

  /// Why the first that was thought of cannot be written.
  private(set) var obstacle: String?

  mutating func add(
    of match: Match, _ file: FileContext, _ symbol: Symbol, _ said: Availability
  ) {
    if let text = said.renamed, let name = NewName(text) {
      consider(RenamedUse(match, file, name)?.outcome(), "Write '\(text)'")
    }
    let standIn = file.model.defaultImplementation(of: symbol)
    let doubt = standIn == nil ? nil : "a type can have a '\(symbol.name)' of its own"
    // What the body names and nobody declares is the library's own.
    if !isSafe, let name = NewName(forwardedBy: standIn ?? symbol),
      let use = RenamedUse(match, file, name), use.successor != nil
    {
      consider(use.outcome(), "Write '\(name.base)'", doubt)
    }
    guard !isSafe else { return }
    let old = standIn ?? symbol
    if let content = bodyConstants(of: old) {
      consider(
        InlinedBody(match, old, content, file)?.outcome(),
        "Write what '\(shortName(of: symbol))' does", doubt)
    } else if old.declaration?.body != nil {
      obstacle = obstacle ?? "what it does is more than one expression"
    }
  }

  private var isSafe: Bool { best?.consequence.safety == .safe }

  private mutating func consider(
    _ outcome: TransformOutcome?, _ title: String, _ doubt: String? = nil
  ) {
    guard var outcome else { return }
    let reason = outcome.consequence.reasons.last
    if let doubt { outcome.consequence.lower(to: .review, because: doubt) }
    guard outcome.consequence.safety != .manual else {
      obstacle = obstacle ?? reason
      return
    }
    guard best.map({ outcome.consequence.safety < $0.consequence.safety }) ?? true else { return }
    outcome.title = title
    best = outcome
  }
}

private func reason(_ said: Availability) -> String {
  if let renamed = said.renamed { return "; renamed to '\(renamed)'" }
  return said.message.map { ": " + sentence($0) } ?? ""
}

private func nextStep(
  for symbol: Symbol, _ said: Availability, _ obstacle: String?
) -> String {
  let why = obstacle.map { "; " + $0 } ?? ""
  if let message = said.message { return "follow the library's advice: " + sentence(message) + why }
  if let renamed = said.renamed { return "write '\(renamed)' by hand" + why }
  return "look into the documentation of '\(symbol.module)' for what replaces it" + why
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
