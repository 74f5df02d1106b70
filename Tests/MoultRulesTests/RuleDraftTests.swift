import MoultAnalysis
import MoultFindings
import MoultRules
import Testing

private func draft(
  _ change: (inout DraftRequest) -> Void
) async throws -> RuleDraft {
  var request = DraftRequest(library: "acme", hop: "2-3")
  change(&request)
  return try await draftRule(request, try Catalogue(acmeInterfaces), acmeInterfaces)
}

@Test func `a page is drafted for the first declaration that is gone`() async throws {
  let draft = try await draft { _ in }
  #expect(draft.id.rawValue == "acme.last-code")
  #expect(draft.path == "acme/2-3/last-code.md")
  #expect(draft.others == ["AcmeNet.PingClient.ping(_:times:)"])
  #expect(
    draft.text.contains(
      """
      import AcmeNet
      func use(_ value: PingClient) -> Int? { value.lastCode }
      //                                            ^^^^^^^^ acme.last-code manual
      """), "\(draft.text)")
}

@Test func `a drafted fix has the code that the engine makes`() async throws {
  let draft = try await draft { $0.put = "$base.status.code" }
  #expect(draft.text.contains("^^^^^^^^ acme.last-code review"), "\(draft.text)")
  #expect(
    draft.text.contains(
      "```swift after\nimport AcmeNet\nfunc use(_ value: PingClient) -> Int? { value.status.code }\n```"
    ),
    "\(draft.text)")
}

@Test func `a call is drafted with a value for each parameter`() async throws {
  let draft = try await draft { $0.kind = "call" }
  #expect(draft.id.rawValue == "acme.ping")
  #expect(
    draft.text.contains(
      "func use(_ value: PingClient, _ a1: String, _ a2: Int) { value.ping(a1, times: a2) }"),
    "\(draft.text)")
}

@Test(arguments: [
  ("acme", "2-4", nil as String?, nil as String?, "there is no interface of acme 4"),
  ("acne", "2-3", nil, nil, "there is no interface of acne 2"),
  ("acme", "2to3", nil, nil, "'2to3' is not a hop such as '2-3'"),
  (
    "acme", "2-3", "AcmeNet.PingClient.lastCod", nil,
    "declares 'AcmeNet.PingClient.lastCod'; did you mean 'AcmeNet.PingClient.lastCode'?"
  ),
  ("acme", "2-3", nil, "$bas.status", "'$bas' stands for nothing in 'member'"),
])
func `what cannot be drafted is said`(
  library: String, hop: String, symbol: String?, put: String?, message: String
) async throws {
  var request = DraftRequest(library: library, hop: hop)
  request.symbol = symbol
  request.put = put
  let error = await #expect(throws: DraftProblem.self) {
    try await draftRule(request, try Catalogue(acmeInterfaces), acmeInterfaces)
  }
  #expect(error?.message.contains(message) ?? false, "\(String(describing: error))")
}
