import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A stream of grpc-swift 0 that a closure of a queue or a scheduler reads, while the function around it goes on.
///
/// It becomes a `Task` under the call's name, which reads the replies and then does what the completion did. What cancelled
/// the call cancels the task, also by way of a variable. The closure goes, and so does what disposed of it.
struct StreamReadElsewhere {
  /// What changes where the call is made and read.
  private(set) var consequence: Consequence

  /// The variables that keep the call, to cancel it.
  let variables: [Symbol]

  /// - Throws: a `Refusal` where the call does more than that.
  init(_ site: CallSite?, _ file: FileContext) throws(Refusal) {
    let refusal = Refusal(
      "read the replies in a 'Task' with 'for try await … in response.messages', and cancel the task where the call was cancelled"
    )
    guard let site, case .bound(let symbol, _) = site.use,
      let declaration = VariableDecl(site.statement), declaration.introducer == .let,
      let binding = declaration.bindings.only, binding.type == nil,
      binding.value?.node == site.mark, TryExpr(site.mark)?.mark == .propagating,
      let block = site.statement.parent,
      let variables = BlockingStream(of: symbol, file).keepers(file),
      let loop = try Self.loop(reading: symbol, file),
      let handing = Handing(of: loop, behind: site.statement, file)
    else { throw refusal }
    var life = CallLife(
      made: try CallOfGRPC2(blocking: site.call, file), statement: site.statement, block: block,
      refusal: refusal, isQuiet: true, isKept: !variables.isEmpty,
      leavesOwner: true, replies: .read(ReadReplies(loop)))
    life.completion = try CallCompletion(CallHead(site.call, file).completion, file)
    guard staysInside(loop, endsCall: life.completion != nil) else { throw refusal }
    var editor = file.editor
    let (declarations, task) = try life.task(&editor, file)
    editor.insert(declarations, before: site.statement)
    editor.replace(site.mark, with: task)
    handing.remove(&editor)
    self.variables = variables
    consequence = removalOfThrow(
      from: site.call, alsoSilenced: metadataMade(in: site.call, file), in: file)
    // The `try` goes with all that stood behind it.
    consequence.edits.removeAll { site.mark.range.holds($0.range) }
    consequence.edits += editor.edits
    consequence.lower(
      to: .review,
      because:
        "the replies are read in a 'Task', and no longer where '\(handing.name)' ran the closure")
  }

  /// The only loop that takes replies from a call, of which nothing else is asked but that it is cancelled.
  private static func loop(reading call: Symbol, _ file: FileContext) throws(Refusal)
    -> ReceiveLoop?
  {
    let stream = BlockingStream(of: call, file)
    guard stream.receives.count == 1, let receive = stream.receives.first,
      stream.asked.allSatisfy({ $0.isBare && ["receive", "cancel"].contains($0.name) })
    else { return nil }
    let loop = try ReceiveLoop(receive.call.node, file)
    return loop.isOptional && loop.label == nil ? loop : nil
  }
}

/// Whether a loop leaves nothing around it: a call whose loop is left is over in grpc-swift 2, and would tell its
/// completion so.
private func staysInside(_ loop: ReceiveLoop, endsCall: Bool) -> Bool {
  LoopExit.all(of: loop.items, in: loop.statement).allSatisfy { exit in
    switch exit.kind {
    case .next: true
    case .break: !endsCall
    case .return, .elsewhere: false
    }
  }
}

/// How a closure that reads a stream is handed on: `queue.async { … }`, or
/// `let disposable = scheduler.schedule(0, action: { … })`.
private struct Handing {
  /// The name of the function that takes the closure.
  let name: String
  let statement: Node

  /// The statements that dispose of what the function returned.
  private let disposals: [Node]

  /// - Returns: nil where the closure does more than read, or where something else may be done with it than to run it once
  ///   and at once.
  init?(of loop: ReceiveLoop, behind call: Node, _ file: FileContext) {
    guard let closure = ClosureExpr(of: loop.statement.parent),
      closure.captures.allSatisfy({ $0.node.text == "self" }),
      Self.onlyReads(closure, loop, file),
      let function = closure.node.ancestors.lazy.compactMap({ CallExpr($0) }).first,
      let name = Self.name(of: function, taking: closure),
      !Self.isOfProject(function, file)
    else { return nil }
    self.name = name
    var item = function.node
    if let assignment = AssignmentExpr(giving: item),
      assignment.target?.node.kind == .discardAssignment
    {
      item = assignment.node
    }
    if item.parent == call.parent {
      (statement, disposals) = (item, [])
    } else {
      guard let held = LocalVariable(holding: item, file), held.isConstant,
        let declaration = held.declaration, declaration.node.parent == call.parent
      else { return nil }
      let uses = held.uses(file)
      let disposals = uses.compactMap(Self.disposal)
      guard disposals.count == uses.count else { return nil }
      (statement, self.disposals) = (declaration.node, disposals)
    }
    guard statement.range.lowerBound >= call.range.upperBound else { return nil }
  }

  /// Whether nothing stands beside the loop but the end of the closure.
  private static func onlyReads(
    _ closure: ClosureExpr, _ loop: ReceiveLoop, _ file: FileContext
  ) -> Bool {
    let handler = CompletionClosure(closure.node, file)
    guard !handler.isUsed(parameter: 0) else { return false }
    let others = closure.items.map(\.node).filter { $0 != loop.statement }
    guard let end = others.first else { return true }
    guard others.count == 1, end == closure.node.items.last, let end = ReturnStmt(end) else {
      return false
    }
    guard let value = end.value?.node else { return true }
    return value.kind == .functionCall && value.text == "Disposables.create()"
  }

  /// The name of what runs a closure once and at once, if it is told nothing else that matters.
  private static func name(of call: CallExpr, taking closure: ClosureExpr) -> String? {
    guard case .member(let member)? = call.called else { return nil }
    let isTrailing = call.trailingClosures.only?.closure?.node == closure.node
    let argument = call.arguments.first { $0.expression?.node == closure.node }
    guard isTrailing ? argument == nil : argument != nil && call.trailingClosures.isEmpty else {
      return nil
    }
    let others = call.arguments.filter { $0.expression?.node != closure.node }
    let isPlain = others.allSatisfy { argument in
      argument.label == nil && argument.expression.map { Self.says($0.node) } == false
    }
    switch member.name {
    case "async", "addOperation": return others.isEmpty ? member.name : nil
    case "schedule": return others.count <= 1 && isPlain ? member.name : nil
    default: return nil
    }
  }

  /// What a function of the project does with a closure is its own.
  private static func isOfProject(_ call: CallExpr, _ file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: call.node), case .project = symbol.origin else {
      return false
    }
    return symbol.kind == .function
  }

  /// Whether a value is more than a word that a scheduler wants for its state.
  private static func says(_ value: Node) -> Bool {
    value.kind != .integerLiteral && value.text != "()" && value.kind != .nilLiteral
  }

  /// `disposable.dispose()`, as a statement.
  private static func disposal(_ use: Node) -> Node? {
    guard let member = MemberAccess(of: use.parent), member.name == "dispose",
      let call = member.call, call.arguments.isEmpty, call.trailingClosures.isEmpty,
      call.node.parent?.isBlockOfStatements == true
    else { return nil }
    return call.node
  }

  func remove(_ editor: inout SyntaxEditor) {
    editor.remove(item: statement)
    for disposal in disposals { editor.remove(item: disposal) }
  }
}
