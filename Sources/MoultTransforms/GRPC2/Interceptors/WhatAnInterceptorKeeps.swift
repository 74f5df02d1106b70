import MoultMatching
import MoultSyntax

/// What a person does about an interceptor of grpc-swift 1 that does more than to look at parts; nil for one that does none of what is known.
func whatAnInterceptorKeeps(_ declaration: Node, _ file: FileContext) -> String? {
  guard let members = TypeDecl(declaration)?.members?.items.map(\.node),
    declaration.descendants().contains(where: { type in
      type.inheritedTypes.first.flatMap { SideOfInterceptors(base: $0.name) } != nil
    })
  else { return nil }
  func says(_ names: Set<String>) -> Bool {
    declaration.descendants.contains { node in
      (node.kind == .memberAccess || node.kind == .declReference) && names.contains(node.name)
    }
  }
  if says(["userInfo"]) {
    return
      "keep what stood in 'userInfo' in a '@TaskLocal' value, which 'intercept(request:context:next:)' sets around 'next'"
  }
  if says(["makeCall", "retry"]) {
    return
      "call 'next' again in 'intercept(request:context:next:)' where the first response is a failure, or set a retry policy in the 'ServiceConfig' of the transport"
  }
  let overrides = members.filter { $0.modifierNames.contains("override") }
  let isOfErrors = overrides.contains { override in
    ["errorCaught", "cancel"].contains(override.name) && override.body?.items.count ?? 0 > 1
  }
  if isOfErrors {
    return
      "do what 'errorCaught' and 'cancel' do where 'response.accepted' is a failure or reading 'response.messages' throws: in grpc-swift 2 a failed connection, a cancelled call and a status are all an 'RPCError'"
  }
  let keeps = members.contains { member in
    guard let variable = VariableDecl(member), !member.modifierNames.contains("static") else {
      return false
    }
    return variable.introducer == .var
      || variable.bindings.contains { binding in
        binding.value.map { !isValueOfAllCalls($0.node, file) } ?? false
      }
  }
  guard keeps else { return nil }
  return
    "keep what a call needs from part to part in locals of 'intercept(request:context:next:)', behind a 'Mutex' where the producer or the response changes it: one interceptor is for all calls in grpc-swift 2"
}
