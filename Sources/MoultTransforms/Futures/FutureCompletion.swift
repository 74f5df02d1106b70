import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `E.whenComplete { … }` into a `Task` that awaits and then does what the closure did.
///
/// Of a call that is kept, all closures go into one `Task`: `call.response.whenSuccess { … }` and
/// `call.response.whenFailure { … }` are the two sides of one `do`.
struct FutureCompletion {
  /// The calls of `whenComplete`, `whenSuccess` and `whenFailure` that belong together, in source order.
  let calls: [Node]
  private let future: Node
  private let tail: FutureTail
  private let library: FutureLibrary
  private let file: FileContext

  /// The declaration of a kept call, which goes.
  private let declaration: Node?

  init(
    _ future: Node, _ call: Node, _ library: FutureLibrary, _ file: FileContext
  ) throws(Refusal) {
    self.library = library
    self.file = file
    tail = FutureTail(library, file)
    guard let block = call.parent, block.isBlockOfStatements || block.kind == .switchCase else {
      throw Refusal(library.nextStep)
    }
    // A kept call, which every one of these statements begins with.
    if library.isFuture(future, file), let name = future.base, name.kind == .declReference {
      guard let local = LocalVariable(named: name, file), let statement = local.declaration?.node,
        statement.parent == block, let index = block.items.firstIndex(of: statement)
      else { throw Refusal(library.nextStep) }
      let uses = local.uses(file)
      let next = Array(block.items[(index + 1)...].prefix(uses.count))
      let known = zip(uses, next).allSatisfy { use, item in
        guard let response = use.parent, library.isFuture(response, file),
          let member = MemberAccess(on: response)?.node
        else { return false }
        return item.kind == .functionCall && item.callee == member
      }
      guard known, next.count == uses.count else { throw Refusal(library.nextStep) }
      calls = next
      declaration = statement
      self.future = future
    } else {
      calls = [call]
      declaration = nil
      self.future = future
    }
  }

