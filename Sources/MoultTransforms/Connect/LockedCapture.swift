package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Keeps a variable that a client's closure sets in a box with a lock.
///
/// `var city: String?` becomes `let city = Locked<String?>(nil)`. What is read or set is its `value`; what changes in place, such as
/// by `append`, does so in one go, because reading and writing apart would not be.
package func lockedCapture(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  let closures =
    match.node.trailingClosures.map(\.closure)
    + match.node.arguments.filter { ["completion", "onResult"].contains($0.argumentLabel ?? "") }
    .map(\.argumentValue).filter { $0.kind == .closure }
  for closure in closures {
    if let variable = mutatedVariable(in: closure, file) { return try boxed(variable, file) }
  }
  return nil
}

/// The first variable of the function around a closure that the closure changes.
private func mutatedVariable(in closure: Node, _ file: FileContext) -> Symbol? {
  let captured = Set(closure.captures.map(\.name))
  for node in closure.descendants where node.kind == .declReference && !captured.contains(node.name)
  {
    guard let symbol = file.semantics.symbol(of: node), symbol.kind == .local,
      let declaration = symbol.declaration, declaration.tree.source.path == file.source.path,
      declaration.range.upperBound <= closure.range.lowerBound,
      declaration.nearest(.variableDecl)?.text.hasPrefix("var ") == true,
      ChangeOfAVariable(at: node) != nil
    else { continue }
    return symbol
  }
  return nil
}

private func boxed(
  _ variable: Symbol, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let advice =
    "await the async method of the call, or store '\(variable.name)' in a 'Sendable' class that guards it with a lock"
  guard let pattern = variable.declaration,
    let declaration = pattern.nearest(.variableDecl),
    declaration.bindings.count == 1, let binding = declaration.bindings.first,
    binding.accessorBlock == nil, binding.child(.identifierPattern) != nil,
    declaration.attributes.isEmpty
  else { throw Refusal(advice) }
  let name = variable.name
  let value: Code
  var type = Code.word("Locked")
  switch (binding.annotatedType, binding.initialValue) {
  case (let written?, let initial):
    let isOptional = written.kind == .optionalType
    guard initial != nil || isOptional else { throw Refusal(advice) }
    type = .generic("Locked", [.kept(written)])
    value = initial.map { .kept($0) } ?? .word("nil")
  case (nil, let initial?):
    guard initial.kind != .nilLiteral else { throw Refusal(advice) }
    value = .kept(initial)
  case (nil, nil): throw Refusal(advice)
  }
  guard !file.tree.holdsComment(in: declaration.range) else { throw Refusal(advice) }
  var editor = file.editor
  let made = Code.variable(.let, name, value: .call(type, [.plain(value)]))
  editor.replace(item: declaration, with: [made])
  var needsMutation = false
  var imports: Set<String> = []
  var argumentNames: [NodeID: String] = [:]
  for node in file.semantics.references(to: variable) where node.range != pattern.range {
    guard node.kind == .declReference else { throw Refusal(advice) }
    let change = ChangeOfAVariable(at: node)
    guard node.parent?.kind != .capture, change.isAlone(at: node) else { throw Refusal(advice) }
    if case .mutated(let whole)? = change {
      needsMutation = true
      try nameArguments(usedIn: whole, &argumentNames, &editor, file)
    }
    editor.unbox(node)
  }
  if let known = visibleBox(file) {
    let members = Set(file.model.declaredMembers(of: known).map(\.name))
    guard members.contains("value"), !needsMutation || members.contains("mutate") else {
      throw Refusal(advice + ", such as 'Locked' with a 'mutate' that takes a closure")
    }
  } else {
    editor.insertAtEndOfFile([lockedBox])
    imports = ["Foundation"]
  }
  return TransformOutcome(editor, imports: imports)
}

/// Gives the argument of the closure around a change a name where the change uses it as `$0`: in the closure of
/// `mutate` that is the value in the box.
///
/// - Parameter names: of the closures whose arguments have names already.
private func nameArguments(
  usedIn change: Node, _ names: inout [NodeID: String], _ editor: inout SyntaxEditor,
  _ file: FileContext
) throws(Refusal) {
  guard let node = change.ancestors.first(where: { $0.kind == .closure }),
    let closure = ClosureExpr(node),
    change.descendants.contains(where: { isArgument($0, of: node) })
  else { return }
  if names[node.id] != nil { return }
  let advice = "give the arguments of the closure names, and then keep the variable in a box"
  let uses = node.descendants.filter { isArgument($0, of: node) }
  // Each argument has to be named, and how many there are only the last one tells.
  guard uses.allSatisfy({ $0.name == "$0" }), isOfOneArgument(node),
    let name = file.tree.freeName(["response", "result", "received", "value"], around: node)
  else { throw Refusal(advice) }
  names[node.id] = name
  editor.name(argumentsOf: closure, [name])
  for use in uses { editor.rename(use, to: name) }
}

/// Whether a node is `$0`, `$1`, … of this closure, and of none inside of it.
private func isArgument(_ node: Node, of closure: Node) -> Bool {
  node.kind == .declReference && node.name.hasPrefix("$")
    && node.ancestors.first { $0.kind == .closure } == closure
}

/// Whether a closure surely takes one argument: that of a client's method, or of a function on collections.
private func isOfOneArgument(_ closure: Node) -> Bool {
  guard let call = closure.ancestors.first(where: { $0.kind == .functionCall }) else {
    return false
  }
  let name = call.callee?.name ?? ""
  let label = closure.parent?.argumentLabel
  let isOfClient = label == "completion" || label == "onResult"
  return isOfClient
    || call.trailingClosures.contains { $0.closure == closure }
      && (!["reduce", "sorted", "sort", "min", "max"].contains(name))
}

/// The project's own type of the box's name, if the file sees one.
private func visibleBox(_ file: FileContext) -> Symbol? {
  let module = file.model.module(ofFile: file.source.path) ?? ""
  return file.model.symbols(named: "\(module).Locked").first { symbol in
    guard let declaration = symbol.declaration, symbol.kind.isNominalType else { return false }
    return declaration.tree.source.path == file.source.path
      || !declaration.modifierNames.contains { $0 == "private" || $0 == "fileprivate" }
  }
}
