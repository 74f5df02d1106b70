import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The transport that a rewritten client has where the code does not say.
let clientTransport = "GRPCNIOTransportHTTP2.HTTP2ClientTransport.Posix"

/// Renames a client that the generator of grpc-swift 1 made: `X_YAsyncClient` to `X_Y.Client`.
///
/// A type gets the transport as an argument; a client that is made takes it from the `GRPCClient` it wraps.
package func generatedClientOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let name = match.node.name
  // An alias is called as it likes, and changes where it is declared.
  let named = match.symbol.flatMap { $0.name == name ? GeneratedClientKind(generated: $0) : nil }
  guard let kind = named ?? GeneratedClientKind(name),
    file.semantics.symbol(of: match.node)?.kind != .typeAlias
  else { return nil }
  if kind.suffix == "TestClient" {
    return .manual(
      "connect '\(kind.stem).Client' to a test service over an 'InProcessTransport'; grpc-swift 2 has no '…TestClient'"
    )
  }
  if let step = stepOfTakenNamespace(kind.stem, match.symbol, file) { return .manual(step) }
  if kind.isProtocol {
    if isConformance(match.node) {
      return .manual(
        "write the methods of '\(kind.stem).ClientProtocol', which are generic over the result of 'onResponse', or let the code that uses the fake depend on a protocol of your own"
      )
    }
    var editor = file.editor
    editor.rename(match.replaced, to: namespace(of: kind, match, file) + ".ClientProtocol")
    return outcome(of: kind, editor)
  }
  if let facade = facadeMetByGeneratedMethods(match, file) {
    return .manual(
      "give '\(kind.stem).Client' the methods of '\(facade.name)' in the extension; the generated ones have other signatures in grpc-swift 2, and all of them are async"
    )
  }
  if let facade = facadeOfClasses(match, file) {
    return .manual(
      "put '\(kind.stem).Client', which is a structure in grpc-swift 2, into a class that conforms to '\(facade.name)', or let structures conform to it"
    )
  }
  if let step = stepOfOwnInitializers(match, kind, file) { return .manual(step) }
  let made = callThatMakes(match.node)
  let object = ClientAsObject(of: match.symbol, at: made?.node ?? match.node, file)
  if let step = object?.step { return .manual(step) }
  var renamed = renaming(of: kind, made, match, file)
  if renamed.consequence.safety != .manual { object?.release(&renamed.consequence) }
  return renamed
}

/// - Parameter made: the call that makes the client, if it is not a type that is written.
private func renaming(
  of kind: GeneratedClientKind, _ made: CallExpr?, _ match: Match, _ file: FileContext
) -> TransformOutcome {
  var editor = file.editor
  let service = namespace(of: kind, match, file)
  if let made {
    editor.rename(match.replaced, to: service + ".Client")
    if let step = stepOfOwnInitializer(madeBy: made, kind, file) {
      return step.map { .manual($0) } ?? outcome(of: kind, editor)
    }
    return construction(made, kind, editor, file)
  }
  let transport = file.spelling(of: clientTransport, at: match.node)
  editor.rename(match.replaced, to: "\(service).Client<\(transport)>")
  stateInherited(match, &editor, file)
  var renamed = outcome(of: kind, editor, imports: ["GRPCNIOTransportHTTP2"])
  renamed.isPlaceOfMany = match.node.parent?.kind == .typealiasDecl
  return renamed
}

private func outcome(
  of kind: GeneratedClientKind, _ editor: SyntaxEditor, imports: Set<String> = []
) -> TransformOutcome {
  TransformOutcome(
    editor,
    review: !kind.isAsync
      ? "the methods of '\(kind.stem).Client' are async and return no call objects" : nil,
    imports: imports)
}

