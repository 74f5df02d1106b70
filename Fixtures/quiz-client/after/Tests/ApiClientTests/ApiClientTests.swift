import ApiClient
import CasePaths
import CustomDump
import Dependencies
import QuizModels
import XCTest

final class ApiClientTests: XCTestCase {
  func testOverrideByCase() async throws {
    var client = ApiClient.noop
    let builds = LockIsolated<[Int]>([])
    client.override(
      routeCase: \.changelog,
      withResponse: { build in
        builds.withValue { $0.append(build) }
        return Data()
      }
    )
    _ = try await client.apiRequest(.changelog(build: 42))
    let seen = builds.value
    expectNoDifference(seen, [42])
    expectNoDifference(builds.value.count, 1, "one build")
  }

  func testOverrideDaily() async throws {
    var client = ApiClient.testValue
    client.override(routeCase: \.daily, withResponse: { daily in
      let language = try XCTUnwrap(daily[case: \.fetch])
      return Data(language.utf8)
    })
    let data = try await client.apiRequest(.daily(.fetch(language: "en")))
    expectNoDifference(String(decoding: data, as: UTF8.self), "en")
    if data.isEmpty { XCTFail("nothing came") }
  }
}
