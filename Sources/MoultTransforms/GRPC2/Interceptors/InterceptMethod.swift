import MoultRewriting
import MoultSyntax

/// `intercept(request:context:next:)` of grpc-swift 2, which changes `request` by statements and hands it on.
func interceptMethod(modifiers: [String] = [], _ statements: [Code]) -> Code {
  let request = "GRPCCore::StreamingClientRequest<Input>"
  let response = "GRPCCore::StreamingClientResponse<Output>"
  let next = "(\(request), GRPCCore::ClientContext) async throws -> \(response)"
  let parameters = "request: \(request), context: GRPCCore::ClientContext, next: \(next)"
  let head = (modifiers + ["func"]).joined(separator: " ")
  let items = Code.quoted(
    items: "var request = request; \(statements); return try await next(request, context)")
  return .quoted(
    "\(head) intercept<Input: Sendable, Output: Sendable>(\(parameters)) async throws -> "
      + "\(response) { \(items) }"
  )
}
