package import MoultSource
package import MoultSyntax

/// The names without which no expression of a file has one of some types.
///
/// Inference comes to a type through what is declared: through a name whose type speaks of it. A file that mentions none of
/// these names has no expression of the types, so its bodies need not be inferred to find their members. The names are
/// those of
/// - the types themselves, and types that inherit or conform to one,
/// - everything whose type, parameters or constraints speak of such a type,
/// - types that hand one on without a name: by a subscript, a call, a property wrapper, an associated type, or as the
///   argument of a generic superclass; and so on for these.
///
/// Local types and constrained extensions speak of the types in the file that declares them.
package struct TypeReach: Sendable {
  /// By their `stableHash`, without backticks and the `$` of a wrapper.
  package let names: StableHashSet

  /// Returns whether the file mentions any of the names.
  ///
  /// - Complexity: O(*n*) in the tokens of the file.
  package func mayHoldValues(_ tree: SyntaxTree) -> Bool {
    // The name that a function gets where it is declared is no use of it.
    var isDeclared = false
    for token in tree.shownTokens {
      switch token.kind {
      case .identifier, .keyword, .dollarIdentifier, .binaryOperator, .prefixOperator,
        .postfixOperator:
        let name = tree.source.bytes[token.range.indices]
        if !isDeclared, names.contains(nameHash(name)) { return true }
        isDeclared = name.count == 4 && name.elementsEqual("func".utf8)
      default: isDeclared = false
      }
    }
    return tree.hidesWord(where: names.contains)
  }

  fileprivate init(names: StableHashSet) { self.names = names }

  /// Returns the same with more names, by their `stableHash`: of what was declared since and may speak of the types.
  package func adding(_ more: Set<UInt64>) -> TypeReach { TypeReach(names: names.union(more)) }
}

/// What the declarations of a model speak of; made once for many questions about reach.
///
/// Most of a project's declarations are written with names that only types have. They are kept by these names, and their
/// types resolved once somebody asks for a type of such a name.
package struct TypeMentions: Sendable {
  /// The declarations whose type speaks of a type; a table for each part that a thread read.
  private let mentions: [MentionTable]

  /// The same for built-in types, of which nearly all declarations speak, and which hand a value of others on only where
  /// a project extends them so; read when that is asked.
  private let ofBuiltInTypes = Once<[MentionTable]>()
  private let findOfBuiltInTypes: @Sendable () -> [MentionTable]
  private let table: SymbolTable
  private let types: LateTypes

  /// - Parameter jobs: how many threads read declarations.
  /// - Complexity: O(*n*) in the declarations of the model, those of its interfaces only where nobody asked for them before.
  package init(_ model: ProjectModel, jobs: Int = 1) {
    let (table, interfaces, late) = (model.table, model.interfaces, model.types)
    let first = table.sharedFiles
    let names = Once<DeclaredTypeNames>()
    together(
      jobs: jobs,
      [
        { _ = names.value { DeclaredTypeNames(table) } },
        { _ = interfaces.mentions(of: .declared) },
      ])
    // What the project makes interfaces' types inherit is known to it alone.
    let added = Array(
      table.extensions.filter { type, places in
        type.file < first && places.contains { $0.file >= first }
      }.keys)
    @Sendable func all(_ types: MentionedTypes) -> [MentionTable] {
      let own = MoultSemantics.mentions(
        of: types, in: table, late, types == .declared ? names.known : nil, adding: added,
        jobs: jobs
      ) { symbol in
        !(0..<first).contains(symbol.file)
      }
      return interfaces.mentions(of: types) + own
    }
    mentions = all(.declared)
    findOfBuiltInTypes = { all(.builtIn) }
    self.table = table
    types = late
  }

  /// Returns how values of these types, and of those that descend from them, come into a file.
  ///
  /// - Complexity: O(*n*) in the declarations that speak of them, or are written with their names.
  package func reach(of types: [Symbol]) -> TypeReach {
    let reader = MentionReader(.declared, table, self.types)
    var names = StableHashSet()
    var carriers = Set(types)
    var open = types
    // Many modules may each have a type of one name: what is written with it is resolved once for all of them.
    var written: [UInt64: [Symbol: [Symbol]]] = [:]
    while let carrier = open.popLast() {
      // A nested type is named behind the type around it: `Error` alone is any other.
      let name = nameHash(Array(carrier.name.utf8)[...])
      if let outer = carrier.parent, outer.kind.isNominalType {
        if carriers.insert(outer).inserted { open.append(outer) }
      } else {
        names.insert(name)
      }
      let isBuiltIn = (0..<table.builtInFiles).contains(carrier.file)
      let tables = isBuiltIn ? ofBuiltInTypes.value(findOfBuiltInTypes) : mentions
      for known in tables {
        for symbol in known.ofTypes[carrier] ?? [] { follow(symbol) }
      }
      guard !isBuiltIn else { continue }
      let spoken = written[name] ?? reader.types(writtenAs: name, in: tables)
      written[name] = spoken
      for symbol in spoken[carrier] ?? [] { follow(symbol) }
    }
    return TypeReach(names: names)

    func follow(_ symbol: Symbol) {
      if symbol.kind.isNominalType {
        if carriers.insert(symbol).inserted { open.append(symbol) }
        return
      }
      // Whoever names a member of a carrier has a value of it, or has named it.
      if let owner = symbol.parent, carriers.contains(owner) { return }
      names.insert(nameHash(Array(symbol.name.utf8)[...]))
      if let owner = symbol.parent, owner.kind.isNominalType, handsOn(symbol),
        carriers.insert(owner).inserted
      {
        open.append(owner)
      }
    }
  }

  /// Whether a value of the member's type comes out of a value of its owner without the member's name.
  private func handsOn(_ member: Symbol) -> Bool {
    switch member.kind {
    case .subscript, .initializer, .associatedType, .genericParameter, .typeAlias,
      .operatorFunction, .macro:
      true
    case .function, .property: namelessMembers.contains(member.name)
    case .module, .structure, .classType, .enumeration, .protocolType, .actor, .enumCase, .local:
      false
    }
  }
}

