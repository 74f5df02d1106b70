import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a stream of grpc-swift 1's client of futures into one call with closures, where all of it stands together, or into
/// a task.
///
/// - Returns: nil if the call is none of a stream that is understood.
func streamOfFutures(
  _ call: Node, _ kind: String, _ step: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let call = CallExpr(call), call.called != nil else { return nil }
  let refusal = Refusal(step)
  if kind == "UnaryCall" {
    if let unanswered = try UnansweredCall(call, refusal, file) {
      return TransformOutcome(try unanswered.consequence(in: file))
    }
    let kept = KeptCall(call, file)
    do throws(Refusal) {
      if let asked = try CallForItsStatus(call, kept, refusal, file) {
        return TransformOutcome(try asked.consequence(in: file))
      }
    } catch {
      guard let kept, let whole = try WholeResponse(kept, error, file) else { throw error }
      return TransformOutcome(try whole.consequence(in: file))
    }
    // What is told of its reply alone is understood with other futures.
    guard let kept,
      let life = try? CallLife(futures: kept, sends: false, hasOneReply: true, refusal, file),
      case .told = life.replies, life.handledStatus != nil
    else { return nil }
    return TransformOutcome(try CallInClosures.consequence(of: life, file))
  }
  if let variable = try CallInVariable.assigned(call, file) {
    return placeOfMany(variable.consequence(seenFrom: file))
  }
  if let function = try ReturnedStream.returning(call, file) {
    return placeOfMany(function.consequence(seenFrom: file))
  }
  let kept = KeptCall(call, file)
  switch kind {
  case "ServerStreamingCall":
    var handlers = try kept?.handledStatuses(file) ?? []
    if kept == nil, let own = try HandledStatus(of: call.node, file) { handlers = [own] }
    let told = (kept?.cancels.count ?? 0) + handlers.count
    guard let kept, told < kept.uses.count || kept.uses.isEmpty else {
      return TransformOutcome(try consequence(ofReading: call, kept, handlers, refusal, file))
    }
  case "ClientStreamingCall": guard kept != nil else { throw refusal }
  case "BidirectionalStreamingCall": guard kept != nil else { return nil }
  default: return nil
  }
  guard let kept else { throw refusal }
  let life = try CallLife(
    futures: kept, sends: kind != "ServerStreamingCall",
    hasOneReply: kind == "ClientStreamingCall", refusal, file)
  return TransformOutcome(try CallInClosures.consequence(of: life, file))
}

/// The fix of the stream that a local holds; nil if there is none.
func fixOfStream(named name: Node, _ file: FileContext) -> TransformOutcome? {
  guard let call = LocalVariable(named: name, file).flatMap({ CallExpr(of: $0.value) }),
    let kind = file.semantics.type(of: call.node).nominalSymbol?.name
  else { return nil }
  return (try? streamOfFutures(call.node, kind, "", file)) ?? nil
}

/// A `Task` for a call that nobody keeps, or that is kept to be cancelled.
private func consequence(
  ofReading call: CallExpr, _ kept: KeptCall?, _ handlers: [HandledStatus], _ refusal: Refusal,
  _ file: FileContext
) throws(Refusal) -> Consequence {
  let asked = kept == nil ? handlers.first?.handler.statement : nil
  let statement = kept?.declaration ?? asked ?? discarding(call.node) ?? call.node
  guard VariableDecl(statement)?.bindings.only?.type == nil, handlers.count <= 1 else {
    throw refusal
  }
  var editor = file.editor
  let life = try CallLife(
    reading: call, at: statement, sends: false, told: handlers.first, refusal, &editor, file)
  let (declarations, task) = try life.task(&editor, file)
  if let kept, !kept.cancels.isEmpty || handlers.isEmpty {
    editor.insert(declarations, before: statement)
    editor.replace(call.node, with: task)
    for cancel in kept.cancels { editor.cancelTask(of: cancel) }
  } else {
    editor.replace(item: statement, with: declarations + [task])
  }
  var consequence = Consequence(editor)
  life.made.lower(&consequence)
  consequence.lower(
    to: .review,
    because: handlers.isEmpty
      ? "the stream is read in a 'Task' that nothing waits for; an error ends it silently"
      : "the stream is read in a 'Task', which then does what was done with the status")
  return consequence
}

/// `let call = client.upload()`, and where the call is named again.
struct KeptCall {
  let call: CallExpr

  /// What the constant is called.
  let name: String
  let declaration: Node
  let block: Node
  let uses: [Node]

  /// Whether the declaration says the call's type.
  let isTyped: Bool

