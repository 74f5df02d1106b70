package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives a class that is a provider what the protocol of grpc-swift 1 asks for besides its methods.
///
/// A provider of futures has `interceptors`; one of asynchronous methods has another protocol.
package func providerConformance(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let protocolSymbol = match.symbol, protocolSymbol.kind == .protocolType else { return nil }
  let stem = match.texts["stem"] ?? String(protocolSymbol.name.dropLast("Provider".count))
  var editor = file.editor
  if ServerStyle(file) == .async { editor.rename(match.replaced, to: stem + "AsyncProvider") }
  let renamed = editor.isEmpty ? nil : TransformOutcome(editor)
  guard match.node.parent?.kind == .inheritedType, let declaration = owner(of: match.node) else {
    return renamed
  }
  switch declaration.kind {
  case .structDecl, .enumDecl:
    return .manual(
      "make '\(declaration.name)' a class; as of grpc-swift 1.0 a provider is a 'CallHandlerProvider', and only classes can conform to it"
    )
  case .classDecl, .extensionDecl: break
  default: return renamed
  }
  if !editor.isEmpty {
    return TransformOutcome(
      editor, review: "an async provider is 'Sendable', so the class must be 'Sendable' too")
  }
  guard let block = MemberBlock(of: declaration.child(.memberBlock)),
    !declares("interceptors", declaration, file)
  else { return nil }
  let isPublic = declaration.modifierNames.contains { ["public", "open"].contains($0) }
  let property = "var interceptors: \(stem)ServerInterceptorFactoryProtocol? { nil }"
  editor.insert([.form(.lines([(isPublic ? "public " : "") + property]))], atStartOf: block)
  return TransformOutcome(editor)
}

private func owner(of type: Node) -> Node? {
  type.ancestors.first { node in
    switch node.kind {
    case .classDecl, .structDecl, .enumDecl, .actorDecl, .extensionDecl, .protocolDecl: true
    default: false
    }
  }
}

private func declares(_ name: String, _ declaration: Node, _ file: FileContext) -> Bool {
  let type = declaration.kind == .extensionDecl ? declaration.subjectType : declaration
  guard let type, let symbol = file.semantics.symbol(of: type) else { return false }
  return file.model.members(of: symbol, named: name).contains { $0.kind == .property }
}

/// Turns `ServiceProvider` into `CallHandlerProvider`, where providers are only handed on.
///
/// A router of the project's own, or one who asks a provider for its members, has to be written anew.
package func serviceProviderName(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let isAsked = file.tree.root.descendants().contains { node in
    node.kind == .memberAccess && (node.name == "handleMethod" || node.name == "serviceName")
      || node.kind == .inheritedType
        && node.children.contains {
          file.semantics.symbol(of: $0)?.qualifiedName == "SwiftGRPC.ServiceProvider"
        }
  }
  guard !isAsked else { return .manual() }
  return file.renaming(match, to: "GRPC.CallHandlerProvider")
}
