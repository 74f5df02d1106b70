import MoultSource
import MoultSyntax

extension SymbolTable {
  /// Finds the types that the extensions extend and adds what they hold.
  ///
  /// An extension of a type that another extension declares waits for a later round; there are as many rounds as types
  /// may be nested that way.
  mutating func bindExtensions(_ pending: [ExtensionPlace], jobs: Int = 1) {
    var waiting = pending
    for _ in 0..<6 where !waiting.isEmpty {
      let symbols = extendedSymbols(of: waiting, jobs: jobs)
      let bound = zip(waiting, symbols).compactMap { place, symbol in
        symbol.map { (place: place, symbol: $0) }
      }
      collectMembers(of: bound, jobs: jobs)
      waiting = zip(waiting, symbols).compactMap { place, symbol in symbol == nil ? place : nil }
      if bound.isEmpty { break }
    }
    for place in waiting { bindToExternal(place) }
  }

  /// Adds what the compiler writes for types, from the one at an index of `types` on.
  mutating func addImplicitMembers(from first: Int, jobs: Int = 1) {
    let added = implicitMembers(from: first, jobs: jobs)
    for symbol in added {
      guard let parent = symbol.parent else { continue }
      members[parent, default: MemberTable()].add(symbol)
    }
  }

  /// Returns the types that extensions extend, nil for those that are not found, in the same order.
  private func extendedSymbols(of places: [ExtensionPlace], jobs: Int) -> [Symbol?] {
    parallelRanges(places.count, jobs: jobs, atLeast: 64) { part in
      let resolver = Resolver(table: self, isBinding: true)
      return places[part].map { resolver.extendedSymbol(of: $0) }
    }.flatMap(\.self)
  }

  private func implicitMembers(from first: Int, jobs: Int) -> [Symbol] {
    parallelRanges(types.count - first, jobs: jobs, atLeast: 64) { part in
      let resolver = Resolver(table: self)
      return part.flatMap { resolver.implicitMembers(of: types[first + $0]) }
    }.flatMap(\.self)
  }

  /// Gives the members of an extension a type of which only the name is known.
  private mutating func bindToExternal(_ place: ExtensionPlace) {
    guard let node = place.node.firstTypeChild else { return }
    let file = files[place.file]
    let key = file.module + "." + node.text
    let symbol =
      externals[key]
      ?? Symbol(
        kind: .structure, name: node.text, module: "", parent: nil,
        origin: .synthesized(reason: "extended here, declared elsewhere"), declaration: nil,
        file: -1, traits: [.isStatic, .isExternal])
    externals[key] = symbol
    collectMembers(of: place, extending: symbol)
  }
}

extension Resolver {
  /// The type that an extension extends, if a declaration of it is known.
  func extendedSymbol(of place: ExtensionPlace) -> Symbol? {
    let file = table.files[place.file]
    guard let node = place.node.firstTypeChild else { return nil }
    if node.kind == .identifierType || node.kind == .memberType,
      let found = writtenName(node, in: file)?.resolution.single, found.kind.isNominalType,
      !found.isExternal
    {
      return found
    }
    switch writtenType(node, in: file) {
    case .nominal(let symbol, _): return symbol.isExternal ? nil : symbol
    case .optional: return table.standard("Optional")
    case .unknown, .function, .tuple, .metatype, .genericParameter, .dependentMember, .composition:
      return nil
    }
  }
}
