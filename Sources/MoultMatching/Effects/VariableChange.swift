import MoultSemantics
package import MoultSyntax

/// Whether the value that a name stands for may be changed here: assigned to, passed `inout`, or asked by a
/// method that says so or is known to change collections.
package func mayChange(_ use: Node, _ file: FileContext) -> Bool {
  var place = use
  while let parent = place.parent {
    switch parent.kind {
    case .memberAccess where parent.base == place:
      if let call = parent.parent, call.kind == .functionCall, call.callee == parent {
        return changingMethods.contains(parent.name)
          || file.semantics.symbol(of: call)?.declaration?.modifierNames.contains("mutating")
            == true
      }
      place = parent
    case .subscriptCall where parent.children.first == place: place = parent
    case .optionalChaining, .forceUnwrap: place = parent
    case .assignment: return parent.leftOperand == place
    case .binaryOperator:
      let name = parent.name
      return parent.leftOperand == place && name.hasSuffix("=")
        && !["==", "!=", "<=", ">=", "===", "!=="].contains(name)
    case .inOut: return true
    default: return false
    }
  }
  return false
}

private let changingMethods: Set<String> = [
  "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "popLast", "sort",
  "reverse", "merge", "formUnion", "subtract", "toggle", "updateValue", "removeValue",
]
