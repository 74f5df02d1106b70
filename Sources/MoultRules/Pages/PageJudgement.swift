import MoultFindings
import MoultMatching
import MoultSource
import MoultSurfaces

extension Catalogue {
  /// Judges a page by its folder and by what its cases show.
  ///
  /// - Throws: what is wrong first: its hop, the rules that its carets name, the cases that are missing, its safety.
  func judge(_ page: RulePage) throws(PageError) {
    let page = try page.read()
    try judgeHop(of: page)
    try judgeNeeds(of: page)
    let cases = page.cases
    try judgeRules(namedIn: cases, of: page)
    try judgeCases(cases, of: page)
    try judgeRefusals(of: page, shownIn: cases)
    try judgeImports(of: page)
    try judgeChoices(of: page, shownIn: cases)
    try judgeObeyed(of: page, shownIn: cases)
    try judgeSafety(of: page, shownIn: cases)
  }

  /// A folder that looks like a hop must lead between eras that there is something of.
  private func judgeHop(of page: RulePage) throws(PageError) {
    let parts = page.path.split(separator: "/").map(String.init)
    guard parts.count == 3 else { return }
    let eras = declaredEras(of: parts[0])
    let hops = eras.flatMap { from in
      eras.filter { (Int(from) ?? 0) <= (Int($0) ?? 0) }.map { "\(from)-\($0)" }
    }
    guard let hop = page.hop else {
      guard parts[1].contains(where: \.isNumber), !eras.isEmpty, !eras.contains(parts[1]) else {
        return
      }
      throw PageError(
        path: page.name, line: 1,
        message:
          "the folder '\(parts[1])' is not a hop such as '\(hops.first { $0.first != $0.last } ?? "1-2")'\(near(parts[1], hops))"
      )
    }
    let ends = hop.split(separator: "-").map(String.init)
    for end in ends where !eras.contains(end) {
      let known = eras.isEmpty ? "there is none" : "there are \(eras.joined(separator: ", "))"
      throw PageError(
        path: page.name, line: 1,
        message:
          "the hop '\(hop)' names an era '\(end)' of '\(parts[0])' that nothing declares: add '\(parts[0])/\(end)/<Module>.swiftinterface'; \(known)"
      )
    }
    guard (Int(ends[0]) ?? 0) <= (Int(ends[1]) ?? 0) else {
      throw PageError(
        path: page.name, line: 1,
        message: "the hop '\(hop)' leads back; did you mean '\(ends[1])-\(ends[0])'?")
    }
  }

  /// A package of which no table speaks is never looked for, so what a page needs of it would hold nowhere.
  private func judgeNeeds(of page: RulePage) throws(PageError) {
    let known = versions.packages.union(requirements.packages)
    for need in page.needs where !known.contains(need.package) {
      throw PageError(
        path: page.name, need.place,
        message:
          "no 'versions.yml' or 'requirements.yml' speaks of '\(need.package)'\(near(need.package, known.sorted()))"
      )
    }
  }

  private func judgeRules(namedIn cases: [PageCase], of page: RulePage) throws(PageError) {
    for block in cases.flatMap(\.before) {
      for (expected, place) in zip(block.expected, block.expectedPlaces)
      where self.page(expected.rule) == nil {
        throw PageError(
          path: page.name, place,
          message:
            "no rule is called '\(expected.rule)'\(near(expected.rule.rawValue, pages.map(\.id.rawValue)))"
        )
      }
    }
    for block in cases.flatMap(\.after) {
      guard let place = block.expectedPlaces.first else { continue }
      throw PageError(
        path: page.name, place,
        message: "carets belong into 'before'; 'after' is the code as the fix leaves it")
    }
  }

  private func judgeCases(_ cases: [PageCase], of page: RulePage) throws(PageError) {
    func isLoud(_ pageCase: PageCase) -> Bool {
      pageCase.before.contains { $0.expected.contains { $0.rule == page.id } }
    }
    guard !cases.isEmpty else {
      throw PageError(
        path: page.name, page.idPlace,
        message:
          "the page has no case: a heading of the second level, and below it a block '```swift before'"
      )
    }
    guard cases.contains(where: isLoud) else {
      throw PageError(
        path: page.name, page.idPlace,
        message:
          "the page has no case in which it finds something: mark what it finds with a line '// ^^^ \(page.id) safety' below the code"
      )
    }
    guard cases.contains(where: { !isLoud($0) }) else {
      throw PageError(
        path: page.name, page.idPlace,
        message:
          "the page has no case in which it finds nothing: show what looks alike and is left alone"
      )
    }
    guard let row = page.rows.first(where: \.canFix),
      page.rows.contains(where: { $0.safety != .manual })
    else { return }
    guard cases.contains(where: { isLoud($0) && !$0.after.isEmpty }) else {
      throw PageError(
        path: page.name, row.places?.safety ?? page.idPlace,
        message:
          "the page has a fix, and no case shows the code after it: add a block '```swift after'")
    }
  }

