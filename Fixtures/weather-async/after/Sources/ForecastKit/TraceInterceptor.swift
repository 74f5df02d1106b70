import ForecastAPI
import GRPCCore
import NIOCore
import NIOHPACK

/// Adds a header to every call.
final class TraceInterceptor<Request, Response>: ClientInterceptor<Request, Response>,
  @unchecked Sendable
{
  override func send(
    _ part: GRPCClientRequestPart<Request>,
    promise: EventLoopPromise<Void>?,
    context: ClientInterceptorContext<Request, Response>
  ) {
    guard case .metadata(var headers) = part else {
      return context.send(part, promise: promise)
    }
    headers.replaceOrAdd(name: "x-trace", value: "1")
    context.send(.metadata(headers), promise: promise)
  }
}

func traced(_ headers: Metadata) -> Bool {
  headers[stringValues: "x-trace"].first(where: { _ in true }) != nil
}
