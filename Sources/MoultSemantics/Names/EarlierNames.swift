import MoultSyntax

extension Resolver {
  /// Looks into the eras that the imports of the file's module have left behind, the newest first.
  ///
  /// A name of one word may be anybody's. It counts only in a file that imports the newer era itself, and nothing else
  /// that nobody knows. One of several words may stand in a file that lost its import, unless what it imports may declare it,
  /// and beside any import but that of what is built upon the newer era and says so in its name, as `CombineGRPC` does. The name
  /// of a module that the file imports stands for that module.
  func findEarlier(
    _ name: String, _ space: NameSpace, in file: FileContext
  ) -> NameResolution? {
    guard let modules = table.earlierModules[file.module] else { return nil }
    let own = ownNewerImport(in: file)
    guard own != nil || hasSeveralWords(name),
      own != nil && hasSeveralWords(name) && !importsLayer(above: own, in: file)
        || file.imports.allSatisfy({ isKnownModule($0.module) }),
      !lacksOnlyAnImport(name, in: file), !file.imports.contains(where: { $0.module == name })
    else { return nil }
    for module in modules {
      let found = members(ofModule: module, named: name, space, seenFrom: file)
      guard !found.isEmpty else { continue }
      guard file.imports.allSatisfy({ isKnownModule($0.module) }) || areAsked(name, found, in: file)
      else { return nil }
      return NameResolution(symbols: found, source: .earlier(own ?? newerImport(near: file)))
    }
    return nil
  }

  /// Whether all that a file asks of a name, `ServerStatus.ok` and `ServerStatus(code:message:)`, is what types of that name have;
  /// otherwise it is that of a module that nobody described.
  ///
  /// - Complexity: O(*n*) in the nodes of the file.
  private func areAsked(_ name: String, _ types: [Symbol], in file: FileContext) -> Bool {
    let members = types.filter(\.kind.isType).compactMap { table.members[$0] }
    guard !members.isEmpty else { return true }
    return file.tree.root.descendants.allSatisfy { node in
      guard node.kind == .declReference, node.name == name, let user = node.parent,
        user.children.first == node
      else { return true }
      switch user.kind {
      case .memberAccess:
        return ["init", "self", "Type"].contains(user.name)
          || members.contains { !$0[user.name].isEmpty }
      case .functionCall:
        let labels = user.arguments.map(\.argumentLabel)
        return members.flatMap { $0["init"] }.contains { made in
          let taken = made.node.flatMap { $0.parameters.map { Parameter($0)?.label } } ?? []
          return labels.allSatisfy(taken.contains)
        }
      default: return true
      }
    }
  }

  /// Looks for `Channel.Argument` in the eras that the file's own imports have left behind.
  ///
  /// Two names that stand in one type of an earlier era are nobody else's, even where another module may declare the
  /// first.
  ///
  /// - Parameter outer: what the first name means today.
  func earlierType(
    _ name: String, _ arguments: [SemanticType], nestedIn base: Node, _ outer: NameResolution?,
    in file: FileContext
  ) -> TypeName? {
    guard base.kind == .identifierType, let modules = table.earlierModules[file.module],
      let place = ownNewerImport(in: file),
      outer?.symbols.contains(where: { $0.isOfProject || $0.kind == .genericParameter }) != true
    else { return nil }
    for module in modules {
      for symbol in members(ofModule: module, named: base.name, .types, seenFrom: file) {
        let found = memberType(name, arguments, of: selfType(of: symbol), seenFrom: file)
        guard let found else { continue }
        let resolution = NameResolution(
          symbols: found.resolution.symbols, source: .earlier(place))
        return TypeName(resolution: resolution, type: found.type)
      }
    }
    return nil
  }

  /// Looks for the `Server` of `Server.Configuration` or `Server.start(…)` in the eras that the file's own imports have
  /// left behind.
  ///
  /// A type and what is asked of it are nobody else's together, even where another module may declare the first.
  func earlierOwner(
    of member: String, named name: String, in file: FileContext
  ) -> NameResolution? {
    guard name.first?.isUppercase == true, let modules = table.earlierModules[file.module],
      let place = ownNewerImport(in: file)
    else { return nil }
    for module in modules {
      let owners = members(ofModule: module, named: name, .types, seenFrom: file).filter { symbol in
        let type = selfType(of: symbol)
        return memberType(member, [], of: type, seenFrom: file) != nil
          || !self.members(member, of: type, .type, seenFrom: file).isEmpty
      }
      if !owners.isEmpty { return NameResolution(symbols: owners, source: .earlier(place)) }
    }
    return nil
  }

  /// Returns the types of that name in the eras that the file's own imports have left behind, the newest first.
  ///
  /// The name alone proves nothing here: another module may declare it.
  func earlierTypes(named name: String, in file: FileContext) -> NameResolution? {
    guard let modules = table.earlierModules[file.module], let place = ownNewerImport(in: file)
    else { return nil }
    let found = modules.flatMap { members(ofModule: $0, named: name, .types, seenFrom: file) }
    return found.isEmpty ? nil : NameResolution(symbols: found, source: .earlier(place))
  }

