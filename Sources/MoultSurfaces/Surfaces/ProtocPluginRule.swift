import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// `protoc-plugin: swiftgrpc`, or a table; with `checkout`, clones of a repository; with `remote`, a plugin of buf's registry.
package let protocPluginFinder = Finder(
  FinderTerms(
    "protoc-plugin",
    .textOrTable(
      "a plugin's name",
      [
        .optional("name"), .optional("of"), .optional("not"), .optional("checkout"),
        .optional("below", .version), .optional("repository"), .optional("successor"),
        .optional("since", .version), .optional("remote"),
      ]), binds: { _ in ["dropped"] },
    anchors: { flagWords($0.plugin) + ($0.options["remote"].map { [$0] } ?? []) }),
  on: [.manifest, .script], protocPluginFindings)

/// The words in which a command line names a plugin of `protoc`.
///
/// They are whole words to the search: a hyphen belongs to `--grpc-swift_out`, an underscore to `_out`.
func flagWords(_ plugin: String) -> [String] {
  [plugin, "--\(plugin)_out", "--\(plugin)_opt", "protoc-gen-\(plugin)"]
}

/// Finds uses of a protoc plugin on command lines: `--swiftgrpc_out=…`, its options, its program's name.
///
/// A command that runs protoc is one finding, with all its flags in one fix; elsewhere (a copy, an install)
/// each word that names the program is one.
func protocPluginFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  if rule.row.find.options["checkout"] != nil { return checkoutFindings(rule, file, facts) }
  guard case .put(let put) = rule.row.action else { return [] }
  let rename = PluginRename(old: rule.row.find.plugin, new: put.text, options: put.table)
  if let remote = rule.row.find.options["remote"] {
    return remotePluginFindings(rule, file, rename, of: remote)
  }
  let isOfNextEra = isOfNextEra(rule.row.find, file, facts)
  if manifestKind(ofPath: file.source.path) == .bufGeneration {
    return isOfNextEra ? [] : bufPluginFindings(rule, file, rename)
  }
  let commands = facts.commands[file.source.path] ?? []
  let source = PluginSource(rule.row.find.options)
  let isFetched = source.map { source in commands.contains { $0.fetches(source.repository) } }
  let moved = source.flatMap { movedClone(rename, of: $0, in: commands) }
  let isBehindVariable =
    source.map { $0.isHeldByVariable(in: String(decoding: file.source.bytes, as: UTF8.self)) }
    ?? false
  let isBuiltUnnamed =
    source.map { source in commands.contains { $0.works(inCheckoutOf: source, rename) } } ?? false
  let found = commands.compactMap(finding)
  guard let repository = source, found.contains(where: { $0.fix == nil }) else { return found }
  return commands.compactMap { command in
    // What a variable holds goes to commands that are left.
    guard case .assignment = command.line.role, let change = rename.change(of: command) else {
      return finding(of: command)
    }
    return rule.finding(in: file, change, from: repository)
  }

  func finding(of command: ReadCommand) -> Finding? {
    guard var change = rename.change(of: command) else { return nil }
    change.edits += source.map { command.releasesAsked(of: rename, from: $0) } ?? []
    if command.invocation == nil {
      if command.installsPackages { return nil }
      if let source, isFetched == true {
        guard let moved else { return rule.finding(in: file, change, from: source) }
        change.edits = moved
        change.reasons.append(
          "the script clones '\(source.successor)', which has the plugin, at the release that packages are required from"
        )
        return pluginFinding(rule, file, change)
      }
    }
    // The old repository has no plugin of the next era, whatever its name.
    if let source,
      isBehindVariable || command.takesPlugin(rename, fromFolderOf: source)
        || command.takesPlugin(rename, fromCheckoutOf: source, builtUnnamed: isBuiltUnnamed)
    {
      return rule.finding(in: file, change, from: source)
    }
    if isOfNextEra { return nil }
    change.edits += source.map { command.checkouts(rename, of: $0) } ?? []
    return pluginFinding(rule, file, change)
  }
}

/// The repository of the old plugin: none of the new name is built there.
struct PluginSource {
  let repository: String

