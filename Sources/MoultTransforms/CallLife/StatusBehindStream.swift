import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The status of a stream of futures that is waited for right behind the call, and looked at further on.
///
/// `let status = try call.status.wait()`, and `call.status.recover { _ in … }` in between: the future of a status never fails, as it
/// is the status also where the call failed. So the constant becomes a `Status` that says what the call returned or threw.
struct StatusBehindStream {
  /// The name of the constant; nil where nobody keeps the status.
  private(set) var name: String?
  private var changes: [ChangedStatus]

  /// Where it stands in a statement that does more with it, which comes to stand behind the call.
  private var inline: Inline?

  private struct Inline {
    let wait: Node
    let statement: Node

    /// The `try` that nothing needs any more.
    let mark: TryExpr?

    /// Whether the statement is the value of its block, without `return`.
    let isGiven: Bool
  }

  /// - Parameters:
  ///   - statement: waits for it.
  ///   - use: where the call is named in it.
  ///   - taken: names of other statuses in the block.
  /// - Returns: nil if the statement does anything else.
  /// - Throws: a `Refusal` where more is done with the status than to look at it.
  init?(
    _ statement: Node, _ use: Node, besides taken: [String] = [], _ refusal: Refusal,
    _ file: FileContext
  ) throws(Refusal) {
    guard let status = MemberAccess(on: use), status.name == "status",
      let wait = Self.recovered(status, file).waitedFor, wait.arguments.isEmpty
    else { return nil }
    guard let marked = TryExpr(of: coveringTry(of: wait.node)),
      !file.tree.holdsComment(in: statement.range)
    else { return nil }
    let awaited = AwaitExpr(of: wait.node.parent)?.node ?? wait.node
    guard marked.operand?.node == awaited else {
      (name, inline, changes) = (nil, nil, [])
      try takeInline(wait.node, of: wait.node, statement, marked, besides: taken, refusal, file)
      return
    }
    if marked.node == statement || discarding(marked.node) == statement {
      (name, changes) = (nil, [])
      return
    }
    guard marked.mark != .optional, let constant = LocalVariable(holding: marked.node, file),
      constant.isConstant, constant.declaration?.node == statement
    else {
      (name, inline, changes) = (nil, nil, [])
      try takeInline(
        marked.node, of: wait.node, statement, marked, besides: taken, refusal, file)
      return
    }
    name = constant.symbol.name
    changes = try ChangedStatus.all(of: constant.uses(file), refusal, file)
  }

  /// - Parameter value: the status where it stands, with its own marks.
  private mutating func takeInline(
    _ value: Node, of wait: Node, _ statement: Node, _ mark: TryExpr, besides taken: [String],
    _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) {
    let isGiven: Bool
    switch result(of: statement.parent ?? statement, file) {
    case .none: isGiven = false
    case .given: isGiven = statement.kind.isExpression
    case .unknown: throw refusal
    }
    // What is asked of a call is no name of the block.
    let named = Set(
      file.function(around: statement).descendants.lazy
        .filter { MemberAccess($0) == nil }.map(\.name))
    let free = ["status", "callStatus", "lastStatus", "endStatus"]
      .first { !named.contains($0) && !taken.contains($0) }
    guard mark.mark == .propagating,
      isEvaluatedOnce(wait, in: statement, file) || Self.isAsserted(wait, by: statement),
      let name = free
    else { throw refusal }
    let change = try ChangedStatus(value, refusal, file)
    (self.name, changes) = (name, [change].compactMap(\.self))
    let isSilent = !removalOfThrow(from: wait, keepingCatch: true, in: file).edits.isEmpty
    inline = Inline(
      wait: wait, statement: statement, mark: isSilent ? mark : nil, isGiven: isGiven)
  }

  /// Whether a statement is an assertion of XCTest about a value or its members, which evaluates it once.
  private static func isAsserted(_ value: Node, by statement: Node) -> Bool {
    let asserted = value.with(.awaitExpr, .memberAccess, .tryExpr)
    guard let call = Argument(of: asserted.parent)?.call, statement == call.node else {
      return false
    }
    return assertionsOfValues.contains(call.called?.node.name ?? "")
  }

