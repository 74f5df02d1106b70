import DepotAPI
import Dispatch
import Foundation
import GRPC
import NIOCore
import NIOHPACK
import NIOPosix

/// Orders, and what becomes of them.
public final class OrdersProvider: Depot_V1_OrdersProvider {
  public var interceptors: Depot_V1_OrdersServerInterceptorFactoryProtocol? { nil }

  private let stock: Stock
  private let gate: Gatekeeper
  private let queue = DispatchQueue(label: "orders")
  private var states: [String: [String]] = [:]

  public init(stock: Stock, gate: Gatekeeper) {
    self.stock = stock
    self.gate = gate
  }

  public func place(
    request: Depot_V1_OrderRequest, context: StatusOnlyCallContext
  ) -> EventLoopFuture<Depot_V1_Order> {
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { [self] in
      let caller: Caller
      do {
        caller = try gate.caller(of: context)
      } catch let status as GRPCStatus where status.code == .unauthenticated {
        let trailers = ["www-authenticate": "Bearer"] as HPACKHeaders
        context.eventLoop.execute { context.trailers = trailers }
        throw GRPCStatus(
          code: .unauthenticated, message: (status.message ?? ""))
      }
      try told { try stock.change(request.sku, by: -request.count) }
      queue.sync { states[request.number] = ["placed", "packed"] }
      return .with {
        $0.number = request.number
        $0.customer = caller.name
      }
    }
  }

  /// States are sent as they come, and the last of them ends the call.
  public func track(
    request: Depot_V1_OrderRequest, context: StreamingResponseCallContext<Depot_V1_OrderState>
  ) -> EventLoopFuture<GRPCStatus> {
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { [self] in
      _ = try gate.caller(of: context)
      queue.async {
        guard let states = self.states[request.number] else {
          context.statusPromise.succeed(GRPCStatus(code: .notFound, message: "no such order"))
          return
        }
        for text in states {
          self.report(text, of: request.number, to: context)
        }
        context.statusPromise.succeed(.ok)
      }
    }.cascadeFailure(to: context.statusPromise)
    return context.statusPromise.futureResult
  }

  private func report(_ text: String, of number: String, to session: StreamingResponseCallContext<Depot_V1_OrderState>) {
    do {
      session.sendResponse(.with {
        $0.number = number
        $0.text = text
      }, promise: nil)
    }
  }
}