  /// The same with the mark behind those of a call that may not have been made: `call?`.
  var chainedUses: [Node] { uses.map(\.chained) }

  /// The calls `call.cancel(promise: nil)`.
  var cancels: [CallExpr] {
    chainedUses.compactMap { use in
      guard let member = MemberAccess(on: use), member.name == "cancel" else { return nil }
      return member.call.flatMap { $0.promisesNothing() ? $0 : nil }
    }
  }

  /// The body of a `do` right behind it, where it is named nowhere else.
  fileprivate var bodyBehind: Node? {
    guard let body = DoStmt(of: declaration.itemBehind)?.body?.node, !uses.isEmpty,
      uses.allSatisfy({ $0.isInside(body) })
    else { return nil }
    return body
  }

  /// What is done with its status, in source order.
  func handledStatuses(_ file: FileContext) throws(Refusal) -> [HandledStatus] {
    var handled: [HandledStatus] = []
    for use in chainedUses {
      if let status = try HandledStatus(of: use, file) { handled.append(status) }
    }
    return handled
  }

  /// - Returns: nil for anything else, and where a closure captures the constant by a list, under which it has other uses.
  init?(_ call: CallExpr, _ file: FileContext) {
    guard let constant = LocalVariable(holding: call.node, file), constant.isConstant,
      let declaration = constant.declaration?.node, let block = declaration.parent,
      !constant.isCaptured(file)
    else { return nil }
    (self.call, self.declaration, self.block) = (call, declaration, block)
    name = constant.symbol.name
    uses = constant.uses(file)
    isTyped = constant.binding.annotatedType != nil
  }
}

/// Reads streams of grpc-swift 1's client of futures.
extension CallLife {
  /// A call whose replies a handler takes while the code around it goes on.
  ///
  /// - Parameter handled: what is done with its status, in a statement behind it that goes.
  init(
    reading call: CallExpr, at statement: Node, sends: Bool, told handled: HandledStatus?,
    _ refusal: Refusal, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) {
    guard let block = statement.parent, block.isBlockOfStatements || block.kind == .switchCase,
      let read = ReadReplies(handlerOf: call, at: statement, file)
    else { throw refusal }
    self.init(
      made: try CallOfGRPC2(call, sendsStream: sends, file), statement: statement, block: block,
      refusal: refusal)
    replies = .read(read)
    guard var handled, let told = handled.handler.statement else { return }
    guard !told.holdsStringOverLines else { throw refusal }
    if told != statement {
      guard told.parent == block, told.range.lowerBound > statement.range.upperBound else {
        throw refusal
      }
      // The task is made ahead of them, and tells the status also where they leave.
      let between = block.items.filter {
        $0.range.lowerBound >= statement.range.upperBound
          && $0.range.upperBound <= told.range.lowerBound
      }
      let declared = declaredNames(between)
      guard !between.contains(where: \.mayEndItsBlock),
        !declared.contains(where: { told.names($0) })
      else { throw refusal }
      handled.lead = editor.removeWithComments(told)
    }
    handledStatus = handled
  }

  /// - Throws: a `Refusal` unless all is sent, ended and waited for in one block.
  init(
    futures kept: KeptCall, sends: Bool, hasOneReply: Bool, _ refusal: Refusal,
    _ file: FileContext
  ) throws(Refusal) {
    self.init(
      made: try CallOfGRPC2(kept.call, sendsStream: sends, file), statement: kept.declaration,
      block: kept.bodyBehind ?? kept.block, refusal: refusal)
    var sent: [SentRequest] = []
    var told = ToldReply(place: kept.declaration)
    for use in kept.uses {
      guard let member = MemberAccess(on: use) else { throw refusal }
      switch member.name {
      case "sendMessage", "sendMessages":
        sent.append(try SentRequest(futures: member, declaredBy: statement, refusal))
      case "sendEnd":
        guard let call = member.call, call.promisesNothing(),
          let ending = block.items.first(where: { $0 == wholeStatement(call.node) })
        else { throw refusal }
        endings.append(ending)
      case "response" where hasOneReply && told.takes(member.node, file):
        guard let statement = told.last?.statement else { throw refusal }
        try add(handler: statement)
      case "response":
        guard case .ignored = replies, let wait = member.node.waitedFor?.node else {
          throw refusal
        }
        replies = .awaited(AwaitedReply(call: wait, item: item(around: wait)))
      case "status":
        if case .awaited(let reply) = replies {
          guard let status = StatusBehindReply(use, behind: [reply.call], file) else {
            throw refusal
          }
          statusBehindReply = status
        } else if var handled = try HandledStatus(of: use, file) {
          guard handledStatus == nil, handled.stands(in: block, as: kept.name),
            let statement = handled.handler.statement
          else { throw refusal }
          try add(handler: statement)
          handledStatus = handled
        } else {
          try waitForStatus(use, telling: hasOneReply ? told : nil, file)
        }
      default: throw refusal
      }
    }
    if case .ignored = replies {
      guard hasOneReply, !sends, let handled = handledStatus,
        handled.canStandInFunction || !handled.handler.isIdle(file)
      else { throw refusal }
      (told.isInTask, isAwaited) = (true, true)
      replies = .told(told)
    } else {
      guard handledStatus?.canStandInFunction != false,
        told.closures.allSatisfy({ $0.weakNames.isEmpty })
      else { throw refusal }
      try handledStatus?.handler.checkDeferral(refusal)
    }
    if case .awaited = replies, !handlers.isEmpty { throw refusal }
    // What is awaited in a `do` must not fail there otherwise than before.
    if block != kept.block, statusBehind == nil { throw refusal }
    guard sends else { return }
    guard endings.count == 1 else { throw refusal }
    requests = .sent(sent)
    if case .read(let read) = replies { try checkApart(read, file) }
  }

