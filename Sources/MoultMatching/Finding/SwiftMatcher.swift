import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns the matches of the index's rules in a file, in source order.
///
/// - Complexity: O(*n*) in the nodes of the file, plus the resolution of those whose name is in the index.
package func matches(in file: FileContext, _ index: RuleIndex) -> [Match] {
  var found: [Match] = []
  let locals = index.localTypeNames(of: file.tree)
  var reachable = index.reachable(in: file.tree)
  for position in file.tree.nodes.indices {
    let node = Node(tree: file.tree, id: NodeID(rawValue: UInt32(position)))
    guard let name = candidateName(of: node) else { continue }
    let candidates =
      node.kind == .functionCall ? index.candidates(calling: name, locals) : index.candidates(name)
    var matched = false
    for candidate in candidates where reachable.contains(candidate) {
      guard let match = match(index.rules[candidate], node, file, index) else { continue }
      found.append(match)
      matched = true
    }
    guard !matched, node.kind == .functionCall, let label = node.arguments.first?.argumentLabel
    else { continue }
    for candidate in index.candidates(calledWith: label) where reachable.contains(candidate) {
      if let match = match(index.rules[candidate], node, file, index) { found.append(match) }
    }
  }
  // The declaration of such a value is found as well.
  if !found.isEmpty { found += valuesLeftBehind(in: file, index, besides: found) }
  return found.sorted { a, b in
    (a.range.lowerBound, a.rule.id) < (b.range.lowerBound, b.rule.id)
  }
}

/// The name by which a node is looked up, or nil if no finder is about nodes of its kind.
private func candidateName(of node: Node) -> ArraySlice<UInt8>? {
  switch node.kind {
  case .identifierType, .memberType, .declReference, .memberAccess, .importPathComponent,
    .prefixOperator, .regexLiteral:
    return node.tree.bytes(of: node.mainTokenID)
  case .functionCall:
    guard let callee = node.callee else { return nil }
    return node.tree.bytes(of: callee.mainTokenID)
  case .subscriptCall: return subscriptName[...]
  default: return nil
  }
}

private let subscriptName = Array("subscript".utf8)

extension Node {
  /// The expression that a call calls, without generic arguments, `?` and `!`.
  package var callee: Node? {
    var callee = children.first
    while let current = callee {
      switch current.kind {
      case .genericSpecialization, .optionalChaining, .forceUnwrap:
        callee = current.children.first
      default: return current
      }
    }
    return nil
  }
}

private func match(
  _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
) -> Match? {
  guard let found = unjudgedMatch(rule, node, file, index) else { return nil }
  // A rule that is off here must not take places from others either.
  guard file.runs(rule.id), rule.unless.map(file.runs) != true else { return nil }
  // What the project itself declares in a module of the library's name is not the library's.
  // Only what a library retires is asked of every module, the project's own among them.
  if let symbol = found.symbol, rule.finder.isAboutDeclaration, found.availability == nil,
    case .project = symbol.origin, !symbol.isExternal
  {
    return nil
  }
  return found
}

private func unjudgedMatch(
  _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
) -> Match? {
  switch rule.finder {
  case .module(let module): matchImport(rule, of: module, node, file)
  case .type(let name): matchType(rule, name, node, file)
  case .memberOf(let owner): matchMemberOf(rule, owner, node, file, index)
  case .member(let name): matchMember(rule, name, node, file)
  case .call(let name):
    matchCall(rule, name, node, file) ?? matchConstrainedInit(rule, name, node, file)
  case .enumCase(let name): matchCase(rule, name, node, file)
  case .prefixOperator(let name): matchPrefixOperator(rule, name, node, file)
  case .conformance(let name): matchConformance(rule, name, node, file)
  case .retired(let scope): matchRetired(rule, scope, node, file, index)
  case .pattern(let pattern, let types): matchPattern(rule, pattern, types, node, file)
  case .generatedType(let ancestor, let suffix):
    matchGeneratedType(rule, ancestor, suffix, node, file)
  case .generatedCall(let ancestor, let style):
    matchGeneratedCall(rule, ancestor, style, node, file)
  case .generatedValue(let ancestor, let style):
    matchGeneratedValue(rule, ancestor, style, node, file)
  case .bridgedCall(let ancestor, let selector):
    matchBridgedCall(rule, ancestor, selector, node, file)
  case .generatedMember(let ancestor): matchGeneratedMember(rule, ancestor, node, file)
  case .generatedCase(let ancestor, let name):
    matchGeneratedCase(rule, ancestor, name, node, file)
  case .generatedInit(let ancestor): matchGeneratedInit(rule, ancestor, node, file)
  }
}

private func matchGeneratedMember(
  _ rule: SwiftRule, _ ancestor: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .memberAccess, let symbol = file.semantics.symbol(of: node),
    symbol.kind == .property, symbol.isGenerated, let owner = symbol.parent,
    file.model.isSubtype(owner, of: ancestor)
  else { return nil }
  return Match(
    rule: rule, node: node, range: node.mainToken.range, replaced: node.mainToken.range,
    texts: ["member": symbol.name], symbol: symbol)
}

