import MoultSource

/// What differs between two states of a project's `.proto` files, and what that does to generated names.
package struct SchemaComparison: Sendable {
  /// In the order of the new side's declarations, with what was removed behind them.
  private(set) package var changes: [SchemaChange]

  /// Names of Swift.
  private(set) package var swift: [GeneratedChange]

  /// Names of Objective-C.
  package let objectiveC: [GeneratedChange]

  /// What Swift code that lists cases or methods lacks.
  package let additions: [GeneratedAddition]

  /// The Swift types that stand outside of others and that generators make of the old side's services, with the stems
  /// that the names of their members are listed under.
  package let serviceTypes: [String: String]

  /// The new names of Swift types that both sides have, by the old ones, with the types around them.
  package let renamedSwiftTypes: [String: String]

  /// Compares declarations by what they are: by their names, and where these differ by numbers, types and positions.
  ///
  /// - Complexity: O(*n*) in the declarations, plus, in each file, O(*r* × *a*) in those removed and added.
  package init(from old: SchemaSide, to new: SchemaSide) {
    var comparer = SchemaComparer(old, new)
    comparer.compareFiles()
    comparer.pairTypes()
    comparer.compareMessages()
    comparer.compareEnums()
    comparer.compareExtensions()
    comparer.compareServices()
    changes = comparer.changes
    swift = comparer.swift
    objectiveC = comparer.objectiveC
    additions = comparer.additions
    renamedSwiftTypes = comparer.newSwiftTypes
    var serviceTypes: [String: String] = [:]
    for declared in old.services {
      let stem = old.project.files[declared.file].swiftServiceName(declared.service, era: .v1)
      for (_, member) in old.swiftTypes(of: declared) { serviceTypes[member.name] = stem }
    }
    self.serviceTypes = serviceTypes
  }
}

extension SchemaComparison {
  /// Adds changes that no schema shows.
  ///
  /// - Parameter names: what became of names of Swift, with causes that count from the first of `other`.
  package mutating func add(_ other: [SchemaChange], _ names: [GeneratedChange]) {
    let first = changes.count
    changes += other
    swift += names.map {
      GeneratedChange(old: $0.old, effect: $0.effect, cause: $0.cause + first)
    }
  }
}

/// The work of comparing: pairs first, then what differs within each pair.
struct SchemaComparer {
  let old: SchemaSide
  let new: SchemaSide

  var changes: [SchemaChange] = []
  var swift: [GeneratedChange] = []
  var objectiveC: [GeneratedChange] = []
  var additions: [GeneratedAddition] = []

  /// By the index of an old file: that of the new one.
  var newFiles: [Int: Int] = [:]

  /// By the index of a new file: that of the old one.
  var oldFiles: [Int: Int] = [:]

  /// By the index of an old file, the changes that give all its names another prefix.
  var swiftPrefixCauses: [Int: Int] = [:]
  var objectiveCPrefixCauses: [Int: Int] = [:]

  /// By the index of an old file: the change that removed it.
  var removedFiles: [Int: Int] = [:]

  var messagePairs: SchemaPairs<DeclaredMessage>
  var enumPairs: SchemaPairs<DeclaredEnum>

  /// New full names of types by their old ones.
  var newNames: [String: String] = [:]

  /// New names of generated types by their old ones, in Swift and in Objective-C.
  var newSwiftTypes: [String: String] = [:]
  var newClasses: [String: String] = [:]

  /// By the old full name of a message: the change that renamed, moved or removed it or one around it.
  var scopeCauses: [String: Int] = [:]

  init(_ old: SchemaSide, _ new: SchemaSide) {
    self.old = old
    self.new = new
    messagePairs = SchemaPairs(old.messages, new.messages)
    enumPairs = SchemaPairs(old.enums, new.enums)
  }

  /// Notes a change and returns its index.
  mutating func note(
    _ kind: SchemaChange.Kind, _ old: SchemaSubject?, _ new: SchemaSubject?,
    _ detail: (old: String, new: String)? = nil, evidence: String? = nil
  ) -> Int {
    changes.append(
      SchemaChange(
        kind: kind, old: old, new: new,
        detail: detail.map { SchemaChange.Detail(old: $0.old, new: $0.new) }, evidence: evidence))
    return changes.count - 1
  }

  // MARK: Files

  mutating func compareFiles() {
    var files = SchemaPairs(old.project.files, new.project.files)
    files.pair(by: \.path)
    func name(_ file: ProtoFile) -> String { lastComponent(ofPath: file.path) }
    files.pair(by: { "\($0.package)/\(name($0))" }, evidence: { _, _ in "its name and package" })
    files.pair(
      by: { file in
        let names = file.messages.map(\.name) + file.services.map(\.name) + file.enums.map(\.name)
        return names.isEmpty ? nil : names.sorted()
      }, evidence: { _, _ in "it declares the same names" })
    for pair in files.pairs {
      newFiles[pair.old] = pair.new
      oldFiles[pair.new] = pair.old
      compareFile(pair.old, pair.new, evidence: pair.evidence)
    }
    for index in files.removed where files.old[index].package != "google.protobuf" {
      let cause = note(.fileRemoved, old.subject(ofFile: index), nil)
      removedFiles[index] = cause
      for member in headers(files.old[index]) {
        objectiveC.append(GeneratedChange(old: member, effect: .removed, cause: cause))
      }
      let root = old.objectiveCNames(of: index).rootClassName(forFile: files.old[index].path)
      objectiveC.append(
        GeneratedChange(old: GeneratedMember(.type, root), effect: .removed, cause: cause))
    }
  }

