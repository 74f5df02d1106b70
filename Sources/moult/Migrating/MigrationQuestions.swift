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
    var chosen = known.choices
    for choice in openChoices(among: findings, session) {
      guard let value = ask(choice) else { continue }
      chosen[choice.option] = value
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

  /// Writes what the command line answers into the configuration, so that `lint`, `fix` and an editor obey it as well.
  ///
  /// What the configuration says already stays as it is, also where the command line says something else for this run.
  func rememberAnswers() throws(Failure) {
    let repository = try MigrationRepository(above: session.workspace.base)
    guard try repository.modifiedFiles().isEmpty else { return }
    let given = migration.answers
    let choices = given.choices.sorted { $0.key < $1.key }.filter { option, _ in
      session.configuredOptions[option] == nil
    }.map { option, value in
      ConfigurationSetting(
        keys: option.split(separator: ".", maxSplits: 1).map(String.init), value: value)
    }
    let texts = given.placeholders.sorted { $0.key < $1.key }.filter { name, _ in
      session.migration.placeholders[name] == nil
    }.map { name, text in
      ConfigurationSetting(keys: ["migrate", "placeholders", name], value: text)
    }
    try remember(choices + texts)
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

extension Finding {
  /// The fix that the values of options choose among those that are offered; its own where they say nothing of it.
  fileprivate func fix(_ chosen: [String: String]) -> Fix? {
    guard let alternatives, let value = chosen[alternatives.option] else { return fix }
    return alternatives.others.first { $0.value == value }?.fix ?? fix
  }
}
