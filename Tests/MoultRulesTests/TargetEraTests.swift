import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax
import Testing

/// A fix must not write what has to be rewritten next.

private let builtIn = Result { try OldInTarget(embeddedTexts) }
private let pages = (try? Catalogue(embeddedTexts))?.pages ?? []

@Test(arguments: pages.indices)
func `what a page shows as new is old neither for its library nor for another page`(
  page: Int
) async throws {
  let old = try await builtIn.get().places(on: pages[page])
  guard known[pages[page].id.rawValue] == nil else {
    #expect(!old.isEmpty, "nothing is old on \(pages[page].id) any more: take it from the list")
    return
  }
  for place in old { Issue.record("\(place)") }
}

/// The pages that show something old as new, and why.
private let known = [
  "grpc-objc.unprefixed-class":
    "'GRPCProtoCall' is what 'ProtoRPC' is called; what takes its place is another call, which the page about calls leaves to a person",
  "grpc-swift.client-member":
    "options that are set behind the client's creation are left to a person, and stand as they did",
  "grpc-swift.nio-product":
    "generated code that the test puts beside the manifest imports a second product, which the case does not show",
  "grpc-swift.service-test-stub":
    "the generator of grpc-swift 1 deprecates its test clients since Swift 5.6, and has nothing else that answers without a server",
  "point-free.architecture-requirement":
    "0.59 is the last release before 1.0, and the step from it is a person's",
  "grpc-swift.straight-completion":
    "a call whose status is compared with what no 'Status.Code' can be is left to a person with its completion",
  "grpc-swift.straight-metadata":
    "trailers of a status that is returned are set on the context of grpc-swift 1, which is left to a person there",
  "grpc-swift.straight-stream":
    "a call that is stored goes by way of grpc-swift 1, and the type of that call is left to a person there",
  "grpc-swift.streaming-call":
    "a call whose replies come to a completion again and again is left to a person, and the name of its type is not changed alone",
]

// MARK: The test itself

@Test func `what the interface of the target era retires is old in it`() async throws {
  let old = try await places(afterPutting: "$base.status.legacyCode")
  #expect(
    old == [
      "acme/2-3/ping-client.md:13: target.deprecated: 'legacyCode' is deprecated: read 'code': func code(_ client: PingClient) -> Int { client.status.legacyCode }"
    ])
}

@Test func `what another page of the hop finds is old in the target era`() async throws {
  let old = try await places(
    afterPutting: "$base.state.code", beside: page("state", "member: AcmeNet.PingClient.state"))
  #expect(
    old == [
      "acme/2-3/ping-client.md:13: acme.state: 'state' is old: func code(_ client: PingClient) -> Int { client.state.code }"
    ])
}

@Test func `what is spelled as something old and is something else is not old`() async throws {
  #expect(
    try await places(afterPutting: "PingText(legacyCode: $base.status.code).legacyCode") == [])
  #expect(try await places(afterPutting: "$base.status.code") == [])
}

@Test func `what the table of releases calls deprecated is marked in the interface`() throws {
  let catalogue = try Catalogue(embeddedTexts)
  var count = 0
  for file in catalogue.versions.files {
    let symbols = file.lives.filter { $0.value.deprecated != nil }.keys.sorted()
    let modules = Set(symbols.map { String($0.prefix { $0 != "." }) })
    let folder = file.path.dropLast("versions.yml".count)
    let model = ProjectModel(
      files: [],
      interfaces: catalogue.interfaces.files(neededBy: [], and: modules).filter {
        $0.tree.source.path.hasPrefix(folder)
      })
    let marked = Set(
      model.retiredSymbols(in: modules).keys.map(\.qualifiedName)
        + model.retiredOverloads(in: modules).map(\.symbol.qualifiedName))
    // Others are of an older era.
    for symbol in symbols where model.symbol(named: symbol) != nil {
      #expect(marked.contains(symbol), "\(file.path): \(symbol)")
      count += 1
    }
  }
  #expect(count > 0)
}

private func places(
  afterPutting new: String, beside other: CatalogueText? = nil
) async throws -> [String] {
  let interface = """
    // swift-interface-format-version: 1.0
    import Swift
    public struct PingStatus {
      public var code: Swift.Int { get }
      @available(*, deprecated, message: "read 'code'")
      public var legacyCode: Swift.Int { get }
    }
    public struct PingText {
      public init(legacyCode: Swift.Int)
      public var legacyCode: Swift.Int { get }
    }
    public class PingClient {
      public var status: AcmeNet.PingStatus { get }
      public var state: AcmeNet.PingStatus { get }
    }
    """
  let text = soundPage.replacing("$base.status.code", with: "\"\(new)\"")
    .replacing("client.status.code", with: new.replacing("$base", with: "client"))
  let texts = [
    acmeInterfaces[0], CatalogueText(path: "acme/3/AcmeNet.swiftinterface", text: interface),
    CatalogueText(path: "acme/2-3/ping-client.md", text: text),
  ]
  let all = texts + (other.map { [$0] } ?? [])
  let old = try OldInTarget(all)
  let page = try #require(try Catalogue(all).page(RuleID("acme.ping-client")))
  return await old.places(on: page)
}

private func page(_ name: String, _ find: String) -> CatalogueText {
  CatalogueText(
    path: "acme/2-3/\(name).md",
    text: """
      ---
      id: acme.\(name)
      find: { \(find) }
      safety: manual
      message: "'\(name)' is old"
      next: read the status
      ---
      # \(name)
      """)
}
