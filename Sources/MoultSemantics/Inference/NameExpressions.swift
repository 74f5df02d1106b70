import MoultSyntax

/// The members or declarations that a name in an expression can mean.
struct FoundName {
  let members: [Member]
  let source: NameSource
}

extension FileSemantics {
  /// Returns the type of a plain name and what it refers to.
  func lookUp(
    _ name: String, at node: Node, _ expected: SemanticType
  ) -> (type: SemanticType, reference: Reference?) {
    if let special = specialName(name, at: node) { return special }
    let answer = findName(name, at: node)
    note(answer == nil ? .name : nil, at: node)
    guard let found = answer else { return (.unknown, nil) }
    let members = narrowed(found.members, by: labels(ofCompoundName: node), expected)
    let reference = Reference(symbols: members.map(\.symbol), source: found.source)
    guard let first = members.first, members.count == 1 else {
      let types = Set(members.map { resolver.type(of: $0) })
      return (types.count == 1 ? types.first ?? .unknown : .unknown, reference)
    }
    return (resolver.type(of: first), reference)
  }

  /// Finds a name outwards: the body's own names, the members of the types around it, the module, the imports.
  func findName(_ name: String, at node: Node) -> FoundName? {
    if let locals = scope.find(name) {
      return FoundName(
        members: locals.map { Member(symbol: $0, substitution: Substitution()) }, source: .local)
    }
    if let symbol = resolver.localTypeName(name, at: node, in: file) {
      return FoundName(
        members: [Member(symbol: symbol, substitution: Substitution())], source: .local)
    }
    for context in contexts.reversed() {
      let members = visibleMembers(name, in: context)
      if !members.isEmpty { return FoundName(members: members, source: .member) }
      if context.symbol.name == name, context.symbol.kind.isNominalType {
        let own = Member(symbol: context.symbol, substitution: Substitution())
        return FoundName(members: [own], source: .member)
      }
    }
    let file = file.seen(at: node)
    if let found = resolver.globalName(name, .values, in: file) {
      let members = found.symbols.map { Member(symbol: $0, substitution: Substitution()) }
      return FoundName(members: members, source: found.source)
    }
    guard let module = resolver.moduleSymbol(name, in: file) else {
      let members = earlierMembersAround(name)
      return members.isEmpty
        ? nil : FoundName(members: members, source: .earlier(resolver.ownNewerImport(in: file)))
    }
    return FoundName(
      members: module.symbols.map { Member(symbol: $0, substitution: Substitution()) },
      source: module.source)
  }

  /// What an earlier era of the nearest type around that had a name meant by it, written without `self`.
  ///
  /// A class that inherits what nobody described may have the name from there.
  func earlierMembersAround(_ name: String) -> [Member] {
    guard !resolver.table.earlierTypes.isEmpty else { return [] }
    for context in contexts.reversed() {
      if context.symbol.kind == .classType, resolver.inheritsUnknown(context.symbol) { continue }
      let members = resolver.earlierMembers(
        name, of: resolver.selfType(of: context.symbol), context.side, seenFrom: file)
      if !members.isEmpty { return members }
    }
    return []
  }

  private func visibleMembers(_ name: String, in context: TypeContext) -> [Member] {
    let all = resolver.members(
      name, of: resolver.selfType(of: context.symbol), .both, seenFrom: file)
    switch context.side {
    case .both: return all
    case .instance:
      return all.filter {
        !$0.symbol.isStatic && $0.symbol.kind != .initializer || $0.symbol.kind.isType
      }
    case .type: return all.filter { $0.symbol.isStatic || $0.symbol.kind.isType }
    }
  }

  private func specialName(
    _ name: String, at node: Node
  ) -> (type: SemanticType, reference: Reference?)? {
    switch name {
    case "self":
      if let captured = scope.find("self")?.first { return (resolver.type(of: captured), nil) }
      guard let context = contexts.last else { return (.unknown, nil) }
      let type = resolver.selfType(of: context.symbol)
      return (context.side == .type ? .metatype(type) : type, nil)
    case "Self":
      guard let context = contexts.last else { return (.unknown, nil) }
      let reference = Reference(symbols: [context.symbol], source: .member)
      return (.metatype(resolver.selfType(of: context.symbol)), reference)
    case "super":
      guard let context = contexts.last else { return (.unknown, nil) }
      let parents = resolver.inheritedTypes(of: context.symbol)
      let parent = parents.first { $0.nominalSymbol?.kind == .classType } ?? .unknown
      return (context.side == .type ? .metatype(parent) : parent, nil)
    case "...":
      // `array[...]` passes the operator itself.
      let everything = resolver.standardType("UnboundedRange_", [])
      return (
        .function([everything], result: .void, isThrowing: false, isAsync: false), nil
      )
    default: return nil
    }
  }

  /// The labels of `f(a:b:)`, or nil for a plain name.
  func labels(ofCompoundName node: Node) -> [String?]? {
    let first = Int(node.record.mainToken) + 1
    let end = Int(node.record.endToken)
    guard node.kind == .declReference || node.kind == .memberAccess, first < end else { return nil }
    var labels: [String?] = []
    for index in first..<end where node.tree.tokens[index].kind == .colon {
      let label = node.tree.text(of: TokenID(rawValue: UInt32(index - 1)))
      labels.append(label == "_" ? nil : label)
    }
    return labels
  }

  /// Leaves out overloads that have other labels, or another shape than what is wanted.
  func narrowed(
    _ members: [Member], by labels: [String?]?, _ expected: SemanticType
  ) -> [Member] {
    guard members.count > 1 else { return members }
    var result = members
    if let labels { result = result.filter { $0.symbol.parameterLabels == labels } }
    if labels == nil, !expected.unwrapped.isFunction {
      // Without parentheses or labels a property is meant, not its namesake functions.
      let values = result.filter { !$0.symbol.kind.isCallable && $0.symbol.parameters.isEmpty }
      if !values.isEmpty { result = values }
    }
    if result.count > 1, case .function(let parameters, _, _, _) = expected.unwrapped {
      let fitting = result.filter { member in
        guard case .function(let own, _, _, _) = resolver.type(of: member),
          own.count == parameters.count
        else { return false }
        return zip(own, parameters).allSatisfy { resolver.isConvertible($1, to: $0) != .no }
      }
      if !fitting.isEmpty { result = fitting }
    }
    return result.isEmpty ? members : result
  }
}
