import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns the locals that are never read, and the copies whose changes are thrown away.
///
/// - Complexity: O(*n* log *n*) in the nodes of the file.
func unusedValues(in subject: Subject) -> [DefiniteError] {
  let uses = usesByName(in: subject)
  return subject.nodes.compactMap { node in
    switch node.kind {
    case .patternBinding, .optionalBinding:
      guard let local = Local(node) else { return nil }
      return unusedValue(local, uses, in: subject)
    default: return nil
    }
  }
}

/// The expressions that read or write a variable, by its name, in source order.
private func usesByName(in subject: Subject) -> [String: [Node]] {
  var uses: [String: [Node]] = [:]
  for node in subject.nodes {
    switch node.kind {
    case .declReference, .capture: uses[node.name, default: []].append(node)
    case .optionalBinding where node.initialValue == nil:
      if let pattern = node.pattern { uses[pattern.name, default: []].append(node) }
    default: continue
    }
  }
  return uses.mapValues { $0.sorted { $0.range.lowerBound < $1.range.lowerBound } }
}

/// A variable of a body with an initial value.
private struct Local {
  let name: Node
  let value: Node
  let isVariable: Bool

  /// Where it can be used.
  let scope: ByteRange

  init?(_ binding: Node) {
    guard let pattern = binding.pattern, pattern.kind == .identifierPattern,
      !pattern.name.hasPrefix("_"), let value = binding.initialValue,
      let end = Local.endOfScope(of: binding), end > binding.range.upperBound
    else { return nil }
    if binding.kind == .patternBinding {
      guard let declaration = binding.parent, declaration.kind == .variableDecl,
        declaration.attributes.isEmpty, declaration.modifiers.isEmpty,
        binding.accessorBlock == nil
      else { return nil }
      isVariable = declaration.name == "var"
    } else {
      guard binding.name == "var" else { return nil }
      isVariable = true
    }
    (name, self.value) = (pattern, value)
    scope = binding.range.upperBound..<end
  }

  /// The end of the block that a binding is known in; nil if it is no local.
  private static func endOfScope(of binding: Node) -> ByteOffset? {
    for node in binding.ancestors {
      switch node.kind {
      case .codeBlock, .closure, .accessorBlock, .switchCase, .ifExpr, .whileStmt:
        return node.range.upperBound
      case .variableDecl, .guardStmt, .ifConfig, .ifConfigClause: continue
      default: return nil
      }
    }
    return nil
  }
}

private func unusedValue(
  _ local: Local, _ uses: [String: [Node]], in subject: Subject
) -> DefiniteError? {
  let all = uses[local.name.name] ?? []
  let first = all.partitioningIndex { $0.range.lowerBound >= local.scope.lowerBound }
  let own = all[first...].prefix { $0.range.lowerBound < local.scope.upperBound }
  let name = local.name.name
  guard !own.isEmpty else {
    guard local.name.parent?.kind == .patternBinding, isPlainValue(local.value, in: subject) else {
      return nil
    }
    return subject.error(.unusedValue, at: local.name, "'\(name)' is never read")
  }
  guard local.isVariable, own.allSatisfy({ isWrite($0, in: subject) }) else { return nil }
  guard local.value.isCopied else {
    return subject.error(.unusedValue, at: local.name, "'\(name)' is written and never read")
  }
  return subject.error(
    .lostMutation, at: local.name, "'\(name)' is a copy, and what is changed in it is lost")
}

/// Whether making the value does nothing else: it is a literal or a structure that is made without marks.
private func isPlainValue(_ value: Node, in subject: Subject) -> Bool {
  switch value.kind {
  case .integerLiteral, .floatLiteral, .booleanLiteral, .stringLiteral, .arrayLiteral,
    .dictionaryLiteral:
    return true
  case .functionCall:
    guard let symbol = subject.semantics.symbol(of: value), symbol.kind == .initializer,
      let owner = symbol.parent
    else { return false }
    return owner.kind == .structure && owner.qualifiedName != "Swift.Task"
  default: return false
  }
}

/// Whether a use only changes the variable: it assigns to it or its parts, or calls what mutates it and gives nothing.
private func isWrite(_ use: Node, in subject: Subject) -> Bool {
  guard use.kind == .declReference else { return false }
  var node = use
  while let parent = node.parent {
    if parent.kind == .assignment, parent.children.first == node { return true }
    guard parent.kind == .memberAccess, parent.base == node,
      subject.semantics.type(of: node).nominalSymbol?.kind == .structure,
      let member = subject.semantics.symbol(of: parent)
    else { return false }
    if member.kind == .function {
      guard let call = parent.parent, call.kind == .functionCall, call.calledExpression == parent,
        let place = call.parent?.kind
      else { return false }
      return member.onlySetsValue(in: subject.model)
        && [.codeBlock, .closure, .switchCase].contains(place)
    }
    guard member.kind == .property, member.isPartOfValue else { return false }
    node = parent
  }
  return false
}

extension Node {
  /// Whether the value stands somewhere else as well: it is a name or a chain of members.
  fileprivate var isCopied: Bool {
    var node = self
    while node.kind == .memberAccess || node.kind == .asExpr || node.kind == .tuple,
      let base = node.kind == .tuple ? node.arguments.first?.argumentValue : node.children.first
    { node = base }
    return node.kind == .declReference
  }
}
