import MoultFindings

extension Report {
  /// Returns a line that says what the words mean by which findings are told apart; empty if nothing was found.
  package func legend(_ style: TextStyle) -> String {
    let meanings: [String] = Safety.allCases.compactMap { safety in
      guard findings.contains(where: { $0.safety == safety }) else { return nil }
      return switch safety {
      case .safe: "safe: a fix that means the same"
      case .review: "to read over (review): a fix that builds and may mean something else"
      case .placeholder: "to fill in (placeholder): a fix that leaves <#…#>"
      case .manual: "by you (manual): no fix"
      }
    }
    return meanings.isEmpty ? "" : style.faint(meanings.joined(separator: "; ")) + "\n"
  }

  /// Returns what the findings are, a line for each library: the eras, the uses, and who can do what.
  package func standing(_ style: TextStyle) -> String {
    let byLibrary = Dictionary(grouping: findings.filter { !details.leading.contains($0) }) {
      $0.rule.library
    }
    var output = ""
    for (library, found) in byLibrary.sorted(by: { $0.key < $1.key }) where library != "moult" {
      let files = Set(found.map(\.path)).count
      let name = style.strong(library + (eras(of: found).map { " " + $0 } ?? ""))
      output += "\(name): \(counted(found.count, "use")) in \(counted(files, "file")); "
      output += work(found) + "\n" + way(found)
    }
    return output
  }

  /// Returns by way of which eras fixes lead to the last one, a line for each: nobody knows without making them whether others
  /// go on from there.
  private func way(_ found: [Finding]) -> String {
    let eras = Dictionary(grouping: onTheWay(found)) { hop(of: $0).map { String($0.to) } ?? "" }
    return eras.sorted { $0.key < $1.key }.map { era, fixes in
      let library = fixes[0].rule.library
      return
        "  by way of \(library) \(era): \(fixes.count) of them; what no fix leads on from there stays, and is told with the reason\n"
    }.joined()
  }

  /// The findings that have a fix which ends in an era before the last one that rules lead to.
  private func onTheWay(_ found: [Finding]) -> [Finding] {
    guard let last = found.compactMap({ hop(of: $0)?.to }).max() else { return [] }
    return found.filter { finding in
      guard finding.safety == .safe || finding.safety == .review, let end = hop(of: finding)?.to
      else { return false }
      return end < last
    }
  }

  /// The eras that a finding's rule leads between.
  private func hop(of finding: Finding) -> (from: Substring, to: Substring)? {
    let ends = details.rules[finding.rule]?.hop?.split(separator: "-") ?? []
    return ends.count == 2 ? (ends[0], ends[1]) : nil
  }

  /// Returns who can do what about findings: `86 can be rewritten (12 to read over), 6 by you`.
  private func work(_ found: [Finding]) -> String {
    let review = found.count { $0.safety == .review }
    let rewritten = review + found.count { $0.safety == .safe }
    let choice = found.count { $0.safety == .placeholder }
    let manual = found.count { $0.safety == .manual }
    var parts: [String] = []
    if rewritten > 0 {
      let limit = onTheWay(found).isEmpty ? "" : "up to "
      parts.append(
        "\(limit)\(rewritten) can be rewritten" + (review == 0 ? "" : " (\(review) to read over)"))
    }
    if choice > 0 { parts.append("\(choice) after a choice (to fill in)") }
    if manual > 0 { parts.append("\(manual) by you") }
    return parts.joined(separator: ", ")
  }

  /// The eras that the rules of findings lead between, from the oldest to the newest: `0 → 1`.
  private func eras(of found: [Finding]) -> String? {
    let hops = found.compactMap(hop(of:))
    guard let from = hops.map(\.from).min(), let to = hops.map(\.to).max() else { return nil }
    return from == to ? String(to) : "\(from) → \(to)"
  }

  /// What somebody would do next, in whole lines; empty if nothing was found.
  ///
  /// - Parameters:
  ///   - safe: the number of fixes that `moult fix` would apply.
  ///   - waiting: safe ones that it would not.
  ///   - arguments: what this run was asked for, with a blank in front, for the commands to be about the same.
  ///   - canMigrate: whether a migration could begin here, as there is a repository in which nothing is modified.
  package func advice(
    safe: Int, _ waiting: WaitingFixes, arguments: String = "", canMigrate: Bool = true
  ) -> String? {
    guard let first = findings.first(where: { !details.leading.contains($0) }) ?? findings.first
    else { return nil }
    let review = findings.count { $0.safety == .review }
    var output = ""
    func fix(_ options: String) -> String { "'moult fix\(options)\(arguments)'" }
    if safe == 0, waiting.number > 0 || waiting.isHopAhead {
      output =
        "next: 'moult migrate --plan-only\(arguments)' lists the steps"
        + (canMigrate ? ", 'moult migrate\(arguments)' makes them, a commit each\n" : "\n")
      let what = waiting.number > 0 ? "\(waiting.phrase): " : ""
      let noun = waiting.number > 0 ? "them" : review == 1 ? "the review fix" : "\(review) fixes"
      output += "or: \(what)\(fix(" --diff --review")) shows \(noun), "
      output += "\(fix(" --review")) writes \(review == 1 && waiting.number == 0 ? "it" : "them")\n"
    } else if safe + review > 0 {
      let option = safe > 0 ? "" : " --review"
      let number = safe > 0 ? safe : review
      let noun = number == 1 ? "the \(safe > 0 ? "safe" : "review") fix" : "\(number) fixes"
      output = "next: \(fix(" --diff\(option)")) shows \(noun), \(fix(option)) writes"
      output += number == 1 ? " it" : " them"
      if waiting.number > 0 { output += "; \(waiting.phrase): \(fix(" --review"))" }
      output +=
        safe > 0 && review > 0 && waiting.number == 0
        ? "; '--review' adds \(review) to read over\n" : "\n"
    }
    return output + "why: 'moult explain \(first.rule)' prints a rule's page\n"
  }
}

/// Safe fixes that are not applied alone, because they belong to a hop that renames a module.
package struct WaitingFixes: Hashable, Sendable {
  package let number: Int

  /// The number of findings for which they wait.
  package let inTheWay: Int

  /// Whether such a hop lies ahead, also where none of its fixes is safe.
  package let isHopAhead: Bool

  package init(number: Int = 0, inTheWay: Int = 0, isHopAhead: Bool = false) {
    self.number = number
    self.inTheWay = inTheWay
    self.isHopAhead = isHopAhead
  }

  fileprivate var phrase: String {
    "\(number) safe \(number == 1 ? "fix waits" : "fixes wait") for \(inTheWay) to review"
  }
}
