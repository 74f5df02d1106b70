import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// A future that is one expression once it is awaited.
struct SimpleFuture {
  /// What makes it that expression, without `try await` before it.
  var edits: [Edit]

  /// Where the expression begins.
  let start: ByteOffset

  /// The statement `let call = …` right before, in which the expression begins; it goes.
  var declaration: Node?
}

/// Turns `return E.flatMap { x in … }` into `let x = try await E` and what the closure says.
struct FutureTail {
  let library: FutureLibrary
  let file: FileContext

  init(_ library: FutureLibrary, _ file: FileContext) {
    self.library = library
    self.file = file
  }

  /// Returns the edits of a function's body, all of whose outcomes are futures.
  func edits(ofBody body: Node) throws(Refusal) -> [Edit] {
    let items = body.items
    var lines = Dedentation()
    var edits: [Edit] = []
    if items.count == 1, let only = items.first, only.kind.isExpression {
      // Without `return` the value is what the function gives.
      if !isNever(only) {
        edits = try emit(only, .implicit, from: only.range.lowerBound, in: only, &lines)
      }
      return edits + lines.edits(outside: edits)
    }
    let returns = body.descendants(where: isFunctionBoundary).filter { $0.kind == .returnStmt }
    guard !returns.isEmpty || items.allSatisfy({ isNever($0) || $0.kind == .throwStmt }) else {
      throw Refusal(library.nextStep)
    }
    for statement in returns {
      guard let value = statement.operand else { throw Refusal(library.nextStep) }
      edits += try emit(value, .returned, from: statement.range.lowerBound, in: statement, &lines)
    }
    return edits + lines.edits(outside: edits)
  }

  private func isFunctionBoundary(_ node: Node) -> Bool {
    node.kind == .closure || node.kind == .functionDecl
  }

  private func isNever(_ node: Node) -> Bool {
    node.kind == .functionCall
      && ["fatalError", "preconditionFailure"].contains(node.callee?.name ?? "")
  }

  // MARK: - One expression

  /// Returns what makes a future one expression; nil if it takes statements.
  func simple(_ future: Node) throws(Refusal) -> SimpleFuture? {
    if library.isFuture(future, file), let call = future.base {
      if call.kind == .functionCall {
        guard var edits = try library.edits(call, file) else { throw Refusal(library.nextStep) }
        edits.append(Edit(call.range.upperBound..<future.range.upperBound, ""))
        return SimpleFuture(edits: edits, start: call.range.lowerBound)
      }
      return try simple(local: call, future)
    }
    switch future.kind {
    case .declReference: return try simple(local: future, future)
    case .functionCall:
      guard let callee = future.callee else { return nil }
      if callee.kind == .memberAccess, let base = callee.base, let step = FutureStep(callee.name),
        isFutureType(base)
      {
        return try simple(step, base, future)
      }
      guard let symbol = file.semantics.symbol(of: future), symbol.kind == .function,
        symbol.declaration?.kind == .functionDecl, isFutureType(future), !isMade(future)
      else { return nil }
      return SimpleFuture(edits: [], start: future.range.lowerBound)
    default: return nil
    }
  }

  /// `let call = client.get(r)`, and `call.response` at the start of the next statement.
  private func simple(local name: Node, _ future: Node) throws(Refusal) -> SimpleFuture? {
    guard let symbol = file.semantics.symbol(of: name), symbol.kind == .local,
      let pattern = symbol.declaration,
      let statement = ([pattern] + pattern.ancestors.prefix(3)).first(where: {
        $0.kind == .variableDecl
      }), let value = statement.bindings.first?.initialValue, statement.bindings.count == 1,
      file.semantics.references(to: symbol).filter({ $0.kind == .declReference }).count == 1,
      let block = statement.parent, let index = block.items.firstIndex(of: statement),
      index + 1 < block.items.count, name.isInside(block.items[index + 1])
    else { throw Refusal(library.nextStep) }
    guard !file.tree.holdsComment(in: statement.range.upperBound..<name.range.lowerBound) else {
      throw Refusal(library.nextStep)
    }
    let made: SimpleFuture?
    if future.kind == .memberAccess {
      guard let edits = try library.edits(value, file) else { throw Refusal(library.nextStep) }
      made = SimpleFuture(edits: edits, start: value.range.lowerBound)
    } else {
      made = try simple(value)
    }
    guard var result = made, result.declaration == nil else { throw Refusal(library.nextStep) }
    result.edits.append(Edit(value.range.upperBound..<future.range.upperBound, ""))
    result.declaration = statement
    return result
  }

