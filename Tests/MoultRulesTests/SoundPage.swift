import MoultSurfaces
import Testing

/// What both eras of the library declare.
let acmeInterfaces = [
  CatalogueText(
    path: "acme/2/AcmeNet.swiftinterface",
    text: """
      // swift-interface-format-version: 1.0
      import Swift
      public class PingClient {
        public var lastCode: Swift.Int? { get }
        public func ping(_ host: Swift.String, times: Swift.Int)
      }
      """),
  CatalogueText(
    path: "acme/3/AcmeNet.swiftinterface",
    text: """
      // swift-interface-format-version: 1.0
      import Swift
      public struct PingStatus { public var code: Swift.Int { get } }
      public class PingClient { public var status: AcmeNet.PingStatus { get } }
      """),
]

/// A page with nothing wrong.
let soundPage = """
  ---
  id: acme.ping-client
  severity: error
  find: { member: AcmeNet.PingClient.lastCode }
  put: { text: $base.status.code, optional: false }
  safety: review
  message: "'lastCode' was removed in AcmeNet 3.0"
  fix: Read the status
  next: read 'status'
  ---
  # `lastCode` became `status.code`

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

/// A way to break the page.
struct Breakage: Sendable, CustomTestStringConvertible {
  /// What is replaced, and by what; `‹` and `›` stand around what the error points at.
  let old: String
  let new: String
  let message: String
  var path = "acme/2-3/ping-client.md"

  /// Whether the error is about the page as a whole, so that no place in the new text is meant.
  var line: Int?

  var testDescription: String { message }
}

/// Parts of the sound page's front matter.
enum SoundRow {
  static let find = "find: { member: AcmeNet.PingClient.lastCode }"
  static let put = "put: { text: $base.status.code, optional: false }"
  static let action = "\(put)\nsafety: review"
  static let findAndPut = "\(find)\n\(put)"
  static let findAndAction = "\(find)\n\(action)"
}
