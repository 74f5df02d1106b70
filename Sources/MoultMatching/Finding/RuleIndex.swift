package import MoultSemantics
import MoultSource
import MoultSyntax
import Synchronization

/// The rules of a run by the names that they can match.
///
/// Built once per project: generated names are the project's own. A file is then walked once, and only
/// nodes whose name stands in the index are resolved.
package struct RuleIndex: Sendable {
  package let rules: [SwiftRule]
  private let byName: [UInt64: [Int]]

  /// The rules that can be about an initialiser, which is called by any name that its type goes by.
  private let initializers: [Int]

  /// The names of the model that can stand for a type of another name.
  private let standIns: StandInNames

  /// The group of each rule in `reaches`; nil for rules that every file is asked for.
  private let groups: [Int?]

  /// How values of the types that groups of rules are about come into a file.
  private var reaches: [TypeReach]

  private let owners: FoundOfRules<Symbol?>
  private let names: NamesInModel
  private let sought = FoundOfRules<[String: [Symbol]]>()

  /// The symbols that a rule is about by name, so that a rule about all members of their type passes them over.
  private let named: Set<String>

  /// The number of files of a project from which on it is worth the while to find out which of them can hold values of the
  /// types that rules are about, if all are asked about.
  package static let leastPruned = 64

  /// - Parameters:
  ///   - pruning: the least number of files of a project for which it is worth the while to find out which files can hold
  ///     values of the types that rules are about. What is found does not depend on it.
  ///   - jobs: how many threads find that out.
  package init(_ all: [SwiftRule], model: ProjectModel, pruning: Int = leastPruned, jobs: Int = 1) {
    // Nearly everything below asks for it.
    _ = model.descendants(jobs: jobs)
    var rules = known(all, to: model)
    for position in rules.indices {
      if let finder = rules[position].finder.resolved(in: model) {
        rules[position] = rules[position].finding(by: finder)
      }
    }
    self.rules = rules
    if model.unnotedTrees.count < pruning {
      owners = FoundOfRules()
      (groups, reaches) = (rules.map { _ in nil }, [])
    } else {
      let types = rules.map { typeNeeded(by: $0, in: model) }
      owners = FoundOfRules(Dictionary(uniqueKeysWithValues: zip(types.indices, types)))
      (groups, reaches) = reachGroups(of: types, in: model, jobs: jobs)
    }
    named = Set(rules.compactMap(\.finder.ownSymbol))
    names = NamesInModel(model)
    initializers = rules.indices.filter { rules[$0].finder.isAboutInitializer(in: model) }
    standIns = initializers.isEmpty ? StandInNames() : StandInNames(model)
    var byName: [UInt64: [Int]] = [:]
    for position in rules.indices {
      for key in Set(rules[position].finder.names(in: names).map { stableHash($0.utf8) }) {
        byName[key, default: []].append(position)
      }
    }
    self.byName = byName
  }

  /// Returns the index of the same project with members of the project's own code that have these names, by their hashes.
  ///
  /// All of them may be of the types that rules are about: at worst a file more is inferred.
  package func adding(names: Set<UInt64>) -> RuleIndex {
    var copy = self
    copy.reaches = reaches.map { $0.adding(names) }
    return copy
  }

  /// Returns the indices of the rules that a node named `name` can match, in the order of the catalogue.
  ///
  /// A rule of another name can be among them, so the caller still compares symbols.
  func candidates(_ name: ArraySlice<UInt8>) -> [Int] { byName[stableHash(trimmed(name))] ?? [] }

  /// Returns the indices of the rules that a call of something named `name` can match, in the order of the catalogue.
  ///
  /// - Parameter locals: the generic parameters and typealiases of the file at hand.
  func candidates(
    calling name: ArraySlice<UInt8>, _ locals: LocalTypeNames
  ) -> [Int] {
    let key = stableHash(trimmed(name))
    guard standIns.contains(key) || locals.contains(key) else { return candidates(name) }
    return Set((byName[key] ?? []) + initializers).sorted()
  }

  /// Returns whether a rule may match, or come to a place of which nobody knows, where the file's outline does not show it.
  ///
  /// - Parameters:
  ///   - locals: the generic parameters and typealiases of the file.
  ///   - reachable: the rules that the file is asked for.
  /// - Complexity: O(*n*) in the words of the file's bodies.
  func canMatchBodies(
    of tree: SyntaxTree, _ locals: LocalTypeNames, _ reachable: inout ReachableRules
  ) -> Bool {
    func isAsked(_ positions: [Int]) -> Bool { positions.contains { reachable.contains($0) } }
    // A subscript is written without a word.
    let canBeSubscript = isAsked(candidates(subscriptName[...]))
    return tree.hidesGeneratedType
      || tree.hidesWord { word in
        if canBeSubscript { return true }
        if let named = byName[word], isAsked(named) { return true }
        return (standIns.contains(word) || locals.contains(word)) && isAsked(initializers)
      }
  }

  /// Returns whether the file can hold a value of the types that a rule is about, group by group.
  func reachable(in tree: SyntaxTree) -> ReachableRules {
    ReachableRules(groups: groups, reaches: reaches, tree: tree)
  }

  /// Returns the names that only this file knows as those of types, where any rule could ask for them.
  func localTypeNames(of tree: SyntaxTree) -> LocalTypeNames {
    initializers.isEmpty ? LocalTypeNames() : LocalTypeNames(tree)
  }

  /// Returns the type of a library whose values or descendants a rule needs; nil if it needs none.
  func owner(ofRule position: Int) -> Symbol? {
    owners.value(ofRule: position) { typeNeeded(by: rules[position], in: names.model) }
  }

  /// Returns the members of a name that a rule is about.
  ///
  /// - Complexity: O(*n*) in all that the rule is about, the first time.
  func members(soughtBy position: Int, named name: String) -> [Symbol] {
    let all = sought.value(ofRule: position) {
      Dictionary(grouping: rules[position].finder.members(in: names), by: \.name)
    }
    return all[name] ?? []
  }

  /// Returns whether a rule is about this symbol and no other.
  package func names(_ symbol: Symbol) -> Bool { named.contains(symbol.qualifiedName) }

  /// Returns the indices of the rules that a type of generated code which nobody declares can match, by the ends of its name.
  func candidates(ofUnseenType node: Node) -> [Int] {
    guard node.kind == .identifierType || node.kind == .memberType,
      node.tree.bytes(of: node.mainTokenID).contains(UInt8(ascii: "_")),
      hasGeneratedName(node.name)
    else { return [] }
    return endsOfName(node.name).flatMap { candidates(Array(keyOfNames(endingIn: $0).utf8)[...]) }
  }

  /// Returns the indices of the rules that a call whose first argument has the label can match.
  func candidates(calledWith label: String) -> [Int] {
    candidates(Array((label + ":").utf8)[...])
  }
}

