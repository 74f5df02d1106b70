import MoultSyntax

extension Resolver {
  /// Returns what the compiler adds to a type: memberwise and raw value initialisers, `rawValue`, `allCases`.
  func implicitMembers(of symbol: Symbol) -> [Symbol] {
    if symbol.isExternal { return [] }
    if case .interface = symbol.origin, symbol.kind != .enumeration { return [] }
    switch symbol.kind {
    case .structure, .classType, .actor:
      let hasOwn = table.members[symbol]?["init"].contains { !$0.isFromExtension } ?? false
      if hasOwn { return [] }
      if symbol.kind == .structure { return memberwiseInitializers(of: symbol) }
      if symbol.kind == .classType, hasSuperclass(symbol) { return [] }
      return [implicitInitializer(of: symbol, [], "default initializer")]
    case .enumeration:
      var result: [Symbol] = []
      // An interface writes them out.
      let isWritten = table.members[symbol]?["rawValue"].isEmpty == false
      if !isWritten, !rawType(of: symbol).isUnknown {
        let parameter = SymbolParameter(
          label: "rawValue", name: "rawValue", hasDefault: false, isVariadic: false,
          isInout: false, node: nil)
        result.append(implicitInitializer(of: symbol, [parameter], "raw value", .isFailable))
        result.append(implicitProperty("rawValue", of: symbol, []))
      }
      if table.members[symbol]?["allCases"].isEmpty ?? true,
        let iterable = table.standard("CaseIterable"), isSubtype(symbol, of: iterable) == .yes
      {
        result.append(implicitProperty("allCases", of: symbol, .isStatic))
      }
      return result
    case .protocolType, .module, .typeAlias, .associatedType, .genericParameter, .function,
      .initializer, .subscript, .property, .enumCase, .operatorFunction, .local, .macro:
      return []
    }
  }

  private func hasSuperclass(_ symbol: Symbol) -> Bool {
    inheritedTypes(of: symbol).contains { $0.nominalSymbol?.kind == .classType }
  }

  private func memberwiseInitializers(of symbol: Symbol) -> [Symbol] {
    var parameters: [SymbolParameter] = []
    for property in table.members[symbol]?.all ?? []
    where property.kind == .property && !property.isStatic && !property.isFromExtension {
      guard let binding = property.node, isStored(binding) else { continue }
      let hasValue = binding.child(.initializerClause) != nil
      if hasValue, !property.isMutable { continue }
      let type = binding.typeChild(of: .typeAnnotation)?.kind
      let isOptional = type == .optionalType || type == .implicitlyUnwrappedType
      parameters.append(
        SymbolParameter(
          label: property.name, name: property.name,
          hasDefault: hasValue || (isOptional && property.isMutable) || property.hasPropertyWrapper,
          isVariadic: false, isInout: false, node: nil))
    }
    return [implicitInitializer(of: symbol, parameters, "memberwise initializer")]
  }

  private func implicitInitializer(
    of symbol: Symbol, _ parameters: [SymbolParameter], _ reason: String,
    _ traits: SymbolTraits = []
  ) -> Symbol {
    Symbol(
      kind: .initializer, name: "init", module: symbol.module, parent: symbol,
      origin: .synthesized(reason: reason), declaration: symbol.node, file: symbol.file,
      parameters: parameters, traits: traits, late: symbol.late)
  }

  private func implicitProperty(
    _ name: String, of symbol: Symbol, _ traits: SymbolTraits
  ) -> Symbol {
    Symbol(
      kind: .property, name: name, module: symbol.module, parent: symbol,
      origin: .synthesized(reason: name), declaration: nil, file: symbol.file, traits: traits,
      late: symbol.late)
  }
}

/// Whether a binding stores a value: it has no accessors but observers.
func isStored(_ binding: Node) -> Bool {
  guard let block = binding.child(.accessorBlock) else { return true }
  let accessors = block.children.filter { $0.kind == .accessorDecl }
  return !accessors.isEmpty && accessors.allSatisfy { $0.name == "willSet" || $0.name == "didSet" }
}
