import MoultSyntax

extension SymbolTable {
  /// Finds the types that the extensions extend and adds what they hold.
  ///
  /// An extension of a type that another extension declares waits for a later round; there are as many rounds as types
  /// may be nested that way.
  mutating func bindExtensions(_ pending: [ExtensionPlace]) {
    var waiting = pending
    for _ in 0..<6 where !waiting.isEmpty {
      var bound: [(place: ExtensionPlace, symbol: Symbol)] = []
      var rest: [ExtensionPlace] = []
      do {
        let resolver = Resolver(table: self, isBinding: true)
        for place in waiting {
          if let symbol = resolver.extendedSymbol(of: place) {
            bound.append((place, symbol))
          } else {
            rest.append(place)
          }
        }
      }
      for (place, symbol) in bound { collectMembers(of: place, extending: symbol) }
      waiting = rest
      if bound.isEmpty { break }
    }
    for place in waiting { bindToExternal(place) }
  }

  /// Adds what the compiler writes for types, from the one at an index of `types` on.
  mutating func addImplicitMembers(from first: Int) {
    var added: [Symbol] = []
    do {
      let resolver = Resolver(table: self)
      for type in types[first...] { added += resolver.implicitMembers(of: type) }
    }
    for symbol in added {
      guard let parent = symbol.parent else { continue }
      members[parent, default: MemberTable()].add(symbol)
      byQualifiedName[symbol.qualifiedName, default: []].append(symbol)
    }
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
