import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Takes the property of interceptors away that a provider has: a service of grpc-swift 2 has none.
///
/// - Returns: false where it may have some that no server runs yet.
@discardableResult
func removeInterceptors(
  of provider: Node, _ editor: inout SyntaxEditor, _ file: FileContext
) -> Bool {
  for member in provider.members {
    guard let binding = VariableDecl(member)?.bindings.first,
      binding.pattern?.node.name == "interceptors"
    else { continue }
    if isNil(member, file) {
      editor.remove(item: member)
    } else if let factory = FactoryOfAProvider(member, file),
      let type = typeOfOwner(provider, file), factory.isGivenToEveryServer(of: type, file)
    {
      for place in factory.places { editor.remove(item: place) }
    } else if let nobodys = InterceptorsOfNobody(member, file) {
      nobodys.remove(&editor)
    } else {
      return false
    }
  }
  return true
}

/// A property of interceptors that initialisers are given with `nil` as the default, which nobody gives them.
private struct InterceptorsOfNobody {
  private let member: Node
  private var parameters: [Node] = []
  private var assignments: [Node] = []

  init?(_ member: Node, _ file: FileContext) {
    guard let owner = member.parent?.parent, Self.hasOnlyWrittenInitializers(owner),
      let binding = VariableDecl(member)?.bindings.only, binding.value == nil,
      binding.node.accessorBlock == nil, binding.type?.kind == .optionalType,
      let pattern = binding.pattern?.node, let symbol = file.semantics.symbol(of: pattern),
      file.calls.unknownUses(of: symbol.name).isEmpty
    else { return nil }
    self.member = member
    for use in file.calls.uses(of: symbol) where use.kind != .identifierPattern {
      guard use.tree === file.tree,
        let assignment = AssignmentExpr(to: use) ?? use.parent.flatMap({ AssignmentExpr(to: $0) }),
        assignment.target?.nameWithoutSelf == symbol.name,
        assignment.node.parent?.isBlockOfStatements == true,
        let value = assignment.value?.node, NameExpr(value) != nil,
        let given = file.semantics.symbol(of: value), let parameter = given.declaration,
        parameter.owningFunction?.kind == .initializerDecl,
        Parameter(parameter)?.defaultValue?.node.kind == .nilLiteral,
        file.semantics.references(to: given).filter({ $0.kind == .declReference }) == [value],
        file.values(passedTo: parameter)?.allSatisfy({ $0.value == nil }) == true
      else { return nil }
      parameters.append(parameter)
      assignments.append(assignment.node)
    }
  }

  /// A structure that writes none has one that takes each of its properties.
  private static func hasOnlyWrittenInitializers(_ owner: Node) -> Bool {
    owner.kind == .classDecl || owner.members.contains { $0.kind == .initializerDecl }
  }

  func remove(_ editor: inout SyntaxEditor) {
    editor.remove(item: member)
    for parameter in parameters {
      let isAlone = parameter.owningFunction?.parameters.count == 1
      if isAlone { editor.delete(parameter.range) } else { editor.remove(element: parameter) }
    }
    for assignment in assignments { editor.remove(item: assignment) }
  }
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
