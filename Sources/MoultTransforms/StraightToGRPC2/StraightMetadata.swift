import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The rule by which `Metadata` of grpc-swift 0 stays `Metadata`, now that of grpc-swift 2.
private let ruleOfStraightMetadata = RuleID("grpc-swift.straight-metadata")

/// Whether headers of this file are never `CallOptions`, as they are in grpc-swift 1.
func keepsMetadata(_ file: FileContext) -> Bool { file.runs(ruleOfStraightMetadata) }

/// Turns `try Metadata(entries)` into a literal of grpc-swift 2's `Metadata`, or into one made of a dictionary.
package func straightMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if arePairs(of: match.node) || isWrittenByItsCall(match.node, file) { return nil }
  guard let made = madeMetadata(match.node, file) else {
    return .manual("create a 'Metadata' from its entries, '[key: .string(value)]'")
  }
  var editor = file.editor
  let type = Code.library("GRPCCore.Metadata")
  if case .form(.dictionary) = made {
    if let pattern = untypedPattern(boundTo: match.node) {
      editor.annotate(pattern: pattern, with: type)
      editor.replace(match.node, with: made)
    } else {
      let isTyped = hasTypeAround(match.node, file)
      editor.replace(match.node, with: isTyped ? made : .infix(made, "as", type))
    }
  } else {
    editor.replace(match.node, with: made)
  }
  var consequence = removalOfThrow(from: match.node, in: file)
  consequence.edits += editor.edits
  return TransformOutcome(consequence)
}

/// Whether an earlier round has written what is in the parentheses: `m.map { (key: $0.key, value: …) }`.
private func arePairs(of made: Node) -> Bool {
  guard case .call(let map)? = CallExpr(made)?.arguments.first?.expression,
    case .member(let called)? = map.called, called.name == "map",
    case .expression(let pair)? = map.trailingClosures.only?.closure?.items.only,
    let tuple = TupleExpr(pair.node)
  else { return false }
  return tuple.elements.map(\.label) == ["key", "value"]
}

/// Whether the headers are an argument of a call that goes straight to grpc-swift 2, whose fix writes them as well.
private func isWrittenByItsCall(_ made: Node, _ file: FileContext) -> Bool {
  guard let argument = Argument(of: made.with(.tryExpr).parent), argument.label == "metadata",
    let call = argument.call?.node
  else { return false }
  return callGoesStraightToGRPC2(call, file) || completionGoesStraightToGRPC2(call, file)
    || goesStraightToGRPC2(call, file)
}

/// Turns `metadata.add(key:value:)` into `addString(_:forKey:)`.
///
/// What is added to the headers of a client becomes a part of its options, by way of grpc-swift 1, or stays with them.
package func straightMetadataAdded(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let base = match.nodes["base"] else { return nil }
  let headers = base.withoutUnwrapping
  if let setting = settingOfClient(headers, file) {
    try checkSetting(headers, setting.name, file)
    return try metadataAdd(match, file)
  }
  return headerAdded(match, mutability(of: base, in: file), file) {
    Code.kept(base).calling("addString", [.plain($1), CodeArgument("forKey", $0)])
  }
}

/// Turns `metadata["k"]` into a question to grpc-swift 2's `Metadata`, which may have a name more than once.
package func straightMetadataRead(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let read = SubscriptExpr(match.node), let base = read.base,
    let key = read.arguments.first?.expression
  else { return nil }
  let owner = base.node.withoutUnwrapping
  // What a call or a session received has rules of its own.
  if owner.kind == .memberAccess,
    let source = file.semantics.symbol(of: owner), source.module == "SwiftGRPC"
  {
    return metadataRead(match, file)
  }
  if isKeyOfBytes(key.node) { return .manual(stepOfBytes) }
  return file.replacing(read.node, with: Code.kept(base).firstString(forKey: .kept(key)))
}

/// Returns the argument behind `metadata:` of a call of grpc-swift 0 as that of one of grpc-swift 2.
///
/// - Throws: a `Refusal` for headers that a call or a session received, whose type is another one.
func metadataOfGRPC2(from value: Node, _ file: FileContext) throws(Refusal) -> Code {
  let made = TryExpr(value)?.operand?.node ?? value
  if let code = madeMetadata(made, file) { return code }
  let type = file.semantics.type(of: made).nominalSymbol?.qualifiedName
  let isReceived =
    made.kind == .memberAccess && file.semantics.symbol(of: made)?.module == "SwiftGRPC"
  guard keepsMetadata(file), type == "SwiftGRPC.Metadata", !isReceived,
    !made.descendants().contains(where: isOfMetadata(file))
  else { throw Refusal("pass the headers as 'metadata:'") }
  return .kept(made)
}

/// A call or read of a member of `Metadata`, which is written anew by itself.
private func isOfMetadata(_ file: FileContext) -> (Node) -> Bool {
  { node in
    guard node.kind == .functionCall || node.kind == .subscriptCall else { return false }
    return file.semantics.symbol(of: node)?.parent?.qualifiedName == "SwiftGRPC.Metadata"
  }
}

/// `Metadata(entries)` as an expression of grpc-swift 2; nil for anything else.
private func madeMetadata(_ node: Node, _ file: FileContext) -> Code? {
  guard node.kind == .functionCall, node.arguments.count == 1,
    file.semantics.symbol(of: node)?.qualifiedName == "SwiftGRPC.Metadata.init(_:)",
    let entries = node.arguments.first?.argumentValue, !arePairs(of: node)
  else { return nil }
  if entries.kind == .dictionaryLiteral || isEmptyDictionaryLiteral(entries) {
    return metadataCode(entries, file)
  }
  return .quoted(
    "GRPCCore::Metadata(\(entries).map { (key: $0.key, value: .string($0.value)) })")
}

/// The pattern of `let metadata = try Metadata(…)`, whose type nothing else says.
private func untypedPattern(boundTo value: Node) -> Node? {
  guard let binding = PatternBinding(of: value.with(.tryExpr).parent?.parent), binding.type == nil,
    case .identifier(let pattern)? = binding.pattern
  else { return nil }
  return pattern
}

/// Whether the expression's place says that it is `Metadata`: it is returned, assigned, passed on or declared so.
private func hasTypeAround(_ value: Node, _ file: FileContext) -> Bool {
  guard let parent = value.with(.tryExpr).parent else { return false }
  switch parent.kind {
  case .returnStmt, .assignment, .initializerClause: return true
  case .argument:
    guard let call = parent.parent?.parent, call.kind == .functionCall,
      let parameters = file.semantics.symbol(of: call)?.parameters
    else { return false }
    let alike = parameters.filter { $0.label == parent.argumentLabel }
    return alike.count == 1 && alike[0].declaration?.parameterType?.name == "Metadata"
  case .codeBlock, .accessorBlock: return parent.items.count == 1
  default: return false
  }
}
