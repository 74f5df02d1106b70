import Testing

/// Streams of requests of grpc-swift 1: what grpc-swift 2 has as well is nobody's finding.
@Suite struct RequestStreamTests {
  /// No page can show it: the type stays as long as what makes it is there, so its fix is taken back.
  @Test func `a stream for a test is found by its type and by what makes it`() async throws {
    let text = """
      import GRPC
      func fill() {
        let test = GRPCAsyncRequestStream<Int>.makeTestingRequestStream()
        test.source.yield(1)
      }
      """
    #expect(
      try await foundLeftBehind(in: text) == [
        "1 import-grpc", "3 async-stream-type", "3 stream-send",
      ])
  }

  @Test func `messages that are read one by one are not`() async throws {
    let text = """
      import GRPC
      final class Reader {
        let stream: GRPCAsyncRequestStream<Int>
        var iterator: any AsyncIteratorProtocol
        init(_ stream: GRPCAsyncRequestStream<Int>) {
          self.stream = stream
          iterator = stream.makeAsyncIterator()
        }
      }
      """
    #expect(
      try await foundLeftBehind(in: text) == [
        "1 import-grpc", "3 async-stream-type", "5 async-stream-type",
      ])
  }
}
