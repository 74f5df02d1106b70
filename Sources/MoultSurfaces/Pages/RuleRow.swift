package import MoultFindings
package import MoultMatching

/// One thing that a page finds, and what it puts there.
///
/// A class, as the rows of a catalogue are chosen from for each project, and a row is large.
package final class RuleRow: Sendable {
  package let finder: Finder
  package let find: FinderSpec
  package let action: ActionSpec
  package let safety: Safety
  package let message: String
  package let fixTitle: String
  package let nextStep: String?

  /// Why a fix of the row is less than safe.
  package let reason: String?

  /// The rule in whose files this one is silent.
  package let unless: RuleID?

  /// What must hold for a place to be found.
  package let guards: [PlaceGuard]

  /// Where a place is found and a person rewrites it.
  package let refusals: [PlaceRefusal]

  /// What a person may choose between, if the transform knows more than one way.
  package let choice: RuleChoice?

  /// The options that the transform obeys together with those of other rules.
  package let obeyed: [ObeyedOption]

  /// Where the row says so; nil for a page that the build has read.
  package let places: RowPlaces?

  /// The place of what is looked for.
  package var subjectPlace: PagePlace { places?.subject ?? PagePlace(line: 2) }

  package init(
    finder: Finder, find: FinderSpec, action: ActionSpec, safety: Safety, message: String,
    fixTitle: String, nextStep: String?, reason: String?, unless: RuleID?, guards: [PlaceGuard],
    refusals: [PlaceRefusal], choice: RuleChoice?, obeyed: [ObeyedOption], places: RowPlaces?
  ) {
    self.finder = finder
    self.find = find
    self.action = action
    self.safety = safety
    self.message = message
    self.fixTitle = fixTitle
    self.nextStep = nextStep
    self.reason = reason
    self.unless = unless
    self.guards = guards
    self.refusals = refusals
    self.choice = choice
    self.obeyed = obeyed
    self.places = places
  }

  /// Whether a fix of the row can have edits.
  package var canFix: Bool { action != .advise || finder.terms.reach == .own }
}

/// Where the parts of a row stand on its page.
package struct RowPlaces: Hashable, Sendable {
  /// What is looked for.
  package let subject: PagePlace
  package let safety: PagePlace
  package let unless: PagePlace?

  /// The modules that the row says are to be imported.
  package let imports: PagePlace?

  /// The types and declarations that conditions name, each with its place.
  package let named: [String: PagePlace]

  package init(
    subject: PagePlace, safety: PagePlace, unless: PagePlace?, imports: PagePlace?,
    named: [String: PagePlace]
  ) {
    self.subject = subject
    self.safety = safety
    self.unless = unless
    self.imports = imports
    self.named = named
  }
}

/// What a page does where it found something.
package enum ActionSpec: Hashable, Sendable {
  case advise
  case put(PutSpec)
  case relabel(Relabelling)
  case retype(Retyping)
  /// `put: { statements: … }`.
  case rewriteStatements(StatementRewriting)
  /// `put: { declare: …, conform: … }`.
  case extend(TypeAddition)
  /// `put: { on: type }`.
  case askType
  /// `put: { member: name(), static: false }`.
  case makeInstanceMember(MemberName)
  /// `put: { remove: statement }`.
  case removeStatement
  case transform(TransformCall)
}

/// A transform as a page calls it: `call-options`, or one of its forms, `{ call-options: headers }`.
package struct TransformCall: Hashable, Sendable {
  package let name: String

  /// Empty where the page gives none.
  package let form: String

  package init(name: String, form: String) {
    self.name = name
    self.form = form
  }
}

/// A replacement as the page writes it.
package struct PutSpec: Hashable, Sendable {
  package let text: String

  /// Whether the page gives no text, and only says what changes around the code.
  package var keepsText = false

  /// How much the text replaces.
  package var place = RewrittenPlace.match
  package var staysOptional = true

  /// What stands for nil where the code has become optional: `optional: true` with `else`.
  package var fallback: String?

  /// Whether `some` and `any` go from before the type.
  package var isConcrete = false
  package var staysThrowing = true

  /// What the page says the new expression does: `throws: true`, `async: true`.
  package var effects = Effects()

  /// The global actor of the functions around it that suspend because of that: `isolated: MainActor`.
  package var actor: String?
  package var mutatesBase = false
  package var imports: [String] = []

  /// What changes inside and around: `inside`, `uses`.
  package var inner = InnerRewrites()

  /// Options of finders outside Swift, such as the renames of a plugin's options; nil drops the key.
  package var table: [String: String?] = [:]

  package init(text: String) { self.text = text }
}
