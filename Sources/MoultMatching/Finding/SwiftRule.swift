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
}

/// What is put where a finder matched.
package struct Rewrite: Sendable {
  /// Nil if the code stays, and only what it does around itself changes.
  package let template: Template?

  /// False if the new expression is no longer optional where the old one was.
  package let staysOptional: Bool

  /// False if the new expression no longer throws where the old one did.
  package let staysThrowing: Bool

  /// What the new expression does that the old one did not: throws, suspends.
  package let effects: Effects

  /// True if the new expression mutates `$base`, whose type is a value type in the new era.
  package let mutatesBase: Bool

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(
    template: Template?, staysOptional: Bool = true, staysThrowing: Bool = true,
    effects: Effects = [], mutatesBase: Bool = false, imports: Set<String> = []
  ) {
    self.template = template
    self.staysOptional = staysOptional
    self.staysThrowing = staysThrowing
    self.effects = effects
    self.mutatesBase = mutatesBase
    self.imports = imports
  }
}

/// Changes of a call whose other arguments stay where they are.
package struct Relabelling: Hashable, Sendable {
  /// The new name of what is called; nil keeps the old one.
  package let name: String?

  /// New labels by old ones; `_` for none.
  package let labels: [String: String]

  /// The labels of arguments that go.
  package let dropped: [String]

  /// Arguments that come last, as templates: `compression: .none`.
  package let added: [String]

  package init(
    name: String?, labels: [String: String], dropped: [String] = [], added: [String] = []
  ) {
    self.name = name
    self.labels = labels
    self.dropped = dropped
    self.added = added
  }
}

/// What a transform makes of a match.
package struct TransformOutcome: Sendable {
  package var consequence: Consequence
  package var imports: Set<String>

  /// Instead of the rule's own, if set.
  package var nextStep: String?

  /// What is wrong and what the fix is called, instead of the rule's own; for a rule that is about many declarations.
  package var message: String?
  package var title: String?

  /// Instead of the rule's own, if set.
  package var severity: Severity?

  /// Whether other places have the same fix, or one that this one is a part of: then all of them are found.
  package var isPlaceOfMany = false

  package init(
    _ consequence: Consequence, imports: Set<String> = [], nextStep: String? = nil
  ) {
    self.consequence = consequence
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

/// A rewrite that no template can say, written in Swift.
///
/// - Returns: nil if the match is no finding after all.
package typealias Transform = @Sendable (Match, FileContext) -> TransformOutcome?

/// How a match is rewritten.
package enum Action: Sendable {
  /// There is advice and no edit.
  case advise
  case relabel(Relabelling)
  /// Takes away the statement that the match is.
  case removeStatement
  case rewrite(Rewrite)
  case transform(Transform)
}

/// One thing to find in Swift source: a page, or one row of a page's table.
package struct SwiftRule: Sendable {
  package let id: RuleID
  package let severity: Severity
  package internal(set) var finder: any SwiftFinder
  package let action: Action
  package let safety: Safety

  /// Texts may use the match's bindings and `$found`, the text that was found.
  package let message: Template
  package let title: Template
  package let nextStep: Template?

  /// The rule in whose files this one finds nothing.
  package let unless: RuleID?

  /// What must hold for a place to be a match.
  package let guards: [PlaceGuard]

  /// Where it is a match and a person rewrites it.
  package let refusals: [PlaceRefusal]

  /// What a person may choose between, if the rule has more than one fix.
  package let choice: RuleChoice?

  package init(
    id: RuleID, severity: Severity, finder: any SwiftFinder, action: Action, safety: Safety,
    message: Template, title: Template, nextStep: Template?, unless: RuleID? = nil,
    guards: [PlaceGuard] = [], refusals: [PlaceRefusal] = [], choice: RuleChoice? = nil
  ) {
    self.choice = choice
    self.guards = guards
    self.refusals = refusals
    self.unless = unless
    self.id = id
    self.severity = severity
    self.finder = finder
    self.action = action
    self.safety = safety
    self.message = message
    self.title = title
    self.nextStep = nextStep
  }
}

/// An option of the configuration, each value of which makes a rule write another fix.
package struct RuleChoice: Hashable, Sendable {
  /// The option's full name: `grpc-swift.blocking-calls`.
  package let option: String

  /// The values that the rule knows, the one that holds where nothing is said first.
  package let values: [Value]

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
