import ArgumentParser
import Foundation
import MoultManifests
import MoultProto
import MoultProtoParser
import MoultRules
import MoultSource

/// `moult init`: a configuration to begin with.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: "moult",
    abstract: "Write a commented configuration for this project.",
    discussion: "Looks at the project's manifests, and overwrites nothing.")

  @Argument(help: "The folder of the project (default: the working directory).")
  var folder = "."

  @Flag(help: "Print the configuration and write nothing.")
  var dryRun = false

  @OptionGroup var catalogue: CatalogueOption

  func run() async throws {
    let root = try Root(folder)
    guard root.isFolder else { throw Failure("'\(folder)' is not a folder") }
    let path = joined(root.path, ProjectConfiguration.fileName)
    if !dryRun, access(path, F_OK) == 0 {
      throw Failure("'\(ProjectConfiguration.fileName)' is there already; 'moult config' shows it")
    }
    let engine = try ProjectConfiguration(
      explicit: nil, start: root.path, catalogue: catalogue.folder
    ).engine
    let walk = Walk([root], base: root.path, choice: PathChoice(include: [], exclude: []))
    let text = firstConfiguration(
      engine.libraries, pinnedVersions(in: walk), packages: packagesOfSchemas(in: walk))
    if dryRun {
      Terminal.write(text)
      return
    }
    try writeWhole(text, to: path, called: ProjectConfiguration.fileName)
    Terminal.write("Wrote \(ProjectConfiguration.fileName); 'moult lint' says what is old\n")
  }
}

/// A version of a library that a lock file names, and where.
private struct PinnedVersion {
  let library: String
  let version: String
  let path: String
}

/// Returns the versions that the project's lock files name.
private func pinnedVersions(in walk: Walk) -> [PinnedVersion] {
  walk.files.flatMap { file -> [PinnedVersion] in
    let name = file.path.split(separator: "/").last ?? ""
    guard ["Package.resolved", "Podfile.lock", "Cartfile.resolved"].contains(name),
      let bytes = try? readFile(file.absolutePath, below: 1 << 24)
    else { return [] }
    return resolvedDependencies(in: SourceText(path: file.path, bytes: bytes)).compactMap { found in
      guard let version = found.version else { return nil }
      let library = found.name.split(separator: "/").last.map { $0.lowercased() } ?? found.name
      return PinnedVersion(library: library, version: version, path: file.path)
    }
  }
}

/// Returns the packages of the `.proto` files of a tree without code, sorted; empty where there is code.
private func packagesOfSchemas(in walk: Walk) -> [String] {
  let hasCode = walk.files.contains { $0.surface == .swift || $0.surface == .objectiveC }
  guard !hasCode else { return [] }
  let packages = walk.files.filter { $0.surface == .proto }.compactMap { file in
    (try? readFile(file.absolutePath, below: 1 << 24)).map {
      parseProto(SourceText(path: file.path, bytes: $0)).package
    }
  }
  return Set(packages).subtracting([""]).sorted()
}

/// Returns what a configuration can say about class prefixes, with those that buf's managed mode would derive.
private func prefixSection(_ packages: [String]) -> String {
  guard !packages.isEmpty else { return "" }
  var output = """

    # Whether Objective-C is generated from these '.proto' files nobody can see here. If it is, every package needs a
    # class prefix: 'required' makes a missing one an error. The prefixes are those that buf would derive.
    # proto:
    #   objc_class_prefix:
    #     "*": required

    """
  for package in packages.prefix(20) {
    output += "#     \(quoted(package)): \(derivedObjectiveCPrefix(forPackage: package))\n"
  }
  return packages.count > 20
    ? output + "#     … and \(packages.count - 20) more packages\n" : output
}

/// Returns the text of a configuration in which everything is explained and nothing is decided that the
/// manifests do not say.
private func firstConfiguration(
  _ libraries: [String: [String]], _ pinned: [PinnedVersion], packages: [String]
) -> String {
  var output = """
    # What Moult looks for in this project. Every key may be left out.
    # 'moult config --effective PATH' shows what holds for a file, 'moult rules' lists the rules.

    # The era of each library to move to; rules that lead beyond it do not run.
    targets:

    """
  for (library, eras) in libraries.sorted(by: { $0.key < $1.key }) {
    for pin in pinned where pin.library == library {
      output += "  # \(pin.path) has \(library) \(pin.version)\n"
    }
    output +=
      "  # \(library): \(quoted(eras.last ?? ""))   # one of \(eras.joined(separator: ", "))\n"
  }
  output += """

    # off, note, warning or error; or { severity: …, safety: safe | review | manual }.
    rules:
      # grpc-swift.pod: "off"

    # The lowest severity that makes the exit code 1.
    fail_on: warning

    # What 'moult baseline' writes, and 'moult lint' lets be.
    # baseline: \(BaselineFile.defaultName)

    # Paths as .gitignore would write them. What is excluded is not read; what is excluded from the report is
    # read for what it says about the rest.
    exclude:
      # - Legacy/
    report_exclude:
      # - Vendor/

    # Other decisions for some files; the last that matches wins.
    overrides:
      # - files: [Tests/]
      #   rules: { grpc-swift.status-code-type: note }

    """
  output += prefixSection(packages)
  output += """

    # Options of families of rules.

    """
  var section = ""
  for option in optionTable {
    if option.section != section {
      section = option.section
      output += "# \(section):\n"
    }
    output += "#   \(option.key): …   # \(option.summary)\n"
  }
  return output
}