  private mutating func compareFile(_ oldIndex: Int, _ newIndex: Int, evidence: String?) {
    let (before, after) = (old.project.files[oldIndex], new.project.files[newIndex])
    guard before.package != "google.protobuf" else { return }
    let subjects = (old.subject(ofFile: oldIndex), new.subject(ofFile: newIndex))
    var packageCause: Int?
    if before.package != after.package {
      packageCause = note(
        .packageRenamed, subjects.0, subjects.1, (before.package, after.package))
      swiftPrefixCauses[oldIndex] = packageCause
      objectiveCPrefixCauses[oldIndex] = packageCause
    }
    if before.swiftTypePrefix != after.swiftTypePrefix, packageCause == nil {
      swiftPrefixCauses[oldIndex] = note(
        .swiftPrefixChanged, subjects.0, subjects.1,
        (before.swiftTypePrefix, after.swiftTypePrefix))
    }
    let prefixes = (old.objectiveCPrefixes[oldIndex], new.objectiveCPrefixes[newIndex])
    // The prefix that protoc makes of a package is not a change of its own.
    if prefixes.0 != prefixes.1,
      packageCause == nil || before.objectiveCPrefix != after.objectiveCPrefix
    {
      objectiveCPrefixCauses[oldIndex] = note(
        .objectiveCPrefixChanged, subjects.0, subjects.1, prefixes)
    }
    var fileCause: Int?
    if lastComponent(ofPath: before.path) != lastComponent(ofPath: after.path) {
      fileCause = note(.fileRenamed, subjects.0, subjects.1, evidence: evidence)
      for (header, renamed) in zip(headers(before), headers(after)) {
        if let fileCause, header != renamed {
          objectiveC.append(
            GeneratedChange(old: header, effect: .renamed(renamed), cause: fileCause))
        }
      }
    }
    let roots = (
      old.objectiveCNames(of: oldIndex).rootClassName(forFile: before.path),
      new.objectiveCNames(of: newIndex).rootClassName(forFile: after.path)
    )
    if roots.0 != roots.1, let cause = fileCause ?? objectiveCPrefixCauses[oldIndex] {
      newClasses[roots.0] = roots.1
      objectiveC.append(
        GeneratedChange(
          old: GeneratedMember(.type, roots.0), effect: .renamed(GeneratedMember(.type, roots.1)),
          cause: cause))
    }
  }

  private func headers(_ file: ProtoFile) -> [GeneratedMember] {
    let stem = objectiveCFileStem(file.path)
    return ["\(stem).pbobjc.h", "\(stem).pbrpc.h"].map { GeneratedMember(.header, $0) }
  }

  // MARK: What a pair's names come to

  /// Why names of a pair may differ, as indices of changes.
  struct Causes {
    var removed: Int?
    var renamed: Int?
    var retyped: Int?

    /// It has other members: presence, a list, a oneof.
    var reshaped: Int?

    /// What is around it, or the whole file.
    var inheritedInSwift: Int?
    var inheritedInObjectiveC: Int?
  }

  enum Language { case swift, objectiveC }

  /// Notes what became of each name of the old side.
  ///
  /// - Parameters:
  ///   - before: names by their roles.
  ///   - after: nil if the declaration was removed.
  mutating func note(
    _ before: [(role: String, member: GeneratedMember)],
    _ after: [(role: String, member: GeneratedMember)]?, _ causes: Causes, in language: Language
  ) {
    let inherited =
      language == .swift ? causes.inheritedInSwift : causes.inheritedInObjectiveC
    let names = after.map { Dictionary($0.map { ($0.role, $0.member) }) { first, _ in first } }
    for (role, member) in before {
      let change: (effect: GeneratedChange.Effect, cause: Int?)?
      if let found = names?[role] {
        let isRenamed =
          member.name != found.name
          || member.kind == .type && mapped(member.container, language) != found.container
        let isRetyped = mapped(member.type, language) != found.type
        change =
          switch (isRenamed, isRetyped) {
          case (false, false): nil
          case (true, false):
            (.renamed(found), causes.renamed ?? causes.reshaped ?? causes.retyped ?? inherited)
          case (false, true): (.retyped(found), causes.retyped ?? causes.reshaped)
          case (true, true):
            (
              .replaced(found),
              causes.retyped ?? causes.reshaped ?? causes.renamed ?? inherited
            )
          }
      } else {
        change = (
          .removed,
          causes.removed ?? causes.reshaped ?? causes.retyped ?? causes.renamed ?? inherited
        )
      }
      guard let change, let cause = change.cause else { continue }
      let result = GeneratedChange(old: member, effect: change.effect, cause: cause)
      if language == .swift { swift.append(result) } else { objectiveC.append(result) }
    }
  }

  /// Returns what a text that names old types says once these have their new names.
  func mapped(_ text: String?, _ language: Language) -> String? {
    guard let text else { return nil }
    let table = language == .swift ? newSwiftTypes : newClasses
    var result = ""
    var word = ""
    func end() {
      result += table[word] ?? word
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        word.append(character)
      } else {
        end()
        result.append(character)
      }
    }
    end()
    return result
  }
}
