import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A variable of the project that keeps a stream of grpc-swift 1's client of futures, `var call: BidirectionalStreamingCall<Q, R>?`.
///
/// It keeps the task that reads instead, or what requests are put into for the closure that sends them. All that is done with
/// it changes, or nothing.
struct CallInVariable {
  private let name: String
  private let declaration: VariableDecl

  /// The type of the call, without what makes it optional.
  private let type: NamedType
  private let home: FileContext
  private let uses: UsesOfCallVariable

  /// What a second variable is called, for requests beside the task.
  private let requestsName: String

  // MARK: - Reading

  /// - Parameter call: one of a generated method.
  /// - Returns: nil if it is not assigned to a variable that is declared as a stream.
  static func assigned(_ call: CallExpr, _ file: FileContext) throws(Refusal) -> CallInVariable? {
    guard let target = target(taking: call, file), let symbol = file.semantics.symbol(of: target),
      symbol.kind == .property || symbol.kind == .local, symbol.binding?.annotatedType != nil
    else { return nil }
    return try judged(symbol, file)
  }

  /// What a call is assigned to, at once or by the constant that holds it first.
  private static func target(taking call: CallExpr, _ file: FileContext) -> Node? {
    func target(_ value: Node) -> Node? {
      AssignmentExpr(giving: value)?.target?.node
    }
    return target(call.node) ?? KeptCall(call, file)?.uses.lazy.compactMap(target).first
  }

  static func judged(_ symbol: Symbol, _ file: FileContext) throws(Refusal) -> CallInVariable {
    try file.others.answer(
      about: symbol,
      orRefusing: { () throws(Refusal) -> CallInVariable in
        let variable = try CallInVariable(symbol, file)
        _ = try variable.edited()
        return variable
      })
  }

  private init(_ symbol: Symbol, _ file: FileContext) throws(Refusal) {
    let refusal = Refusal(
      "keep the 'Task' that makes the call and reads, and the continuation of an 'AsyncStream' that the requests are put into, instead of '\(symbol.name)': here more is done with it than to send, to end and to cancel"
    )
    guard let binding = PatternBinding(of: symbol.binding), let declaration = binding.declaration,
      declaration.introducer == .var, declaration.bindings.only != nil,
      declaration.node.attributes.isEmpty, binding.node.accessorBlock == nil,
      binding.value == nil || binding.value?.node.kind == .nilLiteral,
      let optional = binding.type,
      optional.kind == .optionalType || optional.kind == .implicitlyUnwrappedType,
      let type = NamedType(of: optional.children.first), type.genericArguments != nil,
      ["ServerStreamingCall", "BidirectionalStreamingCall"].contains(type.name),
      let home = file.context(of: declaration.node)
    else { throw refusal }
    let isPrivate = declaration.node.modifierNames.contains { $0.hasSuffix("private") }
    guard
      symbol.kind == .local || isPrivate || home.calls.unknownUses(of: symbol.name).isEmpty
    else { throw refusal }
    (name, self.declaration, self.type, self.home) = (symbol.name, declaration, type, home)
    requestsName = symbol.name + "Requests"
    uses = try UsesOfCallVariable(symbol, type.name, binding.node, refusal, home)
    let isTaken: Bool
    if let owner = symbol.parent, symbol.kind == .property {
      isTaken = !home.model.members(of: owner, named: requestsName).isEmpty
    } else {
      isTaken = home.freeName([requestsName], around: declaration.node) == nil
    }
    // What takes requests has a name of its own, which a condition would have to say.
    let isNamedAlone =
      !keepsRequestsAlone
      && uses.bound.contains { $0.asked.sendsOrEnds && $0.source.kind == .optionalBinding }
    guard !uses.makes.isEmpty, uses.returned.isEmpty, !isTaken, !isNamedAlone,
      !(sends && uses.statusesStandAlone)
    else {
      throw refusal
    }
  }

  // MARK: - Writing

  private var sends: Bool { type.name == "BidirectionalStreamingCall" }

  /// Whether the variable keeps what requests are put into, as nobody cancels the task.
  private var keepsRequestsAlone: Bool { sends && uses.cancels.isEmpty }

  private func typeOfRequests(as type: NamedType) -> Code {
    let request = type.genericArguments?.first.map { Code.form(.moved(.kept($0))) } ?? .word("_")
    return .member(.generic(.library("_Concurrency.AsyncStream"), [request]), "Continuation")
  }

