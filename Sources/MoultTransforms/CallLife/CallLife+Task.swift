import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// How a call is written whose replies are read while the code around it goes on.
extension CallLife {
  /// `Task { try await client.watch(request) { response in … } }`, in which the completion follows the call.
  ///
  /// - Parameter producer: the closure that sends, if requests are not one.
  /// - Returns: the task, and what is declared before it.
  /// - Throws: a `Refusal` where a task cannot do what the code did.
  func task(
    sending producer: ClosureCode? = nil, _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> (declarations: [Code], task: Code) {
    guard case .read(let replies) = replies,
      let response = file.freeName(["response", "replies", "stream"], around: statement)
    else { throw refusal }
    let asked = made.given + [made.call.called?.node].compactMap(\.self)
    guard !made.givesWhatThrows,
      !asked.contains(where: { handledStatus?.isNamed(in: $0) == true })
    else { throw refusal }
    let weakNames = try weakNames(file)
    let told = completion?.items ?? handledStatus?.items ?? []
    let queue = try queueApart(weakNames, file)
    let elsewhere = [queue == nil ? handledStatus?.handler.queue : nil].compactMap(\.self)
    let client = try clientApart(weakNames, replies.items + told + elsewhere, file)
    let items = replies.items + told + (client == nil ? [made.call.node] : made.given)
    let state = try CarriedState(items, movedFrom: statement, file)
    let (moved, shared) = try declarations(of: state.changed, movingTo: replies, told, file)
    if let lent = state.lent.first { throw EscapingParameter.refusal(lent) }
    let reading = try CarriedState(
      moved + replies.items, movedFrom: statement, leavesActor: true, file)
    let wasLoop: Bool
    let unchecked = try unchecked(state, replies.items + told, &editor, file)
    let name: String
    switch replies.form {
    case .each(let each): (name, wasLoop) = (each, false)
    case .received(let each): (name, wasLoop) = (each, true)
    case .loop, .statement: throw refusal
    }
    let reader = CallOfGRPC2.reader(
      response, saying: reading.attributes,
      capturing: replies.weakNames.isEmpty
        ? reading.captures.filter { $0 == "self" } : replies.weakNames.map { "weak \($0)" },
      moved.compactMap { ItemRun([$0]).map { .form(.items($0)) } }
        + [CallOfGRPC2.loop(name, over: response, replies.code, wasLoop: wasLoop)])
    for run in (moved + shared).compactMap({ ItemRun([$0]) }) { editor.remove(run) }
    replies.rewrite(&editor)
    for declaration in shared where isUsedBesideTask(declaration, by: replies, file) {
      editor.replace(keyword: "var", of: declaration, with: ["nonisolated(unsafe)", "var"])
    }
    let bound = try made.boundClient(
      capturedAs: client, besides: replies.items + told, refusal, file)
    let call = made.code(
      (producer.map { [$0] } ?? []) + [reader], client: bound?.name ?? client?.name)
    var done: [Code]
    if let completion {
      done = try completion.following(call, &editor)
    } else if let handledStatus {
      done = try handledStatus.following(call, &editor)
    } else {
      done = [.marked(isQuiet ? .optionalTry : .tryMark, .marked(.await, call))]
    }
    if isKept, done.count == 1 { done = done.map { .quoted("_ = \($0)") } }
    done = [bound?.check].compactMap(\.self) + done
    let captures =
      weakNames.map { "weak \($0)" } + [client?.capture, bound?.capture, queue].compactMap(\.self)
      + state.captures.filter { $0 != "self" && !weakNames.contains($0) }
    let task = Code.task(
      ClosureCode(
        captures: captures, shared.compactMap { ItemRun([$0]).map { .form(.items($0)) } } + done))
    return (unchecked, task)
  }

  /// Gives other names to what Swift 6 mode does not let into a task, as nothing says that it is `Sendable`.
  ///
  /// The callbacks of grpc-swift 1 took it along unchecked, and so does the task.
  private func unchecked(
    _ state: CarriedState, _ items: [Node], _ editor: inout SyntaxEditor, _ file: FileContext
  ) throws(Refusal) -> [Code] {
    guard file.refusesRaces else { return [] }
    guard !items.contains(where: { bindsFunctionAgain($0) }) else { throw refusal }
    var declarations: [Code] = []
    for local in state.locals where local.declaration?.isDeclaredAsVariable == false {
      let uses = file.semantics.references(to: local).filter { use in
        items.contains { use.isInside($0) }
      }
      guard let use = uses.first(where: { $0.kind == .declReference }), file.isNeverSendable(use)
      else { continue }
      let name = "unchecked\(local.name.prefix(1).uppercased())\(local.name.dropFirst())"
      guard file.freeName([name], around: statement) != nil,
        uses.allSatisfy({ $0.kind == .declReference })
      else { throw refusal }
      for use in uses { editor.rename(use, to: name) }
      declarations.append(
        .variable(.let, name, value: .word(local.name), modifiers: ["nonisolated(unsafe)"]))
    }
    return declarations
  }

  /// Whether `if let done` stands in a node, which has no place for another name, and `done` is a function that the code is given
  /// and nothing says to be `Sendable`.
  private func bindsFunctionAgain(_ node: Node) -> Bool {
    let given = statement.ancestors.flatMap { around in
      [.functionDecl, .initializerDecl].contains(around.kind) ? around.parameters : []
    }.compactMap { Parameter($0) }
    return node.descendants.contains { binding in
      guard binding.kind == .optionalBinding, binding.initialValue == nil,
        let name = binding.pattern?.name,
        let type = given.first(where: { $0.name == name })?.type?.text
      else { return false }
      return type.contains("->") && !type.contains("@Sendable") && !type.contains("Actor")
    }
  }

  /// How a task captures the queue on which the handler of the status runs, if it must not take the object that has the queue.
  private func queueApart(_ weakNames: [String], _ file: FileContext) throws(Refusal) -> String? {
    guard let queue = handledStatus?.handler.queue, CarriedState.usesSelf([queue], file),
      file.refusesRaces || weakNames.contains("self")
    else { return nil }
    guard let name = NameExpr(queue)?.name else {
      if weakNames.contains("self") { throw refusal }
      return nil
    }
    return name
  }

  /// How a task captures the client, if it must not take the object that keeps it: as nothing else of the call does, or as
  /// Swift 6 mode has it.
  private func clientApart(
    _ weakNames: [String], _ items: [Node], _ file: FileContext
  ) throws(Refusal) -> CallOfGRPC2.CapturedClient? {
    if weakNames.contains("self") {
      let used = made.call.called.map { CarriedState.usesSelf([$0.node], file) } ?? false
      guard used else { return nil }
      guard let client = made.clientApart(file) else { throw refusal }
      return client
    }
    guard file.refusesRaces || leavesOwner, !CarriedState.usesSelf(items, file) else { return nil }
    let client = made.clientApart(file)
    let type = statement.ancestors.first { $0.isTypeDeclaration || $0.kind == .extensionDecl }
    if leavesOwner, isKept, client == nil, CarriedState.usesSelf([made.call.node], file),
      type?.kind != .structDecl, type?.kind != .enumDecl
    {
      throw Refusal(
        "read the replies in a 'Task' that captures the client and what the call is given, but not the object that has them, and cancel the task where the call was cancelled"
      )
    }
    return client
  }

  /// The declarations of the variables that what is done with replies changes, which nothing else uses.
  ///
  /// - Parameter told: what is done with the status, behind the call in the same task. As reading is over by then, a variable
  ///   of both is one of the task, which no two of them use at a time.
  /// - Returns: those that reading declares, and those that the task does.
  private func declarations(
    of changed: [Symbol], movingTo replies: ReadReplies, _ told: [Node], _ file: FileContext
  ) throws(Refusal) -> (moved: [Node], shared: [Node]) {
    var (moved, shared): ([Node], [Node]) = ([], [])
    for variable in changed {
      let step = Refusal(
        "the replies are read in a 'Task', which must not change '\(variable.name)': keep it in an actor or behind a lock"
      )
      guard let declaration = declarationToMove(of: variable, before: replies, file),
        let binding = declaration.bindings.only,
        binding.value.map({ $0.node.isAlwaysTheSame }) ?? true
      else { throw step }
      let uses = file.semantics.references(to: variable).filter { use in
        !use.isInside(declaration.node) && !replies.items.contains { use.isInside($0) }
      }
      if uses.isEmpty {
        moved.append(declaration.node)
        continue
      }
      let isSet = binding.value != nil || binding.type?.kind == .optionalType
      guard isSet, declaration.node.modifiers.isEmpty,
        uses.allSatisfy({ use in told.contains { use.isInside($0) } })
      else { throw step }
      shared.append(declaration.node)
    }
    func sorted(_ nodes: [Node]) -> [Node] {
      nodes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
    return (sorted(moved), sorted(shared))
  }

  /// Whether a closure that may run beside the task uses a variable of the task: what reads, or what goes to a queue.
  private func isUsedBesideTask(
    _ declaration: Node, by replies: ReadReplies, _ file: FileContext
  ) -> Bool {
    guard handledStatus?.handler.queue == nil,
      let pattern = VariableDecl(declaration)?.bindings.only?.pattern?.node,
      let variable = file.semantics.symbol(of: pattern)
    else { return true }
    return file.semantics.references(to: variable).contains { use in
      replies.items.contains { use.isInside($0) }
    }
  }
}

extension Node {
  /// Whether a value is the same whenever it is made.
  fileprivate var isAlwaysTheSame: Bool {
    switch kind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .nilLiteral: true
    case .arrayLiteral, .dictionaryLiteral: children.isEmpty
    case .stringLiteral: !descendants.contains { $0.kind == .interpolation }
    case .functionCall: isEmptyCollection
    default: false
    }
  }

  /// Whether it is `[Int]()` or `Data()`, say.
  private var isEmptyCollection: Bool {
    guard let call = CallExpr(self), call.arguments.isEmpty, call.trailingClosures.isEmpty,
      let type = call.called?.node
    else { return false }
    if [.arrayLiteral, .dictionaryLiteral].contains(type.kind) { return true }
    return ["Array", "Data", "Dictionary", "Set", "String"]
      .contains(String(type.text.prefix { $0 != "<" }))
  }
}
