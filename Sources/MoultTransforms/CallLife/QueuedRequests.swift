import MoultMatching
import MoultRewriting
import MoultSyntax

/// An `AsyncStream` that requests are put into, for the closure that sends them.
struct QueuedRequests {
  /// What they are put into.
  let outgoing: Code

  /// Declares both ends.
  let declaration: Code

  /// The closure that sends what comes out.
  let producer: ClosureCode

  /// - Parameter suffix: of the names of both ends.
  /// - Returns: nil if every name for them is taken.
  init?(of type: Code, around place: Node, suffix: String = "", _ file: FileContext) {
    func free(_ names: String...) -> String? {
      file.freeName(names.map { $0 + suffix }, around: place)
    }
    guard let requests = free("requests", "outgoingRequests"),
      let name = free("outgoing", "continuation"),
      let request = file.freeName(["request", "next"], around: place)
    else { return nil }
    outgoing = .word(name)
    declaration = .quoted(
      "let (\(requests), \(name)) = _Concurrency::AsyncStream.makeStream(of: \(type).self)")
    producer = CallOfGRPC2.producer(of: request, in: requests)
  }
}