/// Turns `Alias(channel: c)`, where the alias stands for a client that the generator of grpc-swift 1 made, into
/// `Alias(wrapping: c)`.
package func clientBehindAlias(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let owner = match.symbol?.parent, let kind = GeneratedClientKind(of: owner),
    let call = CallExpr(match.node), let called = call.called
  else { return nil }
  var name = called.node
  if case .member(let member) = called, member.name == "init", let base = member.base {
    name = base.node
  }
  // The name of the client itself is found as a type.
  guard name.name != owner.name || kind.suffix == owner.name else { return nil }
  guard kind.suffix != "TestClient" else {
    return .manual(
      "connect '\(kind.stem).Client' to a test service over an 'InProcessTransport'; grpc-swift 2 has no '…TestClient'"
    )
  }
  let object = ClientAsObject(of: owner, at: call.node, file)
  if let step = object?.step { return .manual(step) }
  // What is found by its initialiser has all that stands in the call, so the connection stays a finding of its own.
  var outcome = construction(call, kind, file.editor, file, takesConnection: false)
  // A client that is made by the alias is what the alias stands for: they change together or not at all.
  if outcome.consequence.safety != .manual,
    let change = changeOfAlias(name, owner.name, kind, match, file)
  {
    outcome.consequence.merge(change)
    outcome.isPlaceOfMany = true
  }
  if outcome.consequence.safety != .manual { object?.release(&outcome.consequence) }
  return outcome
}

/// What gives the alias that a client is made by, or the one behind it, its new type.
private func changeOfAlias(
  _ name: Node, _ client: String, _ kind: GeneratedClientKind, _ match: Match, _ file: FileContext
) -> Consequence? {
  // An alias may stand for another one.
  var next = file.semantics.symbol(of: name)
  var seen: Set<Symbol> = []
  var found: (type: Node, home: FileContext)?
  while found == nil, let symbol = next, seen.insert(symbol).inserted {
    guard let alias = symbol.declaration, alias.kind == .typealiasDecl,
      let home = file.context(of: alias),
      let type = alias.children.last(where: { $0.kind.isType }), type.kind == .identifierType
    else { return nil }
    if type.name == client { found = (type, home) }
    next = home.semantics.symbol(of: type)
  }
  guard let (type, home) = found else { return nil }
  var editor = home.editor
  let service = namespace(of: kind, match, home)
  let transport = home.spelling(of: clientTransport, at: type)
  editor.rename(type, to: "\(service).Client<\(transport)>")
  return Consequence(editor).seen(from: file.source.path, of: home.source.path)
}

private func namespace(
  of kind: GeneratedClientKind, _ match: Match, _ file: FileContext
) -> String {
  namespace(of: kind.stem, besides: ["Provider", "AsyncProvider"], match.symbol, file)
}

/// The namespace of a service in which a client or a provider is generated, with its module where the file's own module hides it.
///
/// In grpc-swift 1 a client and a provider had names of their own. In grpc-swift 2 both stand in one namespace: a test target
/// with code generated for servers hides that of the library, which has the client.
///
/// - Parameter suffixes: of what else is generated for the service.
func namespace(
  of stem: String, besides suffixes: [String], _ generated: Symbol?, _ file: FileContext
) -> String {
  let own = file.semantics.module
  guard let home = generated?.module, home != own else { return stem }
  let isHidden = suffixes.contains { suffix in
    file.model.symbols(named: "\(own).\(stem)\(suffix)").contains(where: \.isGenerated)
  }
  return isHidden || declaresType(stem, own, file) ? "\(home).\(stem)" : stem
}

/// What a person does first where the module of the generated code has a type of its own with the name of the service.
func stepOfTakenNamespace(_ stem: String, _ generated: Symbol?, _ file: FileContext) -> String? {
  guard let module = generated?.module else { return nil }
  return declaresType(stem, module, file)
    ? "rename the project's own '\(stem)' first, or give the '.proto' file a package: the generator of grpc-swift 2 declares 'enum \(stem)' for the service"
    : nil
}

