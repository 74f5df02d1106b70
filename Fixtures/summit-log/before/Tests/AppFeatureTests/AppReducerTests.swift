import ComposableArchitecture
import SessionFeature
import XCTest

@testable import AppFeature

@MainActor
final class AppReducerTests: XCTestCase {
  func testSignIn() async {
    let store = TestStore(
      initialState: AppReducer.State(),
      reducer: AppReducer()
    )
    await store.send(.session(.signedOut(.nameChanged("Ada")))) {
      $0.session = .signedOut(.init(name: "Ada"))
    }
    await store.send(.session(.signedOut(.signInButtonTapped)))
    await store.receive(.session(.signedOut(.finished(name: "Ada")))) {
      $0.session = .signedIn(.init(name: "Ada"))
    }
    XCTAssertTrue(isSignedIn(store.state.session))
  }

  func testSignOut() async {
    var state = AppReducer.State()
    state.session = .signedIn(.init(name: "Ada"))
    let store = TestStore(initialState: state, reducer: AppReducer()) {
      $0.analytics.log = { _ in }
    }
    await store.send(.settings(.signOutButtonTapped))
    await store.receive(/AppReducer.Action.session) {
      $0.session = .signedOut(.init())
    }
  }

  func testTabs() async {
    let store = TestStore(initialState: AppReducer.State(), reducer: AppReducer())
    await store.send(.tabSelected(.settings)) { $0.tab = .settings }
  }
}
