import MoultFindings
import MoultMatching
import MoultRules

/// What several findings can be done by in more than one way, as nobody has said yet which.
struct OpenChoice {
  /// `grpc-swift.blocking-calls`.
  let option: String

  /// The values of the option, the one that holds first, each with what it means.
  let titles: [(value: String, title: String)]

  /// How many findings it decides about.
  let number: Int
}

/// Returns what the findings leave open, in order of the options' names.
func openChoices(among findings: [Finding], _ session: Session) -> [OpenChoice] {
  (offered(by: findings) + answerable(about: findings, session)).filter { choice in
    session.request.configuration.options[choice.option] == nil
  }.sorted { $0.option < $1.option }
}

/// The options of which findings offer a fix for each value.
private func offered(by findings: [Finding]) -> [OpenChoice] {
  let all = Dictionary(grouping: findings.filter { $0.alternatives != nil }) {
    $0.alternatives?.option ?? ""
  }
  return all.map { option, findings in
    var titles: [(value: String, title: String)] = []
    for finding in findings {
      guard let alternatives = finding.alternatives, let fix = finding.fix else { continue }
      let own = [(alternatives.chosen, fix.title)]
      for (value, title) in own + alternatives.others.map({ ($0.value, $0.fix.title) })
      where !titles.contains(where: { $0.value == value }) { titles.append((value, title)) }
    }
    return OpenChoice(option: option, titles: titles, number: findings.count)
  }
}

/// Returns the options that several rules obey together, as far as fixes of the findings would be others with another value.
///
/// An option about one era decides nothing that stays where the way goes on from there.
private func answerable(about findings: [Finding], _ session: Session) -> [OpenChoice] {
  let hops = Set(
    session.engine.rules.filter { session.request.rules.contains(RuleID($0.id)) }
      .compactMap { rule in rule.hop.map { "\(rule.library) \($0.prefix { $0 != "-" })" } })
  return optionTable.compactMap { option in
    guard case .choice(let values) = option.kind, !option.titles.isEmpty else { return nil }
    if let era = option.era, hops.contains("\(option.section) \(era)") { return nil }
    let number = findings.count { $0.commonOptions.contains(option.name) }
    guard number > 0 else { return nil }
    return OpenChoice(
      option: option.name, titles: zip(values, option.titles).map { (value: $0, title: $1) },
      number: number)
  }
}
