import MoultSource
import MoultSyntax

/// Puts the members that an edit of one file left into a table in which all else of the file stands where it does by now.
///
/// It is for what code speaks of by its name alone: functions, variables and cases. What can be meant where nobody
/// writes it, such as a requirement that tells an associated type, is left to who reads the whole project.
struct MemberEdit {
  private var table: SymbolTable
  private let file: FileContext
  private let change: BodyChange
  private let gone: Set<Symbol>

  /// What resolves the types of the project's declarations.
  private let types: LateTypes

  private var come: [Symbol] = []
  private var result = MemberChange()

  /// Variables whose types are inferred once more.
  private var retyped: Set<Symbol> = []

  /// What the compiler adds, with parameters that went or have other types.
  private var initializers: [Symbol] = []

  /// The most files that may mention what has changed: for more, all is read.
  private static let mostFiles = 400

  /// - Parameters:
  ///   - file: with its new tree.
  ///   - change: what leads to that.
  ///   - gone: the symbols of what went, which the table still has among the members of their types.
  init(
    _ table: SymbolTable, _ file: FileContext, _ change: BodyChange, _ gone: Set<Symbol>,
    _ types: LateTypes
  ) {
    self.table = table
    self.file = file
    self.change = change
    self.gone = gone
    self.types = types
  }

  /// Returns the table with the members, all of them resolved that are when a model is made, and what they come to.
  ///
  /// - Parameter filesMentioning: returns the paths of the files that mention one of some names, before the edit.
  /// - Returns: nil if that would not be what a model made anew has; then what was resolved is no more.
  mutating func made(
    filesMentioning: (Set<UInt64>) -> [String]
  ) -> (SymbolTable, MemberChange)? {
    var homes: [Node] = []
    for home in change.gone.map({ change.node(for: $0.home) }) + change.come.map(\.home) {
      guard let home else { return nil }
      if !homes.contains(home) { homes.append(home) }
    }
    for home in homes {
      guard replaceMembers(of: home) else { return nil }
    }
    for symbol in come + gone {
      if symbol.kind.isNamedMember { add(symbol.name) }
    }
    guard widen(filesMentioning) else { return nil }
    let names = Set((come + gone + retyped).map(\.name))
    guard !table.areMeantUnwritten(names) else { return nil }
    for symbol in gone { symbol.forgetTypes() }
    for symbol in retyped { symbol.forgetTypes() }
    for symbol in initializers { symbol.forgetTypes() }
    // What it resolves by is the table as it was.
    types.close()
    inferProperties(
      (come + retyped).filter { $0.kind == .property && $0.late === types && $0.isTypedByValue },
      in: table, types)
    guard takesNoClosures() else { return nil }
    return (table, result)
  }

  /// Notes that a name has come to mean something else.
  private mutating func add(_ name: String) {
    result.names.insert(name)
    result.keys.insert(stableHash(name.utf8))
  }

  // MARK: Members

  /// Puts what came into a type, an extension or the file into the list of its members, in source order, and takes out
  /// what went.
  private mutating func replaceMembers(of home: Node) -> Bool {
    let isModule = home.kind == .sourceFile
    let owner = isModule ? table.modules[file.module]?.symbol : table.symbol(of: home, in: file)
    guard let owner, isModule ? !file.isProgram : owner.isHandwrittenType else { return false }
    let isInExtension = home.kind == .extensionDecl
    var fragment = table.emptied
    for node in change.come where node.home == home {
      fragment.collect(node, in: file, of: owner, isInExtension: isInExtension)
    }
    guard fragment.types.isEmpty, fragment.generics.isEmpty, fragment.operators.isEmpty else {
      return false
    }
    table.symbolsByNode[file.index, default: [:]].merge(
      fragment.symbolsByNode[file.index] ?? [:]
    ) { _, new in new }
    let added = fragment.members(of: owner).all
    let known = table.members(of: owner).all
    let places = known.indices.filter { stands(known[$0], in: home) }
    guard let first = places.first ?? firstPlace(in: home, of: owner, known),
      places.isEmpty || places.last == first + places.count - 1
    else { return false }
    let run = places.map { known[$0] }
    let ordered = (run.filter { !gone.contains($0) } + added).enumerated().sorted { one, other in
      let starts = (one.element.node?.range.lowerBound, other.element.node?.range.lowerBound)
      guard let start = starts.0, let end = starts.1, start != end else {
        return one.offset < other.offset
      }
      return start < end
    }
    var all = known
    all.replaceSubrange(first..<first + run.count, with: ordered.map(\.element))
    let changed = added + run.filter(gone.contains)
    table.replaceMembers(of: owner, by: all, changing: Set(changed.map(\.name)))
    come += added
    result.owners.insert(owner)
    if owner.kind == .structure, !isInExtension, !isModule {
      replaceInitializers(of: owner, Set(changed.filter { $0.kind == .property }.map(\.name)))
    }
    return true
  }

