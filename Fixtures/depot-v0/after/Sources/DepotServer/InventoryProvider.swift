import DepotAPI
import Foundation
import GRPC
import NIOCore
import NIOPosix

/// Items and their counts.
public final class InventoryProvider: Depot_V1_InventoryProvider {
  public var interceptors: Depot_V1_InventoryServerInterceptorFactoryProtocol? { nil }

  private let stock: Stock
  private let gate: Gatekeeper
  private let log: CallLog

  public init(stock: Stock, gate: Gatekeeper, write: @escaping (String) -> Void = { _ in }) {
    self.stock = stock
    self.gate = gate
    log = CallLog(write: write)
  }

  public func getItem(
    request: Depot_V1_ItemRequest, context: StatusOnlyCallContext
  ) -> EventLoopFuture<Depot_V1_Item> {
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { [self] in
      log.began("getItem", context)
      guard !request.sku.isEmpty else {
        throw GRPCStatus(code: .invalidArgument, message: "no sku")
      }
      let count = try told { try stock.count(of: request.sku) }
      return .with {
        $0.sku = request.sku
        $0.name = stock.name(of: request.sku)
        $0.count = count
      }
    }
  }

  public func listItems(
    request: Depot_V1_Query, context: StreamingResponseCallContext<Depot_V1_Item>
  ) -> EventLoopFuture<GRPCStatus> {
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { [self] in
      log.began("listItems", context)
      if request.limit < 0 {
        return GRPCStatus(code: .outOfRange, message: "limit \(request.limit)")
      }
      for (position, sku) in stock.skus(startingWith: request.prefix).enumerated() {
        if request.limit > 0, position >= request.limit { break }
        try context.sendResponse(.with {
          $0.sku = sku
          $0.name = stock.name(of: sku)
          $0.count = (try? stock.count(of: sku)) ?? 0
        }).wait()
      }
      log.ended("listItems", with: .ok)
      return .ok
    }
  }

  public func addItems(context: UnaryResponseCallContext<Depot_V1_Receipt>) -> EventLoopFuture<(StreamEvent<Depot_V1_Item>) -> Void> {
    context.eventLoop.makeCompletedFuture {
      try gate.requireClerk(context)
      var accepted: Int64 = 0
      var total: Int64 = 0
      return { [self] event in
        switch event {
        case .message(let item):
          do {
            if item.sku.isEmpty { return }
            total = try told { try stock.change(item.sku, by: item.count) }
            stock.rename(item.sku, to: item.name)
            accepted += 1
          } catch {
            context.responsePromise.fail(error)
          }
        case .end:
          context.responsePromise.succeed(.with {
            $0.accepted = accepted
            $0.total = total
          })
        }
      }
    }
  }

  public func sync(context: StreamingResponseCallContext<Depot_V1_Change>) -> EventLoopFuture<(StreamEvent<Depot_V1_Change>) -> Void> {
    log.began("sync", context)
    var rejected = 0
    return context.eventLoop.makeSucceededFuture({ [self] event in
      switch event {
      case .message(let change):
        do {
          let count = try stock.change(change.sku, by: change.delta)
          context.sendResponse(.with {
            $0.sku = change.sku
            $0.delta = count
          }, promise: nil)
        } catch {
          rejected += 1
        }
      case .end:
        if rejected > 0 {
          context.statusPromise.succeed(
            GRPCStatus(code: .aborted, message: "\(rejected) changes were rejected")
          )
          return
        }
        context.statusPromise.succeed(.ok)
      }
    })
  }
}
