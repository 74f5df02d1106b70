import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Where an expression stands whose value is run by a task beside it.
struct RunningValue {
  private let statement: Node
  private let file: FileContext
  private let expression: Node

  /// - Parameter expression: what is replaced: the call, with the `try` and `await` that went with it.
  init(_ expression: Node, _ file: FileContext) throws(Refusal) {
    var node = expression
    while let parent = node.parent, !parent.isBlockOfStatements {
      guard parent.kind != .memberBlock, parent.parent != nil else {
        throw Refusal(
          "create it in a function that can throw, because something has to run it, and a property's value cannot"
        )
      }
      node = parent
    }
    // Only a script has statements outside of its functions.
    let isScript = file.source.path.split(separator: "/").last == "main.swift"
    guard isScript || node.parent?.kind != .sourceFile else {
      throw Refusal(
        "create it in a function that can throw, because something has to run it, and a global variable's value cannot"
      )
    }
    statement = node
    self.expression = expression
    self.file = file
  }

  /// Puts `value` in place and lets a task run it.
  ///
  /// - Parameters:
  ///   - method: runs the value.
  ///   - names: what a new local may be called.
  ///   - preparation: what stands before the statement.
  ///   - task: returns the statement that starts the task of the value of a name.
  func put(
    _ value: Code, running method: String, names: [String], after preparation: [Code] = [],
    _ editor: inout SyntaxEditor, task: (_ name: String, _ task: Code) -> Code = { $1 }
  ) throws(Refusal) {
    if let name = boundName {
      let running = RunningTask(
        name, method, isCaptured: isBareProperty || name.hasPrefix("self."), isOptional)
      editor.insert(preparation, before: statement)
      editor.replace(expression, with: value)
      editor.insert([task(name, running.code)], after: statement)
      return
    }
    guard let name = file.freeName(names, around: statement) else {
      throw Refusal("assign it to a local, then run the fix again")
    }
    let items =
      preparation + [
        .variable(.let, name, value: value), task(name, RunningTask(name, method).code),
      ]
    if statement == expression {
      editor.replace(
        item: statement, with: items + [isSoleResult ? .returned(.word(name)) : .word(name)])
    } else {
      editor.insert(items, before: statement)
      editor.replace(expression, with: .word(name))
    }
  }

  /// Whether what is assigned to can be nil, so that a task that captures it has an optional.
  private var isOptional: Bool {
    guard let target = AssignmentExpr(statement)?.target,
      let symbol = file.semantics.symbol(of: target.node)
    else { return false }
    return symbol.isImplicitlyUnwrapped || symbol.type.isOptional
  }

  /// The local or the property that the statement gives the value to.
  private var boundName: String? {
    if let binding = VariableDecl(statement)?.bindings.only, binding.value?.node == expression {
      guard case .identifier(let name)? = binding.pattern else { return nil }
      return name.name
    }
    switch boundTarget.flatMap({ Expr($0) }) {
    case .name(let name)?: return name.node.text
    case .member(let member)?: return member.node.text
    default: return nil
    }
  }

  /// What the statement gives the value to, if it is an assignment.
  var boundTarget: Node? {
    guard let assignment = AssignmentExpr(statement), assignment.value?.node == expression else {
      return nil
    }
    return assignment.target?.node
  }

  /// Whether the value goes to a property without `self.` before it.
  private var isBareProperty: Bool {
    guard case .name(let name)? = AssignmentExpr(statement)?.target else { return false }
    return file.semantics.symbol(of: name.node)?.kind == .property
  }

  private var isSoleResult: Bool {
    guard let block = StatementBlock(of: statement.parent), block.items.only != nil,
      let owner = FunctionDecl(of: block.node.parent)
    else { return false }
    return owner.returnType != nil
  }
}

/// A task that runs a client or a server.
///
/// In an initialiser it must not hold on to `self`, which is not whole yet, so it captures a property.
struct RunningTask {
  let code: Code

  /// - Parameter name: with `self.` for a property that is written so.
  init(_ name: String, _ method: String, isCaptured: Bool = false, _ isOptional: Bool = false) {
    let isOwn = name.hasPrefix("self.")
    let local = isOwn ? String(name.dropFirst("self.".count)) : name
    let captures = isCaptured ? [isOwn ? "\(local) = \(name)" : local] : []
    let runner = isOptional ? Code.postfix(.word(local), "?") : .word(local)
    let closure = ClosureCode(captures: captures, [.tryAwait(runner.calling(method))])
    code = .call(.word("Task"), [], trailing: [closure])
  }
}
