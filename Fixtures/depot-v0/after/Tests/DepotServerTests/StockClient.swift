import Foundation
import GRPC

@testable import DepotAPI

/// What the shop's tests ask of the depot.
final class StockClient {
  private let inventory: Depot_V1_InventoryClientProtocol

  init(_ inventory: Depot_V1_InventoryClientProtocol) {
    self.inventory = inventory
  }

  func name(of sku: String) throws -> String {
    try inventory.getItem(.with { $0.sku = sku }).response.wait().name
  }

  func names(startingWith prefix: String) throws -> [String] {
    var names: [String] = []
    let call = inventory.listItems(.with { $0.prefix = prefix }) { item in
      names.append(item.name)
    }
    let status = try call.status.wait()
    guard status.isOk else { throw status }
    return names
  }
}
