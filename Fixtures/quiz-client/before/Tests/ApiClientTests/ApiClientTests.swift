import ApiClient
import CasePaths
import CustomDump
import Dependencies
import QuizModels
import XCTest

final class ApiClientTests: XCTestCase {
  func testOverrideByCase() async throws {
    var client = ApiClient.noop
    let builds = ActorIsolated<[Int]>([])
    client.override(
      routeCase: /ServerRoute.Api.Route.changelog(build:),
      withResponse: { build in
        await builds.withValue { $0.append(build) }
        return Data()
      }
    )
    _ = try await client.apiRequest(.changelog(build: 42))
    let seen = await builds.value
    XCTAssertNoDifference(seen, [42])
    XCTAssertNoDifference(await builds.value.count, 1, "one build")
  }

  func testOverrideDaily() async throws {
    var client = ApiClient.testValue
    client.override(routeCase: /ServerRoute.Api.Route.daily, withResponse: { daily in
      let language = try XCTUnwrap(daily, case: /ServerRoute.Api.Route.Daily.fetch(language:))
      return Data(language.utf8)
    })
    let data = try await client.apiRequest(.daily(.fetch(language: "en")))
    XCTAssertNoDifference(String(decoding: data, as: UTF8.self), "en")
    if data.isEmpty { XCTFail("nothing came") }
  }
}
