import ForecastAPI
import GRPCCore
import NIOCore
import NIOHPACK

/// Adds a header to every call.
struct TraceInterceptor: ClientInterceptor
{
  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingClientRequest<Input>,
    context: ClientContext,
    next: (StreamingClientRequest<Input>, ClientContext) async throws -> StreamingClientResponse<Output>
  ) async throws -> StreamingClientResponse<Output> {
    var request = request
    request.metadata.replaceOrAddString("1", forKey: "x-trace")
    return try await next(request, context)
  }
}

func traced(_ headers: Metadata) -> Bool {
  headers[stringValues: "x-trace"].first(where: { _ in true }) != nil
}
