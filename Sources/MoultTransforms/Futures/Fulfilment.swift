import MoultSyntax

/// `promise.succeed(value)`, `promise.fail(error)` or `promise.completeWith(.success(value))` and its like, as a statement.
struct Fulfilment {
  let statement: Node

  /// What it succeeds or fails with; nil for a promise of nothing.
  let value: Node?
  let fails: Bool

  /// The promise, as it is named there.
  let promise: String

  /// - Parameter promise: where it is named.
  init?(of promise: Node) {
    guard let member = MemberAccess(on: promise),
      ["succeed", "fail", "completeWith"].contains(member.name),
      let call = member.call, call.trailingClosures.isEmpty, call.arguments.count < 2,
      call.arguments.allSatisfy({ $0.label == nil }), call.node.parent?.isBlockOfStatements == true
    else { return nil }
    statement = call.node
    self.promise = promise.text
    let given = call.arguments.first?.expression?.node
    if member.name == "completeWith" {
      guard let outcome = given.flatMap({ WrittenResult($0) }) else { return nil }
      (value, fails) = (outcome.value.node, outcome.fails)
    } else {
      (value, fails) = (given, member.name == "fail")
    }
  }

  /// A statement that makes a promise succeed otherwise, as at the end of a chain.
  init(succeeding promise: Node, with value: Node, in statement: Node) {
    (self.statement, self.value, fails, self.promise) = (statement, value, false, promise.text)
  }

  /// The `return` right behind it, which leaves a closure.
  var leaving: Node? {
    statement.itemBehind.flatMap { ReturnStmt($0)?.isBare == true ? $0 : nil }
  }
}

/// Where paths through the statements of a closure fulfil a promise.
struct FulfilledPaths {
  let fulfilments: [Fulfilment]

  /// The closure, or the case of a `switch` that is all that a closure does.
  let block: Node

  /// Whether each fulfilment stands in the statements themselves, and is the last thing that its path does.
  var endWhereFulfilled: Bool {
    fulfilments.allSatisfy { one in
      isOwn(one) && isLast(one.statement) && !(one.fails && isCaught(one.statement))
    }
  }

  /// Whether no path fulfils the promise twice, and nothing repeats the statements.
  var fulfilOnce: Bool {
    fulfilments.allSatisfy { isOwn($0) && isOnlyOne(from: $0.statement, $0) }
  }

  /// The `return`s of the closure that no fulfilment stands before.
  var otherReturns: [Node] {
    let known = fulfilments.compactMap(\.leaving)
    return block.ownDescendants.filter { $0.kind == .returnStmt && !known.contains($0) }
  }

  /// Whether each path through statements that are the last of the closure ends by fulfilling the promise, or by an error.
  func end(_ items: [Node]) -> Bool {
    guard let last = items.last else { return false }
    if isFulfilment(last) || ThrowStmt(last) != nil || last.isCallOfNever { return true }
    if last.kind == .returnStmt { return items.dropLast().last.map(isFulfilment) == true }
    if let choice = IfExpr(last) {
      guard let body = choice.body, let other = choice.elseBranch, end(body.node.items) else {
        return false
      }
      return switch other {
      case .block(let block): end(block.node.items)
      case .ifExpr(let next): end([next.node])
      }
    }
    if let choice = SwitchExpr(last) {
      return !choice.hasConditionalCases && choice.cases.allSatisfy { end($0.node.items) }
    }
    if let attempt = DoStmt(last) {
      return end(attempt.body?.node.items ?? [])
        && attempt.catchClauses.allSatisfy { end($0.body?.node.items ?? []) }
    }
    return false
  }

  private func isFulfilment(_ node: Node) -> Bool {
    fulfilments.contains { $0.statement == node }
  }

  private func isOwn(_ one: Fulfilment) -> Bool {
    one.statement.isInside(block)
      && !one.statement.ancestors.prefix { $0 != block }.contains { node in
        node.kind.isLoop || [.closure, .functionDecl, .deferStmt].contains(node.kind)
      }
  }

  /// Whether nothing but a `return` stands behind a statement on the way out of the closure.
  private func isLast(_ statement: Node) -> Bool {
    guard let around = statement.parent, let index = around.items.firstIndex(of: statement) else {
      return false
    }
    let rest = around.items[(index + 1)...]
    if let next = rest.first { return rest.count == 1 && ReturnStmt(next)?.isBare == true }
    if around == block { return true }
    guard let item = BlockItem(around: around)?.node else { return false }
    return [.ifExpr, .switchExpr, .doStmt].contains(item.kind) && isLast(item)
  }

  /// Whether an error that is thrown in a statement's place is caught in the closure.
  private func isCaught(_ statement: Node) -> Bool {
    statement.ancestors.prefix { $0 != block }.contains { node in
      guard let attempt = DoStmt(node), !attempt.catchClauses.isEmpty, let body = attempt.body
      else {
        return false
      }
      return statement.isInside(body.node)
    }
  }

  /// Whether nothing that runs behind a statement fulfils the promise again.
  private func isOnlyOne(from statement: Node, _ one: Fulfilment) -> Bool {
    guard let around = statement.parent, let index = around.items.firstIndex(of: statement) else {
      return false
    }
    if statement == one.statement, one.leaving != nil { return true }
    let rest = around.items[(index + 1)...]
    guard rest.allSatisfy({ item in !fulfilments.contains { $0.statement.isInside(item) } }) else {
      return false
    }
    if around == block { return true }
    guard let item = BlockItem(around: around)?.node else { return false }
    // What fails behind it would be told in a 'catch'.
    if let attempt = DoStmt(item), let body = attempt.body, around == body.node,
      attempt.catchClauses.contains(where: { clause in
        fulfilments.contains { $0.statement.isInside(clause.node) }
      })
    {
      let fails = rest.contains { rest in
        rest.descendants().contains { $0.kind == .tryExpr || $0.kind == .throwStmt }
      }
      guard !fails else { return false }
    }
    return isOnlyOne(from: item, one)
  }
}

extension ReturnStmt {
  /// Whether it gives nothing.
  var isBare: Bool { value == nil }
}

extension Node {
  /// Whether it calls what does not return.
  var isCallOfNever: Bool {
    ["fatalError", "preconditionFailure"].contains(CallExpr(self)?.called?.node.name)
  }
}
