package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `publisher.eraseToEffect()`, where an effect is wanted, into `.publisher { publisher }`; behind what is an effect already it goes.
///
/// What Combine's publishers are of is not known, but the effect around says what they send, and that they do not fail. `catchToEffect` sends
/// failures as well, so the publisher catches them.
package func effectOfPublisher(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = MemberAccess(of: call.called?.node),
    let value = called.base?.node
  else { return .manual() }
  let isPlain = call.arguments.isEmpty && call.trailingClosures.isEmpty
  let catches = called.name == "catchToEffect"
  if isEffect(value, file) {
    guard !catches else { return .manual() }
    guard !isPlain else { return file.replacing(call.node, with: .kept(value)) }
    var editor = file.editor
    editor.replace(called.node.mainToken.range, with: .word("map"))
    return TransformOutcome(editor)
  }
  let sent = actionSent(atStartOf: value, file)
  guard sent != nil || isPublisher(value, file), !holdsEffect(value, besides: sent?.effect, file)
  else { return .manual() }
  var whole = call.node
  var made = Code.kept(value)
  var map = isPlain ? nil : call
  if isPlain, sent == nil, let next = MemberAccess(on: whole), next.name == "map",
    let mapped = next.call, !holdsEffect(mapped.node, besides: whole, file)
  {
    (map, whole) = (mapped, mapped.node)
  }
  if map != nil || catches {
    guard let mapped = map.flatMap({ mapping(made, by: $0, catching: catches) }) else {
      return .manual()
    }
    made = mapped
  }
  var end = whole
  while let next = MemberAccess(on: end), next.name == "cancellable", let call = next.call {
    end = call.node
  }
  guard try wantsEffect(end, file) else { return .manual() }
  let captures = try capturesOfVariables(in: whole, file)
  var editor = file.editor
  if let (effect, action) = sent {
    editor.replace(effect, with: .call("Just", [.plain(.kept(action))]))
  }
  let closure = ClosureCode(captures: captures, [made])
  editor.replace(whole, with: .call(.member(nil, "publisher"), [], trailing: [closure]))
  return TransformOutcome(
    editor,
    review: "the publisher is made when the effect starts, and no longer when the action comes in",
    imports: sent == nil && !catches ? [] : ["Combine"])
}

/// What a publisher becomes by the function that a call is given, which takes results where failures are caught.
///
/// - Returns: nil for what is no function alone, and for a closure that takes results, which would have to be written twice.
private func mapping(_ publisher: Code, by call: CallExpr, catching: Bool) -> Code? {
  let map = Code.member(publisher, "map")
  if let closure = call.trailingClosures.first?.closure, call.arguments.isEmpty {
    return catching ? nil : .form(.trailed(map, closure.node))
  }
  guard let argument = call.onlyArgument, argument.label == nil, let function = argument.expression
  else { return nil }
  guard catching else { return .call(map, [.plain(.kept(function))]) }
  guard NameExpr(function.node) != nil || MemberAccess(function.node)?.base != nil else {
    return nil
  }
  func action(_ name: String, _ function: Code) -> Code {
    .call(function, [.plain(.call(.member(nil, name), [.plain(.word("$0"))]))])
  }
  let sent = Code.call(map, [], trailing: [ClosureCode([action("success", .kept(function))])])
  let failed = action("failure", .word(function.node.text))
  return .call(
    .member(sent, "catch"), [], trailing: [ClosureCode([.call("Just", [.plain(failed)])])])
}

/// The effect that sends one action and that operators follow, `Effect(value: action).delay(…)`, with the action: as a publisher it is a
/// `Just`.
private func actionSent(
  atStartOf value: Node, _ file: FileContext
) -> (effect: Node, action: Node)? {
  var head = value
  while let call = CallExpr(head), let member = MemberAccess(of: call.called?.node),
    let base = member.base?.node, ["delay", "receive", "prepend", "append"].contains(member.name)
  {
    head = base
  }
  guard head != value, let call = CallExpr(head), let argument = call.onlyArgument,
    let action = argument.expression, let called = call.called?.node
  else { return nil }
  let isSent =
    switch called.name {
    case "init" where MemberAccess(called)?.base == nil, "Effect", "EffectTask":
      argument.label == "value"
    case "send": argument.label == nil && isStatic(MemberAccess(called)?.base?.node)
    default: false
    }
  return isSent ? (head, action.node) : nil
}

/// What releases call the type of effects that never fail.
private let namesOfEffects: Set = ["Effect", "EffectTask"]

/// Whether a base is left out, or is the type of effects.
private func isStatic(_ base: Node?) -> Bool {
  guard let base else { return true }
  return namesOfEffects.contains(base.name)
}