  /// Whether a symbol stands in the braces of a type or an extension, or at the top level of the file, or did.
  private func stands(_ symbol: Symbol, in home: Node) -> Bool {
    guard symbol.file == file.index, let node = symbol.node, node != home else { return false }
    if gone.contains(symbol) { return change.node(for: node.home) == home }
    return node.home == home
  }

  /// Where the members of a home stand among those of its owner that has none of it so far; nil if that is not known.
  private func firstPlace(in home: Node, of owner: Symbol, _ known: [Symbol]) -> Int? {
    switch home.kind {
    case .sourceFile: known.firstIndex { $0.file > file.index } ?? known.count
    case .extensionDecl: nil
    default: 0
    }
  }

  // MARK: Initialisers

  /// Makes the initialiser anew that the compiler writes for a structure, if it takes something else than before.
  private mutating func replaceInitializers(of owner: Symbol, _ properties: Set<String>) {
    guard !properties.isEmpty else { return }
    let all = table.members(of: owner).all
    let old = all.filter(\.isImplicitInitializer)
    let written = all.filter { !$0.isImplicitInitializer }
    table.replaceMembers(of: owner, by: written, changing: ["init"])
    let new = Resolver(table: table).implicitMembers(of: owner)
    let isSame =
      old.map(\.shape) == new.map(\.shape)
      && !new.contains { $0.parameters.contains { properties.contains($0.label ?? "") } }
    table.replaceMembers(of: owner, by: written + (isSame ? old : new), changing: ["init"])
    if !isSame { noteInitializers(of: owner, old) }
  }

  /// Notes that initialisers of a structure take something else: it can be called by each of the type's names, by those of
  /// associated types and without any.
  private mutating func noteInitializers(of owner: Symbol, _ old: [Symbol]) {
    initializers += old
    result.owners.insert(owner)
    add(owner.name)
    result.names.insert("init")
    result.keys.insert(keyOfImplicitInit)
    for type in table.types where type.kind == .protocolType {
      for member in table.members(of: type).all where member.kind == .associatedType {
        result.keys.insert(stableHash(member.name.utf8))
      }
    }
  }

  /// Whether no initialiser that has changed takes a closure, which may stand behind the call without its label.
  ///
  /// All else that it takes is found by its label, in a file that has no other name of its type.
  private func takesNoClosures() -> Bool {
    let resolver = Resolver(table: table, resolving: types)
    let concerned = (come + retyped).filter { property in
      property.kind == .property
        && property.parent.map { $0.kind == .structure && result.owners.contains($0) } ?? false
    }
    return concerned.allSatisfy { !resolver.type(of: $0).hasFunction }
  }

  // MARK: What rests on them

  /// Adds the variables that have their types from something that has changed, and the aliases of types, and what rests
  /// on these in turn.
  private mutating func widen(_ filesMentioning: (Set<UInt64>) -> [String]) -> Bool {
    var known: Set<UInt64> = []
    while known != result.keys {
      let asked = result.keys.subtracting(known)
      known = result.keys
      let paths = Set(filesMentioning(asked)).union([file.path])
      guard paths.count <= Self.mostFiles else { return false }
      for path in paths {
        guard let index = table.fileIndexByPath[path] else { continue }
        let symbols = Set(table.symbolsByNode[index, default: [:]].values)
        for symbol in symbols where symbol.file == index { widen(by: symbol, asked) }
      }
    }
    return true
  }

