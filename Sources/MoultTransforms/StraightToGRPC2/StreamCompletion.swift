import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The completion of a call of grpc-swift 0 as a function that is told a `Status`, and how it is told.
struct StreamCompletion {
  /// The local that holds the function.
  let name: String

  /// The completion, a closure.
  let closure: Node

  /// The edits inside of the closure.
  let edits: [Edit]

  private static let step =
    "move the completion's code after the call, and to where the call throws; a call of grpc-swift 2 returns, or throws an 'RPCError' with 'code' and 'message'"

  /// - Returns: nil if there is none.
  init?(_ completion: CallHead.Completion, _ file: FileContext) throws(Refusal) {
    switch completion {
    case .none: return nil
    case .value: throw Refusal(Self.step)
    case .closure(let closure):
      let handler = CompletionClosure(closure, file)
      guard handler.parameters.allSatisfy(\.children.isEmpty), closure.captures.isEmpty,
        closure.signature?.returnType == nil,
        let name = file.freeName(["ended", "completion", "whenEnded"], around: closure)
      else { throw Refusal(Self.step) }
      (self.closure, self.name) = (closure, name)
      edits = try handler.editsForStatus(ofParameter: 0)
    }
  }

  var declaration: String { "let \(name): (Status) -> Void = " }

  /// What tells it that all went well.
  var success: String { "\(name)(Status(code: .ok, message: \"\"))" }

  /// What tells it that the call failed with `error`.
  var failure: String {
    "\(name)(Status(code: Status.Code(error.code), message: error.message))"
  }
}

extension CompletionClosure {
  /// Returns the edits that make grpc-swift 2's `Status` of the `CallResult` at `position`.
  ///
  /// - Throws: a `Refusal` where the closure asks for what a status does not hold, or hands the result on to a function.
  func editsForStatus(ofParameter position: Int) throws(Refusal) -> [Edit] {
    var editor = file.editor
    try rewriteForStatus(ofParameter: position, &editor)
    return editor.edits
  }

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
