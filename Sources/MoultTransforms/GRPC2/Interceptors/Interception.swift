import MoultRewriting
import MoultSyntax

/// `intercept(request:context:next:)` of grpc-swift 2, made of what an interceptor of grpc-swift 1 does with each kind of parts.
struct Interception {
  let parts: [(part: HandledPart, uses: UsesInAPart)]

  /// What declares that which the call has for itself.
  let locals: [Code]

  let side: SideOfInterceptors

  /// Comments about handing on.
  let saidWhereSent: [Code]
  let saidWhereReceived: [Code]

  func part(
    _ kind: PartOfACall, isOfRequests: Bool
  ) -> (part: HandledPart, uses: UsesInAPart)? {
    parts.first {
      $0.part.kind == kind && $0.part.method.isOfRequests == isOfRequests && !$0.part.isCheck
    }
  }

  func checks(isOfRequests: Bool) -> [Code] {
    parts.first { $0.part.isCheck && $0.part.method.isOfRequests == isOfRequests }?.part.code ?? []
  }

  /// The method, which changes `request` by statements, hands it on and looks at the response.
  func method(modifiers: [String]) -> Code {
    let items =
      switch side {
      case .client: itemsOfRequest + itemsOfResponse
      case .server: itemsOfServer
      }
    return interceptMethod(modifiers: modifiers, of: side, locals + items)
  }

  // MARK: - Request

  private var itemsOfRequest: [Code] {
    let headers = part(.metadata, isOfRequests: true)
    let production = production
    let changes = headers?.part.changesHeaders == true || !production.isEmpty
    return checks(isOfRequests: true) + (changes ? [changedRequest] : [])
      + items(ofHeaders: headers, "request") + production
  }

  func items(
    ofHeaders headers: (part: HandledPart, uses: UsesInAPart)?, _ holder: String
  ) -> [Code] {
    guard let headers else { return [] }
    let name = headers.uses.namesHeaders ? headers.part.name(0) : nil
    let value = Code.word(holder).member("metadata")
    return (name.map { [.variable(.let, $0, value: value)] } ?? []) + headers.part.code
  }

  /// What has each message seen before it is written, and the end of all.
  private var production: [Code] {
    let (message, end) = (part(.message, isOfRequests: true), part(.end, isOfRequests: true))
    guard message != nil || end != nil else { return [] }
    return Code.quoted(
      items: "let producer = request.producer; request.producer = { writer in "
        + "try await producer(\(writer(showing: message))); \(end?.part.code ?? []) }")
  }

  /// What a producer writes messages with.
  func writer(showing message: (part: HandledPart, uses: UsesInAPart)?) -> Code {
    guard let message else { return .word("writer") }
    let observed = Code.call(
      .word("ObservedWriter"), [CodeArgument("writer", .word("writer"))],
      trailing: [closure(of: message)])
    return .call(.library("GRPCCore.RPCWriter"), [CodeArgument("wrapping", observed)])
  }

  /// `{ message in … }`, with the message as what it is.
  func closure(of message: (part: HandledPart, uses: UsesInAPart)) -> ClosureCode {
    guard message.uses.isUsed.first == true, let name = message.part.name(0) else {
      return ClosureCode(parameters: ["_"], message.part.code)
    }
    guard let type = message.uses.messageType else {
      return ClosureCode(parameters: [name], message.part.code)
    }
    let taken = Code.variable(.let, name, value: .infix(.word("message"), "as?", type))
    return ClosureCode(
      parameters: ["message"],
      [.form(.guarding([taken], else: [.word("return")]))] + message.part.code)
  }

  // MARK: - Response

  var isLookedAt: Bool { parts.contains { !$0.part.method.isOfRequests } }

  var end: (part: HandledPart, uses: UsesInAPart)? { part(.end, isOfRequests: false) }

