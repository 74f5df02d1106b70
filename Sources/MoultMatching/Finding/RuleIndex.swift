import MoultFindings
package import MoultSemantics
import MoultSource
import MoultSyntax

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
  private let standIns: Set<UInt64>

  /// The group of each rule in `reaches`; nil for rules that every file is asked for.
  private let groups: [Int?]

  /// How values of the types that groups of rules are about come into a file.
  private let reaches: [TypeReach]

  /// The symbols that a rule is about by name, so that a rule about all members of their type passes them over.
  private let named: Set<String>

  /// What rules about retired declarations are about, by rule.
  private let retired: [RuleID: [Symbol: Availability]]

  /// - Parameters:
  ///   - pruning: the least number of files of a project for which it is worth the while to find out which files can hold
  ///     values of the types that rules are about. What is found does not depend on it.
  ///   - jobs: how many threads find that out.
  package init(_ all: [SwiftRule], model: ProjectModel, pruning: Int = 64, jobs: Int = 1) {
    let rules = known(all, to: model)
    self.rules = rules
    (groups, reaches) =
      model.projectTrees.count < pruning
      ? (rules.map { _ in nil }, []) : reachGroups(of: rules, in: model, jobs: jobs)
    named = Set(rules.compactMap { symbolName($0.finder) })
    var retired: [RuleID: [Symbol: Availability]] = [:]
    for rule in rules {
      guard case .retired(let scope) = rule.finder else { continue }
      switch scope {
      case .modules(let modules):
        retired[rule.id] = model.retiredSymbols(in: modules.subtracting(model.projectModules))
      case .project, .wholeProject:
        retired[rule.id] = model.retiredSymbols(in: model.projectModules)
      }
    }
    self.retired = retired
    let names = RuleNames(model, retired: retired)
    initializers = rules.indices.filter { names.isAboutInitializer(rules[$0]) }
    standIns =
      initializers.isEmpty ? [] : Set(model.standInNames.map { stableHash($0.utf8) })
    var byName: [UInt64: [Int]] = [:]
    for (position, rule) in rules.enumerated() {
      for name in Set(names.names(of: rule)) {
        byName[stableHash(name.utf8), default: []].append(position)
      }
    }
    self.byName = byName
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

  /// Returns whether the file can hold a value of the types that a rule is about, group by group.
  func reachable(in tree: SyntaxTree) -> ReachableRules {
    ReachableRules(groups: groups, reaches: reaches, tree: tree)
  }

  /// Returns the names that only this file knows as those of types, where any rule could ask for them.
  func localTypeNames(of tree: SyntaxTree) -> LocalTypeNames {
    initializers.isEmpty ? LocalTypeNames() : LocalTypeNames(tree)
  }

  /// Returns whether a rule is about this symbol and no other.
  package func names(_ symbol: Symbol) -> Bool { named.contains(symbol.qualifiedName) }

  /// Returns what `@available` says of a symbol, if the rule is about that.
  func availability(of symbol: Symbol, for rule: RuleID) -> Availability? {
    retired[rule]?[symbol]
  }

  /// Returns the indices of the rules that a call whose first argument has the label can match.
  func candidates(calledWith label: String) -> [Int] {
    candidates(Array((label + ":").utf8)[...])
  }
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
  var answers: [Substring: Bool] = [:]
  return all.filter { rule in
    guard let name = subject(of: rule.finder), !name.isEmpty else { return true }
    let module = Substring(name.utf8.prefix { $0 != UInt8(ascii: ".") })
    if let answer = answers[module] { return answer }
    let answer = model.symbol(named: String(module)) != nil
    answers[module] = answer
    return answer
  }
}

/// The declaration that a finder asks for, by its qualified name; nil for those that ask for something else.
private func subject(of finder: SwiftFinder) -> String? {
  switch finder {
  case .type(let name), .member(let name), .memberOf(let name), .call(let name),
    .enumCase(let name), .conformance(let name), .prefixOperator(let name),
    .generatedType(inherits: let name, suffix: _), .generatedCall(on: let name, style: _),
    .generatedValue(on: let name, style: _), .bridgedCall(on: let name, selector: _),
    .generatedMember(on: let name), .generatedCase(on: let name, name: _),
    .generatedInit(on: let name):
    name
  case .module, .pattern, .retired: nil
  }
}

