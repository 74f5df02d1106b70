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
  /// - Throws: a `Refusal` where the closure asks for what a status does not hold, or hands the result on.
  func editsForStatus(ofParameter position: Int) throws(Refusal) -> [Edit] {
    var editor = file.editor
    for use in uses(ofParameter: position) {
      guard let member = MemberAccess(of: use.parent), member.base?.node == use,
        let parent = member.node.parent
      else { throw Refusal("pass on a 'Status', which has 'code' and 'message'") }
      switch member.name {
      case "statusCode", "code":
        guard staysInside(member.node, parent) else {
          throw Refusal("pass on a 'Status.Code', or an 'RPCError.Code' where the call failed")
        }
        if member.name != "code" { editor.rename(member.node, to: "code") }
      case "success", "isOk": QuestionOfSuccess(member: member, status: use).rewrite(&editor)
      case "statusMessage", "message": try rewrite(message: member, of: use, &editor)
      case "description": continue
      default:
        throw Refusal(
          "read '\(member.node.text)' in 'onResponse': a 'Status' does not have it")
      }
    }
    return editor.edits
  }

  /// Whether a code is compared, asked or printed here: what it is handed on to expects one of two types.
  private func staysInside(_ code: Node, _ parent: Node) -> Bool {
    switch parent.kind {
    case .binaryOperator: return parent.name == "==" || parent.name == "!="
    case .memberAccess, .switchExpr, .interpolation: return true
    case .argument:
      let holder = parent.parent
      guard let call = holder?.kind == .argumentList ? holder?.parent : holder else { return false }
      return call.kind == .interpolation || ["print", "debugPrint"].contains(call.callee?.name)
    default: return false
    }
  }

  /// The message of a `Status` is empty where that of a `CallResult` was nil.
  private func rewrite(
    message: MemberAccess, of use: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    if let choice = InfixExpr(of: message.node.parent), choice.name == "??",
      choice.left?.node == message.node, let other = choice.right
    {
      let text = Code.kept(use).member("message")
      return editor.replace(
        choice.node, with: .choice(text.member("isEmpty"), .kept(other), text))
    }
    switch message.node.parent?.kind {
    case .argument, .argumentList, .interpolation, .tuple, .returnStmt:
      if message.name != "message" { editor.rename(message.node, to: "message") }
    default:
      throw Refusal("'message' of a 'Status' can be empty but is never nil: check 'isEmpty'")
    }
  }
}