  /// The repository that has the new plugin.
  let successor: String

  /// The first release of the successor that has the new plugin.
  let since: String?

  /// The finder's options: `repository` and `successor`, each as `owner/name`, and `since`.
  init?(_ options: [String: String]) {
    guard let repository = options["repository"], let successor = options["successor"] else {
      return nil
    }
    (self.repository, self.successor) = (repository, successor)
    since = options["since"]
  }

  /// The folder that a clone of the old repository lies in.
  var folder: String { lastComponent(ofPath: repository) }

  /// Whether a text keeps the path of SwiftPM's checkout of the old repository in a variable: whoever reads that may build the plugin
  /// there, or take it from there.
  func isHeldByVariable(in text: String) -> Bool {
    let path = "checkouts/\(folder)"
    guard text.contains(path) else { return false }
    return text.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline).contains { line in
      guard line.first(where: { !$0.isWhitespace }) != "#", let found = line.firstRange(of: path),
        line[found.upperBound...].first.map({ !$0.isLetter && !$0.isNumber && !"-_".contains($0) })
          ?? true
      else { return false }
      return namesOfVariables(assignedIn: line[..<found.lowerBound]).contains { name in
        ["$\(name)", "${\(name)", "$(\(name)"].contains { text.contains($0) }
      }
    }
  }
}

/// The variables that a line of a script, a Makefile, a workflow or a Dockerfile may give a value: `NAME = …`, `NAME: …`, `ENV NAME …`.
///
/// - Parameter line: up to something of the value.
private func namesOfVariables(assignedIn line: Substring) -> [String] {
  func isName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
  var names: [String] = []
  for sign in [line.firstIndex(of: "="), line.lastIndex(of: "=")].compactMap(\.self) {
    let head = line[..<sign].reversed().drop { ":?+ ".contains($0) }
    names.append(String(String(head.prefix(while: isName)).reversed()))
  }
  let words = line.split { $0.isWhitespace || $0 == ":" }
  if ["ENV", "ARG"].contains(words.first) { names += words.dropFirst().prefix(1).map(String.init) }
  if line.contains(": ") { names += words.prefix(1).map(String.init) }
  return names.filter { !$0.isEmpty && $0.allSatisfy(isName) }
}

extension ReadCommand {
  /// Whether a word of it names the old plugin in a folder of its repository that no package manager made.
  func takesPlugin(_ rename: PluginRename, fromFolderOf source: PluginSource) -> Bool {
    line.words.contains { word in
      word.text.contains(rename.program) && !word.folders(source.folder).isEmpty
        && word.checkouts(of: source.folder).isEmpty
    }
  }

  /// Whether it takes the plugin from SwiftPM's checkout of the old repository, which is gone then, where that is needed for more: a
  /// command that names no plugin builds all of them there, or another plugin comes from there too.
  func takesPlugin(
    _ rename: PluginRename, fromCheckoutOf source: PluginSource, builtUnnamed isBuiltUnnamed: Bool
  ) -> Bool {
    let taken = line.words.filter {
      $0.text.contains("protoc-gen-") && !$0.checkouts(of: source.folder).isEmpty
    }
    guard taken.contains(where: { $0.text.contains(rename.program) }) else { return false }
    return isBuiltUnnamed || taken.contains { !$0.text.contains(rename.program) }
  }

  /// Whether it goes into SwiftPM's checkout of the old repository, or does something there, without naming a plugin.
  func works(inCheckoutOf source: PluginSource, _ rename: PluginRename) -> Bool {
    invocation == nil
      && line.words.contains { !$0.checkouts(of: source.folder).isEmpty }
      && !line.words.contains { $0.text.contains(rename.program) }
  }

  /// The edits that take the plugin from the checkout that SwiftPM makes of the new repository.
  ///
  /// They are of the words that name the plugin, and in a command that builds it of all words.
  func checkouts(_ rename: PluginRename, of source: PluginSource) -> [Edit] {
    line.words.filter { invocation == nil || $0.text.contains(rename.program) }
      .flatMap { $0.checkouts(of: source.folder) }
      .map { Edit($0.range, lastComponent(ofPath: source.successor)) }
  }
}

