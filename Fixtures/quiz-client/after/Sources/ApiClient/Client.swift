import Dependencies
import DependenciesMacros
import Foundation
import QuizModels

/// What the app knows of the server.
@DependencyClient
public struct ApiClient: Sendable {
  public var apiRequest: @Sendable (ServerRoute.Api.Route) async throws -> Data
  public var baseUrl: @Sendable () -> URL = { URL(string: "/")! }
  public var currentPlayer: @Sendable () -> Player?
  public var logout: @Sendable () async -> Void

  public func apiRequest<Value: Decodable>(
    route: ServerRoute.Api.Route,
    as type: Value.Type,
    file: StaticString = #file,
    line: UInt = #line
  ) async throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: await self.apiRequest(route))
    } catch {
      throw ApiError(error: error, file: file, line: line)
    }
  }
}

/// A failure, with the place that asked.
public struct ApiError: Error {
  public let message: String

  public init(error: Error, file: StaticString = #fileID, line: UInt = #line) {
    self.message = "\(file):\(line): \(error)"
  }
}