  private mutating func widen(by symbol: Symbol, _ keys: Set<UInt64>) {
    guard symbol.kind == .property || symbol.kind == .typeAlias, let node = symbol.node else {
      return
    }
    if symbol.kind == .property {
      guard symbol.late === types, !retyped.contains(symbol), symbol.isTypedByValue else { return }
    }
    guard !keys.isDisjoint(with: mentionedNames(in: node.tree, node.tokenIDs)) else { return }
    add(symbol.name)
    guard symbol.kind == .property else { return }
    retyped.insert(symbol)
    guard let owner = symbol.parent else { return }
    result.owners.insert(owner)
    let taking = table.members(of: owner)["init"].filter { initializer in
      initializer.isImplicitInitializer && initializer.parameterLabels.contains(symbol.name)
    }
    if !taking.isEmpty { noteInitializers(of: owner, taking) }
  }
}

extension Node {
  /// The type or extension that it is a member of, or the file.
  fileprivate var home: Node { ancestors.first(where: \.isMemberContainer) ?? tree.root }
}

extension SymbolKind {
  /// Whether code names it by its own name.
  fileprivate var isNamedMember: Bool {
    switch self {
    case .function, .property, .enumCase: true
    default: false
    }
  }
}

extension Symbol {
  /// A type of the project's own code that has members of its own, and is no protocol.
  fileprivate var isHandwrittenType: Bool {
    guard case .project(_, isGenerated: false) = origin, kind != .protocolType else { return false }
    return kind.isNominalType && !isExternal
  }

  fileprivate var isImplicitInitializer: Bool {
    guard kind == .initializer, case .synthesized = origin else { return false }
    return true
  }

  /// What a call of it has to write.
  fileprivate var shape: [String] {
    parameters.map { "\($0.label ?? "_")\($0.hasDefault ? "?" : "")" }
  }
}

extension SemanticType {
  /// Whether it is made of a function type.
  fileprivate var hasFunction: Bool {
    switch self {
    case .unknown, .genericParameter: false
    case .function: true
    case .nominal(_, let types), .composition(let types): types.contains(where: \.hasFunction)
    case .optional(let type), .metatype(let type), .dependentMember(let type, _): type.hasFunction
    case .tuple(let elements): elements.contains(where: \.type.hasFunction)
    }
  }
}

extension SymbolTable {
  fileprivate mutating func replaceMembers(
    of owner: Symbol, by symbols: [Symbol], changing names: Set<String>
  ) {
    if owner.kind == .module {
      modules[owner.name]?.members.replace(by: symbols, changing: names)
    } else {
      members[owner, default: MemberTable()].replace(by: symbols, changing: names)
    }
  }

  /// Whether one of the names is looked up where nobody writes it: by a feature of the language, to tell what an associated
  /// type is by the member that meets a requirement, or to tell protocols of two eras apart.
  ///
  /// - Complexity: O(*n*) in the types and the members of protocols.
  fileprivate func areMeantUnwritten(_ names: Set<String>) -> Bool {
    if !names.isDisjoint(with: namesOfTheLanguage) { return true }
    let earlier = Set(earlierTypes.keys).union(earlierTypes.values.joined())
    let protocols = types.filter { $0.kind == .protocolType }
    let all = protocols.map { (type: $0, members: members(of: $0).all) }
    var stoodFor: Set<UInt64> = []
    for member in all.lazy.flatMap(\.members) where member.kind.isType {
      stoodFor.insert(stableHash(member.name.utf8))
    }
    return all.contains { type, members in
      members.contains { requirement in
        guard names.contains(requirement.name), !requirement.isFromExtension else { return false }
        guard !earlier.contains(type), let node = requirement.node else { return true }
        return !stoodFor.isDisjoint(with: mentionedNames(in: node.tree, node.tokenIDs))
      }
    }
  }
}

private let namesOfTheLanguage: Set<String> = [
  "init", "callAsFunction", "dynamicallyCall", "makeIterator", "makeAsyncIterator", "next",
  "wrappedValue", "projectedValue", "rawValue", "allCases",
]
