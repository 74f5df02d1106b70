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

  /// The symbols that are called `name`, in the order of declaration.
  subscript(name: String) -> [Symbol] {
    all.count > Self.few ? byName[name] ?? [] : all.filter { $0.name == name }
  }
}
