import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultProto
import MoultReporting
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSurfaces

/// What the commands need from the rules.
///
/// Each member is a function from values to values: whatever comes from a disk was read before.
struct Engine: Sendable {
  /// Every rule, built in or from the project's own pages, sorted by id.
  var rules: [RuleSummary] { summaries() }

  /// Made when somebody asks, as the safety of a rule is that of its rows.
  let summaries: @Sendable () -> [RuleSummary]

  /// The same rules in the same order, with what decides whether they run.
  let hopsOfRules: [RuleHop]

  /// The eras of each library, oldest first.
  let libraries: [String: [String]]

  /// The modules that show a library.
  let modules: Set<String>

  /// Returns whether fixes of a rule can be done in more than one way.
  let offersChoice: @Sendable (RuleID) -> Bool

  /// Returns the words to look for in files, and what they show.
  ///
  /// Gets the manifests and `.proto` files of the project, because the names that a generator makes from
  /// them are words to look for as well.
  let words: @Sendable (_ facts: [WorkspaceFile], _ jobs: Int) -> WorkspaceWords

  /// Returns the words of which a file must mention one to show any era of any library.
  let eraAnchors: @Sendable () -> [String]

  /// Finds, in the files that are in scope.
  let analyse: @Sendable (_ files: [WorkspaceFile], _ request: Request) async -> Analysis

  /// Finds as `analyse` does, and keeps what is needed to know it again after edits of the files at `edited`.
  let follow:
    @Sendable (_ files: [WorkspaceFile], _ request: Request, _ edited: Set<String>) async
      -> FollowedTree

  /// Tells the eras of all files, and what is found in those that are in scope.
  let survey: @Sendable (_ files: [WorkspaceFile], _ request: Request) async -> Survey

  /// Returns the hops that rename a module and lie ahead of the project, given what was found.
  let openHops:
    @Sendable (_ files: [WorkspaceFile], _ analysis: Analysis, _ request: Request) async
      -> [OpenHop]

  /// Divides what was found into what must change together, in the order in which it can be done.
  let slices:
    @Sendable (_ files: [WorkspaceFile], _ analysis: Analysis, _ request: Request) async
      -> [MigrationSlice]

  /// Returns findings in the order in which a person does them.
  let inWorkOrder: @Sendable (_ findings: [Finding], _ files: [WorkspaceFile]) -> [Finding]

  /// Tells what `moult fix` without options would do about what was found.
  let plainRun:
    @Sendable (_ files: [WorkspaceFile], _ analysis: Analysis, _ request: Request) async
      -> PlainRun

  /// Applies fixes of the given safeties in memory until nothing changes.
  ///
  /// Only findings in files that are in scope are fixed; their fixes may reach into other files. A hop that renames
  /// a module is made whole or not at all.
  let fix:
    @Sendable (_ files: [WorkspaceFile], _ policy: FixPolicy, _ request: Request) async
      -> FixOutcome

  /// Returns what the fixes of `findings`, which do not meet, make of the files.
  let preview: @Sendable (_ findings: [Finding], _ texts: [String: [UInt8]]) -> [FileChange]

  /// Works out a change of a prefix over all files, in memory.
  let renamePrefix:
    @Sendable (_ files: [WorkspaceFile], _ change: PrefixChange, _ request: Request) async
      -> RenameResult

  /// Finds what the difference between two states of the project's interfaces means for its code.
  let impact:
    @Sendable (_ files: [WorkspaceFile], _ before: EarlierProject, _ request: Request) async
      -> ImpactResult

  /// Returns what reports say about findings beside what stands in them.
  let describe: @Sendable (_ files: [WorkspaceFile], _ findings: [Finding]) async -> Facts

  /// Writes comments that ignore findings, each of which is in a file of the list.
  let suppress:
    @Sendable (_ files: [WorkspaceFile], _ findings: [Finding], _ reason: String) async
      -> Suppressing

