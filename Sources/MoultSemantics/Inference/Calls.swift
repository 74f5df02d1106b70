import MoultSyntax

/// One argument of a call.
struct CallArgument {
  let label: String?
  let value: Node
  /// A closure behind the parentheses; the first of them has no label, and others may have none.
  let isTrailing: Bool
}

/// What is called.
struct Callee {
  var members: [Member] = []
  var source: NameSource = .member
  var base = Chain.unknown
  /// The type of a value that is called, if it is no declared function.
  var valueType: SemanticType = .unknown
  /// The type whose initialisers `members` are.
  var constructed: SemanticType?
}

/// What a call was found to be.
struct ChosenCall {
  var members: [Member] = []
  var result: SemanticType = .unknown
}

extension FileSemantics {
  func callArguments(of node: Node) -> [CallArgument] {
    var result: [CallArgument] = []
    for argument in node.child(.argumentList)?.children(.argument) ?? [] {
      guard let value = argument.firstExpressionChild else { continue }
      let label = argument.flags.contains(.labeled) ? argument.name : nil
      result.append(CallArgument(label: label, value: value, isTrailing: false))
    }
    // The called expression may itself be a closure: `{ … }()`.
    for child in node.children.dropFirst() {
      if child.kind == .closure {
        result.append(CallArgument(label: nil, value: child, isTrailing: true))
      } else if child.kind == .labeledClosure, let closure = child.child(.closure) {
        let label = child.mainToken.kind == .wildcard ? nil : child.name
        result.append(CallArgument(label: label, value: closure, isTrailing: true))
      }
    }
    return result
  }

  func inferCall(_ node: Node, _ context: SemanticType) -> Chain {
    guard let calleeNode = node.children.first else { return .unknown }
    var arguments = callArguments(of: node)
    if let labels = labels(ofCompoundName: calleeNode), labels.count == arguments.count {
      // The labels stand in the name.
      arguments = zip(labels, arguments).map {
        CallArgument(label: $0, value: $1.value, isTrailing: $1.isTrailing)
      }
    }
    var callee = resolveCallee(calleeNode, context: context)
    var chain = callee.base
    chain.isImplicitlyUnwrapped = false
    if callee.members.isEmpty, isTypeOf(calleeNode, arguments) {
      chain.type = .metatype(infer(arguments[0].value))
      return chain
    }
    if callee.members.isEmpty, callee.constructed != nil {
      // The type has no initialiser for others any more.
      callee.members = earlierMembers(of: callee, taking: arguments, at: node)
      if !callee.members.isEmpty { callee.source = .earlier(resolver.ownNewerImport(in: file)) }
    }
    guard !callee.members.isEmpty else {
      chain.type = inferValueCall(callee.valueType, arguments)
      return chain
    }
    noteOverloads(callee.members, taking: arguments, at: node)
    let callable = withoutUnmarkedThrows(suited(callee.members, to: node), at: node)
    let call = choose(among: callable, for: &callee, arguments, at: node, wanting: context)
    finish(call, at: node, source: callee.source)
    if call.members.isEmpty, let constructed = callee.constructed {
      chain.type = resolver.isConcrete(constructed) ? constructed : .unknown
      return chain
    }
    if call.members.isEmpty, callee.constructed == nil {
      // Another overload is meant, which nobody described.
      references[calleeNode.id] = nil
      types[calleeNode.id] = .unknown
    }
    if callee.constructed == nil, !call.members.isEmpty {
      references[calleeNode.id] = Reference(
        symbols: call.members.map(\.symbol), source: callee.source)
      if call.members.count == 1 { types[calleeNode.id] = resolver.type(of: call.members[0]) }
    }
    chain.type = call.result
    // Several types of an earlier era may be in its place: what is made is the type that is named.
    if callee.source.isEarlier, let constructed = callee.constructed,
      resolver.isConcrete(constructed)
    {
      chain.type = constructed
    }
    chain.isImplicitlyUnwrapped = call.members.first?.symbol.isImplicitlyUnwrapped ?? false
    return chain
  }

