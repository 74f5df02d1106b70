package import MoultFindings
package import MoultMatching
package import MoultProto
package import MoultRewriting
package import MoultSource

/// A file of the project, as the analysis gets it.
package struct ProjectText: Sendable {
  package let source: SourceText
  package let surface: Surface

  /// A generator wrote it: it is read for facts and never changed.
  package let isGenerated: Bool

  package init(source: SourceText, surface: Surface, isGenerated: Bool) {
    self.source = source
    self.surface = surface
    self.isGenerated = isGenerated
  }

  /// Creates the file that lies at `path` with what its name shows, or nil for one that nobody opens.
  ///
  /// A name without extension is that of a script if the text begins with `#!`.
  package init?(path: String, bytes: [UInt8]) {
    let name = lastComponent(ofPath: path)
    let isScript = bytes.starts(with: "#!".utf8) && !name.utf8.contains(UInt8(ascii: "."))
    guard let surface = Surface(fileName: name) ?? (isScript ? .script : nil) else { return nil }
    self.init(
      source: SourceText(path: path, bytes: bytes), surface: surface,
      isGenerated: hasGeneratedName(name))
  }
}

/// What the findings depend on beside the files.
package struct AnalysisOptions: Sendable {
  /// The rules to run; nil for all.
  package let rules: Set<RuleID>?

  /// What the project decides about the options of rule families.
  package let options: OptionValues

  /// The files to find in; nil for all.
  ///
  /// The others are read for what they say about these.
  private(set) package var scope: Set<String>?

  /// `.proto` files of which only descriptors are at hand, by their import paths.
  package let described: [ProtoFile]

  /// How many files are worked on at once.
  private(set) package var jobs: Int

  /// What the project decides about a rule in the file at a path.
  package let decision: @Sendable (_ rule: RuleID, _ path: String) -> RuleDecision

  /// The safeties of the fixes that the run makes: a version that no fix of theirs raises stays what it is.
  private(set) package var applied = Set(Safety.allCases)

  /// What is told of fixes beside the fixes themselves.
  private(set) package var questions = FixQuestions.all

  /// What is configured of the layout of files, by path; nothing for a path that is not there.
  private(set) package var layouts: [String: LayoutSettings] = [:]

  /// The programs that the files are divided into; nil where nobody has divided them yet.
  private(set) package var programs: Programs?

  /// The libraries that lie in the tree as packages, in the order of their folders.
  private(set) package var copies: [LibraryCopy] = []

  /// Told when work on a program begins and ends, by whichever thread does it.
  private(set) package var watch: @Sendable (ProgramEvent) -> Void = { _ in }

  package init(
    rules: Set<RuleID>? = nil, options: OptionValues = OptionValues(),
    scope: Set<String>? = nil, described: [ProtoFile] = [], jobs: Int = 1,
    decision: @escaping @Sendable (RuleID, String) -> RuleDecision = { _, _ in RuleDecision() }
  ) {
    self.described = described
    self.scope = scope
    self.rules = rules
    self.options = options
    self.jobs = jobs
    self.decision = decision
  }
}

extension AnalysisOptions {
  /// Returns whether a rule runs on the file at a path.
  @Sendable
  package func runs(_ rule: RuleID, on path: String) -> Bool {
    (rules?.contains(rule) ?? true) && !decision(rule, path).isOff
  }

  /// The same, finding in all files.
  package var everywhere: AnalysisOptions {
    var options = self
    options.scope = nil
    return options
  }

  /// The same, for files of whose layout something is configured.
  package func laidOut(_ layouts: [String: LayoutSettings]) -> AnalysisOptions {
    var options = self
    options.layouts = layouts
    return options
  }

  /// The same, told of to somebody.
  package func watching(_ watch: @escaping @Sendable (ProgramEvent) -> Void) -> AnalysisOptions {
    var options = self
    options.watch = watch
    return options
  }

  /// The same, for a tree that has been divided.
  package func within(_ programs: Programs?) -> AnalysisOptions {
    var options = self
    options.programs = programs
    return options
  }

  /// The same, for a tree in which libraries lie.
  package func beside(_ copies: [LibraryCopy]) -> AnalysisOptions {
    var options = self
    options.copies = copies
    return options
  }

  /// The same for one program, finding in no other files than those at `paths`.
  package func limited(to paths: Set<String>, jobs: Int) -> AnalysisOptions {
    var options = self
    options.scope = scope.map(paths.intersection) ?? paths
    options.jobs = jobs
    return options.within(nil).watching { _ in }
  }

  /// The same, with so many threads.
  package func working(_ jobs: Int) -> AnalysisOptions {
    var options = self
    options.jobs = jobs
    return options
  }

  /// The same, telling no more of fixes than this.
  package func answering(_ questions: FixQuestions) -> AnalysisOptions {
    var options = self
    options.questions = questions
    return options
  }

  /// The same, for a run that makes the fixes of these safeties alone.
  package func applying(_ safeties: Set<Safety>) -> AnalysisOptions {
    var options = self
    options.applied = safeties
    return options
  }
}

/// A file that was not understood, or only in part.
package struct AnalysisGap: Hashable, Sendable {
  package let path: String
  package let range: ByteRange

  /// What is wrong with it; one line in lower case without a final period.
  package let reason: String

  /// Whether nothing of the file was understood, so that there may be findings that nobody sees.
  package let isTotal: Bool

  package init(path: String, range: ByteRange, reason: String, isTotal: Bool = false) {
    self.path = path
    self.range = range
    self.reason = reason
    self.isTotal = isTotal
  }
}