  /// Puts the task in the place of the statements.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    let (start, end) = (declaration ?? calls[0], calls[calls.count - 1])
    let whole = start.range.lowerBound..<end.range.upperBound
    guard !file.source.text(whole).contains("\"\"\""), hasNoCommentBetween(start),
      taskCanKeep([declaration].compactMap(\.self) + calls, file)
    else { throw refusal }
    let items: [Code]
    switch calls.map({ $0.callee?.name ?? "" }) {
    case ["whenComplete"]: items = try completed(calls[0], &editor)
    case ["whenSuccess"]: items = try succeeded(calls[0], &editor)
    case ["whenSuccess", "whenFailure"]:
      items = [try caught(try succeeded(calls[0], &editor), by: calls[1], &editor)]
    case ["whenFailure"]:
      let ignored = Code.infix(.word("_"), "=", .tryAwait(try asked(&editor)))
      items = [try caught([ignored], by: calls[0], &editor)]
    default: throw refusal
    }
    editor.replace(
      from: start, to: end,
      with: [.call(.library("_Concurrency.Task"), [], trailing: [ClosureCode(items)])])
  }

  private var refusal: Refusal { Refusal(library.nextStep) }

  /// What is awaited, without its marks.
  private func asked(_ editor: inout SyntaxEditor) throws(Refusal) -> Code {
    if let declaration = declaration.flatMap({ VariableDecl($0) }) {
      guard let call = declaration.bindings.only?.value, declaration.introducer == .let,
        let code = try library.code(call.node, file)
      else { throw refusal }
      return code
    }
    guard let simple = try tail.simple(future, &editor), simple.declaration == nil else {
      throw refusal
    }
    return simple.code
  }

  /// Whether the future is that of an optional, `client?.get(r).response`, so that nothing is done where that is nil.
  private var isOfOptional: Bool {
    var node = future
    while let inner = node.base ?? node.callee, node.kind != .optionalChaining { node = inner }
    return node.kind == .optionalChaining
  }

  /// The statement that asks for the reply.
  private func statement(of asked: Code, named name: String) -> Code {
    let value = Code.tryAwait(asked)
    guard isOfOptional else { return FutureTail.Use.named(name).statement(of: value) }
    let isThere: Code =
      name == "_"
      ? .tryAwait(.infix(asked, "!=", .word("nil"))) : .variable(.let, name, value: value)
    return .form(.guarding([isThere], else: [.word("return")]))
  }

  private func hasNoCommentBetween(_ start: Node) -> Bool {
    let closures = calls.compactMap { CallExpr($0).flatMap { tail.onlyClosure(of: $0)?.node } }
    guard closures.count == calls.count else { return true }
    var end = (declaration ?? future).range.upperBound
    for closure in closures {
      guard let body = file.statements(of: closure) else { return false }
      if file.tree.holdsComment(in: end..<body.lowerBound) { return false }
      end = body.upperBound
    }
    return !file.tree.holdsComment(in: end..<(calls.last ?? start).range.upperBound)
  }

  // MARK: - Shapes

  private func succeeded(
    _ success: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    let asked = try asked(&editor)
    let (name, items) = try handler(of: success, names: ["reply", "value"], &editor)
    return [statement(of: asked, named: name ?? "_")] + items
  }

  /// `do { … } catch { … }`, with what the closure of `whenFailure` does.
  private func caught(
    _ items: [Code], by failure: Node, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> Code {
    let (name, handled) = try handler(of: failure, names: ["error", "failure"], &editor)
    return .form(.caught(items, binding: name == "error" ? nil : name, .new(handled)))
  }

  private func completed(_ call: Node, _ editor: inout SyntaxEditor) throws(Refusal) -> [Code] {
    guard let view = CallExpr(call) else { throw refusal }
    let closure = tail.onlyClosure(of: view)
    if let closure, let switched = try switched(closure, &editor) { return [switched] }
    let type = file.semantics.type(of: future).valueOfFuture ?? .unknown
    let spelled = describe(type)
    guard
      !spelled.split(whereSeparator: { !$0.isLetter && $0 != "_" && !$0.isNumber }).contains("_")
    else { throw refusal }
    let asked = try asked(&editor)
    let (name, items): (String, [Code])
    if closure == nil {
      // A function that is given the result.
      guard let function = view.onlyArgument?.expression else { throw refusal }
      (name, items) = ("result", [.call(.kept(function), [.plain(.word("result"))])])
    } else {
      let handled = try handler(of: call, names: ["result", "outcome"], &editor)
      guard let given = handled.name else { throw refusal }
      (name, items) = (given, handled.items)
    }
    func assigned(_ side: String, _ value: Code) -> Code {
      .infix(.word(name), "=", .call(.member(nil, side), [.plain(value)]))
    }
    var success = [assigned("success", .tryAwait(asked))]
    if isOfOptional {
      guard let reply = file.freeName(["reply", "value", "success"], around: call), reply != name
      else { throw refusal }
      success = [statement(of: asked, named: reply), assigned("success", .word(reply))]
    }
    let value = spelled == "()" ? Code.word("Void") : .type(type)
    let result = Code.generic(
      .library("Swift.Result"), [value, .form(.existential(.library("Swift.Error")))])
    return [
      .variable(.let, name, type: result, value: nil),
      .form(
        .caught(success, .new([assigned("failure", .word("error"))]))),
    ] + items
  }

  /// `switch result { case .success(let reply): … case .failure(let error): … }` is a `do` and a `catch`.
  private func switched(
    _ closure: ClosureExpr, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> Code? {
    guard closure.captures.isEmpty, case .statement(.choice(let choice))? = closure.items.only,
      let subject = choice.subject, tail.uses(ofParameterOf: closure) == [subject.node]
    else { return nil }
    let cases = Array(choice.cases)
    guard cases.count == 2, let reply = boundName(of: cases[0], "success"),
      let error = boundName(of: cases[1], "failure"),
      let done = statements(of: cases[0]), let failed = statements(of: cases[1])
    else { return nil }
    let asked = statement(of: try asked(&editor), named: reply)
    return .form(
      .caught(
        [asked] + done, binding: error == "error" || error == "_" ? nil : error, .new(failed)))
  }

  /// The name in `case .success(let reply):`; `_` where none is bound.
  private func boundName(of clause: SwitchCase, _ name: String) -> String? {
    guard let item = clause.caseItems.only, item.whereCondition == nil,
      let taken = CasePattern(item.pattern), taken.name == name, taken.introducer ?? .let == .let
    else { return nil }
    return taken.bound
  }

  private func statements(of clause: SwitchCase) -> [Code]? {
    let items = clause.items.map(\.node)
    let leaves = items.contains { item in
      item.descendants { isLoopOrFunction($0) }.contains {
        $0.kind == .breakStmt || $0.kind == .fallthroughStmt
      }
    }
    return leaves || items.isEmpty ? nil : Code.kept(items: items)
  }

  private func isLoopOrFunction(_ node: Node) -> Bool {
    let kinds: [NodeKind] = [
      .forStmt, .whileStmt, .repeatStmt, .switchExpr, .closure, .functionDecl,
    ]
    return kinds.contains(node.kind)
  }

  // MARK: - Closures

  /// What a closure does, and the name of what it is given; nil if it does not use it.
  private func handler(
    of call: Node, names: [String], _ editor: inout SyntaxEditor
  ) throws(Refusal) -> (name: String?, items: [Code]) {
    guard let closure = CallExpr(call).flatMap({ tail.onlyClosure(of: $0) }) else { throw refusal }
    guard file.statements(of: closure.node) != nil,
      closure.captures.allSatisfy({ $0.node.text == "self" }), closure.parameters.count <= 1
    else {
      throw closure.captures.first.map {
        Refusal("\(library.nextStep); its closure captures '\($0.node.text)'")
      } ?? refusal
    }
    let items = Code.kept(items: closure.items.map(\.node))
    if let parameter = closure.parameters.first {
      return (parameter.name == "_" ? nil : parameter.name, items)
    }
    let uses = tail.uses(ofParameterOf: closure)
    guard !uses.isEmpty else { return (nil, items) }
    guard let name = file.freeName(names, around: closure.node) else { throw refusal }
    for use in uses { editor.rename(use, to: name) }
    return (name, items)
  }
}

extension SemanticType {
  /// `T` of `EventLoopFuture<T>`.
  var valueOfFuture: SemanticType? {
    guard case .nominal(let symbol, let arguments) = self, arguments.count == 1,
      symbol.qualifiedName == "NIOCore.EventLoopFuture"
    else { return nil }
    return arguments.first
  }
}
