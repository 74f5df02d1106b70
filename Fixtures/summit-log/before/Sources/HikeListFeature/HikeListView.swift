import ComposableArchitecture
import HikeEditorFeature
import SwiftUI

public struct HikeListView: View {
  let store: StoreOf<HikeList>

  struct ViewState: Equatable {
    let isLoading: Bool
    let count: Int

    init(_ state: HikeList.State) {
      self.isLoading = state.isLoading
      self.count = state.rows.count
    }
  }

  public init(store: StoreOf<HikeList>) {
    self.store = store
  }

  public var body: some View {
    WithViewStore(self.store, observe: ViewState.init) { viewStore in
      List {
        ForEachStore(
          self.store.scope(state: \.rows, action: HikeList.Action.row(id:action:))
        ) {
          HikeRowView(store: $0)
        }
      }
      .overlay { if viewStore.isLoading { ProgressView() } }
      .navigationTitle("\(viewStore.count) hikes")
      .toolbar {
        Button("Add") { viewStore.send(.addButtonTapped) }
      }
      .refreshable { await viewStore.send(.refresh, while: \.isLoading) }
      .task { await viewStore.send(.task).finish() }
    }
    .sheet(
      store: self.store.scope(state: \.$editor, action: { .editor($0) })
    ) { store in
      NavigationStack { HikeEditorView(store: store) }
    }
  }
}
