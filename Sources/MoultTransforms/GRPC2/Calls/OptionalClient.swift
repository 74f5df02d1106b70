import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call that is made of a client which may be nil: `client?.watch(request) { … }`.
extension CallOfGRPC2 {
  /// What is asked for the call where it may be nil, without the mark that says so: `client`, `self.client`, `services?.greeter`.
  var optionalClient: Node? {
    guard let client = call.called.flatMap({ MemberAccess($0.node) })?.base?.node,
      client.isOfOptional
    else {
      return nil
    }
    return client.kind == .optionalChaining ? client.children.first : client
  }

  /// A client as a task names it, behind the statement that leaves the task where there is none.
  struct BoundClient {
    let name: String

    /// `guard let client else { return }`.
    let check: Code
  }

  /// Binds a client that may be nil in a task of its own: where it is nil nothing is called and nothing told, as before.
  ///
  /// - Parameters:
  ///   - captured: the client as the task captures it; nil where it does not.
  ///   - items: what else stands in the task.
  /// - Returns: nil for a client that is always there.
  func boundClient(
    capturedAs captured: CapturedClient?, besides items: [Node], _ refusal: Refusal,
    _ file: FileContext
  ) throws(Refusal) -> BoundClient? {
    guard let client = optionalClient else { return nil }
    if let name = captured?.name ?? NameExpr(client)?.name,
      !(items + given).contains(where: { $0.names(name) })
    {
      return BoundClient(name: name, check: .quoted("guard let \(name) else { return }"))
    }
    guard let name = file.freeName(["client", "service", "caller"], around: call.node) else {
      throw refusal
    }
    let asked = captured.map { Code.word($0.name ?? client.name) } ?? .kept(client)
    return BoundClient(name: name, check: .quoted("guard let \(name) = \(asked) else { return }"))
  }
}
