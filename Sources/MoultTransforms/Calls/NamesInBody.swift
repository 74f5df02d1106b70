import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

extension FileContext {
  /// Returns the first of `names` that no word of the function around `node` is, or nil.
  func freeName(_ names: [String], around node: Node) -> String? {
    tree.freeName(names, around: node)
  }

  /// The function, initialiser, accessor or property around a node; the file for code at the top level.
  func function(around node: Node) -> Node { tree.function(around: node) }
}

/// What names mean that move with the statements around them.
extension Symbol {
  /// Whether it is a property, a method or a subscript of an instance, whose name means one of `self`.
  var isInstanceMember: Bool {
    guard let parent, parent.kind.isType, !isStatic else { return false }
    return kind == .property || kind == .function || kind == .subscript
  }

  /// Whether it is a type whose values are shared, so that an escaping closure must say that it holds one.
  var isSharedType: Bool { kind == .classType || kind == .actor || kind == .protocolType }
}

/// The names that statements declare, without those of closures and functions inside.
func declaredNames(_ items: some Sequence<Node>) -> Set<String> {
  var names: Set<String> = []
  for item in items {
    for node in item.ownDescendants
    where node.kind == .identifierPattern || node.kind == .functionDecl {
      names.insert(node.name)
    }
  }
  return names
}

extension Node {
  /// Whether code says a name by itself, or declares it: not as a member's or an argument's.
  func names(_ word: String) -> Bool {
    says(word)
      && descendants().contains { node in
        node.name == word
          && ![.memberAccess, .argument, .memberType, .keyPathComponent].contains(node.kind)
      }
  }

  /// The expression without the `?` and `!` behind it.
  var withoutUnwrapping: Node {
    var inner = self
    while inner.kind == .optionalChaining || inner.kind == .forceUnwrap,
      let child = inner.children.first
    {
      inner = child
    }
    return inner
  }

  /// Whether a parameter is one that the function may change.
  var isInOutParameter: Bool {
    kind == .parameter
      && (modifierNames.contains("inout") || parameterType?.text.hasPrefix("inout") == true)
  }

  /// Whether a pattern stands behind `var`, in a declaration or in a condition.
  var isDeclaredAsVariable: Bool {
    let statement = ([self] + ancestors.prefix(4)).first {
      $0.kind == .variableDecl || $0.kind == .optionalBinding
    }
    return statement?.name == "var"
  }

  /// Whether running a statement may leave what stands around it: the function, or a loop or a `switch` around it.
  var mayLeaveItsBlock: Bool {
    ownDescendants.contains { node in
      switch node.kind {
      case .returnStmt: true
      case .breakStmt, .continueStmt: node.targetOfJump?.isInside(self) != true
      default: false
      }
    }
  }

  /// The same, also by an error that it throws itself.
  var mayEndItsBlock: Bool {
    mayLeaveItsBlock || ownDescendants.contains { $0.kind == .throwStmt }
  }

  /// The label behind a `break` or `continue`.
  var labelOfJump: String? {
    guard tokenIDs.count > 1, let last = tokenIDs.last else { return nil }
    return tree.text(of: TokenID(rawValue: UInt32(last)))
  }

  /// The loop or statement that a `break` or `continue` leaves or goes on with.
  var targetOfJump: Node? {
    let label = labelOfJump
    return ancestors.first { ancestor in
      if let label { return ancestor.kind == .labeledStmt && ancestor.name == label }
      return ancestor.kind.isLoop
        || (kind == .breakStmt && ancestor.kind == .switchExpr)
    }
  }
}
