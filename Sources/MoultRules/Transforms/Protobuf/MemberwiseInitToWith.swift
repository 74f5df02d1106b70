import MoultMatching
import MoultSource
import MoultSyntax

/// Turns an initialiser that took the values of fields into a closure that sets them.
///
/// `M(a: 1, userId: x)` becomes `M.with { $0.a = 1; $0.userID = x }`. The arguments stay where they are.
func memberwiseInitToWith(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  let arguments = call.arguments
  guard let callee = call.callee, callee.name != "init", call.trailingClosures.isEmpty,
    let list = call.child(.argumentList), let first = arguments.first, let last = arguments.last
  else { return .manual("create the message with '.with { $0.field = value }'") }
  let open = list.range.lowerBound..<ByteOffset(list.range.lowerBound.index + 1)
  let close = ByteOffset(list.range.upperBound.index - 1)..<list.range.upperBound
  let names = list.tokenIDs.map { call.tree.text(of: TokenID(rawValue: UInt32($0))) }
  guard !names.contains(where: { $0.hasPrefix("$") || ["try", "await"].contains($0) }) else {
    return .manual(
      "create the message with '.with { $0.field = value }'; a value uses '$0', 'try' or 'await' itself"
    )
  }
  var consequence = Consequence()
  let isCondition = stands(inConditionOf: call)
  let begin = isCondition ? ".with({" : ".with {"
  let startsLine = breaksLine(open.upperBound..<first.range.lowerBound, file)
  consequence.edits.append(Edit(open, startsLine ? begin : begin + " "))
  for (position, argument) in arguments.enumerated() {
    let label = argument.range.lowerBound..<argument.argumentValue.range.lowerBound
    // A generator without such initialisers upper-cases 'id' as well.
    let old = argument.argumentLabel ?? ""
    consequence.edits.append(Edit(label, "$0.\(nameWithID(old) ?? old) = "))
    guard position + 1 < arguments.count else { continue }
    let gap = argument.range.upperBound..<arguments[position + 1].range.lowerBound
    guard let comma = file.source.bytes[gap.indices].firstIndex(of: UInt8(ascii: ",")) else {
      return .manual("create the message with '.with { $0.field = value }'")
    }
    let range = ByteRange(indices: comma..<comma + 1)
    consequence.edits.append(Edit(range, breaksLine(gap, file) ? "" : ";"))
  }
  let endsLine = breaksLine(last.range.upperBound..<close.lowerBound, file)
  consequence.edits.append(Edit(close, (endsLine ? "}" : " }") + (isCondition ? ")" : "")))
  return TransformOutcome(consequence)
}

private func breaksLine(_ range: ByteRange, _ file: FileContext) -> Bool {
  file.source.bytes[range.indices].contains(UInt8(ascii: "\n"))
}

/// Whether a brace behind the call would be taken for that of an `if`, `guard`, `while`, `for` or `switch`.
private func stands(inConditionOf call: Node) -> Bool {
  var child = call
  for ancestor in call.ancestors {
    switch ancestor.kind {
    case .ifExpr, .guardStmt, .whileStmt, .forStmt, .switchExpr: return child.kind != .codeBlock
    case .codeBlock, .closure, .memberBlock, .sourceFile, .argumentList, .tuple: return false
    default: child = ancestor
    }
  }
  return false
}
