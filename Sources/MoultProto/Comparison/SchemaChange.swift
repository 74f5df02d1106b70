package import MoultSource

/// A declaration of a `.proto` file, or the file itself.
package struct SchemaSubject: Hashable, Sendable {
  /// What is declared; raw values are the words of `.proto` and of reports.
  package enum Kind: String, Sendable {
    case file
    case message
    case field
    case oneof
    case enumeration = "enum"
    case enumValue = "enum value"
    case service
    case method
    case `extension`
    /// A declaration of a library's interface, which is no schema.
    case declaration
  }

  package let kind: Kind

  /// The full name, such as `shop.v1.Order.total`; of a file, its path.
  package let name: String

  /// The file's path.
  package let path: String

  /// The name as the file writes it; of a file its `package` statement, or nil.
  package let range: ByteRange?

  /// The name without the package: `Order.total`; of a file, its path.
  package let shortName: String

  package init(
    kind: Kind, name: String, path: String, range: ByteRange?, shortName: String
  ) {
    self.kind = kind
    self.name = name
    self.path = path
    self.range = range
    self.shortName = shortName
  }
}

/// One difference between two states of a project's `.proto` files.
package struct SchemaChange: Hashable, Sendable {
  /// What kind of difference it is; the raw values are the names of rules in reports.
  ///
  /// The list was held against the rules of `buf breaking`, of which it leaves out what no generated Swift or
  /// Objective-C shows: reserved numbers and names, names in JSON, JavaScript's and C++'s types.
  package enum Kind: String, Sendable, CaseIterable {
    case fileRemoved = "file-removed"
    case fileRenamed = "file-renamed"
    case packageRenamed = "package-renamed"
    case swiftPrefixChanged = "swift-prefix-changed"
    case objectiveCPrefixChanged = "objc-prefix-changed"
    case messageRenamed = "message-renamed"
    case messageMoved = "message-moved"
    case messageRemoved = "message-removed"
    case fieldRenamed = "field-renamed"
    case fieldRemoved = "field-removed"
    case fieldTypeChanged = "field-type-changed"
    case fieldCardinalityChanged = "field-cardinality-changed"
    case fieldPresenceChanged = "field-presence-changed"
    case fieldNumberChanged = "field-number-changed"
    case fieldDefaultChanged = "field-default-changed"
    case fieldMovedIntoOneof = "field-moved-into-oneof"
    case fieldMovedOutOfOneof = "field-moved-out-of-oneof"
    case fieldMovedToOtherOneof = "field-moved-to-other-oneof"
    case oneofRenamed = "oneof-renamed"
    case oneofRemoved = "oneof-removed"
    case oneofMemberAdded = "oneof-member-added"
    case enumRenamed = "enum-renamed"
    case enumMoved = "enum-moved"
    case enumRemoved = "enum-removed"
    case enumOpennessChanged = "enum-openness-changed"
    case enumValueRenamed = "enum-value-renamed"
    case enumValueRemoved = "enum-value-removed"
    case enumValueNumberChanged = "enum-value-number-changed"
    case enumValueAdded = "enum-value-added"
    case serviceRenamed = "service-renamed"
    case serviceRemoved = "service-removed"
    case methodRenamed = "method-renamed"
    case methodRemoved = "method-removed"
    case methodAdded = "method-added"
    case methodStreamingChanged = "method-streaming-changed"
    case methodRequestChanged = "method-request-changed"
    case methodResponseChanged = "method-response-changed"
    case extensionRenamed = "extension-renamed"
    case extensionRemoved = "extension-removed"
    case extensionTypeChanged = "extension-type-changed"
    case apiRenamed = "api-renamed"
    case apiRemoved = "api-removed"
    case apiChanged = "api-changed"
  }

  package let kind: Kind

  /// What was there; nil for what is new.
  package let old: SchemaSubject?

  /// What is there; nil for what was removed.
  package let new: SchemaSubject?

  /// What changed from one text to the other, where it is not the name: a type, a number, a prefix.
  package let detail: Detail?

  /// Why both sides are taken for the same thing, where their names do not say so; a phrase.
  package let evidence: String?

  package init(
    kind: Kind, old: SchemaSubject?, new: SchemaSubject?, detail: Detail?, evidence: String?
  ) {
    self.kind = kind
    self.old = old
    self.new = new
    self.detail = detail
    self.evidence = evidence
  }

  package struct Detail: Hashable, Sendable {
    package let old: String
    package let new: String
  }

  /// The side that is there, or else the one that was.
  package var subject: SchemaSubject {
    guard let subject = new ?? old else { preconditionFailure("A change has a side.") }
    return subject
  }
}

/// A name of the generated code that the old schema gave.
package struct GeneratedMember: Hashable, Sendable {
  /// What the name stands for in the generated language.
  package enum Kind: Hashable, Sendable {
    case type
    /// A property, a constant of a type, a C function, a C constant.
    case value
    case function
    case enumCase
    /// A message of Objective-C.
    case selector
    /// A header that others import.
    case header
  }

  package let kind: Kind

  /// The type that declares it, with the types around that one; nil for what stands outside of types.
  package let container: String?

  /// The name without its container.
  ///
  /// A selector has its colons, and a name that Swift wants in back-ticks has them.
  package let name: String

  /// What the declaration says of its type, as far as a change of it matters; nil where there is none.
  package let type: String?

  /// The labels of a function in parentheses.
  ///
  /// Empty unless functions of one name are told apart by them.
  package let labels: String

  package init(
    _ kind: Kind, in container: String? = nil, _ name: String, type: String? = nil,
    labels: String = ""
  ) {
    self.labels = labels
    self.kind = kind
    self.container = container
    self.name = name
    self.type = type
  }

  /// The container and the name, without back-ticks.
  package var qualifiedName: String {
    let bare = name.filter { $0 != "`" }
    return container.map { "\($0).\(bare)" } ?? bare
  }
}

/// What became of a generated name.
package struct GeneratedChange: Hashable, Sendable {
  /// How the name of before and that of after differ.
  package enum Effect: Hashable, Sendable {
    /// It has another name, and the same type.
    case renamed(GeneratedMember)
    /// It has the same name, and another type.
    case retyped(GeneratedMember)
    /// It has another name and another type.
    case replaced(GeneratedMember)
    case removed
  }

  package let old: GeneratedMember
  package let effect: Effect

  /// The index of the change in the schema that is the cause.
  package let cause: Int

  package init(old: GeneratedMember, effect: Effect, cause: Int) {
    self.old = old
    self.effect = effect
    self.cause = cause
  }
}

/// What a new member of a list asks of those that go through the list.
package struct GeneratedAddition: Hashable, Sendable {
  /// The list that has one member more.
  package enum Kind: Hashable, Sendable {
    /// An enum of Swift has one more case: a `switch` without a `default` lacks it.
    case enumCase
    /// A service has one more method: what implements its protocols lacks it.
    case requirement
  }

  package let kind: Kind

  /// The type, as the old schema calls it in Swift, with the types around it; of a service its stem.
  package let type: String

  /// The name of the case or function, without back-ticks.
  package let name: String

  /// The name of the method in the `.proto` file; nil for a case.
  package var method: String?

  /// The index of the change in the schema that is the cause.
  package let cause: Int
}
