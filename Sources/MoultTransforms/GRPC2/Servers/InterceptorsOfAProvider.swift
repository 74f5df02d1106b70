import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Takes the property of interceptors away that a provider has without any: a service of grpc-swift 2 has none.
///
/// - Returns: false where it may have some.
@discardableResult
func removeInterceptors(
  of provider: Node, _ editor: inout SyntaxEditor, _ file: FileContext
) -> Bool {
  for member in provider.members {
    guard let binding = VariableDecl(member)?.bindings.first,
      binding.pattern?.node.name == "interceptors"
    else { continue }
    guard isNil(member, file) else { return false }
    editor.remove(item: member)
  }
  return true
}

/// Whether the property of interceptors has none: it says `nil`, or in a class nothing, and nobody gives it any or asks for them.
private func isNil(_ member: Node, _ file: FileContext) -> Bool {
  let parts = member.descendants()
  guard !parts.contains(where: { CallExpr($0) != nil }),
    let variable = VariableDecl(member), let binding = variable.bindings.only,
    let pattern = binding.pattern?.node, let symbol = file.semantics.symbol(of: pattern)
  else { return false }
  let isComputed = binding.node.accessorBlock != nil
  let isOfClass = member.parent?.parent?.kind == .classDecl
  switch parts.filter({ $0.kind == .nilLiteral }).count {
  // One that is stored is given a value by its type's own initialiser, where that is a structure's.
  case 1: guard isComputed || isOfClass || variable.introducer == .let else { return false }
  case 0:
    guard isOfClass, !isComputed, binding.value == nil, binding.type?.kind == .optionalType else {
      return false
    }
  default: return false
  }
  return file.calls.uses(of: symbol).allSatisfy { $0.kind == .identifierPattern }
    && (isComputed || file.calls.unknownUses(of: symbol.name).isEmpty)
}
