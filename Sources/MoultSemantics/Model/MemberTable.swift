/// Symbols by name, in the order of declaration.
struct MemberTable: Sendable {
  private(set) var all: [Symbol] = []

  /// Empty while there are few, as most types have: looking at each takes less than a table costs.
  private var byName: [String: [Symbol]] = [:]

  /// How many symbols are looked through one by one.
  private static let few = 12

  mutating func add(_ symbol: Symbol) {
    all.append(symbol)
    if !byName.isEmpty {
      byName[symbol.name, default: []].append(symbol)
    } else if all.count > Self.few {
      for symbol in all { byName[symbol.name, default: []].append(symbol) }
    }
  }

  mutating func add(_ other: MemberTable) {
    if all.isEmpty {
      self = other
    } else {
      for symbol in other.all { add(symbol) }
    }
  }

  /// Takes another list, in which none but symbols of these names have come, gone or moved.
  ///
  /// - Complexity: O(*n*) in the symbols, for each name.
  mutating func replace(by symbols: [Symbol], changing names: Set<String>) {
    let known = byName.isEmpty ? Set(symbols.map(\.name)) : names
    all = symbols
    if all.count <= Self.few {
      byName = [:]
    } else if known.count <= 8 {
      for name in known {
        let named = all.filter { $0.name == name }
        byName[name] = named.isEmpty ? nil : named
      }
    } else {
      byName = Dictionary(grouping: all, by: \.name)
    }
  }

  /// The symbols that are called `name`, in the order of declaration.
  subscript(name: String) -> [Symbol] {
    all.count > Self.few ? byName[name] ?? [] : all.filter { $0.name == name }
  }
}
