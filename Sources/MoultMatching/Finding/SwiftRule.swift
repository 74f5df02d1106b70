package import MoultFindings

/// The shapes of a generated client method of grpc-swift 0 and 1, and of the methods of a call that it returns.
package enum CallStyle: String, Sendable, CaseIterable {
  case unary
  case unaryCompletion = "unary-completion"
  case serverStreaming = "server-streaming"
  case clientStreaming = "client-streaming"
  case bidirectionalStreaming = "bidirectional-streaming"
  /// Any method of a call or a session: `receive`, `send`, `closeSend`, ….
  case message
  /// Of grpc-swift 1 from here on: `try await client.get(request)`.
  case asyncUnary = "async-unary"
  case asyncServerStreaming = "async-server-streaming"
  case asyncClientStreaming = "async-client-streaming"
  case asyncBidirectionalStreaming = "async-bidirectional-streaming"
  /// `client.makeGetCall(request)`.
  case asyncCall = "async-call"
  /// `client.get(request)`, whose outcome is a future.
  case future
  /// Of connect-swift: takes a closure for the response, or for each result of a stream.
  case connectClosure = "connect-closure"
  /// Of a client that nothing declares, where nothing tells whether it is unary or streams.
  case unknown
}

/// What is put where a finder matched.
package struct Rewrite: Sendable {
  /// Nil if the code stays, and only what it does around itself changes.
  package let template: Template?

  /// What the template replaces: what was found, or the statement that it is.
  package let place: RewrittenPlace

  /// False if the new expression is no longer optional where the old one was.
  package let staysOptional: Bool

  /// What the new expression, which is optional, is where it is nil and something wants a value; nil if it is none.
  package let fallback: Template?

  /// True if a concrete type takes the place of one that `some` or `any` stands before.
  package let isConcrete: Bool

  /// False if the new expression no longer throws where the old one did.
  package let staysThrowing: Bool

  /// What the new expression does that the old one did not: throws, suspends.
  package let effects: Effects

  /// The global actor of the functions around it that suspend because of that; nil if each says itself where it runs.
  package let actor: String?

  /// True if the new expression mutates `$base`, whose type is a value type in the new era.
  package let mutatesBase: Bool

  /// Modules that the new text needs.
  package let imports: Set<String>

  /// What changes around it.
  package let inner: InnerRewrites

  package init(
    template: Template?, place: RewrittenPlace = .match, staysOptional: Bool = true,
    fallback: Template? = nil, isConcrete: Bool = false, staysThrowing: Bool = true,
    effects: Effects = [], actor: String? = nil, mutatesBase: Bool = false,
    imports: Set<String> = [], inner: InnerRewrites = InnerRewrites()
  ) {
    self.inner = inner
    self.template = template
    self.place = place
    self.fallback = fallback
    self.isConcrete = isConcrete
    self.staysOptional = staysOptional
    self.staysThrowing = staysThrowing
    self.effects = effects
    self.actor = actor
    self.mutatesBase = mutatesBase
    self.imports = imports
  }
}

/// How much of the code around a match a template replaces.
package enum RewrittenPlace: Hashable, Sendable {
  case match
  /// The statement that the match is, with its `try` and `await`.
  case statement
}

/// Changes of a call whose other arguments stay where they are.
///
/// An argument goes by its label, or by its number: `$1` is the first that is written.
package struct Relabelling: Hashable, Sendable {
  /// The new name of what is called; nil keeps the old one.
  package let name: String?

  /// What is called instead, receiver and all; nil keeps it.
  package let callee: String?

  /// New labels by arguments; `_` for none.
  package let labels: [String: String]

  /// What the values of arguments become, as templates, by arguments.
  package let wrapped: [String: String]

  /// The labels of arguments that go.
  package let dropped: [String]

  /// Arguments that come last, as templates: `compression: .none`.
  package let added: [String]

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(
    name: String?, callee: String? = nil, labels: [String: String],
    wrapped: [String: String] = [:], dropped: [String] = [], added: [String] = [],
    imports: Set<String> = []
  ) {
    self.name = name
    self.callee = callee
    self.labels = labels
    self.wrapped = wrapped
    self.dropped = dropped
    self.added = added
    self.imports = imports
  }
}

/// Changes of the name of a type whose generic arguments stay.
package struct Retyping: Hashable, Sendable {
  /// The new name; nil keeps the old one.
  package let name: String?

  /// Generic arguments that come last.
  package let arguments: [String]

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(name: String?, arguments: [String], imports: Set<String> = []) {
    self.name = name
    self.arguments = arguments
    self.imports = imports
  }
}

/// What a transform makes of a match.
package struct TransformOutcome: Sendable {
  package var consequence: Consequence
  package var imports: Set<String>

  /// Modules that the file of the finding needs beside those, and no other file of the fix.
  package var importsHere: Set<String> = []

  /// Instead of the rule's own, if set.
  package var nextStep: String?

  /// What is wrong and what the fix is called, instead of the rule's own; for a rule that is about many declarations.
  package var message: String?
  package var title: String?

  /// Instead of the rule's own, if set.
  package var severity: Severity?

  /// What has a finding of its own and keeps the place from being rewritten.
  var related: [RelatedPlace] = []

  /// Whether other places have the same fix, or one that this one is a part of: then all of them are found.
  package var isPlaceOfMany = false

  /// What is rewritten together with other places that have other edits, by a name that all of them say.
  package var unit: String?

  package init(
    _ consequence: Consequence, imports: Set<String> = [], nextStep: String? = nil
  ) {
    self.consequence = consequence.movingLines()
    self.imports = imports
    self.nextStep = nextStep
  }

  /// Nothing can be rewritten here, and a person does `nextStep`, or what the page says.
  package static func manual(_ nextStep: String? = nil) -> TransformOutcome {
    var consequence = Consequence()
    consequence.safety = .manual
    return TransformOutcome(consequence, nextStep: nextStep)
  }
}

