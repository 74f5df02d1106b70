import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a type that conforms to `X_YProvider` into a service of grpc-swift 2, with all its methods.
///
/// Methods that answer with one reply, or that send replies and then end, are understood; any other leaves the whole
/// type to a person, as half a service conforms to nothing. Where a method that answers reads headers, all of them take
/// the whole request: those of `SimpleServiceProtocol` are not given any.
func providerOfFutures(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome {
  let stem = match.node.name.dropLast("Provider".count)
  let step =
    "conform to '\(stem).SimpleServiceProtocol', whose methods are async: return the reply instead of a future, read requests with 'for try await', and send with the 'RPCWriter' of 'response:'"
  guard isConformance(match.node), let provider = match.symbol,
    let owner = match.node.ancestors.first(where: {
      $0.kind == .classDecl || $0.kind == .structDecl
    })
  else { return .manual(step) }
  let rewriting = ProviderMethods(owner, step, file)
  var editor = file.editor
  let requirements = file.model.declaredMembers(of: provider).filter {
    $0.kind == .function && $0.isRequired
  }
  let readsHeaders = requirements.contains { rewriting.readsHeaders($0) }
  let style = readsHeaders ? "ServiceProtocol" : "SimpleServiceProtocol"
  editor.rename(match.replaced, to: "\(stem).\(style)")
  for requirement in requirements {
    try rewriting.meet(requirement, withHeaders: readsHeaders, &editor)
  }
  try rewriting.removeInterceptors(&editor)
  var consequence = Consequence(editor)
  consequence.lower(
    to: .review,
    because: "its methods run in tasks; methods with futures ran on an event loop")
  return TransformOutcome(consequence)
}

private struct ProviderMethods {
  private let members: [Node]
  private let library: FutureLibrary
  private let file: FileContext

  init(_ owner: Node, _ step: String, _ file: FileContext) {
    members = owner.members
    library = FutureLibrary(
      isFuture: { _, _ in false }, code: { (_, _) throws(Refusal) in nil }, nextStep: step)
    self.file = file
  }

  private var refusal: Refusal { Refusal(library.nextStep) }

  private func methods(meeting requirement: Symbol) -> [Node] {
    members.filter { member in
      member.kind == .functionDecl && member.name == requirement.name
        && member.parameters.map(\.externalName) == requirement.parameterLabels
    }
  }

  /// Whether the method for a requirement asks its context for the headers of the request.
  func readsHeaders(_ requirement: Symbol) -> Bool {
    methods(meeting: requirement).contains { method in
      guard let parameter = method.parameters.last,
        let context = file.semantics.symbol(of: parameter)
      else { return false }
      return file.semantics.references(to: context).contains { headers(askedBy: $0) != nil }
    }
  }

  /// `context.headers`, which is read and not changed.
  private func headers(askedBy use: Node) -> Node? {
    guard use.kind == .declReference, let member = MemberAccess(on: use), member.name == "headers",
      !mayChange(use, file)
    else { return nil }
    return member.node
  }

  /// - Parameter withHeaders: whether the methods of the service take whole requests.
  func meet(
    _ requirement: Symbol, withHeaders: Bool, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    let found = methods(meeting: requirement)
    guard found.count == 1, let method = found.first, let body = method.body,
      method.returnType != nil, let parameter = method.parameters.last,
      let type = parameter.parameterType, parameter.internalName == "context",
      let context = file.semantics.symbol(of: parameter)
    else { throw refusal }
    let uses = file.semantics.references(to: context).filter { $0.kind == .declReference }
    switch type.mainTypeName {
    case "StatusOnlyCallContext" where withHeaders:
      try answer(method, body, uses, &editor)
      editor.replace(type, with: .library("GRPCCore.ServerContext"))
    case "StatusOnlyCallContext":
      guard let function = FunctionDecl(method), uses.allSatisfy({ isMaker($0) }),
        returnValue(of: function, &editor)
      else { throw refusal }
      editor.replace(type, with: .library("GRPCCore.ServerContext"))
      try FutureTail(library, file).rewrite(body, &editor)
    case "StreamingResponseCallContext" where !withHeaders:
      guard method.parameters.count == 2, let reply = type.typeArguments.first else {
        throw refusal
      }
      try stream(method, body, reply, uses, &editor)
    default: throw refusal
    }
  }

  /// `context.eventLoop.makeSucceededFuture(…)`, which goes.
  private func isMaker(_ use: Node) -> Bool {
    guard let loop = use.parent, loop.kind == .memberAccess, loop.name == "eventLoop",
      let maker = MemberAccess(on: loop)?.node
    else { return false }
    return ["makeSucceededFuture", "makeFailedFuture", "makeSucceededVoidFuture"]
      .contains(maker.name)
  }

  /// A method that is given a whole request, with its headers, and gives a whole response.
  private func answer(
    _ method: Node, _ body: Node, _ uses: [Node], _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard let function = FunctionDecl(method), function.parameters.count == 2,
      let parameter = function.parameters.first, parameter.name == "request",
      let type = parameter.type, let request = file.semantics.symbol(of: parameter.node),
      let result = NamedType(of: function.returnType), result.name == "EventLoopFuture",
      let reply = result.genericArguments?.first
    else { throw refusal }
    for use in file.semantics.references(to: request) where use.kind == .declReference {
      editor.replace(use, with: Code.kept(use).member("message"))
    }
    for use in uses where !isMaker(use) {
      guard let headers = headers(askedBy: use) else { throw refusal }
      editor.replace(headers, with: .word("request").member("metadata"))
    }
    editor.replace(type, with: .generic(.library("GRPCCore.ServerRequest"), [.kept(type)]))
    editor.sign(
      function, effects: ["async", "throws"],
      returning: .generic(.library("GRPCCore.ServerResponse"), [.kept(reply)]))
    var ends = body.ownDescendants.compactMap { ReturnStmt($0) }.map { ($0.node, $0.value?.node) }
    if ends.isEmpty, let only = body.items.first, body.items.count == 1 { ends = [(only, only)] }
    guard !ends.isEmpty else { throw refusal }
    for (statement, value) in ends {
      guard let made = value.flatMap({ CallExpr($0) }), let given = made.onlyArgument?.expression
      else { throw refusal }
      switch made.called?.node.name {
      case "makeFailedFuture":
        editor.replace(item: statement, with: [.form(.thrown(.kept(given)))])
      case "makeSucceededFuture":
        editor.replace(
          made.node,
          with: .call(.library("GRPCCore.ServerResponse"), [CodeArgument("message", .kept(given))]))
      default: throw refusal
      }
    }
  }

  private func stream(
    _ method: Node, _ body: Node, _ reply: Node, _ uses: [Node], _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard let method = FunctionDecl(method), let parameter = method.parameters.last,
      file.freeName(["response"], around: body) != nil
    else { throw refusal }
    let writer = Code.generic(.library("GRPCCore.RPCWriter"), [.kept(reply)])
    editor.replace(
      element: parameter.node,
      with: [
        .form(.parameter(ParameterCode("response", "response", writer))),
        .form(.parameter(ParameterCode("context", "context", .library("GRPCCore.ServerContext")))),
      ])
    editor.sign(method, effects: ["async", "throws"])
    for use in uses where !isMaker(use) {
      guard let member = MemberAccess(of: use.parent), member.name == "sendResponse",
        let call = member.call, let message = call.arguments.first?.expression,
        call.arguments.dropFirst().allSatisfy({ $0.expression?.node.kind == .nilLiteral }),
        !use.ancestors.contains(where: { ClosureExpr($0) != nil && $0.isInside(body) })
      else { throw refusal }
      let whole = AssignmentExpr(of: call.node.parent)?.node ?? call.node
      guard whole.parent?.isBlockOfStatements == true else { throw refusal }
      let written = Code.word("response").calling("write", [.plain(.kept(message))])
      editor.replace(whole, with: .tryAwait(written))
    }
    try end(body, &editor)
  }

  /// `return context.eventLoop.makeSucceededFuture(.ok)` ends a stream, and a failure is thrown.
  private func end(_ body: Node, _ editor: inout SyntaxEditor) throws(Refusal) {
    let returns = body.ownDescendants.compactMap { ReturnStmt($0) }
    guard !returns.isEmpty else { throw refusal }
    for statement in returns {
      guard case .call(let made)? = statement.value,
        let value = made.arguments.first?.expression, let name = made.called?.node.name
      else { throw refusal }
      switch name {
      case "makeFailedFuture":
        editor.replace(item: statement.node, with: [.form(.thrown(.kept(value)))])
      case "makeSucceededFuture" where MemberAccess(value.node)?.name == "ok":
        if body.items.last == statement.node && body.items.count > 1 {
          editor.remove(item: statement.node)
        } else {
          editor.replace(item: statement.node, with: [.word("return")])
        }
      default: throw refusal
      }
    }
  }

  /// A service of grpc-swift 2 has no interceptors: a property without any goes.
  func removeInterceptors(_ editor: inout SyntaxEditor) throws(Refusal) {
    for member in members {
      guard let binding = VariableDecl(member)?.bindings.first,
        binding.pattern?.node.name == "interceptors"
      else { continue }
      guard isNil(member) else {
        throw Refusal(
          "\(library.nextStep); pass the interceptors to 'GRPCServer(transport:services:interceptors:)'"
        )
      }
      return editor.remove(item: member)
    }
  }

  /// Whether the property of interceptors has none: it says `nil`, or in a class nothing, and nobody gives it any.
  private func isNil(_ member: Node) -> Bool {
    let parts = member.descendants()
    guard !parts.contains(where: { CallExpr($0) != nil }) else { return false }
    let values = parts.filter { $0.kind == .nilLiteral }
    if !values.isEmpty { return values.count == 1 }
    guard member.parent?.parent?.kind == .classDecl,
      let binding = VariableDecl(member)?.bindings.only, binding.value == nil,
      binding.type?.kind == .optionalType, !parts.contains(where: { $0.kind == .codeBlock }),
      let pattern = binding.pattern?.node, let symbol = file.semantics.symbol(of: pattern)
    else { return false }
    return file.calls.uses(of: symbol).allSatisfy { $0.kind == .identifierPattern }
      && file.calls.unknownUses(of: symbol.name).isEmpty
  }
}

extension Symbol {
  /// Whether a protocol asks for it: what its extensions add, a conforming type has.
  fileprivate var isRequired: Bool {
    declaration?.parent?.parent?.kind == .protocolDecl
  }
}

extension Node {
  /// The name of a type, without `any` and generic arguments.
  fileprivate var mainTypeName: String {
    if kind == .identifierType || kind == .memberType { return name }
    return children.last { $0.kind == .identifierType || $0.kind == .memberType }?.name ?? ""
  }

  fileprivate var typeArguments: [Node] {
    child(.genericArgumentClause).map { Array($0.children) } ?? []
  }
}