private func matchImport(
  _ rule: SwiftRule, of module: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.name == module, let replaced = importedName(node) else { return nil }
  // A module of that name that the project itself builds is not the library's.
  guard !file.model.projectModules.contains(module) else { return nil }
  return Match(
    rule: rule, node: node, range: node.range, replaced: replaced, texts: ["module": module])
}

/// What names a module where it is imported, or where `#if canImport(…)` asks for it; nil for any other node.
///
/// The import of one declaration names it as a whole: the new module may call the declaration otherwise, or lack it.
private func importedName(_ node: Node) -> ByteRange? {
  switch node.kind {
  case .importPathComponent:
    guard let declaration = node.parent, declaration.kind == .importDecl else { return nil }
    let path = declaration.children.filter { $0.kind == .importPathComponent }
    guard path.first == node, let last = path.last else { return nil }
    let before = Int(node.record.firstToken) - 1
    // `struct` of `import struct M.T`.
    guard path.count > 1, before > Int(declaration.record.mainToken) else { return node.range }
    return node.tree.tokens[before].range.lowerBound..<last.range.upperBound
  case .declReference:
    guard let call = node.ancestors.first(where: { $0.kind == .functionCall }),
      call.children.first?.name == "canImport", call.children.first != node,
      call.ancestors.contains(where: { $0.kind == .ifConfigClause }),
      node.parent?.kind == .argument || node.parent?.kind == .argumentList
    else { return nil }
    return node.range
  default: return nil
  }
}

func isReference(_ node: Node) -> Bool {
  switch node.kind {
  case .identifierType, .memberType, .declReference, .memberAccess: true
  default: false
  }
}

/// The bytes of a reference that name it, without generic arguments.
func nameRange(of node: Node) -> ByteRange {
  node.range.lowerBound..<node.mainToken.range.upperBound
}

private func matchType(
  _ rule: SwiftRule, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard isReference(node), let symbol = referredType(node, file), symbol.qualifiedName == name,
    !isOnTheWayToNestedType(node, of: symbol, file)
  else { return nil }
  let range = nameRange(of: node)
  return Match(rule: rule, node: node, range: range, replaced: range, symbol: symbol)
}

/// True for `Channel` in `Channel.Argument`: the successor of a type need not have its nested types, which
/// are named by rules of their own.
private func isOnTheWayToNestedType(
  _ node: Node, of type: Symbol, _ file: FileContext
) -> Bool {
  guard let parent = node.parent, parent.kind == .memberType || parent.kind == .memberAccess,
    parent.children.first == node, let member = referredType(parent, file)
  else { return false }
  return member.kind.isType && member.module == type.module
}

/// The type that a reference names; a name that is called stands for its type's initialiser.
func referredType(_ node: Node, _ file: FileContext) -> Symbol? {
  guard let symbol = file.semantics.symbol(of: node) else { return nil }
  if symbol.kind == .initializer, node.kind != .memberAccess || node.name != "init" {
    return symbol.parent
  }
  return symbol
}

/// A name that is called is found at the call, where overloads are told apart.
private func matchMemberOf(
  _ rule: SwiftRule, _ owner: String, _ node: Node, _ file: FileContext, _ index: RuleIndex
) -> Match? {
  guard let symbol = file.semantics.symbol(of: node), symbol.parent?.qualifiedName == owner,
    !symbol.kind.isType, !index.names(symbol)
  else { return nil }
  var nodes: [String: Node] = [:]
  let range: ByteRange
  switch node.kind {
  case .functionCall, .subscriptCall:
    guard let callee = node.callee else { return nil }
    nodes = callBindings(node)
    if node.kind == .subscriptCall { nodes["base"] = callee }
    range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
  case .memberAccess, .declReference:
    if let call = node.parent, call.kind == .functionCall, call.callee == node,
      file.semantics.symbol(of: call) != nil
    {
      return nil
    }
    if node.kind == .memberAccess { nodes["base"] = node.children.first }
    range = node.mainToken.range
  default: return nil
  }
  return Match(
    rule: rule, node: node, range: range, replaced: range, nodes: nodes,
    texts: ["member": symbol.name], symbol: symbol)
}

private func matchMember(
  _ rule: SwiftRule, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .memberAccess || node.kind == .declReference,
    let symbol = file.semantics.symbol(of: node), symbol.qualifiedName == name
  else { return nil }
  var nodes: [String: Node] = [:]
  if node.kind == .memberAccess, let base = node.children.first { nodes["base"] = base }
  return Match(
    rule: rule, node: node, range: node.mainToken.range, replaced: node.range, nodes: nodes,
    symbol: symbol)
}

private func matchCall(
  _ rule: SwiftRule, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall || node.kind == .subscriptCall, let callee = node.callee,
    let symbol = file.semantics.symbol(of: node), symbol.qualifiedName == name
  else { return nil }
  var nodes = callBindings(node)
  if node.kind == .subscriptCall { nodes["base"] = node.children.first }
  let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
  return Match(
    rule: rule, node: node, range: range, replaced: node.range, nodes: nodes, symbol: symbol)
}

