import MoultSyntax

/// One overload with the parameter that each argument goes to.
private struct Candidate {
  let member: Member
  /// The index of the parameter of each argument, in ascending order.
  let mapping: [Int]

  /// How many parameters get an argument.
  let filled: Int
  let parameterTypes: [SemanticType]
  var score = 0
}

extension FileSemantics {
  /// Chooses among overloads by labels, by the number of arguments and by what is known of their types, and infers the
  /// arguments with what the chosen one wants.
  func chooseOverload(
    _ members: [Member], _ arguments: [CallArgument], wanting expected: SemanticType
  ) -> ChosenCall {
    var known: [SemanticType?] = arguments.map { argument in
      needsContext(argument.value) ? nil : infer(argument.value)
    }
    var fitting = 0
    var last: Candidate?
    var best: [Candidate] = []
    for member in members {
      guard let candidate = candidate(member, arguments) else { continue }
      fitting += 1
      last = candidate
      guard let weighed = weighed(candidate, arguments, known, expected) else { continue }
      if let top = best.first?.score, top != weighed.score {
        if weighed.score > top { best = [weighed] }
      } else {
        best.append(weighed)
      }
    }
    // If every overload seems wrong, it is what is known of the types that is not to be trusted.
    if best.isEmpty, fitting == 1, let last { best = [last] }
    // What is found nearer to the receiver comes first: a member before the default that it replaces.
    if let nearest = best.first, best.allSatisfy({ isSameSignature($0, nearest) }) {
      best = [nearest]
    }
    guard let first = best.first else {
      for (index, argument) in arguments.enumerated() where known[index] == nil {
        infer(argument.value)
      }
      return ChosenCall()
    }
    guard best.count == 1 else { return ambiguous(best, arguments, &known) }
    return apply(first, arguments, &known, expected)
  }

  /// Whether labels and number of the arguments fit, whatever their types.
  func accepts(_ member: Member, _ arguments: [CallArgument]) -> Bool {
    candidate(member, arguments) != nil
  }

  private func isSameSignature(_ first: Candidate, _ second: Candidate) -> Bool {
    let (one, other) = (first.member.symbol, second.member.symbol)
    return one.parameterLabels == other.parameterLabels && one.isAsync == other.isAsync
      && first.parameterTypes == second.parameterTypes && one.parent != other.parent
  }

  private func candidate(_ member: Member, _ arguments: [CallArgument]) -> Candidate? {
    let types = resolver.parameterTypes(of: member)
    let parameters = member.symbol.parameters
    guard types.count == parameters.count else { return nil }
    var mapping: [Int] = []
    var next = 0
    for (index, argument) in arguments.enumerated() {
      if argument.isTrailing, argument.label == nil {
        guard
          let place = trailingPlace(
            from: next, parameters, types,
            isLast: index == arguments.count - 1)
        else { return nil }
        mapping.append(place)
        next = place + 1
        continue
      }
      // More values for a variadic parameter carry no label.
      if argument.label == nil, let last = mapping.last, parameters[last].isVariadic,
        !argument.isTrailing
      {
        mapping.append(last)
        continue
      }
      while next < parameters.count, parameters[next].label != argument.label {
        guard parameters[next].hasDefault || parameters[next].isVariadic || argument.isTrailing
        else { return nil }
        next += 1
      }
      guard next < parameters.count else { return nil }
      mapping.append(next)
      next += 1
    }
    var filled = 0
    var place = 0
    for (index, parameter) in parameters.enumerated() {
      guard place == mapping.count || mapping[place] != index else {
        filled += 1
        while place < mapping.count, mapping[place] == index { place += 1 }
        continue
      }
      guard parameter.hasDefault || parameter.isVariadic else { return nil }
    }
    return Candidate(member: member, mapping: mapping, filled: filled, parameterTypes: types)
  }

  /// The parameter of an unlabelled trailing closure: the first that can take one, as Swift scans forward.
  private func trailingPlace(
    from start: Int, _ parameters: [SymbolParameter], _ types: [SemanticType], isLast: Bool
  ) -> Int? {
    var index = start
    while index < parameters.count {
      if isFunctionLike(types[index]) {
        // A closure with a default gives way to a later one that has none.
        let later = parameters.indices.dropFirst(index + 1).first {
          isFunctionLike(types[$0]) && !parameters[$0].hasDefault
        }
        if parameters[index].hasDefault, isLast, let later { return later }
        return index
      }
      guard parameters[index].hasDefault || parameters[index].isVariadic else { return nil }
      index += 1
    }
    return nil
  }

  private func isFunctionLike(_ type: SemanticType) -> Bool {
    switch type.fullyUnwrapped {
    case .function, .unknown, .genericParameter: true
    case .nominal, .optional, .tuple, .metatype, .dependentMember, .composition: false
    }
  }

