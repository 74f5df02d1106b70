package import MoultSemantics
import MoultSource
package import MoultSyntax

/// What surrounds an expression that throws or suspends, up to what must declare it.
package struct EffectSurroundings {
  /// The innermost `try` and `await` that cover the expression.
  package var tryMark: Node?
  package var awaitMark: Node?

  /// An error goes no further: `try?`, `try!`, or a `do` whose `catch` takes everything.
  package var handlesErrors = false

  /// The `async let` whose value the expression is part of.
  package var asyncLet: Node?

  /// The innermost argument around the expression that is an autoclosure of its own.
  package var autoclosure: Node?

  /// What lies between the expression and its scope and cannot do something.
  package var barriers: [EffectBarrier] = []

  /// Why a person should look at marks around the expression: sentences without a final period.
  package var doubts: [String] = []
  package var scope: EffectScope = .topLevel

  /// Whether an error of the expression leaves a closure: whoever calls that waits for it, and a task would keep it.
  var tellsCallerOfClosure: Bool {
    if case .closure = scope { !handlesErrors && tryMark != nil } else { false }
  }
}

/// Something around an expression that keeps effects in.
package struct EffectBarrier {
  package let effects: Effects

  /// A phrase.
  package let reason: String

  /// Whether a statement inside of it can start a `Task`; nothing can within an expression.
  package let takesTask: Bool
}

/// What must say that an expression inside of it throws or suspends.
package enum EffectScope {
  /// A `functionDecl` or `initializerDecl`.
  case function(Node)
  /// The `patternBinding` or `subscriptDecl` of a getter, and its accessor or short block.
  case getter(owner: Node, block: Node)
  case closure(Node)
  case topLevel
  /// The initial value of a global variable, which can throw and suspend in a script alone.
  case globalValue
  /// Nothing there can say it; a phrase such as `a deinitialiser`.
  case none(String)

  /// Whether it is the initial value of a property or a global, a default argument, or another place that can say nothing.
  var isOfConstant: Bool {
    switch self {
    case .none, .globalValue: true
    case .function, .getter, .closure, .topLevel: false
    }
  }
}

/// Returns what surrounds `expression`.
///
/// - Complexity: O(*d*) for an expression that is nested *d* deep.
package func surroundings(of expression: Node, in file: FileContext) -> EffectSurroundings {
  var found = EffectSurroundings()
  var child = expression
  for node in expression.ancestors {
    defer { child = node }
    switch node.kind {
    case .tryExpr:
      if found.tryMark == nil { found.tryMark = node }
      if node.flags.contains(.question) || node.flags.contains(.exclamation) {
        found.handlesErrors = true
      }
    case .awaitExpr:
      // Unlike 'try', it covers nothing inside of an autoclosure.
      if found.awaitMark == nil, found.autoclosure == nil { found.awaitMark = node }
    case .binaryOperator:
      // The right side is an autoclosure that throws what it throws, and cannot suspend.
      if ["??", "&&", "||"].contains(node.name), node.children.last == child {
        found.barriers.append(
          EffectBarrier(
            effects: .async, reason: "the right side of '\(node.name)' cannot suspend",
            takesTask: false))
      }
    case .argument:
      switch use(of: node, file) {
      case .value: continue
      case .autoclosure(let accepted):
        if found.autoclosure == nil { found.autoclosure = node }
        // Errors that an autoclosure may throw end in the function that it is passed to.
        if accepted.contains(.throwing) { found.handlesErrors = true }
        found.barriers.append(
          EffectBarrier(
            effects: Effects([.async, .throwing]).subtracting(accepted),
            reason: "the argument is an autoclosure that is not declared for it", takesTask: false))
      case .unknown(let callee):
        found.doubts.append(
          "nothing is known about '\(callee)', which may take its argument as an autoclosure")
      }
    case .doStmt:
      if child.kind == .codeBlock, catchesEverything(node, file) { found.handlesErrors = true }
    case .deferStmt:
      found.barriers.append(
        EffectBarrier(
          effects: [.async, .throwing], reason: "a 'defer' can neither suspend nor throw",
          takesTask: true))
    case .closure:
      if let macro = macro(given: node) {
        // What it throws is what a test of it expects, and no task would tell.
        found.barriers.append(
          EffectBarrier(
            effects: .async,
            reason:
              "a closure of '#\(macro.name)' is awaited with it: write 'await #\(macro.name)(…) { try await … }' first",
            takesTask: false))
      }
      found.scope = .closure(node)
      return found
    case .functionDecl, .initializerDecl:
      found.scope = child.kind == .codeBlock ? .function(node) : .none("a default argument")
      return found
    case .deinitializerDecl:
      found.scope = .none("a deinitialiser")
      return found
    case .accessorDecl:
      guard node.name == "get", let block = node.parent, let owner = block.parent else {
        found.scope = .none("the accessor '\(node.name)'")
        return found
      }
      found.scope = .getter(owner: owner, block: node)
      return found
    case .accessorBlock:
      guard let owner = node.parent else { continue }
      found.scope = .getter(owner: owner, block: node)
      return found
    case .variableDecl:
      if node.modifierNames.contains("async") { found.asyncLet = node }
      guard let scope = initialValueScope(of: node) else { continue }
      found.scope = scope
      return found
    case .enumCaseElement, .attribute, .subscriptDecl, .macroDecl:
      found.scope = .none("a constant")
      return found
    case .sourceFile: return found
    default: continue
    }
  }
  return found
}

