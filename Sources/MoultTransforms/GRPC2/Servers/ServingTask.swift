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
    let server = server.withoutUnwrapping
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
      server.ancestors.contains(where: { block in
        block.isBlockOfStatements && block.items.contains { serves($0, symbol.name) }
      })
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
    case .member(let member)?:
      guard let base = member.base.flatMap({ NameExpr($0.node) })?.name,
        base == "self" || property.isVariable
      else { return nil }
      self.init(expression: "\(base).\(name)", property)
    default: return nil
    }
  }

  private init(expression: String, _ property: ServerProperty?) {
    self.expression = expression
    self.property = property
  }

  /// What waits for it.
  var value: Code { value(.tryMark) }

  /// The same, with the mark of what waited before.
  func value(_ mark: EffectMark) -> Code {
    .marked(
      mark, .quoted("await \(expression)\(property?.isVariable == true ? "?" : "").value"))
  }

  /// Declares the property; a local is declared where the task begins.
  func declare(_ editor: inout SyntaxEditor, _ file: FileContext) {
    guard let property else { return }
    let type = Code.taskType(canFail: true)
    editor.insert(
      [
        .variable(
          property.isVariable ? .var : .let, servingTask(property.name),
          type: property.isVariable ? .postfix(type, "?") : type, value: nil,
          modifiers: property.modifiers)
      ], after: property.statement)
  }
}

/// A `let` of a type that its only initialiser gives a server, or a `var` that is given one once and whose end is asked for.
private struct ServerProperty {
  let name: String

  /// Whether there may be no server yet, and no task.
  let isVariable: Bool

  /// What one for the task is declared with.
  let modifiers: [String]

  /// The declaration.
  let statement: Node

  /// What the initialiser gives it.
  let bound: Node?

  init?(_ symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .property, let declaration = symbol.declaration,
      declaration.tree === file.tree,
      let statement = declaration.nearest(.variableDecl, among: 3),
      let variable = VariableDecl(statement), let binding = variable.bindings.only,
      let members = statement.parent, members.kind == .memberBlock,
      !file.tree.root.says(servingTask(symbol.name))
    else { return nil }
    (name, self.statement) = (symbol.name, statement)
    isVariable = variable.introducer == .var
    let uses: [Node]
    if isVariable {
      uses = file.calls.uses(of: symbol)
      modifiers = statement.modifierNames
      guard symbol.type.isOptional, binding.node.accessorBlock == nil,
        binding.value.map({ $0.node.kind == .nilLiteral }) ?? true,
        Set(modifiers).isSubset(of: ["static", "private", "fileprivate", "internal"]),
        !statement.children.contains(where: { $0.kind == .attribute }),
        uses.contains(where: isAskedForItsEnd)
      else { return nil }
    } else {
      let initializers = members.children.filter { $0.kind == .initializerDecl }
      guard binding.value == nil, initializers.count == 1 else { return nil }
      modifiers = ["private"]
      uses = initializers[0].descendants().filter { file.semantics.symbol(of: $0) == symbol }
    }
    let given = uses.compactMap { use in
      AssignmentExpr(of: use.parent).flatMap { $0.target?.node == use ? $0.value?.node : nil }
    }
    guard given.count == 1, given[0].tree === file.tree else { return nil }
    bound = given[0]
  }
}

/// Whether a use of a server is `server?.onClose`.
private func isAskedForItsEnd(_ use: Node) -> Bool {
  var server = use
  while let parent = server.parent, parent.withoutUnwrapping == use { server = parent }
  return MemberAccess(on: server)?.name == "onClose"
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
  VariableDecl(statement) != nil && declaredNames([statement]).contains(servingTask(server))
    && statement.descendants.contains { node in
      MemberAccess(node).map { $0.name == "serve" && $0.base?.node.name == server } ?? false
    }
}
