package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Makes a descriptor of grpc-swift 2 where a constant is given one of grpc-swift 1: of a service, or of a method.
///
/// That of a service lists no methods, and that of a method does not say what streams, so neither may be asked for anything.
package func descriptorOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(of: match.node.parent), call.called?.node == match.node,
    let binding = PatternBinding(of: call.node.parent?.parent), binding.value?.node == call.node,
    binding.type == nil, binding.declaration?.introducer == .let,
    let constant = binding.pattern.flatMap({ file.semantics.symbol(of: $0.node) }),
    file.calls.uses(of: constant).allSatisfy({ use in
      use.kind == .identifierPattern || isOfAnotherDescriptor(use) || isOfServiceName(use)
    }),
    let code = match.node.name == "GRPCServiceDescriptor" ? service(call) : method(call)
  else { return .manual() }
  return file.replacing(call.node, with: code)
}

private func service(_ call: CallExpr) -> Code? {
  guard let name = call.argument(labeled: "fullName")?.expression?.node else { return nil }
  return .quoted("GRPCCore::ServiceDescriptor(fullyQualifiedService: \(name))")
}

private func method(_ call: CallExpr) -> Code? {
  guard
    let path = call.argument(labeled: "path")?.expression?.node.literalText?.split(separator: "/"),
    path.count == 2, let name = call.argument(labeled: "name")?.expression?.node,
    name.literalText.map({ $0 == path[1] }) == true
  else { return nil }
  return .quoted(
    "GRPCCore::MethodDescriptor(fullyQualifiedService: \"\(path[0])\", method: \(name))")
}

/// Whether it stands in the list of a service's methods, which is left out.
private func isOfAnotherDescriptor(_ use: Node) -> Bool {
  use.ancestors.contains { ancestor in
    Argument(ancestor).map { argument in
      argument.label == "methods"
        && argument.call?.called?.node.name == "GRPCServiceDescriptor"
    } ?? false
  }
}

/// Whether a provider's name of its service is made of it, which no service of grpc-swift 2 says.
private func isOfServiceName(_ use: Node) -> Bool {
  let member = MemberAccess(on: use) ?? use.parent.flatMap { MemberAccess(on: $0) }
  guard member?.name == "fullName" else { return false }
  return use.ancestors.contains { ancestor in
    VariableDecl(ancestor)?.bindings.only?.pattern?.node.name == "serviceName"
  }
}
