import MoultSource
package import MoultSyntax

/// Blocks, and the functions that they belong to.
extension SyntaxEditor {
  /// Puts items in the place of some that follow one another.
  package mutating func replace(from first: Node, to last: Node, with items: [Code]) {
    write(docs(items, separatedLike: first), in: first.range.lowerBound..<last.range.upperBound)
  }

  /// Puts items in the place of some that follow one another, and of the comments that belong to them.
  ///
  /// - Parameter last: another item up to which all goes; the last of the run if nothing is said.
  package mutating func replace(_ run: ItemRun, to last: Node? = nil, with items: [Code]) {
    let end = (last?.range ?? run.range).upperBound
    write(docs(items, separatedLike: run.first), in: run.range.lowerBound..<end)
  }

  /// Puts new code in the place of an expression, and items behind the one that the expression ends.
  ///
  /// A brace that stood behind the expression goes with what the item said around it.
  ///
  /// - Parameter last: another item up to which all goes; the one that the expression ends if nothing is said.
  package mutating func replace(
    _ node: Node, in item: Node, to last: Node? = nil, with code: Code,
    followedBy items: [Code] = []
  ) {
    let setter = self.setter(at: item)
    let expression = setter.docs(code, wanting: node.strengthWanted)
    let start = node.range.lowerBound
    guard !items.isEmpty else { return write(expression, in: node.range) }
    let separator: Doc = layout.startsLine(item.range.lowerBound) ? .newline : .text("; ")
    write(
      expression + [separator] + docs(items, separatedLike: item),
      in: start..<(last ?? item).range.upperBound, indentation: layout.indentation(of: item))
  }

  /// Puts items in the place of one and of all that stand behind it in their block.
  package mutating func replace(
    from first: Node, toEndOf block: StatementBlock, with items: [Code]
  ) {
    replace(from: first.range.lowerBound, first, toEndOf: block.node, with: items)
  }

  /// Puts items in the place of some, of the comments that belong to them, and of all that stand behind them.
  ///
  /// - Parameter block: the block or the closure that they stand in.
  package mutating func replace(_ run: ItemRun, toEndOf block: Node, with items: [Code]) {
    replace(from: run.range.lowerBound, run.first, toEndOf: block, with: items)
  }

  /// Puts items in the place of one and of all that stand behind it in their closure.
  package mutating func replace(
    from first: Node, toEndOf closure: ClosureExpr, with items: [Code]
  ) {
    replace(from: first.range.lowerBound, first, toEndOf: closure.node, with: items)
  }

  private mutating func replace(
    from start: ByteOffset, _ first: Node, toEndOf block: Node, with items: [Code]
  ) {
    let close = ByteOffset(block.range.upperBound.index - 1)
    let line = ByteOffset(tree.source.bytes.startOfLine(at: close.index))
    guard layout.startsLine(close), first.range.lowerBound < line else {
      let end = (block.items.last ?? first).range.upperBound
      return write(docs(items, separatedLike: first), in: start..<end)
    }
    write(docs(items, separatedLike: first) + [.text(layout.lineEnding)], in: start..<line)
  }

  /// Makes a block the closure of a call, and puts what is made of the call into the block's place.
  ///
  /// - Parameters:
  ///   - captures: what the closure says that it captures.
  ///   - parameters: what it calls what it is given.
  ///   - items: what is made of the call; the call alone, if nothing is said.
  package mutating func wrap(
    _ block: StatementBlock, capturing captures: [String] = [], parameters: [String] = [],
    inClosureOf called: Code, items: (Code) -> [Code] = { [$0] }
  ) {
    let signature = ClosureCode(captures: captures, parameters: parameters, []).signature
    if !signature.isEmpty { open(block.node, with: signature) }
    let call = Code.form(.trailed(called, block.node))
    let docs = setter(at: block.node).block(items(call), head: [], .ifTooLong)
    write([docs], in: block.range)
  }

  /// Writes what a closure says of itself behind its brace, up to `in`.
  mutating func open(_ closure: Node, with signature: String) {
    let brace = closure.mainToken.range.upperBound
    let bytes = tree.source.bytes
    let isApart =
      bytes.indices.contains(brace.index) && [0x20, 0x09, 0x0A, 0x0D].contains(bytes[brace.index])
    changes.append(
      Change(
        range: brace..<brace, pieces: [.text(" \(signature) in" + (isApart ? "" : " "))]))
  }

  /// Says anew what stands behind the parameters of a function: its effects, and the type of its result.
  package mutating func sign(
    _ function: FunctionDecl, effects: [String] = [], returning type: Code? = nil
  ) {
    guard let signature = function.node.signature,
      let clause = signature.child(.parameterClause)
    else { return }
    let words = effects.map { Doc.text(" " + $0) }
    let result = type.map { [.text("-> ")] + setter(at: function.node).docs($0) } ?? []
    // A result on a line of its own stays there.
    let old = function.returnType?.range.lowerBound ?? clause.range.upperBound
    let isApart = tree.source.text(clause.range.upperBound..<old).utf8.contains(10)
    let gap: Doc = isApart ? .newline : .text(" ")
    write(
      words + (result.isEmpty ? [] : [.indented([gap] + result)]),
      in: clause.range.upperBound..<signature.range.upperBound)
  }
}
