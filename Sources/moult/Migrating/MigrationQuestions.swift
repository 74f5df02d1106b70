import Foundation
import MoultAnalysis
import MoultFindings
import MoultMatching
import MoultReporting

/// What only a person knows about a migration, asked once at a terminal and remembered in the configuration.
struct MigrationQuestions {
  private let migration: Migration
  private let session: Session

  init(_ migration: Migration, _ session: Session) {
    self.migration = migration
    self.session = session
  }

  /// The rules whose fixes depend on the kind of servers.
  private static let serverRules: Set<RuleID> = [
    RuleID("grpc-swift.provider"), RuleID("grpc-swift.server-session"),
  ]

  /// Asks what is not answered yet, and commits the answers; asks nothing where nobody sits at a terminal.
  func ask() async throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
    // The migration itself says what is in its way, before anybody has answered anything.
    let repository = try MigrationRepository(above: session.workspace.base)
    guard try repository.modifiedFiles().isEmpty else { return }
    let known = migration.answers(session)
    let findings = await migration.slices(session.workspace.files, session).flatMap(\.findings)
    guard !findings.isEmpty else { return }
    var settings: [ConfigurationSetting] = []
    func put(_ keys: [String], _ value: String) {
      settings.append(ConfigurationSetting(keys: keys, value: value))
    }
    if known.verify == nil {
      put(
        ["migrate", "verify"],
        answer(
          "Which command tells whether the project is in order, such as 'swift build'? (empty: none)"
        ))
    }
    if known.generate == nil, let cause = findings.lazy.compactMap(\.cause).first {
      put(
        ["migrate", "generate"],
        answer(
          "Code that a generator made has to be made anew; \(cause)\nWhich command does it, such as 'make protos'? (empty: none may run)"
        ))
    }
    if findings.contains(where: { Self.serverRules.contains($0.rule) }),
      session.request.configuration.options.text("grpc-swift.server-style") == nil
    {
      let style = answer("Servers: 'futures' or 'async' handlers? (empty: futures)")
      if ["futures", "async"].contains(style) { put(["grpc-swift", "server-style"], style) }
    }
    var chosen = known
    for choice in openChoices(among: findings, known, session) {
      guard let value = ask(choice) else { continue }
      chosen.choices[choice.option] = value
      put(choice.option.split(separator: ".", maxSplits: 1).map(String.init), value)
    }
    var asked: Set<String> = []
    for finding in findings {
      guard let fix = finding.fix(chosen), fix.safety == .placeholder else { continue }
      for name in fix.placeholders
      where known.placeholders[name] == nil && asked.insert(name).inserted {
        let alike = findings.count { $0.fix(chosen)?.placeholders.contains(name) ?? false }
        let text = answer(
          "\(finding.message)\nWhat is the \(name), as it stands in code? (\(counted(alike, "place")); empty: left to you)"
        )
        if !text.isEmpty { put(["migrate", "placeholders", name], text) }
      }
    }
    try remember(settings)
  }

  /// Asks which of several fixes is made wherever there is the choice; nil leaves it at the first, and it is not asked again.
  private func ask(_ choice: OpenChoice) -> String? {
    let lines = choice.titles.enumerated().map { "  \($0 + 1)  \($1.title)\n" }.joined()
    let text = answer(
      "\(counted(choice.number, "place")) can be done in \(choice.titles.count) ways, all alike:\n\(lines)Which? (1 to \(choice.titles.count); empty: 1)"
    )
    let index = text.isEmpty ? 1 : Int(text) ?? 0
    guard choice.titles.indices.contains(index - 1) else {
      Terminal.write(
        "There is no \(text); it stays at 1, and '\(choice.option)' in the configuration changes it\n"
      )
      return nil
    }
    return choice.titles[index - 1].value
  }

  private func answer(_ question: String) -> String {
    Terminal.write("\n\(question)\n> ")
    return readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
  }

  private func remember(_ settings: [ConfigurationSetting]) throws(Failure) {
    guard !settings.isEmpty else { return }
    let path =
      session.configurationFile ?? joined(session.workspace.base, ProjectConfiguration.fileName)
    let old = access(path, F_OK) == 0 ? try textFile(path, called: path) : ""
    var new = old
    for setting in settings { new = try setting.put(into: new) }
    try replaceFile(path, with: Array(new.utf8))
    let repository = try MigrationRepository(above: parentFolder(path))
    try repository.add([relativePath(path, in: repository.root)])
    try commitFiles(
      [path], title: "Say how the migration is to go",
      body: "What only a person knows, as 'moult migrate' has asked it.")
  }
}

/// What several findings can be done by in more than one way, as nobody has said yet which.
struct OpenChoice {
  /// `grpc-swift.blocking-calls`.
  let option: String

  /// The values of the option, the one that holds first, each with the title of a fix that it gives.
  let titles: [(value: String, title: String)]

  /// How many findings it decides about.
  let number: Int
}

/// Returns what the findings leave open, in order of the options' names.
func openChoices(
  among findings: [Finding], _ known: MigrationAnswers, _ session: Session
) -> [OpenChoice] {
  let all = Dictionary(grouping: findings.filter { $0.alternatives != nil }) {
    $0.alternatives?.option ?? ""
  }
  return all.sorted { $0.key < $1.key }.compactMap { option, findings in
    guard known.choices[option] == nil, session.request.configuration.options[option] == nil else {
      return nil
    }
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

/// A value at a path of keys in a configuration.
struct ConfigurationSetting {
  let keys: [String]
  let value: String

  /// Returns the text of a configuration with the setting in it, and everything else as it was.
  ///
  /// - Throws: `Failure` where a table on the way is written between braces, which a person has to change.
  func put(into text: String) throws(Failure) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var range = 0..<lines.count
    var depth = 0
    for key in keys.dropLast() {
      let indent = String(repeating: "  ", count: depth)
      guard let place = range.first(where: { lines[$0].hasPrefix("\(indent)\(quoted(key)):") })
      else { break }
      let rest = lines[place].dropFirst(indent.count + quoted(key).count + 1)
        .prefix { $0 != "#" }
      guard rest.allSatisfy(\.isWhitespace) else {
        throw Failure(
          "'\(key)' in the configuration is between braces; write '\(keys.joined(separator: ": ")): \(value)' there yourself, and run it again"
        )
      }
      depth += 1
      let deeper = String(repeating: "  ", count: depth)
      let end = (place + 1..<range.upperBound).first { index in
        !lines[index].hasPrefix(deeper) && !lines[index].allSatisfy(\.isWhitespace)
      }
      range = place + 1..<(end ?? range.upperBound)
    }
    var new: [String] = []
    for (number, key) in keys.enumerated() where number >= depth {
      let end = number == keys.count - 1 ? " \(literal(value))" : ""
      new.append(String(repeating: "  ", count: number) + quoted(key) + ":" + end)
    }
    lines.insert(contentsOf: new, at: range.upperBound)
    return lines.joined(separator: "\n") + "\n"
  }

  private func quoted(_ key: String) -> String {
    let isPlain = key.utf8.allSatisfy { byte in
      switch byte {
      case 0x2D, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return isPlain ? key : literal(key)
  }

  private func literal(_ text: String) -> String {
    var output = "\""
    for character in text {
      switch character {
      case "\"", "\\": output += "\\\(character)"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      default: output.append(character)
      }
    }
    return output + "\""
  }
}
