import ComposableArchitecture
import XCTest

@testable import SettingsFeature

@MainActor
final class SettingsTests: XCTestCase {
  func testReminder() async {
    let events = ActorIsolated<[String]>([])
    let store = TestStore(initialState: Settings.State(), reducer: Settings())
    store.dependencies.analytics.log = { event in await events.withValue { $0.append(event) } }

    await store.send(.set(\.$remindsWeekly, true)) {
      $0.remindsWeekly = true
      $0.reminder = Reminder.State()
    }
    await store.send(.reminder(.weekdayChanged(1))) {
      $0.reminder?.weekday = 1
    }
    await events.withValue { XCTAssertNoDifference($0, ["reminder true"]) }
  }

  func testUnits() {
    // A number is divided here, and no case is named.
    let Miles = 1.609344
    XCTAssertEqual(8.04672/Miles, 5, accuracy: 0.01, "/Settings.Action.binding")
    if Miles.isNaN { XCTFail("no unit") }
  }
}
