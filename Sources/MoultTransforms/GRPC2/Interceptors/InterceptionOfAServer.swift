import MoultRewriting
import MoultSyntax

/// What a server's interceptor of grpc-swift 2 does around a call: requests are read from a sequence, and replies are written by a producer
/// that runs behind the method.
extension Interception {
  /// The statements of the method but for what the call has for itself.
  var itemsOfServer: [Code] {
    let headers = part(.metadata, isOfRequests: true)
    let message = part(.message, isOfRequests: true)
    let changes = headers?.part.changesHeaders == true || message != nil
    let request =
      checks(isOfRequests: true) + (changes ? [changedRequest] : [])
      + items(ofHeaders: headers, "request") + messagesShown(to: message)
    return request + itemsOfReplies
  }

  /// What has each message seen that is read from the request.
  private func messagesShown(
    to message: (part: HandledPart, uses: UsesInAPart)?
  ) -> [Code] {
    guard let message else { return [] }
    let name = message.uses.isUsed.first == true ? message.part.name(0) : nil
    var (shown, seen) = (name ?? "message", message.part.code)
    if let name, let type = message.uses.messageType {
      let value = Code.variable(.let, name, value: .infix(.word("message"), "as?", type))
      (shown, seen) = ("message", [.branch(conditions: [value], seen)])
    }
    let parts = Code.quoted("request.messages.map { \(shown) in \(seen); return \(shown) }")
    return Code.quoted(items: "request.messages = GRPCCore::RPCAsyncSequence(wrapping: \(parts))")
  }

  private var itemsOfReplies: [Code] {
    let said = saidWhereSent + saidWhereReceived
    guard isLookedAt else { return said + [.returned(answerOfNext)] }
    let headers = items(ofHeaders: part(.metadata, isOfRequests: false), "contents")
    let produced = production
    let changed =
      produced.isEmpty
      ? [] : Code.quoted(items: "response.accepted = .success(contents)")
    let contents = Code.call(
      .member(nil, "success"), [.plain(.bound(produced.isEmpty ? .let : .var, "contents"))])
    let accepted = Code.word("response").member("accepted")
    let success = headers + produced + changed
    let response = Code.variable(
      produced.isEmpty ? .let : .var, "response", value: answerOfNext)
    let answered = [response] + checks(isOfRequests: false)
    guard end != nil else {
      return answered
        + [.branch(conditions: [.match(contents, value: accepted)], success)]
        + said + [.returned(.word("response"))]
    }
    let cases = [CaseCode(contents, success), CaseCode(failed, [ended(byError: true)])]
    let inside =
      answered + [.form(.choice(accepted, cases))] + said + [.returned(.word("response"))]
    return functionOfEnd + functionOfFailure
      + Code.quoted(items: "do { \(inside) } catch { \(endedByAnyError); throw error }")
  }

  /// Has each reply seen before it is written, and the end behind the last, or behind what a method throws.
  private var production: [Code] {
    let message = part(.message, isOfRequests: false)
    guard message != nil || end != nil else { return [] }
    let written = Code.quoted("try await producer(\(writer(showing: message)))")
    guard end != nil else {
      return Code.quoted(
        items:
          "let producer = contents.producer; contents.producer = { writer in \(written) }")
    }
    return Code.quoted(
      items: "let producer = contents.producer; contents.producer = { writer in "
        + "do { let trailers = \(written); \(ended(byError: false)); return trailers } "
        + "catch { \(endedByAnyError); throw error } }")
  }

  /// What an error of any type says as the status of a call, where that is asked.
  private var functionOfFailure: [Code] {
    guard isTold else { return [] }
    let error = Code.quoted(
      "(error as? any GRPCCore::RPCErrorConvertible).map { GRPCCore::RPCError($0) } "
        + "?? GRPCCore::RPCError(code: .unknown, message: \"\")")
    let parameter = ParameterCode(nil, "error", .form(.existential(.word("Error"))))
    return [
      .function(
        FunctionCode(
          attributes: ["@Sendable"], .function("failed"), [parameter],
          [.variable(.let, "error", value: error), ended(byError: true)]))
    ]
  }

  private var endedByAnyError: Code {
    isTold ? .quoted("failed(error)") : ended(byError: true)
  }
}
