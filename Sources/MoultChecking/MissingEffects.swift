import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns what throws or suspends without a mark, or where nothing may throw or suspend.
func missingEffects(in subject: Subject) -> [DefiniteError] {
  subject.nodes.flatMap { node -> [DefiniteError] in
    switch node.kind {
    case .functionCall, .memberAccess, .declReference, .subscriptCall:
      let effects = subject.effects(of: node)
      guard !effects.isEmpty, !node.isInMacro,
        subject.semantics.symbol(of: node).map({ !subject.isInFlux($0) }) ?? true
      else { return [] }
      return unmarked(node, effects, in: subject)
    case .tryExpr, .awaitExpr: return node.isInMacro ? [] : misplaced(node, in: subject)
    default: return []
    }
  }
}

private func unmarked(
  _ node: Node, _ effects: Effects, in subject: Subject
) -> [DefiniteError] {
  let around = surroundings(of: node, in: subject.file)
  let name = node.namingNode.name
  var errors: [DefiniteError] = []
  func report(_ message: String) { errors.append(subject.error(.effect, at: node, message)) }
  if around.asyncLet == nil, !node.isSequenceOfLoop {
    if effects.contains(.async), around.awaitMark == nil {
      report("'\(name)' is async and not marked with 'await'")
    }
    if effects.contains(.throwing), around.tryMark == nil {
      report("'\(name)' throws and is not marked with 'try'")
    }
  }
  if effects.contains(.async), around.awaitMark == nil, let holder = subject.syncScope(around) {
    report("'\(name)' is async, and \(holder) is not")
  }
  // What has a mark is judged with its mark.
  if effects.contains(.throwing), around.tryMark == nil, !around.handlesErrors,
    let holder = subject.silentScope(around)
  {
    report("'\(name)' throws, and \(holder) does not")
  }
  return errors
}

/// Judges a `try` or an `await` by what may stand where it is.
private func misplaced(_ mark: Node, in subject: Subject) -> [DefiniteError] {
  guard !mark.flags.contains(.question), !mark.flags.contains(.exclamation) else { return [] }
  let around = surroundings(of: mark, in: subject.file)
  if mark.kind == .awaitExpr {
    return subject.syncScope(around).map { holder in
      [subject.error(.effect, at: mark, "'await' stands in \(holder), which is not async")]
    } ?? []
  }
  guard !around.handlesErrors, let holder = subject.silentScope(around) else { return [] }
  return [
    subject.error(
      .effect, at: mark, "what 'try' lets through is neither caught nor thrown by \(holder)")
  ]
}

extension Subject {
  /// What calling or reading the node does for certain.
  fileprivate func effects(of node: Node) -> Effects {
    if let parent = node.parent, parent.calledExpression == node { return [] }
    if let parent = node.parent, parent.kind == .assignment, parent.children.first == node {
      return []
    }
    let overloads = semantics.overloads(atCall: node)
    let symbols = overloads.isEmpty ? semantics.candidates(of: node) : overloads
    guard let first = symbols.first else { return [] }
    return symbols.dropFirst().reduce(effects(of: first, at: node)) {
      $0.intersection(effects(of: $1, at: node))
    }
  }

  private func effects(of symbol: Symbol, at node: Node) -> Effects {
    switch symbol.kind {
    case .function, .initializer: guard node.kind == .functionCall else { return [] }
    case .subscript: guard node.kind == .subscriptCall else { return [] }
    case .property:
      guard node.kind == .memberAccess || node.kind == .declReference else { return [] }
    case .module, .structure, .classType, .enumeration, .protocolType, .actor, .typeAlias,
      .associatedType, .genericParameter, .enumCase, .operatorFunction, .local, .macro:
      return []
    }
    // What else a type of another company has by that name is not known.
    if let owner = symbol.parent, owner.isExternal || owner.module != symbol.module,
      !isWholeModule(owner.module, of: model)
    {
      return []
    }
    // Of a task that cannot fail it does not throw.
    if symbol.qualifiedName == "Swift.Task.value" { return .async }
    var effects: Effects = []
    if symbol.isAsync { effects.insert(.async) }
    if symbol.kind == .property ? symbol.isThrowing : symbol.throwsAnything {
      effects.insert(.throwing)
    }
    return effects
  }

  /// What is around an expression and cannot suspend, as a phrase; nil if it can, or if nobody knows.
  fileprivate func syncScope(_ around: EffectSurroundings) -> String? {
    scope(around, lacking: .async)
  }

  /// What is around an expression and cannot throw, as a phrase; nil if it can, or if nobody knows.
  fileprivate func silentScope(_ around: EffectSurroundings) -> String? {
    scope(around, lacking: .throwing)
  }

  private func scope(_ around: EffectSurroundings, lacking effect: Effects) -> String? {
    guard around.doubts.isEmpty, around.barriers.isEmpty else { return nil }
    switch around.scope {
    case .function(let node):
      return node.declaredEffects.contains(effect) ? nil : "'\(node.name)'"
    case .getter(let owner, let block):
      guard !block.declaredEffects.contains(effect) else { return nil }
      return owner.kind == .subscriptDecl ? "a subscript" : "a getter"
    case .closure(let closure):
      guard let accepted = acceptedEffects(of: closure, in: file) else { return nil }
      return accepted.contains(effect) ? nil : "a closure"
    case .none(let place): return place == "a constant" ? nil : place
    case .topLevel: return nil
    case .globalValue:
      // The only file of a target is a script, whatever it is called.
      return model.isOnlyFile(path: file.source.path, ofModule: semantics.module)
        ? nil : "the initial value of a global variable"
    }
  }
}

extension Symbol {
  /// Throws what it throws for any arguments: no rethrowing, no error type that a caller chooses.
  fileprivate var throwsAnything: Bool {
    guard throwsByItself else { return false }
    guard let thrown = declaration?.thrownType else { return true }
    let holders = declaration.map { [$0] + Array($0.ancestors) } ?? []
    if holders.contains(where: { $0.kind == .extensionDecl }) { return false }
    let open = holders.flatMap { $0.genericParameters.map(\.name) }
    return thrown.kind == .identifierType && thrown.name != "Never" && !open.contains(thrown.name)
  }
}

extension Node {
  /// What is looped over, whose marks are those of the loop or its own.
  fileprivate var isSequenceOfLoop: Bool {
    var child = self
    for node in ancestors {
      if node.kind == .forStmt { return child.kind != .codeBlock }
      if node.kind == .codeBlock || node.kind == .closure { return false }
      child = node
    }
    return false
  }
}
