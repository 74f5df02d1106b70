import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

/// What a value is of an earlier era because of, where a function takes what has come in its place.
package struct LeftValue {
  /// The declaration of the value, or the head of its type, which has a finding of its own.
  let path: String
  let range: ByteRange
}

/// Returns the values of an era which the file's imports have left behind, where today's code makes nothing of them:
/// arguments of functions that take something else, and receivers where they alone give another part of an expression a
/// meaning.
///
/// Who wrote the call says nothing of the value that goes into it: `Client(wrapping: channel)` may be as it should be, and
/// `channel` still be a `ClientConnection`.
///
/// - Parameter found: what is found in the file already.
/// - Complexity: O(*n*) in the calls of the file, plus the inference of its bodies. Nothing where no era was left.
func valuesLeftBehind(
  in file: FileContext, _ index: RuleIndex, besides found: [Match]
) -> [Match] {
  let left = Set(file.model.modulesLeftBehind(by: file.semantics.module))
  guard !left.isEmpty else { return [] }
  var known = Set(found.map(\.range))
  var walked: Set<NodeID> = []
  return file.tree.nodes.indices.flatMap { position -> [Match] in
    let node = Node(tree: file.tree, id: NodeID(rawValue: UInt32(position)))
    if let link = node.chainThatTells,
      let receiver = leftReceiver(of: link, left, file, index, &walked)
    {
      return known.insert(receiver.range).inserted ? [receiver] : []
    }
    guard node.kind == .functionCall, let list = node.child(.argumentList),
      let symbol = file.semantics.symbol(of: node),
      !left.contains(symbol.module), symbol.parameters.count == symbol.parameterTypes.count
    else { return [] }
    return node.arguments.flatMap { argument -> [Match] in
      guard let wanted = type(of: argument, in: list, takenBy: symbol) else { return [] }
      return values(of: argument.argumentValue, wanting: wanted).compactMap { value, wanted in
        leftValue(value, wanting: wanted, left, file, index)
      }
    }
  }
}

/// The first use of a value of an earlier era in a chain, from whose members it goes down to the value.
///
/// - Parameter walked: the links of chains that were gone down, so that each is once.
private func leftReceiver(
  of chain: Node, _ left: Set<String>, _ file: FileContext, _ index: RuleIndex,
  _ walked: inout Set<NodeID>
) -> Match? {
  var link = chain
  while link.kind == .memberAccess, walked.insert(link.id).inserted, let base = link.chainBase {
    if base.kind == .functionCall, let callee = base.callee {
      link = callee
      continue
    }
    guard base.kind == .declReference || base.kind == .memberAccess else { return nil }
    if let type = file.semantics.type(of: base).fullyUnwrapped.nominalSymbol,
      left.contains(type.module), let (_, cause) = earlierType(of: base, type, left, file),
      let rule = rule(about: type, file, index)
    {
      let range = link.mainToken.range
      return Match(
        rule: rule, node: link, range: range, replaced: range, symbol: type, because: cause)
    }
    link = base
  }
  return nil
}

/// The rule that finds a type by its name, if it runs on the file; none that only advises, and none about the name of its module,
/// whose values are as they should be.
private func rule(about type: Symbol, _ file: FileContext, _ index: RuleIndex) -> SwiftRule? {
  index.rules.first { rule in
    rule.severity > .note && rule.finder.finds(type, in: file.model) && file.runs(rule.id)
      && rule.unless.map(file.runs) != true && !rule.guards.contains(.qualified(true))
  }
}

/// The type that a function declares for an argument.
private func type(of argument: Node, in list: Node, takenBy symbol: Symbol) -> SemanticType? {
  guard let parameter = parameter(of: symbol, taking: argument, in: list) else { return nil }
  return zip(symbol.parameters, symbol.parameterTypes).first {
    $0.0.label == parameter.label && $0.0.declaration == parameter.declaration
  }?.1
}

/// A value, or the elements of an array literal, with the type that is wanted of each.
private func values(
  of value: Node, wanting wanted: SemanticType
) -> [(value: Node, wanted: Symbol)] {
  guard case .nominal(let symbol, let arguments) = wanted.fullyUnwrapped else { return [] }
  guard value.kind == .arrayLiteral else { return [(value, symbol)] }
  guard symbol.qualifiedName == "Swift.Array",
    let element = arguments.first?.fullyUnwrapped.nominalSymbol
  else { return [] }
  return value.children.map { ($0, element) }
}

