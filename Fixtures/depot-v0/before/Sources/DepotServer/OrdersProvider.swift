import DepotAPI
import Dispatch
import Foundation
import SwiftGRPC

/// Orders, and what becomes of them.
public final class OrdersProvider: Depot_V1_OrdersProvider {
  private let stock: Stock
  private let gate: Gatekeeper
  private let queue = DispatchQueue(label: "orders")
  private var states: [String: [String]] = [:]

  public init(stock: Stock, gate: Gatekeeper) {
    self.stock = stock
    self.gate = gate
  }

  public func place(
    request: Depot_V1_OrderRequest, session: Depot_V1_OrdersPlaceSession
  ) throws -> Depot_V1_Order {
    let caller: Caller
    do {
      caller = try gate.caller(of: session)
    } catch let status as ServerStatus where status.code == .unauthenticated {
      let trailers = try Metadata(["www-authenticate": "Bearer"])
      throw ServerStatus(
        code: .unauthenticated, message: status.message, trailingMetadata: trailers)
    }
    try told { try stock.change(request.sku, by: -request.count) }
    queue.sync { states[request.number] = ["placed", "packed"] }
    return .with {
      $0.number = request.number
      $0.customer = caller.name
    }
  }

  /// States are sent as they come, and the last of them ends the call.
  public func track(
    request: Depot_V1_OrderRequest, session: Depot_V1_OrdersTrackSession
  ) throws -> ServerStatus? {
    _ = try gate.caller(of: session)
    queue.async {
      guard let states = self.states[request.number] else {
        try? session.close(withStatus: ServerStatus(code: .notFound, message: "no such order"), completion: nil)
        return
      }
      for text in states {
        self.report(text, of: request.number, to: session)
      }
      try? session.close(withStatus: .ok, completion: nil)
    }
    return nil
  }

  private func report(_ text: String, of number: String, to session: Depot_V1_OrdersTrackSession) {
    do {
      try session.send(.with {
        $0.number = number
        $0.text = text
      })
    } catch {
      print("order \(number): \(error)")
    }
  }
}