  /// A refusal is a case in which something is left to a person.
  private func judgeRefusals(of page: RulePage, shownIn cases: [PageCase]) throws(PageError) {
    guard let row = page.rows.first(where: { !$0.refusals.isEmpty }) else { return }
    let isShown = cases.flatMap(\.before).flatMap(\.expected)
      .contains { $0.rule == page.id && $0.safety == .manual }
    guard !isShown else { return }
    throw PageError(
      path: page.name, row.subjectPlace,
      message:
        "the page refuses a fix, and no case shows it: mark one with '// ^^^ \(page.id) manual'")
  }

  /// What has to be imported follows from the names that a page writes, as far as interfaces declare them.
  private func judgeImports(of page: RulePage) throws(PageError) {
    for row in page.rows where row.finder.isAboutSwift && !row.action.statedImports.isEmpty {
      let known = declaring.modules(for: row.action.writtenTexts, onPage: page.path)
      let stated = row.action.statedImports
      guard stated.isSubset(of: known) else { continue }
      throw PageError(
        path: page.name, row.places?.imports ?? row.subjectPlace,
        message:
          "what is written needs \(stated.sorted().map { "'\($0)'" }.joined(separator: " and ")), which its names say already; leave 'imports' out"
      )
    }
  }

  /// Each fix that a person may choose is the result of a case.
  private func judgeChoices(of page: RulePage, shownIn cases: [PageCase]) throws(PageError) {
    for row in page.rows {
      guard let choice = row.choice else { continue }
      for value in choice.values {
        let isShown = cases.contains { pageCase in
          let chosen = pageCase.options.text(choice.option) ?? choice.values.first?.name
          return chosen == value.name && !pageCase.after.isEmpty
            && pageCase.before.contains { $0.expected.contains { $0.rule == page.id } }
        }
        guard !isShown else { continue }
        throw PageError(
          path: page.name, row.subjectPlace,
          message:
            "the page lets people choose '\(value.name)' of '\(choice.option)', and no case shows the code after it: add one with a block '```yaml before path=.moult.yml'"
        )
      }
    }
  }

  /// Each option that the page obeys changes the result of a case.
  private func judgeObeyed(of page: RulePage, shownIn cases: [PageCase]) throws(PageError) {
    for row in page.rows {
      for option in row.obeyed {
        let isShown = cases.contains { pageCase in
          pageCase.options.text(option.name).map { $0 != option.values.first } ?? false
            && !pageCase.after.isEmpty
        }
        guard !isShown else { continue }
        throw PageError(
          path: page.name, row.subjectPlace,
          message:
            "the page obeys '\(option.name)', and no case shows the code with another value: add one with a block '```yaml before path=.moult.yml'"
        )
      }
    }
  }

  /// The best safety that the page promises must be the best that its cases show.
  private func judgeSafety(of page: RulePage, shownIn cases: [PageCase]) throws(PageError) {
    let shown = cases.flatMap(\.before).flatMap(\.expected).filter { $0.rule == page.id }
      .map(\.safety)
    guard let best = shown.min(), let row = page.rows.min(by: { $0.safety < $1.safety }),
      best != row.safety
    else { return }
    let place = row.places?.safety ?? page.idPlace
    throw PageError(
      path: page.name, place,
      message: best < row.safety
        ? "the page says '\(row.safety)', and a case shows a fix that is '\(best)'"
        : "the page says '\(row.safety)', and no case shows a fix that is more than '\(best)'")
  }

  /// The eras of a library of which there is an interface, a header, a sample or an entry in `eras.yml`; sorted.
  func declaredEras(of library: String) -> [String] {
    let named = libraries.filter { $0.library == library }.flatMap { $0.eras.map(\.name) }
    return Set(eraFolders[library] ?? []).union(named).sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
  }
}

extension RulePage {
  /// Returns the page with all that it says read and judged, which for a built-in one has been left out.
  fileprivate func read() throws(PageError) -> RulePage {
    guard let text = embeddedText else { return self }
    return try parsePage(text, path: path, called: name)
  }
}
