import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call that changes what a case holds: `path.modify(&value) { … }`, or `XCTModify(&value, case: path) { … }`.
struct ChangeOfCase {
  let call: CallExpr

  /// What is changed, behind its `&`.
  let target: Node

  private let targetArgument: Argument

  /// The path, where it is an argument.
  private let pathArgument: Argument?

  /// Why `modify` of today cannot do the same; nil if it can.
  let obstacle: String?

  /// - Returns: nil for any other call.
  init?(_ call: CallExpr?, path: Argument? = nil) {
    guard let call, let first = call.arguments.first, first.label == nil,
      let change = first.expression?.node, change.kind == .inOut, let target = change.operand
    else { return nil }
    (self.call, self.target, targetArgument, pathArgument) = (call, target, first, path)
    var whole = call.node
    while let around = whole.parent, around.kind == .tryExpr || around.kind == .awaitExpr {
      whole = around
    }
    let closure = call.trailingClosures.only?.closure
    obstacle =
      if closure == nil || call.arguments.count != (path == nil ? 1 : 2) {
        "a message, and a function that is made elsewhere, have no place there"
      } else if closure?.items.contains(where: { $0.node.letsErrorsOut { _ in false } }) == true {
        "what it is given cannot throw"
      } else if !placesOfStatements.contains(whole.parent?.kind ?? .missingExpr) {
        "it returns nothing"
      } else {
        nil
      }
  }

  /// Writes `value.modify(keyPath) { … }`.
  func rewrite(_ keyPath: Code, _ editor: inout SyntaxEditor) {
    guard let called = call.called else { return }
    editor.replace(called.node, with: Code.kept(target).member("modify"))
    if pathArgument != nil { editor.remove(element: targetArgument.node) }
    editor.replace(pathArgument ?? targetArgument, with: .plain(keyPath))
  }
}

/// Where an expression is a statement, or all that a closure returns.
private let placesOfStatements: Set<NodeKind> = [
  .codeBlock, .sourceFile, .switchCase, .ifConfigClause, .closure,
]