/// `$base`, and the arguments by position.
func callBindings(_ call: Node) -> [String: Node] {
  var nodes: [String: Node] = [:]
  if let callee = call.callee, callee.kind == .memberAccess, let base = callee.children.first {
    nodes["base"] = base
  }
  for (position, argument) in call.arguments.enumerated() {
    nodes[String(position + 1)] = argument.children.first
  }
  return nodes
}

private func matchCase(
  _ rule: SwiftRule, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .memberAccess || node.kind == .declReference,
    let symbol = file.semantics.symbol(of: node), symbol.qualifiedName == name
  else { return nil }
  let owner = patternOrCall(around: node)
  return Match(
    rule: rule, node: node, range: node.range, replaced: owner.range,
    nodes: owner.kind == .functionCall ? callBindings(owner) : [:], symbol: symbol)
}

/// The whole pattern that a case stands in, the call that makes a value of it, or the case alone.
private func patternOrCall(around node: Node) -> Node {
  var owner = node
  if let call = node.parent, call.kind == .functionCall, call.children.first == node {
    owner = call
  }
  var matched = owner
  if let optional = owner.parent, optional.kind == .optionalChaining { matched = optional }
  guard let pattern = matched.parent, pattern.kind == .expressionPattern else { return owner }
  owner = pattern
  while let parent = owner.parent, parent.kind == .valueBindingPattern { owner = parent }
  return owner
}

private func matchConformance(
  _ rule: SwiftRule, _ name: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .identifierType || node.kind == .memberType,
    node.parent?.kind == .inheritedType, let symbol = file.semantics.symbol(of: node),
    symbol.qualifiedName == name
  else { return nil }
  return Match(
    rule: rule, node: node, range: node.range, replaced: nameRange(of: node), symbol: symbol)
}

private func matchPattern(
  _ rule: SwiftRule, _ pattern: Pattern, _ types: [String: String], _ reference: Node,
  _ file: FileContext
) -> Match? {
  // The index names the last token of the pattern; the match is an expression around it.
  for node in [reference] + Array(reference.ancestors.prefix(4))
  where node.kind == pattern.root.kind {
    guard let nodes = pattern.match(node) else { continue }
    let fits = types.allSatisfy { name, expected in
      guard let bound = nodes[name] else { return false }
      return names(file.semantics.type(of: bound), expected, file.model)
    }
    if fits {
      return Match(rule: rule, node: node, range: node.range, replaced: node.range, nodes: nodes)
    }
  }
  return nil
}

private func names(_ type: SemanticType, _ expected: String, _ model: ProjectModel) -> Bool {
  guard case .nominal(let symbol, _) = type else { return false }
  return symbol.qualifiedName == expected || model.isSubtype(symbol, of: expected)
}

private func matchGeneratedType(
  _ rule: SwiftRule, _ ancestor: String, _ suffix: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard isReference(node), let symbol = referredType(node, file), symbol.isGenerated,
    symbol.name.hasSuffix(suffix), symbol.name == node.name,
    ancestor.isEmpty || file.model.isSubtype(symbol, of: ancestor)
  else { return nil }
  let stem = String(symbol.name.dropLast(suffix.count))
  return Match(
    rule: rule, node: node, range: nameRange(of: node), replaced: node.mainToken.range,
    texts: ["stem": stem], symbol: symbol)
}

private func matchGeneratedCall(
  _ rule: SwiftRule, _ ancestor: String, _ style: CallStyle, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall, let callee = node.callee,
    callee.kind == .memberAccess || callee.kind == .declReference,
    let symbol = file.semantics.symbol(of: node), symbol.kind == .function, symbol.isGenerated,
    let owner = symbol.parent, ancestor.isEmpty || file.model.isSubtype(owner, of: ancestor),
    callStyle(of: symbol, in: file.model) == style
  else { return nil }
  return Match(
    rule: rule, node: node, range: callee.mainToken.range, replaced: node.range,
    nodes: callBindings(node), texts: ["method": symbol.name], symbol: symbol)
}

private func matchGeneratedValue(
  _ rule: SwiftRule, _ ancestor: String, _ style: CallStyle, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .memberAccess, let base = node.base else { return nil }
  if let call = node.parent, call.kind == .functionCall, call.children.first == node { return nil }
  let methods = file.semantics.candidates(of: node).filter { symbol in
    symbol.kind == .function && symbol.isGenerated && callStyle(of: symbol, in: file.model) == style
      && symbol.parent.map { file.model.isSubtype($0, of: ancestor) } ?? false
  }
  // The type that is wanted tells the forms of a method apart; alone, the shortest is meant.
  let wanted = methods.first { $0.type == file.semantics.type(of: node) }
  guard let symbol = wanted ?? methods.min(by: { $0.parameters.count < $1.parameters.count }) else {
    return nil
  }
  return Match(
    rule: rule, node: node, range: node.mainToken.range, replaced: node.range,
    nodes: ["base": base],
    texts: ["method": symbol.name], symbol: symbol)
}
