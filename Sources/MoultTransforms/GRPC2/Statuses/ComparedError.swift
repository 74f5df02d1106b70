import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What is compared with a status that is created for it: `status == GRPCStatus(code: .notFound, message: "gone")`.
///
/// A `GRPCStatus` equals another by its code and its message. An `RPCError` equals another of the same metadata only, and what a server
/// fails with has some, so the two are compared by their parts.
struct ComparedError {
  private let form: Form
  private let other: Node
  private let isOptional: Bool

  private enum Form {
    case comparison(InfixExpr, isEqual: Bool)
    case assertion(CallExpr)
  }

  private static let step =
    "compare the code and the message: an 'RPCError' equals another of the same metadata only, and what a server fails with has some"

  /// What becomes of the comparison of an error with a constant.
  ///
  /// - Parameters:
  ///   - constant: a status of grpc-swift 1 that is created, or a constant of its type.
  ///   - parts: the members that it was compared by, with what they are.
  /// - Returns: nil where nothing is compared with it.
  static func outcome(
    comparedWith constant: Node, by parts: @autoclosure () -> [(member: String, value: Code)],
    _ file: FileContext
  ) -> TransformOutcome? {
    guard let other = comparedValue(of: constant) else { return nil }
    // A value that is there if the other one is not, `error as? GRPCStatus ?? .processingError`, is none to compare.
    if let infix = InfixExpr(of: constant.parent), !["==", "!="].contains(infix.name) {
      return nil
    }
    guard let compared = ComparedError(constant, with: other, file) else { return .manual(step) }
    var editor = file.editor
    compared.rewrite(parts(), &editor)
    return TransformOutcome(Consequence(editor))
  }

  /// - Returns: nil where the other value cannot be written twice, or the constant is a pattern.
  private init?(_ constant: Node, with other: Node, _ file: FileContext) {
    guard Self.canBeWrittenTwice(other) else { return nil }
    if let comparison = InfixExpr(of: constant.parent) {
      form = .comparison(comparison, isEqual: comparison.name == "==")
    } else if let call = Argument(of: constant.parent)?.call,
      call.called?.node.name == "XCTAssertEqual", call.node.parent?.isBlockOfStatements == true
    {
      form = .assertion(call)
    } else {
      return nil
    }
    self.other = other
    isOptional = file.semantics.type(of: other).isOptional
  }

  private static func canBeWrittenTwice(_ value: Node) -> Bool {
    if let cast = CastExpr(value.withoutParentheses) {
      return cast.operand?.node.canBeWrittenTwice == true
    }
    return value.canBeWrittenTwice
  }

  private func rewrite(_ parts: [(member: String, value: Code)], _ editor: inout SyntaxEditor) {
    let value = isOptional ? Code.postfix(.kept(other), "?") : .kept(other)
    switch form {
    case .comparison(let comparison, let isEqual):
      let compared = parts.map { part in
        Code.infix(value.member(part.member), comparison.name, part.value)
      }
      let joined = compared.dropFirst().reduce(compared[0]) { whole, part in
        .infix(whole, isEqual ? "&&" : "||", part)
      }
      editor.replace(comparison.node, with: joined)
    case .assertion(let call):
      let further = call.arguments.dropFirst(2).compactMap { argument in
        argument.expression.map { CodeArgument(argument.label, .kept($0)) }
      }
      editor.replace(
        item: call.node,
        with: parts.map { part in
          .call(
            "XCTAssertEqual", [.plain(value.member(part.member)), .plain(part.value)] + further)
        })
    }
  }
}
