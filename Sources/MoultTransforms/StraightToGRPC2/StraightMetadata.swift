import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The rule by which `Metadata` of grpc-swift 0 stays `Metadata`, now that of grpc-swift 2.
private let ruleOfStraightMetadata = RuleID("grpc-swift.straight-metadata")

/// Whether headers of this file are never `CallOptions`, as they are in grpc-swift 1.
func keepsMetadata(_ file: FileContext) -> Bool { file.runs(ruleOfStraightMetadata) }

/// Turns `try Metadata(entries)` into a literal of grpc-swift 2's `Metadata`, or into one made of a dictionary.
package func straightMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let text = madeMetadata(match.node, file),
    !file.tree.holdsComment(in: match.node.range)
  else {
    return .manual("create a 'Metadata' from its entries, '[key: .string(value)]'")
  }
  var consequence = removalOfThrow(from: match.node, in: file)
  if text.hasPrefix("["), let pattern = untypedPattern(boundTo: match.node) {
    let end = pattern.range.upperBound
    consequence.edits.append(Edit(end..<end, ": Metadata"))
    consequence.edits.append(Edit(match.node.range, text))
  } else if text.hasPrefix("["), !hasTypeAround(match.node, file) {
    consequence.edits.append(Edit(match.node.range, "(\(text) as Metadata)"))
  } else {
    consequence.edits.append(Edit(match.node.range, text))
  }
  return TransformOutcome(consequence)
}

/// Turns `metadata["k"]` into a question to grpc-swift 2's `Metadata`, which may have a name more than once.
package func straightMetadataRead(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let node = match.node
  guard node.kind == .subscriptCall, let base = node.children.first,
    let argument = node.arguments.first
  else { return nil }
  let owner = base.withoutUnwrapping
  // What a call or a session received has rules of its own.
  if owner.kind == .memberAccess,
    let source = file.semantics.symbol(of: owner), source.module == "SwiftGRPC"
  {
    return metadataRead(match, file)
  }
  let (start, end) = (argument.range.lowerBound, node.range.upperBound)
  var consequence = Consequence()
  consequence.edits = [
    Edit(start..<start, "stringValues: "), Edit(end..<end, ".first(where: { _ in true })"),
  ]
  return TransformOutcome(consequence)
}

/// Returns the argument behind `metadata:` of a call of grpc-swift 0 as that of one of grpc-swift 2.
///
/// - Throws: a `Refusal` for headers that a call or a session received, whose type is another one.
func metadataOfGRPC2(from value: Node, _ file: FileContext) throws(Refusal) -> String {
  let made = value.kind == .tryExpr ? value.operand ?? value : value
  if let text = madeMetadata(made, file) { return text }
  let type = file.semantics.type(of: made).nominalSymbol?.qualifiedName
  let isReceived =
    made.kind == .memberAccess && file.semantics.symbol(of: made)?.module == "SwiftGRPC"
  guard keepsMetadata(file), type == "SwiftGRPC.Metadata", !isReceived,
    !made.descendants().contains(where: isOfMetadata(file))
  else { throw Refusal("pass the headers as 'metadata:'") }
  return file.source.text(made.range)
}

/// A call or read of a member of `Metadata`, which is written anew by itself.
private func isOfMetadata(_ file: FileContext) -> (Node) -> Bool {
  { node in
    guard node.kind == .functionCall || node.kind == .subscriptCall else { return false }
    return file.semantics.symbol(of: node)?.parent?.qualifiedName == "SwiftGRPC.Metadata"
  }
}

/// `Metadata(entries)` as an expression of grpc-swift 2; nil for anything else.
private func madeMetadata(_ node: Node, _ file: FileContext) -> String? {
  guard node.kind == .functionCall, node.arguments.count == 1,
    file.semantics.symbol(of: node)?.qualifiedName == "SwiftGRPC.Metadata.init(_:)",
    let entries = node.arguments.first?.argumentValue
  else { return nil }
  if entries.kind == .dictionaryLiteral || isEmptyDictionaryLiteral(entries) {
    return metadataText(entries, file)
  }
  let text = file.source.text(entries.range)
  return "Metadata(\(text).map { (key: $0.key, value: .string($0.value)) })"
}

/// The pattern of `let metadata = try Metadata(…)`, whose type nothing else says.
private func untypedPattern(boundTo value: Node) -> Node? {
  var node = value
  while let parent = node.parent, parent.kind == .tryExpr { node = parent }
  guard let clause = node.parent, clause.kind == .initializerClause, let binding = clause.parent,
    binding.kind == .patternBinding, let pattern = binding.pattern,
    pattern.kind == .identifierPattern, binding.annotatedType == nil
  else { return nil }
  return pattern
}

/// Whether the expression's place says that it is `Metadata`: it is returned, assigned, passed on or declared so.
private func hasTypeAround(_ value: Node, _ file: FileContext) -> Bool {
  var node = value
  while let parent = node.parent, parent.kind == .tryExpr { node = parent }
  guard let parent = node.parent else { return false }
  switch parent.kind {
  case .returnStmt, .assignment, .initializerClause: return true
  case .argument:
    guard let call = parent.parent?.parent, call.kind == .functionCall,
      let parameters = file.semantics.symbol(of: call)?.parameters
    else { return false }
    let alike = parameters.filter { $0.label == parent.argumentLabel }
    return alike.count == 1 && alike[0].declaration?.parameterType?.text == "Metadata"
  case .codeBlock, .accessorBlock: return parent.items.count == 1
  default: return false
  }
}
