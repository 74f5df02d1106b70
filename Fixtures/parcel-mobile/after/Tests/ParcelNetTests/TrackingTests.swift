import Connect
import ConnectMocks
import Foundation
import ParcelNet
import XCTest

final class TrackingTests: XCTestCase {
  func testLookup() {
    let client = Parcel_V1_TrackingServiceClientMock()
    client.mockLookup = { _ in ResponseMessage(result: .success(.with { $0.city = "Oslo" })) }
    let city = Locked<String?>(nil)
    client.lookup(request: .init()) { response in
      city.value = response.message?.city
    }
    XCTAssertEqual(city.value, "Oslo")
  }

  func testForcedMessage() async {
    let client = Parcel_V1_TrackingServiceClientMock()
    let response = await client.lookup(request: .init())
    XCTAssertEqual(response.message!.city, "")
  }

  func testChat() throws {
    let client = Parcel_V1_TrackingServiceClientMock()
    client.mockChat = MockBidirectionalStream<Parcel_V1_Line, Parcel_V1_Line>(outputs: [])
    let lines = Locked<[String]>([])
    let chat = client.chat { result in
      if case .message(let line) = result { lines.mutate { $0.append(line.text) } }
    }
    chat.send(.init())
    XCTAssertTrue(lines.value.isEmpty)
  }
}

/// A value that closures on any thread may read and set: a lock guards it.
private final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: Value

  init(_ value: Value) {
    storage = value
  }

  var value: Value {
    get { mutate { $0 } }
    set { mutate { $0 = newValue } }
  }

  @discardableResult
  func mutate<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&storage)
  }
}
