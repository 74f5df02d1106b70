import MoultMatching
import MoultSemantics
import MoultSyntax

/// The ways by which the code of a method that sends elsewhere gets past the stream which its replies would be put into.
struct WaysPastAStream {
  private let method: Node
  private let body: StatementBlock
  private let ending: Node
  private let told: [SessionUse]
  private let carriers: CarriersOfReplies
  private let file: FileContext

  /// - Parameters:
  ///   - ending: the `return` in the place of which the replies are sent.
  ///   - told: what the session is told, wherever.
  init(
    _ method: Node, _ body: StatementBlock, _ ending: Node, _ told: [SessionUse],
    _ carriers: CarriersOfReplies, _ file: FileContext
  ) {
    (self.method, self.body, self.ending) = (method, body, ending)
    (self.told, self.carriers, self.file) = (told, carriers, file)
  }

  /// Whether the method may be left before its end when something may have been put into the stream, or puts it there
  /// when it is left: nobody would send it.
  var leaveRepliesUnread: Bool {
    let sending = told.filter { $0.name == "send" }.map(\.call) + carriers.handedOn.map(\.call)
    let starts = sending.filter { $0.isInside(body.node) }.map { sent in
      let around = sent.ancestors.prefix { $0 != body.node }
      return (around.last { $0.kind.isLoop } ?? sent).range.lowerBound
    }
    guard let start = starts.min() else { return false }
    return body.node.ownDescendants.contains { node in
      if node.kind == .deferStmt { return sending.contains { $0.isInside(node) } }
      guard node != ending, node.range.upperBound > start else { return false }
      return node.kind == .returnStmt || mayThrow(node) && !isCaught(node)
    }
  }

  private func mayThrow(_ node: Node) -> Bool {
    guard let operand = node.propagated else { return node.kind == .throwStmt }
    return expressionsThatMayThrow(in: operand, file).contains { thrower in
      !told.contains { $0.call == thrower }
    }
  }

  private func isCaught(_ node: Node) -> Bool {
    node.ancestors.prefix { $0 != body.node }.contains { around in
      guard let block = DoStmt(around)?.body?.node, node.isInside(block) else { return false }
      return around.catchClauses.contains { $0.catchItems.isEmpty }
    }
  }

  /// Whether something else than a line for a log depends on whether sending fails, as it does when the client has gone: a
  /// stream takes everything, and what waited for the failure would not end.
  var waitForFailures: Bool {
    var open = told.map(\.call)
    var known = Set(open)
    while let call = open.popLast() {
      guard let mark = coveringTry(of: call), mark.propagated != nil else { continue }
      var child = mark
      search: for node in mark.ancestors {
        switch node.kind {
        case .whileStmt, .repeatStmt, .closure: return true
        case .doStmt where child.kind == .codeBlock:
          guard node.catchClauses.allSatisfy({ onlyLogs(CatchClause($0)?.body?.node.items ?? []) }),
            !decides(child, behind: call)
          else { return true }
          if node.catchClauses.contains(where: { $0.catchItems.isEmpty }) { break search }
        case .functionDecl:
          guard node != method else { break search }
          for (_, handing, parameter) in carriers.handedOn
          where parameter.node.owningFunction == node && known.insert(handing).inserted {
            open.append(handing)
          }
          break search
        default: break
        }
        child = node
      }
    }
    return false
  }

  /// Whether a block that a failure leaves says behind a call that there was none.
  private func decides(_ block: Node, behind call: Node) -> Bool {
    block.parent?.catchClauses.isEmpty == false
      && block.ownDescendants.contains { node in
        node.range.lowerBound > call.range.upperBound
          && ([.returnStmt, .breakStmt, .continueStmt, .throwStmt, .assignment].contains(node.kind)
            || node.kind == .binaryOperator && node.changesItsLeft)
      }
  }
}

extension Node {
  /// What a `try` marks from which an error goes on.
  fileprivate var propagated: Node? {
    guard kind == .tryExpr, !flags.contains(.question), !flags.contains(.exclamation) else {
      return nil
    }
    return operand
  }
}
