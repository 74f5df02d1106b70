import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A unary call of grpc-swift 1's client of futures that is asked for its status and nothing else: in a closure, by who waits for it, or
/// by both.
///
/// `call.status.whenSuccess { status in … }`, `let status = try call.status.wait()`: as those of a stream.
struct CallForItsStatus {
  private let made: CallOfGRPC2

  /// The first of the statements that go, and the last.
  private let first: Node
  private let last: Node
  private let handled: HandledStatus?
  private let waited: StatusBehindStream?

  /// What follows who waits for the status, and throws that where the call failed; nothing else looks at it.
  private let check: Node?
  private let refusal: Refusal

  /// - Parameter kept: the constant that keeps the call.
  /// - Returns: nil where it is asked for something else.
  /// - Throws: a `Refusal` where more is done with its status than to look at it, or something stands in between.
  init?(
    _ call: CallExpr, _ kept: KeptCall?, _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) {
    let uses = kept?.chainedUses ?? [call.node]
    guard !uses.isEmpty, uses.allSatisfy({ MemberAccess(on: $0)?.name == "status" }) else {
      return nil
    }
    var handled: HandledStatus?
    var waited: StatusBehindStream?
    var statements = [kept?.declaration].compactMap(\.self)
    for use in uses {
      if handled == nil, let told = try HandledStatus(of: use, file),
        let statement = told.handler.statement
      {
        handled = told
        statements.append(statement)
        continue
      }
      guard waited == nil,
        let item = use.ancestors.first(where: { item in
          kept.map { $0.block == item.parent } ?? (item.parent?.isBlockOfStatements == true)
        }),
        let status = try StatusBehindStream(item, use, refusal, file)
      else { throw refusal }
      waited = status
      statements.append(item)
    }
    guard kept?.isTyped != true, let first = statements.first, let last = statements.last,
      handled == nil || waited?.name == nil, let block = first.parent,
      zip(statements, statements.dropFirst()).allSatisfy({ $0.standsRightBefore($1) }),
      waited == nil || handled?.canStandInFunction != false,
      waited == nil || handled?.stands(in: block, as: kept?.name ?? "") != false,
      waited == nil || !call.node.isOfOptional
    else { throw refusal }
    if waited != nil { try handled?.handler.checkDeferral(refusal) }
    check = handled == nil ? waited?.onlyThrown(behind: last, file) : nil
    (self.first, self.last) = (first, check ?? last)
    (self.handled, self.waited) = (handled, waited)
    (self.refusal, made) = (refusal, try CallOfGRPC2(call, sendsStream: false, file))
    if waited == nil, made.givesWhatMayThrow(file) { throw refusal }
    if handled?.isNamed(in: call.node) == true { throw refusal }
  }

  func consequence(in file: FileContext) throws(Refusal) -> Consequence {
    let whole = first.range.lowerBound..<last.range.upperBound
    let bodies = [handled?.handler.closure?.node.range].compactMap(\.self)
    guard !file.holdsStringOverLines(in: whole),
      file.tree.commentRanges(in: whole).allSatisfy({ comment in
        bodies.contains { $0.contains(comment.lowerBound) }
      })
    else { throw refusal }
    var editor = file.editor
    let isTold = check != nil || handled?.isTold ?? (waited?.name != nil)
    let weakNames = handled?.weakNames ?? []
    let client =
      waited == nil
      ? try made.clientOfTask(doing: handled?.items ?? [], weakly: weakNames, refusal, file) : nil
    let isMoved = waited?.isInline == true
    let bound =
      waited == nil
      ? try made.boundClient(capturedAs: client, besides: handled?.items ?? [], refusal, file) : nil
    let call = Code.marked(
      .await, made.code([], isMoved: isMoved, client: bound?.name ?? client?.name))
    let asked = Code.infix(.word("_"), "=", .marked(isTold ? .tryMark : .optionalTry, call))
    if check == nil { waited?.rewrite(&editor) }
    var items = check == nil ? waited?.told([asked]) ?? [asked] : [asked]
    if let handled { items = try handled.following(behind: [asked], &editor) }
    items = [bound?.check].compactMap(\.self) + items
    guard waited == nil else {
      editor.replace(from: first, to: last, with: items)
      let effects: Effects = check == nil ? .async : [.async, .throwing]
      guard let climb = additionOutside(of: first, effects, to: made.call.node, in: file) else {
        throw refusal
      }
      var consequence = Consequence(editor)
      consequence.merge(climb)
      made.lower(&consequence)
      consequence.lower(
        to: .review, because: "the call is made where its status was waited for")
      let isLast: (Node) -> Bool = { $0.isInside(last) }
      if check == nil, let reason = reasonOfUnreachedCatch(around: last, where: isLast) {
        consequence.lower(to: .review, because: reason)
      }
      return consequence
    }
    guard taskCanKeep([first, last], file) else { throw refusal }
    let state = try CarriedState([made.call.node], movedFrom: first, file)
    let told = handled?.items ?? []
    let captures =
      weakNames.map { "weak \($0)" } + [client?.capture, bound?.capture].compactMap(\.self)
      + state.namesRead(by: first, file).filter { name in !told.contains { $0.names(name) } }
    editor.replace(
      from: first, to: last, with: [.task(ClosureCode(captures: captures, items))])
    var consequence = Consequence(editor)
    made.lower(&consequence)
    consequence.lower(
      to: .review,
      because: "the call is made in a 'Task', which then does what was done with the status")
    return consequence
  }
}

extension CallOfGRPC2 {
  /// The client, where a task must not keep the object that has it: what it does captured that weakly, or does without it, and
  /// Swift 6 mode has it so.
  func clientOfTask(
    doing items: [Node], weakly weakNames: [String], _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) -> CapturedClient? {
    let isWeak = !weakNames.isEmpty
    guard !isWeak || weakNames == ["self"] && !CarriedState.usesSelf(given, file) else {
      throw refusal
    }
    guard let called = call.called?.node, CarriedState.usesSelf([called], file) else { return nil }
    let client = clientApart(file)
    if isWeak, client == nil { throw refusal }
    return isWeak || file.refusesRaces && !CarriedState.usesSelf(items, file) ? client : nil
  }
}
