import MoultRewriting
import MoultSource
import MoultSyntax

/// XCTest's `XCTAssertThrowsError(f())` or `XCTAssertNoThrow(f())`, whose argument is an autoclosure that cannot suspend.
///
/// The value of any other assertion is asked for in a statement before; these two are about the error, which would
/// leave the test there. What is asserted stays where it is, and a `do` takes the place of what stands around it.
struct ThrowAssertion {
  let call: Node

  /// The first argument of the call.
  let argument: Node

  /// Whether it holds where an error is thrown.
  private let wantsError: Bool

  /// - Parameter argument: the innermost autoclosure around an expression.
  init?(_ argument: Node?) {
    guard let argument, let call = argument.parent?.parent, call.kind == .functionCall,
      call.arguments.first == argument, let callee = call.callee, callee.kind == .declReference
    else { return nil }
    switch callee.name {
    case "XCTAssertThrowsError": wantsError = true
    case "XCTAssertNoThrow": wantsError = false
    default: return nil
    }
    (self.call, self.argument) = (call, argument)
  }

  /// Whether an error goes out of the test, which fails by that.
  var letsErrorsOut: Bool { !wantsError && call.arguments.count == 1 }

  /// Why a person has to write it, with the code that does the same: a phrase.
  var obstacle: String {
    wantsError
      ? "'XCTAssertThrowsError' cannot wait: write 'do { _ = try await …; XCTFail() } catch { … }' for it"
      : "'XCTAssertNoThrow' cannot wait: write '_ = try await …' for it"
  }

  /// Returns what changes around the argument's value, or nil if the assertion is no statement of its own, takes its
  /// handler as a value, or has a handler or comments that no `catch` can hold as they are.
  func edits(in file: FileContext) -> [Edit]? {
    guard let block = call.parent,
      [.codeBlock, .closure, .switchCase].contains(block.kind) && block.items.contains(call),
      let failure = failure(file)
    else { return nil }
    let value = argument.argumentValue.range
    let before = call.range.lowerBound..<value.lowerBound
    let bytes = file.source.bytes
    let line = bytes.lineEnding + bytes.indentation(ofLineAt: call.range.lowerBound.index)
    let step = file.layout.indentUnit
    guard !file.tree.holdsComment(in: before) else { return nil }
    if letsErrorsOut {
      let behind = value.upperBound..<call.range.upperBound
      guard !file.tree.holdsComment(in: behind), call.trailingClosures.isEmpty else { return nil }
      return [Edit(before, "_ = "), Edit(behind, "")]
    }
    let begin = Edit(before, "do {\(line)\(step)_ = ")
    guard wantsError else {
      let behind = value.upperBound..<call.range.upperBound
      guard !file.tree.holdsComment(in: behind), call.trailingClosures.isEmpty else { return nil }
      return [begin, Edit(behind, "\(line)} catch {\(line)\(step)\(failure)\(line)}")]
    }
    let end = "\(line)\(step)\(failure)\(line)} catch "
    guard let handler = call.trailingClosures.first else {
      let behind = value.upperBound..<call.range.upperBound
      guard !file.tree.holdsComment(in: behind) else { return nil }
      return [begin, Edit(behind, end + "{}")]
    }
    guard call.trailingClosures.count == 1, handler.label == nil,
      let (pattern, uses) = errorName(of: handler.closure)
    else { return nil }
    let open = ByteOffset(handler.closure.range.lowerBound.index + 1)
    let body = handler.closure.child(.closureSignature)?.range.upperBound ?? open
    let behind = value.upperBound..<body
    guard !file.tree.holdsComment(in: behind) else { return nil }
    return [begin, Edit(behind, end + pattern + "{")] + uses.map { Edit($0.range, "error") }
  }

  /// The call of `XCTFail` with what the assertion says about itself; nil if an argument is its handler.
  private func failure(_ file: FileContext) -> String? {
    let others = call.arguments.dropFirst()
    guard others.dropFirst().allSatisfy({ $0.argumentLabel != nil }) else { return nil }
    let message = wantsError ? "\"no error was thrown\"" : "\"\\(error)\""
    guard let first = others.first, let last = others.last else { return "XCTFail(\(message))" }
    let range = first.range.lowerBound..<last.range.upperBound
    guard !file.tree.holdsComment(in: range) else { return nil }
    let said = file.source.text(range)
    return first.argumentLabel == nil ? "XCTFail(\(said))" : "XCTFail(\(message), \(said))"
  }

  /// What a `catch` says before its `{` to call the error as a handler does, and the uses of `$0` in the handler.
  private func errorName(of handler: Node) -> (pattern: String, uses: [Node])? {
    let inner = handler.descendants.filter { $0 != handler }
    let leaves = inner.contains { node in
      node.kind == .returnStmt
        && node.ancestors.first { $0.kind == .closure || $0.kind == .functionDecl } == handler
    }
    guard !leaves, handler.captures.isEmpty else { return nil }
    if handler.child(.closureSignature) != nil {
      guard handler.parameters.count == 1, let name = handler.parameters.first?.internalName else {
        return nil
      }
      switch name {
      case "error": return ("", [])
      case "_": return (handler.items.isEmpty ? "" : "_ ", [])
      default: return ("let \(name) ", [])
      }
    }
    let uses = inner.filter { $0.kind == .declReference && $0.name == "$0" }
    let isTaken = inner.contains {
      ($0.kind.isPattern || $0.kind == .declReference) && $0.name == "error"
    }
    guard !isTaken, !inner.contains(where: { $0.kind == .closure }) else { return nil }
    return ("", uses)
  }
}
