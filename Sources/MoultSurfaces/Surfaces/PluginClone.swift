import MoultFindings
import MoultManifests
import MoultSource

/// Returns the edits that make a script build a plugin of protoc from a clone of its new repository, and name that plugin;
/// nil where a person has to.
///
/// The script, one of a shell, clones the old repository once and alone, builds this plugin there with SwiftPM and nothing else,
/// takes nothing else from there, and says once which release, by a number. A folder that git names after the repository gets the new name wherever a path names it.
func movedClone(
  _ rename: PluginRename, of source: PluginSource, in commands: [ReadCommand]
) -> [Edit]? {
  guard commands.allSatisfy({ $0.line.surface == .shell }), let since = source.since,
    let newest = VersionNumber(since),
    commands.count(where: { $0.fetches(source.repository) }) == 1,
    let clone = commands.lazy.compactMap({ RepositoryClone($0.line, of: source.repository) }).first,
    commands.filter(\.builds).map({ $0.builds(product: rename.program) }) == [true]
  else { return nil }
  let releases = commands.compactMap(\.checkedOut) + (clone.branch.map { [$0] } ?? [])
  guard releases.count == 1, releases[0].isStatic, let release = VersionNumber(releases[0].text),
    release < newest, let address = clone.address.part(source.repository)
  else { return nil }
  var edits = [Edit(address.range, source.successor), Edit(releases[0].range, since)]
  let others = commands.filter { !$0.fetches(source.repository) && !$0.installsPackages }
  let folder = clone.folder ?? source.folder
  guard !others.flatMap(\.line.words).contains(where: { $0.takesMore(thanBuiltIn: folder) }) else {
    return nil
  }
  if clone.folder == nil {
    for word in others.flatMap(\.line.words) {
      guard let part = word.component(source.folder) else { continue }
      guard part.isStatic, word.isInWorkingDirectory(source.folder) else { return nil }
      edits.append(Edit(part.range, lastComponent(ofPath: source.successor)))
    }
  }
  for command in commands where command.invocation == nil && !command.installsPackages {
    edits += rename.change(of: command)?.edits ?? []
    edits += command.releasesAsked(of: rename, from: source)
  }
  return edits
}

/// A command that clones a repository into a folder of the working directory.
private struct RepositoryClone {
  let address: Word

  /// The branch or tag that it checks out.
  let branch: WordPart?

  /// What the folder is called, where the command says so.
  let folder: String?

  /// Nil where the command is no clone of the repository, or has options that say more.
  init?(_ line: CommandLine, of repository: String) {
    guard line.words.count > 2, line.words[0].text == "git", line.words[1].text == "clone",
      let address = line.words.first(where: { repositoryName($0.text) == repository })
    else { return nil }
    var others: [Word] = []
    var isValue = false
    for word in line.words.dropFirst(2) {
      defer { isValue = ["-b", "--branch", "--depth"].contains(word.text) }
      if isValue { continue }
      if word.text.hasPrefix("-") {
        let flag = word.text.prefix { $0 != "=" }
        guard flagsOfClones.contains(String(flag)) else { return nil }
      } else if word.range != address.range {
        others.append(word)
      }
    }
    guard others.count < 2, address.isStatic else { return nil }
    self.address = address
    branch = branchOfClone(line.words)
    folder = others.first?.text
  }
}

/// What says no more of a clone than how much of it is fetched, which release, and how loudly.
private let flagsOfClones: Set<String> = [
  "-b", "--branch", "--depth", "--single-branch", "-q", "--quiet", "--recursive",
  "--recurse-submodules", "--shallow-submodules",
]

extension ReadCommand {
  /// What `git checkout` names, where it names one thing.
  fileprivate var checkedOut: WordPart? {
    let words = line.words.filter { $0.text != "-q" && $0.text != "--quiet" }
    guard words.count == 3, words[0].text == "git", words[1].text == "checkout" else { return nil }
    let tag = "tags/"
    let start = words[2].text.hasPrefix(tag) ? tag.utf8.count : 0
    return WordPart(words[2], start..<words[2].content.count)
  }

  /// Whether it builds something.
  fileprivate var builds: Bool {
    let program = lastComponent(ofPath: line.words[0].text)
    return ["make", "xcodebuild", "bazel"].contains(program)
      || program == "swift" && line.words.contains { $0.text == "build" }
  }

  /// Whether it builds this product of a package, and no other.
  fileprivate func builds(product: String) -> Bool {
    let words = line.words.map(\.text)
    guard words[0] == "swift", words.contains("--product=\(product)") == false,
      let flag = words.firstIndex(of: "--product"), flag == words.lastIndex(of: "--product")
    else { return words[0] == "swift" && words.contains("--product=\(product)") }
    return words.dropFirst(flag + 1).first == product
  }
}

extension Word {
  /// Where a text stands in the word, if it does once.
  fileprivate func part(_ searched: String) -> WordPart? {
    let text = Array(text.lowercased().utf8)
    let bytes = Array(searched.utf8)
    guard text.count == content.count, text.count >= bytes.count else { return nil }
    let starts = (0...(text.count - bytes.count)).filter {
      text[$0..<$0 + bytes.count].elementsEqual(bytes)
    }
    return starts.count == 1 ? WordPart(self, starts[0]..<starts[0] + bytes.count) : nil
  }

  /// Where a part between `/` of the path that the word holds is a name.
  fileprivate func component(_ name: String) -> WordPart? {
    content.parts(of: 0..<content.count, separatedBy: UInt8(ascii: "/"))
      .map { WordPart(self, $0) }.first { $0.text == name }
  }

  /// Whether it is the path of something in a folder, and of nothing that was built there: the new repository has other files.
  fileprivate func takesMore(thanBuiltIn folder: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let name = lastComponent(ofPath: folder)
    guard let index = parts.firstIndex(where: { $0 == name }), index + 1 < parts.count else {
      return false
    }
    return !parts[index + 1].isEmpty && parts[index + 1] != ".build"
  }

  /// Whether the path that the word holds starts with a name, or with what is only known when the command runs.
  fileprivate func isInWorkingDirectory(_ name: String) -> Bool {
    let path = text.hasPrefix("./") ? text.dropFirst(2) : text[...]
    return path.prefix { $0 != "/" } == name || content.opaque.contains { $0.lowerBound == 0 }
  }
}
