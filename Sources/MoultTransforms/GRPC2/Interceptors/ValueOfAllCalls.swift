import MoultMatching
import MoultSemantics
import MoultSyntax

/// Whether a value may be made once for all calls: interceptors of grpc-swift 2 are made with the client, and not for each call.
///
/// What a function gives, a moment, an identifier and what changes are of one call.
func isValueOfAllCalls(_ value: Node, _ file: FileContext) -> Bool {
  isValueOfAllCalls(value, file, without: [])
}

/// - Parameter seen: the types that hold the value.
private func isValueOfAllCalls(
  _ value: Node, _ file: FileContext, without seen: Set<Symbol>
) -> Bool {
  value.descendants.allSatisfy { node in
    guard let call = CallExpr(node) else {
      return node.name != "now" && node.kind != .closure && !mayBeAnother(node, file)
    }
    let made = file.semantics.symbol(of: node)
    guard let type = made?.kind == .initializer ? made?.parent : made, type.kind.isNominalType
    else {
      let name = call.called?.node.name ?? ""
      return made == nil && name.first?.isUppercase == true && !isOfOneCall(name)
    }
    guard !isOfOneCall(type.name) else { return false }
    guard let declaration = type.declaration, let home = file.context(of: declaration) else {
      return true
    }
    return !seen.contains(type)
      && isMadeAlike(type, home.model.declaredMembers(of: type), home, seen.union([type]))
  }
}

/// Whether a property or a global may give something else later: it is computed, or assigned outside of an initialiser.
private func mayBeAnother(_ name: Node, _ file: FileContext) -> Bool {
  guard name.kind == .declReference || name.kind == .memberAccess,
    let symbol = file.semantics.symbol(of: name), symbol.kind == .property,
    let declaration = symbol.declaration,
    let variable = declaration.ancestors.lazy.compactMap({ VariableDecl($0) }).first,
    variable.introducer == .var
  else { return false }
  if variable.bindings.contains(where: { $0.node.accessorBlock != nil }) { return true }
  return file.calls.uses(of: symbol).contains { use in
    guard let home = file.context(of: use), mayChange(use, home) else { return false }
    return !use.ancestors.contains { InitializerDecl($0) != nil }
  }
}

/// Whether each object of a type of the project is as good as another one that is made by the same arguments.
private func isMadeAlike(
  _ type: Symbol, _ members: [Symbol], _ file: FileContext, _ seen: Set<Symbol>
) -> Bool {
  let isShared = type.kind == .classType || type.kind == .actor
  return members.compactMap(\.declaration).allSatisfy { declaration in
    let member = declaration.ancestors.first { VariableDecl($0) != nil } ?? declaration
    if let variable = VariableDecl(member), !member.modifierNames.contains("static") {
      return variable.bindings.allSatisfy { binding in
        guard binding.node.accessorBlock == nil else { return true }
        return (!isShared || variable.introducer == .let)
          && binding.value.map { isValueOfAllCalls($0.node, file, without: seen) } ?? true
      }
    }
    guard let initializer = InitializerDecl(declaration) else { return true }
    return initializer.body?.items.allSatisfy { item in
      AssignmentExpr(item.node)?.value.map { isValueOfAllCalls($0.node, file, without: seen) }
        ?? true
    } ?? true
  }
}

/// Whether a library's type is known to be of one call, or to change.
private func isOfOneCall(_ name: String) -> Bool {
  let known: Set = [
    "UUID", "Date", "DispatchTime", "DispatchWallTime", "CFAbsoluteTimeGetCurrent",
    "CACurrentMediaTime", "SystemRandomNumberGenerator",
  ]
  return known.contains(name)
    || ["Lock", "Mutex", "Atomic", "Timer", "Semaphore", "Promise"].contains { name.contains($0) }
}