  /// Chooses among overloads; where the era at hand takes no such call, among those of an earlier one.
  ///
  /// It takes none with other labels, none of what suspends where nothing waits, and none that is marked with a `try` of
  /// its own and does not throw.
  private func choose(
    among members: [Member], for callee: inout Callee, _ arguments: [CallArgument], at call: Node,
    wanting expected: SemanticType
  ) -> ChosenCall {
    guard !resolver.table.earlierTypes.isEmpty else {
      return chooseOverload(members, arguments, wanting: expected)
    }
    let isSuspended = !members.isEmpty && members.allSatisfy(\.symbol.isAsync) && !isAwaited(call)
    let fitting = hasTryOfItsOwn(call) ? members.filter { accepts($0, arguments) } : []
    let isMarked = !fitting.isEmpty && !fitting.contains(where: \.symbol.isThrowing)
    if isSuspended || isMarked {
      let earlier = earlierMembers(of: callee, taking: arguments, at: call).filter {
        !isMarked || $0.symbol.throwsByItself
      }
      let chosen = chooseOverload(earlier, arguments, wanting: expected)
      if !chosen.members.isEmpty,
        !isMarked || !isAsked(call, forMembersOf: fitting, not: chosen.members)
      {
        callee.source = .earlier(resolver.ownNewerImport(in: file))
        return chosen
      }
    }
    let chosen = chooseOverload(members, arguments, wanting: expected)
    guard chosen.members.isEmpty else { return chosen }
    var others = earlierMembers(of: callee, taking: arguments, at: call)
    guard !others.isEmpty else { return chosen }
    // Of several eras that take such a call, the newest one is meant: fewer defaults say nothing of its age.
    if callee.constructed != nil,
      let newest = others.first(where: { accepts($0, arguments) })?.symbol.parent
    {
      others.removeAll { $0.symbol.parent != newest }
    }
    callee.source = .earlier(resolver.ownNewerImport(in: file))
    return chooseOverload(others, arguments, wanting: expected)
  }

  /// What an earlier era of the receiver, or of the type that is made, had under the name that is called.
  private func earlierMembers(
    of callee: Callee, taking arguments: [CallArgument], at call: Node
  ) -> [Member] {
    guard !resolver.table.earlierTypes.isEmpty, !callee.source.isEarlier,
      let name = call.children.first
    else { return [] }
    var members: [Member] = []
    if let constructed = callee.constructed {
      members = resolver.earlierMembers("init", of: opened(constructed), .type, seenFrom: file)
    } else if name.kind == .memberAccess {
      if case .metatype(let instance) = callee.base.type {
        members = resolver.earlierMembers(name.name, of: opened(instance), .type, seenFrom: file)
      } else {
        members = resolver.earlierMembers(
          name.name, of: callee.base.type, .instance, seenFrom: file)
      }
    } else if name.kind == .declReference, callee.source == .member {
      members = earlierMembersAround(name.name).filter { $0.symbol.kind.isCallable }
    }
    let isAwaited = isAwaited(call)
    // What blocks and throws is not awaited.
    let isMarked = isMarkedWithAwait(call)
    return ofOneEra(
      suited(members, to: call).filter { member in
        member.symbol.isAsync ? isAwaited : !(isMarked && member.symbol.throwsByItself)
      }, taking: arguments, at: call)
  }

  /// Whether an `await` stands before the call and what is asked of its result, and nothing else.
  private func isMarkedWithAwait(_ call: Node) -> Bool {
    var node = call
    while let parent = node.parent, parent.kind == .memberAccess { node = parent }
    return node.parent?.kind == .awaitExpr
  }

  /// Leaves out functions whose result has no member of a name, if others are left.
  private func having(_ name: String, _ members: [Member]) -> [Member] {
    let fitting = members.filter { member in
      guard case .function(_, let result, _, _) = resolver.type(of: member), !result.isUnknown
      else { return true }
      return !resolver.members(name, of: result, .instance, seenFrom: file).isEmpty
    }
    return fitting.isEmpty ? members : fitting
  }

  /// Leaves out what other eras had under the name, as far as the place of the call tells them apart.
  ///
  /// The labels and what is asked of the result say most, then whether the call is marked with `try`, which may be for the
  /// sake of an argument; a call in no such place is of the newest era.
  private func ofOneEra(
    _ members: [Member], taking arguments: [CallArgument], at call: Node
  ) -> [Member] {
    let fitting = members.filter { accepts($0, arguments) }
    var left = fitting.isEmpty ? members : fitting
    if let access = call.parent, access.kind == .memberAccess, access.children.first == call {
      left = having(access.name, left)
    }
    let throwing = left.filter(\.symbol.throwsByItself)
    if !throwing.isEmpty, throwing.count < left.count {
      left = isCoveredByTry(call) ? throwing : left.filter { !$0.symbol.throwsByItself }
    }
    return left
  }

