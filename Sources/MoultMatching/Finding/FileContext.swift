package import MoultFindings
package import MoultRewriting
package import MoultSemantics
package import MoultSource
package import MoultSyntax

/// What a rule sees of the one file that it judges.
///
/// Used by one task only.
package struct FileContext {
  package let tree: SyntaxTree
  package let semantics: FileSemantics
  package let model: ProjectModel

  /// Who uses what in the whole project; empty until a fix asks.
  package let calls: CallGraph

  /// What the project decides about the options of rule families.
  package private(set) var options: OptionValues

  /// How the file is laid out, for what is written into it.
  package let layout: SourceLayout

  /// What is configured of the layout of the project's files, by path.
  let layouts: [String: LayoutSettings]

  /// What the task has inferred of other files, so that no file is inferred for every question about it.
  package let others: OtherFiles

  /// Whether a rule runs on the file at a path.
  let activity: @Sendable (_ rule: RuleID, _ path: String) -> Bool

  /// Whether the file at a path is built with a release of a package that is older than another; nil where that is not known.
  let releases: ReleaseQuestion

  /// Whether the module of the file at a path takes a product of a package, or a fix can have it do so; nil where that is not known.
  let products: ProductQuestion

  /// Whether the file at a path is built in a language mode that refuses data races.
  let language: LanguageQuestion

  /// What the project's Objective-C does with hosts.
  let hostsInObjectiveC: @Sendable () -> HostsElsewhere

  /// What the project's Objective-C sets for the host that is a text, and is of no kind that is set in Swift.
  package func settingInObjectiveC(
    ofHost host: String, besides kinds: Set<HostSettingKind>
  ) -> HostsElsewhere.Setting? {
    hostsInObjectiveC().settings.first {
      $0.host == host && !kinds.contains(HostSettingKind(ofSelector: $0.selector))
    }
  }

  /// A service that the project's Objective-C creates for the host that is a text, and for which nothing of a kind is set there.
  package func serviceInObjectiveC(
    ofHost host: String, without kind: HostSettingKind
  ) -> HostsElsewhere.Service? {
    hostsInObjectiveC().services.first { $0.host == host && !$0.set.contains(kind) }
  }

  /// Asks whether the module of `path` can take `product`, of the package by its identity, or has it from products that bring
  /// it along.
  package typealias ProductQuestion =
    @Sendable (_ product: String, _ package: String, _ others: Set<String>, _ path: String) ->
    Bool?

  /// Asks whether `path` is built with a release of `package` below another.
  package typealias ReleaseQuestion =
    @Sendable (_ package: String, _ release: String, _ path: String) -> Bool?

  /// Asks whether `path` is built in a language mode that refuses data races, for certain.
  package typealias LanguageQuestion = @Sendable (_ path: String) -> Bool

  package init(
    tree: SyntaxTree, semantics: FileSemantics, model: ProjectModel, calls: CallGraph,
    options: OptionValues = OptionValues(), layouts: [String: LayoutSettings] = [:],
    releases: @escaping ReleaseQuestion = { _, _, _ in nil },
    products: @escaping ProductQuestion = { _, _, _, _ in nil },
    language: @escaping LanguageQuestion = { _ in false },
    hostsInObjectiveC: @escaping @Sendable () -> HostsElsewhere = { HostsElsewhere() },
    activity: @escaping @Sendable (_ rule: RuleID, _ path: String) -> Bool = { _, _ in false }
  ) {
    self.init(
      tree: tree, semantics: semantics, model: model, calls: calls, options: options,
      layouts: layouts, others: OtherFiles(), releases: releases, products: products,
      language: language, hostsInObjectiveC: hostsInObjectiveC, activity: activity)
  }

  init(
    tree: SyntaxTree, semantics: FileSemantics, model: ProjectModel, calls: CallGraph,
    options: OptionValues, layouts: [String: LayoutSettings], others: OtherFiles,
    releases: @escaping ReleaseQuestion, products: @escaping ProductQuestion,
    language: @escaping LanguageQuestion,
    hostsInObjectiveC: @escaping @Sendable () -> HostsElsewhere,
    activity: @escaping @Sendable (_ rule: RuleID, _ path: String) -> Bool
  ) {
    self.activity = activity
    self.releases = releases
    self.products = products
    self.language = language
    self.hostsInObjectiveC = hostsInObjectiveC
    self.others = others
    self.tree = tree
    self.layouts = layouts
    self.layout = SourceLayout(tree, layouts[tree.source.path] ?? LayoutSettings())
    self.semantics = semantics
    self.model = model
    self.calls = calls
    self.options = options
  }

  /// Whether the file is built in a language mode that refuses data races, for certain.
  package var refusesRaces: Bool { language(source.path) }

  package var source: SourceText { tree.source }

  /// What changes of the file are said to.
  package var editor: SyntaxEditor { SyntaxEditor(tree, layout, spelling: spelling) }

  /// Gives what was inferred of this file and of others back to the model, for the next task that asks about them.
  ///
  /// Neither this context nor another one of the task may be used any more.
  package func giveBack() {
    model.giveBack(semantics)
    others.giveBack(to: model)
  }

  /// Returns the same context with another value of one option.
  func choosing(_ value: String, of option: String) -> FileContext {
    var copy = self
    copy.options = options.changed(by: OptionValues([option: .text(value)]))
    return copy
  }

  /// Returns whether a rule runs on this file, so that another may leave to it what it does better.
  package func runs(_ rule: RuleID) -> Bool { activity(rule, source.path) }

  /// Returns whether the file's module takes a product, or a fix can have it do so; nil if that is not known.
  ///
  /// - Parameters:
  ///   - package: by its identity.
  ///   - others: products that bring it along, also for targets above those that take them.
  package func canTake(
    product: String, of package: String, broughtBy others: Set<String> = []
  ) -> Bool? {
    products(product, package, others, source.path)
  }

  /// Returns whether the file is built with a release of a package older than `release`; nil if that is not known.
  func isBuilt(with package: String, below release: String) -> Bool? {
    releases(package, release, source.path)
  }
}

