import SwiftGRPC
import XCTest

@testable import DepotAPI
@testable import DepotServer

final class InventoryProviderTests: XCTestCase {
  private let stock = Stock()
  private let gate = Gatekeeper(tokens: ["Bearer 1": "ann", "Bearer 2": "bob"], clerks: ["ann"])

  private func makeProvider() -> InventoryProvider {
    InventoryProvider(stock: stock, gate: gate)
  }

  func testAnItemIsFound() throws {
    try stock.change("a1", by: 3)
    let session = Depot_V1_InventoryGetItemSessionTestStub()
    let item = try makeProvider().getItem(
      request: .with { $0.sku = "a1" }, session: session)
    XCTAssertEqual(item.count, 3)
  }

  func testAnUnknownItemIsToldByItsCode() throws {
    let session = Depot_V1_InventoryGetItemSessionTestStub()
    XCTAssertThrowsError(
      try makeProvider().getItem(request: .with { $0.sku = "b2" }, session: session)
    ) { error in
      XCTAssertEqual((error as? ServerStatus)?.code, .notFound)
    }
  }

  func testItemsAreListedInOrder() throws {
    try stock.change("a2", by: 1)
    try stock.change("a1", by: 1)
    let session = Depot_V1_InventoryListItemsSessionTestStub()
    let status = try makeProvider().listItems(
      request: .with { $0.prefix = "a" }, session: session)
    XCTAssertEqual(status?.code, .ok)
    XCTAssertEqual(session.outputs.map { $0.sku }, ["a1", "a2"])
  }

  func testAClerkAddsItems() throws {
    let session = Depot_V1_InventoryAddItemsSessionTestStub()
    session.requestMetadata = try Metadata(["authorization": "Bearer 1"])
    session.inputs = [.with { $0.sku = "a1"; $0.count = 2 }, .with { $0.sku = "a1"; $0.count = 3 }]
    let receipt = try makeProvider().addItems(session: session)
    XCTAssertEqual(receipt?.accepted, 2)
    XCTAssertEqual(receipt?.total, 5)
  }

  func testChangesAreAnswered() throws {
    let session = Depot_V1_InventorySyncSessionTestStub()
    session.inputs = [.with { $0.sku = "a1"; $0.delta = 2 }]
    let status = try makeProvider().sync(session: session)
    XCTAssertEqual(status?.code, .ok)
    XCTAssertEqual(session.outputs.map { $0.delta }, [2])
  }
}
