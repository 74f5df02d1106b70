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
    let isScript = lastComponent(ofPath: file.source.path) == "main.swift"
    guard isScript || node.parent?.kind != .sourceFile else {
      throw Refusal(
        "create it in a function that can throw, because something has to run it, and a global variable's value cannot"
      )
    }
    guard isAlwaysEvaluated(expression, in: node, file) else {
      throw Refusal(
        "create it in a statement of its own where it is needed, because something has to run it, and here it is created only at times"
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
  ///   - question: a member that is asked for behind the task, and throws where the value cannot run.
  ///   - branchMark: before a closure that makes the value where that is all of a branch; nil where none can.
  ///   - task: returns the statement that starts the task of the value of a name.
  func put(
    _ value: Code, running method: String, names: [String], after preparation: [Code] = [],
    asking question: String? = nil, markedInBranch branchMark: EffectMark? = nil,
    _ editor: inout SyntaxEditor,
    task: (_ name: String, _ task: Code) -> Code = { $1 }
  ) throws(Refusal) {
    func asked(_ name: String) -> [Code] {
      question.map { [.infix(.word("_"), "=", .tryAwait(.word(name).member($0)))] } ?? []
    }
    if let name = boundName {
      let running = RunningTask(
        of: name, method,
        isCaptured: isBareProperty || isOfVariable || name.hasPrefix("self."), isOptional)
      editor.insert(preparation, before: statement)
      editor.replace(expression, with: value)
      let whole = isOptional ? name + "?" : name
      editor.insert([task(name, running.code)] + asked(whole), after: statement)
      return
    }
    guard let name = file.freeName(names, around: statement) else {
      throw Refusal("assign it to a local, then run the fix again")
    }
    func items(_ value: Code) -> [Code] {
      preparation + [
        .variable(.let, name, value: value),
        task(name, RunningTask(of: name, method).code),
      ] + asked(name)
    }
    let isReturned: Bool
    switch resultOfBlock {
    case .none: isReturned = false
    case .given: isReturned = true
    case .unknown:
      if let branchMark, statement == expression, statement.isBranch, preparation.isEmpty {
        // A branch that gives a value is one expression.
        let made = ClosureCode(items(.form(.moved(value))) + [.returned(.word(name))])
        editor.replace(expression, with: .marked(branchMark, .call(.closure(made), [])))
        return
      }
      throw Refusal("write 'return' before it, or assign it to a local, then run the fix again")
    }
    if boundTarget?.text == "_" {
      editor.replace(item: statement, with: items(value))
      return
    }
    if statement == expression {
      editor.replace(
        item: statement, with: items(value) + [isReturned ? .returned(.word(name)) : .word(name)])
      return
    }
    editor.replace(expression, with: .word(name))
    editor.closeList(behindOnlyArgument: expression)
    if isReturned {
      // What is kept of the expression leaves the statement, which is kept as well.
      editor.replace(
        item: statement, with: items(.form(.moved(value))) + [.returned(.kept(statement))])
    } else {
      editor.insert(items(value), before: statement)
    }
  }

  /// Whether what is assigned to can be nil, so that a task that captures it has an optional.
  private var isOptional: Bool {
    if VariableDecl(statement) != nil, TryExpr(expression)?.mark == .optional { return true }
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
    let around = expression.ancestors.prefix(2)
    if GuardStmt(statement) != nil,
      let binding = around.first(where: { $0.kind == .optionalBinding }),
      case .optionalBinding(let bound)? = Condition(binding), bound.value?.node == expression,
      case .identifier(let name)? = PatternSyntax(of: bound.pattern)
    {
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

  /// Whether the value goes to a local variable that is declared before, or to a property of one that is a structure: a task
  /// must not share what changes.
  private var isOfVariable: Bool {
    guard var target = boundTarget else { return false }
    while let member = MemberAccess(target), let base = member.base {
      if file.semantics.type(of: base.node).fullyUnwrapped.nominalSymbol?.kind == .classType {
        return false
      }
      target = base.node.withoutUnwrapping
    }
    guard let symbol = file.semantics.symbol(of: target), symbol.kind == .local else {
      return false
    }
    return LocalVariable(symbol, file)?.declaration?.introducer == .var
  }

  /// What the statement, as the only one of its block, is without `return`.
  private var resultOfBlock: BlockResult {
    guard statement.kind.isExpression, let block = statement.parent else { return .none }
    let found = result(of: block, file)
    guard case .given = found, [.ifExpr, .switchExpr].contains(statement.kind) else { return found }
    // A statement with branches that leave, or an expression with branches.
    return statement.descendants.contains { $0.kind == .returnStmt } ? .none : .unknown
  }
}

extension Node {
  /// Whether it is the only statement of a branch of an `if` or a `switch`.
  fileprivate var isBranch: Bool {
    guard let block = parent, block.items.count == 1 else { return false }
    return block.kind == .switchCase || (block.kind == .codeBlock && block.parent?.kind == .ifExpr)
  }
}

/// Whether nothing but the statement decides whether an expression in it is evaluated.
func isAlwaysEvaluated(_ expression: Node, in statement: Node, _ file: FileContext) -> Bool {
  if surroundings(of: expression, in: file).autoclosure != nil { return false }
  var child = expression
  while child != statement, let parent = child.parent {
    switch parent.kind {
    case .ternary, .ifExpr, .guardStmt: if parent.children.first != child { return false }
    case .binaryOperator:
      let isShort = ["??", "&&", "||"].contains(parent.name)
      if isShort, parent.children.first != child { return false }
    case .whileStmt, .repeatStmt: return false
    case .argument where parent.argumentLabel == "default": return false
    default: break
    }
    child = parent
  }
  return true
}

/// A task that runs a client or a server.
///
/// In an initialiser it must not hold on to `self`, which is not whole yet, so it captures a property; and what a local
/// variable holds is captured as it is.
struct RunningTask {
  let code: Code

  /// - Parameters:
  ///   - name: with `self.` for a property that is written so.
  ///   - method: runs it.
  init(
    of name: String, _ method: String, isCaptured: Bool = false, _ isOptional: Bool = false
  ) {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let local = isCaptured || name.hasPrefix("self.") ? last : name
    let captures = isCaptured ? [local == name ? local : "\(local) = \(name)"] : []
    let run = Code.quoted("try await \(local)\(isOptional ? "?" : "").\(method)()")
    let closure = ClosureCode(captures: captures, [run])
    code = .task(closure)
  }
}