extension ReadCommand {
  /// The edits of what is compared with the plugin's answer to `--version`, its name and its release: `protoc-gen-x 1.`.
  func releasesAsked(of rename: PluginRename, from source: PluginSource) -> [Edit] {
    guard let since = source.since, let newest = VersionNumber(since) else { return [] }
    let era = since.prefix { $0 != "." }
    return line.pluginNames.filter { $0.text == rename.old }.compactMap { name in
      let bytes = name.word.content.bytes
      let blanks = bytes[name.part.upperBound...].prefix { $0 == UInt8(ascii: " ") }
      let digits = bytes[blanks.endIndex...].prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      guard !blanks.isEmpty, bytes[digits.endIndex...].first == UInt8(ascii: "."),
        let asked = VersionNumber(String(decoding: digits, as: UTF8.self)), asked < newest
      else { return nil }
      let part = WordPart(name.word, digits.indices)
      return part.isStatic ? Edit(part.range, String(era)) : nil
    }
  }
}

extension Word {
  /// Where folders of a name stand in the path that the word holds.
  fileprivate func folders(_ name: String) -> [WordPart] {
    let text = text
    return text.split(separator: "/").filter { $0 == name && text.contains("/") }.map {
      let start = text.utf8.distance(from: text.startIndex, to: $0.startIndex)
      return WordPart(self, start..<start + name.utf8.count)
    }
  }

  /// Where SwiftPM's checkouts of a package stand in the path that the word holds.
  fileprivate func checkouts(of name: String) -> [WordPart] {
    folders(name).filter {
      text.utf8.prefix($0.part.lowerBound).suffix(10).elementsEqual("checkouts/".utf8)
    }
  }
}

extension SurfaceRule {
  fileprivate func finding(
    in file: ProjectText, _ change: PluginRename.Change, from source: PluginSource
  ) -> Finding {
    let text = change.edits.first.map { String(decoding: $0.replacement, as: UTF8.self) } ?? ""
    let program = "protoc-gen-\(text)"
    return finding(
      in: file, at: change.range, ["found": .text(file.source.text(change.range))], edits: [],
      nextStep:
        "clone '\(source.successor)' in place of '\(source.repository)', build the plugin there ('swift build -c release --product \(program)') and install '\(program)'"
    )
  }
}

extension ReadCommand {
  /// Whether a word of it is the address of a repository, or of something in it.
  func fetches(_ repository: String) -> Bool {
    line.words.contains { word in
      (word.text.contains("://") || word.text.hasPrefix("git@"))
        && (repositoryName(word.text) == repository || word.text.contains("/\(repository)/"))
    }
  }

  /// Whether the names in it are those of packages: Homebrew's `protoc-gen-grpc-swift` brings the plugin of grpc-swift 2.
  var installsPackages: Bool {
    line.words.prefix(3).contains { word in
      packageInstallers.contains(word.text.split(separator: "/").last.map(String.init) ?? "")
    }
  }
}

/// Programs that take the names of packages.
private let packageInstallers: Set<String> = [
  "apk", "apt", "apt-get", "asdf", "brew", "dnf", "mint", "mise", "nix-env", "pacman", "port",
  "yum",
]

/// Finds the release of a repository that a script clones to build the plugin, where it has only the old one.
///
/// The finder's options: `checkout`, the repository as `owner/name`, and `below`, the first release that is no finding.
private func checkoutFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  let options = rule.row.find.options
  guard let below = options["below"].flatMap({ VersionNumber($0) }) else { return [] }
  return (facts.commands[file.source.path] ?? []).compactMap { command in
    let words = command.line.words
    guard words.count > 2, words[0].text.hasSuffix("git"), words[1].text == "clone",
      words.contains(where: { repositoryName($0.text) == options["checkout"] }),
      let branch = branchOfClone(words), branch.text.first?.isNumber ?? false,
      let version = VersionNumber(branch.text), version < below
    else { return nil }
    return rule.finding(in: file, at: branch.range)
  }
}