/// Which types are meant where declarations speak of types.
enum MentionedTypes: Sendable {
  /// Those that are known without an interface.
  case builtIn
  /// All others: those of interfaces and of the project.
  case declared
}

/// The declarations that speak of types.
struct MentionTable: Sendable {
  /// By the type.
  fileprivate(set) var ofTypes: [Symbol: [Symbol]] = [:]

  /// Those whose types were not resolved, by the names that they are written with, as their `stableHash`.
  fileprivate(set) var named: [UInt64: [Symbol]] = [:]
}

/// Returns which declarations of a table speak of types; a table for each part that a thread read.
///
/// - Parameters:
///   - late: what resolves the types of the table's declarations otherwise.
///   - names: those of the types that are meant, by which declarations are kept unresolved; nil resolves all.
///   - more: declarations that are read beside these.
///   - isAsked: which declarations are read.
func mentions(
  of types: MentionedTypes, in table: SymbolTable, _ late: LateTypes,
  _ names: DeclaredTypeNames? = nil, adding more: [Symbol] = [], jobs: Int,
  by isAsked: @Sendable (Symbol) -> Bool = { _ in true }
) -> [MentionTable] {
  let scopes = table.modules.values.map(\.members) + table.members.values
  var result = parallelRanges(scopes.count, jobs: jobs, atLeast: 256) { part in
    let reader = MentionReader(types, table, late, names)
    for scope in scopes[part] {
      for symbol in scope.all where isAsked(symbol) { reader.add(symbol) }
    }
    return reader.mentions
  }
  if !more.isEmpty {
    let reader = MentionReader(types, table, late, names)
    more.forEach(reader.add)
    result.append(reader.mentions)
  }
  return result
}

