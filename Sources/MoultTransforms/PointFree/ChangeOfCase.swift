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
      } else if !placesOfStatements.contains(whole.parent?.kind ?? .missingExpr)
        || closure?.node.descendants.contains(where: { ReturnStmt($0)?.value != nil }) == true
        || whole.givesResultOfItsBody
      {
        "it returns nothing"
      } else if path == nil, whole.isMarkedOrHandled {
        "it throws nothing where the case is another one"
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

extension Node {
  /// Whether it is all of a body that returns something.
  fileprivate var givesResultOfItsBody: Bool {
    guard let block = parent, block.items.count == 1, let function = FunctionDecl(of: block.parent)
    else { return false }
    return function.returnType.map { !["Void", "()"].contains($0.text) } ?? false
  }

  /// Whether an error is made nothing of right there, or handled by a `do`.
  fileprivate var isMarkedOrHandled: Bool {
    if let mark = TryExpr(self)?.mark, mark != .propagating { return true }
    return ancestors.prefix { $0.kind != .functionDecl && $0.kind != .closure }.contains { node in
      DoStmt(node).map { !$0.node.catchClauses.isEmpty && isInside($0.body?.node ?? $0.node) }
        ?? false
    }
  }
}
