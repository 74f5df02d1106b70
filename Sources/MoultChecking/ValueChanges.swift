import MoultSemantics
import MoultSyntax

extension Symbol {
  /// Whether setting the property changes the value that it is a member of, and nothing else.
  ///
  /// A setter or an observer may do anything. What libraries declare as a part of a structure is taken to be one.
  var isPartOfValue: Bool {
    guard kind == .property, let declaration, declaration.kind == .patternBinding,
      let holder = declaration.parent
    else { return false }
    if case .interface = origin {
      return declaration.accessors.allSatisfy { !$0.modifierNames.contains("nonmutating") }
        && declaration.tokenIDs.allSatisfy {
          declaration.tree.text(of: TokenID(rawValue: UInt32($0))) != "nonmutating"
        }
    }
    return declaration.accessorBlock == nil
      && holder.attributes.allSatisfy { plainAttributes.contains($0.name) }
  }

  /// Whether calling the method sets stored properties of the value that it is called on, and does nothing else.
  ///
  /// - Complexity: O(*n*) in the nodes of its body and of those that it calls, three deep.
  func onlySetsValue(in model: ProjectModel, depth: Int = 0) -> Bool {
    guard kind == .function, let declaration, declaration.modifierNames.contains("mutating") else {
      return false
    }
    if case .interface = origin { return true }
    guard depth < 3, let owner = parent, let body = declaration.body else { return false }
    let names = Set(parameters.compactMap(\.name))
    return body.items.allSatisfy { item in
      guard !item.hasCall(besides: item) else { return false }
      switch item.kind {
      case .assignment:
        return item.leftOperand.map { owner.storedProperty($0, names, model) != nil } ?? false
      case .binaryOperator:
        guard setters.contains(item.name), !model.declaresOperator(item.name) else { return false }
        return item.leftOperand.map { owner.storedProperty($0, names, model) != nil } ?? false
      case .functionCall:
        return item.calledExpression.map { owner.isSet(by: $0, names, model, depth) } ?? false
      default: return false
      }
    }
  }

  /// Whether a call only changes the value: of another such method, or of one that changes a collection in it.
  private func isSet(
    by callee: Node, _ hidden: Set<String>, _ model: ProjectModel, _ depth: Int
  ) -> Bool {
    if let base = callee.base, base.name != "self" {
      guard let type = storedProperty(base, hidden, model)?.type.nominalSymbol else { return false }
      return type.module == "Swift" && type.kind == .structure
        && collectionChanges.contains(callee.name)
    }
    let methods = model.declaredMembers(of: self, named: callee.name)
    return !methods.isEmpty && !hidden.contains(callee.name)
      && methods.allSatisfy { $0.onlySetsValue(in: model, depth: depth + 1) }
  }

  /// The stored property of the type that `name` or `self.name` means in a method.
  ///
  /// - Parameter hidden: the names that mean something else there.
  private func storedProperty(
    _ expression: Node, _ hidden: Set<String>, _ model: ProjectModel
  ) -> Symbol? {
    switch expression.kind {
    case .declReference: guard !hidden.contains(expression.name) else { return nil }
    case .memberAccess: guard expression.base?.name == "self" else { return nil }
    default: return nil
    }
    let members = model.declaredMembers(of: self, named: expression.name)
    return members.count == 1 && members[0].isPartOfValue ? members[0] : nil
  }
}

extension Node {
  /// Whether something is called inside, or may be.
  fileprivate func hasCall(besides own: Node) -> Bool {
    descendants.contains { node in
      guard node != own else { return false }
      switch node.kind {
      case .functionCall, .subscriptCall, .macroExpansion, .closure: return true
      default: return false
      }
    }
  }
}

/// Attributes of properties that leave them stored as they are.
private let plainAttributes: Set<String> = [
  "available", "objc", "nonobjc", "usableFromInline", "MainActor",
]

let setters: Set<String> = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="]

/// Methods of the standard library's collections that change the collection and nothing else.
private let collectionChanges: Set<String> = [
  "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeValue",
  "updateValue", "formUnion", "formIntersection", "subtract", "merge", "reverse", "sort",
]
