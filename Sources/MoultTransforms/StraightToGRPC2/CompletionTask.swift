import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A unary call of grpc-swift 0 with a completion, as a `Task` of grpc-swift 2.
///
/// What the completion did stays, behind the lines that await the reply and say how the call ended.
struct CompletionTask {
  private(set) var editor: SyntaxEditor

  /// The variables that the call's object goes to.
  private(set) var variables: [Symbol] = []

  /// The function that returns the call's object.
  private(set) var function: FunctionDecl?

  /// Whether a `do` with nothing else in it went, as its `catch` would hear of nothing.
  private(set) var leavesDo = false
  private let call: Node
  private let file: FileContext

  /// Parameters of functions that become a `Status` if the task can be made.
  private let assumed: Set<Node>
  private static let refusal = Refusal("start a 'Task' that awaits the call")

  init(
    _ call: Node, _ file: FileContext, assuming assumed: Set<Node> = []
  ) throws(Refusal) {
    self.assumed = assumed
    self.call = call
    self.file = file
    editor = file.editor
    guard let site = try CallSite(call, file), !site.isCondition,
      let symbol = file.semantics.symbol(of: call),
      site.statement.range.upperBound == site.mark.range.upperBound,
      taskCanKeep(call.arguments.map(\.argumentValue), file)
    else { throw Self.refusal }
    if Self.isReturned(site) {
      guard let returning = functionReturning(site.mark) else { throw Self.refusal }
      function = returning
    } else {
      variables = try Self.variables(of: site, file)
    }
    let read = try variablesRead(by: call, of: site)
    let body: ClosureCode
    switch try CallHead(call, file).completion {
    case .none: throw Self.refusal
    case .closure(let own): body = try closure(of: call, symbol, followedBy: own, read)
    case .value(let function): body = try closure(of: call, symbol, telling: function, read)
    }
    let task = Code.task(body)
    let statement = site.statement
    let around = unneededDo(around: statement, where: { $0.isInside(statement) }, file)
    leavesDo = around != nil
    if case .discarded = site.use {
      editor.replace(item: around?.node ?? statement, with: [task])
      return
    }
    editor.replace(site.mark, with: task)
    if let around { editor.replace(item: around.node, with: Code.kept(items: [statement])) }
  }

  /// The call, and what its completion does.
  private mutating func closure(
    of call: Node, _ method: Symbol, followedBy closure: Node, _ read: [String]
  ) throws(Refusal) -> ClosureCode {
    let handler = CompletionClosure(closure, file)
    guard handler.parameters.allSatisfy(\.children.isEmpty), closure.signature?.returnType == nil,
      handler.parameters.count == 2 || handler.parameters.isEmpty
    else { throw Self.refusal }
    var captures = closure.captures.map(\.text)
    captures += read.filter { !captures.contains($0) }
    var client: String?
    if !closure.captures.isEmpty {
      client = try clientOutsideSelf(of: call, closure, &captures)
    }
    let reply = try name(ofParameter: 0, in: handler, ["reply", "received", "answer"])
    let result = try name(ofParameter: 1, in: handler, ["result", "outcome", "ending"])
    try handler.rewriteForStatus(ofParameter: 1, &editor, assuming: assumed)
    let (awaited, bound) = try self.awaited(
      call, capturedAs: client, besides: closure.items, &captures)
    let isReplyUsed = handler.isUsed(parameter: 0)
    let items: [Code]
    if handler.isUsed(parameter: 1) {
      items = try filled(
        isReplyUsed ? reply : nil, result, by: awaited, of: method, telling: closure.items)
    } else {
      items = [.quoted("\(isReplyUsed ? "let \(reply)" : "_") = try? await \(awaited)")]
    }
    return ClosureCode(captures: captures, bound + items + Code.kept(items: closure.items))
  }

  /// The call, and what stands before it where its client may be nil: there nothing was called, and nothing told.
  ///
  /// - Parameter client: as the task captures it; nil where it does not.
  private func awaited(
    _ call: Node, capturedAs client: String?, besides items: [Node], _ captures: inout [String]
  ) throws(Refusal) -> (call: Code, bound: [Code]) {
    let made = try CallOfGRPC2(blocking: call, file)
    let captured = client.map { CallOfGRPC2.CapturedClient(capture: $0, name: $0) }
    let bound = try made.boundClient(
      capturedAs: captured, besides: items, Self.refusal, file)
    if let capture = bound?.capture, !captures.contains(capture) { captures.append(capture) }
    return (made.code([], client: bound?.name ?? client), [bound?.check].compactMap(\.self))
  }

  /// The call, and a method, function or closure of the project that is told a `Status` in the future.
  private func closure(
    of call: Node, _ method: Symbol, telling function: Node, _ read: [String]
  ) throws(Refusal) -> ClosureCode {
    guard takesStatus(function),
      let reply = file.freeName(["reply", "received", "answer"], around: function),
      let result = file.freeName(["result", "outcome", "ending"], around: function)
    else { throw Self.refusal }
    var captures = read
    let (awaited, bound) = try self.awaited(call, capturedAs: nil, besides: [function], &captures)
    let telling = Code.call(.kept(function), [.plain(.word(reply)), .plain(.word(result))])
    let filling = try filled(reply, result, by: awaited, of: method, telling: [function])
    return ClosureCode(captures: captures, bound + filling + [telling])
  }

