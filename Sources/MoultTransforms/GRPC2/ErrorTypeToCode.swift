import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns the question whether an error is a `GRPCError.RPCTimedOut` into one about the code of an `RPCError`.
///
/// - Parameter code: the code that errors of grpc-swift 2 have where those of grpc-swift 1 have the type.
package func errorTypeToCode(_ code: String) -> Transform {
  { match, file in
    var editor = file.editor
    guard let question = match.node.parent, ask(question, about: code, &editor, file) else {
      return .manual("check for an 'RPCError' with the code '.\(code)'")
    }
    var consequence = Consequence(editor)
    consequence.lower(
      to: .review, because: "an error with this code that the other side sent matches as well")
    return TransformOutcome(consequence)
  }
}

/// - Returns: whether the question can be asked of a code.
private func ask(
  _ question: Node, about code: String, _ editor: inout SyntaxEditor, _ file: FileContext
) -> Bool {
  let type = Code.word(nameOfRPCError(at: question, file))
  func isCode(_ error: Code) -> Code {
    .infix(error.member("code"), "==", .member(nil, code))
  }
  /// `(value as? RPCError)?.code == .unavailable`
  func compare(_ whole: Node, _ value: Expr?) -> Bool {
    guard let value, !file.tree.holdsComment(in: whole.range) else { return false }
    editor.replace(whole, with: isCode(.postfix(.infix(.kept(value), "as?", type), "?")))
    return true
  }
  if case .typeTest? = Expr(question) {
    return InfixExpr(of: question.parent) == nil && compare(question, Expr(of: question.operand))
  }
  guard case .typeTest? = PatternSyntax(question), let place = question.parent else { return false }
  if let match = PatternMatch(place) { return compare(place, match.value) }
  guard SwitchCaseItem(place) != nil || CatchItem(place) != nil, place.children.count == 1,
    place.parent?.children.filter({ $0.kind == place.kind }).count == 1,
    let name = file.freeName(["failure", "rpcError"], around: question)
  else { return false }
  let bound = Code.infix(.bound(.let, name), "as", type)
  editor.replace(question, with: .form(.filtered(bound, where: isCode(.word(name)))))
  return true
}