  /// Weighs an overload; nil if an argument cannot go where it would.
  private func weighed(
    _ candidate: Candidate, _ arguments: [CallArgument], _ known: [SemanticType?],
    _ expected: SemanticType
  ) -> Candidate? {
    var result = candidate
    var isCertain = true
    for (index, argument) in arguments.enumerated() {
      let parameter = candidate.parameterTypes[candidate.mapping[index]]
      let fit =
        known[index].map { fits($0, parameter, argument.value) }
        ?? fits(argument.value, parameter)
      guard let fit else { return nil }
      result.score += fit * 8
      if fit == 0 { isCertain = false }
    }
    if candidate.member.symbol.isDisfavored { result.score -= 64 }
    result.score -= candidate.member.symbol.parameters.count - candidate.filled
    // The less generic one is better if both fit, which nobody knows of an argument without a type.
    if isCertain, !resolver.generics(of: candidate.member.symbol).isEmpty { result.score -= 2 }
    guard case .function(_, let made, _, _) = resolver.type(of: candidate.member),
      !expected.isUnknown
    else { return result }
    switch resolver.isConvertible(made, to: expected) {
    case .yes: result.score += 4
    case .no: result.score -= 16
    case .unknown: break
    }
    return result
  }

  private func fits(_ type: SemanticType, _ parameter: SemanticType, _ value: Node) -> Int? {
    // A function that calls its namesake has that one's parameters, which are still to be found.
    if type == parameter, !type.isUnknown { return parameter.isOpen ? 0 : 2 }
    if case .genericParameter(let symbol) = parameter, !meets(type, constraintsOf: symbol) {
      return nil
    }
    switch resolver.isConvertible(type, to: parameter) {
    case .yes: return 1
    case .no: return hasTakenPlace(type, of: parameter) ? 0 : nil
    case .unknown: return 0
    }
  }

  /// Whether a type took the place of one that an earlier era asks for: a value may be of the new type before the call is.
  private func hasTakenPlace(_ type: SemanticType, of earlier: SemanticType) -> Bool {
    guard let symbol = type.fullyUnwrapped.nominalSymbol,
      let wanted = earlier.fullyUnwrapped.nominalSymbol
    else { return false }
    return resolver.table.earlierTypes[symbol]?.contains(wanted) ?? false
  }

  /// Whether a type may stand for a generic parameter, as far as the project's own protocols tell.
  ///
  /// What the standard library's types conform to is described in part only.
  private func meets(_ type: SemanticType, constraintsOf parameter: Symbol) -> Bool {
    guard case .nominal = type else { return true }
    return resolver.constraints(of: parameter).allSatisfy { constraint in
      guard let wanted = constraint.nominalSymbol, wanted.kind == .protocolType,
        resolver.table.projectModules.contains(wanted.module)
      else { return true }
      return resolver.isSubtype(type, of: wanted) != .no
    }
  }

  /// As above, for an argument that has no type before it is known what is wanted.
  private func fits(_ value: Node, _ parameter: SemanticType) -> Int? {
    let wanted = parameter.fullyUnwrapped
    if parameter.isOpen, !(wanted.isFunction) { return 0 }
    switch value.kind {
    case .closure: return fitsClosure(value, wanted)
    case .prefixOperator: return value.firstExpressionChild.flatMap { fits($0, parameter) }
    case .nilLiteral:
      if parameter.isOptional { return 1 }
      return parameter.isUnknown ? 0 : nil
    case .integerLiteral: return fitsLiteral(wanted, "ExpressibleByIntegerLiteral", "Int")
    case .floatLiteral: return fitsLiteral(wanted, "ExpressibleByFloatLiteral", "Double")
    case .stringLiteral: return fitsLiteral(wanted, "ExpressibleByStringLiteral", "String")
    case .arrayLiteral: return fitsLiteral(wanted, "ExpressibleByArrayLiteral", "Array")
    case .dictionaryLiteral:
      return fitsLiteral(wanted, "ExpressibleByDictionaryLiteral", "Dictionary")
    default:
      guard isImplicitRoot(value), let name = implicitRootName(value) else { return 0 }
      let found = resolver.members(name, of: wanted, .type, seenFrom: file)
      if !found.isEmpty { return 1 }
      guard case .nominal(let symbol, _) = wanted else { return wanted.isUnknown ? 0 : nil }
      return resolver.inheritsUnknown(symbol) || symbol.isExternal ? 0 : nil
    }
  }

  private func implicitRootName(_ node: Node) -> String? {
    var current = node
    while let base = current.children.first, base.isExpressionNode, isChainLink(current) {
      current = base
    }
    return current.kind == .memberAccess ? current.name : nil
  }

  private func fitsClosure(_ closure: Node, _ wanted: SemanticType) -> Int? {
    guard case .function(let parameters, let result, _, let isAsync) = wanted else {
      return wanted.isOpen ? 0 : nil
    }
    if !isAsync, suspends(closure) { return nil }
    if result == .void, returnsSomething(closure) { return nil }
    guard let count = closureParameterCount(closure) else { return 1 }
    if count == parameters.count { return 1 }
    // One tuple may be taken apart by several parameters.
    if parameters.count == 1, count > 1 {
      return parameters[0].isOpen ? 0 : isTuple(parameters[0], count)
    }
    return nil
  }

