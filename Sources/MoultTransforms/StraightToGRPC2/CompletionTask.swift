import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A unary call of grpc-swift 0 with a completion, as a `Task` of grpc-swift 2.
///
/// What the completion did keeps its bytes, behind the lines that await the reply and say how the call ended.
struct CompletionTask {
  private(set) var edits: [Edit] = []

  /// The variables that the call's object goes to.
  private(set) var variables: [Symbol] = []
  private let file: FileContext
  private static let refusal = Refusal("start a 'Task' that awaits the call")

  init(_ call: Node, _ file: FileContext) throws(Refusal) {
    self.file = file
    guard let site = try CallSite(call, file), !site.isCondition,
      let symbol = file.semantics.symbol(of: call)
    else { throw Self.refusal }
    let target = try target(of: site)
    let closure: Node
    switch try CallHead(call, file).completion {
    case .none: throw Self.refusal
    case .closure(let own): closure = own
    case .value(let function):
      try tell(function, of: site, symbol, target)
      return
    }
    guard let body = file.statements(of: closure),
      site.statement.range.upperBound == site.mark.range.upperBound,
      !file.source.text(closure.range).contains("\"\"\""),
      !file.tree.holdsComment(in: site.statement.range.lowerBound..<body.lowerBound),
      !file.tree.holdsComment(in: body.upperBound..<site.statement.range.upperBound)
    else { throw Self.refusal }
    var captures = closure.captures.map { file.source.text($0.range) }
    captures += try variablesRead(by: call, of: site).filter { !captures.contains($0) }
    var client: String?
    if !closure.captures.isEmpty {
      client = try clientOutsideSelf(of: call, closure, &captures)
    }
    let margin = file.lineBreak(before: site.statement)
    let step = file.step(around: site.statement)
    let lines = try opening(
      of: call, closure, symbol, [margin + step, step], client: client)
    let isOneLine = !file.source.text(closure.range.lowerBound..<body.lowerBound).hasLineBreak
    let head = Self.head(capturing: captures) + lines + margin + step
    edits.append(Edit(site.statement.range.lowerBound..<body.lowerBound, target + head))
    if !isOneLine, let first = closure.items.first {
      let more = (margin + step).utf8.count - file.lineEnding.utf8.count
      let has = file.indentation(of: first).utf8.count
      guard more >= has else { throw Self.refusal }
      edits += file.linesMoved(
        in: body, by: String(repeating: step.first ?? " ", count: more - has))
    }
    edits.append(Edit(body.upperBound..<site.statement.range.upperBound, margin + "}"))
  }

  /// A completion that is a method or function of the project, which is told a `Status` in the future.
  private mutating func tell(
    _ function: Node, of site: CallSite, _ method: Symbol, _ target: String
  ) throws(Refusal) {
    let (call, statement) = (site.call, site.statement)
    guard let named = file.semantics.symbol(of: function), named.kind == .function,
      let declaration = named.declaration, let place = file.context(of: declaration),
      let result = named.parameters.last?.declaration, named.parameters.count == 2,
      named.parameterLabels.allSatisfy({ $0 == nil }), asksForSuccess(result, place),
      let reply = file.freeName(["reply", "received", "answer"], around: function),
      let status = file.freeName(["result", "outcome", "ending"], around: function),
      !file.tree.holdsComment(in: statement.range),
      statement.range.upperBound == site.mark.range.upperBound
    else { throw Self.refusal }
    let (margin, step) = (file.lineBreak(before: statement), file.step(around: statement))
    let lines = try awaiting(call, as: (reply, status), of: method, margin + step, step, nil)
    let head = Self.head(capturing: try variablesRead(by: call, of: site))
    let told = "\(file.source.text(function.range))(\(reply), \(status))"
    edits = [
      Edit(statement.range, target + head + lines + margin + step + told + margin + "}")
    ]
  }

  private static func head(capturing names: [String]) -> String {
    "Task {" + (names.isEmpty ? "" : " [\(names.joined(separator: ", "))] in")
  }

  /// The variables of the function that a call and its completion read, which a task must hold as they are.
  ///
  /// - Throws: a `Refusal` if they change one.
  private func variablesRead(by call: Node, of site: CallSite) throws(Refusal) -> [String] {
    let state = try CarriedState([call], movedFrom: site.statement, file)
    guard state.changed.isEmpty else { throw Self.refusal }
    return state.captures.filter { $0 != "self" }
  }

  /// Whether a parameter is asked what only a `Status` of grpc-swift 2 says, so that it becomes one.
  private func asksForSuccess(_ parameter: Node, _ place: FileContext) -> Bool {
    guard let symbol = place.semantics.symbol(of: parameter),
      parameter.parameterType?.text == "CallResult"
    else { return false }
    return place.semantics.references(to: symbol).contains { use in
      guard let member = use.parent, member.kind == .memberAccess, member.base == use else {
        return false
      }
      return member.name == "success"
    }
  }

