import Foundation
import MoultFindings
import MoultLearning
import MoultReporting
import MoultRules
import MoultSource
import MoultSurfaces

/// The configuration of a project and the rules that it chooses from.
struct ProjectConfiguration {
  let configuration: Configuration
  let engine: Engine

  /// The files that it was read from, absolute, the one that is extended first; empty if there is none.
  let files: [String]

  /// Where the era of a library was chosen, by library: an absolute path and a one-based line.
  let targetPlaces: [String: (path: String, line: Int)]

  /// What lies in the rule folders that it names, and what was added.
  let pages: [RuleFile]

  /// Of the texts that all of it was read from.
  let digest: ContentDigest

  /// The file that it extends, as it names it, absolute: where that is a link, it may come to lead elsewhere.
  let extended: [String]

  /// The rule folders that it names, absolute.
  let ruleFolders: [String]

  /// Whether dependencies were looked for and read.
  let readsDependencies: Bool

  /// The name of the file that is looked for.
  static let fileName = ".moult.yml"

  /// - Parameters:
  ///   - explicit: the file that the command line names.
  ///   - start: the folder from which to look upward otherwise.
  ///   - catalogue: a folder to read instead of the rules that are built in.
  ///   - pages: rule pages to load beside those that the configuration names.
  ///   - dependencies: what the command line says of dependencies; what the configuration says of one counts before it.
  init(
    explicit: String?, start: String, catalogue: String? = nil, adding pages: [RuleFile] = [],
    dependencies: DependencyRequest = DependencyRequest()
  ) throws(Failure) {
    guard let path = explicit ?? Self.find(above: start) else {
      let learned = learnedLibraries(dependencies.choice, around: start, dependencies)
      engine = try Self.engine(catalogue, pages: pages, learned)
      configuration = Configuration()
      files = []
      extended = []
      targetPlaces = [:]
      self.pages = pages
      ruleFolders = []
      readsDependencies = dependencies.choice.isOn
      digest = Self.digest(of: [], pages)
      return
    }
    let own = try Self.file(at: path, called: explicit ?? Self.fileName)
    var read = [own]
    var extended: [String] = []
    if let path = try own.placing({ file throws(ConfigurationError) in try file.extended() }) {
      extended = [path]
      let base = try Self.file(at: path, called: relative(path, from: "/", to: own.folder))
      try base.placing { file throws(ConfigurationError) in try file.refuseExtending() }
      read.insert(base, at: 0)
    }
    var folders: [String] = []
    var choice = dependencies.choice
    for file in read {
      choice = try file.placing { file throws(ConfigurationError) in try file.dependencies() }
        .extending(choice)
      try file.placing { file throws(ConfigurationError) in try file.checkVersion(toolVersion) }
      folders += try file.placing { file throws(ConfigurationError) in try file.ruleFolders() }
    }
    // Messages call a page as the configuration's reader would; one that is named twice is one page.
    let names = folders.map { relative($0, from: "/", to: own.folder) }
    let configured = try rulePages(in: names, of: own.folder)
    let more = pages.filter { page in !configured.contains { $0.absolutePath == page.absolutePath }
    }
    let learned = learnedLibraries(choice, around: start, dependencies)
    let engine = try Self.engine(catalogue, pages: configured + more, learned)
    let vocabulary = Vocabulary(
      rules: engine.hopsOfRules.map(\.id.rawValue), libraries: engine.libraries)
    var configuration = Configuration()
    var targetPlaces: [String: (path: String, line: Int)] = [:]
    for file in read {
      configuration = try file.placing { file throws(ConfigurationError) in
        try file.configuration(knowing: vocabulary)
      }.extending(configuration)
      let lines = try file.placing { file throws(ConfigurationError) in try file.targetLines() }
      targetPlaces.merge(lines.mapValues { (file.path, $0) }) { $1 }
    }
    for library in learned where choice.use(of: library.name) == .lint {
      let decision = configuration.rules[library.rule] ?? RuleDecision()
      configuration.rules[library.rule] = RuleDecision(safety: .manual).changed(by: decision)
    }
    self.configuration = configuration
    self.engine = engine
    files = read.map(\.path)
    self.extended = extended
    self.targetPlaces = targetPlaces
    ruleFolders = folders
    readsDependencies = choice.isOn
    self.pages = configured + more
    digest = Self.digest(of: read, self.pages)
  }

