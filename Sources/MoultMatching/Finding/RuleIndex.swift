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

  /// The symbols that a rule is about by name, so that a rule about all members of their type passes them over.
  private let named: Set<String>

  package init(_ rules: [SwiftRule], model: ProjectModel) {
    self.rules = rules
    named = Set(rules.compactMap { symbolName($0.finder) })
    let names = RuleNames(model)
    initializers = rules.indices.filter { names.isAboutInitializer(rules[$0].finder) }
    standIns =
      initializers.isEmpty ? [] : Set(model.standInNames.map { hash(Array($0.utf8)[...]) })
    var byName: [UInt64: [Int]] = [:]
    for (position, rule) in rules.enumerated() {
      for name in Set(names.names(of: rule.finder)) {
        byName[hash(Array(name.utf8)[...]), default: []].append(position)
      }
    }
    self.byName = byName
  }

  /// Returns the rules that a node named `name` can match, in the order of the catalogue.
  ///
  /// A rule of another name can be among them, so the caller still compares symbols.
  package func candidates(_ name: ArraySlice<UInt8>) -> [SwiftRule] {
    guard let positions = byName[hash(trimmed(name))] else { return [] }
    return positions.map { rules[$0] }
  }

  /// Returns the rules that a call of something named `name` can match, in the order of the catalogue.
  ///
  /// - Parameter locals: the generic parameters and typealiases of the file at hand.
  func candidates(
    calling name: ArraySlice<UInt8>, _ locals: LocalTypeNames
  ) -> [SwiftRule] {
    let key = hash(trimmed(name))
    guard standIns.contains(key) || locals.contains(key) else { return candidates(name) }
    return Set((byName[key] ?? []) + initializers).sorted().map { rules[$0] }
  }

  /// Returns the names that only this file knows as those of types, where any rule could ask for them.
  func localTypeNames(of tree: SyntaxTree) -> LocalTypeNames {
    initializers.isEmpty ? LocalTypeNames() : LocalTypeNames(tree)
  }

  /// Returns whether a rule is about this symbol and no other.
  package func names(_ symbol: Symbol) -> Bool { named.contains(symbol.qualifiedName) }

  /// Returns the rules that a call whose first argument has the label can match.
  package func candidates(calledWith label: String) -> [SwiftRule] {
    candidates(Array((label + ":").utf8)[...])
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
      case .genericParameter, .typealiasDecl: names.insert(hash(Array(node.name.utf8)[...]))
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
  case .module, .memberOf, .conformance, .pattern, .prefixOperator, .generatedType,
    .generatedCall, .generatedMember, .generatedValue, .generatedCase, .generatedInit, .bridgedCall:
    nil
  }
}

/// FNV-1a, 64 bits wide.
private func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return hash
}

/// The names by which a model's code can speak of what a finder is about.
private struct RuleNames {
  private let model: ProjectModel
  private let descendants: DescendantIndex

  init(_ model: ProjectModel) {
    self.model = model
    descendants = DescendantIndex(model)
  }

  func names(of finder: SwiftFinder) -> [String] {
    switch finder {
    case .module(let name): [name]
    case .type(let name), .member(let name), .enumCase(let name), .conformance(let name):
      [lastComponent(of: name)]
    case .prefixOperator(let name): [lastComponent(of: name)]
    case .call(let name): callNames(name)
    case .memberOf(let owner): memberNames(of: owner)
    case .pattern(let pattern, _): pattern.anchors.suffix(1)
    case .generatedType(let ancestor, let suffix):
      descendants.projectTypes(descendingFrom: ancestor).map(\.name)
        .filter { $0.hasSuffix(suffix) }
    case .generatedMember(let ancestor):
      descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
        .flatMap { model.declaredMembers(of: $0) }.filter { $0.kind == .property }.map(\.name)
    case .generatedCase(_, let name): [name]
    case .generatedInit(let ancestor):
      ["init"]
        + descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated).map(\.name)
    case .generatedCall(let ancestor, _), .generatedValue(let ancestor, _):
      descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
        .flatMap { model.declaredMembers(of: $0) }.filter { $0.kind == .function }.map(\.name)
    case .bridgedCall(let ancestor, let selector): bridgedNames(ancestor, selector)
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

  func isAboutInitializer(_ finder: SwiftFinder) -> Bool {
    switch finder {
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
    let owner = String(name.prefix { $0 != "(" }.dropLast(".init".count))
    let heirs = descendants.projectTypes(descendingFrom: owner)
    return ["init", lastComponent(of: owner)] + heirs.map(\.name) + firstLabel(of: name)
  }

  /// A type parameter, an associated type and `Self` are called by names that no list has, so an initialiser
  /// is also looked up by its first label: `protobuf:` of `init(protobuf:)`.
  private func firstLabel(of name: String) -> [String] {
    let label = name.drop { $0 != "(" }.dropFirst().prefix { $0 != ":" && $0 != ")" }
    return label.isEmpty || label == "_" ? [] : [label + ":"]
  }
}

/// Returns the base name at the end of a qualified name: `add` of `SwiftGRPC.Metadata.add(key:value:)`.
package func lastComponent(of qualifiedName: String) -> String {
  let path = qualifiedName.prefix { $0 != "(" }
  return String(path.split(separator: ".").last ?? path)
}
