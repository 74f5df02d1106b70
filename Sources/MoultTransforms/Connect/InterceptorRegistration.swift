package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Wraps what makes interceptors into factories: `[A.init]` becomes `[InterceptorFactory { A(config: $0) }]`.
///
/// A list that is made somewhere else, and one of factories, is no finding here.
package func interceptorRegistration(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard
    let list = match.node.arguments.first(where: { $0.argumentLabel == "interceptors" })?
      .argumentValue, list.kind == .arrayLiteral
  else { return nil }
  var editor = file.editor
  guard makeFactories(of: list, &editor, file) else { return byHand }
  return editor.isEmpty ? nil : TransformOutcome(editor)
}

/// Turns `InterceptorInitializer` into `InterceptorFactory`, and with it closures that are written beside it as values of the type.
package func interceptorInitializer(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  var editor = file.editor
  let isQualified = file.source.text(match.replaced).hasPrefix("Connect.")
  let name = "Connect.InterceptorFactory"
  let type = Code.word(isQualified ? name : file.spelling(of: name, at: match.node))
  // No closure any more, the value escapes by itself.
  if let attributed = match.node.parent, attributed.kind == .attributedType {
    editor.replace(attributed, with: type)
  } else {
    editor.replace(match.replaced, with: type)
  }
  for value in valuesWritten(asTypedBy: match.node, file) {
    guard makeFactories(of: value, ofSuccessors: true, &editor, file) else { return byHand }
  }
  return TransformOutcome(editor)
}

/// What a binding, a function or a parameter that is declared with a type begins with, gives or is given in this file, as far as
/// it is a list or a closure.
private func valuesWritten(asTypedBy type: Node, _ file: FileContext) -> [Node] {
  guard let holder = type.ancestors.first(where: { !$0.kind.isType && $0.kind != .typeAnnotation })
  else { return [] }
  var values: [Node] = []
  switch holder.kind {
  case .patternBinding:
    values = [holder.initialValue].compactMap { $0 } + results(of: holder.accessorBlock)
    if let name = holder.descendants.first(where: { $0.kind == .identifierPattern }) {
      values += valuesPut(into: name, file)
    }
  case .parameter: values = [holder.defaultValue].compactMap { $0 }
  case .returnClause:
    let owner = holder.ancestors.first { $0.kind != .functionSignature }
    if let owner, owner.kind == .functionDecl || owner.kind == .subscriptDecl {
      values = results(of: owner.body ?? owner.accessorBlock)
    }
  default: break
  }
  return values.flatMap(listsAndClosures)
}

/// The lists and closures of which a value is made.
private func listsAndClosures(in value: Node) -> [Node] {
  switch Expr(value) {
  case .array, .closure: [value]
  case .ternary(let choice):
    [choice.first, choice.second].compactMap(\.?.node).flatMap(listsAndClosures)
  case .infix(let sum) where sum.name == "+" || sum.name == "??":
    [sum.left, sum.right].compactMap(\.?.node).flatMap(listsAndClosures)
  case .tuple(let tuple): tuple.parenthesized.map { listsAndClosures(in: $0.node) } ?? []
  default: []
  }
}

/// What a variable is set to, or a list is given, after it was declared.
private func valuesPut(into name: Node, _ file: FileContext) -> [Node] {
  guard let symbol = file.semantics.symbol(of: name) else { return [] }
  return file.semantics.references(to: symbol).compactMap { value in
    guard let parent = value.parent else { return nil }
    if let set = AssignmentExpr(parent), set.target?.node == value { return set.value?.node }
    if let sum = InfixExpr(parent), sum.name == "+=", sum.left?.node == value {
      return sum.right?.node
    }
    guard let member = MemberAccess(parent), member.base?.node == value,
      ["append", "insert"].contains(member.name)
    else { return nil }
    return member.call?.arguments.first?.expression?.node
  }
}

/// The only expression of a block, and what it returns.
private func results(of block: Node?) -> [Node] {
  guard let block else { return [] }
  if let getter = block.accessors.first(where: { $0.name == "get" }) {
    return results(of: getter.body)
  }
  return block.itemsGiven
}

/// Wraps each element of a list that makes an interceptor, or a single closure that does.
///
/// - Parameter hasSuccessors: whether variables, and what calls give, are of a type that is renamed as well.
/// - Returns: false if one cannot be wrapped.
private func makeFactories(
  of list: Node, ofSuccessors hasSuccessors: Bool = false, _ editor: inout SyntaxEditor,
  _ file: FileContext
) -> Bool {
  let factory = Code.library("Connect.InterceptorFactory")
  var elements: [(old: Node, new: Code)] = []
  for element in list.kind == .arrayLiteral ? Array(list.children) : [list] {
    if isFactory(element, file) {
      elements.append((element, .kept(element)))
      continue
    }
    switch Expr(element) {
    case .member(let member)?:
      guard member.name == "init", let type = member.base else { return false }
      let made = Code.call(.kept(type), [CodeArgument("config", .word("$0"))])
      elements.append((element, .call(factory, [], trailing: [ClosureCode([made])])))
    case .closure?: elements.append((element, .form(.trailed(factory, element))))
    case .call(let call)? where call.called?.node.name == "InterceptorFactory":
      elements.append((element, .kept(element)))
    case .name? where hasSuccessors, .call? where hasSuccessors:
      elements.append((element, .kept(element)))
    default: return false
    }
  }
  let changed = elements.filter { if case .kept = $0.new { false } else { true } }
  // A list in one line may have to be broken; one over lines stays as it is laid out.
  if list.kind == .arrayLiteral, !changed.isEmpty, !file.source.text(list.range).hasLineBreak {
    editor.replace(list, with: .array(elements.map(\.new)))
  } else {
    for element in changed { editor.replace(element.old, with: element.new) }
  }
  return true
}

/// Whether an expression gives a factory, as a function of the project that returns one does.
private func isFactory(_ element: Node, _ file: FileContext) -> Bool {
  guard case .nominal(let type, _) = file.semantics.type(of: element) else { return false }
  return type.qualifiedName == "Connect.InterceptorFactory"
}

private let byHand = TransformOutcome.manual(
  "pass 'InterceptorFactory { A(config: $0) }' for each interceptor; the closure must return one class, not 'any Interceptor'"
)

/// Makes an interceptor a class: `struct` becomes `final class`.
package func interceptorToClass(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let declaration = typeDeclaration(conformingAt: match.node),
    declaration.kind == .structDecl || declaration.kind == .enumDecl,
    declaration.inheritedTypes.first(where: {
      ["Interceptor", "UnaryInterceptor", "StreamInterceptor"].contains($0.name)
    }) == match.node
  else { return nil }
  guard declaration.kind == .structDecl else {
    return .manual("make the interceptor a 'final class'")
  }
  var editor = file.editor
  guard makeClass(declaration, &editor, file) else {
    return .manual(
      "make it a 'final class' with an 'init' that sets its properties; a class has no memberwise initialiser, and not all properties say their type"
    )
  }
  return TransformOutcome(editor)
}
