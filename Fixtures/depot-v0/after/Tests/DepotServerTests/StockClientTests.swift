import GRPC
import XCTest

@testable import DepotAPI

final class StockClientTests: XCTestCase {
  func testANameIsAsked() throws {
    var getItemRequests: [Depot_V1_ItemRequest] = []
    let stub = Depot_V1_InventoryTestClient()
    stub.enqueueGetItemResponse(.with { $0.name = "lamp" }) {
      if case .message(let request) = $0 { getItemRequests.append(request) }
    }
    let client = StockClient(stub)
    XCTAssertEqual(try client.name(of: "a1"), "lamp")
    XCTAssertEqual(getItemRequests.map { $0.sku }, ["a1"])
  }

  func testTwoNamesAreAsked() throws {
    let stub = Depot_V1_InventoryTestClient()
    stub.enqueueGetItemResponse(.with { $0.name = "lamp" })
    stub.enqueueGetItemResponse(.with { $0.name = "desk" })
    let client = StockClient(stub)
    XCTAssertEqual(try client.name(of: "a1"), "lamp")
    XCTAssertEqual(try client.name(of: "a2"), "desk")
  }

  func testNamesAreListed() throws {
    let stub = Depot_V1_InventoryTestClient()
    stub.enqueueListItemsResponses([.with { $0.name = "lamp" }, .with { $0.name = "desk" }])
    XCTAssertEqual(try StockClient(stub).names(startingWith: "a"), ["lamp", "desk"])
  }
}
