import MoultSyntax

/// The type of a link in a chain of members, calls and subscripts.
struct Chain {
  var type: SemanticType
  /// A `?` stands before: the whole chain is optional.
  var isChained = false
  /// The value was declared as `T!`, so that members of `T` are members of it.
  var isImplicitlyUnwrapped = false

  static let unknown = Chain(type: .unknown)
}

extension FileSemantics {
  /// Infers one link of a chain; `context` is what an implicit member at its root is looked up in.
  func inferChain(_ node: Node, _ context: SemanticType) -> Chain {
    guard depth < maximumDepth else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    switch node.kind {
    case .optionalChaining:
      var chain = inferBase(node.children.first, context)
      if case .metatype(let instance) = chain.type, node.children.first.map(isTypeName) == true {
        // `T?` as an expression names the optional type.
        return Chain(type: .metatype(.optional(instance)))
      }
      chain.type = chain.type.unwrapped
      chain.isChained = true
      chain.isImplicitlyUnwrapped = false
      return chain
    case .forceUnwrap:
      var chain = inferBase(node.children.first, context)
      chain.type = chain.type.unwrapped
      chain.isImplicitlyUnwrapped = false
      return chain
    case .genericSpecialization: return inferSpecialization(node, context)
    case .memberAccess: return inferMember(node, context)
    case .functionCall: return inferCall(node, context)
    case .subscriptCall: return inferSubscript(node, context)
    default: return Chain(type: infer(node, context))
    }
  }

  /// Infers what stands before a dot, a parenthesis or a bracket.
  func inferBase(_ node: Node?, _ context: SemanticType) -> Chain {
    guard let node else { return .unknown }
    guard isChainLink(node) else {
      let type = infer(node)
      let isUnwrapped = references[node.id]?.symbols.first?.isImplicitlyUnwrapped ?? false
      return Chain(type: type, isImplicitlyUnwrapped: isUnwrapped)
    }
    var chain = inferChain(node, isImplicitRoot(node) ? context : .unknown)
    chain.type = chain.type.limited
    types[node.id] = chain.type
    return chain
  }

  private func inferSpecialization(_ node: Node, _ context: SemanticType) -> Chain {
    guard let inner = node.children.first else { return .unknown }
    var chain = inferBase(inner, context)
    let arguments = resolver.genericArguments(node, in: file)
    if let found = references[inner.id] { references[node.id] = found }
    if case .metatype = chain.type, let symbol = references[inner.id]?.symbols.first,
      symbol.kind.isType
    {
      chain.type = .metatype(resolver.makeType(symbol, arguments))
    }
    return chain
  }

  private func inferMember(_ node: Node, _ context: SemanticType) -> Chain {
    let target = resolveMember(node, context: context)
    var chain = target.base
    let members = narrowed(target.members, by: labels(ofCompoundName: node), context)
    guard !members.isEmpty else {
      chain.type = target.valueType
      chain.isImplicitlyUnwrapped = false
      return chain
    }
    references[node.id] = Reference(symbols: members.map(\.symbol), source: target.source)
    let memberTypes = Set(members.map { target.seen(resolver.type(of: $0), $0.symbol) })
    chain.type = memberTypes.count == 1 ? memberTypes.first ?? .unknown : .unknown
    chain.isImplicitlyUnwrapped = members[0].symbol.isImplicitlyUnwrapped && members.count == 1
    return chain
  }

  private func inferSubscript(_ node: Node, _ context: SemanticType) -> Chain {
    var chain = inferBase(node.children.first, context)
    let arguments = callArguments(of: node)
    let isMetatype: Bool
    if case .metatype = chain.type { isMetatype = true } else { isMetatype = false }
    var base = chain.type
    if case .metatype(let instance) = base { base = instance }
    if chain.isImplicitlyUnwrapped { base = base.unwrapped }
    let members = resolver.members(
      "subscript", of: base, isMetatype ? .type : .instance, seenFrom: file)
    let call = chooseOverload(members, arguments, wanting: .unknown)
    // `values[...]` is no element; what else collections bring along is not described.
    let isWhole = arguments.count == 1 && arguments[0].value.kind == .declReference
    let isMeant = !(isWhole && arguments[0].value.name == "...") || takesUnboundedRange(call)
    finish(isMeant ? call : ChosenCall(), at: node, source: .member)
    chain.type = isMeant ? call.result : .unknown
    chain.isImplicitlyUnwrapped = false
    return chain
  }
}

extension FileSemantics {
  private func takesUnboundedRange(_ call: ChosenCall) -> Bool {
    call.members.contains { resolver.parameterTypes(of: $0).first?.isFunction ?? false }
  }
}