/// What is worked out of a rule, for the rules that somebody asks for.
///
/// A class because all tasks of a run share the answers.
private final class FoundOfRules<Value: Sendable>: Sendable {
  private let known: Mutex<[Int: Value]>

  /// - Parameter known: what is worked out already, by the rule's position.
  init(_ known: [Int: Value] = [:]) { self.known = Mutex(known) }

  func value(ofRule rule: Int, find: () -> Value) -> Value {
    if let answer = known.withLock({ $0[rule] }) { return answer }
    let answer = find()
    known.withLock { $0[rule] = answer }
    return answer
  }
}

/// The type of a library whose values or descendants a rule needs; nil for a rule that needs none.
private func typeNeeded(by rule: SwiftRule, in model: ProjectModel) -> Symbol? {
  guard let type = rule.finder.valueType(in: model), type.kind.isNominalType,
    model.library(ofModule: type.module) != nil
  else { return nil }
  return type
}

/// Rules that need a value of some type are asked only about files that can hold one.
struct ReachableRules {
  private let groups: [Int?]
  private let reaches: [TypeReach]
  private let tree: SyntaxTree
  private var answers: [Bool?]

  init(groups: [Int?], reaches: [TypeReach], tree: SyntaxTree) {
    self.groups = groups
    self.reaches = reaches
    self.tree = tree
    answers = reaches.map { _ in nil }
  }

  mutating func contains(_ position: Int) -> Bool {
    guard let group = groups[position] else { return true }
    if let answer = answers[group] { return answer }
    let answer = reaches[group].mayHoldValues(tree)
    answers[group] = answer
    return answer
  }
}

/// Leaves out rules about what stands in a module that nothing in the project leads to.
private func known(_ all: [SwiftRule], to model: ProjectModel) -> [SwiftRule] {
  var answers: [String: Bool] = [:]
  return all.filter { rule in
    guard let module = rule.module else { return true }
    if let answer = answers[module] { return answer }
    let answer = model.symbol(named: module) != nil
    answers[module] = answer
    return answer
  }
}

/// Groups rules about members by the module of the type that they are about.
///
/// Types of the toolchain's modules are everywhere, so their rules have no group.
private func reachGroups(
  of owners: [Symbol?], in model: ProjectModel, jobs: Int
) -> (groups: [Int?], reaches: [TypeReach]) {
  var modules: [String] = []
  var types: [[Symbol]] = []
  let groups = owners.map { owner -> Int? in
    guard let type = owner else { return nil }
    let group = modules.firstIndex(of: type.module) ?? modules.count
    if group == modules.count {
      modules.append(type.module)
      types.append([])
    }
    types[group].append(type)
    types[group] += model.typesInPlace(of: type)
    return group
  }
  guard !types.isEmpty else { return (groups, []) }
  let mentions = model.mentions(jobs: jobs)
  let reaches = parallelRanges(types.count, jobs: jobs, atLeast: 1) { [types] part in
    types[part].map(mentions.reach)
  }
  return (groups, Array(reaches.joined()))
}

/// The generic parameters and typealiases that stand anywhere in a file.
struct LocalTypeNames {
  private var names = StableHashSet()

  init() {}

  init(_ tree: SyntaxTree) {
    for position in tree.shownNodes {
      switch tree.kind(ofNode: position) {
      case .genericParameter, .typealiasDecl:
        let node = Node(tree: tree, id: NodeID(rawValue: UInt32(position)))
        names.insert(stableHash(node.name.utf8))
      default: continue
      }
    }
  }

  func contains(_ key: UInt64) -> Bool { names.contains(key) }
}

private func trimmed(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  name.first == UInt8(ascii: "`") ? name.dropFirst().dropLast() : name
}

/// Returns the base name at the end of a qualified name: `add` of `SwiftGRPC.Metadata.add(key:value:)`.
package func lastComponent(of qualifiedName: String) -> String {
  let path = qualifiedName.utf8.prefix { $0 != UInt8(ascii: "(") }
  guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return String(Substring(path)) }
  return String(Substring(path[path.index(after: dot)...]))
}
