import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A client that a condition binds to a name, and with which nothing is done but to set what all its calls have.
///
/// `if let client = client { client.timeout = 5 }` set the limit of the one client that there was. Clients are structs in
/// grpc-swift 1, so the name would be a copy: the condition asks for nil, and what is set goes through the optional.
struct ClientOfACondition {
  /// What becomes of the condition and of each use of the name.
  private(set) var consequence: Consequence

  /// - Returns: nil where the name is bound by no condition, or to a value that is made there.
  init?(_ name: Node, _ file: FileContext) throws(Refusal) {
    guard let local = LocalVariable(named: name, file), local.binding.kind == .optionalBinding,
      let stored = local.value, isStoredClient(stored)
    else { return nil }
    let (binding, text) = (local.binding, stored.text)
    let step =
      "'\(local.symbol.name)' becomes a copy of '\(text)': set 'defaultCallOptions' of '\(text)' itself"
    guard !file.tree.holdsComment(in: binding.range),
      stored.children.isEmpty || text.hasPrefix("self.")
    else { throw Refusal(step) }
    var editor = file.editor
    editor.replace(binding, with: .infix(.kept(stored), "!=", .word("nil")))
    for use in local.uses(file) {
      guard let member = MemberAccess(on: use)?.node,
        isClientSetting(member, file), !isInInnerClosure(use, of: binding)
      else { throw Refusal(step) }
      editor.replace(use, with: .postfix(.kept(stored), "?"))
    }
    consequence = Consequence(editor)
    consequence.edits += mutability(of: stored, in: file).edits
  }
}

/// `client` or `self.client`.
private func isStoredClient(_ value: Node) -> Bool {
  value.kind == .declReference
    || (value.kind == .memberAccess && value.base?.kind == .declReference)
}

/// `client.timeout = …`, `client.metadata = …` or `client.metadata.add(…)`.
private func isClientSetting(_ member: Node, _ file: FileContext) -> Bool {
  guard ["timeout", "metadata"].contains(member.name),
    file.semantics.symbol(of: member)?.module == "SwiftGRPC"
  else { return false }
  if AssignmentExpr(to: member) != nil {
    return true
  }
  return isAddedTo(member)
}

/// Whether a closure lies between a use and its binding: there a property needs a `self`.
private func isInInnerClosure(_ use: Node, of binding: Node) -> Bool {
  let around = binding.ancestors.first { $0.kind == .closure }
  return use.ancestors.first { $0.kind == .closure } != around
}

/// A client that was assigned or passed on before has copies, which what is set here does not reach.
func checkUnshared(_ client: Node, before setting: Node, _ file: FileContext) throws(Refusal) {
  guard client.kind == .declReference, let local = file.semantics.symbol(of: client),
    local.kind == .local
  else { return }
  let isShared = file.semantics.references(to: local).contains { use in
    guard use.kind == .declReference, use.range.lowerBound < setting.range.lowerBound,
      let parent = use.parent
    else { return false }
    switch parent.kind {
    case .argument, .initializerClause, .arrayLiteral, .returnStmt: return true
    case .assignment: return parent.rightOperand == use
    default: return false
    }
  }
  guard !isShared else {
    throw Refusal(
      "'\(local.name)' was passed on before, and the receiver has a copy in grpc-swift 1: set 'defaultCallOptions' first"
    )
  }
}