  private var typeOfTask: Code {
    let canFail = uses.statusesStandAlone || uses.makes.contains { $0.handled == nil }
    return .taskType(canFail: canFail)
  }

  func consequence(seenFrom file: FileContext) -> Consequence {
    var consequence = Consequence()
    if let project = try? edited() { consequence.merge(project.consequence(in: file)) }
    consequence.lower(
      to: .review,
      because: (sends
        ? "requests are put into a stream that a task sends from; nothing waits for them, and an error ends it silently"
        : "the stream is read in a 'Task' that nothing waits for; an error ends it silently")
        + (home.refusesRaces ? ", and what nothing says to be 'Sendable' goes there unchecked" : "")
    )
    return consequence
  }

  /// The changes of all files.
  private func edited() throws(Refusal) -> ProjectEditor {
    var project = ProjectEditor()
    try project.change(home) { (editor) throws(Refusal) in
      let requests = typeOfRequests(as: type)
      editor.replace(type.node, with: keepsRequestsAlone ? requests : typeOfTask)
      guard sends, !keepsRequestsAlone else { return }
      editor.insert(
        [
          .variable(
            .var, requestsName, type: .postfix(requests, "?"), value: nil,
            modifiers: declaration.node.modifierNames)
        ], after: declaration.node)
    }
    for given in uses.given {
      try project.change(given.file) { (editor) throws(Refusal) in write(given, &editor) }
    }
    for made in uses.makes {
      try project.change(made.file) { (editor) throws(Refusal) in try write(made, &editor) }
    }
    for told in uses.told {
      try project.change(told.file) { (editor) throws(Refusal) in try told.awaitStream(&editor) }
    }
    for use in uses.asked.sends + uses.asked.endings {
      try project.change(use.file) { (editor) throws(Refusal) in
        use.put(into: requests(of: use.target, isChained: true), &editor)
      }
    }
    for bound in uses.bound where bound.asked.sendsOrEnds {
      try project.change(bound.file) { (editor) throws(Refusal) in
        if !keepsRequestsAlone {
          editor.replace(bound.source, with: requests(of: bound.source, isChained: false))
        }
        for use in bound.asked.sends + bound.asked.endings {
          use.put(into: .kept(use.target), &editor)
        }
      }
    }
    for use in uses.cancels {
      try project.change(use.file) { (editor) throws(Refusal) in editor.saysNothing(use.call) }
    }
    for ending in uses.nils where sends && !keepsRequestsAlone {
      try project.change(ending.file) { (editor) throws(Refusal) in
        editor.insert(
          [.infix(requests(of: ending.target, isChained: false), "=", .word("nil"))],
          after: ending.item)
      }
    }
    return project
  }

  /// Has an initialiser take what the variable keeps.
  private func write(_ given: UsesOfCallVariable.Given, _ editor: inout SyntaxEditor) {
    let requests = typeOfRequests(as: given.type)
    editor.replace(given.type.node, with: keepsRequestsAlone ? requests : typeOfTask)
    guard sends, !keepsRequestsAlone else { return }
    let parameter = ParameterCode(requestsName, requestsName, requests)
    editor.insert(.form(.parameter(parameter)), afterElement: given.parameter.node)
    let kept = self.requests(of: given.target, isChained: false)
    editor.insert([.quoted("\(kept) = \(requestsName)")], after: given.assignment)
  }

  /// The variable that keeps what requests are put into, as `target` names this one.
  private func requests(of target: Node, isChained: Bool) -> Code {
    let mark = target.parent.map { [.optionalChaining, .forceUnwrap].contains($0.kind) } ?? false
    if keepsRequestsAlone { return .kept(isChained && mark ? target.parent ?? target : target) }
    var named = Code.word(requestsName)
    if let member = MemberAccess(target), let base = member.base {
      named = .member(.kept(base), requestsName)
    }
    guard isChained, mark else { return named }
    return .postfix(named, target.parent?.kind == .forceUnwrap ? "!" : "?")
  }

