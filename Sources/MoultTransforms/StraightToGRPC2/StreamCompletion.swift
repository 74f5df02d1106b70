import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The completion of a call of grpc-swift 0 as a function that is told a `Status`, and how it is told.
struct StreamCompletion {
  /// The local that holds the function.
  private let name: String
  private let handler: CompletionClosure
  private let statuses: StatusesOfACall

  private static let step =
    "move the completion's code after the call, and to where the call throws; a call of grpc-swift 2 returns, or throws an 'RPCError' with 'code' and 'message'"

  /// - Returns: nil if there is none.
  init?(_ completion: CallHead.Completion, _ file: FileContext) throws(Refusal) {
    switch completion {
    case .none: return nil
    case .value: throw Refusal(Self.step)
    case .closure(let closure):
      handler = CompletionClosure(closure, file)
      statuses = StatusesOfACall()
      guard handler.parameters.allSatisfy(\.children.isEmpty), closure.captures.isEmpty,
        closure.signature?.returnType == nil,
        let name = file.freeName(["ended", "completion", "whenEnded"], around: closure)
      else { throw Refusal(Self.step) }
      self.name = name
    }
  }

  /// The bytes of the completion, which stay.
  var range: ByteRange { handler.closure.range }

  /// The declaration of the function, whose closure is the completion with a `Status`.
  func declaration(_ editor: inout SyntaxEditor) throws(Refusal) -> Code {
    try handler.rewriteForStatus(ofParameter: 0, &editor)
    return .variable(
      .let, name, type: .functionType([statuses.type], .word("Void")),
      value: .kept(handler.closure))
  }

  /// A `do` with the call and what takes its value, which tells the function how the call ended.
  func told(_ items: [Code], throwingAgain: Bool) -> Code {
    func tell(_ status: Code) -> Code { .call(name, [.plain(status)]) }
    let again = throwingAgain ? [Code.form(.thrown(.word("error")))] : []
    let failed = CatchCode(statuses.error, [tell(statuses.ofError)] + again)
    return .form(.caughtEach(items + [tell(statuses.ok)], [failed]))
  }
}

extension CompletionClosure {
  /// Makes grpc-swift 2's `Status` of the `CallResult` at `position`.
  ///
  /// - Throws: a `Refusal` where the closure asks for what a status does not hold, or hands the result on to a function.
  func rewriteForStatus(
    ofParameter position: Int, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    for use in uses(ofParameter: position) {
      if isHandedOnAsStatus(use, file) { continue }
      guard let member = MemberAccess(of: use.parent), member.base?.node == use else {
        throw Refusal("pass on a 'Status', which has 'code' and 'message'")
      }
      try rewrite(resultMember: member, &editor)
    }
  }
}
