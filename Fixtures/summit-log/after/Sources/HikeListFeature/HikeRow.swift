import ComposableArchitecture
import HikeModels
import SwiftUI

public struct HikeRow: Reducer {
  public struct State: Equatable, Identifiable {
    public var hike: Hike
    public var isExpanded = false
    public var id: Hike.ID { self.hike.id }

    public init(hike: Hike) { self.hike = hike }
  }

  public enum Action: Equatable {
    case editButtonTapped
    case tapped
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .editButtonTapped:
      return .none
    case .tapped:
      state.isExpanded.toggle()
      return .none
    }
  }
}

struct HikeRowView: View {
  let store: StoreOf<HikeRow>

  var body: some View {
    WithViewStore(self.store, observe: { $0 }) { viewStore in
      VStack(alignment: .leading) {
        Text(viewStore.hike.title)
        if viewStore.isExpanded {
          Text("\(viewStore.hike.expectedHours, specifier: "%.1f") h")
          Button("Edit") { viewStore.send(.editButtonTapped) }
        }
      }
      .onTapGesture { viewStore.send(.tapped, animation: .default) }
    }
  }
}
