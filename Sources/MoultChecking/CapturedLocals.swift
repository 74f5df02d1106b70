import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

extension Subject {
  /// Returns the locals that a closure may not have, as it runs beside what made them, where the language mode refuses that.
  ///
  /// A `@Sendable` closure has no variable that others can change, and no object that is not `Sendable`. What goes into a task may
  /// be neither, as long as nobody else has it: a caller does of a parameter, and what comes behind the task of what it names.
  /// Only variables and objects of the project's classes are looked at, and of tasks only those of functions without an actor,
  /// whose tasks are nobody's either.
  func capturedLocals(in closure: Node, _ kind: Beside) -> [DefiniteError] {
    let captures = Set(closure.captures)
    var told: Set<Symbol> = []
    // What a capture is given is looked up outside of the closure.
    let used = localsUsed(in: [closure], file).filter { local in
      !local.use.ancestors.prefix { $0 != closure }.contains(where: captures.contains)
    }
    return used.compactMap { symbol, use in
      guard told.insert(symbol).inserted, let declaration = symbol.declaration else { return nil }
      let uses = used.filter { $0.symbol == symbol }.map(\.use)
      switch kind {
      case .sendableOnActor: return nil
      case .sendable:
        if declaration.isStoredVariable { return error(capturing: symbol, at: use) }
        return sharedClass(of: use).map { error(sharing: symbol.name, of: $0, at: use) }
      case .task:
        guard let function = closure.functionWithoutClosures, isOfNoActor(function) else {
          return nil
        }
        let later = closure.statementsBehind(in: function).flatMap { statement in
          statement.descendants.filter {
            $0.kind == .declReference && semantics.symbol(of: $0) == symbol
          }
        }
        if declaration.isStoredVariable, !later.isEmpty,
          (uses + later).contains(where: \.isChanged)
        {
          return error(capturing: symbol, at: use)
        }
        let isLent = declaration.isParameter(of: function)
        guard isLent || !later.isEmpty, !declaration.isStoredVariable else { return nil }
        return sharedClass(of: use).map { error(sharing: symbol.name, of: $0, at: use) }
      }
    }
  }

  private func error(capturing variable: Symbol, at use: Node) -> DefiniteError {
    let function = use.ancestors.first { $0.kind == .functionDecl }.map { " of '\($0.name)'" }
    return error(
      .race, at: use,
      "a closure\(function ?? "") that runs beside it has the variable '\(variable.name)', which may change, and Swift 6 mode refuses that"
    )
  }

  /// The class of an object that must not be shared.
  private func sharedClass(of use: Node) -> Symbol? {
    guard let owner = semantics.type(of: use).fullyUnwrapped.nominalSymbol,
      owner.kind == .classType, model.isNeverSendable(owner)
    else { return nil }
    return owner
  }

  /// Whether a function runs on no actor, as far as the words around it tell.
  private func isOfNoActor(_ function: Node) -> Bool {
    let around = [function] + Array(function.ancestors)
    guard !around.contains(where: { $0.hasCustomAttribute || $0.kind == .ifConfigClause }) else {
      return false
    }
    guard let container = function.container else { return true }
    guard let owner = semantics.symbol(of: container),
      [.classType, .structure, .enumeration].contains(owner.kind)
    else { return false }
    return model.isOfNoActor(owner)
  }
}

extension Node {
  /// Whether the node is what a `var` declares that has a place in memory, and nothing that answers for its use.
  fileprivate var isStoredVariable: Bool {
    let statement = ([self] + ancestors.prefix(4)).first {
      $0.kind == .variableDecl || $0.kind == .optionalBinding || $0.kind == .closure
    }
    guard let statement, statement.kind == .variableDecl, statement.name == "var" else {
      return false
    }
    return statement.attributes.isEmpty && !statement.modifierNames.contains("nonisolated")
      && !statement.children.contains { $0.accessorBlock != nil }
  }

  /// Whether the node is what a parameter of a function declares that the caller keeps as well.
  fileprivate func isParameter(of function: Node) -> Bool {
    guard let parameter = ([self] + ancestors.prefix(3)).first(where: { $0.kind == .parameter }),
      parameter.ancestors.first(where: { $0.kind == .functionDecl || $0.kind == .closure })
        == function
    else { return false }
    let type = parameter.parameterType?.text ?? ""
    return !["sending ", "inout ", "isolated ", "consuming "].contains(where: type.contains)
  }

  /// The function that a closure stands in, with no other closure between.
  fileprivate var functionWithoutClosures: Node? {
    for node in ancestors {
      switch node.kind {
      case .functionDecl: return node
      case .closure, .initializerDecl, .deinitializerDecl, .accessorDecl, .accessorBlock: return nil
      default: continue
      }
    }
    return nil
  }

  /// The statements that are reached behind the one that a node stands in, from its block outwards; those of loops around it
  /// are left out.
  fileprivate func statementsBehind(in function: Node) -> [Node] {
    var result: [Node] = []
    var node = self
    for parent in ancestors.prefix(while: { $0 != function }) {
      if parent.kind == .codeBlock {
        if node.isLeaving { return result }
        for statement in parent.children where statement.range.lowerBound >= node.range.upperBound {
          if statement.isLeaving { return result }
          result.append(statement)
        }
      } else if parent.kind == .switchCase || parent.kind == .deferStmt {
        return result
      }
      node = parent
    }
    return result
  }

  /// Whether nothing behind a statement is reached.
  private var isLeaving: Bool {
    switch kind {
    case .returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallthroughStmt: true
    case .functionCall:
      ["fatalError", "preconditionFailure", "exit", "abort"].contains(callee?.name ?? "")
    default: false
    }
  }

  /// Whether a variable is assigned to here, or lent to be.
  fileprivate var isChanged: Bool {
    guard let parent else { return false }
    switch parent.kind {
    case .assignment: return parent.leftOperand == self
    case .binaryOperator: return setters.contains(parent.name) && parent.leftOperand == self
    case .inOut: return true
    default: return false
    }
  }
}