/// The names and types of files that a task came to from another one.
///
/// A class because all contexts of the task share it; it holds no context, which would hold it in turn.
package final class OtherFiles {
  private var semantics: [String: FileSemantics] = [:]
  private var answers: [Question: Any] = [:]

  private struct Question: Hashable {
    let subject: Symbol
    let answer: ObjectIdentifier
  }

  /// Returns what a question about a declaration was answered before in the task, or answers it.
  ///
  /// - Parameter work: asks about `subject` alone, so that the answer is the same wherever it is asked for.
  package func answer<Answer>(about subject: Symbol, _ work: () -> Answer) -> Answer {
    let question = Question(subject: subject, answer: ObjectIdentifier(Answer.self))
    // What is known may be that there is nothing, which is an answer.
    if let known = answers[question], let answer = known as? Answer { return answer }
    let new = work()
    answers.updateValue(new, forKey: question)
    return new
  }

  /// Returns the same of a question that may be refused, which is remembered too.
  package func answer<Answer>(
    about subject: Symbol, orRefusing work: () throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    try answer(about: subject) { () -> Result<Answer, Refusal> in
      do throws(Refusal) { return .success(try work()) } catch { return .failure(error) }
    }.get()
  }

  /// - Returns: what is borrowed from the model; nil for a path that is none of the project's.
  package func semantics(ofFile path: String, in model: ProjectModel) -> FileSemantics? {
    if let known = semantics[path] { return known }
    let new = model.borrowedSemantics(forFile: path)
    semantics[path] = new
    return new
  }

  func giveBack(to model: ProjectModel) {
    for file in semantics.values { model.giveBack(file) }
    semantics = [:]
    answers = [:]
  }
}

extension SyntaxTree {
  /// Returns whether a comment lies in the range.
  package func holdsComment(in range: ByteRange) -> Bool { !commentRanges(in: range).isEmpty }
}