/// Why a place is left to a person, said as the next step for it: a phrase without a final period.
package struct Refusal: Error {
  package let nextStep: String

  /// What has a finding of its own and keeps the place from being rewritten.
  let related: [RelatedPlace]

  package init(_ nextStep: String, related: [RelatedPlace] = []) {
    self.nextStep = nextStep
    self.related = related
  }
}

/// A rewrite that no template can say, written in Swift.
///
/// - Returns: nil if the match is no finding after all.
/// - Throws: a `Refusal` where it is one that is left to a person.
package typealias Transform = @Sendable (Match, FileContext) throws(Refusal) -> TransformOutcome?

/// Returns what a transform makes of a match.
func outcome(of transform: Transform, _ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    return try transform(match, file)
  } catch {
    var outcome = TransformOutcome.manual(error.nextStep)
    outcome.related = error.related
    return outcome
  }
}

/// How a match is rewritten.
package enum Action: Sendable {
  /// There is advice and no edit.
  case advise
  case relabel(Relabelling)
  case retype(Retyping)
  case rewriteStatements(StatementRewriting)
  /// Gives a call of a known shape another one.
  case reshape(ReshapedCall)
  /// Adds members and conformances to the type whose conformance was found.
  case extend(TypeAddition)
  /// Asks the type for what its values told.
  case askType
  /// Makes the static member of a type whose conformance was found one of its values.
  case makeInstanceMember(MemberName)
  /// Takes away the statement that the match is.
  case removeStatement
  case rewrite(Rewrite)
  case transform(Transform)
}

/// One thing to find in Swift source: a page, or one row of a page's table.
///
/// A class because each match and each list of rules holds some, and a copy of so many parts takes longer than most
/// questions about a node.
package final class SwiftRule: Sendable {
  package let id: RuleID
  package let severity: Severity
  package let finder: any SwiftFinder
  package let action: Action
  package let safety: Safety

  /// Texts may use the match's bindings and `$found`, the text that was found.
  package let message: Template
  package let title: Template
  package let nextStep: Template?

  /// Why a fix needs review, or is less than `safe`; nil if nobody has to be told.
  package let reason: Template?

  /// The rule in whose files this one finds nothing.
  package let unless: RuleID?

  /// What must hold for a place to be a match.
  package let guards: [PlaceGuard]

  /// Where it is a match and a person rewrites it.
  package let refusals: [PlaceRefusal]

  /// What a person may choose between, if the rule has more than one fix.
  package let choice: RuleChoice?

  /// The options that it obeys together with other rules.
  package let obeyed: [ObeyedOption]

  /// The module of what everything found refers to; nil where it is about something else.
  let module: String?

  /// The modules that declare what a fix writes; asked when there is a fix.
  package let modules: @Sendable () -> Set<String>

  /// The types of the module that the rule imports in the place of another; asked where there is such an import.
  let typesBeside: @Sendable () -> Set<String>

  /// Returns the module that declares a function or a value of the era that the rule leads to; nil if none is known to.
  let moduleDeclaring: @Sendable (_ name: String) -> String?

  package init(
    id: RuleID, severity: Severity, finder: any SwiftFinder, action: Action, safety: Safety,
    message: Template, title: Template, nextStep: Template?, reason: Template? = nil,
    unless: RuleID? = nil, guards: [PlaceGuard] = [], refusals: [PlaceRefusal] = [],
    choice: RuleChoice? = nil, obeyed: [ObeyedOption] = [],
    modules: @escaping @Sendable () -> Set<String> = { [] },
    typesBeside: @escaping @Sendable () -> Set<String> = { [] },
    moduleDeclaring: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.modules = modules
    self.moduleDeclaring = moduleDeclaring
    self.typesBeside = typesBeside
    self.reason = reason
    self.choice = choice
    self.obeyed = obeyed
    self.guards = guards
    self.refusals = refusals
    self.unless = unless
    self.id = id
    self.severity = severity
    self.finder = finder
    let subject = finder.subject ?? ""
    module =
      subject.isEmpty ? nil : String(Substring(subject.utf8.prefix { $0 != UInt8(ascii: ".") }))
    self.action = action
    self.safety = safety
    self.message = message
    self.title = title
    self.nextStep = nextStep
  }
}

extension SwiftRule {
  /// Returns the same rule with the finder that a model has resolved.
  func finding(by finder: any SwiftFinder) -> SwiftRule {
    SwiftRule(
      id: id, severity: severity, finder: finder, action: action, safety: safety, message: message,
      title: title, nextStep: nextStep, reason: reason, unless: unless, guards: guards,
      refusals: refusals, choice: choice, obeyed: obeyed, modules: modules,
      typesBeside: typesBeside, moduleDeclaring: moduleDeclaring)
  }
}

/// An option of the configuration that several rules obey together, so that none of them offers its values by itself.
package struct ObeyedOption: Hashable, Sendable {
  /// The option's full name: `grpc-swift.server-style`.
  package let name: String
  package let values: [String]

  package init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// An option of the configuration, each value of which makes a rule write another fix.
package struct RuleChoice: Hashable, Sendable {
  /// The option's full name: `grpc-swift.blocking-calls`.
  package let option: String

  /// The values that the rule knows, the one that holds where nothing is said first.
  package let values: [Value]

  /// One of the values of the option, and the fix that it stands for.
  package struct Value: Hashable, Sendable {
    package let name: String

    /// An imperative phrase, as of every fix.
    package let title: String

    package init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  package init(option: String, values: [Value]) {
    self.option = option
    self.values = values
  }
}
