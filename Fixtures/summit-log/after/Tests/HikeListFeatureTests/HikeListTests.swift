import ComposableArchitecture
import HikeModels
import XCTest

@testable import HikeListFeature

@MainActor
final class HikeListTests: XCTestCase {
  func testLoad() async {
    let hikes = [Hike(id: UUID(0), title: "Scafell Pike", date: .distantPast)]
    let clock = TestClock()
    let store = TestStore(initialState: HikeList.State(), reducer: { HikeList() }) {
      $0.continuousClock = clock
      $0.hikeClient.hikes = { hikes }
    }

    let task = await store.send(.task) {
      $0.isLoading = true
    }
    await store.receive(.loaded(.success(hikes))) {
      $0.isLoading = false
      $0.rows = [HikeRow.State(hike: hikes[0])]
    }
    await task.cancel()
  }

  func testRowsAreSortedByDate() {
    let hikes = (0..<3).map { Hike(id: UUID($0), date: Date(timeIntervalSince1970: Double($0))) }
    let rows = IdentifiedArray(uniqueElements: hikes.map(HikeRow.State.init(hike:)))
    expectNoDifference(
      rows.sorted { $0.hike.date > $1.hike.date }.map(\.id),
      [UUID(2), UUID(1), UUID(0)],
      "newest first"
    )
  }

  func testEdit() async {
    let hike = Hike(id: UUID(0), title: "Snowdon", date: .distantPast)
    let store = TestStore(
      initialState: HikeList.State(rows: [HikeRow.State(hike: hike)]),
      reducer: { HikeList() }
    )
    await store.send(.row(id: UUID(0), action: .tapped)) {
      $0.rows[id: UUID(0)]?.isExpanded = true
    }
    await store.send(.row(id: UUID(0), action: .editButtonTapped)) {
      $0.editor = .init(hike: hike)
    }
    await store.send(.editor(.dismiss)) {
      $0.editor = nil
    }
  }
}
