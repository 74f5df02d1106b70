import MoultSyntax

extension Resolver {
  /// The project's own declarations come first, then what the file imports, then what other files of the module import.
  func findGlobally(_ name: String, _ space: NameSpace, in file: FileContext) -> NameResolution? {
    let own = members(ofModule: file.module, named: name, space, seenFrom: file)
    // Overloads of a function are gathered from everywhere; anything else hides what is imported.
    if !own.isEmpty, space == .types || !own.allSatisfy({ $0.kind == .function }) {
      return NameResolution(symbols: own, source: .ownModule)
    }
    let imported =
      findImported(name, space, in: file) ?? findImplied(name, space, in: file)
      ?? findBuiltIn(name, space, in: file)
    if !own.isEmpty {
      let others = imported?.symbols.filter { $0.kind == .function } ?? []
      return NameResolution(symbols: own + others, source: .ownModule)
    }
    if let imported { return imported }
    if let earlier = findEarlier(name, space, in: file) { return earlier }
    if space == .types || name.first?.isUppercase == true,
      let external = table.externals[file.module + "." + name]
    {
      return NameResolution(symbols: [external], source: .ownModule)
    }
    return nil
  }

  /// Whether `name` is a module that the file can write before a dot.
  func moduleSymbol(_ name: String, in file: FileContext) -> NameResolution? {
    guard let scope = table.modules[name] else { return nil }
    if name == file.module { return NameResolution(symbols: [scope.symbol], source: .ownModule) }
    for record in file.imports
    where record.module == name || record.module.hasPrefix(name + ".") {
      return NameResolution(symbols: [scope.symbol], source: .imported(record.node))
    }
    if name == "Swift" { return NameResolution(symbols: [scope.symbol], source: .builtIn) }
    for record in file.imports where exports(of: record.module).contains(name) {
      return NameResolution(symbols: [scope.symbol], source: .imported(record.node))
    }
    guard let place = impliedPlace(of: name, in: file) else {
      return earlierModule(name, in: file)
    }
    return NameResolution(symbols: [scope.symbol], source: .implied(place.key))
  }

  private func findImported(
    _ name: String, _ space: NameSpace, in file: FileContext
  ) -> NameResolution? {
    for record in file.imports where record.scopedName == name {
      let found = members(ofModule: record.module, named: name, space, seenFrom: file)
      if !found.isEmpty { return NameResolution(symbols: found, source: .imported(record.node)) }
    }
    var symbols: [Symbol] = []
    var source: Node?
    var visited: Set<String> = []
    for record in file.imports where record.scopedName == nil {
      for module in [record.module] + exports(of: record.module)
      where visited.insert(module).inserted {
        let found = members(ofModule: module, named: name, space, seenFrom: file)
        if !found.isEmpty, source == nil { source = record.node }
        symbols += found
      }
    }
    // What one file passes on, all files of its module see.
    for module in exports(of: file.module) where visited.insert(module).inserted {
      symbols += members(ofModule: module, named: name, space, seenFrom: file)
    }
    if symbols.isEmpty { return nil }
    return NameResolution(symbols: symbols, source: source.map { .imported($0) } ?? .ownModule)
  }

  /// Looks into the interfaces that another file of the module imports.
  private func findImplied(
    _ name: String, _ space: NameSpace, in file: FileContext
  ) -> NameResolution? {
    guard !seesOther(declaring: name, in: file) else { return nil }
    var found: NameResolution?
    for module in table.impliedInterfaces[file.module] ?? [] where !hasLeft(module, in: file) {
      let symbols = members(ofModule: module, named: name, space, seenFrom: file)
      guard !symbols.isEmpty, let place = impliedPlace(of: module, in: file) else { continue }
      // Two eras that both declare the name: nobody knows which is meant.
      if found != nil { return nil }
      found = NameResolution(symbols: symbols, source: .implied(place.key))
    }
    return found == nil || table.declaresTopLevelType(named: name) ? nil : found
  }

  private func findBuiltIn(
    _ name: String, _ space: NameSpace, in file: FileContext
  ) -> NameResolution? {
    for module in table.builtInModules {
      let found = members(ofModule: module, named: name, space, seenFrom: file)
      if !found.isEmpty { return NameResolution(symbols: found, source: .builtIn) }
    }
    return nil
  }

  /// Where a file of the same module imports the interface `module`, if one does.
  private func impliedPlace(of module: String, in file: FileContext) -> (key: NodeKey?, Void)? {
    guard table.libraries[module] != nil, !table.builtInModules.contains(module) else { return nil }
    if let key = table.modules[file.module]?.importedSomewhere[module] {
      return isCompiled(key, with: file) ? (key, ()) : nil
    }
    guard table.impliedImports[file.module]?.contains(module) == true else { return nil }
    return (nil, ())
  }

  /// Whether some build compiles the import beside the branch that `file` is seen from.
  private func isCompiled(_ key: NodeKey, with file: FileContext) -> Bool {
    guard file.branch != 0 else { return true }
    let node = Node(tree: table.files[key.file].tree, id: key.node)
    return !BuildConditions(at: node).excludes(file.conditions)
  }

  func members(
    ofModule module: String, named name: String, _ space: NameSpace, seenFrom file: FileContext
  ) -> [Symbol] {
    guard let scope = table.modules[module] else { return [] }
    let found = scope.members[name].filter { symbol in
      if symbol.isFilePrivate, symbol.file != file.index { return false }
      // How much of generated code is public, the next run of its generator says.
      if symbol.isInternal, module != file.module, !file.seesInside(module), !symbol.isGenerated {
        return false
      }
      if scope.programs > 1, symbol.kind == .property, symbol.file >= 0,
        symbol.file != file.index, table.files[symbol.file].isProgram
      {
        return false
      }
      return space == .values || symbol.kind.isType
    }
    guard let place = file.place, module == file.module else { return found }
    return seen(found, from: place)
  }

  /// Leaves of a module's declarations those that the targets see which compile a file; of types of one name, those that
  /// the targets declare themselves come before those that they may import.
  private func seen(_ symbols: [Symbol], from place: BuildPlace) -> [Symbol] {
    func other(_ symbol: Symbol) -> BuildPlace? {
      symbol.file >= 0 ? table.files[symbol.file].place : nil
    }
    let seen = symbols.filter { other($0).map(place.sees) ?? true }
    guard seen.count > 1, seen.contains(where: \.kind.isType) else { return seen }
    let own = seen.filter { other($0).map(place.isBuilt) ?? true }
    return own.isEmpty ? seen : own
  }

  /// The modules that importing `module` brings along, in order, without itself.
  func exports(of module: String) -> [String] {
    if let known = knownExports[module] { return known }
    var queue = table.modules[module]?.exports ?? []
    var result: [String] = []
    var visited: Set<String> = [module]
    var next = 0
    while next < queue.count {
      let name = queue[next]
      next += 1
      guard visited.insert(name).inserted else { continue }
      result.append(name)
      queue += table.modules[name]?.exports ?? []
    }
    knownExports[module] = result
    return result
  }
}