/// Groups rules about members by the module of the type that they are about.
///
/// Types of the toolchain's modules are everywhere, so their rules have no group.
private func reachGroups(
  of rules: [SwiftRule], in model: ProjectModel, jobs: Int
) -> (groups: [Int?], reaches: [TypeReach]) {
  var modules: [String] = []
  var types: [[Symbol]] = []
  let groups = rules.map { rule -> Int? in
    guard let type = valueType(of: rule.finder, in: model), type.kind.isNominalType,
      model.library(ofModule: type.module) != nil
    else { return nil }
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
  let mentions = TypeMentions(model, jobs: jobs)
  return (groups, types.map { mentions.reach(of: $0) })
}

/// The type of which a file must hold a value for the finder to match, if that is all it needs.
private func valueType(of finder: SwiftFinder, in model: ProjectModel) -> Symbol? {
  switch finder {
  case .memberOf(let name), .generatedCall(let name, _), .generatedValue(let name, _),
    .generatedMember(let name), .generatedCase(let name, _), .generatedInit(let name):
    model.symbol(named: name)
  case .member(let name), .call(let name), .enumCase(let name): model.symbol(named: name)?.parent
  case .module, .type, .conformance, .pattern, .prefixOperator, .retired, .generatedType,
    .bridgedCall:
    nil
  }
}

/// The generic parameters and typealiases that stand anywhere in a file.
struct LocalTypeNames {
  private var names: Set<UInt64> = []

  init() {}

  init(_ tree: SyntaxTree) {
    for position in tree.nodes.indices {
      let node = Node(tree: tree, id: NodeID(rawValue: UInt32(position)))
      switch node.kind {
      case .genericParameter, .typealiasDecl: names.insert(stableHash(node.name.utf8))
      default: continue
      }
    }
  }

  func contains(_ key: UInt64) -> Bool { names.contains(key) }
}

private func trimmed(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  name.first == UInt8(ascii: "`") ? name.dropFirst().dropLast() : name
}

/// The one symbol that a finder is about, by its qualified name.
private func symbolName(_ finder: SwiftFinder) -> String? {
  switch finder {
  case .type(let name), .member(let name), .call(let name), .enumCase(let name): name
  case .module, .memberOf, .conformance, .pattern, .prefixOperator, .retired, .generatedType,
    .generatedCall, .generatedMember, .generatedValue, .generatedCase, .generatedInit, .bridgedCall:
    nil
  }
}

/// The names by which a model's code can speak of what a finder is about.
private struct RuleNames {
  private let model: ProjectModel
  private let descendants: DescendantIndex
  private let retired: [RuleID: [Symbol: Availability]]

  init(_ model: ProjectModel, retired: [RuleID: [Symbol: Availability]]) {
    self.model = model
    self.retired = retired
    descendants = DescendantIndex(model)
  }

  func names(of rule: SwiftRule) -> [String] {
    switch rule.finder {
    case .retired: retired[rule.id, default: [:]].keys.flatMap(names)
    case .module(let name): [name]
    case .type(let name), .member(let name), .enumCase(let name), .conformance(let name):
      [lastComponent(of: name)]
    case .prefixOperator(let name): [lastComponent(of: name)]
    case .call(let name): callNames(name)
    case .memberOf(let owner): memberNames(of: owner)
    case .pattern(let pattern, _): pattern.anchors.suffix(1)
    case .generatedType(let ancestor, let suffix):
      (ancestor.isEmpty
        ? model.projectTypes.filter(\.isGenerated)
        : descendants.projectTypes(descendingFrom: ancestor)).map(\.name)
        .filter { $0.hasSuffix(suffix) }
    case .generatedMember(let ancestor):
      descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
        .flatMap { model.declaredMembers(of: $0) }.filter { $0.kind == .property }.map(\.name)
    case .generatedCase(_, let name): [name]
    case .generatedInit(let ancestor):
      ["init"]
        + descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated).map(\.name)
    case .generatedCall(let ancestor, .connectClosure) where ancestor.isEmpty:
      model.projectTypes.filter(\.isGenerated).flatMap { model.declaredMembers(of: $0) }
        .filter { $0.kind == .function && isConnectClosureCall($0) }.map(\.name)
    case .generatedCall(let ancestor, _), .generatedValue(let ancestor, _):
      descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
        .flatMap { model.declaredMembers(of: $0) }.filter { $0.kind == .function }.map(\.name)
    case .bridgedCall(let ancestor, let selector): bridgedNames(ancestor, selector)
    }
  }

  /// The names by which code speaks of a symbol.
  private func names(of symbol: Symbol) -> [String] {
    switch symbol.kind {
    case .initializer: callNames(symbol.qualifiedName)
    case .subscript: ["subscript"]
    case .module, .genericParameter, .local: []
    case .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias, .associatedType,
      .function, .property, .enumCase, .operatorFunction, .macro:
      [symbol.name]
    }
  }

  private func bridgedNames(_ ancestor: String, _ selector: SelectorPattern) -> [String] {
    let members = descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
      .flatMap { model.declaredMembers(of: $0) }
      .filter { $0.objectiveCSelector.map { selector.match($0) != nil } ?? false }
    return members.flatMap { member in
      member.kind == .initializer ? callNames(member.qualifiedName) : [member.name]
    }
  }

  func isAboutInitializer(_ rule: SwiftRule) -> Bool {
    switch rule.finder {
    case .retired: retired[rule.id, default: [:]].keys.contains { $0.kind == .initializer }
    case .call(let name): lastComponent(of: name) == "init"
    case .memberOf(let owner):
      model.symbol(named: owner).map { type in
        model.declaredMembers(of: type).contains { $0.kind == .initializer }
      } ?? false
    // Those that ask for calls by what a generator made are found by their labels.
    case .module, .type, .member, .enumCase, .conformance, .pattern, .prefixOperator,
      .generatedType, .generatedCall, .generatedValue, .generatedMember, .generatedCase,
      .generatedInit,
      .bridgedCall:
      false
    }
  }

  private func memberNames(of owner: String) -> [String] {
    guard let type = model.symbol(named: owner) else { return [] }
    return model.declaredMembers(of: type).flatMap { member -> [String] in
      switch member.kind {
      case .initializer: callNames(member.qualifiedName)
      case .subscript: ["subscript"]
      case .property, .function, .enumCase: [member.name]
      case .module, .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias,
        .associatedType, .genericParameter, .operatorFunction, .local, .macro:
        []
      }
    }
  }

  /// An initialiser is called by its type's name, by that of a type which inherits it, or as `.init`.
  private func callNames(_ name: String) -> [String] {
    let last = lastComponent(of: name)
    guard last == "init" else { return [last] }
    let path = name.utf8.prefix { $0 != UInt8(ascii: "(") }
    let owner = String(Substring(path.dropLast(".init".utf8.count)))
    let heirs = descendants.projectTypes(descendingFrom: owner)
    return ["init", lastComponent(of: owner)] + heirs.map(\.name) + firstLabel(of: name)
  }

  /// A type parameter, an associated type and `Self` are called by names that no list has, so an initialiser
  /// is also looked up by its first label: `protobuf:` of `init(protobuf:)`.
  private func firstLabel(of name: String) -> [String] {
    let label = name.utf8.drop { $0 != UInt8(ascii: "(") }.dropFirst()
      .prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ")") }
    return label.isEmpty || label.elementsEqual("_".utf8) ? [] : [String(Substring(label)) + ":"]
  }
}

/// Returns the base name at the end of a qualified name: `add` of `SwiftGRPC.Metadata.add(key:value:)`.
package func lastComponent(of qualifiedName: String) -> String {
  let path = qualifiedName.utf8.prefix { $0 != UInt8(ascii: "(") }
  guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return String(Substring(path)) }
  return String(Substring(path[path.index(after: dot)...]))
}
