import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Has a class that becomes a service say how calls can share it, as services are `Sendable`.
///
/// A final class of nothing but constants that are `Sendable` need not say it. In Swift 5 mode another one is at most warned of.
///
/// - Parameter conformance: where the class names the protocol of the service.
func shareService(
  _ owner: Node, at conformance: Node, _ editor: inout SyntaxEditor,
  _ consequence: inout Consequence, _ file: FileContext
) {
  guard owner.kind == .classDecl, let type = file.semantics.symbol(of: owner),
    !owner.attributes.contains(where: { $0.name.first?.isUppercase == true }),
    !isKnownSendable(.nominal(type, []), file.model)
  else { return }
  let isFinal = owner.modifierNames.contains("final")
  guard file.refusesRaces else {
    if !isFinal || owner.members.contains(where: isStoredVariable) {
      consequence.lower(
        to: .review,
        because:
          "a service is 'Sendable': protect what its variables hold, then say '@unchecked Sendable'"
      )
    }
    return
  }
  if holdsOnlyConstants(owner, type, file) {
    if isFinal { return }
    if !owner.modifierNames.contains("open"), file.calls.descendants(of: type).isEmpty {
      return editor.replace(keyword: "class", of: owner, with: ["final", "class"])
    }
  }
  guard let element = conformance.parent, element.kind == .inheritedType else { return }
  let unchecked = Code.form(.attributed(["@unchecked"], .library("Swift.Sendable")))
  editor.insert(unchecked, afterElement: element)
  consequence.lower(
    to: .review,
    because:
      "a service is 'Sendable', and in Swift 6 mode '\(owner.name)' has to say '@unchecked Sendable': protect what it holds"
  )
}

/// Whether a class inherits from no other, and holds nothing that calls could not share.
private func holdsOnlyConstants(_ owner: Node, _ type: Symbol, _ file: FileContext) -> Bool {
  let inherited = file.model.inheritedTypes(of: type)
  guard inherited.allSatisfy({ $0.nominalSymbol?.kind == .protocolType }) else { return false }
  return owner.members.allSatisfy { member in
    guard let variable = VariableDecl(member), !member.modifierNames.contains("static") else {
      return true
    }
    guard !isStoredVariable(member) else { return false }
    return variable.bindings.allSatisfy { binding in
      guard binding.node.accessorBlock == nil, let pattern = binding.pattern?.node,
        pattern.name != "interceptors"
      else { return true }
      return isKnownSendable(file.semantics.type(of: pattern), file.model)
    }
  }
}

/// Whether a member is a `var` that holds something, of each object.
private func isStoredVariable(_ member: Node) -> Bool {
  guard let variable = VariableDecl(member), variable.introducer == .var,
    !member.modifierNames.contains("static")
  else { return false }
  return variable.bindings.contains { binding in
    binding.node.accessorBlock == nil && binding.pattern?.node.name != "interceptors"
  }
}

/// Whether values of a type can be shared for certain.
private func isKnownSendable(_ type: SemanticType, _ model: ProjectModel) -> Bool {
  switch type {
  case .optional(let wrapped): return isKnownSendable(wrapped, model)
  case .nominal(let symbol, let arguments):
    if symbol.kind == .actor { return true }
    if symbol.module == "Swift", typesOfValues.contains(symbol.name) { return true }
    if symbol.module == "Swift", ["Array", "Dictionary", "Set"].contains(symbol.name) {
      return !arguments.isEmpty && arguments.allSatisfy { isKnownSendable($0, model) }
    }
    return symbol.qualifiedName == "Swift.Sendable"
      || model.inheritedTypes(of: symbol).contains { $0 != type && isKnownSendable($0, model) }
  case .unknown, .function, .tuple, .metatype, .genericParameter, .dependentMember, .composition:
    return false
  }
}