  /// Leaves out what cannot be called here: functions that suspend where nothing waits, and those that do not
  /// where a function of the same labels does.
  private func suited(_ members: [Member], to call: Node) -> [Member] {
    guard members.contains(where: \.symbol.isAsync), members.contains(where: { !$0.symbol.isAsync })
    else { return members }
    guard isAwaited(call) else { return members.filter { !$0.symbol.isAsync } }
    if let access = call.parent, access.kind == .memberAccess, access.children.first == call {
      // `try await write(data).get()`: only what has the next member can be meant.
      return having(access.name, members)
    }
    return members.filter { member in
      member.symbol.isAsync
        || !members.contains {
          $0.symbol.isAsync && $0.symbol.parameterLabels == member.symbol.parameterLabels
        }
    }
  }

  /// Whether an `await` stands before the expression that the call is part of.
  private func isAwaited(_ call: Node) -> Bool {
    for ancestor in call.ancestors {
      switch ancestor.kind {
      case .awaitExpr: return true
      case .closure, .codeBlock, .memberBlock, .sourceFile, .accessorBlock: return false
      case .patternBinding:
        // `async let value = call()`.
        if ancestor.parent?.hasModifier("async") == true { return true }
      case .forStmt where ancestor.flags.contains(.isAsync): return true
      default: continue
      }
    }
    return false
  }

  /// Leaves out overloads that throw where no `try` covers the call, if others are left.
  private func withoutUnmarkedThrows(_ members: [Member], at call: Node) -> [Member] {
    guard members.count > 1 else { return members }
    let silent = members.filter { !$0.symbol.throwsByItself }
    guard !silent.isEmpty, silent.count < members.count, !isCoveredByTry(call) else {
      return members
    }
    return silent
  }

  /// Whether a `try` stands before the expression that the node is part of; an expression of great depth counts as marked.
  private func isCoveredByTry(_ node: Node) -> Bool {
    var steps = 0
    for ancestor in node.ancestors {
      steps += 1
      switch ancestor.kind {
      case .tryExpr: return true
      case .closure, .codeBlock, .sourceFile, .memberBlock, .accessorBlock, .switchCase:
        return false
      default: if steps > 200 { return true }
      }
    }
    return false
  }

  /// Remembers what a call or a subscript refers to.
  func finish(_ call: ChosenCall, at node: Node, source: NameSource) {
    guard !call.members.isEmpty else { return }
    references[node.id] = Reference(symbols: call.members.map(\.symbol), source: source)
  }

  /// Finds the functions, initialisers or cases that the expression before the parentheses can mean.
  func resolveCallee(_ node: Node, context: SemanticType) -> Callee {
    switch node.kind {
    case .declReference where node.name != "self" && node.name != "super" && node.name != "Self":
      return plainCallee(node)
    case .memberAccess: return memberCallee(node, context)
    default:
      let chain = inferBase(node, context)
      var callee = Callee(base: chain)
      if case .metatype(let instance) = chain.type {
        construct(instance, &callee)
      } else {
        callee.valueType = chain.type
        if callee.valueType.isOptional, chain.isImplicitlyUnwrapped {
          callee.valueType = callee.valueType.unwrapped
        }
        addCallAsFunction(&callee)
      }
      if let found = references[node.id] { callee.source = found.source }
      return callee
    }
  }

  /// Returns the type of an earlier era that `Channel(address:secure:)` makes, where another module that the file imports
  /// may have such a name: labels, or a literal, and an initialiser that takes them tell.
  private func earlierConstruction(_ callee: Node) -> FoundName? {
    guard !resolver.table.earlierTypes.isEmpty, let call = callee.parent,
      call.kind == .functionCall, call.children.first == callee
    else { return nil }
    let arguments = callArguments(of: call)
    let tells = arguments.contains {
      $0.label != nil || [.arrayLiteral, .dictionaryLiteral].contains($0.value.kind)
    }
    guard tells, let found = resolver.earlierTypes(named: callee.name, in: file.seen(at: callee))
    else { return nil }
    let made = found.symbols.first { type in
      let instance = opened(resolver.selfType(of: type))
      return resolver.members("init", of: instance, .type, seenFrom: file)
        .contains { accepts($0, arguments) }
    }
    return made.map {
      FoundName(
        members: [Member(symbol: $0, substitution: Substitution())], source: found.source)
    }
  }

  private func plainCallee(_ node: Node) -> Callee {
    var callee = Callee()
    let answer = findName(node.name, at: node) ?? earlierConstruction(node)
    note(answer == nil ? .name : nil, at: node)
    guard let found = answer else { return callee }
    let members = made(by: node, among: found.members)
    references[node.id] = Reference(symbols: members.map(\.symbol), source: found.source)
    callee.source = found.source
    take(members, at: node, &callee)
    return callee
  }

