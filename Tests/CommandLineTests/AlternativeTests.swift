import Foundation
import Testing

/// A service's client in which the fix of two calls can be done in two ways, and that of a client in three.
private func project() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write("Sources/App/hello.grpc.swift", try sample())
  try folder.write("Sources/App/Net.swift", net)
  try folder.commitAll()
  return folder
}

private let net = """
  import SwiftGRPC
  func greet(_ client: Hello_V1_GreeterService) throws -> String {
    try client.sayHello(Hello_V1_HelloRequest()).message
  }
  func greetTwice(_ client: Hello_V1_GreeterService) throws -> String {
    try greet(client) + client.sayHello(Hello_V1_HelloRequest()).message
  }
  func connect() -> Hello_V1_GreeterServiceClient {
    Hello_V1_GreeterServiceClient(address: "localhost:1", secure: false)
  }

  """

/// What the generator of grpc-swift 0 makes of a greeter.
private func sample() throws -> String {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  return try String(
    contentsOf: root.appending(path: "Rules/grpc-swift/0/Generated.swift"), encoding: .utf8)
}

/// The findings of a rule in a JSON report.
private func findings(_ rule: String, _ run: MoultRun) throws -> [[String: Any]] {
  let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
  let all = try #require(report?["findings"] as? [[String: Any]])
  return all.filter { $0["rule"] as? String == rule }
}

private let target = "targets: { grpc-swift: \"1\" }\n"

@Test func `JSON and SARIF carry each fix that a finding offers, the default first`() throws {
  let folder = try project()
  try folder.write(".moult.yml", target)
  let calls = try findings(
    "grpc-swift.blocking-unary-call", try folder.moult("lint", "--format", "json"))
  #expect(calls.count == 2)
  let choice = try #require(calls.first?["choice"] as? [String: Any])
  #expect(choice["option"] as? String == "grpc-swift.blocking-calls")
  #expect(choice["value"] as? String == "wait")
  let others = try #require(choice["alternatives"] as? [[String: Any]])
  #expect(others.compactMap { $0["value"] as? String } == ["async"])
  #expect(
    (others[0]["fix"] as? [String: Any])?["title"] as? String
      == "Await the call's response in functions that become async")
  let client = try findings(
    "grpc-swift.client-construction", try folder.moult("lint", "--format", "json"))
  let groups = (client.first?["choice"] as? [String: Any])?["alternatives"] as? [[String: Any]]
  #expect(groups?.compactMap { $0["value"] as? String } == ["platform", "own"])

  let log =
    try JSONSerialization.jsonObject(
      with: Data(try folder.moult("lint", "--format", "sarif").output.utf8)) as? [String: Any]
  let results = (log?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]] ?? []
  let fixes =
    results.first { $0["ruleId"] as? String == "grpc-swift.blocking-unary-call" }?[
      "fixes"] as? [[String: Any]]
  let titles = fixes?.compactMap { ($0["description"] as? [String: Any])?["text"] as? String }
  #expect(
    titles == [
      "Wait for the call's response (review)",
      "Await the call's response in functions that become async (review)",
    ])
  #expect(
    try folder.moult("lint", "--expand").output.contains(
      "or (review): Await the call's response in functions that become async, with 'grpc-swift.blocking-calls: async'"
    ))
}

@Test func `the other way stands beside the code of a finding, where that is shown`() throws {
  let folder = try project()
  try folder.write(".moult.yml", target)
  let few = try folder.moult("lint", "--rule", "grpc-swift.blocking-unary-call").output
  let other =
    "or (review): Await the call's response in functions that become async, with 'grpc-swift.blocking-calls: async'"
  #expect(few.components(separatedBy: other).count == 3, "\(few)")
  // Nobody asks who reads one line for each finding, or a patch.
  #expect(!(try folder.moult("lint", "--format", "concise").output.contains("or (review)")))
  let left = try folder.moult("fix", "--rule", "grpc-swift.blocking-unary-call").output
  #expect(left.contains(other), "\(left)")
}