/// The macro that a closure is an argument of.
private func macro(given closure: Node) -> Node? {
  let around = closure.ancestors.prefix { node in
    [.argument, .argumentList, .labeledClosure, .macroExpansion].contains(node.kind)
  }
  return around.first { $0.kind == .macroExpansion }
}

/// What the initial value of a variable belongs to, if it is no variable of a body.
private func initialValueScope(of variable: Node) -> EffectScope? {
  for ancestor in variable.ancestors {
    switch ancestor.kind {
    case .memberBlock: return .none("the initial value of a property")
    case .sourceFile: return isScript(ancestor) ? nil : .globalValue
    case .ifConfig, .ifConfigClause: continue
    default: return nil
    }
  }
  return nil
}

/// Whether a file's statements run: it is called `main.swift`, begins with `#!`, or has statements at all.
///
/// - Complexity: O(*n*) in the items of the file.
package func isScript(_ file: Node) -> Bool {
  let source = file.tree.source
  if lastComponent(ofPath: source.path) == "main.swift" { return true }
  if source.bytes.starts(with: Array("#!".utf8)) { return true }
  return file.children.contains {
    $0.kind.isStatement || $0.kind.isExpression && $0.kind != .macroExpansion
  }
}

/// Whether a `catch` takes whatever is thrown.
func catchesEverything(_ statement: Node, _ file: FileContext) -> Bool {
  statement.catchClauses.contains { clause in
    let items = clause.catchItems
    guard let item = items.first, items.count == 1 else { return items.isEmpty }
    guard item.whereCondition == nil else { return false }
    return item.pattern.map { takesEveryError($0, file) } ?? true
  }
}

/// Whether a pattern takes every error: it does no more than name it, or cast it to what every error is.
private func takesEveryError(_ pattern: Node, _ file: FileContext) -> Bool {
  var node = pattern
  while true {
    switch node.kind {
    case .identifierPattern, .wildcardPattern, .discardAssignment: return true
    case .isTypePattern: return node.castType.map { isEveryError($0, file) } ?? false
    case .asExpr:
      guard node.flags.isDisjoint(with: [.question, .exclamation]), let type = node.castType,
        isEveryError(type, file)
      else { return false }
    case .valueBindingPattern, .expressionPattern, .patternExpr: break
    case .tuple where node.withoutParentheses != node:
      node = node.withoutParentheses
      continue
    default: return false
    }
    guard let inner = node.children.first else { return false }
    node = inner
  }
}

/// Whether a type is `Error`, or `NSError`, to which every error can be bridged.
private func isEveryError(_ type: Node, _ file: FileContext) -> Bool {
  guard type.kind != .someOrAnyType else {
    return type.children.first.map { isEveryError($0, file) } ?? false
  }
  guard type.kind == .identifierType || type.kind == .memberType else { return false }
  guard let symbol = file.semantics.symbol(of: type) else { return type.name == "NSError" }
  return ["Swift.Error", "Foundation.NSError"].contains(symbol.qualifiedName)
}

/// How a call takes an argument.
private enum ArgumentUse {
  /// As a value, or as what is no call's argument at all.
  case value
  /// As a closure of its own that may do so much.
  case autoclosure(Effects)
  /// The function of this name is not known.
  case unknown(String)
}

private func use(of argument: Node, _ file: FileContext) -> ArgumentUse {
  guard let list = argument.parent, list.kind == .argumentList, let call = list.parent,
    call.kind == .functionCall
  else { return .value }
  let callees = file.semantics.candidates(of: call)
  let accepted = callees.compactMap { autoclosureEffects(of: $0, taking: argument, in: list) }
  // Of overloads that stay apart, the one that takes least decides.
  if let first = accepted.first {
    return .autoclosure(accepted.dropFirst().reduce(first) { $0.intersection($1) })
  }
  guard callees.isEmpty, let callee = call.callee, file.semantics.type(of: callee).isUnknown else {
    return .value
  }
  return .unknown(callee.name)
}

/// What the autoclosure may do that takes the argument, or nil if none does.
private func autoclosureEffects(
  of symbol: Symbol, taking argument: Node, in list: Node
) -> Effects? {
  guard let parameter = parameter(of: symbol, taking: argument, in: list)?.declaration,
    let type = parameter.parameterType, type.kind == .attributedType,
    type.attributes.contains(where: { $0.name == "autoclosure" }),
    let function = type.children.last(where: { $0.kind == .functionType })
  else { return nil }
  return function.declaredEffects
}

/// The parameter that an argument goes to: by its label, among those without one by position.
package func parameter(
  of symbol: Symbol, taking argument: Node, in list: Node
) -> SymbolParameter? {
  let label = argument.argumentLabel
  let arguments = list.children.filter { $0.kind == .argument }
  let alike = arguments.filter { $0.argumentLabel == label }
  let candidates = symbol.parameters.filter { $0.label == label }
  guard let position = alike.firstIndex(of: argument), let last = candidates.last else {
    return nil
  }
  return position < candidates.count ? candidates[position] : last
}
