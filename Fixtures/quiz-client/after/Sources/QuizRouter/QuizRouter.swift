import Foundation
import QuizModels
import URLRouting

/// The addresses of the server's endpoints.
public struct QuizRouter: ParserPrinter {
  public init() {}

  public var body: AnyParserPrinter<URLRequestData, ServerRoute> {
    OneOf {
      Route(.case(ServerRoute.api)) {
        Path { "api" }
        Parse(.memberwise(ServerRoute.Api.init(token:route:))) {
          Query { Field("token") }
          self.apiRouter
        }
      }
      Route(.case(ServerRoute.download)) { Path { "download" } }
    }
    .eraseToAnyParserPrinter()
  }

  @ParserBuilder<URLRequestData>
  private var apiRouter: AnyParserPrinter<URLRequestData, ServerRoute.Api.Route> {
    Route(.case(ServerRoute.Api.Route.leaderboard)) { Path { "leaderboard" } }
  }

  @OneOfBuilder<URLRequestData, ServerRoute.Api.Route>
  private var either: AnyParserPrinter<URLRequestData, ServerRoute.Api.Route> { self.apiRouter }
}
