import MoultProto

/// What a change of a prefix calls things, by what they were called.
struct RenameTable: Sendable {
  /// How a name is used.
  enum Kind: Hashable, Sendable {
    case objectiveC(ObjectiveCSymbol.Kind)
    case swift
  }

  struct Entry: Hashable, Sendable {
    let new: String
    let kind: Kind

    /// The index of the `.proto` file that declares it.
    let file: Int
  }

  private(set) var entries: [String: Entry] = [:]

  /// Names that two `.proto` files of the change declare, to become two names.
  private(set) var ambiguous: Set<String> = []

  mutating func add(_ old: String, _ entry: Entry) {
    guard old != entry.new else { return }
    if let known = entries[old], known.new != entry.new {
      ambiguous.insert(old)
    } else if entries[old] == nil {
      entries[old] = entry
    }
  }

  /// The names that a caller can write in Swift when it sees the Objective-C classes.
  ///
  /// Swift takes the type's name off each constant of an enum, so that those do not change.
  func isVisibleInSwift(_ name: String) -> Bool {
    switch entries[name]?.kind {
    case .objectiveC(.type), .objectiveC(.enumeration), .objectiveC(.function), .swift: true
    case .objectiveC(.constant), nil: false
    }
  }
}

/// The renamed names together with those that may be meant instead.
struct RenameNames: Sendable {
  let table: RenameTable

  /// Names that a `.proto` file outside of the change generates as well.
  let rivals: Set<String>

  /// Names of classes and types that the project's own Objective-C declares, or that come from its other language.
  let own: Set<String>

  /// Whether the names are generated today, so that `@class X;` says that `X` is the generated class, and what nobody
  /// else declares is it.
  let areOfToday: Bool

  /// Returns why nobody can tell what a name means, or nil if the generated thing is the only candidate.
  func doubt(about name: String) -> String? {
    if own.contains(name) { return "'\(name)', which the project declares itself as well" }
    if rivals.contains(name) || table.ambiguous.contains(name) {
      return "'\(name)', which another '.proto' file generates as well"
    }
    return nil
  }
}