/// What stands behind `-b`, `--branch` or `--branch=` of `git clone`.
func branchOfClone(_ words: [Word]) -> WordPart? {
  for (word, next) in zip(words, words.dropFirst()) where ["-b", "--branch"].contains(word.text) {
    return WordPart(next, 0..<next.content.count)
  }
  let flag = "--branch="
  guard let word = words.first(where: { $0.text.hasPrefix(flag) }) else { return nil }
  return WordPart(word, flag.utf8.count..<word.content.count)
}

/// Whether the plugin's name says nothing: two eras have one of that name, and all Swift around speaks the later one.
///
/// It says something where the package is taken whose plugin has the new name.
private func isOfNextEra(
  _ find: FinderSpec, _ file: ProjectText, _ facts: SurfaceFacts
) -> Bool {
  guard let old = find.options["of"], let next = find.options["not"] else { return false }
  if let source = PluginSource(find.options), let since = source.since.flatMap(VersionNumber.init),
    let taken = facts.taken.version(
      of: lastComponent(ofPath: source.successor), at: file.source.path),
    since <= taken.release.version
  {
    return false
  }
  return facts.imports.show(next, without: old, near: file.source.path)
}

extension FinderSpec {
  /// The name of the plugin that `protoc-plugin` finds.
  var plugin: String { options["name"] ?? subject }
}

/// The finding for a change of one command, or of one entry of a `buf.gen.yaml`.
func pluginFinding(
  _ rule: SurfaceRule, _ file: ProjectText, _ change: PluginRename.Change
) -> Finding {
  let bindings: [String: Binding] = [
    "found": .text(file.source.text(change.range)), "dropped": .text(change.note),
  ]
  return Finding(
    rule: rule.id, severity: rule.severity, path: file.source.path, range: change.range,
    message: Template(rule.row.message).text(bindings, in: file.source) ?? rule.row.message,
    evidence: change.reasons.map { Evidence($0) },
    fix: Fix(
      title: rule.row.fixTitle, safety: max(rule.row.safety, change.safety),
      files: [FileEdits(path: file.source.path, edits: change.edits)]))
}

/// The new name of a plugin of protoc, and those of its options.
struct PluginRename {
  let old: String
  let new: String

  /// New names of options; nil drops one.
  let options: [String: String?]

  /// What the old plugin's program is called.
  var program: String { "protoc-gen-\(old)" }

  struct Change {
    let range: ByteRange
    var edits: [Edit]
    var safety: Safety = .safe
    var reasons: [String] = []
    var note: String { reasons.joined(separator: "; ") }
  }

  func change(of command: ReadCommand) -> Change? {
    var names = command.line.pluginNames.filter { $0.text == old }
    var lists: [PluginOptionList] = []
    if let invocation = command.invocation {
      for output in invocation.outputs where output.name.text == old {
        names.append(output.name)
        lists.append(output.options)
      }
      for flag in invocation.optionFlags where flag.name.text == old {
        names.append(flag.name)
        lists.append(flag.options)
      }
    }
    let ranges = Set(names.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
    guard let first = ranges.first else { return nil }
    var change = Change(range: first, edits: ranges.map { Edit($0, new) })
    for list in lists { rename(list, &change) }
    return change
  }

  func rename(_ list: PluginOptionList, _ change: inout Change) {
    change.edits += list.edits { option in
      guard case .some(.none) = options[option.key.text] else { return true }
      return false
    }
    for option in list.items {
      switch options[option.key.text] {
      case .some(.some(let name)):
        change.edits.append(Edit(option.key.range, name))
        change.safety = max(change.safety, .review)
        change.reasons.append("'\(option.key.text)' became '\(name)' and generates different code")
      case .some(.none):
        if option.value?.text == "false" {
          change.safety = max(change.safety, .review)
          change.reasons.append(
            "nothing replaces '\(option.item.text)'; what it left out is generated")
        } else {
          change.reasons.append("nothing replaces '\(option.item.text)', so it is removed")
        }
      case nil: continue
      }
    }
  }
}
