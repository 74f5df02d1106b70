import Foundation
import Testing

@Test func `a plan says who calls, serves and fakes a service, and what nobody calls`() throws {
  let folder = try TemporaryFolder()
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  try folder.write(
    "Sources/API/hello.grpc.swift",
    try String(
      contentsOf: root.appending(path: "Rules/grpc-swift/0/Generated.swift"), encoding: .utf8))
  try folder.write(
    "Protos/hello.proto",
    """
    syntax = "proto3";
    package hello.v1;
    message HelloRequest { string name = 1; }
    message HelloReply { string message = 1; }
    service Greeter {
      rpc SayHello(HelloRequest) returns (HelloReply);
      rpc Forget(HelloRequest) returns (HelloReply);
    }

    """)
  try folder.write(
    "Sources/App/Net.swift",
    """
    import API
    import SwiftGRPC
    func greet(_ client: Hello_V1_GreeterService) throws -> String {
      try client.sayHello(Hello_V1_HelloRequest()).message
    }
    final class Teller { func sayHello(_ name: String) {} }
    func tell(_ teller: Teller) { teller.sayHello("x") }

    """)
  try folder.write(
    "Sources/Server/Host.swift",
    """
    import API
    import SwiftGRPC
    final class Host: Hello_V1_GreeterProvider {}

    """)
  try folder.write(
    "Tests/AppTests/FakeGreeter.swift",
    """
    import API
    import SwiftGRPC
    final class FakeGreeter: Hello_V1_GreeterService {}
    let stub = Hello_V1_GreeterServiceTestStub()

    """)
  let run = try folder.moult("plan", "--format", "json")
  let plan = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
  let uses = try #require(plan?["serviceUses"] as? [[String: Any]])
  #expect(uses.count == 1)
  let use = try #require(uses.first)
  func places(_ key: String) -> [String] {
    (use[key] as? [[String: Any]] ?? []).map { place in
      "\(place["path"] ?? ""):\(place["line"] ?? 0) \(place["why"] ?? "")"
    }
  }
  #expect(use["service"] as? String == "hello.v1.Greeter")
  // A method of the same name on a type of the project's own is no call of the service.
  #expect(places("calls") == ["Sources/App/Net.swift:4 'sayHello'"])
  #expect(places("servers") == ["Sources/Server/Host.swift:3 'Host'"])
  #expect(
    places("fakes") == [
      "Tests/AppTests/FakeGreeter.swift:3 'FakeGreeter'",
      "Tests/AppTests/FakeGreeter.swift:4 'Hello_V1_GreeterServiceTestStub'",
    ])
  #expect(use["uncalled"] as? [String] == ["Forget"])
  let text = try folder.moult("plan").output
  #expect(
    text.contains(
      "hello.v1.Greeter  1 time in 1 file, first Sources/App/Net.swift:4  'Host' in Sources/Server/Host.swift:3"
    ), "\(text)")
  for format in ["markdown", "html"] {
    let page = try folder.moult("plan", "--format", format).output
    #expect(page.contains("Who uses the services"))
  }
}

@Test func `a protocol of the project to which a client conforms stands for it`() throws {
  let folder = try TemporaryFolder()
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  try folder.write(
    "Sources/App/hello.grpc.swift",
    try String(
      contentsOf: root.appending(path: "Rules/grpc-swift/0/Generated.swift"), encoding: .utf8))
  try folder.write(
    "Sources/App/Greeting.swift",
    """
    import SwiftGRPC
    protocol Greeting {
      func sayHello(_ request: Hello_V1_HelloRequest) throws -> Hello_V1_HelloReply
    }
    protocol Unrelated { func sayHello(_ request: Hello_V1_HelloRequest) throws }
    extension Hello_V1_GreeterServiceClient: Greeting {}
    final class Screen {
      private let greeting: Greeting
      private let other: Unrelated
      init(_ greeting: Greeting, _ other: Unrelated) { (self.greeting, self.other) = (greeting, other) }
      func show() throws {
        _ = try greeting.sayHello(Hello_V1_HelloRequest())
        try other.sayHello(Hello_V1_HelloRequest())
      }
    }

    """)
  try folder.write(
    "Tests/AppTests/Fake.swift",
    """
    final class FakeGreeting {}
    extension FakeGreeting: Greeting {
      func sayHello(_ request: Hello_V1_HelloRequest) throws -> Hello_V1_HelloReply { .init() }
    }
    final class FakeOther: Unrelated { func sayHello(_ request: Hello_V1_HelloRequest) {} }

    """)
  let run = try folder.moult("plan", "--format", "json")
  let plan = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
  let use = try #require((plan?["serviceUses"] as? [[String: Any]])?.first)
  func places(_ key: String) -> [String] {
    (use[key] as? [[String: Any]] ?? []).map { place in
      "\(place["path"] ?? ""):\(place["line"] ?? 0) \(place["why"] ?? "")"
    }
  }
  #expect(places("calls") == ["Sources/App/Greeting.swift:12 'sayHello'"])
  #expect(places("fakes") == ["Tests/AppTests/Fake.swift:2 'FakeGreeting'"])
}