  private static func digest(of files: [NamedFile], _ pages: [RuleFile]) -> ContentDigest {
    var hasher = ContentHasher()
    hasher.add(files.count)
    for file in files { hasher.add(file.text) }
    hasher.add(pages.count)
    for page in pages {
      hasher.add(page.cataloguePath)
      hasher.add(page.bytes)
    }
    return hasher.digest()
  }

  /// A file that was read, and what messages call it.
  private struct NamedFile {
    let file: ConfigurationFile
    let text: String
    let name: String
    let path: String

    var folder: String { parentFolder(path) }

    /// Says which file a configuration error is in.
    func placing<Value>(
      _ body: (ConfigurationFile) throws(ConfigurationError) -> Value
    ) throws(Failure) -> Value {
      do throws(ConfigurationError) {
        return try body(file)
      } catch {
        throw Failure("\(name):\(error.line):\(error.column): \(error.message)")
      }
    }
  }

  private static func file(at path: String, called name: String) throws(Failure) -> NamedFile {
    guard let resolved = resolvedPath(path) else {
      throw Failure("cannot read '\(name)': \(systemMessage(errno))")
    }
    let text = try textFile(resolved, called: name)
    do throws(ConfigurationError) {
      let file = try ConfigurationFile(text, in: parentFolder(resolved))
      return NamedFile(file: file, text: text, name: name, path: resolved)
    } catch {
      throw Failure("\(name):\(error.line):\(error.column): \(error.message)")
    }
  }

  /// Returns the nearest configuration at or above `start`, up to `searchLimit`.
  private static func find(above start: String) -> String? {
    let top = searchLimit(above: start)
    return ancestors(of: start).filter { isInside($0, top) }.map { joined($0, fileName) }
      .first { access($0, F_OK) == 0 }
  }

  private static func engine(
    _ catalogue: String?, pages: [RuleFile], _ learned: [LearnedLibrary]
  ) throws(Failure) -> Engine {
    let texts = try catalogue.map(catalogueTexts)
    // A page of the catalogue that is named once more is one page.
    let own = pages.filter { page in
      !(texts ?? embeddedTexts).contains {
        page.isAt($0.path) && $0.text.utf8.elementsEqual(page.bytes)
      }
    }
    do throws(PageError) {
      return try Engine.load(texts, ownPages: own, learned: learned)
    } catch {
      let text =
        pages.first { $0.name == error.path }?.bytes
        ?? texts?.first { $0.name == error.path }.map { Array($0.text.utf8) }
      throw Failure(framed(error, in: text))
    }
  }
}

/// Returns what to say about a page that is none: the place, the message, and the line with carets below it.
private func framed(_ error: PageError, in text: [UInt8]?) -> String {
  let place = error.place
  guard let text else { return error.description }
  let lines = LineIndex(text)
  guard let line = lines.range(ofLine: place.line, in: text) else { return error.description }
  let start = min(line.lowerBound.index + place.column - 1, line.upperBound.index)
  let end = min(start + place.length, line.upperBound.index)
  return "\(error)\n" + frame(of: ByteRange(indices: start..<end), in: text)
}

/// Returns the text of a small file that people write.
///
/// - Parameter name: what messages call it.
func textFile(_ path: String, called name: String) throws(Failure) -> String {
  let bytes: [UInt8]
  do throws(ReadError) {
    bytes = try readFile(path, below: 1 << 24)
  } catch {
    throw Failure("cannot read '\(name)': \(error.message)")
  }
  if let offset = firstInvalidUTF8(in: bytes) {
    throw Failure("cannot read '\(name)': not UTF-8 at byte \(offset)")
  }
  return String(decoding: bytes, as: UTF8.self)
}
