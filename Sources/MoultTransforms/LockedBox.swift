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

extension ChangeOfAVariable? {
  /// Whether a use is one that stays alone behind a lock: a change neither suspends, throws nor names the variable once more, and no
  /// function is lent it.
  ///
  /// - Parameter use: a name, or `self.name`.
  func isAlone(at use: Node) -> Bool {
    guard case .mutated(let whole)? = self else { return true }
    return whole.kind != .inOut
      && !whole.descendants.contains { other in
        [.awaitExpr, .tryExpr].contains(other.kind)
          || other != use && other.name == use.name
            && [.declReference, .memberAccess].contains(other.kind)
      }
  }
}

extension SyntaxEditor {
  /// Has a use of a variable ask for what is in its box.
  ///
  /// - Parameter use: a name, or `self.name`.
  mutating func unbox(_ use: Node) {
    let box = Code.word(use.name)
    guard case .mutated(let whole)? = ChangeOfAVariable(at: use) else {
      return replace(use, with: box.member("value"))
    }
    replace(use, with: .word("$0"))
    replace(whole, with: box.calling("mutate", with: ClosureCode([.kept(whole)])))
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
