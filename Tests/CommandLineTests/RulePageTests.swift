import Foundation
import Testing

private let old = """
  // swift-interface-format-version: 1.0
  // swift-module-flags: -module-name AcmeNet
  public class PingClient { public var lastCode: Swift.Int? { get } }

  """
private let new = """
  // swift-interface-format-version: 1.0
  // swift-module-flags: -module-name AcmeNet
  public struct PingStatus { public var code: Swift.Int { get } }
  public class PingClient { public var status: AcmeNet.PingStatus { get } }

  """

private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("MoultRules/acme/2/AcmeNet.swiftinterface", old)
  try folder.write("MoultRules/acme/3/AcmeNet.swiftinterface", new)
  return folder
}

private let page = """
  ---
  id: acme.ping-client
  severity: error
  find: { member: AcmeNet.PingClient.lastCode }
  put: { text: $base.status.code, optional: false }
  safety: review
  message: "'lastCode' was removed in AcmeNet 3.0; the status is never nil"
  fix: Read the status
  next: read 'status.code' of '$found'
  ---
  # `lastCode` became `status.code`

  It was nil before the first call. Since 3.0 the status before the first call is `.idle`.

  ## With a default

  ```swift before
  import AcmeNet
  func code(_ client: PingClient) -> Int { client.lastCode ?? 0 }
  //                                              ^^^^^^^^ acme.ping-client review
  ```
  ```swift after
  import AcmeNet
  func code(_ client: PingClient) -> Int { client.status.code }
  ```

  ## The project's own type is left alone

  ```swift before
  struct PingClient { var lastCode: Int? }
  func code(_ client: PingClient) -> Int { client.lastCode ?? 0 }
  ```

  """

private let path = "MoultRules/acme/2-3/ping-client.md"

/// Writes the page and the interfaces that it is about.
func writeAcmeRules(into folder: TemporaryFolder) throws {
  try folder.write("MoultRules/acme/2/AcmeNet.swiftinterface", old)
  try folder.write("MoultRules/acme/3/AcmeNet.swiftinterface", new)
  try folder.write(path, page)
}

@Test func `a page is tested and type-checked by one command`() throws {
  let folder = try project()
  try folder.write(path, page)
  let run = try folder.moult("test", "MoultRules")
  #expect(
    run.output.hasPrefix("2 cases, 0 failed\n3 of 3 texts type-check; "),
    "\(run.output)\(run.errors)")
  #expect(run.code == 0)
  #expect(try folder.moult("test", "--no-type-check", "MoultRules").output == "2 cases, 0 failed\n")
  // From inside, and for the hop's folder alone.
  #expect(try folder.moult("test", "--no-type-check", "MoultRules/acme").code == 0)
}

@Test func `a wrong caret is one failure at its line, with what should stand there`() throws {
  let folder = try project()
  try folder.write(path, page.replacing("  ^^^^^^^^", with: " ^^^^^^^^"))
  let run = try folder.moult("test", "MoultRules")
  #expect(run.code == 1)
  #expect(
    run.output == """
      MoultRules/acme/2-3/ping-client.md:19: With a default: what is found is not what the carets mark
        func code(_ client: PingClient) -> Int { client.lastCode ?? 0 }
      - //                                             ^^^^^^^^ acme.ping-client review
      + //                                              ^^^^^^^^ acme.ping-client review
      2 cases, 1 failed

      """, "\(run.output)")
}

@Test func `a wrong after is one failure at its line, with the difference`() throws {
  let folder = try project()
  try folder.write(path, page.replacing("client.status.code }", with: "client.status.cod }"))
  let run = try folder.moult("test", "MoultRules")
  #expect(
    run.output.hasPrefix(
      "MoultRules/acme/2-3/ping-client.md:24: With a default: the fix of Sources/App/Case.swift is not what 'after' says"
    ),
    "\(run.output)")
  #expect(
    run.output.contains(
      """
      -func code(_ client: PingClient) -> Int { client.status.cod }
      +func code(_ client: PingClient) -> Int { client.status.code }
      """), "\(run.output)")
  #expect(run.output.hasSuffix("2 cases, 1 failed\n"))
}

