package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `publisher.eraseToEffect()`, where an effect is wanted, into `.publisher { publisher }`; behind what is an effect already it goes.
///
/// What Combine's publishers are of is not known, but the effect around says what they send, and that they do not fail.
package func effectOfPublisher(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let call = CallExpr(match.node), call.arguments.isEmpty, call.trailingClosures.isEmpty,
    let value = MemberAccess(of: call.called?.node)?.base?.node
  else { return .manual() }
  if isEffect(file.semantics.type(of: value)) {
    return file.replacing(call.node, with: .kept(value))
  }
  let sent = actionSent(atStartOf: value, file)
  guard sent != nil || isPublisher(value, file), !holdsEffect(value, besides: sent?.effect, file)
  else { return .manual() }
  var whole = call.node
  var made = Code.kept(value)
  if let map = MemberAccess(on: whole), map.name == "map", let mapped = map.call,
    sent == nil, !holdsEffect(mapped.node, besides: whole, file)
  {
    let called = Code.member(made, "map")
    if let closure = mapped.trailingClosures.first?.closure, mapped.arguments.isEmpty {
      made = .form(.trailed(called, closure.node))
    } else if let argument = mapped.onlyArgument?.expression {
      made = .call(called, [.plain(.kept(argument))])
    } else {
      return .manual()
    }
    whole = mapped.node
  }
  var end = whole
  while let next = MemberAccess(on: end), next.name == "cancellable", let call = next.call {
    end = call.node
  }
  guard wantsEffect(end, file) else { return .manual() }
  guard let captures = capturesOfParameters(in: whole, file) else {
    throw Refusal(
      "write '.publisher { … }' around the publisher, with what is asked of the state before it")
  }
  var editor = file.editor
  if let (effect, action) = sent {
    editor.replace(effect, with: .call("Just", [.plain(.kept(action))]))
  }
  let closure = ClosureCode(captures: captures, [made])
  editor.replace(whole, with: .call(.member(nil, "publisher"), [], trailing: [closure]))
  return TransformOutcome(
    editor,
    review: "the publisher is made when the effect starts, and no longer when the action comes in",
    imports: sent == nil ? [] : ["Combine"])
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

/// Whether a base is left out, or is the type of effects.
private func isStatic(_ base: Node?) -> Bool {
  guard let base else { return true }
  return ["Effect", "EffectTask"].contains(base.name)
}

private func isEffect(_ type: SemanticType) -> Bool {
  let name = type.nominalSymbol?.qualifiedName
  return name == "ComposableArchitecture.EffectPublisher" || name == "ComposableArchitecture.Effect"
}

/// Whether an expression is a publisher of Combine's: `values.publisher`, `Just(value)`, what is declared as `AnyPublisher<…>`, and what
/// operators make of these.
private func isPublisher(_ value: Node, _ file: FileContext) -> Bool {
  let symbol = file.semantics.symbol(of: value)
  if let type = symbol.flatMap(writtenType) ?? symbol?.declaration?.returnType,
    ["AnyPublisher", "Published"].contains(type.name)
  {
    return true
  }
  if let call = CallExpr(value) {
    if let member = MemberAccess(of: call.called?.node), let base = member.base?.node {
      return operatorsOfPublishers.contains(member.name) && isPublisher(base, file)
    }
    return NameExpr(call.called?.node ?? value).map {
      ["Just", "Empty", "Future"].contains($0.name)
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
  "prepend",
]

/// Whether an effect is made or named in an expression, which is a publisher no more.
private func holdsEffect(_ value: Node, besides known: Node? = nil, _ file: FileContext) -> Bool {
  ([value] + value.descendants).contains { part in
    if let known, part == known || part.isInside(known) { return false }
    switch part.kind {
    case .declReference, .identifierType, .memberAccess:
      return [
        "Effect", "EffectTask", "EffectPublisher", "eraseToEffect", "catchToEffect",
        "fireAndForget",
      ].contains(part.name)
    case .functionCall: return isEffect(file.semantics.type(of: part))
    default: return false
    }
  }
}

/// Whether an effect is wanted of what a place gives: it is returned by what says so, or merged with others.
private func wantsEffect(_ value: Node, _ file: FileContext) -> Bool {
  if let call = Argument(of: value.parent)?.call, let merge = MemberAccess(of: call.called?.node),
    ["merge", "concatenate"].contains(merge.name),
    merge.base == nil || ["Effect", "EffectTask"].contains(merge.base?.node.text)
  {
    return wantsEffect(call.node, file)
  }
  // What is appended to a list of effects is one.
  if let call = Argument(of: value.parent)?.call, let append = MemberAccess(of: call.called?.node),
    append.name == "append", let list = append.base?.node,
    case .nominal(_, let elements) = file.semantics.type(of: list), elements.count == 1
  {
    return isEffect(elements[0])
  }
  let isOnly = value.parent?.isBlockOfStatements == true && value.parent?.items.count == 1
  guard ReturnStmt(of: value.parent) != nil || isOnly,
    let body = value.ancestors.first(where: { $0.kind == .functionDecl || $0.kind == .closure })
  else { return false }
  if let type = body.returnType ?? ClosureExpr(body)?.signature?.returnType {
    return ["Effect", "EffectTask", "EffectPublisher"].contains(type.name)
  }
  return isReducer(body)
}

/// Whether a closure is what a reducer does: `Reduce { state, action in … }`.
private func isReducer(_ closure: Node) -> Bool {
  guard var called = closure.callGiven?.callee else { return false }
  if called.kind == .genericSpecialization, let name = called.children.first { called = name }
  return ["Reduce", "Reducer", "AnyReducer"].contains(called.name)
}

/// The parameters of the function or closure around that an expression names, which a closure that is kept has to copy: they can be `inout`.
///
/// - Returns: nil where one is changed in the expression.
private func capturesOfParameters(in value: Node, _ file: FileContext) -> [String]? {
  var captures: [String] = []
  for name in value.descendants where name.kind == .declReference {
    guard let symbol = file.semantics.symbol(of: name), let declaration = symbol.declaration,
      !declaration.isInside(value), declaration.tree === value.tree
    else { continue }
    if name.parent?.kind == .inOut { return nil }
    let closure = declaration.ancestors.first { $0.kind == .closure }.flatMap { ClosureExpr($0) }
    let isState =
      closure.map { $0.parameters.first?.node == declaration && isReducer($0.node) } ?? false
    let isInOut = isState || Parameter(declaration)?.type?.text.hasPrefix("inout") == true
    if isInOut, !captures.contains(symbol.name) { captures.append(symbol.name) }
  }
  return captures
}