  /// `call.status`, or what says which status it is where that failed, which it does not.
  private static func recovered(_ status: MemberAccess, _ file: FileContext) -> Node {
    guard let recover = MemberAccess(on: status.node), recover.name == "recover",
      let call = recover.call, let closure = FutureTail.onlyClosure(of: call),
      CompletionClosure(closure.node, file).uses(ofParameter: 0).isEmpty
    else { return status.node }
    return call.node
  }

  /// What throws the status where the call failed, right behind the statement that waits for it.
  ///
  /// - Returns: nil where anything else looks at it, or a comment stands there.
  func onlyThrown(behind statement: Node, _ file: FileContext) -> Node? {
    guard let next = statement.itemBehind, let check = CheckOfFailure(next), check.isThrown,
      let constant = LocalVariable(named: check.status, file),
      constant.declaration?.node == statement,
      constant.uses(file).allSatisfy({ $0.isInside(next) }),
      !file.tree.holdsComment(in: statement.range.lowerBound..<next.range.upperBound)
    else { return nil }
    return next
  }

  /// What makes the call, and what fills the constant with its status.
  func told(_ call: [Code]) -> [Code] {
    guard let name else { return call }
    return StatusesOfACall().filled(name, behind: call) + rest
  }

  /// Whether the statement that waits for it does more with it, and stays.
  var isInline: Bool { inline != nil }

  /// The statement that does more with it.
  private var rest: [Code] {
    guard let inline else { return [] }
    let kept = Code.kept(inline.statement)
    return [inline.isGiven ? .returned(kept) : kept]
  }

  /// What fills the constant with what became of the call, and what follows.
  ///
  /// - Parameter result: the reply, or an `RPCError`.
  func read(of result: Code) -> [Code] {
    guard let name else { return [] }
    let statuses = StatusesOfACall()
    func filled(_ status: Code) -> [Code] { [.infix(.word(name), "=", status)] }
    let failed = Code.call(.member(nil, "failure"), [.plain(.bound(.let, "error"))])
    let cases = [
      CaseCode(.member(nil, "success"), filled(statuses.ok)),
      CaseCode(failed, filled(statuses.ofError)),
    ]
    let read = [
      Code.variable(.let, name, type: statuses.type, value: nil), .form(.choice(result, cases)),
    ]
    return read + rest
  }

  /// Says of the status what a `Status` is asked.
  func rewrite(_ editor: inout SyntaxEditor) {
    ChangedStatus.rewrite(changes, &editor)
    guard let inline, let name else { return }
    let awaited = AwaitExpr(of: inline.wait.parent)?.node ?? inline.wait
    editor.replace(awaited, with: .word(name))
    guard let mark = inline.mark, let operand = mark.operand else { return }
    editor.replace(mark.node, with: operand.node == awaited ? .word(name) : .kept(operand))
  }
}

// MARK: - From the status

extension StatusBehindStream {
  /// Whether a status, or its code, is that of a stream whose fix makes it a `Status`: what is asked of it stays as it is.
  static func keeps(_ value: Node, _ file: FileContext) -> Bool {
    var status = value
    if let code = MemberAccess(value), code.name == "code", let base = code.base {
      status = base.node
    }
    guard let waited = LocalVariable(named: status, file)?.value,
      let stream = waited.descendants.lazy.compactMap({ MemberAccess($0) })
        .first(where: { $0.name == "status" })?.base?.node
    else { return false }
    guard let call = CallExpr(stream) else {
      return fixOfStream(named: stream, file) != nil || WholeResponse.takes(stream, file)
    }
    return ((try? streamOfFutures(call.node, "UnaryCall", "", file)) ?? nil) != nil
  }
}

private let assertionsOfValues: Set = [
  "XCTAssert", "XCTAssertTrue", "XCTAssertFalse", "XCTAssertEqual", "XCTAssertNotEqual",
]