@Test func `code that no compiler takes fails although its case passes`() throws {
  let folder = try project()
  try folder.write(
    path, page.replacing("struct PingClient {", with: "let x = missing\nstruct PingClient {"))
  let run = try folder.moult("test", "MoultRules")
  #expect(run.code == 1)
  #expect(run.output.contains("cannot find 'missing' in scope"), "\(run.output)")
}

@Test func `a broken page is one error with its line and carets, for every command`() throws {
  let folder = try project()
  try folder.write(".moult.yml", "rule_folders: [MoultRules]\n")
  try folder.write(path, page.replacing("$base", with: "$bas"))
  for arguments in [["test", "MoultRules"], ["lint"], ["rules"]] {
    let run = try folder.moult(arguments)
    #expect(run.code == 2)
    #expect(
      run.errors == """
        moult: error: MoultRules/acme/2-3/ping-client.md:5:14: '$bas' stands for nothing in 'member'; did you mean '$base'?
        5 | put: { text: $bas.status.code, optional: false }
          |              ^~~~

        """, "\(run.errors)")
  }
}

@Test func `a project's own library is called by its folder, not by the rule folder`() throws {
  let folder = try project()
  try folder.write(".moult.yml", "rule_folders: [MoultRules]\n")
  try folder.write(path, page)
  try folder.write(
    "Sources/A.swift", "import AcmeNet\nfunc f(_ c: PingClient) -> Int { c.lastCode ?? 0 }\n")
  let run = try folder.moult("lint")
  #expect(run.output.contains("of module 'AcmeNet', acme 2"), "\(run.output)")
  let rules = try folder.moult("rules", "--format", "json")
  #expect(rules.output.contains("\"hop\" : \"2-3\""), "\(rules.output.suffix(600))")
}

@Test func `a new rule passes as it was written`() throws {
  let folder = try project()
  let run = try folder.moult(
    "new", "rule", "--library", "acme", "--hop", "2-3", "--put", "$base.status.code")
  #expect(run.code == 0, "\(run.errors)")
  #expect(
    run.output.hasPrefix("Wrote MoultRules/acme/2-3/last-code.md; its 2 cases pass\n"),
    "\(run.output)")
  let test = try folder.moult("test", "MoultRules")
  #expect(test.code == 0, "\(test.output)\(test.errors)")
  #expect(test.output.hasPrefix("2 cases, 0 failed\n3 of 3 texts type-check"), "\(test.output)")
  let again = try folder.moult("new", "rule", "--library", "acme", "--hop", "2-3")
  #expect(again.code == 2)
  #expect(again.errors.contains("no page is about"), "\(again.errors)")
}

@Test func `what is not said, and cannot be asked for, is named`() throws {
  let run = try project().moult("new", "rule", "--hop", "2-3")
  #expect(run.code == 2)
  #expect(run.errors.contains("'moult new rule' wants '--library'"), "\(run.errors)")
}

@Test func `a page is explained to the one who has the finding`() throws {
  let folder = try project()
  try folder.write(".moult.yml", "rule_folders: [MoultRules]\n")
  try folder.write(path, page)
  let run = try folder.moult("explain", "acme.ping-client")
  #expect(
    run.output == """
      `lastCode` became `status.code`
      acme.ping-client · error · review · acme 2 → 3

      It was nil before the first call. Since 3.0 the status before the first call is `.idle`.

      With a default

        before
          import AcmeNet
          func code(_ client: PingClient) -> Int { client.lastCode ?? 0 }

        after
          import AcmeNet
          func code(_ client: PingClient) -> Int { client.status.code }

      What is left to you where there is no fix
        - 'lastCode' was removed in AcmeNet 3.0; the status is never nil
          next: read 'status.code' of '…'

      All 2 cases: moult explain acme.ping-client --cases

      """, "\(run.output)")
  let cases = try folder.moult("explain", "acme.ping-client", "--cases")
  #expect(cases.output.contains("^^^^^^^^ acme.ping-client review"))
}

@Test func `the notes of a library are linked`() throws {
  let page = try TemporaryFolder().moult("explain", "grpc-swift.raw-server")
  #expect(
    page.output.contains("Notes of the library: https://github.com/grpc/grpc-swift/"),
    "\(page.output)")
}