  /// `E.map { $0.message }` is `E.message`, and `E.map { Greeting($0) }` is `Greeting(E)`.
  private func simple(
    _ step: FutureStep, _ base: Node, _ call: Node
  ) throws(Refusal) -> SimpleFuture? {
    guard var inner = try simple(base) else { return nil }
    switch step {
    case .hop:
      inner.edits.append(Edit(base.range.upperBound..<call.range.upperBound, ""))
      return inner
    case .map, .flatMapThrowing:
      if let path = call.arguments.first?.argumentValue, path.kind == .keyPath,
        call.arguments.count == 1, call.trailingClosures.isEmpty, path.text.hasPrefix("\\.")
      {
        let members = String(path.text.dropFirst())
        inner.edits.append(Edit(base.range.upperBound..<call.range.upperBound, members))
        return inner
      }
      guard let closure = onlyClosure(of: call), closure.captures.isEmpty,
        closure.items.count == 1, let body = closure.items.first, body.kind.isExpression,
        !file.tree.holdsComment(in: closure.range)
      else { return nil }
      let uses = uses(ofParameterOf: closure)
      guard uses.count == 1, let use = uses.first, isPlainPath(from: use, to: body) else {
        return nil
      }
      let before = file.source.text(body.range.lowerBound..<use.range.lowerBound)
      guard !before.utf8.contains(10) else { return nil }
      // A 'try' of the closure is the one that is written before the call.
      let kept = before.hasPrefix("try ") ? String(before.dropFirst(4)) : before
      guard kept.isEmpty || inner.declaration == nil else { return nil }
      if !kept.isEmpty { inner.edits.append(Edit(inner.start..<inner.start, kept)) }
      inner.edits.append(Edit(base.range.upperBound..<use.range.upperBound, ""))
      inner.edits.append(Edit(body.range.upperBound..<call.range.upperBound, ""))
      return inner
    case .flatMap, .flatMapError, .flatMapErrorThrowing, .recover: return nil
    }
  }

  /// Whether `use` may be asked for with `try await` at the start of `body`.
  private func isPlainPath(from use: Node, to body: Node) -> Bool {
    if use == body { return true }
    for ancestor in use.ancestors {
      switch ancestor.kind {
      case .memberAccess, .functionCall, .argument, .argumentList, .subscriptCall, .tuple,
        .arrayLiteral, .tryExpr, .prefixOperator, .dictionaryLiteral, .dictionaryElement:
        break
      default: return false
      }
      if ancestor == body { return true }
    }
    return false
  }

  // MARK: - Statements

  /// What is done with the value.
  enum Use {
    /// It is the value of the function, without `return` and with it.
    case implicit, returned
    /// It gets a name, for what follows.
    case named(String)

    /// What stands before a value.
    var text: String {
      switch self {
      case .implicit, .returned: "return "
      case .named(let name): name == "_" ? "_ = " : "let \(name) = "
      }
    }

    var isOutcome: Bool {
      if case .named = self { return false }
      return true
    }
  }