/// Whether a module of the project has a type of a name that no generator wrote.
private func declaresType(_ name: String, _ module: String, _ file: FileContext) -> Bool {
  file.model.symbols(named: "\(module).\(name)").contains {
    $0.kind.isType && !$0.isGenerated && $0.declaration != nil
  }
}

/// What a client of grpc-swift 1 calls the connection that it is made over: from 1.0 on, and in its alphas.
private let olderLabelsOfConnections = ["channel", "connection"]

/// What a client of any version calls the connection that it is made over.
let labelsOfConnections = olderLabelsOfConnections + ["wrapping"]

/// What a generator of grpc-swift 1 called a client.
struct GeneratedClientKind {
  let stem: String
  let suffix: String

  init?(_ name: String) {
    // The longer ones first: each ends in the shorter ones.
    let suffixes = [
      "AsyncClientProtocol", "ClientProtocol", "AsyncClient", "NIOClient", "TestClient", "Client",
    ]
    guard let suffix = suffixes.first(where: { name.hasSuffix($0) && name != $0 }) else {
      return nil
    }
    self.suffix = suffix
    stem = String(name.dropLast(suffix.count))
  }

  /// What early alphas of 1.0 called one ends in `ServiceClient`, and its protocol in `Service`.
  init?(generated client: Symbol) {
    guard let stem = serviceOfAnAlpha(client) else {
      self.init(client.name)
      return
    }
    self.init(stem: stem, suffix: String(client.name.dropFirst(stem.count)))
  }

  /// What made-up code of grpc-swift 2 calls one is `Client` as well, in the service's namespace.
  init?(of client: Symbol) {
    guard client.name == "Client", let service = client.parent?.name else {
      self.init(generated: client)
      return
    }
    self.init(stem: service, suffix: client.name)
  }

  private init(stem: String, suffix: String) {
    self.stem = stem
    self.suffix = suffix
  }

  var isAsync: Bool { suffix.hasPrefix("Async") }
  var isProtocol: Bool { suffix.hasSuffix("Protocol") || suffix == "Service" }
}

/// Has an extension of a client say what its protocols inherit: a conformance that holds for one transport implies none of those.
private func stateInherited(
  _ match: Match, _ editor: inout SyntaxEditor, _ file: FileContext
) {
  guard let client = match.symbol, let declaration = match.node.parent,
    declaration.kind == .extensionDecl, declaration.subjectType == match.node,
    let last = declaration.inheritedTypes.last?.parent
  else { return }
  let own = Set(declaration.inheritedTypes.compactMap { file.semantics.symbol(of: $0) })
  let all = file.model.inheritedTypes(of: client).compactMap(\.nominalSymbol)
  var stated = Set(all)
  for facade in all {
    for inherited in file.model.hierarchy(of: facade).dropFirst()
    where inherited.kind == .protocolType && stated.insert(inherited).inserted {
      // Of several extensions the first says it.
      if own.contains(facade), inherited.isOfProject {
        editor.insert(.word(inherited.name), afterElement: last)
      }
    }
  }
}

/// The protocol for classes alone to which an extension has a client conform.
private func facadeOfClasses(_ match: Match, _ file: FileContext) -> Symbol? {
  guard let declaration = match.node.parent, declaration.kind == .extensionDecl,
    declaration.subjectType == match.node
  else { return nil }
  return declaration.inheritedTypes.lazy.compactMap { file.semantics.symbol(of: $0) }
    .first { $0.kind == .protocolType && file.model.isSubtype($0, of: "Swift.AnyObject") }
}

private func hasBody(_ function: Symbol) -> Bool {
  function.declaration?.child(.codeBlock) != nil
}

