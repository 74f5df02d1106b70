import Foundation
import SwiftGRPC

@testable import DepotAPI

/// What the shop's tests ask of the depot.
final class StockClient {
  private let inventory: Depot_V1_InventoryService

  init(_ inventory: Depot_V1_InventoryService) {
    self.inventory = inventory
  }

  func name(of sku: String) throws -> String {
    try inventory.getItem(.with { $0.sku = sku }).name
  }

  func names(startingWith prefix: String) throws -> [String] {
    var names: [String] = []
    let call = try inventory.listItems(.with { $0.prefix = prefix }, completion: nil)
    while let item = try call.receive() {
      names.append(item.name)
    }
    return names
  }
}
