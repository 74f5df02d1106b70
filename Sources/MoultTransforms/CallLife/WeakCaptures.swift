import MoultMatching
import MoultSemantics
import MoultSyntax

extension ClosureExpr {
  /// The names that a closure captures weakly; nil where it captures anything else than these and `self`.
  var weakCaptures: [String]? {
    var names: [String] = []
    for capture in captures where capture.node.text != "self" {
      guard capture.value == nil, capture.node.text == "weak \(capture.name)" else { return nil }
      names.append(capture.name)
    }
    return names
  }
}

extension CallLife {
  /// What was captured weakly by the closures whose statements move into a task, which must not keep it either.
  ///
  /// - Throws: a `Refusal` where one of the closures keeps what another does not.
  func weakNames(_ file: FileContext) throws(Refusal) -> [String] {
    var closures: [(items: [Node], weakNames: [String])] = []
    if case .read(let replies) = replies { closures.append((replies.items, replies.weakNames)) }
    if let handledStatus { closures.append((handledStatus.items, handledStatus.weakNames)) }
    guard let names = namesCapturedWeakly(by: closures, file),
      !names.contains(where: { name in made.given.contains { $0.names(name, file) } })
    else { throw refusal }
    return names
  }
}

/// What closures capture weakly whose statements move into one task; nil where one of them keeps what another does not.
func namesCapturedWeakly(
  by closures: [(items: [Node], weakNames: [String])], _ file: FileContext
) -> [String]? {
  var names: [String] = []
  for name in closures.flatMap(\.weakNames) where !names.contains(name) { names.append(name) }
  let areWeakInAll = names.allSatisfy { name in
    closures.allSatisfy { closure in
      closure.weakNames.contains(name) || !closure.items.contains { $0.names(name, file) }
    }
  }
  return areWeakInAll ? names : nil
}

extension Node {
  /// Whether code names something, or for `self` a member of it.
  fileprivate func names(_ name: String, _ file: FileContext) -> Bool {
    descendants().contains { node in
      guard node.kind == .declReference else { return false }
      return node.name == name
        || name == "self" && file.semantics.symbol(of: node)?.isInstanceMember == true
    }
  }
}