  /// Writes the comment that ignores the rules of findings in all of their file, or returns nil where none can stand.
  let suppressInFile:
    @Sendable (_ file: WorkspaceFile, _ findings: [Finding], _ reason: String) -> FileChange?

  /// Returns the page of a rule as Markdown, or nil if there is no such rule.
  let page: @Sendable (RuleID) -> String?

  /// Returns the page of a rule for someone who has a finding of it, or nil if there is no such rule.
  let ruleText: @Sendable (RuleID) -> String?

  /// Returns the page of a rule as readers outside a terminal get it, or nil if there is no such rule.
  let article: @Sendable (RuleID) -> RuleArticle?

  /// Writes a page that passes, for the project's own rules.
  let draft: @Sendable (_ request: DraftRequest) async throws(DraftProblem) -> RuleDraft

  /// Returns what is inferred at a byte of the file at `path`, and why.
  let explain:
    @Sendable (_ offset: ByteOffset, _ path: String, _ files: [WorkspaceFile], _ request: Request)
      async -> Explanation?

  /// Returns what the dependencies that were read have retired.
  let lessons: @Sendable () -> [LearnedLesson]

  /// Runs the cases of rule pages; without pages, of all that are built in.
  ///
  /// Tells `watch` how many are done, of how many.
  let test:
    @Sendable (_ pages: [RuleFile], _ jobs: Int, _ watch: @Sendable (Int, Int) -> Void) async
      -> TestOutcome

  /// Returns what to ask a compiler about the cases of rule pages; without pages, of all that are loaded.
  let typeCheckPlan: @Sendable (_ pages: [RuleFile]) async -> TypeCheckPlan

  /// What all work on the files depends on beside the files.
  struct Request: Sendable {
    let configuration: Configuration
    /// The rules to run.
    let rules: Set<RuleID>
    /// `.proto` files that only descriptor sets hold.
    let described: [ProtoFile]
    /// How many files to work on at once.
    let jobs: Int
    /// What the configuration decides about a rule in the file at a path.
    let decision: @Sendable (_ rule: RuleID, _ path: String) -> RuleDecision
    /// What would run if nobody asked for single rules.
    let everything: Everything
    /// What is configured of the layout of files, by path.
    let layouts: [String: LayoutSettings]
    /// What is built together.
    let programs: Programs
    /// The eras to move to in each of the programs, by library.
    let targetsOfProgram: [[String: String]]
    /// Told when work on a program begins and ends.
    let watch: @Sendable (ProgramEvent) -> Void
    /// What earlier runs have found, for `analyse`; nil where all is found anew.
    private(set) var results: ResultStore?
    /// What `analyse` and `survey` tell of fixes beside the fixes themselves.
    private(set) var questions = FixQuestions.all

    /// Returns the same request of somebody who knows what earlier runs have found.
    func knowing(_ results: ResultStore?) -> Request {
      var copy = self
      copy.results = results
      return copy
    }

    /// Returns the same request of somebody who looks at no more than this.
    func answering(_ questions: FixQuestions) -> Request {
      var copy = self
      copy.questions = questions
      return copy
    }
  }

  /// The rules of a run for which nobody asked for single ones.
  struct Everything: Sendable {
    let rules: Set<RuleID>
    let decision: @Sendable (_ rule: RuleID, _ path: String) -> RuleDecision
  }

  struct Analysis: Sendable {
    let findings: [Finding]
    /// What comments in the code ask to ignore, sorted by finding.
    let suppressed: [SuppressedFinding]
    /// Files that could not be understood, or only in part.
    let gaps: [Gap]
    /// What is old in branches that are there for an old era, sorted.
    let kept: [Finding]
    /// What may be a finding and nobody can say, as a type is not known; sorted.
    var unknown: [UnknownType] = []
    /// What of it each program gave, in their order; without those that no file of the run belongs to.
    var programs: [ProgramAnalysis] = []
  }

  /// What was found in one program, as it is before files that several share are looked at together.
  struct ProgramAnalysis: Sendable {
    /// The name of the program.
    let program: String
    let findings: [Finding]
    let suppressed: [SuppressedFinding]
    let gaps: [Gap]
    let kept: [Finding]
    let unknown: [UnknownType]
  }