@Test
func `what the configuration chooses is the fix, and the default is the alternative`() throws {
  let folder = try project()
  try folder.write(".moult.yml", target + "grpc-swift: { blocking-calls: async }\n")
  let calls = try findings(
    "grpc-swift.blocking-unary-call", try folder.moult("lint", "--format", "json"))
  for call in calls {
    let choice = try #require(call["choice"] as? [String: Any])
    #expect(choice["value"] as? String == "async")
    #expect(
      (choice["alternatives"] as? [[String: Any]])?.compactMap { $0["value"] as? String }
        == ["wait"])
  }
  #expect(calls.count == 2)
}

@Test func `a choice on the command line is made wherever there is it`() throws {
  let folder = try project()
  let plan = try folder.moult("migrate", "grpc-swift@1", "--plan-only")
  #expect(
    plan.output.contains(
      "- [ ] 2 places: Wait for the call's response\n  or: Await the call's response in functions that become async, `--answer grpc-swift.blocking-calls=async`\n"
    ), "\(plan.output)")
  let wrong = try folder.moult("migrate", "--answer", "grpc-swift.blocking-calls=await")
  #expect(wrong.code == 2)
  #expect(
    wrong.errors.contains("unknown value 'await' of 'grpc-swift.blocking-calls': wait, async"))
  let run = try folder.moult(
    "migrate", "grpc-swift@1", "--answer", "grpc-swift.blocking-calls=async", "--answer",
    "grpc-swift.event-loop-group=own", "--answer", "event loop group=loops", "--generate",
    "sed -i 's/import SwiftGRPC/import GRPC/' Sources/App/hello.grpc.swift")
  let text = try folder.read("Sources/App/Net.swift")
  #expect(
    text.contains(
      "func greetTwice(_ client: Hello_V1_GreeterClientProtocol) async throws -> String {\n  try await greet(client) + client.sayHello(Hello_V1_HelloRequest()).response.get().message\n"
    ), "\(text)\(run.output)\(run.errors)")
  #expect(text.contains("ClientConnection.insecure(group: loops)"))
}

/// Answers what a command asks at a terminal, one line for each time that it asks; empty lines follow.
private func answering(
  _ answers: [String], at prompt: String, _ arguments: [String], in folder: TemporaryFolder
) throws -> String? {
  try folder.write(".git/info/exclude", "terminal.py\n")
  try folder.write(
    "terminal.py",
    """
    import os, pty, sys
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(os.environ["MOULT"], ["moult"] + \(arguments))
    answers, data, asked = \(answers), b"", 0
    try:
        while piece := os.read(terminal, 65536):
            data += piece
            while data.count(b"\(prompt)") > asked:
                answer = answers[asked] if asked < len(answers) else ""
                os.write(terminal, (answer + "\\n").encode())
                asked += 1
    except OSError:
        pass
    sys.stdout.buffer.write(data)
    """)
  let run = try folder.shell("command -v python3 >/dev/null || exit 9; python3 terminal.py")
  return run.code == 9 ? nil : run.output.replacing("\r\n", with: "\n")
}

@Test func `interactive mode shows the other fix, and a letter takes it`() throws {
  let folder = try project()
  try folder.write(".moult.yml", target)
  try folder.commitAll()
  // The client protocol, the call, the rest; the letter stands in the question only where there is a choice.
  guard
    let shown = try answering(
      ["y", "y", "c"] + Array(repeating: "y", count: 20), at: ",n,a,q,r,x,b,e,?]",
      ["fix", "--interactive", "--review"], in: folder)
  else { return }
  #expect(
    shown.contains(
      "or, with 'c': Await the call's response in functions that become async (review)"),
    "\(shown)")
  #expect(shown.contains("Apply this fix? [y,c,n,a,q,r,x,b,e,?]"))
  #expect(shown.contains("Apply this fix? [y,n,a,q,r,x,b,e,?]"))
  let text = try folder.read("Sources/App/Net.swift")
  #expect(text.contains("sayHello(Hello_V1_HelloRequest()).response.get().message"), "\(text)")
  #expect(text.contains("sayHello(Hello_V1_HelloRequest()).response.wait().message"), "\(text)")
}

