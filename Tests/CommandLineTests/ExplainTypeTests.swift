import Testing

/// A small project whose file under test imports nothing of gRPC.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  // Only inside a repository is the rest of the project looked for.
  try folder.git("init", "-q", ".")
  try folder.write("Package.swift", "// swift-tools-version: 5.5\nimport PackageDescription\n")
  try folder.write(
    "Sources/App/Client.swift",
    """
    import SwiftGRPC
    final class PingClient: ServiceClientBase {
      func state() -> Channel.ConnectivityState { channel.connectivityState() }
    }
    """)
  try folder.write(
    "Sources/App/Use.swift",
    """
    func use(_ client: PingClient) {
      let host = client.host
      print(host, client.state(), nothing.count)
    }
    """)
  return folder
}

@Test func `the type at a place is explained with what it rests on`() throws {
  let run = try project().moult("explain", "--type", "Sources/App/Use.swift:3:9")
  #expect(run.errors == "")
  #expect(
    run.output == """
      Sources/App/Use.swift:3:9: host
        type: String
        is: local 'host'
        because of: 'host' in Sources/App/Use.swift:2
      from Sources/App/Use.swift:2:14: client.host
        type: String
        is: property 'SwiftGRPC.ServiceClientBase.host'
        because of: 'SwiftGRPC.ServiceClientBase.host' of module 'SwiftGRPC', grpc-swift 0
      from Sources/App/Use.swift:2:14: client
        type: PingClient
        is: local 'client'
        because of: 'client' in Sources/App/Use.swift:1
      from Sources/App/Use.swift:1:10: _ client: PingClient
        type: PingClient
        is: local 'client'
        because of: 'client' in Sources/App/Use.swift:1

      """)
  #expect(run.code == 0)
}

@Test func `what is not known is said, and why`() throws {
  let run = try project().moult("explain", "--type", "Sources/App/Use.swift:3:39")
  #expect(run.code == 0)
  #expect(
    run.output == """
      Sources/App/Use.swift:3:31: nothing.count
        type: _
        not known: the type of what stands before the dot is not known
      from Sources/App/Use.swift:3:31: nothing
        type: _
        not known: nothing called 'nothing' is in sight: not in the body, in the types around it, \
      in module 'App' or in a described module that is imported

      """)
}

@Test(arguments: [
  ("Sources/App/Use.swift:99:1", "has no line 99 with a column 1"),
  ("Sources/App/Use.swift:1:999", "has no line 1 with a column 999"),
  ("Package.swift:1:1", "is not a readable Swift file"),
  ("Sources/App/No.swift:1:1", "No.swift"),
])
func `a place that does not exist is an error`(place: String, message: String) throws {
  let run = try project().moult("explain", "--type", place)
  #expect(run.code == 2)
  #expect(run.errors.contains(message))
}

@Test(arguments: [
  ["explain", "--type", "Use.swift"], ["explain", "--type", "Use.swift:0:1"],
  ["explain", "--type", "Use.swift:1:1", "grpc-swift.call-result-member"],
])
func `a malformed place, or two things to explain, are a wrong call`(arguments: [String]) throws {
  #expect(try project().moult(arguments).code == 2)
}