/// Whether an expression is an effect that does not fail, by its type or as it is written where a function or a variable is declared.
private func isEffect(_ value: Node, _ file: FileContext) -> Bool {
  if isEffect(file.semantics.type(of: value)) { return true }
  guard let type = typeDeclared(of: value, file), namesOfEffects.contains(type.name) else {
    return false
  }
  let parts = type.child(.genericArgumentClause).map { Array($0.children) } ?? []
  return parts.count == 1 || parts.count == 2 && parts[1].name == "Never"
}

private func typeDeclared(of value: Node, _ file: FileContext) -> Node? {
  // What a closure in a property gives is written in the property's type.
  if let called = CallExpr(value)?.called?.node,
    let type = file.semantics.symbol(of: called).flatMap(writtenType)
  {
    return functionType(type, file)?.returnType
  }
  let symbol = file.semantics.symbol(of: value)
  return symbol.flatMap(writtenType) ?? symbol?.declaration?.returnType
}

private func isEffect(_ type: SemanticType) -> Bool {
  let name = type.nominalSymbol?.qualifiedName
  return name == "ComposableArchitecture.EffectPublisher" || name == "ComposableArchitecture.Effect"
}

/// Whether an expression is a publisher of Combine's: `values.publisher`, `Just(value)`, what is declared as `AnyPublisher<…>`, and what
/// operators make of these.
private func isPublisher(_ value: Node, _ file: FileContext) -> Bool {
  if let type = typeDeclared(of: value, file), ["AnyPublisher", "Published"].contains(type.name) {
    return true
  }
  if let call = CallExpr(value) {
    if let member = MemberAccess(of: call.called?.node), let base = member.base?.node {
      // A notification center's, and one of observed values.
      if member.name == "publisher" { return call.arguments.first?.label == "for" }
      return operatorsOfPublishers.contains(member.name) && isPublisher(base, file)
    }
    return NameExpr(call.called?.node ?? value).map {
      ["Just", "Empty", "Future", "Deferred"].contains($0.name)
    }
      ?? false
  }
  // An effect has a static function of the name, and no property.
  return MemberAccess(value).map { $0.name == "publisher" && $0.base != nil } ?? false
}

/// Those that take no effect in place of a publisher.
private let operatorsOfPublishers: Set<String> = [
  "map", "compactMap", "filter", "receive", "subscribe", "prefix", "dropFirst", "first", "last",
  "removeDuplicates", "delay", "debounce", "throttle", "replaceError", "replaceNil", "replaceEmpty",
  "eraseToAnyPublisher", "setFailureType", "scan", "collect", "share", "handleEvents", "append",
  "prepend", "mapError", "retry",
]

/// Whether an effect is made or named in an expression, which is a publisher no more.
private func holdsEffect(_ value: Node, besides known: Node? = nil, _ file: FileContext) -> Bool {
  ([value] + value.descendants).contains { part in
    if let known, part == known || part.isInside(known) { return false }
    switch part.kind {
    case .declReference, .identifierType, .memberAccess:
      return namesOfEffects.contains(part.name)
        || ["EffectPublisher", "eraseToEffect", "catchToEffect", "fireAndForget"]
          .contains(part.name)
    case .functionCall: return isEffect(file.semantics.type(of: part))
    default: return false
    }
  }
}

/// Whether an effect is wanted of what a place gives: it is returned by what says so, or merged with others.
///
/// - Throws: a `Refusal` where that effect can fail, which no publisher may in one of 1.0.
private func wantsEffect(_ value: Node, _ file: FileContext) throws(Refusal) -> Bool {
  if let call = Argument(of: value.parent)?.call, let merge = MemberAccess(of: call.called?.node),
    ["merge", "concatenate"].contains(merge.name),
    merge.base.map({ namesOfEffects.contains($0.node.text) }) ?? true
  {
    return try wantsEffect(call.node, file)
  }
  // What is appended to a list of effects is one.
  if let call = Argument(of: value.parent)?.call, let append = MemberAccess(of: call.called?.node),
    append.name == "append", let list = append.base?.node,
    case .nominal(_, let elements) = file.semantics.type(of: list), elements.count == 1
  {
    if case .nominal(_, let parts) = elements[0], parts.count == 2,
      let failure = parts[1].nominalSymbol, failure.name != "Never"
    {
      throw refusalOfFailures
    }
    return isEffect(elements[0])
  }
  let isOnly = value.parent?.isBlockOfStatements == true && value.parent?.items.count == 1
  guard ReturnStmt(of: value.parent) != nil || isOnly,
    let body = value.ancestors.first(where: { $0.kind == .functionDecl || $0.kind == .closure })
  else { return false }
  if let type = body.returnType ?? ClosureExpr(body)?.signature?.returnType {
    guard namesOfEffects.contains(type.name) || type.name == "EffectPublisher" else { return false }
    let parts = type.child(.genericArgumentClause).map { Array($0.children) } ?? []
    if parts.count == 2, parts[1].name != "Never" {
      throw refusalOfFailures
    }
    return true
  }
  return isReducer(body)
}

