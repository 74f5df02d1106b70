import MoultMatching
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
    var edits: [Edit] = []
    for use in uses(ofParameter: position) {
      guard let member = use.parent, member.kind == .memberAccess, member.base == use,
        let parent = member.parent
      else { throw Refusal("pass on a 'Status', which has 'code' and 'message'") }
      switch member.name {
      case "statusCode", "code":
        guard staysInside(member, parent) else {
          throw Refusal("pass on a 'Status.Code', or an 'RPCError.Code' where the call failed")
        }
        if member.name != "code" { edits.append(Edit(member.mainToken.range, "code")) }
      case "success", "isOk":
        if let edit = editForSuccess(member, of: use) { edits.append(edit) }
      case "statusMessage", "message":
        edits += try messageEdits(member, of: use, in: parent)
      case "description": continue
      default:
        throw Refusal(
          "read '\(member.text)' in 'onResponse': a 'Status' does not have it")
      }
    }
    return edits
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
  private func messageEdits(
    _ member: Node, of use: Node, in parent: Node
  ) throws(Refusal) -> [Edit] {
    switch parent.kind {
    case .binaryOperator where parent.name == "??" && parent.leftOperand == member:
      guard let other = parent.rightOperand else { return [] }
      let isWhole = [.argument, .interpolation, .returnStmt, .initializerClause, .assignment]
        .contains(parent.parent?.kind)
      let (open, close) = isWhole ? ("", "") : ("(", ")")
      return [
        Edit(
          parent.range.lowerBound..<other.range.lowerBound,
          "\(open)\(use.text).message.isEmpty ? "),
        Edit(other.range.upperBound..<other.range.upperBound, " : \(use.text).message\(close)"),
      ]
    case .argument, .argumentList, .interpolation, .tuple, .returnStmt:
      return member.name == "message" ? [] : [Edit(member.mainToken.range, "message")]
    default:
      throw Refusal("'message' of a 'Status' can be empty but is never nil: check 'isEmpty'")
    }
  }
}
