import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Functions of the project that make a stream of grpc-swift 1's client of futures and return it, and variables that keep what they return.
///
/// They give the task that reads instead; where requests are sent on the stream, with what they are put into: `(requests:, task:)`. All that
/// is done with the stream changes, or nothing.
struct ReturnedStream {
  private var makers: [StreamMaker] = []

  /// The types of streams that functions and variables write.
  private var types: [(type: NamedType, home: FileContext)] = []

  /// What is asked of the stream by those who are given it.
  private var asked: [UsesOfStream] = []
  private var told: [HandledStatus] = []

  /// What somebody has to know besides.
  private var reasons: [String] = []

  /// Names of functions that other packages call.
  private var published: [String] = []
  private var waiting: [Symbol]
  private var seen: Set<Symbol>
  private let refusal: Refusal

  /// More than this is nothing that a person would change at once.
  private static let limit = 40

  // MARK: - Reading

  /// - Parameter call: one of a generated method.
  /// - Returns: nil if it is not what a function returns whose result is written as a stream.
  static func returning(_ call: CallExpr, _ file: FileContext) throws(Refusal) -> ReturnedStream? {
    let places = [call.node] + (KeptCall(call, file)?.uses ?? [])
    guard let owner = call.node.ancestors.first(where: \.isOtherBody),
      let function = FunctionDecl(owner), stream(in: function.returnType) != nil,
      places.contains(where: { StreamMaker.isReturned($0, by: function) }),
      let symbol = file.semantics.symbol(of: owner)
    else { return nil }
    return try judged(symbol, file)
  }

  /// The function whose result has a type.
  static func function(returning type: Node, _ file: FileContext) -> Symbol? {
    let clause = type.ancestors.prefix(2).first { $0.kind == .returnClause }
    guard
      let function = clause?.ancestors.prefix(2).lazy.compactMap({ FunctionDecl($0) }).first,
      stream(in: function.returnType)?.node == type
    else { return nil }
    return file.semantics.symbol(of: function.node)
  }

  /// Whether the result of a function of the project is written as a stream.
  static func isWritten(for function: Symbol) -> Bool {
    function.isOfProject && !function.isGenerated
      && stream(in: FunctionDecl(of: function.declaration)?.returnType) != nil
  }

  /// - Parameter symbol: a function that returns a stream, or a variable that keeps one.
  static func judged(_ symbol: Symbol, _ file: FileContext) throws(Refusal) -> ReturnedStream {
    try file.others.answer(
      about: symbol,
      orRefusing: { () throws(Refusal) -> ReturnedStream in
        let stream = try ReturnedStream(symbol, file)
        _ = try stream.edited()
        return stream
      })
  }

  private init(_ symbol: Symbol, _ file: FileContext) throws(Refusal) {
    refusal = Refusal(
      "let '\(symbol.name)' give the 'Task' that makes the call and reads, and what its requests are put into: here more is done with the stream than to return it, to send, to end and to cancel"
    )
    (waiting, seen) = ([symbol], [symbol])
    while let next = waiting.popLast() {
      guard next.isOfProject || next.kind == .local, !next.isGenerated, seen.count <= Self.limit,
        let home = next.declaration.flatMap({ file.context(of: $0) })
      else { throw refusal }
      if next.kind == .function { try follow(function: next, home) } else { try follow(next, home) }
    }
    let kinds = Set(types.map(\.type.name))
    guard kinds.count == 1, !makers.isEmpty else { throw refusal }
  }

  /// The type of a stream that a type is, or may be.
  fileprivate static func stream(in type: Node?) -> NamedType? {
    guard let type = type.flatMap({ NamedType(withoutOptionals($0)) }),
      type.genericArguments != nil,
      ["ServerStreamingCall", "BidirectionalStreamingCall"].contains(type.name)
    else { return nil }
    return type
  }

  private mutating func wait(for symbol: Symbol?) throws(Refusal) {
    guard let symbol else { throw refusal }
    if seen.insert(symbol).inserted { waiting.append(symbol) }
  }

  private static func isKnown(_ symbol: Symbol, _ declaration: Node, _ home: FileContext) -> Bool {
    symbol.kind == .local || declaration.modifierNames.contains { $0.hasSuffix("private") }
      || home.calls.unknownUses(of: symbol.name).isEmpty
  }

  /// A function, with all that share its type and all who call it.
  private mutating func follow(function symbol: Symbol, _ home: FileContext) throws(Refusal) {
    let family = DeclarationFamily(of: symbol, in: home)
    guard let function = FunctionDecl(of: symbol.declaration),
      let type = Self.stream(in: function.returnType), family.obstacle == nil,
      Self.isKnown(symbol, function.node, home), let callers = callers(of: symbol, in: home)
    else { throw refusal }
    for member in family.members { try wait(for: member) }
    reasons += family.doubts.filter { !reasons.contains($0) }
    if ["public", "open"].contains(where: function.modifiers.contains) {
      published.append(function.name)
    }
    types.append((type, home))
    if let made = try StreamMaker.all(of: function, type, refusal, home) {
      makers += made
    } else {
      for value in StreamMaker.values(of: function) {
        let called = home.semantics.symbol(of: callUnderMarks(value))
        guard let called, Self.isWritten(for: called) else { throw refusal }
        try wait(for: called)
      }
    }
    for caller in callers { try follow(caller: caller, home) }
  }

