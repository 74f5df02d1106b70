import MoultMatching
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
      guard let symbol = file.semantics.symbol(of: name), symbol.kind == .local,
        let pattern = symbol.declaration,
        let statement = ([pattern] + pattern.ancestors.prefix(3)).first(where: {
          $0.kind == .variableDecl
        }), statement.parent == block, let index = block.items.firstIndex(of: statement)
      else { throw Refusal(library.nextStep) }
      let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
      let next = Array(block.items[(index + 1)...].prefix(uses.count))
      let known = zip(uses, next).allSatisfy { use, item in
        guard let response = use.parent, library.isFuture(response, file),
          let member = response.parent, member.kind == .memberAccess, member.base == response
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

  func edits() throws(Refusal) -> [Edit] {
    let start = declaration ?? calls[0]
    let whole = start.range.lowerBound..<(calls.last ?? start).range.upperBound
    guard !file.source.text(whole).contains("\"\"\""), hasNoCommentBetween(start) else {
      throw Refusal(library.nextStep)
    }
    switch calls.map({ $0.callee?.name ?? "" }) {
    case ["whenComplete"]: return try complete(calls[0], start)
    case ["whenSuccess"]: return try succeed(calls[0], nil, start)
    case ["whenSuccess", "whenFailure"]: return try succeed(calls[0], calls[1], start)
    case ["whenFailure"]: return try fail(calls[0], start)
    default: throw Refusal(library.nextStep)
    }
  }

  /// The awaited expression: its edits, and where it begins and ends.
  private func awaited() throws(Refusal) -> (edits: [Edit], range: ByteRange) {
    if let declaration {
      guard let call = declaration.bindings.first?.initialValue, declaration.bindings.count == 1,
        declaration.name == "let", let edits = try library.edits(call, file)
      else { throw Refusal(library.nextStep) }
      return (edits, call.range)
    }
    guard let simple = try tail.simple(future), simple.declaration == nil else {
      throw Refusal(library.nextStep)
    }
    return (simple.edits, simple.start..<future.range.upperBound)
  }

  private func hasNoCommentBetween(_ start: Node) -> Bool {
    let closures = calls.compactMap(tail.onlyClosure)
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

  private func succeed(_ success: Node, _ failure: Node?, _ start: Node) throws(Refusal) -> [Edit] {
    let (edits, range) = try awaited()
    let line = file.lineBreak(before: start)
    let deeper = failure == nil ? line + "  " : line + "    "
    let (binding, body, renames) = try handler(success, fallback: ["reply", "value"])
    var result = merged(
      edits, at: range.lowerBound, from: start.range.lowerBound,
      "Task {\(line)  " + (failure == nil ? "" : "do {\(deeper)") + binding + "try await ")
    result += renames
    result.append(Edit(range.upperBound..<body.lowerBound, deeper))
    result += shifting(body, by: deeper.count - line.count, over: success, start)
    guard let failure else {
      result.append(Edit(body.upperBound..<success.range.upperBound, line + "}"))
      return result
    }
    let (error, other, more) = try catcher(failure)
    result += more
    result.append(Edit(body.upperBound..<other.lowerBound, "\(line)  } catch\(error) {\(deeper)"))
    result += shifting(other, by: 4, over: failure, start)
    result.append(Edit(other.upperBound..<failure.range.upperBound, "\(line)  }\(line)}"))
    return result
  }

  private func fail(_ failure: Node, _ start: Node) throws(Refusal) -> [Edit] {
    let (edits, range) = try awaited()
    let line = file.lineBreak(before: start)
    let (error, body, renames) = try catcher(failure)
    var result = merged(
      edits, at: range.lowerBound, from: start.range.lowerBound,
      "Task {\(line)  do {\(line)    _ = try await ")
    result += renames
    result.append(Edit(range.upperBound..<body.lowerBound, "\(line)  } catch\(error) {\(line)    "))
    result += shifting(body, by: 4, over: failure, start)
    result.append(Edit(body.upperBound..<failure.range.upperBound, "\(line)  }\(line)}"))
    return result
  }

  private func complete(_ call: Node, _ start: Node) throws(Refusal) -> [Edit] {
    if let switched = try completeSwitch(call, start) { return switched }
    let (edits, range) = try awaited()
    let line = file.lineBreak(before: start)
    let type = describe(file.semantics.type(of: future).valueOfFuture ?? .unknown)
    let reply = type == "()" ? "Void" : type
    guard !reply.split(whereSeparator: { !$0.isLetter && $0 != "_" && !$0.isNumber }).contains("_")
    else { throw Refusal(library.nextStep) }
    guard let closure = tail.onlyClosure(of: call) else {
      // A function that is given the result.
      guard call.arguments.count == 1, let function = call.arguments.first?.argumentValue else {
        throw Refusal(library.nextStep)
      }
      var result = merged(
        edits, at: range.lowerBound, from: start.range.lowerBound,
        outcome("result", reply, line))
      result.append(
        Edit(range.upperBound..<function.range.lowerBound, ")" + caught("result", line)))
      result.append(Edit(function.range.upperBound..<call.range.upperBound, "(result)\(line)}"))
      return result
    }
    let (name, body, renames) = try parameter(closure, fallback: ["result", "outcome"])
    guard !name.isEmpty else { throw Refusal(library.nextStep) }
    var result = merged(
      edits, at: range.lowerBound, from: start.range.lowerBound, outcome(name, reply, line))
    result += renames
    result.append(Edit(range.upperBound..<body.lowerBound, ")" + caught(name, line)))
    result += shifting(body, by: 2, over: call, start)
    result.append(Edit(body.upperBound..<call.range.upperBound, line + "}"))
    return result
  }

  private func outcome(_ name: String, _ type: String, _ line: String) -> String {
    "Task {\(line)  let \(name): Result<\(type), any Error>\(line)  do {\(line)    \(name) = .success(try await "
  }

  private func caught(_ name: String, _ line: String) -> String {
    "\(line)  } catch {\(line)    \(name) = .failure(error)\(line)  }\(line)  "
  }

  /// `switch result { case .success(let reply): … case .failure(let error): … }` is a `do` and a `catch`.
  private func completeSwitch(_ call: Node, _ start: Node) throws(Refusal) -> [Edit]? {
    guard let closure = tail.onlyClosure(of: call), closure.captures.isEmpty,
      closure.items.count == 1, let statement = closure.items.first,
      statement.kind == .switchExpr, let subject = statement.subject,
      tail.uses(ofParameterOf: closure) == [subject], statement.switchCases.count == 2
    else { return nil }
    let (success, failure) = (statement.switchCases[0], statement.switchCases[1])
    guard let reply = boundName(of: success, "success"),
      let error = boundName(of: failure, "failure"),
      let body = statements(of: success), let other = statements(of: failure)
    else { return nil }
    let (edits, range) = try awaited()
    let line = file.lineBreak(before: start)
    let binding = reply == "_" ? "_ = " : "let \(reply) = "
    var result = merged(
      edits, at: range.lowerBound, from: start.range.lowerBound,
      "Task {\(line)  do {\(line)    \(binding)try await ")
    let caught = error == "error" || error == "_" ? "" : " let \(error)"
    result.append(Edit(range.upperBound..<body.lowerBound, "\(line)    "))
    result += shifting(body, by: 4, over: success, start)
    result.append(
      Edit(body.upperBound..<other.lowerBound, "\(line)  } catch\(caught) {\(line)    "))
    result += shifting(other, by: 4, over: failure, start)
    result.append(Edit(other.upperBound..<call.range.upperBound, "\(line)  }\(line)}"))
    return result
  }

  /// The name in `case .success(let reply):`; `_` where none is bound.
  private func boundName(of clause: Node, _ name: String) -> String? {
    guard clause.caseItems.count == 1, let item = clause.caseItems.first,
      item.whereCondition == nil
    else { return nil }
    let text = item.text.filter { !$0.isWhitespace }
    if text == ".\(name)" || text == ".\(name)(_)" { return "_" }
    for head in [".\(name)(let", "let.\(name)("] where text.hasPrefix(head) && text.hasSuffix(")") {
      let bound = String(text.dropFirst(head.count).dropLast())
      return bound.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? bound : nil
    }
    return nil
  }

  private func statements(of clause: Node) -> ByteRange? {
    guard let first = clause.items.first, let last = clause.items.last else { return nil }
    let leaves = clause.items.contains { item in
      item.descendants { isLoopOrFunction($0) }.contains {
        $0.kind == .breakStmt || $0.kind == .fallthroughStmt
      }
    }
    return leaves ? nil : first.range.lowerBound..<last.range.upperBound
  }

  private func isLoopOrFunction(_ node: Node) -> Bool {
    let kinds: [NodeKind] = [
      .forStmt, .whileStmt, .repeatStmt, .switchExpr, .closure, .functionDecl,
    ]
    return kinds.contains(node.kind)
  }

  // MARK: - Closures

  /// What binds the reply, the statements, and what renames `$0`.
  private func handler(
    _ call: Node, fallback: [String]
  ) throws(Refusal) -> (String, ByteRange, [Edit]) {
    guard let closure = tail.onlyClosure(of: call) else { throw Refusal(library.nextStep) }
    let (name, body, renames) = try parameter(closure, fallback: fallback)
    return (name.isEmpty ? "_ = " : "let \(name) = ", body, renames)
  }

  private func catcher(_ call: Node) throws(Refusal) -> (String, ByteRange, [Edit]) {
    guard let closure = tail.onlyClosure(of: call) else { throw Refusal(library.nextStep) }
    let (name, body, renames) = try parameter(closure, fallback: ["error", "failure"])
    return (name.isEmpty || name == "error" ? "" : " let \(name)", body, renames)
  }

  /// The name of what a closure is given; empty if it does not use it.
  private func parameter(
    _ closure: Node, fallback: [String]
  ) throws(Refusal) -> (String, ByteRange, [Edit]) {
    guard let body = file.statements(of: closure),
      closure.captures.allSatisfy({ $0.text == "self" }), closure.parameters.count <= 1
    else {
      throw Refusal(
        closure.captures.isEmpty
          ? library.nextStep
          : "\(library.nextStep); its closure captures '\(closure.captures[0].text)'")
    }
    if let parameter = closure.parameters.first {
      let name = parameter.internalNameOfParameter
      return (name == "_" ? "" : name, body, [])
    }
    let uses = tail.uses(ofParameterOf: closure)
    guard !uses.isEmpty else { return ("", body, []) }
    guard let name = file.freeName(fallback, around: closure) else {
      throw Refusal(library.nextStep)
    }
    return (name, body, uses.map { Edit($0.range, name) })
  }

  // MARK: - Layout

  /// Puts `text` in place of what stands before the awaited expression, whose edits may begin right there.
  private func merged(
    _ edits: [Edit], at offset: ByteOffset, from start: ByteOffset, _ text: String
  ) -> [Edit] {
    let inserted = edits.filter { $0.range == offset..<offset }
      .map { String(decoding: $0.replacement, as: UTF8.self) }.reversed().joined()
    return edits.filter { $0.range != offset..<offset } + [Edit(start..<offset, text + inserted)]
  }

  /// Moves the lines of a closure's body to where they stand in the `Task`.
  private func shifting(
    _ body: ByteRange, by wanted: Int, over owner: Node, _ start: Node
  ) -> [Edit] {
    let has = file.indentation(atLineOf: body.lowerBound).count - file.indentation(of: start).count
    let more = wanted - has
    guard more != 0 else { return [] }
    if more < 0 {
      var lines = Dedentation()
      lines.add(body, of: file, by: -more)
      return lines.edits
    }
    return file.linesMoved(in: body, by: String(repeating: " ", count: more))
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
