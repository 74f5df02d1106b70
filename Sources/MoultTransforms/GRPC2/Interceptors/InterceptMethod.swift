import MoultRewriting
import MoultSyntax

/// `intercept(request:context:next:)` of grpc-swift 2, which clients run around each call.
func interceptMethod(modifiers: [String] = [], _ statements: [Code]) -> Code {
  let request = "GRPCCore::StreamingClientRequest<Input>"
  let response = "GRPCCore::StreamingClientResponse<Output>"
  let next = "(\(request), GRPCCore::ClientContext) async throws -> \(response)"
  let parameters = "request: \(request), context: GRPCCore::ClientContext, next: \(next)"
  let head = (modifiers + ["func"]).joined(separator: " ")
  return .quoted(
    "\(head) intercept<Input: Sendable, Output: Sendable>(\(parameters)) async throws -> "
      + "\(response) { \(statements) }"
  )
}

/// The request as something that statements change.
let changedRequest = Code.quoted("var request = request")

/// What the rest of a call answers to `request`.
let answerOfNext = Code.quoted("try await next(request, context)")
