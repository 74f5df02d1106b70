import ComposableArchitecture
import Foundation
import HikeClient
import HikeModels

public struct HikeEditor: ReducerProtocol {
  public struct State: Equatable {
    @BindingState public var hike: Hike
    @PresentationState public var alert: AlertState<Action.Alert>?
    public var isSaving = false
    public let isNew: Bool

    public init(hike: Hike, isNew: Bool = false) {
      self.hike = hike
      self.isNew = isNew
    }
  }

  public enum Action: BindableAction, Equatable {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case deleteButtonTapped
    case saveButtonTapped
    case saved(TaskResult<Hike>)

    public enum Alert: Equatable {
      case confirmDeletion
    }

    public enum Delegate: Equatable {
      case deleted(Hike.ID)
      case saved(Hike)
    }
  }

  private enum CancelID { case save }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.hikeClient) var hikeClient

  public init() {}

  public var body: some ReducerProtocolOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDeletion)):
        return self.delete(state.hike.id)

      case .alert(.dismiss), .binding, .delegate:
        return .none

      case .deleteButtonTapped:
        state.alert = .confirmDeletion(of: state.hike)
        return .none

      case .saveButtonTapped:
        guard !state.hike.title.isEmpty else { return EffectTask(value: .saved(.failure(NoTitle()))) }
        state.isSaving = true
        return .task { [hike = state.hike] in
          .saved(
            await TaskResult {
              try await self.hikeClient.save(hike)
              return hike
            })
        }
        .cancellable(id: CancelID.save, cancelInFlight: true)

      case .saved(.success(let hike)):
        state.isSaving = false
        return .concatenate(
          .send(.delegate(.saved(hike))),
          .fireAndForget { await self.dismiss() }
        )

      case .saved(.failure):
        state.isSaving = false
        state.alert = .notSaved
        return .none
      }
    }
    .ifLet(\.$alert, action: /Action.alert)
  }

  private func delete(_ id: Hike.ID) -> EffectTask<Action> {
    .run { send in
      try await self.hikeClient.delete(id)
      await send(.delegate(.deleted(id)))
      await self.dismiss()
    }
  }
}

public struct NoTitle: Error, Equatable {
  public init() {}
}

extension AlertState where Action == HikeEditor.Action.Alert {
  static func confirmDeletion(of hike: Hike) -> Self {
    Self {
      TextState("Delete “\(hike.title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
  }

  static let notSaved = Self {
    TextState("The hike could not be saved")
  }
}
