package import MoultSyntax

extension ProjectModel {
  /// Returns the model of the same project with another text of one file, in which bodies are different, and members if
  /// the change has some.
  ///
  /// Declarations stay the same symbols, which stand elsewhere in the file from then on. So this model, and whatever was
  /// asked of it, must not be used any more; nobody may be asking it while this runs.
  ///
  /// - Parameters:
  ///   - path: of a file of the project that nobody generated.
  ///   - change: what leads from the file's tree to `tree`.
  ///   - mentioning: returns the paths of the files that mention one of some names, as `mentionedNames` has them.
  /// - Returns: nil if the file is none of those, if some declaration has no place in the new text, or if members are others
  ///   that can be meant where nobody writes their names. Then this model must not be used either.
  /// - Complexity: O(*n*) in the declarations of the file and in the number of files; where members have changed, in the
  ///   declarations of the files that mention them, and in the project's types.
  package func replacing(
    _ path: String, by tree: SyntaxTree, _ change: BodyChange,
    filesMentioning: (Set<UInt64>) -> [String]
  ) -> (model: ProjectModel, members: MemberChange)? {
    guard let index = table.fileIndexByPath[path] else { return nil }
    let file = table.files[index]
    guard case .project(_, isGenerated: false) = file.origin, !file.seesBranches else { return nil }
    var moves: [(symbol: Symbol, node: Node, parameters: [SymbolParameter])] = []
    var gone: Set<Symbol> = []
    for symbol in table.symbols(standingIn: file) {
      if let old = symbol.node, change.hasGone(old) {
        gone.insert(symbol)
        continue
      }
      guard let node = symbol.node.flatMap({ change.node(for: $0) }) else { return nil }
      var parameters = symbol.parameters
      for position in parameters.indices {
        guard let old = parameters[position].node, old.tree === file.tree else { continue }
        guard let new = change.node(for: old) else { return nil }
        parameters[position] = parameters[position].moved(to: new)
      }
      moves.append((symbol, node, parameters))
    }
    guard var table = table.replacing(file, by: tree, change) else { return nil }
    for move in moves { move.symbol.move(to: move.node, parameters: move.parameters) }
    var members = MemberChange()
    if !change.keepsDeclarations {
      var edit = MemberEdit(table, table.files[index], change, gone, types)
      guard let edited = edit.made(filesMentioning: filesMentioning) else { return nil }
      (table, members) = edited
    }
    let model = ProjectModel(
      table, inPlaceOf: self,
      conformingExtensions: conformingExtensions.map { node in
        node.tree === file.tree ? change.node(for: node) ?? node : node
      })
    return (model, members)
  }
}

extension SymbolTable {
  /// The symbols whose declarations are nodes of a file, those that the compiler adds among them.
  fileprivate func symbols(standingIn file: FileContext) -> Set<Symbol> {
    let written = symbolsByNode[file.index, default: [:]].values
    let implicit = written.lazy.filter { $0.kind.isNominalType }.flatMap {
      members[$0]?.all ?? []
    }
    var found: Set<Symbol> = []
    for symbol in written where symbol.node?.tree === file.tree { found.insert(symbol) }
    for symbol in implicit where symbol.node?.tree === file.tree { found.insert(symbol) }
    return found
  }

  /// Returns the table with another tree of a file, without what went; what came is not in it yet.
  fileprivate func replacing(
    _ file: FileContext, by tree: SyntaxTree, _ change: BodyChange
  ) -> SymbolTable? {
    var table = self
    let index = file.index
    func id(_ id: NodeID) -> NodeID? { change.node(for: Node(tree: file.tree, id: id))?.id }
    table.files[index] = FileContext(
      index: index, tree: tree, module: file.module, origin: file.origin, late: file.late,
      place: file.place)
    var symbols: [NodeID: Symbol] = [:]
    for (old, symbol) in symbolsByNode[index, default: [:]] {
      guard let new = id(old) else {
        guard change.hasGone(Node(tree: file.tree, id: old)) else { return nil }
        continue
      }
      symbols[new] = symbol
      guard var places = extensions[symbol] else { continue }
      for position in places.indices where places[position].node.tree === file.tree {
        guard let node = change.node(for: places[position].node) else { return nil }
        places[position] = ExtensionPlace(file: index, node: node)
      }
      table.extensions[symbol] = places
    }
    table.symbolsByNode[index] = symbols
    for (key, types) in localTypes where key.file == index {
      guard let new = id(key.node) else { return nil }
      table.localTypes[key] = nil
      table.localTypes[NodeKey(file: index, node: new)] = types
    }
    for (module, key) in modules[file.module]?.importedSomewhere ?? [:] where key.file == index {
      guard let new = id(key.node) else { return nil }
      table.modules[file.module]?.importedSomewhere[module] = NodeKey(file: index, node: new)
    }
    return table
  }
}
