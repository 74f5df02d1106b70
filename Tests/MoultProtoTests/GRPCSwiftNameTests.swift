import MoultProto
import MoultSource
import Testing

@Suite struct GRPCSwiftNameTests {
  @Test(arguments: [
    ("SayHello", "sayHello", "sayHello", "sayHello"), ("URLGet", "uRLGet", "uRLGet", "urlGet"),
    ("CSV", "cSV", "cSV", "csv"), ("get_user", "get_user", "get_user", "get_user"),
    ("Import", "import", "`import`", "import"), ("A", "a", "a", "a"),
  ])
  func `each era lowers the names of methods in its way`(
    name: String, v0: String, v1: String, v2: String
  ) throws {
    let parsed = Parsed("service S { rpc \(name)(A) returns (B); }")
    let method = try #require(parsed.file.services.first?.methods.first)
    #expect(GRPCSwiftEra.allCases.map { method.swiftFunctionName(era: $0) } == [v0, v1, v2])
  }

  @Test(arguments: [
    ("package hello.v1;", "Hello_V1_S", "Hello_V1_S"), ("", "S", "S"),
    ("package a; option swift_prefix = \"Shop\";", "ShopS", "ShopS"),
    ("option swift_prefix = \"Shop\";", "S", "ShopS"),
  ])
  func `a service without package has a prefix in era 2 alone`(
    head: String, old: String, new: String
  ) throws {
    let file = Parsed("\(head) service S {}").file
    let service = try #require(file.services.first)
    #expect(
      GRPCSwiftEra.allCases.map { file.swiftServiceName(service, era: $0) } == [old, old, new])
  }
}
