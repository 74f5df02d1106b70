// A call of `moult lint` that most people and scripts make is read without the parser. That asks each type of an option what it
// conforms to, and the runtime goes through the conformances of all libraries for each answer: a third of a clean file's check.
// What is written in any other way goes to the parser, as does all that may be a mistake.

extension LintCommand {
  /// Creates the command of a call with paths and the most common options, as the parser would; nil for any other.
  ///
  /// - Parameter words: those behind the name of the command.
  init?(plain words: ArraySlice<String>) {
    var project = ProjectOptions(paths: [])
    var text = TextOptions(isQuiet: false)
    var format: ReportFormat?
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--no-cache": project.isWithoutCache = true
      case "--quiet", "-q": text.quiet = true
      case "--format":
        guard format == nil, let named = rest.popFirst().flatMap(ReportFormat.init(rawValue:))
        else { return nil }
        format = named
      case "--jobs":
        guard project.jobs == nil, let number = rest.popFirst().flatMap({ Int($0) }),
          (1...1024).contains(number)
        else { return nil }
        project.jobs = number
      default:
        guard let first = word.utf8.first, first != UInt8(ascii: "-") else { return nil }
        project.paths.append(word)
      }
    }
    self.init()
    self.project = project
    baseline = BaselineOptions(file: nil)
    baselineStrict = false
    self.format = format ?? .text
    output = []
    self.text = text
    scope = ScopeOptions(nothingApart: ())
    measures = MeasureOptions(nothing: ())
    markdown = MarkdownOption(asked: false)
    shard = nil
    showFiles = false
  }
}

// An initialiser that sets every property is what the parser's own documentation asks of who does without it: one that is left
// out ends the first run that reads it.

extension ProjectOptions {
  fileprivate init(paths: [String]) {
    self.init()
    self.paths = paths
    rules = []
    config = nil
    descriptorSets = []
    catalogue = CatalogueOption(builtIn: ())
    ruleFolders = []
    dependencies = DependencyOptions(off: ())
    isWithoutCache = false
    failOn = nil
    jobs = nil
    color = .auto
  }
}

extension CatalogueOption {
  fileprivate init(builtIn: Void) {
    self.init()
    folder = nil
  }
}

extension DependencyOptions {
  fileprivate init(off: Void) {
    self.init()
    isOn = false
    includesOwn = false
  }
}

extension BaselineOptions {
  fileprivate init(file: String?) {
    self.init()
    baseline = file
  }
}

extension TextOptions {
  fileprivate init(isQuiet: Bool) {
    self.init()
    expand = false
    quiet = isQuiet
    max = nil
  }
}

extension ScopeOptions {
  fileprivate init(nothingApart: Void) {
    self.init()
    since = nil
    staged = false
    sinceScope = .lines
    stdinFilename = nil
  }
}

extension MeasureOptions {
  fileprivate init(nothing: Void) {
    self.init()
    statistics = false
    timings = false
  }
}

extension MarkdownOption {
  fileprivate init(asked: Bool) {
    self.init()
    isAsked = asked
  }
}
