package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Takes away a class of the project that only logs what an error delegate of grpc-swift 1 is told, once no connection or server
/// is given one; anything else is left to a person.
///
/// Nothing of grpc-swift 2 tells a delegate of errors: a call throws its own.
package func loggedErrors(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.parent?.kind == .inheritedType,
    let owner = match.node.ancestors.first(where: isTypeOrExtension),
    owner.kind == .classDecl,
    owner.attributes.isEmpty, owner.genericParameters.isEmpty,
    !owner.modifierNames.contains(where: { ["public", "open", "package"].contains($0) }),
    owner.inheritedTypes.allSatisfy({ $0 == match.node || basesWithoutUse.contains($0.text) }),
    !owner.ancestors.contains(where: { $0.kind == .ifConfigClause }),
    let type = file.semantics.symbol(of: owner), let members = TypeDecl(owner)?.members,
    members.items.map(\.node).allSatisfy(isOfALoggingDelegate), !isUsed(type, owner, file),
    !leavesDocumentation(owner), let run = ItemRun([owner])
  else { return .manual() }
  var editor = file.editor
  editor.remove(run)
  let reason =
    "nothing tells a delegate of errors in grpc-swift 2: what was logged of them is no longer"
  return placeOfMany(Consequence(editor, review: [reason]))
}

/// What a delegate is told by.
private let errorsTold: Set<String> = [
  "didCatchError", "didCatchErrorWithoutContext", "observeLibraryError",
  "observeRequestHandlerError",
]

private let basesWithoutUse: Set<String> = ["NSObject", "Sendable", "@unchecked Sendable"]

/// Whether a member is a line or more for a log, or an initialiser that does nothing of its own.
private func isOfALoggingDelegate(_ member: Node) -> Bool {
  if let initializer = InitializerDecl(member) {
    guard initializer.parameters.isEmpty, let body = initializer.body else { return false }
    return body.items.allSatisfy { $0.node.text == "super.init()" }
  }
  return FunctionDecl(member).map { errorsTold.contains($0.name) } == true
    && onlyLogs(member)
}

/// Whether the project names a type outside of it, by whatever meaning: where it inherits, extends or is given one.
private func isUsed(_ type: Symbol, _ owner: Node, _ file: FileContext) -> Bool {
  !file.calls.unknownUses(of: type.name).isEmpty
    || file.calls.nodes(named: type.name).contains { $0 != owner && !$0.isInside(owner) }
}
