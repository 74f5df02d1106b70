import MoultFindings
import MoultRewriting
import MoultSource
import MoultSyntax

/// Returns what gives a call its new names, or nil if nothing of it is written there.
func relabelled(_ relabelling: Relabelling, _ match: Match, in file: FileContext) -> Consequence? {
  var consequence = Consequence()
  let callee = match.node.kind == .functionCall ? match.node.callee : match.node
  if let name = relabelling.name {
    guard let callee else { return nil }
    let isBare = callee.kind == .declReference
    let spelled = isBare ? file.spelling(ofValue: name, for: match.rule, at: callee) : name
    consequence.edits.append(Edit(callee.mainToken.range, spelled))
  }
  if let whole = relabelling.callee {
    guard let callee else { return nil }
    let spelled = file.spelling(ofValue: whole, for: match.rule, at: callee)
    consequence.edits.append(Edit(callee.range, spelled))
  }
  var editor = file.editor
  var kept: [Node] = []
  for (index, argument) in match.node.arguments.enumerated() {
    let keys = ["$\(index + 1)"] + (argument.argumentLabel.map { [$0] } ?? [])
    if keys.contains(where: relabelling.dropped.contains) { continue }
    kept.append(argument)
    let label = keys.lazy.compactMap { relabelling.labels[$0] }.first
    if let wrapping = keys.lazy.compactMap({ relabelling.wrapped[$0] }).first {
      wrap(argument, in: Template(wrapping), labelled: label, match, file, &consequence)
    } else if let label {
      relabel(argument, label, &editor, &consequence)
    }
  }
  if let call = CallExpr(match.node) {
    for closure in call.trailingClosures {
      guard let new = closure.label.flatMap({ relabelling.labels[$0] }) else { continue }
      editor.rename(closure.node, to: new)
    }
  }
  drop(relabelling, of: match, keeping: kept, in: file, &consequence)
  add(relabelling, to: match, behind: kept.last, in: file, &consequence)
  consequence.edits += editor.edits
  consequence.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  return consequence.edits.isEmpty && consequence.safety == .safe ? nil : consequence
}

/// Gives an argument another label, none, or its first one.
private func relabel(
  _ argument: Node, _ label: String, _ editor: inout SyntaxEditor, _ consequence: inout Consequence
) {
  guard let view = Argument(argument), let value = view.expression else { return }
  if label == "_" {
    if view.label != nil { editor.replace(argument, with: .kept(value)) }
  } else if view.label == nil {
    editor.replace(view, with: CodeArgument(label, .kept(value)))
  } else {
    consequence.edits.append(Edit(argument.mainToken.range, label))
  }
}

/// Puts a template in the place of an argument's value; what of the value it holds stays where it is.
private func wrap(
  _ argument: Node, in template: Template, labelled label: String?, _ match: Match,
  _ file: FileContext, _ consequence: inout Consequence
) {
  guard let view = Argument(argument), let value = view.expression?.node,
    let edits = template.edits(
      replacing: value.range, match.bindings(for: template, file), in: file.source)
  else {
    return consequence.lower(to: .manual, because: "what the new argument is made of is not there")
  }
  consequence.edits += edits
  guard let label else { return }
  let start = argument.range.lowerBound
  let isLabelled = view.label != nil && label != "_"
  consequence.edits.append(
    isLabelled
      ? Edit(argument.mainToken.range, label)
      : Edit(start..<value.range.lowerBound, label == "_" ? "" : "\(label): "))
}

/// Takes arguments away, each with the comma before it, or behind it if it is the first that stays.
private func drop(
  _ relabelling: Relabelling, of match: Match, keeping kept: [Node], in file: FileContext,
  _ consequence: inout Consequence
) {
  let arguments = Array(match.node.arguments)
  for (index, argument) in arguments.enumerated() where !kept.contains(argument) {
    let label = argument.argumentLabel ?? ""
    if !argument.descendants.allSatisfy({ !$0.mayDoSomething }) {
      consequence.lower(to: .review, because: "the code of the argument '\(label)' goes with it")
    }
    let start =
      kept.first.map { $0.range.lowerBound < argument.range.lowerBound } ?? false
      ? arguments[index - 1].range.upperBound : argument.range.lowerBound
    let next = arguments.dropFirst(index + 1).first
    let end =
      start == argument.range.lowerBound
      ? next?.range.lowerBound ?? argument.range.upperBound : argument.range.upperBound
    consequence.delete(start..<end)
  }
}

private func add(
  _ relabelling: Relabelling, to match: Match, behind last: Node?, in file: FileContext,
  _ consequence: inout Consequence
) {
  guard !relabelling.added.isEmpty else { return }
  let texts = relabelling.added.compactMap { text in
    let template = Template(text)
    return template.text(match.bindings(for: template, file), in: file.source)
  }
  guard texts.count == relabelling.added.count, let list = match.node.child(.argumentList) else {
    return consequence.lower(
      to: .manual, because: "the call has no parentheses, or not what the new argument is made of")
  }
  if let last {
    var editor = file.editor
    for text in texts.reversed() { editor.insert(.word(text), afterElement: last) }
    consequence.edits += editor.edits
  } else {
    let open = ByteOffset(list.range.lowerBound.index + 1)
    consequence.edits.append(Edit(open..<open, texts.joined(separator: ", ")))
  }
}

extension Node {
  fileprivate var mayDoSomething: Bool {
    switch kind {
    case .functionCall, .subscriptCall, .tryExpr, .awaitExpr, .assignment, .inOut: true
    default: false
    }
  }
}

/// Takes away a call that nothing took the place of, where it is a statement of its own.
package func removedStatement(_ match: Match, in file: FileContext) -> TransformOutcome {
  guard let block = match.node.parent, block.isBlockOfStatements else {
    return .manual("move the call out of the expression around it")
  }
  let isOnly =
    block.items.count == 1 && (block.kind == .closure || block.kind == .switchCase)
  var consequence = Consequence()
  if isOnly {
    consequence.edits.append(Edit(match.node.range, block.kind == .closure ? "" : "break"))
    return TransformOutcome(consequence)
  }
  var editor = file.editor
  editor.remove(item: match.node)
  return TransformOutcome(Consequence(editor))
}

extension Node {
  /// Whether the children of the node are statements.
  fileprivate var isBlockOfStatements: Bool {
    switch kind {
    case .codeBlock, .closure, .accessorBlock, .switchCase, .sourceFile, .ifConfigClause: true
    default: false
    }
  }
}