private func leftValue(
  _ value: Node, wanting wanted: Symbol, _ left: Set<String>, _ file: FileContext,
  _ index: RuleIndex
) -> Match? {
  guard value.kind == .declReference || value.kind == .memberAccess,
    let symbol = file.semantics.type(of: value).fullyUnwrapped.nominalSymbol, symbol != wanted,
    wanted.module != "Swift", !wanted.isExternal, !left.contains(wanted.module),
    !file.model.isSubtype(symbol, of: wanted.qualifiedName),
    let (earlier, cause) = earlierType(of: value, symbol, left, file)
      ?? earlierConformer(to: wanted, before: symbol, left, file),
    let rule = rule(about: earlier, file, index)
  else { return nil }
  return Match(
    rule: rule, node: value, range: value.range, replaced: value.range, symbol: earlier,
    because: cause)
}

/// The type of an earlier era that the project made conform to a protocol of its own, as the type in its place does not.
///
/// `Stream(channel: channel)` took a `Channel` by `extension Channel: ChannelProtocol`; a `GRPCChannel` it does not take.
///
/// - Complexity: O(*n*) in the extensions of types of earlier eras, for values that no longer fit alone.
private func earlierConformer(
  to wanted: Symbol, before type: Symbol, _ left: Set<String>, _ file: FileContext
) -> (Symbol, LeftValue)? {
  guard wanted.kind == .protocolType, case .project = wanted.origin else { return nil }
  let earlier = file.model.earlierTypes(of: type).filter { left.contains($0.module) }
  guard !earlier.isEmpty else { return nil }
  for node in file.model.extensionsOfEarlierTypes {
    guard let subject = node.subjectType,
      let match = earlier.first(where: { $0.name == subject.name }),
      node.inheritedTypes.contains(where: { $0.name == wanted.name })
    else { continue }
    return (match, LeftValue(path: node.tree.source.path, range: subject.range))
  }
  return nil
}

/// The type of an earlier era that a value is of or its type conforms to, and what says so.
private func earlierType(
  of value: Node, _ type: Symbol, _ left: Set<String>, _ file: FileContext
) -> (Symbol, LeftValue)? {
  if left.contains(type.module) {
    guard let declared = file.semantics.symbol(of: value)?.declaration,
      let statement = declarationStatement(of: declared),
      mentions(left, in: statement, file)
    else { return nil }
    return (type, LeftValue(path: declared.tree.source.path, range: statement.range))
  }
  guard case .project = type.origin, let head = type.declaration?.child(.inheritanceClause),
    let parent = file.model.inheritedTypes(of: type).lazy.compactMap(\.nominalSymbol)
      .first(where: { left.contains($0.module) })
  else { return nil }
  return (parent, LeftValue(path: head.tree.source.path, range: head.range))
}

/// The binding, parameter or property that declares a value.
private func declarationStatement(of declared: Node) -> Node? {
  ([declared] + declared.ancestors.prefix(3)).first {
    [.patternBinding, .parameter, .optionalBinding].contains($0.kind)
  }
}

/// Whether something in a declaration of the file itself means what an earlier era declares.
private func mentions(_ left: Set<String>, in statement: Node, _ file: FileContext) -> Bool {
  guard statement.tree.source.path == file.source.path else { return false }
  return statement.descendants.contains { node in
    switch node.kind {
    case .identifierType, .memberType, .functionCall, .declReference, .memberAccess:
      file.semantics.symbol(of: node).map { left.contains($0.module) } ?? false
    default: false
    }
  }
}

extension Node {
  /// The chain that alone gives another part of an expression a meaning: `context.send` of `context.send(.end)`,
  /// `call?.cancel` of `call?.cancel(promise: nil)`, `status.code` of `status.code == .ok`.
  fileprivate var chainThatTells: Node? {
    switch kind {
    case .functionCall:
      let values = arguments.map(\.argumentValue) + trailingClosures.map(\.closure)
      return values.contains(where: \.isToldByItsPlace) ? callee : nil
    case .binaryOperator where name != "==" && name != "!=": return nil
    case .assignment, .binaryOperator:
      return rightOperand.map(isImplicitRoot) == true ? leftOperand : nil
    default: return nil
    }
  }

  /// Whether only what takes an expression gives it a type: `nil`, `.with { … }`, a closure that returns one of these.
  private var isToldByItsPlace: Bool {
    switch kind {
    case .nilLiteral: return true
    case .closure:
      guard let items = ClosureExpr(self).map({ Array($0.items) }), items.count == 1 else {
        return false
      }
      switch items[0] {
      case .expression(let value): return value.node.isToldByItsPlace
      case .statement(.returning(let statement)):
        return statement.value?.node.isToldByItsPlace ?? false
      default: return false
      }
    default: return isImplicitRoot(self)
    }
  }

  /// What a member is of, without marks for optionals.
  fileprivate var chainBase: Node? {
    var node = base
    while let marked = node, [.optionalChaining, .forceUnwrap].contains(marked.kind) {
      node = marked.children.first
    }
    return node
  }
}
