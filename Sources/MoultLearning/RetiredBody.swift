import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the one expression that a function, an initialiser or a getter consists of, without `return`.
///
/// - Returns: nil for a body of several statements, for one that is not there, and for one that only stops the program.
func bodyExpression(of symbol: Symbol) -> Node? {
  guard let declaration = symbol.declaration else { return nil }
  guard let items = bodyItems(of: declaration), items.count == 1, var item = items.first else {
    return nil
  }
  if item.kind == .returnStmt {
    guard let value = item.subject else { return nil }
    item = value
  }
  // `self = value`: what an initialiser makes.
  if item.kind == .assignment, declaration.kind == .initializerDecl,
    item.leftOperand?.text == "self", let value = item.rightOperand
  {
    item = value
  }
  guard item.kind.isExpression else { return nil }
  if item.kind == .functionCall, let callee = item.callee, stops.contains(callee.name) {
    return nil
  }
  return item
}

/// The constants that a body makes before its last expression, by name; nil if it does anything else before.
///
/// - Returns: an empty table for a body of one expression.
func bodyConstants(of symbol: Symbol) -> (values: [String: Node], expression: Node)? {
  if let expression = bodyExpression(of: symbol) { return ([:], expression) }
  guard let declaration = symbol.declaration, let items = bodyItems(of: declaration),
    var last = items.last, items.count <= 4
  else { return nil }
  var values: [String: Node] = [:]
  for item in items.dropLast() {
    guard item.kind == .variableDecl, item.text.hasPrefix("let "), item.bindings.count == 1,
      let binding = item.bindings.first, binding.annotatedType == nil,
      let name = binding.boundNames.first?.name, binding.boundNames.count == 1,
      let value = binding.initialValue, !value.isBareLiteral, values[name] == nil
    else { return nil }
    values[name] = value
  }
  if last.kind == .returnStmt {
    guard let value = last.subject else { return nil }
    last = value
  }
  guard last.kind.isExpression else { return nil }
  // Each is written where it is used, so once.
  let nodes = Set(items.flatMap { [$0] + Array($0.descendants) })
  for name in values.keys {
    guard nodes.count(where: { $0.kind == .declReference && $0.name == name }) == 1 else {
      return nil
    }
  }
  return (values, last)
}

private let stops: Set<String> = ["fatalError", "preconditionFailure", "assertionFailure"]

/// The statements of a declaration's body; of a property those of its getter.
private func bodyItems(of declaration: Node) -> [Node]? {
  if let body = declaration.body { return body.items }
  let binding =
    declaration.kind == .identifierPattern ? declaration.parent ?? declaration : declaration
  guard let block = binding.accessorBlock else { return nil }
  let accessors = block.accessors
  if accessors.isEmpty { return block.items }
  return accessors.first { $0.name == "get" }?.body?.items
}

/// Whether a property's setter, if it has one, sets the very thing that its getter gives.
func setsWhatItGets(_ symbol: Symbol) -> Bool {
  guard let declaration = symbol.declaration, let given = bodyExpression(of: symbol) else {
    return false
  }
  let binding =
    declaration.kind == .identifierPattern ? declaration.parent ?? declaration : declaration
  return binding.accessors.allSatisfy { accessor in
    if accessor.name == "get" { return true }
    guard let items = accessor.body?.items, items.count == 1, let item = items.first else {
      return false
    }
    switch accessor.name {
    case "set":
      let value = accessor.child(.accessorParameter)?.name ?? "newValue"
      return item.kind == .assignment && item.rightOperand?.text == value
        && item.leftOperand.map(path) == path(given)
    case "_modify", "modify":
      guard item.kind == .yieldStmt, let yielded = item.children.first, yielded.kind == .inOut
      else { return false }
      return yielded.operand.map(path) == path(given)
    default: return false
    }
  }
}

/// A chain of names, without the `self` that it may begin with.
private func path(_ expression: Node) -> String {
  expression.text.hasPrefix("self.") ? String(expression.text.dropFirst(5)) : expression.text
}
