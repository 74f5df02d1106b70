import Foundation

/// Every endpoint of the server, as app and server share it.
public enum ServerRoute: Equatable, Sendable {
  case api(Api)
  case download

  public struct Api: Equatable, Sendable {
    public let token: String
    public let route: Route

    public init(token: String, route: Route) {
      self.token = token
      self.route = route
    }

    /// What a player can ask for.
    public enum Route: Equatable, Sendable {
      case changelog(build: Int)
      case daily(Daily)
      case leaderboard
      case submit(answer: String, round: Int)

      public enum Daily: Equatable, Sendable {
        case fetch(language: String)
        case today
      }
    }
  }
}