/// What the name after a dot can mean.
struct MemberTarget {
  var members: [Member] = []
  var source: NameSource = .member
  /// The chain up to the dot.
  var base = Chain.unknown
  /// The type of the whole if it is no declared member: an element of a tuple, `x.self`.
  var valueType: SemanticType = .unknown
  /// The type whose static members are meant.
  var metatypeInstance: SemanticType?

  /// The type of a member of this receiver: methods of instances need one when named through their type.
  func seen(_ type: SemanticType, _ symbol: Symbol) -> SemanticType { type }
}

extension FileSemantics {
  /// Finds what a member access can mean; a name without a dot's left side is looked up in `context`.
  func resolveMember(_ node: Node, context: SemanticType) -> MemberTarget {
    let target = findMember(node, context: context)
    noteMember(target, at: node)
    return target
  }

  private func findMember(_ node: Node, context: SemanticType) -> MemberTarget {
    let name = node.name
    guard let baseNode = node.children.first, baseNode.isExpressionNode else {
      return implicitMember(name, context)
    }
    var target = MemberTarget()
    target.base = inferBase(baseNode, context)
    if baseNode.kind == .declReference, references[baseNode.id] == nil, name != "init",
      target.base.type.isUnknown,
      let owner = resolver.earlierOwner(
        of: name, named: baseNode.name, in: file.seen(at: baseNode)), let symbol = owner.single
    {
      references[baseNode.id] = Reference(symbols: [symbol], source: owner.source)
      target.base.type = resolver.type(of: Member(symbol: symbol, substitution: Substitution()))
      types[baseNode.id] = target.base.type
      target.source = owner.source
    }
    if let module = references[baseNode.id]?.symbols.first, module.kind == .module {
      let source = references[baseNode.id]?.source ?? .member
      target.members = resolver.moduleMembers(module.name, name, .values).map {
        Member(symbol: $0, substitution: Substitution())
      }
      target.source = source
      return target
    }
    var type = target.base.type
    if target.base.isImplicitlyUnwrapped { type = type.unwrapped }
    if name == "self" {
      target.valueType = type
      return target
    }
    if case .metatype(let instance) = type {
      target.metatypeInstance = instance
      target.members = typeMembers(name, of: instance)
      return orEarlier(target, name, of: opened(instance), .type)
    }
    if case .tuple(let elements) = type {
      let index = Int(name)
      let element =
        elements.first { $0.label == name }
        ?? index.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      target.valueType = element?.type ?? .unknown
      return target
    }
    target.members = resolver.members(name, of: type, .instance, seenFrom: file)
    if target.members.isEmpty, name == "init" {
      target.members = resolver.members(name, of: type, .type, seenFrom: file)
      target.metatypeInstance = type
    }
    return orEarlier(target, name, of: type, .instance)
  }

  /// What the name meant in an earlier era of the type, where the type has no such member.
  private func orEarlier(
    _ target: MemberTarget, _ name: String, of type: SemanticType, _ side: MemberSide
  ) -> MemberTarget {
    guard target.members.isEmpty else { return target }
    var result = target
    result.members = resolver.earlierMembers(name, of: type, side, seenFrom: file)
    if !result.members.isEmpty { result.source = .earlier(resolver.ownNewerImport(in: file)) }
    return result
  }

  private func typeMembers(_ name: String, of instance: SemanticType) -> [Member] {
    let found = resolver.members(name, of: opened(instance), .type, seenFrom: file)
    if name == "init" { return found }
    if found.isEmpty, let nested = resolver.memberType(name, [], of: instance, seenFrom: file),
      let symbol = nested.resolution.single
    {
      return [Member(symbol: symbol, substitution: Substitution())]
    }
    return found
  }

  /// `.name`: a static member or a case of the type that is wanted.
  private func implicitMember(_ name: String, _ context: SemanticType) -> MemberTarget {
    var target = MemberTarget()
    if context.isOptional, name == "none" || name == "some" {
      target.members = resolver.members(name, of: context, .type, seenFrom: file)
      target.metatypeInstance = context
      return target
    }
    var type = context.fullyUnwrapped
    // A function that returns what is wanted may be named without its arguments.
    if case .function(_, let result, _, _) = type { type = result.fullyUnwrapped }
    target.metatypeInstance = type
    target.members = resolver.members(name, of: type, .type, seenFrom: file)
    return orEarlier(target, name, of: type, .type)
  }

  /// The type with its own generic parameters where arguments are not written, so that a call can find them.
  func opened(_ type: SemanticType) -> SemanticType {
    guard case .nominal(let symbol, let arguments) = type, arguments.isEmpty,
      symbol.kind != .protocolType, !resolver.allGenerics(of: symbol).isEmpty
    else { return type }
    return resolver.selfType(of: symbol)
  }
}
