import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a type that conforms to `X_YProvider` into a service of grpc-swift 2, with all its methods.
///
/// Methods that answer with one reply, or that send replies and then end, are understood; any other leaves the whole
/// type to a person, as half a service conforms to nothing.
func providerOfFutures(_ match: Match, _ file: FileContext) -> TransformOutcome {
  let stem = match.node.name.dropLast("Provider".count)
  let step =
    "conform to '\(stem).SimpleServiceProtocol', whose methods are async: return the reply instead of a future, read requests with 'for try await', and send with the 'RPCWriter' of 'response:'"
  guard isConformance(match.node), let provider = match.symbol,
    let owner = match.node.ancestors.first(where: {
      $0.kind == .classDecl || $0.kind == .structDecl
    })
  else { return .manual(step) }
  do throws(Refusal) {
    let rewriting = ProviderMethods(owner, step, file)
    var consequence = Consequence()
    consequence.edits.append(Edit(match.replaced, "\(stem).SimpleServiceProtocol"))
    for requirement in file.model.declaredMembers(of: provider)
    where requirement.kind == .function && requirement.name != "handle" {
      consequence.edits += try rewriting.edits(meeting: requirement)
    }
    consequence.edits += try rewriting.interceptorEdits()
    consequence.lower(
      to: .review,
      because: "its methods run in tasks; methods with futures ran on an event loop")
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

private struct ProviderMethods {
  private let members: [Node]
  private let library: FutureLibrary
  private let file: FileContext

  init(_ owner: Node, _ step: String, _ file: FileContext) {
    members = owner.members
    library = FutureLibrary(
      isFuture: { _, _ in false }, edits: { (_, _) throws(Refusal) in nil }, nextStep: step)
    self.file = file
  }

  private var refusal: Refusal { Refusal(library.nextStep) }

  func edits(meeting requirement: Symbol) throws(Refusal) -> [Edit] {
    let methods = members.filter { member in
      member.kind == .functionDecl && member.name == requirement.name
        && member.parameters.map(\.externalName) == requirement.parameterLabels
    }
    guard methods.count == 1, let method = methods.first, let body = method.body,
      let result = method.returnType, let parameter = method.parameters.last,
      let type = parameter.parameterType, parameter.internalName == "context",
      let context = file.semantics.symbol(of: parameter)
    else { throw refusal }
    let uses = file.semantics.references(to: context).filter { $0.kind == .declReference }
    switch type.mainTypeName {
    case "StatusOnlyCallContext":
      guard let signature = asyncResultEdits(of: method, result),
        uses.allSatisfy({ isMaker($0) })
      else { throw refusal }
      return [Edit(type.range, "ServerContext")] + signature
        + (try FutureTail(library, file).edits(ofBody: body))
    case "StreamingResponseCallContext":
      guard method.parameters.count == 2, let reply = type.typeArguments.first else {
        throw refusal
      }
      return try streaming(method, body, result, type, reply, uses)
    default: throw refusal
    }
  }

  /// `context.eventLoop.makeSucceededFuture(…)`, which goes.
  private func isMaker(_ use: Node) -> Bool {
    guard let loop = use.parent, loop.kind == .memberAccess, loop.name == "eventLoop",
      let maker = loop.parent, maker.kind == .memberAccess, maker.base == loop
    else { return false }
    return ["makeSucceededFuture", "makeFailedFuture", "makeSucceededVoidFuture"]
      .contains(maker.name)
  }

  private func streaming(
    _ method: Node, _ body: Node, _ result: Node, _ type: Node, _ reply: Node, _ uses: [Node]
  ) throws(Refusal) -> [Edit] {
    guard let parameter = method.parameters.last,
      let clause = (method.signature ?? method).child(.parameterClause),
      file.freeName(["response"], around: body) != nil
    else { throw refusal }
    let start = parameter.range.lowerBound
    var edits = [
      Edit(start..<type.range.lowerBound, "response: RPCWriter<\(reply.text)>, context: "),
      Edit(type.range, "ServerContext"),
      Edit(clause.range.upperBound..<result.range.upperBound, " async throws"),
    ]
    for use in uses where !isMaker(use) {
      guard let member = use.parent, member.kind == .memberAccess, member.name == "sendResponse",
        let call = member.parent, call.kind == .functionCall, call.callee == member,
        let message = call.arguments.first?.argumentValue,
        call.arguments.dropFirst().allSatisfy({ $0.argumentValue.kind == .nilLiteral }),
        !use.ancestors.contains(where: { $0.kind == .closure && $0.isInside(body) })
      else { throw refusal }
      var whole = call
      if let parent = call.parent, parent.kind == .assignment, parent.rightOperand == call {
        whole = parent
      }
      guard whole.parent?.isBlockOfStatements == true else { throw refusal }
      edits.append(
        Edit(whole.range.lowerBound..<message.range.lowerBound, "try await response.write("))
      edits.append(Edit(message.range.upperBound..<whole.range.upperBound, ")"))
    }
    return edits + (try endings(of: body))
  }

  /// `return context.eventLoop.makeSucceededFuture(.ok)` ends a stream, and a failure is thrown.
  private func endings(of body: Node) throws(Refusal) -> [Edit] {
    let returns = body.descendants { $0.kind == .closure || $0.kind == .functionDecl }
      .filter { $0.kind == .returnStmt }
    guard !returns.isEmpty else { throw refusal }
    return try returns.map { statement throws(Refusal) in
      guard let made = statement.operand, made.kind == .functionCall,
        let value = made.arguments.first?.argumentValue, let name = made.callee?.name
      else { throw refusal }
      switch name {
      case "makeFailedFuture":
        return Edit(statement.range, "throw \(file.source.text(value.range))")
      case "makeSucceededFuture" where value.kind == .memberAccess && value.name == "ok":
        let isLast = body.items.last == statement && body.items.count > 1
        return isLast ? Edit(file.lines(of: statement), "") : Edit(statement.range, "return")
      default: throw refusal
      }
    }
  }

  /// A service of grpc-swift 2 has no interceptors: a property without any goes.
  func interceptorEdits() throws(Refusal) -> [Edit] {
    for member in members where member.kind == .variableDecl {
      guard let binding = member.bindings.first, binding.pattern?.name == "interceptors" else {
        continue
      }
      let values = member.descendants().filter { $0.kind == .nilLiteral }
      guard values.count == 1, !member.descendants().contains(where: { $0.kind == .functionCall })
      else {
        throw Refusal(
          "\(library.nextStep); pass the interceptors to 'GRPCServer(transport:services:interceptors:)'"
        )
      }
      return [Edit(file.lines(of: member), "")]
    }
    return []
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