  /// Returns the edits that put what `future` gives to use.
  ///
  /// - Parameters:
  ///   - start: what stands between it and the future goes.
  ///   - statement: whose indentation what is written has.
  private func emit(
    _ future: Node, _ use: Use, from start: ByteOffset, in statement: Node,
    _ lines: inout Dedentation
  ) throws(Refusal) -> [Edit] {
    if let simple = try simple(future) {
      var edits = simple.edits
      let isShort: Bool
      if case .implicit = use { isShort = simple.declaration == nil } else { isShort = false }
      let head = (isShort ? "" : use.text) + "try await "
      let from = simple.declaration?.range.lowerBound ?? start
      let text = edits.filter { $0.range == simple.start..<simple.start }
        .map { String(decoding: $0.replacement, as: UTF8.self) }.reversed().joined()
      edits.removeAll { $0.range == simple.start..<simple.start }
      edits.append(Edit(from..<simple.start, head + text))
      return edits
    }
    if let made = try constant(future, use, from: start) { return made }
    guard future.kind == .functionCall, let callee = future.callee, let base = callee.base,
      let step = FutureStep(callee.name), let closure = onlyClosure(of: future),
      closure.captures.isEmpty, let first = closure.items.first,
      let body = file.statements(of: closure),
      !file.tree.holdsComment(in: base.range.upperBound..<body.lowerBound),
      !file.tree.holdsComment(in: body.upperBound..<future.range.upperBound),
      !file.source.text(closure.range).contains("\"\"\"")
    else { throw Refusal(library.nextStep) }
    let line = file.lineBreak(before: statement)
    if step.takesError {
      return try recovering(future, base, step, closure, use, from: start, line)
    }
    let name = try parameterName(of: closure, around: statement)
    var edits = try emit(base, .named(name.text), from: start, in: statement, &lines)
    edits += name.edits
    edits.append(Edit(base.range.upperBound..<body.lowerBound, line))
    edits.append(Edit(body.upperBound..<future.range.upperBound, ""))
    lines.add(
      body, of: file,
      by: file.indentation(of: first).count - file.indentation(of: statement).count)
    if closure.items.count == 1, first.kind.isExpression {
      if step.givesFuture {
        return edits
          + (try emit(first, explicit(use), from: first.range.lowerBound, in: statement, &lines))
      }
      edits.append(Edit(first.range.lowerBound..<first.range.lowerBound, use.text))
      return edits
    }
    guard use.isOutcome else { throw Refusal(library.nextStep) }
    guard step.givesFuture else { return edits }
    let returns = closure.items.flatMap { $0.descendants(where: isFunctionBoundary) }
      .filter { $0.kind == .returnStmt }
    for inner in returns {
      guard let value = inner.operand else { throw Refusal(library.nextStep) }
      edits += try emit(value, .returned, from: inner.range.lowerBound, in: inner, &lines)
    }
    return edits
  }

  private func explicit(_ use: Use) -> Use {
    if case .implicit = use { return .returned }
    return use
  }

  /// `E.recover { error in … }` to `do { return try await E } catch { … }`.
  private func recovering(
    _ future: Node, _ base: Node, _ step: FutureStep, _ closure: Node, _ use: Use,
    from start: ByteOffset, _ line: String
  ) throws(Refusal) -> [Edit] {
    guard use.isOutcome, let simple = try simple(base), simple.declaration == nil,
      let first = closure.items.first, let body = file.statements(of: closure)
    else { throw Refusal(library.nextStep) }
    let head = "do {\(line)  return try await "
    var edits = simple.edits.filter { $0.range != simple.start..<simple.start }
    let text = simple.edits.filter { $0.range == simple.start..<simple.start }
      .map { String(decoding: $0.replacement, as: UTF8.self) }.joined()
    edits.append(Edit(start..<simple.start, head + text))
    let uses = uses(ofParameterOf: closure)
    let named = closure.parameters.first?.internalNameOfParameter ?? "error"
    let binding = named == "error" || named == "_" ? "" : "let \(named) "
    if closure.parameters.isEmpty { edits += uses.map { Edit($0.range, "error") } }
    let isShort = !file.source.text(closure.range).utf8.contains(10)
    let opening = isShort ? "\(line)  " : file.indentation(of: first)
    edits.append(
      Edit(
        base.range.upperBound..<body.lowerBound,
        "\(line)} catch \(binding){\(isShort ? "" : file.lineEnding)\(opening)"))
    edits.append(Edit(body.upperBound..<future.range.upperBound, "\(line)}"))
    if closure.items.count == 1, first.kind.isExpression {
      if step.givesFuture {
        var unused = Dedentation()
        return edits
          + (try emit(first, .returned, from: first.range.lowerBound, in: first, &unused))
      }
      edits.append(Edit(first.range.lowerBound..<first.range.lowerBound, "return "))
      return edits
    }
    guard step.givesFuture else { return edits }
    for inner in closure.items.flatMap({ $0.descendants(where: isFunctionBoundary) })
    where inner.kind == .returnStmt {
      guard let value = inner.operand else { throw Refusal(library.nextStep) }
      var unused = Dedentation()
      edits += try emit(value, .returned, from: inner.range.lowerBound, in: inner, &unused)
    }
    return edits
  }

  /// `loop.makeSucceededFuture(v)` is `v`, `loop.makeFailedFuture(e)` throws.
  private func constant(
    _ future: Node, _ use: Use, from start: ByteOffset
  ) throws(Refusal) -> [Edit]? {
    guard isMade(future), let callee = future.callee else { return nil }
    if callee.name == "makeSucceededVoidFuture", use.isOutcome {
      return [Edit(start..<future.range.upperBound, "return")]
    }
    guard let value = future.arguments.first?.argumentValue, future.arguments.count == 1 else {
      throw Refusal(library.nextStep)
    }
    let head: String
    switch callee.name {
    case "makeFailedFuture":
      guard use.isOutcome else { throw Refusal(library.nextStep) }
      head = "throw "
    default:
      if case .implicit = use { head = "" } else { head = use.text }
    }
    return [
      Edit(start..<value.range.lowerBound, head),
      Edit(value.range.upperBound..<future.range.upperBound, ""),
    ]
  }

