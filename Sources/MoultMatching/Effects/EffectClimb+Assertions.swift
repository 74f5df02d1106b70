import MoultFindings
import MoultRewriting
import MoultSource
import MoultSyntax

/// Assertions of XCTest, whose arguments are autoclosures that cannot suspend.
extension EffectClimb {
  /// Whether a caller stands in an argument of XCTest's assertions, which are autoclosures that cannot suspend.
  ///
  /// The expression that the fix is about is none: its own edits could not move with it.
  func isHoistable(_ need: Need, _ around: EffectSurroundings) -> Bool {
    guard need.isCaller, need.effects.contains(.async), let argument = around.autoclosure,
      ThrowAssertion(argument) == nil, let call = argument.parent?.parent,
      call.kind == .functionCall, let callee = call.callee
    else { return false }
    return callee.kind == .declReference && callee.name.hasPrefix("XCTAssert")
  }

  /// Asks for the value of an assertion's argument in a statement before.
  ///
  /// - Returns: false if it stands elsewhere.
  mutating func hoist(
    _ need: Need, _ around: EffectSurroundings, _ file: FileContext
  ) -> Bool {
    guard isHoistable(need, around), let argument = around.autoclosure,
      let call = argument.parent?.parent
    else { return false }
    let statement = wholeExpression(around: call)
    guard let block = statement.parent, block.kind == .codeBlock || block.kind == .closure else {
      return false
    }
    guard hoisted.insert(argument).inserted else { return true }
    let value = argument.argumentValue
    var text = file.source.text(value.range)
    var effects = need.effects
    if text.hasPrefix("try ") {
      text.removeFirst("try ".count)
      effects.insert(.throwing)
    }
    let name = nameOfHoisted(need.expression)
    let start = statement.range.lowerBound
    let lineEnd = lineBreak(before: statement, file)
    insert(
      "let \(name) = \(effects.markText)\(text)\(lineEnd)",
      at: SourcePlace(path: file.source.path, offset: start), isFirst: true)
    replace(value.range, name, file)
    let outer = surroundings(of: statement, in: file)
    if let barrier = outer.barriers.first(where: { !$0.effects.isDisjoint(with: need.effects) }) {
      leave(need, because: barrier.reason, file)
      return true
    }
    climb(out: outer, outer.handlesErrors ? effects.subtracting(.throwing) : effects, need, file)
    return true
  }

  /// Puts a `do` around what an assertion about errors takes, which waits there.
  mutating func surround(
    _ assertion: ThrowAssertion, _ need: Need, _ around: EffectSurroundings, _ file: FileContext
  ) {
    guard let edits = assertion.edits(in: file) else {
      return leave(need, because: assertion.obstacle, file)
    }
    if hoisted.insert(assertion.argument).inserted {
      for edit in edits {
        replace(edit.range, String(decoding: edit.replacement, as: UTF8.self), file)
      }
    }
    var effects: Effects = .async
    let throwsError = around.tryMark != nil || need.effects.contains(.throwing)
    if assertion.letsErrorsOut, throwsError { effects.insert(.throwing) }
    let outer = surroundings(of: assertion.call, in: file)
    if let barrier = outer.barriers.first(where: { !$0.effects.isDisjoint(with: effects) }) {
      return leave(need, because: barrier.reason, file)
    }
    climb(out: outer, outer.handlesErrors ? effects.subtracting(.throwing) : effects, need, file)
  }

  /// Has a function that becomes async suspend where it blocked until expectations were met.
  mutating func awaitExpectations(of function: Node) {
    guard function.kind == .functionDecl, let file = context(of: function) else { return }
    let awaited = AwaitedExpectations(in: function, file)
    for edit in awaited.edits {
      if edit.range.isEmpty {
        insert(edit.text, at: SourcePlace(path: file.source.path, offset: edit.range.lowerBound))
      } else {
        replace(edit.range, edit.text, file)
      }
    }
    if !awaited.edits.isEmpty {
      consequence.lower(
        to: .review, because: "'fulfillment(of:timeout:)' is in XCTest as of Xcode 14.3")
    }
    if awaited.hasUnknown {
      consequence.lower(
        to: .review,
        because:
          "'\(function.name)' is async from now on, and Swift 6 mode has it call 'await fulfillment(of:timeout:)' where it waits for expectations"
      )
    }
  }
}