  /// What awaits a call and fills the variables of its reply and its status.
  ///
  /// - Parameters:
  ///   - reply: nil if nobody looks at it.
  ///   - told: what is done with them.
  private func filled(
    _ reply: String?, _ result: String, by call: Code, of method: Symbol, telling told: [Node]
  ) throws(Refusal) -> [Code] {
    let statuses = StatusesOfACall(toldTo: told)
    guard let reply else { return statuses.filled(result, by: call, isReplyIgnored: true) }
    guard case .function(let given, _, _, _)? = method.parameterTypes.last?.fullyUnwrapped,
      let type = given.first
    else { throw Self.refusal }
    return statuses.filled(result, by: call, reply: (reply, .type(type)))
  }

  /// The variables of the function that a call and its completion read, which a task must hold as they are.
  ///
  /// - Throws: a `Refusal` if they change one.
  private func variablesRead(by call: Node, of site: CallSite) throws(Refusal) -> [String] {
    let state = try CarriedState([call], movedFrom: site.statement, file)
    guard state.changed.isEmpty else { throw Self.refusal }
    return state.captures.filter { $0 != "self" }
  }

  /// Whether a completion is told a `Status` in the future: what is named is a variable for closures of the project, whose types
  /// change, or a function whose parameter does.
  private func takesStatus(_ function: Node) -> Bool {
    guard let named = file.semantics.symbol(of: function), named.module != "SwiftGRPC",
      !named.isGenerated
    else { return false }
    if named.kind == .local || named.kind == .property {
      guard case .function(let taken, _, _, _) = file.semantics.type(of: function) else {
        return false
      }
      return taken.count == 2 && isResultType(taken[1])
    }
    guard named.kind == .function, let declaration = named.declaration,
      let place = file.context(of: declaration), let told = named.parameters.last?.declaration,
      named.parameters.count == 2, named.parameterLabels.allSatisfy({ $0 == nil })
    else { return false }
    return asksForSuccess(told, place) || parameterBecomesStatus(told, place, assuming: assumed)
  }

  /// Whether a parameter is asked what only a `Status` of grpc-swift 2 says, so that it becomes one.
  private func asksForSuccess(_ parameter: Node, _ place: FileContext) -> Bool {
    guard let symbol = place.semantics.symbol(of: parameter),
      parameter.parameterType?.text == "CallResult"
    else { return false }
    return place.semantics.references(to: symbol).contains { use in
      guard let member = MemberAccess(of: use.parent), member.base?.node == use else {
        return false
      }
      return member.name == "success"
    }
  }

  private static func isReturned(_ site: CallSite) -> Bool {
    if case .result = site.use { return true }
    return ReturnStmt(of: site.mark.parent) != nil
  }

  /// What holds the call's object: `call` of `let call = …`, of `call = …`, and of `self.call = …`.
  private static func variables(
    of site: CallSite, _ file: FileContext
  ) throws(Refusal) -> [Symbol] {
    switch site.use {
    case .discarded: return []
    case .bound(let symbol, _): return [symbol]
    case .kept:
      guard let assignment = AssignmentExpr(site.statement), assignment.value?.node == site.mark,
        let target = assignment.target, let symbol = file.semantics.symbol(of: target.node)
      else { throw refusal }
      return [symbol]
    case .condition, .result: throw refusal
    }
  }

  /// The client as a task names it that captures `self` weakly: what it is asked must not be lost with `self`.
  ///
  /// - Returns: nil if the client is none of `self`.
  private func clientOutsideSelf(
    of call: Node, _ closure: Node, _ captures: inout [String]
  ) throws(Refusal) -> String? {
    guard let base = call.callee?.base?.withoutUnwrapping else { throw Self.refusal }
    for argument in call.arguments where argument.argumentValue != closure {
      for node in argument.descendants() where isOfSelf(node) {
        guard node.name != "self", file.semantics.symbol(of: node)?.kind == .property else {
          throw Self.refusal
        }
        if !captures.contains(node.name) { captures.append(node.name) }
      }
    }
    guard base.descendants().contains(where: isOfSelf) else { return nil }
    switch base.kind {
    case .declReference:
      captures.append(base.name)
    case .memberAccess where base.base?.kind == .declReference && base.base?.name == "self":
      captures.append("\(base.name) = self.\(base.name)")
    default: throw Self.refusal
    }
    return base.name
  }

  private func isOfSelf(_ node: Node) -> Bool {
    guard node.kind == .declReference else { return false }
    return node.name == "self" || file.semantics.symbol(of: node)?.isInstanceMember == true
  }

  /// The name of a parameter in the task; another one where the completion binds its name again.
  private mutating func name(
    ofParameter position: Int, in handler: CompletionClosure, _ names: [String]
  ) throws(Refusal) -> String {
    let own = handler.parameters.isEmpty ? "" : handler.parameters[position].name
    let isBoundAgain = handler.closure.items.contains { item in
      guard item.kind == .guardStmt || item.kind == .variableDecl else { return false }
      return item.conditions.contains { $0.pattern?.name == own }
        || item.bindings.contains { $0.boundNames.contains { $0.name == own } }
    }
    guard own.isEmpty || isBoundAgain else { return own }
    guard let free = file.freeName(names, around: handler.closure) else { throw Self.refusal }
    guard position == 0 || !isBoundAgain else { throw Self.refusal }
    for use in handler.uses(ofParameter: position) {
      if let pattern = use.kind == .optionalBinding ? use.pattern : nil {
        // `guard let reply` says only once what it asks and what it binds.
        editor.replace(pattern, with: .infix(.word(own), "=", .word(free)))
      } else {
        editor.rename(use, to: free)
      }
    }
    return free
  }
}