  private func isMade(_ call: Node) -> Bool {
    call.kind == .functionCall
      && ["makeSucceededFuture", "makeFailedFuture", "makeSucceededVoidFuture"]
        .contains(call.callee?.name ?? "")
  }

  // MARK: - Closures

  /// The closure that a step is given, and nothing else.
  func onlyClosure(of call: Node) -> Node? {
    if let trailing = call.trailingClosures.first {
      return call.trailingClosures.count == 1
        && call.arguments.allSatisfy { $0.argumentValue == trailing.closure }
        ? trailing.closure : nil
    }
    guard call.arguments.count == 1, let value = call.arguments.first?.argumentValue,
      value.kind == .closure
    else { return nil }
    return value
  }

  /// The uses of a closure's only parameter, by name or as `$0`.
  func uses(ofParameterOf closure: Node) -> [Node] {
    CompletionClosure(closure, file).uses(ofParameter: 0)
  }

  /// A name for what a closure is given, and the edits where it said `$0`.
  private func parameterName(
    of closure: Node, around statement: Node
  ) throws(Refusal) -> (text: String, edits: [Edit]) {
    if let parameter = closure.parameters.first {
      guard closure.parameters.count == 1 else { throw Refusal(library.nextStep) }
      let name = parameter.internalNameOfParameter
      let isTaken = file.function(around: statement).descendants().contains { node in
        node.kind == .identifierPattern && node.name == name && !node.isInside(closure)
      }
      guard !isTaken else { throw Refusal(library.nextStep) }
      return (name, [])
    }
    let uses = uses(ofParameterOf: closure)
    guard !uses.isEmpty else { return ("_", []) }
    guard let name = file.freeName(["reply", "value", "received", "outcome"], around: statement)
    else { throw Refusal(library.nextStep) }
    return (name, uses.map { Edit($0.range, name) })
  }

  private func isFutureType(_ node: Node) -> Bool {
    library.isFuture(node, file)
      || file.semantics.type(of: node).nominalSymbol?.qualifiedName == "NIOCore.EventLoopFuture"
  }
}

extension FileContext {
  /// The statements of a closure with the comments before and behind them; nil if it has none, or if a comment
  /// stands beside its head.
  func statements(of closure: Node) -> ByteRange? {
    guard let first = closure.items.first, let last = closure.items.last else { return nil }
    let head = closure.signature?.range.upperBound ?? closure.range.lowerBound
    let before = tree.commentRanges(in: head..<first.range.lowerBound)
    let behind = tree.commentRanges(in: last.range.upperBound..<closure.range.upperBound)
    let start = before.first?.lowerBound ?? first.range.lowerBound
    guard before.isEmpty || source.text(head..<start).utf8.contains(10) else { return nil }
    return start..<(behind.last?.upperBound ?? last.range.upperBound)
  }
}

extension Node {
  /// What the body calls a parameter of a closure, with or without parentheses around it.
  var internalNameOfParameter: String { kind == .closureParameter ? name : internalName }
}

/// Lines that move towards the margin, each by the most that any block around it asks for.
struct Dedentation {
  private var blanks: [ByteOffset: Int] = [:]

  mutating func add(_ range: ByteRange, of file: FileContext, by count: Int) {
    guard count > 0 else { return }
    for index in range.indices where file.source.bytes[index] == UInt8(ascii: "\n") {
      let start = index + 1
      var end = start
      while end < range.upperBound.index, end - start < count,
        file.source.bytes[end] == UInt8(ascii: " ") || file.source.bytes[end] == UInt8(ascii: "\t")
      { end += 1 }
      let offset = ByteOffset(start)
      blanks[offset] = max(blanks[offset] ?? 0, end - start)
    }
  }

  var edits: [Edit] { edits(outside: []) }

  /// - Parameter others: edits that take away some of the lines' beginnings themselves.
  func edits(outside others: [Edit]) -> [Edit] {
    blanks.filter { $0.value > 0 }.sorted { $0.key < $1.key }.compactMap { start, count in
      let range = start..<ByteOffset(start.index + count)
      guard !others.contains(where: { $0.range.overlaps(range) }) else { return nil }
      return Edit(range, "")
    }
  }
}
