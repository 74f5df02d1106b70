import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The completion of a streaming call of grpc-swift 0, which is told a `Status`: as a function, or as what follows the call.
struct CallCompletion {
  /// What it does.
  var items: [Node] { handler.closure.items }

  /// What the local is called that holds the function.
  private let name: String
  private let handler: CompletionClosure
  private var statuses: StatusesOfACall { StatusesOfACall(toldTo: items) }

  private static let step = Refusal(
    "move the completion's code after the call, and to where the call throws; a call of grpc-swift 2 returns, or throws an 'RPCError' with 'code' and 'message'"
  )

  /// - Returns: nil if there is none.
  init?(_ completion: CallHead.Completion, _ file: FileContext) throws(Refusal) {
    switch completion {
    case .none: return nil
    case .value: throw Self.step
    case .closure(let closure):
      handler = CompletionClosure(closure, file)
      guard handler.parameters.count <= 1, handler.parameters.allSatisfy(\.children.isEmpty),
        closure.captures.isEmpty, closure.signature?.returnType == nil,
        let name = file.freeName(["ended", "completion", "whenEnded"], around: closure)
      else { throw Self.step }
      self.name = name
    }
  }

  // MARK: A function

  /// The declaration of the function, whose closure is the completion with a `Status`.
  func declaration(_ editor: inout SyntaxEditor) throws(Refusal) -> Code {
    try handler.rewriteForStatus(ofParameter: 0, &editor)
    return .variable(
      .let, name, type: .functionType([statuses.type], .word("Void")),
      value: .kept(handler.closure))
  }

  /// A `do` with the call and what takes its value, which tells the function how the call ended.
  func told(_ item: Code, throwingAgain: Bool) -> Code {
    func tell(_ status: Code) -> Code { .call(name, [.plain(status)]) }
    let again = throwingAgain ? [Code.form(.thrown(.word("error")))] : []
    let failed = CatchCode(statuses.error, [tell(statuses.ofError)] + again)
    return .form(.caughtEach([item, tell(statuses.ok)], [failed]))
  }

  // MARK: What follows the call

  /// What awaits the call and then does what the completion did.
  func following(_ call: Code, _ editor: inout SyntaxEditor) throws(Refusal) -> [Code] {
    let items = Code.kept(items: items)
    guard handler.isUsed(parameter: 0) else {
      return [.marked(.optionalTry, .marked(.await, call))] + items
    }
    try handler.rewriteForStatus(ofParameter: 0, &editor)
    var given = handler.parameters.first?.name
    if given == nil {
      given = handler.file.freeName(["result", "outcome", "ending"], around: handler.closure)
      for use in handler.uses(ofParameter: 0) { given.map { editor.rename(use, to: $0) } }
    }
    guard let given else { throw Self.step }
    return statuses.filled(given, by: call) + items
  }
}

extension CompletionClosure {
  private var statuses: StatusesOfACall { StatusesOfACall() }

  /// Makes grpc-swift 2's `Status` of the `CallResult` at `position`.
  ///
  /// - Parameter assumed: parameters of functions that become a `Status` as well.
  /// - Throws: a `Refusal` where the closure asks for what a status does not hold, or hands the result on to another function.
  func rewriteForStatus(
    ofParameter position: Int, _ editor: inout SyntaxEditor, assuming assumed: Set<Node> = []
  ) throws(Refusal) {
    for use in uses(ofParameter: position) {
      if case .shown = UseOfStatus(use, file) { continue }
      if isHandedOnAsStatus(use, file, assuming: assumed) { continue }
      if let error = errorMade(of: use) {
        editor.replace(error, with: statuses.error(ofFailed: use))
        continue
      }
      guard let member = MemberAccess(on: use) else {
        throw Refusal("pass on a 'Status', which has 'code' and 'message'")
      }
      try rewrite(resultMember: member, &editor, file)
    }
  }

  /// `RPCError.callError(result)`, which hands a result on as an error.
  private func errorMade(of result: Node) -> Node? {
    guard let call = Argument(of: result.parent)?.call, call.arguments.count == 1,
      file.semantics.symbol(of: call.node)?.qualifiedName == "SwiftGRPC.RPCError.callError"
    else { return nil }
    return call.node
  }
}
