import ComposableArchitecture
import HikeListFeature
import SessionFeature
import SettingsFeature
import SwiftUI

public struct AppView: View {
  let store: StoreOf<AppReducer>

  public init() {
    self.store = Store(initialState: AppReducer.State(), reducer: AppReducer())
  }

  public var body: some View {
    WithViewStore(self.store, observe: \.tab) { viewStore in
      TabView(selection: viewStore.binding(send: AppReducer.Action.tabSelected)) {
        NavigationStack {
          HikeListView(store: self.store.scope(state: \.hikes, action: AppReducer.Action.hikes))
        }
        .tag(AppReducer.Tab.hikes)

        VStack {
          SessionView(
            store: self.store.scope(state: \.session, action: AppReducer.Action.session)
          )
          SettingsView(
            store: self.store.scope(
              state: \.settings,
              action: AppReducer.Action.settings
            )
          )
        }
        .tag(AppReducer.Tab.settings)
      }
    }
  }
}
