import MoultMatching
import MoultSemantics
import MoultSyntax

/// The function whose value a unary call of grpc-swift 0 is; nil for one that a closure returns.
///
/// - Parameter mark: the call with its `try`.
func functionReturning(_ mark: Node) -> FunctionDecl? {
  mark.ancestors.first { $0.kind == .functionDecl || $0.kind == .closure }.flatMap {
    FunctionDecl($0)
  }
}

/// Whether a function returns nothing but calls that become tasks, and nobody in the project uses what it returns.
///
/// - Parameter assumed: parameters of functions that become a `Status`.
func returnsTasks(
  _ function: FunctionDecl, _ file: FileContext, assuming assumed: Set<Node> = []
) -> Bool {
  guard becomesTasks(function, file, assuming: assumed),
    let type = typeOfCall(in: function, file), let symbol = file.semantics.symbol(of: type)
  else { return false }
  return symbol.kind != .typeAlias || aliasStandsForTasks(symbol, file)
}

/// Whether the type of a call is what such a function returns, or what a name stands for that such functions alone have for it.
func isOfReturnedTasks(_ type: Node, _ file: FileContext) -> Bool {
  guard
    let owner = type.ancestors.first(where: {
      [.functionDecl, .typealiasDecl].contains($0.kind)
    })
  else { return false }
  if let function = FunctionDecl(owner) {
    return typeOfCall(in: function, file) == type && returnsTasks(function, file)
  }
  return file.semantics.symbol(of: owner).map { aliasStandsForTasks($0, file) } ?? false
}

private func aliasStandsForTasks(_ alias: Symbol, _ file: FileContext) -> Bool {
  let mentions = file.calls.nodes(named: alias.name).filter { $0.kind != .typealiasDecl }
  return mentions.allSatisfy { mention in
    guard let place = file.context(of: mention) else { return false }
    guard let meant = place.semantics.symbol(of: mention) else { return false }
    guard meant == alias else { return true }
    guard let owner = mention.nearest(.functionDecl), let function = FunctionDecl(owner),
      typeOfCall(in: function, place) == mention
    else { return false }
    return becomesTasks(function, place)
  }
}

/// The type of a call in what a function returns: by the name of a generated protocol, or by one that stands for it.
private func typeOfCall(in function: FunctionDecl, _ file: FileContext) -> Node? {
  guard let type = function.returnType else { return nil }
  return ([type] + type.descendants).first { node in
    guard node.kind.isType, let named = file.semantics.symbol(of: node) else { return false }
    if named.kind == .typeAlias {
      return named.declaration?.children.last { $0.kind.isType }.map { aliased in
        file.context(of: aliased)?.semantics.symbol(of: aliased).map { isCall($0, file) } ?? false
      } ?? false
    }
    return isCall(named, file)
  }
}

private func isCall(_ type: Symbol, _ file: FileContext) -> Bool {
  type.kind == .protocolType && file.model.isSubtype(type, of: "SwiftGRPC.ClientCall")
}

private func becomesTasks(
  _ function: FunctionDecl, _ file: FileContext, assuming assumed: Set<Node> = []
) -> Bool {
  guard let body = function.body, let symbol = file.semantics.symbol(of: function.node),
    file.changesAlone(symbol), let callers = callers(of: symbol, in: file),
    callers.allSatisfy({ isDropped($0) || isWholeBody($0) })
  else { return false }
  var values = body.node.ownDescendants.compactMap { ReturnStmt($0) }.map { $0.value?.node }
  if values.isEmpty, body.node.items.count == 1 { values = [body.node.items[0]] }
  let calls = values.filter { $0?.kind != .nilLiteral }
  return !calls.isEmpty
    && calls.allSatisfy { value in
      guard let call = TryExpr(of: value)?.operand?.node,
        let method = file.semantics.symbol(of: call), method.isGenerated,
        callStyle(of: method, in: file.model) == .unaryCompletion
      else { return false }
      return (try? CompletionTask(call, file, assuming: assumed)) != nil
    }
}

/// Whether a call is all that a function does which returns nothing.
private func isWholeBody(_ call: Node) -> Bool {
  let whole = call.with(.tryExpr, .awaitExpr, .optionalChaining)
  guard let block = whole.parent, block.kind == .codeBlock, block.items.count == 1,
    let owner = block.parent
  else { return false }
  return owner.kind == .initializerDecl || FunctionDecl(owner).map { $0.returnType == nil } ?? false
}
