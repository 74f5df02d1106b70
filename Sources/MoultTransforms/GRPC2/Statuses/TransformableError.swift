import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The protocol of grpc-swift 1 for errors that say how they are a status, which all errors of a call do.
private let transformable = "GRPC.GRPCStatusTransformable"

/// Turns the question whether an error is `GRPCStatusTransformable` into whether it is an `RPCError`, and a type that says how into an
/// `RPCErrorConvertible`.
package func transformableToError(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard isAsked(match.node) else { return convertibleError(match, file) ?? .manual() }
  guard becomesError(transformable: match.node, file) else {
    return .manual(
      "ask for an 'RPCError', which every error of a call is, and beside it for the project's own errors that conform to 'GRPCStatusTransformable'; read its 'code' and 'message' where 'makeGRPCStatus()' was called"
    )
  }
  if let clause = UnreachedClause(askingFor: match.node, file) { return clause.outcome(file) }
  var editor = file.editor
  editor.rename(match.replaced, to: file.spelling(of: "GRPCCore.RPCError", at: match.node))
  return TransformOutcome(
    editor,
    review:
      "every error of a call is an 'RPCError' in grpc-swift 2; other libraries' errors that said how they are a status are none"
  )
}

/// A type that says the code and the message of its status, beside the method that makes that.
///
/// - Returns: nil where the method stands elsewhere, or makes a `Status`.
private func convertibleError(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard
    let owner = match.node.ancestors.prefix(3).first(where: {
      $0.inheritedTypes.contains(match.node)
    }), let members = owner.child(.memberBlock)?.children,
    let method = members.lazy.compactMap({ FunctionDecl($0) }).first(where: {
      $0.name == "makeGRPCStatus" && $0.parameters.isEmpty
    }), let status = method.returnType, isRPCError(status, file)
  else { return nil }
  let access = method.node.modifiers.map(\.text).filter { ["public", "package"].contains($0) }
  let head = (access + ["var"]).joined(separator: " ")
  let made = Code.call("makeGRPCStatus", [])
  let code = Code.library("GRPCCore.RPCError").member("Code")
  var editor = file.editor
  editor.rename(
    match.replaced, to: file.spelling(of: "GRPCCore.RPCErrorConvertible", at: match.node))
  editor.insert(
    [
      .quoted("\(head) rpcErrorCode: \(code) { \(made.member("code")) }"),
      .quoted("\(head) rpcErrorMessage: \(Code.word("String")) { \(made.member("message")) }"),
    ], afterMember: method.node)
  return TransformOutcome(Consequence(editor))
}

/// Whether a type is `RPCError`, or becomes it.
private func isRPCError(_ type: Node, _ file: FileContext) -> Bool {
  switch file.semantics.symbol(of: type)?.qualifiedName {
  case "GRPC.GRPCStatus": becomesError(type, file)
  case "GRPCCore.RPCError": true
  default: false
  }
}

/// Takes away `.makeGRPCStatus()` behind an error that becomes an `RPCError`, or behind a status: it has the same members.
package func statusOfError(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let step = "read 'code' and 'message' of the 'RPCError' itself"
  guard let call = CallExpr(match.node), case .member(let member)? = call.called,
    let error = member.base?.node, statusIsError(of: error, file)
  else { return .manual(step) }
  if let asked = MemberAccess(on: call.node), asked.name == "isOk" {
    return .manual("delete the check: an 'RPCError' is never ok")
  }
  guard !file.tree.holdsComment(in: error.range.upperBound..<call.range.upperBound) else {
    return .manual(step)
  }
  var editor = file.editor
  // A link of an optional chain goes with what it was for.
  if error.kind == .optionalChaining, MemberAccess(on: call.node) == nil {
    editor.replace(call.node, with: .kept(error.withoutUnwrapping))
  } else {
    editor.delete(error.range.upperBound..<call.range.upperBound)
  }
  return TransformOutcome(Consequence(editor))
}

/// Whether the status that a call of `makeGRPCStatus()` on a value makes is an `RPCError` afterwards: the value itself.
func statusIsError(of value: Node, _ file: FileContext) -> Bool {
  guard let type = typeAskedFor(of: value.withoutUnwrapping, file) else { return false }
  switch file.semantics.symbol(of: type)?.qualifiedName {
  case transformable: return becomesError(transformable: type, file)
  case "GRPC.GRPCStatus": return becomesError(type, file)
  case "GRPC.GRPCError.RPCTimedOut": return file.runs(RuleID("grpc-swift.runtime-type"))
  default: return false
  }
}

/// The type that a value is made of or cast to where it gets its name, or in parentheses.
private func typeAskedFor(of value: Node, _ file: FileContext) -> Node? {
  if let made = CallExpr(value) { return made.called?.node }
  if value.kind == .tuple, value.children.count == 1, let inner = value.children[0].children.first {
    return CastExpr(inner)?.type
  }
  guard NameExpr(value) != nil, let symbol = file.semantics.symbol(of: value),
    symbol.kind == .local, let declaration = symbol.declaration, declaration.tree === file.tree
  else { return nil }
  if let given = symbol.binding?.initialValue {
    return CastExpr(given)?.type ?? CallExpr(given)?.called?.node
  }
  let item = declaration.ancestors.first {
    CatchItem($0) != nil || SwitchCaseItem($0) != nil || PatternMatch($0) != nil
  }
  return item?.descendants.lazy.compactMap { CastExpr($0) }
    .first { $0.node.descendants.contains(declaration) || $0.node == declaration.parent }?.type
}

/// Whether code asks if a value is of a type: `as? T`, `is T`, `catch let error as T`.
private func isAsked(_ type: Node) -> Bool {
  guard let parent = type.parent else { return false }
  if let cast = CastExpr(parent) { return cast.type == type }
  if case .typeTest? = Expr(parent) { return true }
  if case .typeTest? = PatternSyntax(parent) { return true }
  return false
}

/// Whether a question for `GRPCStatusTransformable` becomes one for an `RPCError`: no error of the project's own is one, and
/// what is bound by it is asked for nothing but its status, and given to nobody who wants one.
func becomesError(transformable type: Node, _ file: FileContext) -> Bool {
  guard isAsked(type), file.runs(RuleID("grpc-swift.runtime-type")),
    [transformable, "GRPCCore.RPCErrorConvertible"].allSatisfy({
      file.model.descendants.projectTypes(descendingFrom: $0).isEmpty
    })
  else { return false }
  guard let name = nameBound(by: type), let symbol = file.semantics.symbol(of: name) else {
    return true
  }
  return file.semantics.references(to: symbol).allSatisfy { use in
    guard NameExpr(use) != nil, let parent = use.parent else { return true }
    if let member = MemberAccess(on: use) {
      return ["makeGRPCStatus", "localizedDescription"].contains(member.name)
    }
    guard let argument = Argument(parent), let call = argument.call else { return true }
    guard let function = file.semantics.symbol(of: call.node) else { return false }
    return !function.parameterTypes.contains {
      $0.fullyUnwrapped.nominalSymbol?.qualifiedName == transformable
    }
  }
}

/// What a cast to a type, or a pattern with one, gives a name.
private func nameBound(by type: Node) -> Node? {
  guard let cast = CastExpr(of: type.parent) else { return nil }
  if let binding = OptionalBinding(of: cast.node.parent?.parent) { return binding.pattern }
  if let binding = PatternBinding(of: cast.node.parent?.parent) { return binding.pattern?.node }
  return cast.node.children.first?.descendants.first { $0.kind == .identifierPattern }
    ?? cast.node.children.first.flatMap { $0.kind == .identifierPattern ? $0 : nil }
}