  /// `call.status.whenSuccess { status in … }`, right behind the call or what ends the sending: it is done where the status is waited
  /// for, behind that.
  private mutating func add(handler told: Node) throws(Refusal) {
    guard latest.standsRightBefore(told) else { throw refusal }
    handlers.append(told)
  }

  /// What was read last of the call, of its end and of what is told of it.
  private var latest: Node {
    let read = endings + handlers
    return read.max { $0.range.lowerBound < $1.range.lowerBound } ?? statement
  }

  /// `let status = try call.status.wait()`, right behind the call or what ends the sending: with
  /// `guard status.isOk else { throw status }`, or looked at.
  private mutating func waitForStatus(
    _ use: Node, telling told: ToldReply?, _ file: FileContext
  ) throws(Refusal) {
    let items = block.items
    let wait = item(around: use)
    let last = latest
    let isFirst = last == statement && start == 0 && block.items.first == wait
    guard case .ignored = replies, isFirst || last.standsRightBefore(wait) else { throw refusal }
    guard handlers.isEmpty, told == nil, !isFirst, isStatusWait(wait, use),
      let check = items.first(where: wait.standsRightBefore),
      CheckOfFailure(check)?.isThrown == true,
      let value = VariableDecl(wait)?.bindings.only?.value,
      LocalVariable(holding: value.node, file)?.uses(file).allSatisfy({ $0.isInside(check) })
        == true
    else { return try lookAtStatus(wait, use, telling: told, file) }
    guard let read = ReadReplies(handlerOf: made.call, at: check, file), read.weakNames.isEmpty
    else { throw refusal }
    waits.append(wait)
    replies = .read(read)
  }

  /// The status is looked at behind the statement that waits for it, or by nobody.
  private mutating func lookAtStatus(
    _ wait: Node, _ use: Node, telling told: ToldReply?, _ file: FileContext
  ) throws(Refusal) {
    guard let status = try StatusBehindStream(wait, use, refusal, file),
      handledStatus == nil || status.name == nil
    else { throw refusal }
    if var told {
      told.place = wait
      statusBehind = status
      replies = .told(told)
      return
    }
    guard let read = ReadReplies(handlerOf: made.call, at: wait, file), read.weakNames.isEmpty
    else { throw refusal }
    isQuiet = status.name == nil && handledStatus?.isTold != true
    statusBehind = status
    replies = .read(read)
  }

  /// Refuses a variable that what reads changes and what sends looks at: both happen at the same time.
  private func checkApart(_ read: ReadReplies, _ file: FileContext) throws(Refusal) {
    let changed = try CarriedState(read.items, movedFrom: statement, file).changed
    let isShared = changed.contains { symbol in
      file.semantics.references(to: symbol).contains { use in
        use.range.lowerBound > statement.range.upperBound
          && use.range.upperBound < read.place.range.lowerBound
      }
    }
    if isShared { throw refusal }
  }
}

