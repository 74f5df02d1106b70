import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

extension ProviderMethod {
  /// Returns what makes a method of grpc-swift 1 of this one, its signature and its body.
  ///
  /// What the body asks the session for is rewritten where it stands, by the rules of those members.
  func rewritten(_ file: FileContext) throws(Refusal) -> TransformOutcome {
    guard let body = declaration.body else {
      var consequence = Consequence()
      consequence.edits = renaming(file) + signatureEnd(signatureTail)
      return TransformOutcome(consequence, imports: imports)
    }
    try checkUses(file)
    let block = HandlerBlock(body, file)
    var outcome: TransformOutcome
    switch (style, kind) {
    case (.async, _): outcome = try asyncHandler(block, file)
    case (.futures, .unary), (.futures, .serverStreaming): outcome = try futureHandler(block, file)
    case (.futures, .clientStreaming), (.futures, .bidirectionalStreaming):
      outcome = try eventHandler(block, file)
    }
    outcome.consequence.edits = withoutNested(outcome.consequence.edits)
    return outcome
  }

  /// What stands between the parameters and the body.
  var signatureTail: String {
    switch (style, kind) {
    case (.futures, .unary): " -> EventLoopFuture<\(messages.response)>"
    case (.futures, .serverStreaming): " -> EventLoopFuture<GRPCStatus>"
    case (.futures, _): " -> EventLoopFuture<(StreamEvent<\(messages.request)>) -> Void>"
    case (.async, .unary), (.async, .clientStreaming): " async throws -> \(messages.response)"
    case (.async, _): " async throws"
    }
  }

  var imports: Set<String> { style == .async ? [] : ["NIOCore"] }

  /// The promise that ends the call.
  var promise: String {
    "\(contextName).\(kind == .clientStreaming ? "responsePromise" : "statusPromise")"
  }

  /// The uses of the session that no context can stand in for.
  private func checkUses(_ file: FileContext) throws(Refusal) {
    for use in sessionUses(file) {
      guard let member = use.parent, member.kind == .memberAccess, member.base == use else {
        if let argument = use.parent, argument.kind == .argument,
          argument.argumentLabel == "session",
          let call = argument.ancestors.first(where: { $0.kind == .functionCall }),
          let callee = file.semantics.symbol(of: call),
          callee.parameterTypes.last?.nominalSymbol.map({
            providerMethod(with: $0, file.model) != nil
          }) == true
        {
          throw Refusal(
            "'\(file.source.text(call.range))' returns a future as of grpc-swift 1.0: pass it 'context: context', and return the future"
          )
        }
        if let step = refusal(ofParameterGiven: use, file) { throw Refusal(step) }
        continue
      }
      try check(member: member.name, of: use, file)
    }
  }

  private func check(
    member name: String, of use: Node, _ file: FileContext
  ) throws(Refusal) {
    switch name {
    case "initialMetadata" where style == .futures:
      throw Refusal(
        "send the initial metadata of '\(self.name)' from a 'ServerInterceptor' and remove '\(use.text).initialMetadata', or set 'server-style: async' of 'grpc-swift' in '.moult.yml'; then run the fix again"
      )
    case "cancel":
      throw Refusal(
        "end '\(self.name)' by throwing 'GRPCStatus(code: .cancelled, message: nil)' instead of '\(use.text).cancel()', then run the fix again"
      )
    case "sendErrorAndClose", "sendAndClose", "close":
      if let call = use.parent?.parent, let message = SessionUse(call, file),
        let completion = message.completion
      {
        throw Refusal(
          "do what '\(completion.kind == .closure ? "the completion" : completion.text)' of '\(name)' does in '\(contextName).closeFuture.whenComplete { _ in … }', remove it there, then run the fix again"
        )
      }
    default: break
    }
  }

  /// What rules of the session's members take away: whole lines, and what stands around a completion.
  func goneRanges(_ file: FileContext) -> [ByteRange] {
    sessionUses(file).flatMap { use -> [ByteRange] in
      if style == .async, let member = use.parent, member.name == "initialMetadata",
        let assignment = member.parent, assignment.kind == .assignment
      {
        return [assignment.range]
      }
      guard let call = use.parent?.parent, let message = SessionUse(call, file) else { return [] }
      if style == .async, message.name == "send" {
        do throws(Refusal) {
          return try AwaitedSend(message, file).edits.map(\.range)
        } catch {
          return [message.base.range]
        }
      }
      if message.name == "waitForSendOperationsToFinish", message.isStatement {
        return [file.lines(of: message.marked)]
      }
      guard message.name == "send", let completion = message.completion,
        let first = call.arguments.first
      else { return [] }
      do throws(Refusal) {
        let handler = try FailureHandler(completion, file)
        return [
          first.range.upperBound..<handler.start, handler.end..<call.range.upperBound,
        ] + handler.edits.map(\.range)
      } catch {
        return []
      }
    }
  }
}

/// Drops edits inside of what another takes away: the session's name in the head of a loop, for one.
private func withoutNested(_ edits: [Edit]) -> [Edit] {
  edits.filter { edit in
    !edits.contains { other in
      guard other != edit, !other.range.isEmpty, other.range != edit.range else { return false }
      let isInside =
        edit.range.lowerBound >= other.range.lowerBound
        && edit.range.upperBound <= other.range.upperBound
      // What is inserted at either end stays.
      return isInside
        && !(edit.range.isEmpty
          && (edit.range.lowerBound == other.range.lowerBound
            || edit.range.lowerBound == other.range.upperBound))
    }
  }
}

/// Returns the value of a `return`, or nil for `nil` and for none.
func returnedValue(_ statement: Node) -> Node? {
  guard let value = statement.subject, value.kind != .nilLiteral else { return nil }
  return value
}

/// Refuses a value that may be nil: then the handler had ended the call by itself.
func checkNotOptional(
  _ value: Node, in method: ProviderMethod, _ file: FileContext
) throws(Refusal) {
  let isPlain =
    value.kind == .declReference || value.kind == .functionCall || value.kind == .optionalChaining
    || value.kind == .memberAccess && value.base != nil
  guard isPlain, file.semantics.type(of: value).isOptional else { return }
  throw Refusal(
    "unwrap '\(file.source.text(value.range))', which '\(method.name)' returns, because without a value the call would not end; then run the fix again"
  )
}
