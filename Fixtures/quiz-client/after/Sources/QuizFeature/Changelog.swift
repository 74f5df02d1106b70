import ApiClient
import ApiClientLive
import CasePaths
import Dependencies
import Foundation
import QuizModels

/// What a preview of the list of changes shows.
func previewOfChanges() -> String {
  withDependencies {
    $0.apiClient = {
      var apiClient = ApiClient.noop
      apiClient.override(
        routeCase: \.changelog,
        withResponse: { _ in Data("[]".utf8) }
      )
      apiClient.override(
        routeCase: \.leaderboard, withResponse: { Data("[]".utf8) })
      return apiClient
    }()
  } operation: {
    "changes"
  }
}

/// Steps of the list, as they come.
func steps() -> AsyncStream<Int> {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  continuation.finish()
  return stream
}
