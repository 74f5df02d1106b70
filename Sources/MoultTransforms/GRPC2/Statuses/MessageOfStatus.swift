import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Takes away what is around `status.message` because it may be nil, where the status becomes an `RPCError`, whose message
/// never is; a text that stands for it stands where it is empty.
///
/// A status that stays one keeps all of it: what grpc-swift 1 gives, and what a person has to deal with.
package func messageOfStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let base = match.nodes["base"], StatusBehindStream.keeps(base, file) { return nil }
  if let base = match.nodes["base"], !staysStatus(base, file), match.node.name == "message",
    let present = MemberAccess(match.node).flatMap({ PresentMessage($0) })
  {
    var editor = file.editor
    present.rewrite(&editor)
    return TransformOutcome(Consequence(editor))
  }
  var consequence = demotionOfOptional(match.node, in: file)
  let isAsBefore = consequence.edits.isEmpty && consequence.safety == .safe
  // What another '?' keeps optional stays as it is, name and all.
  if isAsBefore, endsOptionalChain(match.node, in: file) { return nil }
  if let told = ResultOfACall.outcome(around: match.node, file) { return told }
  if let base = match.nodes["base"], staysStatus(base, file) { return isAsBefore ? nil : .manual() }
  var editor = file.editor
  if let choice = MemberAccess(match.node).flatMap({ DefaultOfMessage($0) }), !choice.isEmpty,
    !isAsBefore
  {
    if let code = choice.code {
      editor.replace(choice.node, with: code)
      return TransformOutcome(Consequence(editor))
    }
    consequence.lower(
      to: .review,
      because: "the message is empty where it was nil, so what stood for it is never said")
  }
  editor.rename(match.node, to: "message")
  consequence.merge(Consequence(editor))
  return TransformOutcome(consequence)
}

/// Whether nothing that a fix writes gives an expression another type than `GRPCStatus`.
private func staysStatus(_ value: Node, _ file: FileContext) -> Bool {
  switch value.kind {
  case .optionalChaining, .forceUnwrap: return staysStatus(value.withoutUnwrapping, file)
  case .tryExpr, .awaitExpr: return staysStatus(callUnderMarks(value), file)
  case .tuple where value.children.count == 1:
    return value.children[0].children.first.map { staysStatus($0, file) } ?? false
  case .functionCall, .declReference, .memberAccess:
    if value.callee?.name == "makeGRPCStatus", let error = value.callee?.base {
      return !statusIsError(of: error, file)
    }
    guard let symbol = file.semantics.symbol(of: value) else { return false }
    return staysStatus(symbol, file)
  default: return false
  }
}

private func staysStatus(_ symbol: Symbol, _ file: FileContext) -> Bool {
  guard let declaration = symbol.declaration, let home = file.context(of: declaration),
    case .project = symbol.origin
  else { return symbol.kind != .local && symbol.module == "GRPC" || symbol.module == "NIOCore" }
  let type = symbol.binding?.annotatedType ?? declaration.parameterType ?? declaration.returnType
  if let type { return holdsStatusThatStays(type, home) }
  guard symbol.kind == .local || symbol.kind == .property else { return false }
  if let value = symbol.binding?.initialValue { return staysStatus(value, home) }
  if let closure = closure(ofParameter: declaration) {
    // The closures that a function of the project takes change with its type.
    guard let call = closure.ancestors.prefix(3).first(where: { $0.kind == .functionCall }),
      let function = home.semantics.symbol(of: call)
    else { return false }
    return ["GRPC", "NIOCore"].contains(function.module)
  }
  // `case .success(let status)` of a `Result`.
  let pattern = declaration.ancestors.prefix(6).first { $0.kind == .functionCall }
  return pattern?.callee.flatMap { home.semantics.symbol(of: $0) }?.parent?.qualifiedName
    == "Swift.Result"
}

/// The closure whose parameter a declaration is.
func closure(ofParameter declaration: Node) -> Node? {
  guard ClosureParameter(declaration) != nil else { return nil }
  let owner = declaration.ancestors.first {
    [.closure, .functionDecl, .initializerDecl, .subscriptDecl].contains($0.kind)
  }
  return owner?.kind == .closure ? owner : nil
}