  private var itemsOfResponse: [Code] {
    guard isLookedAt else {
      return saidWhereSent + saidWhereReceived + [.returned(answerOfNext)]
    }
    let headers = part(.metadata, isOfRequests: false)
    let accepted = Code.word("response").member("accepted")
    let body = observedParts
    let changes = body != nil
    var success = items(ofHeaders: headers, "contents")
    if let body {
      success += Code.quoted(
        items: "contents.bodyParts = GRPCCore::RPCAsyncSequence(wrapping: \(body)); "
          + "\(accepted) = .success(contents)")
    }
    let contents = Code.call(
      .member(nil, "success"), [.plain(.bound(changes ? .var : .let, "contents"))])
    var choice: [Code] = []
    if end != nil {
      let cases = [CaseCode(contents, success), CaseCode(failed, [ended(byError: true)])]
      choice = [.form(.choice(accepted, cases))]
    } else if !success.isEmpty {
      choice = [.branch(conditions: [.match(contents, value: accepted)], success)]
    }
    let response = Code.variable(changes ? .var : .let, "response", value: answerOfNext)
    return saidWhereSent + [response] + checks(isOfRequests: false) + functionOfEnd + choice
      + saidWhereReceived
      + [.returned(.word("response"))]
  }

  /// What is done at the end, as a function of what stands there.
  var functionOfEnd: [Code] {
    guard let end else { return [] }
    let types = [Code.library("GRPCCore.Status"), .library("GRPCCore.Metadata")]
    let parameters = types.indices.compactMap { index -> ParameterCode? in
      guard isUsed(end.uses, index), let name = end.part.name(index) else { return nil }
      return ParameterCode(nil, name, types[index])
    }
    return [
      .function(
        FunctionCode(attributes: ["@Sendable"], .function("ended"), parameters, end.part.code))
    ]
  }

  func isUsed(_ uses: UsesInAPart, _ index: Int) -> Bool {
    index < uses.isUsed.count && uses.isUsed[index]
  }

  /// Whether the function of the end is told of anything.
  var isTold: Bool { end.map { isUsed($0.uses, 0) || isUsed($0.uses, 1) } ?? false }

  /// The pattern of an error, which has a name where the function is told of it.
  var failed: Code {
    let failure = Code.member(nil, "failure")
    return isTold ? .call(failure, [.plain(.bound(.let, "error"))]) : failure
  }

  /// Calls the function, behind an error or behind the trailers of a call that succeeded.
  func ended(byError: Bool) -> Code {
    guard let end else { return .word("break") }
    let statuses = StatusesOfACall()
    let values =
      byError
      ? [statuses.ofError, .quoted("error.metadata")] : [statuses.ok, .word("trailers")]
    return .call(
      "ended", values.indices.filter { isUsed(end.uses, $0) }.map { .plain(values[$0]) })
  }

  /// The parts of the response, each of which is seen.
  private var observedParts: Code? {
    let message = part(.message, isOfRequests: false)
    let parts = Code.word("contents").member("bodyParts")
    guard end != nil else {
      guard let message else { return nil }
      let seen = Code.branch(
        conditions: conditions(of: message, value: .word("part")), message.part.code)
      return .quoted("\(parts).map { part in \(seen); return part }")
    }
    func taken(_ pattern: Code) -> Code { .call(.member(nil, "success"), [.plain(pattern)]) }
    func bound(_ name: String, _ value: String?) -> Code {
      let base = Code.member(nil, name)
      return value.map { .call(base, [.plain(.bound(.let, $0))]) } ?? base
    }
    let trailers = end.map { isUsed($0.uses, 1) } == true ? "trailers" : nil
    let name = message.flatMap { isUsed($0.uses, 0) ? $0.part.name(0) : nil }
    var seen = message?.part.code ?? []
    var shown = name
    if let name, let type = message?.uses.messageType {
      let value = Code.variable(.let, name, value: .infix(.word("message"), "as?", type))
      (seen, shown) = ([.branch(conditions: [value], seen)], "message")
    }
    let items = [
      Code.form(
        .choice(
          .word("part"),
          [
            CaseCode(taken(bound("message", shown)), seen),
            CaseCode(taken(bound("trailingMetadata", trailers)), [ended(byError: false)]),
            CaseCode(failed, [ended(byError: true)]),
          ]))
    ]
    return .call(
      .word("ObservedParts"), [CodeArgument("parts", parts)],
      trailing: [ClosureCode(parameters: ["part"], items)])
  }

  private func conditions(
    of message: (part: HandledPart, uses: UsesInAPart), value: Code
  ) -> [Code] {
    let pattern = Code.member(nil, "message")
    guard isUsed(message.uses, 0), let name = message.part.name(0) else {
      return [.match(pattern, value: value)]
    }
    let type = message.uses.messageType
    let first = Code.match(
      .call(pattern, [.plain(.bound(.let, type == nil ? name : "message"))]), value: value)
    return [first]
      + (type.map { [.variable(.let, name, value: .infix(.word("message"), "as?", $0))] } ?? [])
  }
}
