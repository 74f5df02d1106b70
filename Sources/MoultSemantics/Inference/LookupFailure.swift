package import MoultSyntax

/// Why a name, a member or a call was not found to mean anything.
package enum LookupFailure: Sendable {
  /// Nothing in sight is called so.
  case name

  /// The receiver, or the type whose static members are meant, has no such member that the file sees.
  case member(of: SemanticType, isOnType: Bool)

  /// None of these takes arguments of such labels, or so many.
  case arguments([Symbol])
}

extension FileSemantics {
  /// Returns every name, member and call of the file's bodies that was looked up in vain, in source order.
  ///
  /// A member of a receiver of unknown type is not among them.
  package func lookupFailures() -> [(node: Node, failure: LookupFailure)] {
    inferEverything()
    return failures.map { (Node(tree: tree, id: $0.key), $0.value) }.sorted {
      ($0.node.range.lowerBound, $0.node.id) < ($1.node.range.lowerBound, $1.node.id)
    }
  }

  /// Returns the overloads that labels and number of the arguments leave, where there are several.
  ///
  /// Their types may choose among them in ways that are not followed, such as by what is done with the result.
  package func overloads(atCall node: Node) -> [Symbol] {
    inferEverything()
    return overloadsByCall[node.id] ?? []
  }

  /// Notes which overloads can be meant by a call, and if none can.
  func noteOverloads(_ members: [Member], taking arguments: [CallArgument], at node: Node) {
    let taking = members.filter { accepts($0, arguments) }.map(\.symbol)
    note(taking.isEmpty ? .arguments(members.map(\.symbol)) : nil, at: node)
    if taking.count > 1 || overloadsByCall[node.id] != nil {
      overloadsByCall[node.id] = taking.count > 1 ? taking : nil
    }
  }

  /// Remembers how the last look-up at a node went; what is inferred again with more known counts.
  func note(_ failure: LookupFailure?, at node: Node) {
    if failure != nil || failures[node.id] != nil { failures[node.id] = failure }
  }

  /// Notes whether a receiver has the member that is looked for.
  func noteMember(_ target: MemberTarget, at node: Node) {
    guard target.members.isEmpty, target.valueType.isUnknown, target.source == .member else {
      return note(nil, at: node)
    }
    let onType = target.metatypeInstance
    var receiver = onType ?? target.base.type
    if target.base.isImplicitlyUnwrapped { receiver = receiver.unwrapped }
    note(
      receiver.isUnknown ? nil : .member(of: receiver, isOnType: onType != nil), at: node)
  }
}
