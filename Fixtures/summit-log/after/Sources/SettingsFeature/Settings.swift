import ComposableArchitecture
import SwiftUI

public struct Settings: Reducer {
  public struct State: Equatable {
    @BindingState public var usesMiles = false
    @BindingState public var remindsWeekly = false
    public var reminder: Reminder.State?

    public init(usesMiles: Bool = false, reminder: Reminder.State? = nil) {
      self.usesMiles = usesMiles
      self.reminder = reminder
    }
  }

  @CasePathable
  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case reminder(Reminder.Action)
    case signOutButtonTapped
  }

  @Dependency(\.analytics) var analytics

  public init() {}

  public var body: some Reducer<State, Action> {
    CombineReducers {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.$remindsWeekly):
          state.reminder = state.remindsWeekly ? Reminder.State() : nil
          return self.log("reminder \(state.remindsWeekly)")
        case .binding, .reminder:
          return .none
        case .signOutButtonTapped:
          return self.log("sign out")
        }
      }
    }
    .ifLet(\.reminder, action: \.reminder) {
      Reminder()
    }
  }

  private func log(_ event: String) -> Effect<Action> {
    .run { _ in await self.analytics.log(event) }
  }
}

public struct Reminder: Reducer {
  public struct State: Equatable {
    public var weekday = 6
    public init() {}
  }

  public enum Action: Equatable {
    case weekdayChanged(Int)
  }

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .weekdayChanged(let weekday):
        state.weekday = weekday
        return .none
      }
    }
  }
}

public struct SettingsView: View {
  let store: StoreOf<Settings>

  public init(store: StoreOf<Settings>) {
    self.store = store
  }

  public var body: some View {
    WithViewStore(self.store, observe: { $0 }) { viewStore in
      Form {
        Toggle("Miles", isOn: viewStore.$usesMiles)
        Toggle("Weekly reminder", isOn: viewStore.$remindsWeekly)
        IfLetStore(self.store.scope(state: \.reminder, action: \.reminder)) { store in
          ReminderView(store: store)
        }
        Button("Sign out") { viewStore.send(.signOutButtonTapped) }
      }
    }
  }
}

struct ReminderView: View {
  let store: StoreOf<Reminder>

  var body: some View {
    WithViewStore(self.store, observe: \.weekday) { viewStore in
      Picker("On", selection: viewStore.binding(send: Reminder.Action.weekdayChanged)) {
        ForEach(1..<8) { Text(Calendar.current.weekdaySymbols[$0 - 1]) }
      }
    }
  }
}
