import CasePaths
import Dependencies
import Foundation
import QuizModels
import QuizRouter
import IssueReporting

extension ApiClient: TestDependencyKey {
  public static let previewValue = Self.noop

  public static let testValue = Self()
}

extension DependencyValues {
  public var apiClient: ApiClient {
    get { self[ApiClient.self] }
    set { self[ApiClient.self] = newValue }
  }
}

extension ApiClient {
  public static let noop = Self(
    apiRequest: { _ in try await Task.never() },
    baseUrl: { URL(string: "/")! },
    currentPlayer: { nil },
    logout: {}
  )

  /// Gives one route an answer.
  public mutating func override(
    route matchingRoute: ServerRoute.Api.Route,
    withResponse response: @escaping @Sendable () async throws -> Data
  ) {
    self.apiRequest = { @Sendable [self] route in
      if route == matchingRoute { return try await response() }
      return try await self.apiRequest(route)
    }
  }

  /// Gives all routes of one case an answer.
  public mutating func override<Value>(
    routeCase matchingRoute: CaseKeyPath<ServerRoute.Api.Route, Value> & Sendable,
    withResponse response: @escaping @Sendable (Value) async throws -> Data
  ) {
    self.apiRequest = { @Sendable [self] route in
      if let value = route[case: matchingRoute] {
        return try await response(value)
      }
      return try await self.apiRequest(route)
    }
  }

  /// Answers one route and refuses the others.
  public mutating func override(
    only matchingRoute: ServerRoute.Api.Route,
    withResponse response: @escaping @Sendable () async throws -> Data
  ) {
    self.apiRequest = { @Sendable route in
      guard route == matchingRoute else {
        reportIssue("unexpected route \(route)")
        throw CancellationError()
      }
      return try await response()
    }
  }
}
