import ComposableArchitecture
import HikeListFeature
import SessionFeature
import SettingsFeature

public struct AppReducer: ReducerProtocol {
  public enum Tab: Equatable { case hikes, settings }

  public struct State: Equatable {
    public var hikes = HikeList.State()
    public var session = Session.State.signedOut(.init())
    public var settings = Settings.State()
    public var tab = Tab.hikes

    public init() {}
  }

  public enum Action: Equatable {
    case hikes(HikeList.Action)
    case session(Session.Action)
    case settings(Settings.Action)
    case tabSelected(Tab)
  }

  public init() {}

  public var body: some ReducerProtocolOf<Self> {
    Scope(state: \.hikes, action: /Action.hikes) {
      HikeList()
    }
    Scope(state: \.session, action: /Action.session) {
      Session()
    }
    Scope(state: \.settings, action: /Action.settings) {
      Settings()
    }
    Reduce { state, action in
      switch action {
      case .settings(.signOutButtonTapped):
        // A child's action is sent on, not reduced by hand.
        return .init(value: .session(.signedIn(.signOutButtonTapped)))
      case .tabSelected(let tab):
        state.tab = tab
        return .none
      case .hikes, .session, .settings:
        return .none
      }
    }
  }
}
