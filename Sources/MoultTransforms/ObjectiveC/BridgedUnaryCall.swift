import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `service.say(with: r) { … }`, bridged from Objective-C, into a started call with a response handler.
package func bridgedUnaryCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let call = try BridgedCall(match, file)
    var editor = file.editor
    call.rewrite(options: .word("nil"), isStarted: true, &editor)
    return TransformOutcome(Consequence(editor), imports: neededModules(["ProtoRPC"], file))
  } catch {
    return .manual(error.nextStep)
  }
}

/// A call of a unary method of a bridged service, and what its successor is called.
struct BridgedCall {
  private let call: CallExpr
  private let successor: Symbol
  private let response: String
  private let request: Expr
  private let handler: Expr

  init(_ match: Match, _ file: FileContext) throws(Refusal) {
    let method = match.texts["method"] ?? ""
    guard let call = CallExpr(match.node), let old = match.symbol, let owner = old.parent,
      let response = responseClass(of: old),
      let successor = file.model.declaredMembers(of: owner).first(where: {
        $0.objectiveCSelector == "\(method)WithMessage:responseHandler:callOptions:"
      })
    else {
      throw Refusal("regenerate the service with a plugin of 1.18 or later")
    }
    guard response != unseenResponseClass else {
      throw Refusal(
        "call '\(successor.name)' with a message, a 'GRPCUnaryResponseHandler' of the response's class, which nothing here declares, and call options"
      )
    }
    self.call = call
    self.response = response
    self.successor = successor
    let values = call.arguments.compactMap(\.expression)
    let closures = call.trailingClosures.compactMap(\.closure).map { Expr.closure($0) }
    guard let request = values.first, let handler = (values.dropFirst() + closures).first,
      values.count + closures.count == 2
    else {
      throw Refusal("write the call with one request and one handler, then run the fix again")
    }
    self.request = request
    self.handler = handler
  }

  /// Says what makes the new call.
  func rewrite(options: Code, isStarted: Bool, _ editor: inout SyntaxEditor) {
    guard let called = call.called else { return }
    if called.node.name != successor.name { editor.rename(called.node, to: successor.name) }
    let made = Code.call(
      "GRPCUnaryResponseHandler<\(response)>",
      [
        CodeArgument("responseHandler", .kept(handler)),
        CodeArgument("responseDispatchQueue", .word("nil")),
      ])
    let code = Code.call(
      .kept(called),
      [
        CodeArgument(successor.parameterLabels.first.flatMap { $0 }, .kept(request)),
        CodeArgument("responseHandler", .postfix(made, "!")), CodeArgument("callOptions", options),
      ])
    editor.replace(call.node, with: isStarted ? code.calling("start") : code)
  }
}

/// The class of the response that the handler of an old method gets.
private func responseClass(of method: Symbol) -> String? {
  guard let type = method.parameters.last?.declaration?.parameterType?.text,
    let open = type.firstIndex(of: "("), let end = type[open...].firstIndex(of: "?")
  else { return nil }
  return String(type[type.index(after: open)..<end])
}

/// The modules that new text needs, where the file sees the library by imports and not through a bridging header.
func neededModules(_ modules: Set<String>, _ file: FileContext) -> Set<String> {
  let imported = Set(file.tree.importedModules)
  return imported.isDisjoint(with: ["GRPCClient", "ProtoRPC", "RxLibrary"]) ? [] : modules
}
