import CasePaths
import Foundation
import QuizModels

/// Which routes are shown in the log, and how.
public struct RouteNames {
  let names: [(path: (ServerRoute.Api.Route) -> Bool, name: String)]
  var submission: CasePath<ServerRoute.Api.Route, (String, Int)> = /ServerRoute.Api.Route.submit

  public init() {
    self.names = [
      ({ /ServerRoute.Api.Route.changelog(build:) ~= $0 }, "changelog"),
      ({ (/ServerRoute.Api.Route.leaderboard).extract(from: $0) != nil }, "leaderboard"),
    ]
  }

  /// The languages of daily quizzes, in the order in which they were asked for.
  public func languages(_ routes: [ServerRoute.Api.Route]) -> [String] {
    let fetch = (/ServerRoute.Api.Route.daily)
      .appending(path: /ServerRoute.Api.Route.Daily.fetch(language:))
    return routes.compactMap(fetch.extract(from:))
  }

  public func submissions(_ routes: [ServerRoute.Api.Route]) -> [(String, Int)] {
    routes.compactMap(/ServerRoute.Api.Route.submit)
  }

  public func describe(_ route: ServerRoute) -> String {
    switch route {
    case /ServerRoute.api: return "api"
    default: return "other: /ServerRoute.download"
    }
  }
}
