import ComposableArchitecture
import SwiftUI

/// Signed out or signed in: one of two features at a time.
public struct Session: ReducerProtocol {
  public enum State: Equatable {
    case signedOut(SignIn.State)
    case signedIn(Profile.State)
  }

  public enum Action: Equatable {
    case signedOut(SignIn.Action)
    case signedIn(Profile.Action)
  }

  public init() {}

  public var body: some ReducerProtocol<State, Action> {
    Reduce { state, action in
      switch action {
      case .signedOut(.finished(let name)):
        state = .signedIn(Profile.State(name: name))
        return .none
      case .signedIn(.signOutButtonTapped):
        state = .signedOut(SignIn.State())
        return .none
      case .signedOut, .signedIn:
        return .none
      }
    }
    .ifCaseLet(/State.signedOut, action: /Action.signedOut) {
      SignIn()
    }
    Scope(state: /State.signedIn, action: /Action.signedIn) {
      Profile()
    }
  }
}

public struct SignIn: ReducerProtocol {
  public struct State: Equatable {
    public var name = ""
    public init() {}
  }

  public enum Action: Equatable {
    case finished(name: String)
    case nameChanged(String)
    case signInButtonTapped
  }

  public func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .finished:
      return .none
    case .nameChanged(let name):
      state.name = name
      return .none
    case .signInButtonTapped:
      return .init(value: .finished(name: state.name))
    }
  }
}

public struct Profile: ReducerProtocol {
  public struct State: Equatable {
    public var name: String
    public init(name: String) { self.name = name }
  }

  public enum Action: Equatable {
    case signOutButtonTapped
  }

  public var body: some ReducerProtocol<State, Action> { EmptyReducer() }
}

/// Whether anybody is signed in, for what only asks that.
public func isSignedIn(_ state: Session.State) -> Bool {
  (/Session.State.signedIn).extract(from: state) != nil
}

public struct SessionView: View {
  let store: StoreOf<Session>

  public init(store: StoreOf<Session>) {
    self.store = store
  }

  public var body: some View {
    SwitchStore(self.store) {
      CaseLet(state: /Session.State.signedOut, action: Session.Action.signedOut) { store in
        SignInView(store: store)
      }
      CaseLet(state: /Session.State.signedIn, action: Session.Action.signedIn) { store in
        WithViewStore(store, observe: \.name) { Text($0.state) }
      }
    }
  }
}

struct SignInView: View {
  let store: StoreOf<SignIn>

  var body: some View {
    WithViewStore(self.store, observe: \.name) { viewStore in
      TextField("Name", text: viewStore.binding(send: SignIn.Action.nameChanged))
        .onSubmit { viewStore.send(.signInButtonTapped) }
    }
  }
}