/// Whether a closure is what a reducer does: `Reduce { state, action in … }`.
private func isReducer(_ closure: Node) -> Bool {
  guard var called = closure.callGiven?.callee else { return false }
  if called.kind == .genericSpecialization, let name = called.children.first { called = name }
  return ["Reduce", "Reducer", "AnyReducer"].contains(called.name)
}

private let refusalOfFailures = Refusal(
  "handle failures in the publisher, with 'catch' or 'replaceError(with:)', and let the effect be one of 'Never', then run the fix again"
)

/// What an expression names that a closure which is kept has to copy: what is `inout`, and variables.
///
/// - Throws: a `Refusal` where one is changed in the expression, or may have another value when the closure is called.
private func capturesOfVariables(
  in value: Node, _ file: FileContext
) throws(Refusal) -> [String] {
  let isUnnamed = value.ownDescendants.contains { node in
    node.kind == .declReference && node.name.first == "$"
      && node.name.dropFirst().allSatisfy(\.isNumber)
  }
  guard !isUnnamed else {
    throw Refusal(
      "name the parameters of the closure around the publisher, 'state, action in', then run the fix again: '$0' would be one of '.publisher { … }'"
    )
  }
  let changesSelf = file.function(around: value).modifierNames.contains("mutating")
  var captures: [String] = []
  // What a closure in it captures by its name alone is named around the closure.
  for name in value.descendants
  where name.kind == .declReference || Capture(name).map({ $0.value == nil }) == true {
    let symbol = file.semantics.symbol(of: name)
    if name.name == "self" || symbol?.isInstanceMember == true {
      guard !changesSelf else { throw refusalOfChanges }
      let isImplicit = name.name != "self" && symbol?.parent?.isSharedType == true
      if isImplicit, !captures.contains("self") { captures.append("self") }
      continue
    }
    guard let symbol, let declaration = symbol.declaration, !declaration.isInside(value),
      declaration.tree === value.tree
    else { continue }
    var seen: Set<Symbol> = []
    guard !usesVariables(of: symbol, around: value, &seen, file) else { throw refusalOfChanges }
    guard isLent(declaration) || symbol.isLocalVariable else { continue }
    let isLate = name.ancestors.prefix { $0 != value }.contains { $0.kind == .closure }
    guard !mayChange(name, file),
      !isLate || isLent(declaration) || !changes(symbol, behind: value, file)
    else { throw refusalOfChanges }
    if !captures.contains(symbol.name) { captures.append(symbol.name) }
  }
  return captures
}

private let refusalOfChanges = Refusal(
  "write '.publisher { … }' around the publisher, with what is asked of the state and of variables in constants before it"
)

/// Whether a declaration is a parameter that its function or closure may change.
private func isLent(_ declaration: Node) -> Bool {
  let closure = declaration.ancestors.first { $0.kind == .closure }.flatMap { ClosureExpr($0) }
  let isState =
    closure.map { $0.parameters.first?.node == declaration && isReducer($0.node) } ?? false
  return isState || Parameter(declaration)?.type?.text.hasPrefix("inout") == true
}

/// Whether a function, or a closure in a constant, of the body around a value uses variables of that body, or what is lent to it.
private func usesVariables(
  of symbol: Symbol, around value: Node, _ seen: inout Set<Symbol>, _ file: FileContext
) -> Bool {
  guard seen.insert(symbol).inserted, let declaration = symbol.declaration,
    declaration.tree === value.tree,
    let body = declaration.kind == .functionDecl ? declaration : symbol.binding?.initialValue,
    body.kind == .functionDecl || body.kind == .closure,
    declaration.ancestors.contains(where: { $0.isOtherBody && value.isInside($0) })
  else { return false }
  return body.descendants.contains { name in
    guard name.kind == .declReference, let used = file.semantics.symbol(of: name),
      let declaration = used.declaration, !declaration.isInside(body)
    else { return false }
    return isLent(declaration) || used.isLocalVariable
      || usesVariables(of: used, around: value, &seen, file)
  }
}

/// Whether a variable may change once an expression was evaluated: behind it, in a loop around it, or in another body.
private func changes(_ variable: Symbol, behind value: Node, _ file: FileContext) -> Bool {
  guard let declaration = variable.declaration else { return true }
  return file.semantics.references(to: variable).contains { use in
    mayChange(use, file)
      && (use.range.lowerBound >= value.range.lowerBound
        || use.ancestors.contains { around in
          (around.kind.isLoop && value.isInside(around) || around.isOtherBody)
            && !declaration.isInside(around)
        })
  }
}