  struct Survey: Sendable {
    let inventory: Inventory
    /// What the inventory counts, sorted.
    let findings: [Finding]
    /// Files that could not be understood, or only in part.
    let gaps: [Gap]
    /// What may be a finding and nobody can say, as a type is not known; sorted.
    let unknown: [UnknownType]
  }

  struct Facts: Sendable {
    let fingerprints: [Finding: Fingerprint]
    /// The edits that bring in the modules that fixes need.
    let importEdits: [Finding: [FileEdits]]
    let rules: [RuleID: RuleDescription]
  }

  struct Suppressing: Sendable {
    let changes: [FileChange]
    /// The number of comments.
    let comments: Int
    /// What is in a place where no comment can stand.
    let refused: [Finding]
  }

  struct FixOutcome: Sendable {
    let report: FixReport
    /// The rounds' findings whose fixes were applied, and the texts that these refer to.
    let history: [FixRound]
    /// Computes the way to the last texts; each step is a rule's fixes of one round.
    let steps: @Sendable () -> [FixStep]
    /// Computes the rules that are the first step by themselves, or nil if nothing was applied.
    ///
    /// A hop that renames a module is one step.
    let firstStep: @Sendable () -> Set<RuleID>?
    /// What is still found in the changed files.
    let remaining: [Finding]
    /// What of the findings of before is left.
    let followed: [FollowedFinding]
    /// The texts that `remaining` refers to, where they differ from what was read.
    let gaps: [Gap]
    /// Why nothing may be written, if the session went wrong as a whole: rules that oscillate.
    let refusal: String?
  }

  struct RenameResult: Sendable {
    let changes: [FileChange]

    /// What the changes are made of, by path, in order.
    let edits: [String: [Edit]]
    let names: [(old: String, new: String)]

    /// In the texts before the change, and in those after it; sorted.
    let left: [LeftMention]
    let leftAfterwards: [LeftMention]
    let generated: [String]

    /// Why nothing may be written; empty if it may.
    let obstacles: [String]
    let gaps: [Gap]
  }

  struct ImpactResult: Sendable {
    let changes: [ImpactReport.Change]

    /// The same once the rewrites are made: the uses that they leave, in the texts after them.
    let left: [ImpactReport.Change]
    let rewrites: [FileChange]

    /// What the rewrites are made of, by path, in order.
    let edits: [String: [Edit]]

    /// Rewrites that are not made, with the reason; one line each.
    let refused: [String]
    let gaps: [Gap]
  }

  struct TestOutcome: Sendable {
    /// The number of cases that ran.
    let cases: Int
    /// At most one for each case, in the order of the pages.
    let failures: [CaseFailure]
  }
}

/// A declaration that a dependency has retired, and what was learned about it.
struct LearnedLesson: Codable, Equatable, Sendable {
  let library: String
  let version: String?
  let rule: String
  /// Qualified by its module.
  let name: String
  /// `deprecated`, `unavailable` or `onSomePlatforms`.
  let state: String
  /// `renamed`, `renamed-unknown`, `body`, `advice`, `nothing`, `platforms` or `conformance`.
  let lesson: String
  /// What is written instead, or what a person is told; nil where nothing is said.
  let says: String?
  /// In the library, with a one-based line.
  let place: String
  let declaration: String
  /// The heads of the declarations around it, the outermost first.
  let around: [String]
}

/// What decides whether a rule is one of a run.
struct RuleHop: Sendable {
  let id: RuleID
  let library: String
  /// The eras that the rule leads between, such as `0-1`; nil for a rule of no hop.
  let hop: String?
}

/// One rule in a list.
struct RuleSummary: Codable, Equatable, Sendable {
  let id: String
  let title: String
  let library: String
  /// The eras that the rule leads between, such as `0-1`; nil for a rule of no hop.
  let hop: String?
  let severity: String
  /// The highest safety that a fix of this rule can have.
  let safety: String
}
