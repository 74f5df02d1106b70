import CasePaths
import Foundation
import QuizModels

/// Which routes are shown in the log, and how.
public struct RouteNames {
  let names: [(path: (ServerRoute.Api.Route) -> Bool, name: String)]
  var submission: AnyCasePath<ServerRoute.Api.Route, (String, Int)> = /ServerRoute.Api.Route.submit

  public init() {
    self.names = [
      ({ $0.is(\.changelog) }, "changelog"),
      ({ $0[case: \.leaderboard] != nil }, "leaderboard"),
    ]
  }

  /// The languages of daily quizzes, in the order in which they were asked for.
  public func languages(_ routes: [ServerRoute.Api.Route]) -> [String] {
    let fetch = AnyCasePath(\ServerRoute.Api.Route.Cases.daily.fetch)
    return routes.compactMap(fetch.extract(from:))
  }

  public func submissions(_ routes: [ServerRoute.Api.Route]) -> [(String, Int)] {
    routes.compactMap({ $0[case: \.submit] })
  }

  public func describe(_ route: ServerRoute) -> String {
    switch route {
    case \.api: return "api"
    default: return "other: /ServerRoute.download"
    }
  }
}