  private func isTuple(_ type: SemanticType, _ count: Int) -> Int? {
    if case .tuple(let elements) = type, elements.count == count { return 0 }
    return nil
  }

  private func fitsLiteral(_ wanted: SemanticType, _ protocolName: String, _ name: String) -> Int? {
    guard case .nominal(let symbol, _) = wanted else {
      switch wanted {
      case .tuple, .function, .metatype: return nil
      case .unknown, .nominal, .optional, .genericParameter, .dependentMember, .composition:
        return 0
      }
    }
    if symbol.module == "Swift", symbol.name == name { return 2 }
    guard let literal = resolver.table.standard(protocolName) else { return 0 }
    if symbol.kind == .protocolType {
      return resolver.isConvertible(resolver.standardType(name, []), to: wanted) == .no ? nil : 0
    }
    switch resolver.isSubtype(wanted, of: literal) {
    case .yes: return 1
    case .unknown: return 0
    case .no: return nil
    }
  }

  // MARK: The chosen overload

  private func apply(
    _ candidate: Candidate, _ arguments: [CallArgument], _ known: inout [SemanticType?],
    _ expected: SemanticType
  ) -> ChosenCall {
    let symbol = candidate.member.symbol
    var free = Set(resolver.generics(of: symbol))
    // `Box(value)`: the arguments of the type are found like those of a function.
    if symbol.kind == .initializer || symbol.isStatic, let parent = symbol.parent {
      for parameter in resolver.allGenerics(of: parent) where isStillOpen(parameter, candidate) {
        free.insert(parameter)
      }
    }
    var bindings = Substitution()
    if case .function(_, let declared, _, _) = resolver.type(of: candidate.member),
      let made = declared.unwrapped.nominalSymbol, made == expected.unwrapped.nominalSymbol,
      !expected.containsUnknown
    {
      resolver.unify(declared.unwrapped, with: expected.unwrapped, binding: free, &bindings)
    }
    for (index, type) in known.enumerated() {
      guard let type else { continue }
      resolver.unify(
        candidate.parameterTypes[candidate.mapping[index]], with: type, binding: free, &bindings)
    }
    var result = SemanticType.unknown
    if case .function(_, let declared, _, _) = resolver.type(of: candidate.member) {
      result = declared
    }
    if case .genericParameter(let symbol) = result, free.contains(symbol),
      bindings.types[symbol] == nil, !expected.containsUnknown
    {
      // Only closures say what comes out, and they are read as what is wanted.
      bindings.types[symbol] = expected
    }
    for (index, argument) in arguments.enumerated() where known[index] == nil {
      let parameter = candidate.parameterTypes[candidate.mapping[index]]
      let wanted = resolver.closed(resolver.substitute(bindings, in: parameter), free)
      if symbol.parameters[candidate.mapping[index]].isBuilder {
        builderClosures.insert(argument.value.id)
      }
      let type = infer(argument.value, wanted)
      known[index] = type
      resolver.unify(parameter, with: type, binding: free, &bindings)
    }
    if !free.isEmpty, !expected.isUnknown {
      resolver.unify(result, with: expected.unwrapped, binding: free, &bindings)
    }
    result = resolver.closed(resolver.substitute(bindings, in: result), free)
    return ChosenCall(members: [candidate.member], result: result)
  }

  /// Whether the receiver leaves a generic parameter of its type open, as the name of the type alone does.
  private func isStillOpen(_ parameter: Symbol, _ candidate: Candidate) -> Bool {
    guard let bound = candidate.member.substitution.types[parameter] else { return true }
    return bound == .genericParameter(parameter)
      && !contexts.contains { $0.symbol == parameter.parent }
  }

  /// Infers the arguments with what all overloads agree on.
  private func ambiguous(
    _ candidates: [Candidate], _ arguments: [CallArgument], _ known: inout [SemanticType?]
  ) -> ChosenCall {
    for (index, argument) in arguments.enumerated() where known[index] == nil {
      let wanted = Set(candidates.map { $0.parameterTypes[$0.mapping[index]] })
      let type = wanted.count == 1 ? wanted.first ?? .unknown : .unknown
      known[index] = infer(argument.value, type.isOpen && !type.isFunction ? .unknown : type)
    }
    let results = Set(
      candidates.map { candidate -> SemanticType in
        guard case .function(_, let result, _, _) = resolver.type(of: candidate.member) else {
          return .unknown
        }
        return result
      })
    var result = results.count == 1 ? results.first ?? .unknown : .unknown
    if result.isOpen { result = .unknown }
    return ChosenCall(members: candidates.map(\.member), result: result)
  }
}

extension SemanticType {
  var isMetatype: Bool {
    if case .metatype = self { return true }
    return false
  }

  var isFunction: Bool {
    if case .function = self { return true }
    return false
  }
}
