@_exported import ApiClient
import Dependencies
import Foundation
import QuizModels
import QuizRouter
import URLRouting

extension ApiClient: DependencyKey {
  public static let liveValue = Self.live(baseUrl: URL(string: "https://quiz.example")!)

  static func live(baseUrl: URL) -> Self {
    let session = Session(baseUrl: baseUrl)
    return Self(
      apiRequest: { try await session.apiRequest($0) },
      baseUrl: { session.baseUrl },
      currentPlayer: { nil },
      logout: {}
    )
  }
}

private actor Session {
  nonisolated let baseUrl: URL
  private let client: URLRoutingClient<ServerRoute>

  init(baseUrl: URL) {
    self.baseUrl = baseUrl
    self.client = .failing
  }

  func apiRequest(_ route: ServerRoute.Api.Route) async throws -> Data {
    let api = ServerRoute.Api(token: "", route: route)
    return try await client.decodedResponse(for: .api(api), as: Data.self).value
  }

  func player() async throws -> Player {
    try await client.decodedResponse(for: .download).value
  }
}
