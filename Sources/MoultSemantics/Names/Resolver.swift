import MoultSource
import MoultSyntax

/// Resolves names and declared types against one symbol table.
///
/// A class because it carries the guard against declarations that need themselves, and caches. One task uses it.
final class Resolver {
  let table: SymbolTable

  /// Extensions are still being bound, so that nothing resolved may be remembered.
  let isBinding: Bool

  /// Whose symbols it resolves itself; all others that resolve their types late are asked for them.
  let own: LateTypes?

  /// Infers a property's type from its initial value.
  var inferProperty: ((Symbol) -> SemanticType)?

  /// Symbols of bodies: generic parameters and functions that are local to the file at hand.
  var localSymbols: [NodeKey: Symbol] = [:]
  var localGenerics: [Symbol: [Symbol]] = [:]

  private var stack: [Symbol] = []
  private var onStack: [Symbol: Int] = [:]
  /// The lowest place of the stack that something above it asked for again.
  private var lowestCycle = Int.max
  private var globalNames: [GlobalName: NameResolution?] = [:]
  private var requirementsByOwner: [Symbol: [GenericRequirement]] = [:]
  private var requirementsByExtension: [NodeKey: [GenericRequirement]] = [:]
  /// How many where clauses are being read, of which the last parts are missing.
  private(set) var openRequirements = 0
  /// What the where clauses of the extensions around what is being resolved demand; nothing elsewhere knows of it.
  private(set) var placeRequirements: [GenericRequirement] = []
  var inheritanceInProgress: Set<Symbol> = []
  var impliedInProgress: Set<Symbol> = []
  var constraintsInProgress: Set<Symbol> = []
  var hierarchies: [SemanticType: [HierarchyPlace]] = [:]
  /// What the project's extensions add to types that other tables have as well.
  var addedInheritance: [Symbol: [SemanticType]] = [:]
  var localOwners: [Symbol: Symbol] = [:]
  /// What importing modules brings along, of those that were asked about.
  var knownExports: [String: [String]] = [:]
  var witnessDepth = 0
  /// How deep expressions and statements are nested that are being inferred.
  var depth = 0
  /// What was just resolved lacks a part that is known later, so that it must not be remembered.
  var isIncomplete = false

  private struct GlobalName: Hashable {
    let file: Int
    let branch: Int
    let name: String
    let space: NameSpace
  }

  init(table: SymbolTable, isBinding: Bool = false, resolving own: LateTypes? = nil) {
    self.table = table
    self.isBinding = isBinding
    self.own = own
  }

  /// How many names are remembered, as a measure of what it holds.
  var knownNames: Int { globalNames.count }

  /// Returns the resolved types of a declaration.
  ///
  /// What needs itself is unknown. The answer does not depend on who asked first: a value that was computed inside
  /// such a cycle is not remembered.
  func signature(of symbol: Symbol) -> Signature {
    if let known = symbol.knownSignature { return known }
    if let late = symbol.late, late !== own, let known = late.signature(of: symbol) { return known }
    if let place = onStack[symbol] {
      lowestCycle = min(lowestCycle, place)
      return Signature(.unknown)
    }
    guard stack.count < 64 else {
      lowestCycle = 0
      return Signature(.unknown)
    }
    let depth = stack.count
    onStack[symbol] = depth
    stack.append(symbol)
    let askerIsIncomplete = isIncomplete
    isIncomplete = false
    let result = atPlace(of: symbol) { computeSignature(of: symbol) }
    let mustForget = isIncomplete
    isIncomplete = askerIsIncomplete
    stack.removeLast()
    onStack[symbol] = nil
    if mustForget { return result }
    if lowestCycle < depth { return result }
    lowestCycle = Int.max
    return isBinding ? result : symbol.resolve(result)
  }

  /// The one-based line of a node.
  func line(of node: Node, in file: FileContext) -> Int {
    file.tree.source.lines.line(of: node.range.lowerBound)
  }

  func type(of symbol: Symbol) -> SemanticType { signature(of: symbol).type }

  /// The type that a type symbol names, generic parameters standing for themselves.
  func declaredType(_ symbol: Symbol) -> SemanticType {
    if case .metatype(let instance) = type(of: symbol) { return instance }
    return .unknown
  }

  func generics(of symbol: Symbol) -> [Symbol] {
    table.generics[symbol] ?? localGenerics[symbol] ?? []
  }

  func symbol(of node: Node, in file: FileContext) -> Symbol? {
    table.symbol(of: node, in: file) ?? localSymbols[NodeKey(file: file.index, node: node.id)]
  }

  /// Returns what `name` means outside of every type and body of `file`.
  func globalName(_ name: String, _ space: NameSpace, in file: FileContext) -> NameResolution? {
    let key = GlobalName(file: file.index, branch: file.branch, name: name, space: space)
    if let known = globalNames[key] { return known }
    let found = findGlobally(name, space, in: file)
    globalNames[key] = .some(found)
    return found
  }

  /// The conformances and equalities that the owner of generic parameters demands.
  func requirements(of owner: Symbol) -> [GenericRequirement] {
    if let known = requirementsByOwner[owner] { return known }
    requirementsByOwner[owner] = []
    openRequirements += 1
    defer { openRequirements -= 1 }
    // 'where P: Sequence, P.Element == Int' asks about what it has just said.
    requirementsByOwner[owner] = requirementsWithoutArguments(of: owner)
    let found = findRequirements(of: owner)
    requirementsByOwner[owner] = isBinding ? nil : found
    return found
  }

  // MARK: Places

  /// Does something with what the extensions around a declaration demand, and with nothing that others do.
  func atPlace<Result>(of declaration: Node, in file: FileContext, _ body: () -> Result) -> Result {
    let outer = placeRequirements
    placeRequirements = []
    defer { placeRequirements = outer }
    if !isBinding {
      placeRequirements = declaration.ancestors.filter { $0.kind == .extensionDecl }
        .flatMap { requirements(ofExtension: $0, in: file) }
    }
    return body()
  }

  private func atPlace<Result>(of symbol: Symbol, _ body: () -> Result) -> Result {
    guard symbol.isFromExtension, let node = symbol.node, let file = table.file(of: symbol)
    else {
      // What is asked for on the way is asked for elsewhere.
      guard !placeRequirements.isEmpty, symbol.kind != .local else { return body() }
      let outer = placeRequirements
      placeRequirements = []
      defer { placeRequirements = outer }
      return body()
    }
    return atPlace(of: node, in: file, body)
  }

  private func requirements(
    ofExtension node: Node, in file: FileContext
  ) -> [GenericRequirement] {
    guard let clause = node.child(.genericWhereClause) else { return [] }
    let key = NodeKey(file: file.index, node: node.id)
    if let known = requirementsByExtension[key] { return known }
    requirementsByExtension[key] = []
    openRequirements += 1
    defer { openRequirements -= 1 }
    let found = requirements(in: clause, file)
    requirementsByExtension[key] = found
    return found
  }
}

/// `T: P` or `T == U`.
struct GenericRequirement {
  let subject: SemanticType
  let isEquality: Bool
  let object: SemanticType
}
