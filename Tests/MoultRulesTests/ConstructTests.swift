import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// How far what is found goes on behind the place that a finding shows.
@Suite struct ConstructTests {
  /// Returns for each finding its line, with the last line of its construct where it has one: `3-5`; with the first as well where
  /// that is another than its own.
  private func lines(of text: String) async throws -> [String] {
    let catalogue = try Catalogue(embeddedTexts)
    let source = SourceText(path: "Sources/App/App.swift", bytes: Array((text + "\n").utf8))
    let file = ProjectText(source: source, surface: .swift, isGenerated: false)
    let result = await analyse([file], catalogue, AnalysisOptions(), cache: TreeCache())
    let index = LineIndex(source.bytes)
    return result.findings.map { finding in
      let line = index.line(of: finding.range.lowerBound)
      return finding.construct.map { construct in
        let (first, last) = (
          index.line(of: construct.lowerBound), index.line(of: construct.upperBound)
        )
        return first == line ? "\(line)-\(last)" : "\(line), from \(first) to \(last)"
      } ?? "\(line)"
    }
  }

  @Test func `a call goes on to its last argument, closures included`() async throws {
    let text = """
      import SwiftGRPC
      func serve(_ providers: [ServiceProvider]) {
        let server = ServiceServer(
          address: "h:1",
          serviceProviders: providers)
        server.start()
      }
      """
    #expect(try await lines(of: text) == ["1", "2", "3-5", "6"])
  }

  @Test func `an extension and a subclass go on to their last member`() async throws {
    let text = """
      import SwiftGRPC
      extension Call {
        func run() {}
      }
      class Session: ServiceClientBase {
        var count = 0
      }
      extension Call {}
      """
    #expect(try await lines(of: text) == ["1", "2-4", "5-7", "8"])
  }

  @Test func `a chain begins above the call that is found in it`() async throws {
    let text = """
      import GRPC
      func open(_ group: EventLoopGroup) {
        let channel = ClientConnection
          .insecure(group: group)
          .connect(host: "h", port: 1)
      }
      """
    #expect(try await lines(of: text).contains("5, from 3 to 5"))
  }

  @Test func `a type in a signature is the head of nothing`() async throws {
    let text = """
      import SwiftGRPC
      func run(_ call: Call,
        _ codes: [StatusCode]) {
        print(call)
      }
      """
    #expect(try await lines(of: text) == ["1", "2", "3"])
  }
}
