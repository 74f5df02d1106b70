import DepotAPI
import Foundation
import SwiftGRPC

/// Items and their counts.
public final class InventoryProvider: Depot_V1_InventoryProvider {
  private let stock: Stock
  private let gate: Gatekeeper
  private let log: CallLog

  public init(stock: Stock, gate: Gatekeeper, write: @escaping (String) -> Void = { _ in }) {
    self.stock = stock
    self.gate = gate
    log = CallLog(write: write)
  }

  public func getItem(
    request: Depot_V1_ItemRequest, session: Depot_V1_InventoryGetItemSession
  ) throws -> Depot_V1_Item {
    log.began("getItem", session)
    guard !request.sku.isEmpty else {
      throw ServerStatus(code: .invalidArgument, message: "no sku")
    }
    let count = try told { try stock.count(of: request.sku) }
    return .with {
      $0.sku = request.sku
      $0.name = stock.name(of: request.sku)
      $0.count = count
    }
  }

  public func listItems(
    request: Depot_V1_Query, session: Depot_V1_InventoryListItemsSession
  ) throws -> ServerStatus? {
    log.began("listItems", session)
    if request.limit < 0 {
      return ServerStatus(code: .outOfRange, message: "limit \(request.limit)")
    }
    for (position, sku) in stock.skus(startingWith: request.prefix).enumerated() {
      if request.limit > 0, position >= request.limit { break }
      try session.send(.with {
        $0.sku = sku
        $0.name = stock.name(of: sku)
        $0.count = (try? stock.count(of: sku)) ?? 0
      })
    }
    session.waitForSendOperationsToFinish()
    log.ended("listItems", with: .ok)
    return .ok
  }

  public func addItems(session: Depot_V1_InventoryAddItemsSession) throws -> Depot_V1_Receipt? {
    try gate.requireClerk(session)
    var accepted: Int64 = 0
    var total: Int64 = 0
    while let item = try session.receive() {
      if item.sku.isEmpty { continue }
      total = try told { try stock.change(item.sku, by: item.count) }
      stock.rename(item.sku, to: item.name)
      accepted += 1
    }
    return .with {
      $0.accepted = accepted
      $0.total = total
    }
  }

  public func sync(session: Depot_V1_InventorySyncSession) throws -> ServerStatus? {
    log.began("sync", session)
    var rejected = 0
    while let change = try session.receive() {
      do {
        let count = try stock.change(change.sku, by: change.delta)
        try session.send(.with {
          $0.sku = change.sku
          $0.delta = count
        })
      } catch {
        rejected += 1
      }
    }
    if rejected > 0 {
      return ServerStatus(code: .aborted, message: "\(rejected) changes were rejected")
    }
    return .ok
  }
}
