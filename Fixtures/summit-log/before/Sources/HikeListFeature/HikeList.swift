import ComposableArchitecture
import Foundation
import HikeClient
import HikeEditorFeature
import HikeModels

public struct HikeList: ReducerProtocol {
  public struct State: Equatable {
    @PresentationState public var editor: HikeEditor.State?
    public var rows: IdentifiedArrayOf<HikeRow.State> = []
    public var isLoading = false
    public var sharedURL: URL?

    public init(rows: IdentifiedArrayOf<HikeRow.State> = []) {
      self.rows = rows
    }
  }

  public enum Action: Equatable {
    case addButtonTapped
    case editor(PresentationAction<HikeEditor.Action>)
    case loaded(TaskResult<[Hike]>)
    case refresh
    case row(id: HikeRow.State.ID, action: HikeRow.Action)
    case shareButtonTapped
    case task
  }

  enum CancelID: CaseIterable { case load, timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.hikeClient) var hikeClient
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerProtocol<State, Action> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.editor = .init(hike: Hike(id: self.uuid(), date: self.now), isNew: true)
        return .cancel(ids: CancelID.allCases)

      case .editor(.presented(.delegate(.deleted(let id)))):
        state.rows.remove(id: id)
        return .none

      case .editor(.presented(.delegate(.saved(let hike)))):
        state.rows[id: hike.id] = .init(hike: hike)
        state.rows.sort { $0.hike.date > $1.hike.date }
        return .none

      case .editor:
        return .none

      case .loaded(.success(let hikes)):
        state.isLoading = false
        state.rows = .init(uniqueElements: hikes.map(HikeRow.State.init(hike:)))
        return .none

      case .loaded(.failure):
        state.isLoading = false
        return .none

      case .refresh:
        return self.load(&state)

      case .row(id: let id, action: .editButtonTapped):
        guard let row = state.rows[id: id] else { return .none }
        state.editor = .init(hike: row.hike)
        return .none

      case .row:
        return .none

      case .shareButtonTapped:
        state.sharedURL = self.hikeClient.exportURL()
        return .none

      case .task:
        return .merge(
          self.load(&state),
          .run { send in
            for await _ in self.clock.timer(interval: .seconds(300)) {
              await send(.refresh)
            }
          }
          .cancellable(id: CancelID.timer)
        )
      }
    }
    .ifLet(\.$editor, action: /Action.editor) {
      HikeEditor()
    }
    .forEach(\.rows, action: /Action.row(id:action:)) {
      HikeRow()
    }
  }

  private func load(_ state: inout State) -> EffectTask<Action> {
    state.isLoading = true
    return .task {
      await .loaded(TaskResult { try await self.hikeClient.hikes() })
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}
