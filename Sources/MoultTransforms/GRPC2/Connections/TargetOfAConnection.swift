package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// `.host(h, port: p)` of grpc-swift 1, in the words of grpc-swift 2.
enum TargetOfAConnection {
  case host(Node, port: Node?)
  case path(Node)

  /// - Returns: nil for what is no call that makes a target of a host or a path.
  init?(_ target: Node) {
    guard let call = CallExpr(target), call.trailingClosures.isEmpty,
      let first = call.arguments.first?.expression?.node
    else { return nil }
    switch call.called?.node.name {
    case "host": self = .host(first, port: target.argument("port"))
    case "hostAndPort":
      self = .host(first, port: target.arguments.dropFirst().first?.argumentValue)
    case "unixDomainSocket": self = .path(first)
    default: return nil
    }
  }

  /// `.dns(host: h, port: p)`, where a target is asked for.
  var code: Code {
    switch self {
    case .host: .call(.member(nil, "dns"), arguments)
    case .path: .call(.member(nil, "unixDomainSocket"), arguments)
    }
  }

  private var arguments: [CodeArgument] {
    switch self {
    case .host(let host, let port):
      [CodeArgument("host", .kept(host))]
        + (port.map { [CodeArgument("port", .kept($0))] } ?? [])
    case .path(let path): [CodeArgument("path", .kept(path))]
    }
  }

  /// The same where nothing says what it is, as a value of the type that all targets share.
  ///
  /// - Returns: nil for a path, which has no such initialiser.
  func value() -> Code? {
    guard case .host(_, let port) = self else { return nil }
    let ofHTTPS = port == nil ? [CodeArgument("port", .word("443"))] : []
    let made = Code.call(
      .library("GRPCNIOTransportCore.ResolvableTargets.DNS"), arguments + ofHTTPS)
    return .infix(made, "as", typeOfTarget)
  }
}

/// What the transport is given for the target of a connection or a pool.
///
/// - Throws: `Refusal` for a target of a library's, which has another type in grpc-swift 2.
func targetCode(_ target: Node, _ file: FileContext) throws(Refusal) -> Code {
  if isDeclaredByProject(target, file) { return .kept(target) }
  guard let made = TargetOfAConnection(target) else {
    throw Refusal(
      "write the target for grpc-swift 2: '.dns(host:port:)', '.ipv4(address:port:)', …")
  }
  return made.code
}

/// `any ResolvableTarget`.
private let typeOfTarget = Code.form(
  .existential(.library("GRPCNIOTransportCore.ResolvableTarget")))

/// Turns `ConnectionTarget`, as a type and before the name of what makes one, into the targets of grpc-swift 2.
package func targetType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard !speaksOfServers(file) else {
    return .manual("write the address of a server as '.ipv4(host:port:)', …")
  }
  var editor = file.editor
  if let member = MemberAccess(on: match.node) {
    guard let call = member.call else { return .manual() }
    if isGivenToConnection(call.node, file) { return nil }
    guard let value = TargetOfAConnection(call.node)?.value(),
      !file.tree.holdsComment(in: call.range)
    else { return .manual() }
    editor.replace(call.node, with: value)
  } else {
    guard match.node.kind.isType, isOfValueOnItsWay(match.node) else {
      return .manual(
        "store the target as 'any ResolvableTarget', which is neither 'Sendable' nor 'Hashable', or as the host and port that it is made of"
      )
    }
    guard !isGivenUnknownTargets(match.node, file) else {
      return .manual(
        "write the targets that callers give as '.dns(host:port:)', '.ipv4(address:port:)', …, and the type as 'any ResolvableTarget'"
      )
    }
    editor.replace(match.node, with: typeOfTarget)
  }
  return TransformOutcome(editor, imports: ["GRPCNIOTransportHTTP2"])
}

/// Turns `.host(h, port: p)`, which a function gives or a parameter takes, into `.dns(host: h, port: p)`.
package func targetValue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), case .member(let member)? = call.called,
    member.base == nil, !isGivenToConnection(call.node, file)
  else { return nil }
  guard !speaksOfServers(file), let made = TargetOfAConnection(call.node),
    !file.tree.holdsComment(in: call.range)
  else { return .manual() }
  return file.replacing(call.node, with: made.code, imports: ["GRPCNIOTransportHTTP2"])
}

/// Whether a connection or a server takes the target at once: then it is rewritten with that.
private func isGivenToConnection(_ target: Node, _ file: FileContext) -> Bool {
  for ancestor in target.ancestors {
    switch ancestor.kind {
    case .tuple: continue
    case .argument:
      guard let argument = Argument(ancestor), let call = argument.call else { continue }
      return argument.label == "target" && file.semantics.symbol(of: call.node)?.module == "GRPC"
    case .initializerClause:
      guard let value = ancestor.children.first, let local = LocalVariable(holding: value, file)
      else { return false }
      let uses = file.semantics.references(to: local.symbol)
      return uses.count == 1 && ConstantUsedOnce(uses[0], file) != nil
        && isGivenToConnection(uses[0], file)
    default: return false
    }
  }
  return false
}

/// Whether targets of the file may be addresses that servers bind.
private func speaksOfServers(_ file: FileContext) -> Bool {
  file.tree.root.descendants().contains { node in
    node.kind != .importPathComponent
      && (node.name == "BindTarget" || node.name == "Server" || node.name == "GRPCServer")
  }
}

/// Whether a type is that of a parameter, a result or a local, where nobody asks whether its values are equal, or can be sent.
private func isOfValueOnItsWay(_ type: Node) -> Bool {
  for ancestor in type.ancestors {
    switch ancestor.kind {
    case .arrayType, .tupleType, .tupleTypeElement, .typeAnnotation, .functionType,
      .attributedType, .returnClause, .functionSignature, .parameterClause, .closureSignature:
      continue
    case .parameter: return ancestor.parent?.parent?.kind != .enumCaseElement
    case .functionDecl, .closure: return true
    case .patternBinding:
      guard let variable = ancestor.parent, variable.kind == .variableDecl else { return false }
      return variable.parent?.isBlockOfStatements == true || ancestor.accessorBlock != nil
    default: return false
    }
  }
  return false
}

/// Whether a caller of the function whose parameter has a type makes targets in it of which nobody knows what they are.
private func isGivenUnknownTargets(_ type: Node, _ file: FileContext) -> Bool {
  let declaration = type.ancestors.first { node in
    node.kind == .functionDecl || node.kind == .initializerDecl
  }
  guard type.ancestors.contains(where: { $0.kind == .parameter }), let declaration,
    let function = file.semantics.symbol(of: declaration)
  else { return false }
  return (callers(of: function, in: file) ?? []).contains { call in
    guard let place = file.context(of: call) else { return false }
    return call.descendants().contains { node in
      guard let made = CallExpr(node), case .member(let member)? = made.called,
        member.base == nil
      else { return false }
      return ["host", "hostAndPort", "unixDomainSocket", "socketAddress"].contains(member.name)
        && place.semantics.symbol(of: node) == nil
    }
  }
}

/// Whether the project declares what an expression reads or calls, so that its type changes with the declaration.
func isDeclaredByProject(_ expression: Node, _ file: FileContext) -> Bool {
  let isNamed: Bool
  switch Expr(expression) {
  case .name?, .member?, .call?: isNamed = true
  default: isNamed = false
  }
  guard isNamed, let symbol = file.semantics.symbol(of: expression),
    [.local, .property, .function].contains(symbol.kind),
    case .project(_, false) = symbol.origin
  else { return false }
  return true
}
