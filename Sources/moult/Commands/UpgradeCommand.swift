import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultSource
import MoultSurfaces

/// `moult upgrade`: what a newer version of a dependency means for this project.
struct UpgradeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade", _superCommandName: "moult",
    abstract: "Carry the project over to a newer version of a dependency.",
    discussion: """
      Compares what the dependency declares in the version that is checked out with what a newer one does, looks for uses \
      of what the newer one removed, renamed, changed or calls deprecated, and rewrites them where either version says how. \
      What 'moult learn' has kept in a rule folder of the configuration counts before what is concluded here. \
      Nothing is fetched, and no manifest is changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The dependency, as its checkout is called, such as 'swift-nio'.", valueName: "package"))
  var package: String

  @Option(
    help: ArgumentHelp(
      "The newer version: a checkout, an interface or a folder of interfaces.", valueName: "path"))
  var to: String

  @Option(
    help: ArgumentHelp(
      "The version that the project is written for (default: what the package manager has checked out).",
      valueName: "path"))
  var from: String?

  @OptionGroup var project: ProjectOptions
  @OptionGroup var baseline: BaselineOptions

  @Flag(help: "List what is found and write nothing.")
  var list = false

  @Flag(
    help: "Print a patch for 'git apply' and write nothing; the exit code is 1 if it has changes.")
  var diff = false

  @Flag(help: "Also apply fixes that build but may mean something else.")
  var review = false

  @Flag(help: "Write to files that are modified or untracked in git.")
  var allowDirty = false

  @Flag(
    inversion: .prefixedNo,
    help: "Have the Swift compiler in PATH judge the rewrites; without, none is 'safe'.")
  var typeCheck = true

  func validate() throws {
    if list, diff || review || allowDirty {
      throw ValidationError("--list writes nothing, and so does not go with options of a fix")
    }
  }

  func run() async throws {
    let start = try Root(project.paths.first ?? ".").folder
    let old = try from ?? checkout(around: start)
    let configuration = try ProjectConfiguration(
      explicit: project.config, start: start, catalogue: project.catalogue.folder)
    let kept = configuration.pages.filter { $0.name.hasSuffix(".md") }
    let known: Set<String>
    do throws(PageError) {
      known = try declarations(namedBy: kept.map(\.catalogueText))
    } catch {
      throw Failure(error.description)
    }
    let name = LearnCommand.ruleName(package)
    let library = name + "-upgrade"
    let progress = Progress()
    progress.begin("comparing two versions of \(package)")
    let versions = try LibraryVersions(
      LibraryDraftRequest(
        library: library, from: "1", to: "2", version: "the newer \(package)", known: known),
      old: old, new: to, catalogue: project.catalogue.folder)
    let drafts = try await versions.drafts(checkingTypes: typeCheck)
    progress.end()
    let own = configuration.engine.rules.filter { $0.library == name }.map(\.id)
    let rules =
      drafts.pages.isEmpty ? own : own + Set(drafts.changes.compactMap { $0.page?.rawValue })
    let without = drafts.changes.filter { $0.page == nil }
    Terminal.complain(
      "\(package): \(drafts.changes.count) declarations changed"
        + (without.isEmpty
          ? "" : "; of \(without.count) no use can be found, 'moult learn' lists them"))
    guard !rules.isEmpty else { return }
    let folder = try writtenPages(drafts.pages + versions.interfaces)
    // Nothing depends on it: the folder is the system's to clear away.
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }
    var words = project.words + ["--rule-folder", folder]
    if let catalogue = project.catalogue.folder { words += ["--catalogue", catalogue] }
    for rule in rules.sorted() where !project.rules.contains(rule) { words += ["--rule", rule] }
    if let path = baseline.baseline { words += ["--baseline", path] }
    if list {
      let command = try LintCommand.parse(words)
      try await command.run()
      return
    }
    if diff { words.append("--diff") }
    if review { words.append("--review") }
    if allowDirty { words.append("--allow-dirty") }
    let command = try FixCommand.parse(words)
    try await command.run()
  }

  /// The folder of the dependency, as the package manager has checked it out.
  private func checkout(around start: String) throws(Failure) -> String {
    let all = checkouts(around: start)
    if let found = all.first(where: { $0.name == package.lowercased() }) { return found.folder }
    let nearest = nearestSpelling(of: package.lowercased(), among: all.map(\.name))
    throw Failure(
      "no checkout of '\(package)' is around '\(start)'"
        + (nearest.map { "; did you mean '\($0)'?" }
          ?? "; let the package manager resolve it, or name the version with --from"))
  }

  /// Writes texts of rules to a new temporary folder.
  private func writtenPages(_ texts: [CatalogueText]) throws(Failure) -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "moult-upgrade-\(UUID().uuidString)"
    ).path
    for text in texts {
      let path = joined(folder, text.path)
      do {
        try FileManager.default.createDirectory(
          atPath: parentFolder(path), withIntermediateDirectories: true)
      } catch {
        throw Failure("cannot make a temporary folder: \(error.localizedDescription)")
      }
      try writeWhole(text.text, to: path, called: path)
    }
    return folder
  }
}