@Test func `a migration at a terminal asks once for all alike, and the configuration remembers`()
  throws
{
  let folder = try project()
  guard
    let shown = try answering(
      ["", "true", "2", "3", "loops"], at: "> ", ["migrate", "grpc-swift@1"], in: folder)
  else { return }
  #expect(
    shown.components(separatedBy: "2 places can be done in 2 ways, all alike:").count == 2,
    "\(shown)")
  let configuration = try folder.read(".moult.yml")
  #expect(
    configuration.contains(
      "grpc-swift:\n  blocking-calls: \"async\"\n  event-loop-group: \"own\"\n"),
    "\(configuration)\(shown)")
  #expect(configuration.contains("event loop group\": \"loops\""), "\(configuration)")
  let text = try folder.read("Sources/App/Net.swift")
  #expect(text.contains(".response.get()") && text.contains("insecure(group: loops)"), "\(text)")
  #expect(!text.contains(".wait()"))
}

@Test func `what the command line answers is remembered, and obeyed by all rules`() throws {
  let folder = try project()
  try folder.write(
    "Sources/App/Net.swift",
    net.replacing("\"localhost:1\", secure: false", with: "address()")
      .replacing("func connect()", with: "func connect(_ address: () -> String)"))
  try folder.commitAll()
  let plan = try folder.moult("migrate", "grpc-swift@1", "--plan-only").output
  #expect(
    plan.contains(
      "- [ ] 1 place: TLS of the platform: Network.framework where there is one, else NIOSSL\n  or: TLS of NIOSSL on every platform, `--answer grpc-swift.tls=nio-ssl`\n"
    ), "\(plan)")
  #expect(plan.contains("- [ ] host of address(): `--answer \"host of address()=…\"`\n"), "\(plan)")
  let run = try folder.moult(
    "migrate", "grpc-swift@1", "--answer", "grpc-swift.tls=nio-ssl", "--answer",
    "host of address()=\"a.example\"", "--answer", "port of address()=1", "--generate",
    "sed -i 's/import SwiftGRPC/import GRPC/' Sources/App/hello.grpc.swift")
  let text = try folder.read("Sources/App/Net.swift")
  #expect(
    text.contains(
      "ClientConnection.usingTLSBackedByNIOSSL(on: MultiThreadedEventLoopGroup.singleton)"),
    "\(text)\(run.output)\(run.errors)")
  #expect(text.contains(".connect(host: \"a.example\", port: 1)"))
  #expect(
    try folder.read(".moult.yml")
      == "grpc-swift:\n  tls: \"nio-ssl\"\nmigrate:\n  placeholders:\n    \"host of address()\": \"\\\"a.example\\\"\"\n    \"port of address()\": \"1\"\n"
  )
  #expect(
    try folder.git("log", "--format=%s").output.contains("Say how the migration is to go"))
  // What was answered is no question any more.
  #expect(try !folder.moult("migrate", "--plan-only").output.contains("grpc-swift.tls"))
}

@Test func `the style of servers that the command line answers is that of the rewrite`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Sources/App/hello.grpc.swift", try sample())
  try folder.write(
    "Sources/App/Server.swift",
    """
    import SwiftGRPC
    final class Greeter: Hello_V1_GreeterProvider {
      func sayHello(
        request: Hello_V1_HelloRequest, session: Hello_V1_GreeterSayHelloSession
      ) throws -> Hello_V1_HelloReply {
        Hello_V1_HelloReply()
      }
    }

    """)
  try folder.commitAll()
  let plan = try folder.moult("migrate", "grpc-swift@1", "--plan-only").output
  #expect(plan.contains("`--answer grpc-swift.server-style=async`"), "\(plan)")
  let run = try folder.moult(
    "migrate", "grpc-swift@1", "--answer", "grpc-swift.server-style=async", "--leave", "--generate",
    "sed -i 's/import SwiftGRPC/import GRPC/' Sources/App/hello.grpc.swift")
  let text = try folder.read("Sources/App/Server.swift")
  #expect(text.contains("Hello_V1_GreeterAsyncProvider"), "\(text)\(run.output)\(run.errors)")
}
