import GRPC
import NIOCore
import NIOPosix
import ParcelKit
import XCTest

final class ParcelDeskTests: XCTestCase {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  func testDeskWithFixedParcels() throws {
    let parcels = [Parcel(number: "1", place: "Chur")]
    let desk = ParcelDesk(source: FixedParcels(parcels, on: group.next()))
    XCTAssertEqual(try desk.oldest("1").wait(), parcels[0])
    let place = try desk.oldestPlace("1")
    XCTAssertEqual(place, "Chur")

    let answered = expectation(description: "the desk answers")
    desk.place(of: "2") { text in
      XCTAssertEqual(text, "no such parcel")
      answered.fulfill()
    }
    wait(for: [answered], timeout: 10)
  }

  func testDepot() throws {
    let server = try Server.insecure(group: group)
      .withServiceProviders([DepotService()])
      .bind(host: "127.0.0.1", port: 0)
      .wait()
    let port = server.channel.localAddress!.port!
    let client = DepotClient(host: "127.0.0.1", port: port, group: group)

    XCTAssertEqual(try client.parcel("7").wait(), Parcel(number: "7", place: "Basel"))
    XCTAssertEqual(try client.former(of: "7").wait()?.place, "Bern")
    XCTAssertNil(try client.former(of: "3").wait())
    XCTAssertEqual(try client.place(of: "9").wait(), "no such parcel")
    XCTAssertEqual(try client.scan(["7", "3"]).number, "3")

    let ended = expectation(description: "both ways of asking end")
    ended.expectedFulfillmentCount = 2
    client.lookUp("9", found: { _ in XCTFail("found") }) { reason in
      XCTAssertEqual(reason, "no such parcel")
      ended.fulfill()
    }
    client.watch("7", onPlace: { place in
      XCTAssertTrue(["Basel", "Bern"].contains(place))
    }) { error in
      XCTAssertNil(error)
      ended.fulfill()
    }
    wait(for: [ended], timeout: 10)
    try client.close()
    try server.close().wait()
    try group.syncShutdownGracefully()
  }
}