/// The protocol of the project that an extension of a generated client names, and that generated methods alone meet.
private func facadeMetByGeneratedMethods(_ match: Match, _ file: FileContext) -> Symbol? {
  guard let client = match.symbol, let declaration = match.node.parent,
    declaration.kind == .extensionDecl, declaration.subjectType == match.node
  else { return nil }
  return declaration.inheritedTypes.lazy.compactMap { file.semantics.symbol(of: $0) }
    .first { facade in
      guard facade.kind == .protocolType, !facade.isGenerated, facade.declaration != nil else {
        return false
      }
      return allRequirements(of: facade, file.model, []).contains { requirement in
        let isInitializer = requirement.kind == .initializer
        guard isInitializer || requirement.kind == .function, !hasBody(requirement) else {
          return false
        }
        let methods = file.model.members(of: client, named: requirement.name).filter {
          $0.kind == requirement.kind && ($0.isGenerated || hasBody($0))
            && (!isInitializer || $0.parameterLabels == requirement.parameterLabels)
        }
        // A method of a service that nothing declares is known by its calls alone.
        return methods.allSatisfy(\.isGenerated)
      }
    }
}

/// What a person does first where an extension of a client has an initialiser of its own which calls one of the generated
/// client's in a way that grpc-swift 2 has not: the extension stays with it.
private func stepOfOwnInitializers(
  _ match: Match, _ kind: GeneratedClientKind, _ file: FileContext
) -> String? {
  guard let declaration = match.node.parent, declaration.kind == .extensionDecl,
    declaration.subjectType == match.node, let client = match.symbol
  else { return nil }
  return stepOfOwnInitializers(in: declaration, of: client, kind, file)
}

private func stepOfOwnInitializers(
  in declaration: Node, of client: Symbol, _ kind: GeneratedClientKind, _ file: FileContext
) -> String? {
  let calls = declaration.descendants.filter { node in
    node.kind == .functionCall && node.callee?.name == "init" && node.callee?.base?.name == "self"
  }
  return calls.lazy.compactMap { node -> String? in
    guard let made = file.semantics.symbol(of: node), made.isGenerated, made.parent == client,
      let call = CallExpr(node)
    else { return nil }
    let outcome = construction(call, kind, file.editor, file, takesConnection: false)
    return outcome.consequence.safety == .manual ? outcome.nextStep : nil
  }.first
}

/// What a client that is made by an initialiser of the project's own waits for, which is that of the extension around it.
///
/// - Returns: nil for a client that a generated initialiser makes.
private func stepOfOwnInitializer(
  madeBy call: CallExpr, _ kind: GeneratedClientKind, _ file: FileContext
) -> String?? {
  guard let made = file.semantics.symbol(of: call.node), made.kind == .initializer,
    !made.isGenerated, let client = made.parent, client.isGenerated,
    let declaration = made.declaration,
    let owner = declaration.ancestors.first(where: isTypeOrExtension),
    owner.kind == .extensionDecl, let home = file.context(of: declaration)
  else { return nil }
  return .some(stepOfOwnInitializers(in: owner, of: client, kind, home))
}

/// Whether a type of the project says that it conforms, alone or with others, `P & Sendable`, rather than asking for a value.
func isConformance(_ node: Node) -> Bool {
  node.isInherited && typeDeclaration(conformingAt: node)?.kind != .protocolDecl
}

/// The call whose callee is the name, or `.init` of it.
private func callThatMakes(_ node: Node) -> CallExpr? {
  guard let name = Expr(node) else { return nil }
  switch name {
  case .name, .member: break
  default: return nil
  }
  if let call = CallExpr(of: node.parent), call.called?.node == node { return call }
  guard let member = MemberAccess(of: node.parent), member.name == "init" else { return nil }
  return member.base?.node == node ? member.call : nil
}

