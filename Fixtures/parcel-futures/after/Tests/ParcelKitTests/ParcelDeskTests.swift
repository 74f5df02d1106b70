import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOPosix
import ParcelKit
import XCTest

final class ParcelDeskTests: XCTestCase {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  func testDeskWithFixedParcels() async throws {
    let parcels = [Parcel(number: "1", place: "Chur")]
    let desk = ParcelDesk(source: FixedParcels(parcels, on: group.next()))
    let oldestReply = try await desk.oldest("1")
    XCTAssertEqual(oldestReply, parcels[0])
    let place = try await desk.oldestPlace("1")
    XCTAssertEqual(place, "Chur")

    let answered = expectation(description: "the desk answers")
    desk.place(of: "2") { text in
      XCTAssertEqual(text, "no such parcel")
      answered.fulfill()
    }
    await fulfillment(of: [answered], timeout: 10)
  }

  func testDepot() async throws {
    let server = GRPCServer(
      transport: .http2NIOPosix(
        address: .ipv4(host: "127.0.0.1", port: 0),
        transportSecurity: .plaintext
      ),
      services: [DepotService()]
    )
    Task { try await server.serve() }
    let port = try await server.listeningAddress!.ipv4!.port
    let client = try DepotClient(host: "127.0.0.1", port: port, group: group)

    let parcelReply = try await client.parcel("7")
    XCTAssertEqual(parcelReply, Parcel(number: "7", place: "Basel"))
    let formerReply = try await client.former(of: "7")?.place
    XCTAssertEqual(formerReply, "Bern")
    let formerReply2 = try await client.former(of: "3")
    XCTAssertNil(formerReply2)
    let placeReply = try await client.place(of: "9")
    XCTAssertEqual(placeReply, "no such parcel")
    let scanReply = try await client.scan(["7", "3"]).number
    XCTAssertEqual(scanReply, "3")

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
    await fulfillment(of: [ended], timeout: 10)
    try client.close()
    server.beginGracefulShutdown()
    try group.syncShutdownGracefully()
  }
}
