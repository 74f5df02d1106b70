import MoultSource
import MoultSyntax

/// A node of one of the files in the table.
struct NodeKey: Hashable, Sendable {
  let file: Int
  let node: NodeID
}

/// What one module declares at its top level.
struct ModuleScope: Sendable {
  let symbol: Symbol
  var members = MemberTable()
  /// Modules that `@_exported import` passes on.
  var exports: [String] = []
  /// The modules that any file of this module imports, with the first such import.
  var importedSomewhere: [String: NodeKey] = [:]
  /// How many of its files are a `main.swift`; where several are, each is a program with variables of its own.
  var programs = 0

  /// Creates a module that nobody named before.
  init(named name: String, _ origin: SymbolOrigin) {
    symbol = Symbol(
      kind: .module, name: name, module: name, parent: nil, origin: origin, declaration: nil,
      file: -1)
  }

  init(symbol: Symbol) { self.symbol = symbol }

  /// Notes what one of its files imports.
  mutating func note(_ file: FileContext) {
    for record in file.imports {
      if importedSomewhere[record.module] == nil {
        importedSomewhere[record.module] = NodeKey(file: file.index, node: record.node.id)
      }
      if record.isExported { exports.append(record.module) }
    }
    if file.isProgram { programs += 1 }
  }
}

/// A place where a type is extended.
struct ExtensionPlace: Sendable {
  let file: Int
  let node: Node
}

/// Every declaration of the project and of the interfaces, by module, by enclosing type and by node.
struct SymbolTable: Sendable {
  var files: [FileContext] = []
  /// How many of the files, the first ones, other tables have as well; what they declare is resolved.
  var sharedFiles = 0
  /// How many of the files, the first ones, are built in, and resolved without what interfaces add to them.
  var builtInFiles = 0
  var fileIndexByPath: [String: Int] = [:]
  var modules: [String: ModuleScope] = [:]
  var members: [Symbol: MemberTable] = [:]

  /// The names of all types among `members`: what is called otherwise is nested nowhere, and need not be looked for.
  var nestedTypeNames: Set<String> = []
  /// Generic parameters of types and functions; the primary associated types of protocols.
  var generics: [Symbol: [Symbol]] = [:]
  /// The `Self` of classes and protocols, which stands for whatever the receiver is.
  var selfParameters: [Symbol: Symbol] = [:]
  var extensions: [Symbol: [ExtensionPlace]] = [:]
  /// What the nodes of each file declare, by the file's index.
  var symbolsByNode: [Int: [NodeID: Symbol]] = [:]
  /// Types declared inside bodies, by the block they stand in.
  var localTypes: [NodeKey: [String: Symbol]] = [:]
  /// Types that the project extends and nobody declares, by module and written name.
  var externals: [String: Symbol] = [:]
  /// Every type with members, in the order of collection.
  var types: [Symbol] = []
  var operators: [String: OperatorTable] = [:]
  /// The library and the era of each interface module.
  var libraries: [String: (library: String, era: String)] = [:]
  var impliedImports: [String: Set<String>] = [:]
  /// The modules of earlier eras that files of a module may still speak of, the newest first, by that module.
  var earlierModules: [String: [String]] = [:]
  /// The modules that an earlier era had under other names.
  var newerModules: Set<String> = []
  /// The types whose place a type of a newer era has taken.
  var earlierTypes: [Symbol: [Symbol]] = [:]
  /// The interfaces that some file of a module imports or is known to import, sorted, by that module.
  private(set) var impliedInterfaces: [String: [String]] = [:]
  /// The modules that the project's own files belong to.
  private(set) var projectModules: Set<String> = []
  /// The types that these declare outside any other, by name; no edit that a table outlives has others.
  private var projectTypes = Once<Set<String>>()
  /// The modules that are seen without an import, nearest first.
  var builtInModules: [String] = []

  /// Works out `impliedInterfaces`, once all files are collected.
  mutating func noteImpliedInterfaces() {
    for (name, scope) in modules {
      let seen = Set(scope.importedSomewhere.keys).union(impliedImports[name] ?? [])
      impliedInterfaces[name] =
        seen.filter { libraries[$0] != nil && !builtInModules.contains($0) }.sorted()
    }
  }

  /// Takes the modules that the project's own files belong to, whose declarations are collected behind this.
  mutating func setProjectModules(_ modules: Set<String>) {
    projectModules = modules
    projectTypes = Once()
  }

  /// Returns whether a module of the project declares a type of this name outside any other.
  ///
  /// - Complexity: O(*n*) in what modules of the project declare outside any type, once.
  func declaresTopLevelType(named name: String) -> Bool {
    let names = projectTypes.value {
      Set(
        projectModules.flatMap { modules[$0]?.members.all ?? [] }
          .filter(\.kind.isType).map(\.name))
    }
    return names.contains(name)
  }

  /// How many of the files, the first ones, were there when what a symbol inherits was resolved; nil for all of them.
  func filesResolved(with symbol: Symbol) -> Int? {
    guard symbol.file >= 0 else { return nil }
    if symbol.file < builtInFiles { return builtInFiles }
    return symbol.file < sharedFiles ? sharedFiles : nil
  }

  func symbol(of node: Node, in file: FileContext) -> Symbol? {
    symbolsByNode[file.index]?[node.id]
  }

  func file(of symbol: Symbol) -> FileContext? {
    symbol.file >= 0 ? files[symbol.file] : nil
  }

  /// The nominal type of `Swift` that is called `name`.
  func standard(_ name: String) -> Symbol? {
    modules["Swift"]?.members[name].first { $0.kind.isNominalType }
  }
}

/// The operators of one name.
///
/// A project with thousands of generated messages has as many `==`.
struct OperatorTable {
  /// Those that stand in no type.
  var free: [Symbol] = []
  /// Those of a type, in its own declaration or an extension.
  var byOwner: [Symbol: [Symbol]] = [:]

  mutating func add(_ other: OperatorTable) {
    free += other.free
    byOwner.merge(other.byOwner, uniquingKeysWith: +)
  }
}
