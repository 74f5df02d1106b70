package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns the question whether an error is a `GRPCError.RPCTimedOut` into one about the code of an `RPCError`.
///
/// - Parameter codes: those of which errors of grpc-swift 2 have one where those of grpc-swift 1 have the type.
package func errorTypeToCode(_ codes: [String]) -> Transform {
  { match, file in
    if let clause = UnreachedClause(askingFor: match.node, file) { return clause.outcome(file) }
    var editor = file.editor
    guard let question = match.node.parent, ask(question, about: codes, &editor, file) else {
      let names = codes.map { "'.\($0)'" }.joined(separator: ", ")
      return .manual("check for an 'RPCError' with the code \(names)")
    }
    return TransformOutcome(
      editor, review: "an error with this code that the other side sent matches as well")
  }
}

/// - Returns: whether the question can be asked of a code.
private func ask(
  _ question: Node, about codes: [String], _ editor: inout SyntaxEditor, _ file: FileContext
) -> Bool {
  let type = Code.library("GRPCCore.RPCError")
  func isCode(_ error: Code) -> Code {
    guard codes.count > 1 else { return .infix(error.member("code"), "==", .member(nil, codes[0])) }
    return Code.array(codes.map { .member(nil, $0) })
      .calling("contains", [.plain(error.member("code"))])
  }
  /// `(value as? RPCError)?.code == .unavailable`
  func compare(_ whole: Node, _ value: Expr?) -> Bool {
    guard let value, !file.tree.holdsComment(in: whole.range) else { return false }
    editor.replace(whole, with: isCode(.postfix(.infix(.kept(value), "as?", type), "?")))
    return true
  }
  if let parameter = Parameter(question), let old = parameter.type {
    guard parameter.node.parent?.parent?.kind == .functionSignature,
      let error = file.semantics.symbol(of: parameter.node), isAskedAsAnyError(error, file)
    else { return false }
    editor.replace(old, with: type)
    return true
  }
  if let cast = CastExpr(question) {
    return ask(bound: cast, of: type, isCode, &editor, file)
  }
  if case .typeTest? = Expr(question) {
    return InfixExpr(of: question.parent) == nil && compare(question, Expr(of: question.operand))
  }
  guard case .typeTest? = PatternSyntax(question), let place = question.parent else { return false }
  if let match = PatternMatch(place) { return compare(place, match.value) }
  guard isOnlyPattern(place), let name = file.freeName(["failure", "rpcError"], around: question)
  else { return false }
  let bound = Code.infix(.bound(.let, name), "as", type)
  editor.replace(question, with: .form(.filtered(bound, where: isCode(.word(name)))))
  return true
}

/// `if let error = caught as? T` and `catch let error as T`, where nothing is asked of `error` that only a `T` has.
private func ask(
  bound cast: CastExpr, of type: Code, _ isCode: (Code) -> Code, _ editor: inout SyntaxEditor,
  _ file: FileContext
) -> Bool {
  guard let old = cast.node.castType, !file.tree.holdsComment(in: cast.range) else { return false }
  func isPlain(_ name: Node) -> Bool {
    file.semantics.symbol(of: name).map { isAskedAsAnyError($0, file) } == true
  }
  if let binding = OptionalBinding(of: cast.node.parent?.parent), binding.value?.node == cast.node {
    guard let name = binding.pattern, name.kind == .identifierPattern, isPlain(name),
      cast.node.flags.contains(.question),
      [.ifExpr, .guardStmt, .whileStmt].contains(binding.node.parent?.kind)
    else { return false }
    editor.replace(old, with: type)
    editor.insert(isCode(.word(name.name)), afterElement: binding.node)
    return true
  }
  guard
    let name = cast.node.children.first?.descendants.first(where: { $0.kind == .identifierPattern }
    ),
    isPlain(name),
    let pattern = cast.node.ancestors.first(where: { $0.kind == .valueBindingPattern }),
    let place = pattern.parent, isOnlyPattern(place)
  else { return false }
  editor.replace(old, with: type)
  editor.replace(
    pattern, with: .form(.filtered(.kept(pattern), where: isCode(.word(name.name)))))
  return true
}

/// Whether a case or a clause takes nothing else, and asks nothing by `where`.
private func isOnlyPattern(_ item: Node) -> Bool {
  (SwitchCaseItem(item) != nil || CatchItem(item) != nil) && item.children.count == 1
    && item.parent?.children.filter { $0.kind == item.kind }.count == 1
}

/// Whether nothing is asked of an error that only its type has, also where a function of the project takes it.
private func isAskedAsAnyError(_ error: Symbol, _ file: FileContext, depth: Int = 0) -> Bool {
  guard depth < 5, let declaration = error.declaration,
    let home = file.context(of: declaration)
  else { return false }
  return home.semantics.references(to: error).allSatisfy { use in
    guard use.kind == .declReference, let parent = use.parent else { return true }
    if let member = MemberAccess(parent) {
      return ["description", "localizedDescription"].contains(member.name)
    }
    guard let call = Argument(parent)?.call,
      let function = home.semantics.symbol(of: call.node), function.declaration != nil,
      function.kind == .function || function.kind == .initializer
    else { return AssignmentExpr(parent) == nil && ReturnStmt(parent) == nil }
    guard let (taken, there) = home.taker(of: use) else { return false }
    return taken.declaration?.parameterType?.text.contains("GRPC") == false
      || isAskedAsAnyError(taken, there, depth: depth + 1)
  }
}
