import ComposableArchitecture
import HikeModels
import XCTest

@testable import HikeEditorFeature

@MainActor
final class HikeEditorTests: XCTestCase {
  private let hike = Hike(id: UUID(0), title: "Ben Nevis", date: Date(timeIntervalSince1970: 0))

  func testSave() async {
    let saved = LockIsolated<[Hike]>([])
    let isDismissed = LockIsolated(false)
    let store = TestStore(
      initialState: HikeEditor.State(hike: self.hike),
      reducer: { HikeEditor() }
    ) {
      $0.dismiss = DismissEffect { isDismissed.setValue(true) }
      $0.hikeClient.save = { hike in
        saved.withValue { $0.append(hike) }
      }
    }

    await store.send(.set(\.$hike.ascent, 1345)) {
      $0.hike.ascent = 1345
    }
    await store.send(.saveButtonTapped) {
      $0.isSaving = true
    }
    await store.receive(\.saved) {
      $0.isSaving = false
    }
    await store.receive(\.delegate)
    saved.withValue { expectNoDifference($0.map(\.ascent), [1345]) }
    let wasDismissed = isDismissed.value
    XCTAssertTrue(wasDismissed)
  }

  func testNoTitle() async {
    let store = TestStore(
      initialState: HikeEditor.State(hike: Hike(id: UUID(0), date: .distantPast)),
      reducer: { HikeEditor() })
    await store.send(.saveButtonTapped)
    await store.receive(.saved(.failure(NoTitle()))) {
      $0.alert = .notSaved
    }
  }

  func testDelete() async throws {
    let store = TestStore(initialState: HikeEditor.State(hike: self.hike), reducer: { HikeEditor() }) {
      $0.dismiss = DismissEffect {}
      $0.hikeClient.delete = { XCTAssertEqual($0, self.hike.id) }
    }
    await store.send(.deleteButtonTapped) {
      $0.alert = .confirmDeletion(of: self.hike)
    }
    await store.send(.alert(.presented(.confirmDeletion))) {
      $0.alert = nil
    }
    await store.receive(.delegate(.deleted(self.hike.id)))
  }
}