/// Finds out what types the declarations of a table speak of.
private final class MentionReader {
  private(set) var mentions = MentionTable()
  private let types: MentionedTypes
  private let table: SymbolTable
  private let names: DeclaredTypeNames?
  private let resolver: Resolver
  private var ofParameters: [Symbol: [Symbol]] = [:]

  init(
    _ types: MentionedTypes, _ table: SymbolTable, _ late: LateTypes,
    _ names: DeclaredTypeNames? = nil
  ) {
    self.types = types
    self.table = table
    self.names = names
    // So many are asked for that each thread resolves them by itself.
    resolver = Resolver(table: table, resolving: late)
  }

  /// Notes what a declaration speaks of, by the names that it is written with where they tell it.
  func add(_ symbol: Symbol) {
    if let names, !symbol.kind.isNominalType, table.generics[symbol] == nil,
      case .names(let written) = names.written(in: symbol)
    {
      for name in written { mentions.named[name, default: []].append(symbol) }
      return
    }
    let found = typesMentioned(by: symbol)
    for type in found.count < 2 ? found : Array(Set(found)) where type != symbol {
      mentions.ofTypes[type, default: []].append(symbol)
    }
  }

  /// Returns what declarations written with a name speak of, by the types of that name that they mean.
  func types(writtenAs name: UInt64, in tables: [MentionTable]) -> [Symbol: [Symbol]] {
    var result: [Symbol: [Symbol]] = [:]
    for table in tables {
      for symbol in table.named[name] ?? [] {
        let found = typesMentioned(by: symbol)
        for type in found.count < 2 ? found : Array(Set(found)) {
          result[type, default: []].append(symbol)
        }
      }
    }
    return result
  }

  private func typesMentioned(by symbol: Symbol) -> [Symbol] {
    var found: [Symbol] = []
    if symbol.kind.isNominalType {
      for type in resolver.inheritedTypes(of: symbol) { collect(type, into: &found) }
    } else {
      collect(resolver.type(of: symbol), into: &found)
    }
    if symbol.kind == .associatedType { found += parameterTypes(symbol) }
    for parameter in table.generics[symbol] ?? [] { found += parameterTypes(parameter) }
    return found
  }

  private func isMeant(_ type: Symbol) -> Bool {
    (0..<table.builtInFiles).contains(type.file) == (types == .builtIn)
  }

  private func collect(_ type: SemanticType, into found: inout [Symbol]) {
    switch type {
    case .unknown: return
    case .nominal(let symbol, let arguments):
      if isMeant(symbol) { found.append(symbol) }
      for argument in arguments { collect(argument, into: &found) }
    case .optional(let type), .metatype(let type): collect(type, into: &found)
    case .function(let parameters, let result, _, _):
      for parameter in parameters { collect(parameter, into: &found) }
      collect(result, into: &found)
    case .tuple(let elements): for element in elements { collect(element.type, into: &found) }
    case .genericParameter(let parameter): found += parameterTypes(parameter)
    case .dependentMember(let type, let member):
      collect(type, into: &found)
      found += parameterTypes(member)
    case .composition(let types): for type in types { collect(type, into: &found) }
    }
  }

  private func parameterTypes(_ parameter: Symbol) -> [Symbol] {
    if let known = ofParameters[parameter] { return known }
    ofParameters[parameter] = []
    var found: [Symbol] = []
    for type in resolver.constraints(of: parameter) { collect(type, into: &found) }
    ofParameters[parameter] = found
    return found
  }
}

/// Members that a language feature uses.
private let namelessMembers: Set<String> = [
  "callAsFunction", "dynamicallyCall", "makeIterator", "makeAsyncIterator", "next",
  "wrappedValue", "projectedValue",
]

/// A number for a name as it is written: `` `default` `` is `default`, and `$value` is made of `value`.
private func nameHash(_ name: ArraySlice<UInt8>) -> UInt64 {
  switch name.first {
  case UInt8(ascii: "`"): stableHash(name.dropFirst().dropLast())
  case UInt8(ascii: "$"): stableHash(name.dropFirst())
  default: stableHash(name)
  }
}
