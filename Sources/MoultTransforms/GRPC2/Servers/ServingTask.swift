import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What the task is called that serves a server of this name.
func servingTask(_ server: String) -> String { server + "Task" }

/// The task that serves a server once the call that binds it is rewritten.
struct ServingTask {
  /// The task, as the code beside the server names it.
  let expression: String

  /// The property of the server, beside which one for the task is declared; nil for a local.
  private let property: ServerProperty?

  /// Creates the task of a server that is used.
  ///
  /// - Returns: nil if none will be known: the server comes from elsewhere, or the call that binds it is left to a person.
  init?(of server: Node, _ file: FileContext) {
    guard let symbol = file.semantics.symbol(of: server), let declaration = symbol.declaration,
      declaration.tree === file.tree
    else { return nil }
    if let property = ServerProperty(symbol, file) {
      guard let bound = property.bound, isRewritten(bound, file) else { return nil }
      self.init(property, usedAs: server, file)
      return
    }
    if server.kind == .declReference, let several = ServerOfBranches(around: server, file),
      (try? several.outcome()) != nil
    {
      self.init(expression: servingTask(several.name), nil)
      return
    }
    if let local = LocalVariable(symbol, file), local.value == nil,
      local.declaration?.node.parent?.items.contains(where: { serves($0, symbol.name) }) == true
    {
      self.init(expression: servingTask(symbol.name), nil)
      return
    }
    guard server.kind == .declReference,
      !declaration.ancestors.prefix(4).contains(where: { $0.kind == .memberBlock }),
      let value = PatternBinding(of: symbol.binding)?.value?.node, isRewritten(value, file)
    else { return nil }
    self.init(expression: servingTask(symbol.name), nil)
  }

  /// Creates the task of a server where it is given to a constant of its type.
  ///
  /// - Returns: nil if no property can hold the task.
  init?(ofServerBoundTo target: Node, _ file: FileContext) {
    guard let symbol = file.semantics.symbol(of: target),
      let property = ServerProperty(symbol, file)
    else { return nil }
    self.init(property, usedAs: target, file)
  }

  private init?(_ property: ServerProperty, usedAs server: Node, _ file: FileContext) {
    let name = servingTask(property.name)
    switch Expr(server) {
    case .name?: self.init(expression: name, property)
    case .member(let member)? where member.base?.node.name == "self":
      self.init(expression: "self.\(name)", property)
    default: return nil
    }
  }

  private init(expression: String, _ property: ServerProperty?) {
    self.expression = expression
    self.property = property
  }

  /// What waits for it.
  var value: Code { .tryAwait(.word("\(expression).value")) }

  /// Declares the property; a local is declared where the task begins.
  func declare(_ editor: inout SyntaxEditor, _ file: FileContext) {
    guard let property else { return }
    let type = Code.generic(
      .library("_Concurrency.Task"),
      [.word("Void"), .form(.existential(.library("Swift.Error")))])
    editor.insert(
      [
        .variable(
          .let, servingTask(property.name), type: type, value: nil, modifiers: ["private"])
      ], after: property.statement)
  }
}

/// A `let` of a type that its only initialiser gives a server.
private struct ServerProperty {
  let name: String

  /// The declaration.
  let statement: Node

  /// What the initialiser gives it.
  let bound: Node?

  init?(_ symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .property, let declaration = symbol.declaration,
      declaration.tree === file.tree,
      let statement = ([declaration] + declaration.ancestors.prefix(3))
        .first(where: { $0.kind == .variableDecl }),
      statement.bindings.count == 1, statement.bindings[0].initialValue == nil,
      let members = statement.parent, members.kind == .memberBlock
    else { return nil }
    let initializers = members.children.filter { $0.kind == .initializerDecl }
    guard initializers.count == 1, statement.name == "let" else { return nil }
    let given = initializers[0].descendants().filter { node in
      guard node.kind == .assignment, let left = node.leftOperand else { return false }
      return file.semantics.symbol(of: left) == symbol
    }
    let task = servingTask(symbol.name)
    guard given.count == 1, !file.tree.root.says(task) else { return nil }
    name = symbol.name
    self.statement = statement
    bound = given[0].rightOperand
  }
}

/// Whether the call that binds a server in an expression is one that is rewritten.
private func isRewritten(_ value: Node, _ file: FileContext) -> Bool {
  if value.descendants().contains(where: { $0.name == "GRPCServer" }) { return true }
  let begun = ([value] + value.descendants()).first { node in
    node.kind == .functionCall && node.callee?.kind == .memberAccess
      && ["bind", "start"].contains(node.callee?.name)
  }
  guard let begun, (try? awaited(begun)) != nil else { return false }
  let settings =
    begun.callee?.name == "bind"
    ? try? ServerSettings(binding: begun, file) : try? ServerSettings(starting: begun, file)
  return settings != nil
}

/// Whether a statement is `let serverTask = Task { try await server.serve() }`.
private func serves(_ statement: Node, _ server: String) -> Bool {
  declaredNames([statement]).contains(servingTask(server))
    && statement.descendants.contains { node in
      MemberAccess(node).map { $0.name == "serve" && $0.base?.node.name == server } ?? false
    }
}
