package import MoultProto
package import MoultSource

/// A place that a change of a schema reaches.
package struct ImpactUse: Hashable, Sendable {
  /// What the change does to the place.
  package enum Effect: String, Sendable {
    /// The place does not compile once code is generated from the new schema.
    case breaks
    /// What stands there has another type: whether it compiles depends on what is done with it.
    case changesType = "changes-type"
    /// Nobody can tell whether the generated thing is meant.
    case mayBreak = "may-break"
  }

  package let path: String

  /// The name that stands there; of a `switch` its first word.
  package let range: ByteRange

  package let effect: Effect

  /// The index of the cause in `SchemaComparison.changes`.
  package let cause: Int

  /// What became of the name: `'total' is now 'amount'`; no final period.
  package let message: String

  /// What makes the place right again; nil where that is for a person.
  package let edit: Edit?

  /// The name that stands there once the edit is made, without back-ticks; nil where there is none.
  package let newName: String?
}

/// What a change of schemas comes to in the code of a project.
package struct ImpactOutcome: Sendable {
  package let changes: [SchemaChange]

  /// Sorted by path and place, each place once for each cause.
  package let uses: [ImpactUse]

  /// The edits of all uses that have one, by file, sorted; those inside a wider one left out.
  package let edits: [String: [Edit]]

  package init(changes: [SchemaChange], uses: [ImpactUse]) {
    self.changes = changes
    self.uses = Set(uses).sorted {
      ($0.path, $0.range.lowerBound.utf8, $0.cause, $0.message) < (
        $1.path, $1.range.lowerBound.utf8, $1.cause, $1.message
      )
    }
    var edits: [String: [Edit]] = [:]
    for use in self.uses { if let edit = use.edit { edits[use.path, default: []].append(edit) } }
    self.edits = edits.mapValues(withoutInner)
  }
}

extension ImpactOutcome {
  /// Creates the outcome of several programs, each of which has its own list of changes.
  package init(merging outcomes: [ImpactOutcome]) {
    if let only = outcomes.first, outcomes.count == 1 {
      self = only
      return
    }
    var changes: [SchemaChange] = []
    var indices: [SchemaChange: Int] = [:]
    var uses: [ImpactUse] = []
    for outcome in outcomes {
      for change in outcome.changes where indices[change] == nil {
        indices[change] = changes.count
        changes.append(change)
      }
      uses += outcome.uses.map { use in
        ImpactUse(
          path: use.path, range: use.range, effect: use.effect,
          cause: indices[outcome.changes[use.cause]] ?? 0, message: use.message, edit: use.edit,
          newName: use.newName)
      }
    }
    self.init(changes: changes, uses: uses)
  }
}

/// Returns the edits in order, without those that lie inside or repeat another one.
private func withoutInner(_ edits: [Edit]) -> [Edit] {
  var result: [Edit] = []
  let ordered = edits.sorted {
    ($0.range.lowerBound.utf8, $1.range.upperBound.utf8) < (
      $1.range.lowerBound.utf8, $0.range.upperBound.utf8
    )
  }
  for edit in ordered {
    if let last = result.last, edit.range.lowerBound < last.range.upperBound { continue }
    result.append(edit)
  }
  return result
}

/// The names that changed, ready to be looked up.
struct ImpactTable: Sendable {
  let comparison: SchemaComparison

  /// By qualified name, without modules.
  let swift: [String: GeneratedChange]

  /// By the last words of those that stand in types.
  let swiftMemberNames: Set<String>

  /// By class and member: properties and, with colons, selectors.
  let objectiveCMembers: [String: [String: GeneratedChange]]

  /// The class names of `objectiveCMembers` by the member.
  let objectiveCMemberNames: Set<String>

  /// Classes, functions, constants, by name.
  let objectiveCNames: [String: GeneratedChange]

  let objectiveCHeaders: [String: GeneratedChange]

  init(_ comparison: SchemaComparison) {
    self.comparison = comparison
    swift = Dictionary(
      comparison.swift.map { ($0.old.qualifiedName + $0.old.labels, $0) },
      uniquingKeysWith: { first, _ in first })
    swiftMemberNames = Set(
      comparison.swift.filter { $0.old.container != nil }.map { bare($0.old.name) })
    var members: [String: [String: GeneratedChange]] = [:]
    var names: [String: GeneratedChange] = [:]
    var headers: [String: GeneratedChange] = [:]
    for change in comparison.objectiveC {
      if change.old.kind == .header {
        headers[change.old.name] = change
      } else if let container = change.old.container {
        members[container, default: [:]][change.old.name] = change
      } else if names[change.old.name] == nil {
        names[change.old.name] = change
      }
    }
    objectiveCMembers = members
    objectiveCMemberNames = Set(members.values.flatMap(\.keys))
    objectiveCNames = names
    objectiveCHeaders = headers
  }

  var isEmpty: Bool {
    swift.isEmpty && comparison.objectiveC.isEmpty && comparison.additions.isEmpty
  }

  /// Whether a type is only where the new names of the types around it say that it is.
  func staysInPlace(_ old: GeneratedMember, _ new: GeneratedMember) -> Bool {
    guard let container = old.container else { return new.container == nil }
    return (comparison.renamedSwiftTypes[container] ?? container) == new.container
  }
}

/// A Swift name without back-ticks.
func bare(_ name: String) -> String { name.filter { $0 != "`" } }

/// Returns what to say of a change where its name stands.
func message(_ change: GeneratedChange, _ name: String) -> String {
  switch change.effect {
  case .removed: "'\(name)' is no longer generated"
  case .renamed(let new): "'\(name)' is now '\(bare(new.name))'"
  case .retyped(let new):
    if let before = change.old.type, let after = new.type, !before.contains(" "),
      !after.contains(" ")
    {
      "'\(name)' has the type '\(short(after))' instead of '\(short(before))'"
    } else {
      "'\(name)' has another type"
    }
  case .replaced(let new): "'\(name)' is now '\(bare(new.name))', of another type"
  }
}

private func short(_ type: String) -> String {
  type.replacing("Swift.", with: "").replacing("Foundation.", with: "")
}
