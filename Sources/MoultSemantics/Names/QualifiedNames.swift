extension SymbolTable {
  /// Returns what a module or a type declares, extensions included.
  func members(of symbol: Symbol) -> MemberTable {
    let table = symbol.kind == .module ? modules[symbol.name]?.members : members[symbol]
    return table ?? MemberTable()
  }

  /// Returns every symbol that is called so: `SwiftGRPC.StatusCode`, `SwiftGRPC.Metadata.add(key:value:)`.
  ///
  /// Goes down from the module; what stands inside of bodies has no such name.
  ///
  /// - Returns: the symbols in the order of declaration.
  func symbols(named qualifiedName: String) -> [Symbol] {
    if let module = modules[qualifiedName] { return [module.symbol] }
    let path = Substring(qualifiedName.utf8.prefix { $0 != UInt8(ascii: "(") })
    // A module may have dots in its name, and so may an operator.
    return dots(in: path).flatMap { dot -> [Symbol] in
      guard let module = modules[String(path[..<dot])] else { return [] }
      return symbols(at: path[path.utf8.index(after: dot)...], below: module.symbol)
    }.filter { $0.qualifiedName == qualifiedName }
  }

  private func symbols(at path: Substring, below owner: Symbol) -> [Symbol] {
    let members = members(of: owner)
    return members[String(path)]
      + dots(in: path).flatMap { dot in
        members[String(path[..<dot])].filter { $0.kind.isNominalType }.flatMap { type in
          symbols(at: path[path.utf8.index(after: dot)...], below: type)
        }
      }
  }
}

private func dots(in path: Substring) -> [Substring.Index] {
  path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: ".") && $0 > path.startIndex }
}