  /// A variable, with all that is assigned to it.
  private mutating func follow(_ variable: Symbol, _ home: FileContext) throws(Refusal) {
    guard let binding = PatternBinding(of: variable.binding), let declaration = binding.declaration,
      let type = Self.stream(in: binding.type), declaration.bindings.only != nil,
      declaration.node.attributes.isEmpty,
      binding.node.accessorBlock == nil,
      binding.value == nil || binding.value?.node.kind == .nilLiteral,
      Self.isKnown(variable, declaration.node, home)
    else { throw refusal }
    let uses = try UsesOfCallVariable(variable, type.name, binding.node, refusal, home)
    guard uses.makes.isEmpty, uses.given.isEmpty, !uses.returned.isEmpty else { throw refusal }
    types.append((type, home))
    asked += [uses.asked] + uses.bound.map(\.asked)
    told += uses.told
    for given in uses.returned { try wait(for: given.function) }
  }

  /// What a caller does with what it is given.
  private mutating func follow(caller: Node, _ home: FileContext) throws(Refusal) {
    guard let file = home.context(of: caller) else { throw refusal }
    let given = caller.with(.tryExpr, .awaitExpr)
    if isDropped(caller) || discarding(given) != nil { return }
    if let target = AssignmentExpr(giving: given)?.target?.node {
      return try wait(for: file.semantics.symbol(of: target))
    }
    if let owner = given.ancestors.first(where: \.isOtherBody), let function = FunctionDecl(owner),
      StreamMaker.isReturned(given, by: function)
    {
      // The only statement of a function that gives nothing.
      if function.returnType == nil { return }
      return try wait(for: file.semantics.symbol(of: owner))
    }
    let local =
      LocalVariable(bindingInCondition: given, file)
      ?? LocalVariable(holding: given, file).flatMap { $0.isConstant ? $0 : nil }
    guard let local, local.binding.annotatedType == nil, !local.isCaptured(file) else {
      throw refusal
    }
    var uses = UsesOfStream()
    for use in local.uses(file) { try uses.take(use, refusal, file) }
    asked.append(uses)
    told += uses.handled
  }

  // MARK: - Writing

  private var sends: Bool { makers.first?.sends ?? false }

  /// What is the task in what is given; nil for all of it.
  private var memberOfTask: String? { sends ? "task" : nil }

  /// Whether what is told a status does so in a task of its own: others may want to know how the stream ended.
  private var statusesStandAlone: Bool { !told.isEmpty || makers.count > 1 || types.count > 1 }

  func consequence(seenFrom file: FileContext) -> Consequence {
    var consequence = Consequence()
    if let project = try? edited() { consequence.merge(project.consequence(in: file)) }
    let names = makers.map { "'\($0.function.name)'" }
    let known = Set(names).sorted().joined(separator: ", ")
    consequence.lower(
      to: .review,
      because: "the stream of \(known) is the 'Task' that reads"
        + (sends
          ? ", beside what requests are put into: nobody waits until they are sent, or hears that sending failed"
          : ""))
    if let name = published.min() {
      consequence.lower(
        to: .review, because: "'\(name)' is public: who calls it from elsewhere changes too")
    }
    for reason in reasons { consequence.lower(to: .review, because: reason) }
    return consequence
  }

  /// The changes of all files.
  private func edited() throws(Refusal) -> ProjectEditor {
    var project = ProjectEditor()
    var canFail = true
    for maker in makers {
      canFail = try project.change(maker.home) { (editor) throws(Refusal) in
        try maker.write(&editor, tellingApart: statusesStandAlone)
      }
    }
    for (type, home) in types {
      project.change(home) { $0.replace(type.node, with: Self.given(for: type, canFail: canFail)) }
    }
    for status in told {
      try project.change(status.file) { (editor) throws(Refusal) in
        try status.awaitStream(&editor, asking: memberOfTask)
      }
    }
    for use in asked.flatMap({ $0.sends + $0.endings }) {
      project.change(use.file) { use.put(into: Code.kept(use.chained).member("requests"), &$0) }
    }
    for use in asked.flatMap(\.cancels) {
      project.change(use.file) { editor in
        guard let member = memberOfTask else { return editor.saysNothing(use.call) }
        let task = Code.kept(use.chained).member(member)
        editor.replace(use.call.node, with: task.calling("cancel"))
      }
    }
    return project
  }

  /// What takes the place of the type of a stream.
  private static func given(for type: NamedType, canFail: Bool) -> Code {
    let task = Code.taskType(canFail: canFail)
    guard type.name == "BidirectionalStreamingCall", let request = type.genericArguments?.first
    else { return task }
    let requests = Code.generic(
      .library("_Concurrency.AsyncStream"), [.form(.moved(.kept(request)))])
    return StreamMaker.pair(.member(requests, "Continuation"), task)
  }
}