/// - Parameters:
///   - renaming: gives the client its new name, where the call has it.
///   - takesConnection: whether the fix has that of the connection in it, where that takes the client's options.
private func construction(
  _ call: CallExpr, _ kind: GeneratedClientKind, _ renaming: SyntaxEditor, _ file: FileContext,
  takesConnection: Bool = true
) -> TransformOutcome {
  let made = file.semantics.symbol(of: call.node)
  let client = made?.kind == .initializer ? made?.parent : made
  guard let channel = call.arguments.first,
    channel.label.map(olderLabelsOfConnections.contains) == true,
    let value = channel.expression
  else {
    return .manual("create it with '\(kind.stem).Client(wrapping:)' and a 'GRPCClient'")
  }
  if isChannelOfClient(value.node, file) {
    return .manual(
      "create '\(kind.stem).Client(wrapping:)' with the 'GRPCClient' that the other client was created with"
    )
  }
  let connection = connectionTaking(optionsOf: call.node, file)
  let interceptors = call.argument(labeled: "interceptors")
  let areNone = interceptors?.expression?.node.kind == .nilLiteral
  if let interceptors, connection == nil, !areNone, !isGivenToEveryConnection(interceptors, file) {
    return .manual(
      "pass the interceptors to 'GRPCClient(transport:interceptors:)', or with '.apply(…, to: .services([\(kind.stem).descriptor]))' as 'interceptorPipeline:', and create '\(kind.stem).Client(wrapping:)' with it"
    )
  }
  var editor = renaming
  editor.relabel(channel, to: "wrapping")
  // The fix of the connection takes such options with it: neither is made without the other.
  if let connection {
    guard takesConnection else { return outcome(of: kind, editor) }
    var together = outcome(of: kind, editor, imports: connection.imports)
    together.consequence.edits += connection.consequence.edits
    together.consequence.elsewhere = connection.consequence.elsewhere
    return together
  }
  var lost: [String] = []
  if let options = call.argument(labeled: "defaultCallOptions") {
    let none = options.expression.flatMap { PlainOptions($0.node, file)?.losses }
    lost = none ?? []
    guard
      none != nil || client.map({ OptionsOfEachCall.areSaid(byEveryCallOf: $0, file) }) == true
    else {
      return .manual(
        "pass the options with each call ('options:', headers as 'metadata:'), or as a 'ServiceConfig' with a 'MethodConfig' for all methods to the transport, and create '\(kind.stem).Client(wrapping:)'"
      )
    }
    editor.remove(element: options.node)
  }
  if let interceptors { editor.remove(element: interceptors.node) }
  var renamed = outcome(of: kind, editor)
  for reason in lost { renamed.consequence.lower(to: .review, because: reason) }
  return renamed
}

/// Whether an expression asks a generated client for its channel, which it does not have in grpc-swift 2.
func isChannelOfClient(_ value: Node, _ file: FileContext) -> Bool {
  let member = value.withoutUnwrapping
  guard member.kind == .memberAccess, olderLabelsOfConnections.contains(member.name),
    let client = member.base,
    let type = file.semantics.type(of: client).fullyUnwrapped.nominalSymbol
  else { return false }
  return file.model.isSubtype(type, of: "GRPC.GRPCClient")
}

/// The name of the connection that a client was made over, where both are constants of a function: `client.channel`.
///
/// - Returns: nil where something else made the client, or the connection cannot be named there.
func connection(ofChannel value: Node, _ file: FileContext) -> Code? {
  guard isChannelOfClient(value, file), let client = value.withoutUnwrapping.base,
    let constant = LocalVariable(named: client, file), constant.isConstant,
    let made = CallExpr(of: constant.value.map(callUnderMarks)),
    let given = labelsOfConnections.lazy.compactMap({ made.argument(labeled: $0) }).first,
    let name = NameExpr(of: given.expression?.node),
    let connection = LocalVariable(named: name.node, file),
    connection.isConstant, let block = connection.declaration?.node.parent, value.isInside(block),
    // The name means nothing else anywhere in the block.
    !block.descendants.contains(where: { node in
      node.name == name.name
        && file.semantics.symbol(of: node).map { $0.kind == .local && $0 != connection.symbol }
          ?? false
    })
  else { return nil }
  return .word(name.name)
}
