import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

/// A condition on the place of a match, so that a row is about some uses of a name alone.
package enum PlaceGuard: Hashable, Sendable {
  /// The module is spelled out before the name.
  case qualified(Bool)
  /// A `!` takes the value by force.
  case forced(Bool)
  /// The value, or a part of it, is assigned or passed as `inout`.
  case assigned(Bool)
  /// A `try` marks it.
  case tried(Bool)
  /// Nothing takes the value.
  case discarded(Bool)
  /// Something that the project sees declares the symbol of this qualified name.
  case declares(String)
  /// What a metavariable stands for.
  case variable(String, VariableGuard)

  /// The guards that are true or false, by the words of pages.
  package static let flags: [String: @Sendable (Bool) -> PlaceGuard] = [
    "qualified": { .qualified($0) }, "forced": { .forced($0) }, "assigned": { .assigned($0) },
    "tried": { .tried($0) }, "discarded": { .discarded($0) },
  ]

  /// Returns whether the condition holds; what is not known does not.
  func holds(for match: Match, in file: FileContext) -> Bool {
    switch self {
    case .qualified(let wanted):
      let module = match.symbol?.module ?? ""
      return file.source.text(match.range).hasPrefix(module + ".") == wanted
    case .forced(let wanted):
      return (match.node.parent?.kind == .forceUnwrap) == wanted
    case .assigned(let wanted): return match.node.isAssigned == wanted
    case .tried(let wanted): return (coveringTry(of: match.node) != nil) == wanted
    case .discarded(let wanted): return match.node.isDiscarded == wanted
    case .declares(let name): return file.model.symbol(named: name) != nil
    case .variable(let name, let variable):
      guard let node = match.nodes[name] else { return false }
      return variable.holds(for: node, in: file)
    }
  }
}

/// A condition on what a metavariable stands for; what is nil is not asked for.
package struct VariableGuard: Hashable, Sendable {
  /// The qualified name of its type or of one that it descends from, optional or not.
  package var type: String?
  package var isOptional: Bool?

  /// Whether it is a variable, whose value can be changed.
  package var isMutable: Bool?
  package var isLiteral: Bool?

  package init() {}

  fileprivate func holds(for node: Node, in file: FileContext) -> Bool {
    let found = file.semantics.type(of: node)
    if let type {
      guard let symbol = found.fullyUnwrapped.nominalSymbol,
        symbol.qualifiedName == type || file.model.isSubtype(symbol, of: type)
      else { return false }
    }
    if let isOptional {
      guard !found.isUnknown else { return false }
      var isFound = false
      if case .optional = found { isFound = true }
      guard isFound == isOptional else { return false }
    }
    if let isMutable {
      guard let symbol = file.semantics.symbol(of: node), symbol.isMutable == isMutable else {
        return false
      }
    }
    if let isLiteral, node.isLiteralValue != isLiteral { return false }
    return true
  }
}

/// Where a rule finds and does not rewrite: a person does what its next step says.
package struct PlaceRefusal: Sendable {
  /// All of them hold.
  package let guards: [PlaceGuard]
  let nextStep: Template

  package init(guards: [PlaceGuard], nextStep: Template) {
    self.guards = guards
    self.nextStep = nextStep
  }

  func holds(for match: Match, in file: FileContext) -> Bool {
    guards.allSatisfy { $0.holds(for: match, in: file) }
  }
}

extension Node {
  /// Whether a value or a part of it stands on the left of an assignment, or is passed as `inout`.
  fileprivate var isAssigned: Bool {
    var node = self
    while let parent = node.parent {
      switch parent.kind {
      case .memberAccess, .subscriptCall, .optionalChaining, .forceUnwrap:
        guard parent.children.first == node else { return false }
        node = parent
      case .assignment: return parent.children.first == node
      case .inOut: return true
      default: return false
      }
    }
    return false
  }

  /// Whether an expression is a statement, or is assigned to `_`, with its `try` and `await`.
  fileprivate var isDiscarded: Bool {
    var node = self
    while let parent = node.parent {
      switch parent.kind {
      case .tryExpr, .awaitExpr, .optionalChaining: node = parent
      case .assignment:
        return parent.children.last == node && parent.children.first?.kind == .discardAssignment
      case .codeBlock, .sourceFile, .switchCase, .ifConfigClause: return true
      // One statement is what a closure returns.
      case .closure: return parent.children.count { $0.kind.isStatement } > 1
      default: return false
      }
    }
    return false
  }

  fileprivate var isLiteralValue: Bool {
    switch kind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .stringLiteral, .nilLiteral,
      .arrayLiteral, .dictionaryLiteral, .regexLiteral:
      true
    default: false
    }
  }
}