/// A call that one function of them makes.
private struct StreamMaker {
  let function: FunctionDecl
  let home: FileContext
  private let type: NamedType
  private let call: CallExpr

  /// The constant that holds the call first.
  private let kept: KeptCall?

  /// Where the function returns it.
  private let returned: [Node]

  /// What the function itself asks of it.
  private var asked = UsesOfStream()

  /// The call that a function keeps in a constant and returns, or those that it returns at once.
  ///
  /// - Parameter type: of the stream, without what makes it optional.
  /// - Returns: nil for a function that returns what is no call of a generated method; none for a requirement.
  static func all(
    of function: FunctionDecl, _ type: NamedType, _ refusal: Refusal, _ home: FileContext
  ) throws(Refusal) -> [StreamMaker]? {
    let returned = values(of: function)
    func call(_ value: Node) -> CallExpr? {
      guard let call = CallExpr(value), let method = home.semantics.symbol(of: call.node),
        callStyle(of: method, in: home.model) == .future
      else { return nil }
      return call
    }
    func maker(_ call: CallExpr, _ kept: KeptCall?) throws(Refusal) -> StreamMaker {
      try StreamMaker(
        function, type, call, kept, kept == nil ? [call.node] : returned, refusal, home)
    }
    let calls = returned.compactMap(call)
    if calls.count == returned.count {
      var makers: [StreamMaker] = []
      for call in calls { makers.append(try maker(call, nil)) }
      return makers
    }
    guard let constant = returned.first.flatMap({ LocalVariable(named: $0, home) }),
      let call = constant.value.flatMap(call)
    else { return nil }
    guard let kept = KeptCall(call, home), !kept.isTyped, returned.allSatisfy(kept.uses.contains)
    else { throw refusal }
    return [try maker(call, kept)]
  }

  private init(
    _ function: FunctionDecl, _ type: NamedType, _ call: CallExpr, _ kept: KeptCall?,
    _ returned: [Node], _ refusal: Refusal, _ home: FileContext
  ) throws(Refusal) {
    (self.function, self.type, self.home, self.call) = (function, type, home, call)
    (self.kept, self.returned) = (kept, returned)
    guard returned.allSatisfy({ Self.isReturned($0, by: function) }),
      home.semantics.type(of: call.node).nominalSymbol?.name == type.name
    else { throw refusal }
    for use in kept?.uses ?? [] where !returned.contains(use) {
      try asked.take(use, refusal, home)
    }
    guard asked.handled.count <= 1 else { throw refusal }
  }

  /// What a function returns, but for `nil`.
  static func values(of function: FunctionDecl) -> [Node] {
    guard let body = function.body?.node else { return [] }
    let returns = body.ownDescendants.compactMap { ReturnStmt($0)?.value?.node }
    return (returns.isEmpty ? Array(body.items) : returns).filter { $0.kind != .nilLiteral }
  }

  static func isReturned(_ value: Node, by function: FunctionDecl) -> Bool {
    if ReturnStmt(of: value.parent) != nil { return true }
    return function.body.map { value.parent == $0.node && $0.node.items.count == 1 } ?? false
  }

  static func pair(_ requests: Code, _ task: Code) -> Code {
    .tuple([.form(.labeled("requests", requests)), .form(.labeled("task", task))])
  }

  var sends: Bool { type.name == "BidirectionalStreamingCall" }

  /// Makes a task of the call.
  ///
  /// - Parameter isApart: whether what is told the status is a task of its own.
  /// - Returns: whether the task can fail.
  func write(
    _ editor: inout SyntaxEditor, tellingApart isApart: Bool
  ) throws(Refusal) -> Bool {
    let item = kept?.declaration ?? ReturnStmt(of: call.node.parent)?.node ?? call.node
    let refusal = Refusal(
      "read the replies of '\(call.called?.node.name ?? function.name)' in a 'Task', and return that from '\(function.name)'"
    )
    if isApart { try asked.handled.first?.awaitStream(&editor) }
    let told = isApart ? nil : asked.handled.first
    let life = try CallLife(
      reading: call, at: item, sends: sends, told: told, refusal, &editor, home)
    for use in asked.cancels { editor.saysNothing(use.call) }
    guard sends else {
      let (declarations, task) = try life.task(&editor, home)
      editor.insert(declarations, before: item)
      editor.replace(call.node, with: task)
      return told == nil
    }
    guard let request = type.genericArguments?.first,
      let queue = QueuedRequests(of: .word(request.text), around: item, home)
    else { throw refusal }
    let (declarations, task) = try life.task(sending: queue.producer, &editor, home)
    let lead = declarations + [queue.declaration]
    guard let name = kept?.name ?? home.freeName(["task", "call", "reading"], around: item) else {
      throw refusal
    }
    let given = Self.pair(queue.outgoing, .word(name))
    let made = lead + [.variable(.let, name, value: task)]
    editor.replace(item: item, with: made + (kept == nil ? [.returned(given)] : []))
    guard kept != nil else { return told == nil }
    for use in asked.sends + asked.endings { use.put(into: queue.outgoing, &editor) }
    for value in returned { editor.replace(value, with: given) }
    return told == nil
  }
}
