import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// `values.forEach { value in … }`, a statement whose closure cannot suspend, as a loop, which can.
struct LoopOfEach {
  let closure: ClosureExpr
  private let call: Node
  private let sequence: Node

  /// What takes the elements, unless `unnamed` uses do.
  private let pattern: String?

  /// The uses of `$0`.
  private let unnamed: [Node]

  /// Where the closure is left for the next element.
  private let returns: [Node]

  /// - Returns: nil where a loop would not do the same, or is not known to.
  init?(_ node: Node, _ file: FileContext) {
    guard let closure = ClosureExpr(node), let call = CallExpr(of: node.callGiven),
      let member = MemberAccess(of: call.called?.node), member.name == "forEach",
      let sequence = member.base?.node, FutureTail.onlyClosure(of: call)?.node == node,
      call.node.parent?.isBlockOfStatements == true,
      file.semantics.symbol(of: call.node)?.isOfProject != true,
      !sequence.descendants().contains(where: { $0.kind == .optionalChaining }),
      closure.captures.allSatisfy({ $0.node.text == "self" }),
      let body = file.statements(of: node), !node.holdsStringOverLines,
      !file.tree.holdsComment(in: sequence.range.upperBound..<body.lowerBound),
      !file.tree.holdsComment(in: body.upperBound..<call.node.range.upperBound)
    else { return nil }
    let taken = CompletionClosure(node, file)
    let parameters = closure.parameters
    switch parameters.count {
    case 0:
      guard taken.uses(ofParameter: 1).isEmpty else { return nil }
      unnamed = taken.uses(ofParameter: 0)
      pattern = unnamed.isEmpty ? "_" : nil
    case 1:
      guard let only = parameters.only else { return nil }
      unnamed = []
      pattern = only.name + (only.type.map { ": \($0.text)" } ?? "")
    default:
      guard parameters.allSatisfy({ $0.type == nil }) else { return nil }
      unnamed = []
      pattern = "(\(parameters.map(\.name).joined(separator: ", ")))"
    }
    returns = node.ownDescendants.filter { $0.kind == .returnStmt }
    guard
      returns.allSatisfy({ leaving in
        ReturnStmt(leaving)?.value == nil
          && !leaving.ancestors.prefix { $0 != node }.contains {
            $0.kind.isLoop
          }
      })
    else { return nil }
    (self.closure, self.call, self.sequence) = (closure, call.node, sequence)
  }

  /// - Parameter names: for an element that the closure calls `$0`.
  func rewrite(
    naming names: [String], _ file: FileContext, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard let pattern = pattern ?? file.freeName(names, around: call) else {
      throw Refusal("give what 'forEach' passes to its closure a name")
    }
    for use in unnamed { editor.rename(use, to: pattern) }
    for leaving in returns { editor.replace(item: leaving, with: [.word("continue")]) }
    let items = Code.kept(items: closure.items.map(\.node))
    let elements = Code.kept(sequence)
    editor.replace(
      item: call, with: [.form(.loop(pattern, in: isClosed ? elements : .tuple([elements]), items))]
    )
  }

  /// Whether no brace of the sequence would be taken for that of the loop.
  private var isClosed: Bool {
    sequence.descendants { $0.kind == .argument || $0.kind == .closure }
      .allSatisfy { CallExpr($0)?.trailingClosures.isEmpty != false }
  }
}
