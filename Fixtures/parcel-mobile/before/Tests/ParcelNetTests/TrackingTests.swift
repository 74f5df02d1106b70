import Connect
import ParcelNet
import XCTest

final class TrackingTests: XCTestCase {
  func testLookup() {
    let client = Parcel_V1_TrackingServiceClientMock()
    client.mockLookup = { _ in ResponseMessage(result: .success(.with { $0.city = "Oslo" })) }
    var city: String?
    client.lookup(request: .init()) { response in
      city = response.message?.city
    }
    XCTAssertEqual(city, "Oslo")
  }

  func testForcedMessage() async {
    let client = Parcel_V1_TrackingServiceClientMock()
    let response = await client.lookup(request: .init())
    XCTAssertEqual(response.message!.city, "")
  }

  func testChat() throws {
    let client = Parcel_V1_TrackingServiceClientMock()
    client.mockChat = MockBidirectionalStream<Parcel_V1_Line, Parcel_V1_Line>(outputs: [])
    var lines: [String] = []
    let chat = client.chat { result in
      if case .message(let line) = result { lines.append(line.text) }
    }
    try chat.send(.init())
    XCTAssertTrue(lines.isEmpty)
  }
}