extension ReadReplies {
  /// The closure that is given each reply, or the function.
  ///
  /// - Returns: nil where it is left from inside a loop of its own, and for anything that a loop has no place for.
  init?(handlerOf call: CallExpr, at place: Node, _ file: FileContext) {
    let handed = call.trailingClosures.isEmpty ? call.argument(labeled: "handler") : nil
    if let function = handed?.expression?.node, Self.isNamed(function, file) {
      guard let name = Self.nameOfReply(at: place, file) else { return nil }
      self.init(place: place, items: [function], form: .each(name), isHanded: true)
      return
    }
    guard
      let closure = call.trailingClosures.only?.closure
        ?? ClosureExpr(of: handed?.expression?.node),
      let weakNames = closure.weakCaptures, closure.parameters.count <= 1,
      !closure.node.holdsStringOverLines
    else { return nil }
    let items = closure.items.map(\.node)
    let returns = closure.node.ownDescendants.compactMap { ReturnStmt($0) }
    let isInLoop = returns.contains { leaving in
      leaving.node.ancestors.prefix { $0 != closure.node }.contains { $0.kind.isLoop }
    }
    guard !isInLoop, returns.allSatisfy({ $0.value == nil }) else { return nil }
    if let parameter = closure.parameters.first {
      self.init(place: place, items: items, form: .each(parameter.name))
      (skips, self.weakNames) = (returns.map(\.node), weakNames)
      return
    }
    let uses = CompletionClosure(closure.node, file).uses(ofParameter: 0)
    guard let name = Self.nameOfReply(at: place, file) else { return nil }
    self.init(place: place, items: items, form: .each(uses.isEmpty ? "_" : name))
    (unnamed, skips, self.weakNames) = (uses, returns.map(\.node), weakNames)
  }

  private static func nameOfReply(at place: Node, _ file: FileContext) -> String? {
    file.freeName(["reply", "message", "received"], around: place)
  }

  /// Whether a function is `onReply`, `self.take` or `screen.take`, and the same however often its name is read.
  private static func isNamed(_ function: Node, _ file: FileContext) -> Bool {
    func isConstant(_ name: Node) -> Bool {
      guard NameExpr(name) != nil, let symbol = file.semantics.symbol(of: name) else {
        return false
      }
      if symbol.kind == .local { return symbol.declaration?.isDeclaredAsVariable == false }
      return symbol.kind == .function || symbol.kind == .property && !symbol.isMutable
    }
    guard let member = MemberAccess(function) else { return isConstant(function) }
    return file.semantics.symbol(of: function)?.kind == .function
      && member.base.map { $0.node.name == "self" || isConstant($0.node) } == true
  }
}

extension SentRequest {
  /// Reads `call.sendMessage(m, promise: nil)`.
  fileprivate init(
    futures member: MemberAccess, declaredBy declaration: Node, _ refusal: Refusal
  ) throws(Refusal) {
    guard let call = member.call, call.promisesNothing(apartFrom: 1),
      let message = call.arguments.first?.expression
    else { throw refusal }
    self.init(
      call: call.node, whole: wholeStatement(call.node), message: message,
      isSeveral: member.name == "sendMessages")
    // A closure around it alone, as of 'forEach', cannot suspend.
    let isInClosure = call.node.ancestors.contains {
      ClosureExpr($0) != nil && !declaration.isInside($0)
    }
    guard isStatement, !isInClosure else { throw refusal }
  }
}

extension CallExpr {
  /// Whether the call is told nothing, behind some arguments, but that there is no promise.
  func promisesNothing(apartFrom count: Int = 0) -> Bool {
    trailingClosures.isEmpty
      && arguments.dropFirst(count).allSatisfy {
        $0.label == "promise" && $0.expression?.node.kind == .nilLiteral
      }
  }
}

extension SyntaxEditor {
  /// Leaves only the name of what is called, and `()`.
  mutating func saysNothing(_ call: CallExpr) {
    guard let called = call.called else { return }
    replace(call.node, with: .call(.kept(called), []))
  }
}

/// The call with `_ =` before it, or with `try` before and `.wait()` behind it.
func wholeStatement(_ call: Node) -> Node {
  var whole = call
  if let member = MemberAccess(of: call.parent), member.name == "wait", let wait = member.call {
    whole = TryExpr(of: wait.node.parent)?.node ?? wait.node
  }
  return discarding(whole) ?? whole
}

/// `let status = try call.status.wait()`.
private func isStatusWait(_ statement: Node, _ use: Node) -> Bool {
  guard case .tryMarked(let mark)? = VariableDecl(statement)?.bindings.only?.value,
    mark.mark == .propagating, case .call(let wait)? = mark.operand,
    case .member(let member)? = wait.called, member.name == "wait",
    case .member(let status)? = member.base, status.name == "status"
  else { return false }
  return status.base?.node == use
}