  private func write(
    _ made: UsesOfCallVariable.Made, _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    let (call, file) = (made.call, made.file)
    let refusal = Refusal(
      "read the replies of '\(call.called?.node.name ?? name)' in a 'Task', and keep that instead of '\(name)'"
    )
    let isAlone = uses.statusesStandAlone
    if isAlone { try made.handled?.awaitStream(&editor) }
    let life = try CallLife(
      reading: call, at: made.item, sends: sends, told: isAlone ? nil : made.handled, refusal,
      &editor, file)
    guard sends else {
      let (declarations, task) = try life.task(&editor, file)
      editor.insert(declarations, before: made.item)
      return editor.replace(call.node, with: task)
    }
    // Another stream that begins in the block has its own.
    let isOnly = uses.makes.filter { $0.item.parent == made.item.parent }.count == 1
    let isOnlyStream = !life.block.items.contains {
      $0 != made.assignment && makesStream($0, file)
    }
    guard isOnly, let message = request(of: call, file),
      let queue = QueuedRequests(
        of: message, around: made.item,
        suffix: isOnlyStream ? "" : "Of\(name.prefix(1).uppercased())\(name.dropFirst())", file)
    else { throw refusal }
    let (declarations, task) = try life.task(sending: queue.producer, &editor, file)
    let lead = declarations + [queue.declaration]
    let keeping = Code.infix(requests(of: made.target, isChained: false), "=", queue.outgoing)
    guard let constant = made.constant else {
      return editor.replace(
        item: made.item,
        with: lead + [keeping, keepsRequestsAlone ? task : .infix(.kept(made.target), "=", task)])
    }
    editor.replace(
      item: made.item,
      with: lead + [keepsRequestsAlone ? task : .variable(.let, constant.name, value: task)])
    if keepsRequestsAlone {
      editor.replace(item: made.assignment, with: [keeping])
    } else {
      editor.insert([keeping], after: made.assignment)
    }
    for use in made.asked.sends + made.asked.endings {
      use.put(into: queue.outgoing, &editor)
    }
  }

  /// The type of a call's requests; as the variable has it, where that is no parameter of a generic type.
  private func request(of call: CallExpr, _ file: FileContext) -> Code? {
    guard let written = type.genericArguments?.first else { return nil }
    if home.semantics.symbol(of: written)?.kind != .genericParameter { return .word(written.text) }
    guard case .nominal(_, let arguments) = file.semantics.type(of: call.node).fullyUnwrapped,
      let request = arguments.first?.nominalSymbol
    else { return nil }
    return .word(nameWithoutModule(request.qualifiedName))
  }
}

/// Whether a statement keeps another stream that requests are sent on.
private func makesStream(_ statement: Node, _ file: FileContext) -> Bool {
  guard let value = AssignmentExpr(statement)?.value?.node else { return false }
  return file.semantics.type(of: value).nominalSymbol?.name == "BidirectionalStreamingCall"
}

/// Turns the type of a variable that keeps a stream of grpc-swift 1's client of futures, and all that is done with it; the
/// type at any other place is left to a person.
package func callInVariable(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  if let parameter = Parameter(of: match.node.parent), parameter.type == match.node,
    let given = variable(givenTypeOf: parameter, file), given.kind == .property
  {
    return placeOfMany(try CallInVariable.judged(given, file).consequence(seenFrom: file))
  }
  if let function = ReturnedStream.function(returning: match.node, file) {
    return placeOfMany(try ReturnedStream.judged(function, file).consequence(seenFrom: file))
  }
  guard
    let binding = PatternBinding(
      of: match.node.ancestors.prefix(3).first { $0.kind == .patternBinding }),
    let pattern = binding.pattern?.node, let symbol = file.semantics.symbol(of: pattern),
    binding.type?.children.first == match.node
  else { return .manual() }
  do throws(Refusal) {
    return placeOfMany(try CallInVariable.judged(symbol, file).consequence(seenFrom: file))
  } catch {
    guard let stream = try? ReturnedStream.judged(symbol, file) else { throw error }
    return placeOfMany(stream.consequence(seenFrom: file))
  }
}

/// The variable that an initialiser of the file gives what it takes as a parameter.
private func variable(givenTypeOf parameter: Parameter, _ file: FileContext) -> Symbol? {
  guard parameter.node.owningFunction?.kind == .initializerDecl,
    let symbol = file.semantics.symbol(of: parameter.node),
    let use = file.semantics.references(to: symbol).first(where: { $0.kind == .declReference }),
    let target = AssignmentExpr(of: use.parent)?.target?.node
  else { return nil }
  return file.semantics.symbol(of: target)
}
