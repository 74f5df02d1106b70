import MoultSource
package import MoultSyntax
import Synchronization

/// What is known about a project: its declarations, those of the interfaces, and which file sees what.
///
/// Immutable and shared by all tasks. What types inherit is resolved when it is made, and so are properties whose type only
/// their initial value tells; all other types of declarations when somebody asks.
package final class ProjectModel: Sendable {
  let table: SymbolTable

  /// Kept, as it resolves the types of its symbols.
  let interfaces: InterfaceModel

  /// Resolves the types of the project's declarations; goes with the symbols.
  let types: LateTypes

  /// Whether the symbols of the project go with this model, and not with one that took its place.
  let ownsSymbols = Atomic(true)

  /// What the types that were asked for are, inherit and conform to, by qualified name; each is asked for many times.
  private let ancestors = Mutex<[Symbol: Set<String>]>([:])

  private let lent = LentSemantics()
  private let knownMentions = Once<TypeMentions>()
  private let knownDescendants = Once<DescendantIndex>()

  /// The extensions at the top level of the project's files that make what is called like a type of an earlier era conform
  /// to something, by file and offset; empty where no era was left behind.
  package var extensionsOfEarlierTypes: [Node] {
    for node in conformingExtensions { Glances.note(node) }
    return conformingExtensions
  }

  let conformingExtensions: [Node]

  /// - Parameters:
  ///   - files: The Swift files of the project.
  ///   - interfaces: The modules of the eras. One whose module the project declares itself is left out.
  ///   - synthesized: Text that stands in no file, such as what a generator would write.
  ///   - impliedImports: The modules that files of a project's module are known to import, beyond what `files` show.
  ///   - earlier: What the project's modules may still speak of, of eras that their imports have left behind.
  ///   - jobs: How many threads collect and resolve declarations.
  package convenience init(
    files: [ProjectFile], interfaces: [InterfaceFile], synthesized: [SynthesizedSource] = [],
    impliedImports: [String: Set<String>] = [:], earlier: EarlierEras = EarlierEras(),
    jobs: Int = 1
  ) {
    self.init(
      files: files, over: InterfaceModel(interfaces, without: Set(files.map(\.module))),
      synthesized: synthesized, impliedImports: impliedImports, earlier: earlier, jobs: jobs)
  }

  /// Creates the model of a project over interfaces that are read already.
  ///
  /// - Parameter interfaces: must have been made without the modules of `files`.
  package init(
    files: [ProjectFile], over interfaces: InterfaceModel, synthesized: [SynthesizedSource] = [],
    impliedImports: [String: Set<String>] = [:], earlier: EarlierEras = EarlierEras(),
    jobs: Int = 1
  ) {
    self.interfaces = interfaces
    types = LateTypes(infersProperties: false)
    var table = interfaces.table
    table.add(
      files: files, synthesized: synthesized, impliedImports: impliedImports, earlier: earlier,
      types: types, jobs: jobs)
    self.table = table
    conformingExtensions = extensionsThatConform(ofEarlierTypesIn: table)
    resolveDeclarations(of: table, types, jobs: jobs)
    types.open(table)
  }

  /// Creates the model that takes the place of another, over the same symbols or most of them.
  init(_ table: SymbolTable, inPlaceOf model: ProjectModel, conformingExtensions: [Node]) {
    interfaces = model.interfaces
    self.table = table
    types = model.types
    self.conformingExtensions = conformingExtensions
    model.ownsSymbols.store(false, ordering: .relaxed)
    types.open(table)
  }

  deinit {
    guard ownsSymbols.load(ordering: .relaxed) else { return }
    types.close()
    table.forgetTypes(besides: interfaces.table)
  }

  /// The types by what they descend from, found out when somebody asks first.
  package var descendants: DescendantIndex { descendants(jobs: 1) }

  /// Returns the same.
  ///
  /// - Parameter jobs: how many threads find it out.
  package func descendants(jobs: Int) -> DescendantIndex {
    knownDescendants.value { DescendantIndex(self, jobs: jobs) }
  }

  /// Returns what the declarations speak of, found out when somebody asks first.
  ///
  /// - Parameter jobs: how many threads find it out.
  package func mentions(jobs: Int) -> TypeMentions {
    knownMentions.value { TypeMentions(self, jobs: jobs) }
  }

  /// Returns the names and types of one file, for the use of one task.
  package func semantics(forFile path: String) -> FileSemantics? {
    Glances.note(path: path)
    return ownSemantics(forFile: path)
  }

  private func ownSemantics(forFile path: String) -> FileSemantics? {
    guard let index = table.fileIndexByPath[path] else { return nil }
    return FileSemantics(file: table.files[index], resolver: Resolver(table: table))
  }

  /// Returns the same, with what was inferred of the file by whoever gave it back.
  package func borrowedSemantics(forFile path: String) -> FileSemantics? {
    Glances.note(path: path)
    return unnotedSemantics(forFile: path)
  }

  /// Returns the same for who notes himself what he tells of the file.
  package func unnotedSemantics(forFile path: String) -> FileSemantics? {
    guard let index = table.fileIndexByPath[path] else { return nil }
    return lent.take(index) ?? ownSemantics(forFile: path)
  }

  /// Takes what `borrowedSemantics` gave, for the next one who asks about the file.
  ///
  /// The caller must not use it any more.
  package func giveBack(_ semantics: FileSemantics) { lent.giveBack(semantics) }

  /// Returns the symbol that is called so: `SwiftGRPC.StatusCode`, `SwiftGRPC.Metadata.add(key:value:)`.
  ///
  /// The first one declared, if there are several.
  package func symbol(named qualifiedName: String) -> Symbol? {
    symbols(named: qualifiedName).first
  }

  /// Returns every symbol that is called so, in the order of declaration.
  package func symbols(named qualifiedName: String) -> [Symbol] {
    // What stands in no module of the project is what it was.
    if Glances.current != nil,
      table.projectModules.contains(String(qualifiedName.prefix { $0 != "." }))
    {
      Glances.note(soughtPath: qualifiedName)
    }
    return table.symbols(named: qualifiedName)
  }

  /// Whether `symbol` is the type called so, inherits it or conforms to it, as far as is known.
  package func isSubtype(_ symbol: Symbol, of qualifiedName: String) -> Bool {
    if symbol.qualifiedName == qualifiedName { return true }
    if let known = ancestors.withLock({ $0[symbol] }) { return known.contains(qualifiedName) }
    let places = Resolver(table: table).hierarchy(of: .nominal(symbol, []))
    let names = Set(places.map(\.symbol.qualifiedName))
    ancestors.withLock { $0[symbol] = names }
    return names.contains(qualifiedName)
  }

  /// Returns the members called `name`, inherited ones included, those of derived types first.
  package func members(of symbol: Symbol, named name: String) -> [Symbol] {
    Glances.note(soughtName: name, in: symbol)
    if symbol.kind == .module { return table.modules[symbol.name]?.members[name] ?? [] }
    let resolver = Resolver(table: table)
    return resolver.members(name, of: .nominal(symbol, []), .both, seenFrom: nil).map(\.symbol)
  }

  /// Returns the members that a type and its extensions declare themselves, in source order.
  package func declaredMembers(of symbol: Symbol) -> [Symbol] {
    Glances.note(membersOf: symbol)
    return table.members(of: symbol).all
  }

  /// Returns those of them that are called `name`.
  package func declaredMembers(of symbol: Symbol, named name: String) -> [Symbol] {
    Glances.note(soughtName: name, in: symbol)
    return table.members(of: symbol)[name]
  }

  /// Returns the types that a type and its extensions write behind their colons, as far as they are known.
  package func inheritedTypes(of symbol: Symbol) -> [SemanticType] {
    Resolver(table: table).inheritedTypes(of: symbol)
  }

  /// Returns a type and all that it inherits, as far as they are known: itself first, then breadth first.
  ///
  /// - Complexity: O(*n*) in these, of which there are at most 256.
  package func hierarchy(of symbol: Symbol) -> [Symbol] {
    Resolver(table: table).hierarchy(of: .nominal(symbol, [])).map(\.symbol)
  }

  /// Returns the types that have taken the place of a type in a newer era, as far as the project sees them.
  package func typesInPlace(of symbol: Symbol) -> [Symbol] {
    table.earlierTypes.filter { $0.value.contains(symbol) }.map(\.key)
  }

  /// The library and the era that an interface's module belongs to.
  package func library(ofModule module: String) -> (library: String, era: String)? {
    table.libraries[module]
  }
}

/// - Complexity: O(*n*) in the top-level declarations of the project.
private func extensionsThatConform(ofEarlierTypesIn table: SymbolTable) -> [Node] {
  let names = Set(table.earlierTypes.values.joined().map(\.name))
  guard !names.isEmpty else { return [] }
  return table.files.flatMap { file -> [Node] in
    guard case .project = file.origin else { return [] }
    return file.tree.root.children.filter {
      $0.kind == .extensionDecl && $0.child(.inheritanceClause) != nil
        && $0.subjectType.map { names.contains($0.name) } == true
    }
  }
}
