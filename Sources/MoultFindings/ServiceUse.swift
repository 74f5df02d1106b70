/// Who uses a service in handwritten code, and which of its methods nobody calls.
package struct ServiceUse: Hashable, Sendable {
  /// As it is called on the wire: `hello.v1.Greeter`.
  package let service: String

  /// Calls of its methods; sorted.
  package let calls: [EraPlace]

  /// Types that implement it for a server; sorted.
  package let servers: [EraPlace]

  /// Types that stand for its client, and uses of generated test doubles; sorted.
  package let fakes: [EraPlace]

  /// The methods, as `.proto` declares them, whose names no handwritten code calls on anything; sorted.
  ///
  /// A call on a value of an unknown type may be one of the service's, so it keeps its method from this list.
  package let uncalled: [String]

  package init(
    service: String, calls: [EraPlace], servers: [EraPlace], fakes: [EraPlace], uncalled: [String]
  ) {
    self.service = service
    self.calls = calls.sorted()
    self.servers = servers.sorted()
    self.fakes = fakes.sorted()
    self.uncalled = uncalled.sorted()
  }
}
