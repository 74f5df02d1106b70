import MoultSource
import MoultSyntax

extension SymbolTable {
  /// Returns a table with the same files and modules and no declarations.
  ///
  /// A thread collects into one of its own, and `absorb` puts them together.
  var emptied: SymbolTable {
    var result = SymbolTable()
    result.files = files
    result.modules = modules.mapValues { ModuleScope(symbol: $0.symbol) }
    return result
  }

  /// Adds what files declare, without what their extensions hold.
  ///
  /// - Parameters:
  ///   - indices: those of the files.
  ///   - least: the least number of files for which a thread is worth its start.
  /// - Returns: The extensions, in the order of the files.
  mutating func collect(files indices: [Int], jobs: Int, atLeast least: Int) -> [ExtensionPlace] {
    guard sharedRanges(indices.count, jobs: jobs, atLeast: least).count > 1 else {
      return indices.flatMap { collect(file: $0) }
    }
    let base = emptied
    let fragments = parallelRanges(indices.count, jobs: jobs, atLeast: least) { part in
      var fragment = base
      var pending: [ExtensionPlace] = []
      for index in indices[part] { pending += fragment.collect(file: index) }
      return (table: fragment, pending: pending)
    }
    members.reserveCapacity(fragments.reduce(members.count) { $0 + $1.table.members.count })
    for fragment in fragments { absorb(fragment.table) }
    return fragments.flatMap(\.pending)
  }

  /// Adds what extensions hold to the types that they extend.
  mutating func collectMembers(
    of bound: [(place: ExtensionPlace, symbol: Symbol)], jobs: Int
  ) {
    guard sharedRanges(bound.count, jobs: jobs, atLeast: 64).count > 1 else {
      for (place, symbol) in bound { collectMembers(of: place, extending: symbol) }
      return
    }
    let base = emptied
    let fragments = parallelRanges(bound.count, jobs: jobs, atLeast: 64) { part in
      var fragment = base
      for (place, symbol) in bound[part] {
        fragment.collectMembers(of: place, extending: symbol)
      }
      return fragment
    }
    for fragment in fragments { absorb(fragment) }
  }

  /// Adds the declarations of a table that was made by `emptied`, behind those that are there.
  private mutating func absorb(_ fragment: SymbolTable) {
    for (name, scope) in fragment.modules where !scope.members.all.isEmpty {
      modules[name]?.members.add(scope.members)
    }
    for (symbol, table) in fragment.members {
      // Most types have all their members in one file.
      if let place = members.index(forKey: symbol) {
        members.values[place].add(table)
      } else {
        members[symbol] = table
      }
    }
    nestedTypeNames.formUnion(fragment.nestedTypeNames)
    generics.merge(fragment.generics) { _, new in new }
    selfParameters.merge(fragment.selfParameters) { _, new in new }
    extensions.merge(fragment.extensions, uniquingKeysWith: +)
    for (file, symbols) in fragment.symbolsByNode {
      // A file is one thread's, so there is something to merge with only where its extensions come later.
      if symbolsByNode[file]?.isEmpty ?? true {
        symbolsByNode[file] = symbols
      } else {
        symbolsByNode[file]?.merge(symbols) { _, new in new }
      }
    }
    localTypes.merge(fragment.localTypes) { _, new in new }
    types += fragment.types
    for (name, table) in fragment.operators {
      operators[name, default: OperatorTable()].add(table)
    }
  }
}
