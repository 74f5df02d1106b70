import MoultMatching
import MoultRewriting
import MoultSyntax

/// What a reference to a variable does with it, other than to read it.
enum ChangeOfAVariable {
  /// `x = …`
  case assigned
  /// `x.append(…)`, `x += …`; the whole expression.
  case mutated(Node)

  /// - Parameter reference: a name, or `self.name`.
  /// - Returns: nil where it is read.
  init?(at reference: Node) {
    var node = reference
    while let parent = node.parent {
      switch parent.kind {
      case .assignment:
        guard parent.leftOperand == node else { return nil }
        self = node == reference ? .assigned : .mutated(parent)
        return
      case .binaryOperator:
        guard parent.leftOperand == node,
          ["+=", "-=", "*=", "/=", "|=", "&="].contains(parent.name)
        else { return nil }
        self = .mutated(parent)
        return
      case .inOut:
        self = .mutated(parent)
        return
      case .functionCall:
        guard parent.callee == node, node.kind == .memberAccess,
          mutatingMembers.contains(node.name)
        else { return nil }
        self = .mutated(parent)
        return
      case .memberAccess:
        guard parent.base == node else { return nil }
        node = parent
      case .subscriptCall, .optionalChaining, .forceUnwrap:
        guard parent.children.first == node else { return nil }
        node = parent
      default: return nil
      }
    }
    return nil
  }
}

private let mutatingMembers: Set<String> = [
  "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
  "removeValue", "updateValue", "formUnion", "subtract", "toggle", "popLast", "swapAt", "sort",
  "reverse", "merge",
]

/// A class with a lock around its value, which a variable becomes that closures on any thread set.
///
/// What is read or set is its `value`; what changes in place is a closure of its `mutate`.
let lockedBox = Code.quoted(
  type: "private final class Locked<Value>: @unchecked Sendable { "
    + "private let lock = Foundation::NSLock(); "
    + "private var storage: Value; init(_ value: Value) { storage = value }; "
    + "var value: Value { get { mutate { $0 } } set { mutate { $0 = newValue } } }; "
    + "@discardableResult func mutate<Result>(_ body: (inout Value) -> Result) -> Result { "
    + "lock.lock(); defer { lock.unlock() }; return body(&storage) } }",
  documentation: "A value that closures on any thread may read and set: a lock guards it.")