  /// Leaves the type that a call makes where two eras of a library declare one of the name and the file imports both, as
  /// files do on the way from one to another.
  private func made(by callee: Node, among types: [Member]) -> [Member] {
    guard types.count > 1, types.allSatisfy(\.symbol.kind.isType), let call = callee.parent,
      call.kind == .functionCall, call.children.first == callee
    else { return types }
    let libraries = types.map { resolver.table.libraries[$0.symbol.module]?.library }
    guard let library = libraries[0], libraries.allSatisfy({ $0 == library }) else { return types }
    let arguments = callArguments(of: call)
    let fitting = types.filter { type in
      let instance = opened(resolver.selfType(of: type.symbol))
      return resolver.members("init", of: instance, .type, seenFrom: file)
        .contains { accepts($0, arguments) }
    }
    return fitting.count == 1 ? fitting : types
  }

  private func memberCallee(_ node: Node, _ context: SemanticType) -> Callee {
    let target = resolveMember(node, context: context)
    var callee = Callee(source: target.source, base: target.base)
    guard !target.members.isEmpty else {
      callee.valueType = target.valueType
      return callee
    }
    references[node.id] = Reference(symbols: target.members.map(\.symbol), source: target.source)
    if node.name == "init" {
      callee.members = target.members
      return callee
    }
    take(target.members, at: node, &callee)
    return callee
  }

  /// Sorts what a name means into functions, a type to be made, and a value to be called.
  private func take(_ members: [Member], at node: Node, _ callee: inout Callee) {
    if let labels = labels(ofCompoundName: node) {
      callee.members = members.filter { $0.symbol.parameterLabels == labels }
      return
    }
    guard let first = members.first else { return }
    if first.symbol.kind.isType {
      var type = resolver.type(of: first)
      if case .metatype(let instance) = type { type = instance }
      types[node.id] = .metatype(type)
      if members.count == 1 || resolver.sameDeclaration(members.map(\.symbol)) != nil {
        construct(type, &callee)
      }
      return
    }
    let callable = members.filter { $0.symbol.kind.isCallable || $0.symbol.kind == .enumCase }
    if !callable.isEmpty {
      callee.members = callable
      return
    }
    callee.valueType = resolver.type(of: first)
    if first.symbol.isImplicitlyUnwrapped { callee.valueType = callee.valueType.unwrapped }
    types[node.id] = resolver.type(of: first)
    addCallAsFunction(&callee)
  }

  private func construct(_ type: SemanticType, _ callee: inout Callee) {
    callee.constructed = type
    callee.members = resolver.members("init", of: opened(type), .type, seenFrom: file)
    // Not one initialiser is known: the type is, all the same, if it is no protocol.
    callee.valueType = .metatype(type)
  }

  private func addCallAsFunction(_ callee: inout Callee) {
    guard case .nominal = callee.valueType else { return }
    callee.members = resolver.members(
      "callAsFunction", of: callee.valueType, .instance, seenFrom: file)
  }

  /// `type(of: value)`.
  private func isTypeOf(_ callee: Node, _ arguments: [CallArgument]) -> Bool {
    callee.kind == .declReference && callee.name == "type" && arguments.count == 1
      && arguments[0].label == "of"
  }

  /// Infers a call of a closure, of a function value, or of something that nobody knows.
  private func inferValueCall(_ type: SemanticType, _ arguments: [CallArgument]) -> SemanticType {
    switch type {
    case .function(let parameters, let result, _, _):
      for (index, argument) in arguments.enumerated() {
        infer(argument.value, index < parameters.count ? parameters[index] : .unknown)
      }
      return result
    case .metatype(let instance):
      for argument in arguments { infer(argument.value) }
      return resolver.isConcrete(instance) ? instance : .unknown
    case .unknown, .nominal, .optional, .tuple, .genericParameter, .dependentMember, .composition:
      for argument in arguments { infer(argument.value) }
      return .unknown
    }
  }
}

extension Resolver {
  /// Whether calling the type's name makes a value of it even though no initialiser that fits is known.
  ///
  /// So it is for a class whose superclass nobody described, and for a type whose interface lists no initialisers.
  func isConcrete(_ type: SemanticType) -> Bool {
    guard case .nominal(let symbol, _) = type else { return false }
    switch symbol.kind {
    case .classType, .actor, .structure:
      return inheritsUnknown(symbol) || table.members[symbol]?["init"].isEmpty ?? true
    case .module, .enumeration, .protocolType, .typeAlias, .associatedType, .genericParameter,
      .function, .initializer, .subscript, .property, .enumCase, .operatorFunction, .local,
      .macro:
      return false
    }
  }
}
