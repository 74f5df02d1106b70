import MoultFindings
import MoultMatching
import MoultSource

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

/// An option that several rules obey together, so that no finding by itself offers a fix for each of its values.
private struct CommonOption: Sendable {
  let name: String

  /// The values, the one that holds first, each with what it means.
  let titles: [(value: String, title: String)]

  /// Whether a finding's fix would be another one with another value.
  let decides: @Sendable (Finding) -> Bool
}

private let commonOptions = [
  CommonOption(
    name: "grpc-swift.server-style",
    titles: [
      ("futures", "Servers whose methods give futures, 'X_YProvider'"),
      ("async", "Servers whose methods are async, 'X_YAsyncProvider'"),
    ],
    decides: { ["grpc-swift.provider", "grpc-swift.server-session"].contains($0.rule.rawValue) }),
  CommonOption(
    name: "grpc-swift.tls",
    titles: [
      ("platform", "TLS of the platform: Network.framework where there is one, else NIOSSL"),
      ("nio-ssl", "TLS of NIOSSL on every platform"),
    ],
    decides: { finding in
      finding.fix?.files.contains { file in
        file.edits.contains { edit in
          String(decoding: edit.replacement, as: UTF8.self).contains("usingPlatformAppropriateTLS")
        }
      } ?? false
    }),
]

/// Returns what common options decide; on the way to grpc-swift 2 both have one value that counts.
private func answerable(about findings: [Finding], _ session: Session) -> [OpenChoice] {
  guard !session.request.rules.contains(RuleID("grpc-swift.async-provider")) else { return [] }
  return commonOptions.compactMap { option in
    let number = findings.count(where: option.decides)
    guard number > 0 else { return nil }
    return OpenChoice(option: option.name, titles: option.titles, number: number)
  }
}
