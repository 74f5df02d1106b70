import GRPC
import Logging
import NIOCore
import NIOPosix
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
    let session = UnaryResponseCallContextTestStub<Depot_V1_Item>(
      eventLoop: MultiThreadedEventLoopGroup.singleton.next(),
      headers: [:],
      logger: Logger(label: "test"),
      closeFuture: MultiThreadedEventLoopGroup.singleton.next().makeSucceededVoidFuture())
    let item = try makeProvider().getItem(
      request: .with { $0.sku = "a1" }, context: session).wait()
    XCTAssertEqual(item.count, 3)
  }

  func testAnUnknownItemIsToldByItsCode() throws {
    let session = UnaryResponseCallContextTestStub<Depot_V1_Item>(
      eventLoop: MultiThreadedEventLoopGroup.singleton.next(),
      headers: [:],
      logger: Logger(label: "test"),
      closeFuture: MultiThreadedEventLoopGroup.singleton.next().makeSucceededVoidFuture())
    XCTAssertThrowsError(
      try makeProvider().getItem(request: .with { $0.sku = "b2" }, context: session).wait()
    ) { error in
      XCTAssertEqual((error as? GRPCStatus)?.code, .notFound)
    }
  }

  func testItemsAreListedInOrder() throws {
    try stock.change("a2", by: 1)
    try stock.change("a1", by: 1)
    let session = StreamingResponseCallContextTestStub<Depot_V1_Item>(
      eventLoop: MultiThreadedEventLoopGroup.singleton.next(),
      headers: [:],
      logger: Logger(label: "test"),
      closeFuture: MultiThreadedEventLoopGroup.singleton.next().makeSucceededVoidFuture())
    let status = try makeProvider().listItems(
      request: .with { $0.prefix = "a" }, context: session).wait()
    XCTAssertEqual(status.code, .ok)
    XCTAssertEqual(session.recordedResponses.map { $0.sku }, ["a1", "a2"])
  }

  func testAClerkAddsItems() throws {
    let session = UnaryResponseCallContextTestStub<Depot_V1_Receipt>(
      eventLoop: MultiThreadedEventLoopGroup.singleton.next(),
      headers: ["authorization": "Bearer 1"],
      logger: Logger(label: "test"),
      closeFuture: MultiThreadedEventLoopGroup.singleton.next().makeSucceededVoidFuture())
    let receipt = try makeProvider().addItems(context: session).flatMap { handle in
      ([.with { $0.sku = "a1"; $0.count = 2 }, .with { $0.sku = "a1"; $0.count = 3 }] as [Depot_V1_Item]).forEach {
        handle(.message($0))
      }
      handle(.end)
      return session.responsePromise.futureResult
    }.wait()
    XCTAssertEqual(receipt.accepted, 2)
    XCTAssertEqual(receipt.total, 5)
  }

  func testChangesAreAnswered() throws {
    let session = StreamingResponseCallContextTestStub<Depot_V1_Change>(
      eventLoop: MultiThreadedEventLoopGroup.singleton.next(),
      headers: [:],
      logger: Logger(label: "test"),
      closeFuture: MultiThreadedEventLoopGroup.singleton.next().makeSucceededVoidFuture())
    let status = try makeProvider().sync(context: session).flatMap { handle in
      ([.with { $0.sku = "a1"; $0.delta = 2 }] as [Depot_V1_Change]).forEach {
        handle(.message($0))
      }
      handle(.end)
      return session.statusPromise.futureResult
    }.wait()
    XCTAssertEqual(status.code, .ok)
    XCTAssertEqual(session.recordedResponses.map { $0.delta }, [2])
  }
}