  /// What stands before the task: `let call = `, `self.call = `.
  private mutating func target(of site: CallSite) throws(Refusal) -> String {
    switch site.use {
    case .discarded: return ""
    case .bound(let symbol, let name):
      guard site.statement.kind == .variableDecl else {
        variables = [symbol]
        return name + " = "
      }
      variables = [symbol]
      let start = site.statement.range.lowerBound
      return file.source.text(start..<site.mark.range.lowerBound)
    case .kept:
      guard site.statement.kind == .assignment, site.statement.rightOperand == site.mark,
        let left = site.statement.leftOperand, let symbol = file.semantics.symbol(of: left)
      else { throw Self.refusal }
      variables = [symbol]
      return file.source.text(left.range) + " = "
    case .condition, .result: throw Self.refusal
    }
  }

  /// The client as a task names it that captures `self` weakly: what it is asked must not be lost with `self`.
  ///
  /// - Returns: nil if the client is none of `self`.
  private func clientOutsideSelf(
    of call: Node, _ closure: Node, _ captures: inout [String]
  ) throws(Refusal) -> String? {
    guard let base = call.callee?.base else { throw Self.refusal }
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

  /// The lines that await the reply and say how the call ended, each with its line break.
  ///
  /// - Parameter breaks: a line break with the indentation of the task's lines, and one level more.
  private mutating func opening(
    of call: Node, _ closure: Node, _ symbol: Symbol, _ breaks: [String],
    client: String?
  ) throws(Refusal) -> String {
    let (line, step) = (breaks[0], breaks[1])
    let handler = CompletionClosure(closure, file)
    guard handler.parameters.allSatisfy(\.children.isEmpty), closure.signature?.returnType == nil,
      handler.parameters.count == 2 || handler.parameters.isEmpty
    else { throw Self.refusal }
    let reply = try name(ofParameter: 0, in: handler, ["reply", "received", "answer"])
    let result = try name(ofParameter: 1, in: handler, ["result", "outcome", "ending"])
    edits += try handler.editsForStatus(ofParameter: 1)
    if !handler.isUsed(parameter: 1) {
      let target = handler.isUsed(parameter: 0) ? "let \(reply)" : "_"
      return line + "\(target) = try? await "
        + (try callOfGRPC2(from: call, client: client, file))
    }
    let names = (handler.isUsed(parameter: 0) ? reply : nil, result)
    return try awaiting(call, as: names, of: symbol, line, step, client)
  }

  /// The lines that await a call and fill the names of its reply and its status.
  ///
  /// - Parameter names: no name for a reply that nobody looks at.
  private func awaiting(
    _ call: Node, as names: (reply: String?, result: String), of symbol: Symbol, _ line: String,
    _ step: String, _ client: String?
  ) throws(Refusal) -> String {
    let awaited = "try await " + (try callOfGRPC2(from: call, client: client, file))
    let result = names.result
    var before = line + "let \(result): Status"
    var success = "_ = "
    var failure: [String] = []
    if let reply = names.reply {
      guard let closureType = symbol.parameterTypes.last?.fullyUnwrapped,
        case .function(let given, _, _, _) = closureType, let type = given.first
      else { throw Self.refusal }
      before = line + "let \(reply): \(describe(type))" + before
      success = "\(reply) = "
      failure = ["\(reply) = nil"]
    }
    let deeper = line + step
    let unknown = "\(result) = Status(code: .unknown, message: \"\\(error)\")"
    let known = "\(result) = Status(code: Status.Code(error.code), message: error.message)"
    return before + line + "do {" + deeper + success + awaited + deeper
      + "\(result) = Status(code: .ok, message: \"\")" + line + "} catch let error as RPCError {"
      + (failure + [known]).map { deeper + $0 }.joined() + line + "} catch {"
      + (failure + [unknown]).map { deeper + $0 }.joined() + line + "}"
  }

  /// The name of a parameter in the task; another one where the completion binds its name again.
  private mutating func name(
    ofParameter position: Int, in handler: CompletionClosure, _ names: [String]
  ) throws(Refusal) -> String {
    let uses = handler.uses(ofParameter: position)
    let own = handler.parameters.isEmpty ? "" : handler.parameters[position].name
    let isBoundAgain = handler.closure.items.contains { item in
      guard item.kind == .guardStmt || item.kind == .variableDecl else { return false }
      return item.conditions.contains { $0.pattern?.name == own }
        || item.bindings.contains { $0.boundNames.contains { $0.name == own } }
    }
    guard own.isEmpty || isBoundAgain else { return own }
    guard let free = file.freeName(names, around: handler.closure) else { throw Self.refusal }
    guard position == 0 || !isBoundAgain else { throw Self.refusal }
    edits += uses.map { Edit($0.range, free) }
    return free
  }
}
