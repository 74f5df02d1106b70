import MoultMatching
import MoultSemantics
import MoultSyntax

extension PatternBinding {
  /// `let name = value`, whatever the pattern is.
  init?(giving value: Node) {
    guard let binding = PatternBinding(of: value.parent?.parent), binding.value?.node == value
    else { return nil }
    self = binding
  }
}

extension AssignmentExpr {
  /// `target = value`.
  init?(giving value: Node) {
    guard let assignment = AssignmentExpr(of: value.parent), assignment.value?.node == value
    else { return nil }
    self = assignment
  }
}

extension MemberAccess {
  /// `base.member = value` as a statement of its own.
  var filling: (statement: Node, value: Expr)? {
    guard let assignment = AssignmentExpr(to: node), let value = assignment.value,
      assignment.node.parent?.isBlockOfStatements == true
    else { return nil }
    return (assignment.node, value)
  }
}

extension FileContext {
  /// The constant, variable or property that a value is given to.
  func holder(of value: Node) -> Symbol? {
    let target =
      PatternBinding(giving: value)?.pattern?.node
      ?? AssignmentExpr(giving: value)?.target?.node
    return target.flatMap(semantics.symbol)
  }

  /// Where a variable is named: a property in the whole project, a local in this file.
  func uses(of variable: Symbol) -> [Node] {
    variable.kind == .property ? calls.uses(of: variable) : semantics.references(to: variable)
  }

  /// Whether no requirement, witness or override has to change with a function, and nothing forbids that it does.
  func changesAlone(_ function: Symbol) -> Bool {
    let family = DeclarationFamily(of: function, in: self)
    return family.obstacle == nil && family.members == [function]
  }
}

extension Node {
  /// The node, or the nearest of so many nodes around it, that is of a kind.
  func nearest(_ kind: NodeKind, among count: Int = .max) -> Node? {
    self.kind == kind ? self : ancestors.prefix(count).first { $0.kind == kind }
  }
}

extension Node {
  /// Whether the type of a closure that is no statement's own depends on an item in it: the item is all of it, or it is a task's and nothing
  /// else there throws.
  ///
  /// Of such a closure somebody keeps a value, or a task, that would have another type without the item's value or errors.
  var isValueOfItsClosure: Bool {
    guard let closure = ancestors.first(where: \.isOtherBody), closure.kind == .closure,
      let call = closure.callGiven
    else { return false }
    let whole = call.with(.awaitExpr, .tryExpr)
    guard whole.parent?.isBlockOfStatements != true, discarding(whole) == nil else { return false }
    if parent == closure, closure.items.count == 1 { return true }
    return ["Task", "detached"].contains(call.callee?.name)
      && !closure.descendants.contains { node in
        TryExpr(node).map { $0.mark == .propagating && !$0.node.isInside(self) } ?? false
      }
  }
}
