import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A call of an old method of a service, bridged from Objective-C, and what its successor is called.
struct BridgedCall {
  let call: CallExpr

  /// Whether the old method returns a call object, and does not start the call.
  let hasObject: Bool

  /// Whether a stream of responses comes, and the handler gets `done` before each.
  let hasEvents: Bool

  /// What the requests are written to, where they are a stream.
  let writer: Expr?
  private let request: Expr
  private let handler: Expr
  private let successor: Symbol
  private let response: String

  init(_ node: Node, _ file: FileContext) throws(Refusal) {
    guard let call = CallExpr(node), let old = file.semantics.symbol(of: node),
      let selector = old.objectiveCSelector, let form = OldMethodForm(selector),
      let owner = old.parent,
      let declared = responseClass(of: old),
      let successor = file.model.declaredMembers(of: owner).first(where: {
        $0.objectiveCSelector == form.successor
      })
    else {
      throw Refusal("regenerate the service with a plugin of 1.18 or later")
    }
    let values = call.arguments.compactMap(\.expression)
    let closures = call.trailingClosures.compactMap(\.closure).map { Expr.closure($0) }
    guard let request = values.first, let handler = (values.dropFirst() + closures).first,
      values.count + closures.count == 2
    else {
      throw Refusal("write the call with one request and one handler, then run the fix again")
    }
    let response =
      declared == unseenResponseClass
      ? responseClass(usedBy: handler, parameter: form.hasEvents ? 1 : 0, file) : declared
    guard let response else {
      throw Refusal(
        "call '\(successor.name)' with \(form.streamsRequests ? "" : "a message, ")a '\(form.hasEvents ? "GRPCProtoResponseHandler" : "GRPCUnaryResponseHandler")' of the response's class, which nothing here declares, and call options"
      )
    }
    self.call = call
    self.response = response
    self.successor = successor
    self.request = request
    self.handler = handler
    hasEvents = form.hasEvents
    hasObject = form.hasObject
    writer = form.streamsRequests ? request : nil
  }

  /// The class of the call object that the successor returns.
  var callClass: String { writer == nil ? "GRPCUnaryProtoCall" : "GRPCStreamingProtoCall" }

  /// Says what makes the new call.
  ///
  /// - Parameter events: what the class is called that hands events to a closure.
  func code(options: Code, events: String, _ editor: inout SyntaxEditor) -> Code {
    guard let called = call.called else { return .kept(call) }
    if called.node.name != successor.name { editor.rename(called.node, to: successor.name) }
    let made: Code =
      hasEvents
      ? .call("\(events)<\(response)>", [.plain(.kept(handler))])
      : .quoted(
        "GRPCUnaryResponseHandler<\(response)>(responseHandler: \(handler), "
          + "responseDispatchQueue: nil)!"
      )
    let label = successor.parameterLabels.first.flatMap { $0 }
    let given =
      writer == nil
      ? [CodeArgument(label, .kept(request)), CodeArgument("responseHandler", made)]
      : [CodeArgument(label, made)]
    return .call(.kept(called), given + [CodeArgument("callOptions", options)])
  }
}

/// Which sides of an RPC are streams, as the selector of its old method says it.
struct OldMethodForm {
  let successor: String
  let streamsRequests: Bool
  let hasEvents: Bool

  /// Whether it returns a call object.
  let hasObject: Bool

  init?(_ selector: String) {
    for (streamsRequests, hasEvents) in [
      (false, false), (false, true), (true, false), (true, true),
    ] {
      let tail =
        "*With\(streamsRequests ? "RequestsWriter" : "Request"):\(hasEvents ? "eventHandler" : "handler"):"
      let object = SelectorPattern("RPCTo" + tail).match(selector)
      guard let stem = object ?? SelectorPattern(tail).match(selector) else { continue }
      hasObject = object != nil
      let arguments =
        streamsRequests ? "WithResponseHandler:" : "WithMessage:responseHandler:"
      successor = lowercasingFirst(stem) + arguments + "callOptions:"
      self.streamsRequests = streamsRequests
      self.hasEvents = hasEvents
      return
    }
    return nil
  }
}

/// The class of the response that the handler of an old method gets.
private func responseClass(of method: Symbol) -> String? {
  guard let type = method.parameters.last?.declaration?.parameterType?.text,
    let open = type.firstIndex(of: "("), let end = type[open...].firstIndex(of: "?")
  else { return nil }
  // Before it stands whether the stream is done.
  let name = type[type.index(after: open)..<end].split(separator: " ").last
  return name.map(String.init)
}

/// The modules that new text needs, where the file sees the library by imports and not through a bridging header.
func neededModules(_ modules: Set<String>, _ file: FileContext) -> Set<String> {
  let imported = Set(file.tree.importedModules)
  return imported.isDisjoint(with: ["GRPCClient", "ProtoRPC", "RxLibrary"]) ? [] : modules
}
