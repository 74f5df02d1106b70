import MoultMatching
import MoultRewriting
import MoultSemantics
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

  /// The client as a closure captures it where it is made; nil for one that cannot change.
  func optionalClientNow(_ file: FileContext) -> CapturedClient? {
    guard let client = optionalClient else { return nil }
    guard NameExpr(client) == nil else {
      let isMember = file.semantics.symbol(of: client)?.isInstanceMember == true
      return isMember ? CapturedClient(capture: client.name, name: nil) : nil
    }
    return file.freeName(["client", "service", "caller"], around: call.node).map { name in
      CapturedClient(capture: "\(name) = \(client.text)", name: name)
    }
  }

  /// The call, without closures, of a client that a closure captures, where it may be nil as well; nil for its name here.
  func code(asking captured: CapturedClient?) -> Code {
    let mark = optionalClient == nil ? "" : "?"
    return code([], client: captured?.name.map { $0 + mark })
  }

  /// A client as a task names it, behind the statement that leaves the task where there is none.
  struct BoundClient {
    let name: String

    /// In the list of captures; nil where it is there for something else already.
    let capture: String?

    /// `guard let client else { return }`.
    let check: Code
  }

  /// Binds a client that may be nil in a task of its own: where it was nil nothing is called and nothing told, as before.
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
    let now = captured == nil ? optionalClientNow(file) : nil
    guard let own = captured?.name ?? now?.name ?? NameExpr(client)?.name else { throw refusal }
    if !(items + given).contains(where: { $0.names(own) }) {
      return BoundClient(
        name: own, capture: now?.capture, check: .quoted("guard let \(own) else { return }"))
    }
    let name = file.freeName(
      ["client", "service", "caller"].filter { $0 != own }, around: call.node)
    guard let name else { throw refusal }
    return BoundClient(
      name: name, capture: now?.capture,
      check: .quoted("guard let \(name) = \(own) else { return }"))
  }
}

extension Node {
  /// A name with the mark behind it that asks for what may be nil: `call?`.
  var chained: Node {
    parent.flatMap { $0.kind == .optionalChaining ? $0 : nil } ?? self
  }
}

extension SyntaxEditor {
  /// Cancels the task that a call has become; it is always there, where the call may not have been made.
  mutating func cancelTask(of cancel: CallExpr) {
    guard let call = cancel.called.flatMap({ MemberAccess($0.node) })?.base?.node,
      call.kind == .optionalChaining,
      let name = call.children.first
    else { return saysNothing(cancel) }
    replace(cancel.node, with: .call(.member(.kept(name), "cancel"), []))
  }
}