  /// The module of an earlier era that the file writes before a dot.
  func earlierModule(_ name: String, in file: FileContext) -> NameResolution? {
    guard table.libraries[name] != nil, table.earlierModules[file.module]?.contains(name) == true,
      let scope = table.modules[name]
    else { return nil }
    let place = ownNewerImport(in: file) ?? newerImport(near: file)
    return NameResolution(symbols: [scope.symbol], source: .earlier(place))
  }

  /// Returns what earlier eras of a type had under a name that the type itself does not have.
  func earlierMembers(
    _ name: String, of type: SemanticType, _ side: MemberSide, seenFrom file: FileContext
  ) -> [Member] {
    guard !table.earlierTypes.isEmpty else { return [] }
    var result: [Member] = []
    var known: Set<[String?]> = []
    // What a protocol of today bounds has no initialisers of the class that was in its place.
    let isParameter = if case .genericParameter = type { true } else { false }
    for place in hierarchy(of: type) where table.earlierTypes[place.symbol] != nil {
      // Others extend what is no library's, too.
      guard
        table.newerModules.contains(place.symbol.module) || place.symbol.isOfProject
          || file.imports.allSatisfy({ isKnownModule($0.module) })
      else { continue }
      let arguments = generics(of: place.symbol).map {
        place.substitution.types[$0] ?? SemanticType.unknown
      }
      for symbol in table.earlierTypes[place.symbol] ?? [] {
        let takes = generics(of: symbol).count == arguments.count
        let found = members(
          name, of: .nominal(symbol, takes ? arguments : []), side, seenFrom: file
        ).filter { !isParameter || $0.symbol.kind != .initializer }
        // What two of them have is that of the first.
        let added = found.filter { !known.contains(shape(of: $0.symbol)) }
        known.formUnion(added.map { shape(of: $0.symbol) })
        result += added
      }
    }
    return result
  }

  /// What tells members of one name apart: labels, whether they suspend, and of initialisers whether they throw.
  private func shape(of member: Symbol) -> [String?] {
    guard member.kind.isCallable || !member.parameters.isEmpty else { return ["value"] }
    let kind = member.isAsync ? "async" : "call"
    let isTold = member.kind == .initializer && member.throwsByItself
    return [isTold ? kind + " throws" : kind] + member.parameterLabels
  }

  /// Whether another module of an era that the file's module imports declares the name.
  private func lacksOnlyAnImport(_ name: String, in file: FileContext) -> Bool {
    let imported =
      table.modules[file.module]?.importedSomewhere.keys
      .filter { table.newerModules.contains($0) && !hasLeft($0, in: file) }
      .compactMap { table.libraries[$0] } ?? []
    return table.newerModules.contains { module in
      guard let own = table.libraries[module], imported.contains(where: { $0 == own }) else {
        return false
      }
      return table.modules[module]?.members[name].isEmpty == false
    }
  }

  /// Whether an import of the file itself is of a newer era than `module`.
  ///
  /// What such a file says is not what another file's import of the older module makes of it: generated code, say, that
  /// waits for the next run of its generator.
  func hasLeft(_ module: String, in file: FileContext) -> Bool {
    guard let old = table.libraries[module] else { return false }
    return file.imports.contains { record in
      guard table.newerModules.contains(record.module), let new = table.libraries[record.module],
        new.library == old.library
      else { return false }
      return (Int(new.era) ?? 0) > (Int(old.era) ?? 0)
    }
  }

  /// The import by which the file shows that it is of a newer era.
  func ownNewerImport(in file: FileContext) -> NodeKey? {
    file.imports.first { table.newerModules.contains($0.module) }
      .map { NodeKey(file: file.index, node: $0.node.id) }
  }

  /// The import by which another file of the same module shows it.
  private func newerImport(near file: FileContext) -> NodeKey? {
    let others = table.modules[file.module]?.importedSomewhere ?? [:]
    return others.filter { table.newerModules.contains($0.key) }.min { $0.key < $1.key }?.value
  }

  /// Whether the file imports a module of nobody knows what whose name holds that of the newer era which it imports.
  private func importsLayer(above newer: NodeKey?, in file: FileContext) -> Bool {
    guard let newer, let base = file.imports.first(where: { $0.node.id == newer.node }) else {
      return false
    }
    return file.imports.contains {
      $0.module != base.module && $0.module.contains(base.module) && !isKnownModule($0.module)
    }
  }

  /// Whether all that a module declares under the names of libraries is known: it is described, the project's own, or the
  /// platform's.
  func isKnownModule(_ module: String) -> Bool {
    let root = String(module.prefix { $0 != "." })
    // 'Synchronization' has a 'Mutex', as SwiftGRPC had.
    return table.modules[root] != nil || isModuleOfPlatform(root) && root != "Synchronization"
  }
}

extension Symbol {
  /// Declared by the project, or by text that was made up for it.
  fileprivate var isOfProject: Bool {
    switch origin {
    case .project, .synthesized: true
    case .interface: false
    }
  }
}

/// Whether a name has a second word, as `StatusCode` has.
package func hasSeveralWords(_ name: String) -> Bool {
  var hasLower = false
  for byte in name.utf8 {
    if byte == UInt8(ascii: "_") { return true }
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { hasLower = true }
    if hasLower, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { return true }
  }
  // `RPCError`: an abbreviation before a word.
  let capitals = name.utf8.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  return capitals.count > 1 && capitals.count < name.utf8.count
}
