import SwiftGRPC
import XCTest

@testable import DepotAPI

final class StockClientTests: XCTestCase {
  func testANameIsAsked() throws {
    let stub = Depot_V1_InventoryServiceTestStub()
    stub.getItemResponses.append(.with { $0.name = "lamp" })
    let client = StockClient(stub)
    XCTAssertEqual(try client.name(of: "a1"), "lamp")
    XCTAssertEqual(stub.getItemRequests.map { $0.sku }, ["a1"])
  }

  func testTwoNamesAreAsked() throws {
    let stub = Depot_V1_InventoryServiceTestStub()
    stub.getItemResponses = [.with { $0.name = "lamp" }, .with { $0.name = "desk" }]
    let client = StockClient(stub)
    XCTAssertEqual(try client.name(of: "a1"), "lamp")
    XCTAssertEqual(try client.name(of: "a2"), "desk")
  }

  func testNamesAreListed() throws {
    let stub = Depot_V1_InventoryServiceTestStub()
    let call = Depot_V1_InventoryListItemsCallTestStub()
    call.outputs = [.with { $0.name = "lamp" }, .with { $0.name = "desk" }]
    stub.listItemsCalls.append(call)
    XCTAssertEqual(try StockClient(stub).names(startingWith: "a"), ["lamp", "desk"])
  }
}
