package import MoultSource
package import MoultSyntax

/// Statements and members: they stand on lines of their own where their neighbours do.
extension SyntaxEditor {
  /// Puts items in the place of one.
  package mutating func replace(item: Node, with items: [Code]) {
    guard !items.isEmpty else { return remove(item: item) }
    if items.count > 1, let block = item.parent,
      block.kind == .codeBlock || block.kind == .accessorBlock, block.items == [item],
      !standsAlone(item)
    {
      return fill(block, with: items)
    }
    write(docs(items, separatedLike: item), in: item.range)
  }

  /// Writes all that stands in a block of one line: over lines, if it is too long for one.
  private mutating func fill(_ block: Node, with items: [Code]) {
    let inside =
      ByteOffset(block.range.lowerBound.index + 1)..<ByteOffset(block.range.upperBound.index - 1)
    let setter = self.setter(at: block)
    let lines = items.map { setter.inBrackets.docs($0) }.joined(by: [.separator])
    write([.group([.indented([.line] + lines), .line])], in: inside, isAlone: true)
  }

  /// Puts items before another one, above the comments that stand on it.
  package mutating func insert(_ items: [Code], before item: Node) {
    guard !items.isEmpty else { return }
    let start = startWithComments(of: item)
    let separator: Doc = standsAlone(item) ? .newline : .text("; ")
    write(docs(items, separatedLike: item) + [separator], in: start..<start)
  }

  /// Puts items right before another one: below the comments that stand on it, which are about what is inserted.
  package mutating func insert(_ items: [Code], rightBefore item: Node) {
    let start = item.range.lowerBound
    let separator: Doc = standsAlone(item) ? .newline : .text("; ")
    write(docs(items, separatedLike: item) + [separator], in: start..<start)
  }

  /// Puts items behind another one, below a comment on its line.
  package mutating func insert(_ items: [Code], after item: Node) {
    guard !items.isEmpty else { return }
    let isAlone = standsAlone(item)
    let separator: Doc = isAlone ? .newline : .text("; ")
    let end = isAlone ? endWithComment(of: item) : item.range.upperBound
    write(
      [separator] + docs(items, separatedLike: item), in: end..<end,
      indentation: layout.indentation(of: item))
  }

  /// Gives the arguments of a closure that has no parameters names: `{ $0.f() }` becomes `{ x in x.f() }`.
  ///
  /// What the closure captures stays before the names. References to the arguments are not changed.
  ///
  /// - Precondition: the closure says nothing of itself but what it captures.
  package mutating func name(argumentsOf closure: ClosureExpr, _ names: [String]) {
    let list = names.joined(separator: ", ")
    if let captures = closure.signature?.node.child(.captureList) {
      let end = captures.range.upperBound
      changes.append(Change(range: end..<end, pieces: [.text(" \(list)")]))
      return
    }
    open(closure.node, with: list)
  }

  /// Puts an attribute before a declaration, on a line of its own if the declaration begins one.
  package mutating func annotate(_ declaration: Node, with attribute: String) {
    let start = declaration.range.lowerBound
    let separator: Doc = standsAlone(declaration) ? .newline : .text(" ")
    write([.text(attribute), separator], in: start..<start)
  }

  /// Says of what type is what a pattern binds.
  package mutating func annotate(pattern: Node, with type: Code) {
    let end = pattern.range.upperBound
    write([.text(": ")] + setter(at: pattern).docs(type), in: end..<end)
  }

  /// Gives a declaration another keyword, `final class` in the place of `struct`.
  package mutating func replace(keyword: String, of declaration: Node, with words: [String]) {
    let keyword = declaration.tokenIDs.first {
      tree.text(of: TokenID(rawValue: UInt32($0))) == keyword
    }
    guard let keyword else { return }
    rename(tree.tokens[keyword].range, to: words.joined(separator: " "))
  }

  /// Takes a modifier or an attribute away, with what stands between it and the next word.
  package mutating func remove(modifier: Node) {
    let end = modifier.range.upperBound
    let next = tree.tokens[tree.tokenIndex(at: end)].start
    delete(modifier.range.lowerBound..<(tree.holdsComment(between: end, and: next) ? end : next))
  }

  /// Adds declarations at the end of the file.
  package mutating func insertAtEndOfFile(_ items: [Code]) {
    guard let last = BlockItem(of: tree.root.children.last) else { return }
    let end = endWithComment(of: last.node)
    let setter = self.setter(at: last.node)
    write(
      items.flatMap { [.emptyLine] + setter.docs($0) }, in: end..<end, indentation: "")
  }

  /// Takes an item away, with its lines; two empty lines do not come to stand upon each other.
  package mutating func remove(item: Node) {
    delete(items: item.range)
  }

  /// Removes all that a type says to inherit or to conform to, with the blanks before it; nothing where it says nothing.
  package mutating func removeInheritance(of declaration: Node) {
    if let clause = declaration.child(.inheritanceClause) { remove(clause: clause) }
  }

  /// Takes away a clause of a declaration's head, with the blanks before it.
  package mutating func remove(clause: Node) {
    let bytes = clause.tree.source.bytes
    var start = clause.range.lowerBound.index
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    delete(ByteRange(indices: start..<clause.range.indices.upperBound))
  }

  /// Takes items away with their lines, or with a semicolon; neighbours that go take the one between them once.
  private mutating func delete(items: ByteRange) {
    let lines = layout.wholeLines(of: items)
    guard lines == items else { return delete(lines: lines) }
    let range = withSeparator(items)
    let meeting = changes.firstIndex { $0.pieces.isEmpty && $0.range.overlaps(range) }
    guard let meeting else { return delete(range) }
    let other = changes.remove(at: meeting).range
    let start = Swift.min(items.lowerBound, other.lowerBound)
    delete(items: start..<Swift.max(items.upperBound, other.upperBound))
  }

  /// Takes whole lines away; of two stretches of lines that go, one may take the empty line between them that the other
  /// takes as well.
  private mutating func delete(lines: ByteRange) {
    let lines = withEmptyLine(lines)
    let bytes = tree.source.bytes
    let meeting = changes.firstIndex { change in
      change.pieces.isEmpty
        && (change.range.overlaps(lines)
          || change.range.upperBound == lines.lowerBound
            && bytes.startOfLine(at: change.range.lowerBound.index) == change.range.lowerBound.index
          || change.range.lowerBound == lines.upperBound)
    }
    guard let meeting else { return delete(lines) }
    let other = changes.remove(at: meeting).range
    let start = Swift.min(lines.lowerBound, other.lowerBound)
    delete(lines: start..<Swift.max(lines.upperBound, other.upperBound))
  }

  /// Takes the parenthesis behind a value to it, where it is the only argument of a call and the parenthesis stands on a line
  /// of its own: for a value over lines that becomes one word.
  package mutating func closeList(behindOnlyArgument value: Node) {
    guard let argument = Argument(of: value.parent), argument.call?.arguments.only != nil else {
      return
    }
    let (bytes, start) = (tree.source.bytes, value.range.upperBound.index)
    let lineBreaks: Set = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard let end = bytes[start...].firstIndex(where: { !$0.isBlank && !lineBreaks.contains($0) }),
      bytes[end] == UInt8(ascii: ")"), bytes[start..<end].contains(where: lineBreaks.contains)
    else { return }
    delete(ByteRange(indices: start..<end))
  }

  /// Takes items that follow one another away, with their lines and the comments that stand on them.
  package mutating func remove(_ run: ItemRun) {
    delete(items: run.range)
  }

  /// Puts members in the place of one.
  package mutating func replace(member: Node, with members: [Code]) {
    write(setter(at: member).members(members), in: member.range)
  }

  /// Adds members behind another one: below a comment on its line, and an empty line, with one behind them if others follow.
  package mutating func insert(_ members: [Code], afterMember member: Node) {
    guard standsAlone(member) else { return insert(members, after: member) }
    let end = endWithComment(of: member)
    let next = tree.source.bytes.startOfNextLine(from: end.index)
    let isLast = member.parent?.children.last == member
    let separation: [Doc] = isLast || isEmptyLine(at: next) ? [] : [.text(layout.lineEnding)]
    write(
      [.emptyLine] + setter(at: member).members(members) + separation, in: end..<end,
      indentation: layout.indentation(of: member))
  }

  /// Takes an item away with the comments on the lines above it and behind it, which come to stand elsewhere.
  ///
  /// - Returns: the comments, each as an item; none where one of them has several lines, and all of them stay.
  package mutating func removeWithComments(_ item: Node) -> [Code] {
    guard let run = ItemRun([item]) else { return [] }
    let comments = tree.commentRanges(in: run.range).filter { !item.range.contains($0.lowerBound) }
    guard !comments.isEmpty,
      comments.allSatisfy({ !tree.source.bytes[$0.indices].contains(where: \.isLineBreak) })
    else {
      remove(item: item)
      return []
    }
    repeated += comments
    remove(run)
    return comments.map { .word(tree.source.text($0)) }
  }

  /// Takes the comments above an item that is replaced with others, and those behind it, which come to stand elsewhere.
  package mutating func moveComments(on item: Node) -> [Code] {
    guard let run = ItemRun([item])?.range else { return [] }
    let around = [
      run.lowerBound..<item.range.lowerBound, item.range.upperBound..<run.upperBound,
    ]
    return moveComments(outOf: around) ?? []
  }

  /// Takes the comments out of what is replaced, which come to stand elsewhere.
  ///
  /// - Returns: each as an item, in the order of the ranges; nil where one of them has several lines.
  package mutating func moveComments(outOf ranges: [ByteRange]) -> [Code]? {
    let comments = ranges.flatMap { tree.commentRanges(in: $0) }
    guard comments.allSatisfy({ !tree.source.bytes[$0.indices].contains(where: \.isLineBreak) })
    else { return nil }
    repeated += comments
    return comments.map { .word(tree.source.text($0)) }
  }

  /// Adds members at the start of a type's or an extension's body.
  package mutating func insert(_ members: [Code], atStartOf block: MemberBlock) {
    guard !members.isEmpty else { return }
    let open = ByteOffset(block.range.lowerBound.index + 1)
    guard let first = block.items.first else { return fill(block, members) }
    let docs = [.newline] + memberDocs(members, of: block)
    let margin = memberIndentation(of: block)
    guard layout.startsLine(first.range.lowerBound) else {
      return write(docs + [.newline], in: open..<first.range.lowerBound, indentation: margin)
    }
    let next = tree.source.bytes.startOfNextLine(from: open.index)
    let end: [Doc] = isEmptyLine(at: next) ? [] : [.text(layout.lineEnding)]
    write(docs + end, in: open..<open, indentation: margin)
  }

  /// Adds members at the end of a type's or an extension's body.
  package mutating func insert(_ members: [Code], atEndOf block: MemberBlock) {
    guard !members.isEmpty else { return }
    guard let last = block.items.last else { return fill(block, members) }
    let end = endWithComment(of: last.node)
    let docs = [.emptyLine] + memberDocs(members, of: block)
    let close = ByteOffset(block.range.upperBound.index - 1)
    guard layout.startsLine(close) || tree.holdsComment(between: end, and: close) else {
      // The brace that ends a body of one line gets a line of its own.
      return write(
        [.indented(docs), .newline], in: end..<close,
        indentation: layout.indentation(of: block.node.parent ?? block.node))
    }
    write(docs, in: end..<end, indentation: memberIndentation(of: block))
  }

  // MARK: Members

  /// Writes the members of a body that has none.
  private mutating func fill(_ block: MemberBlock, _ members: [Code]) {
    let open = ByteOffset(block.range.lowerBound.index + 1)
    let close = ByteOffset(block.range.upperBound.index - 1)
    let hasComment = !tree.commentRanges(in: block.range).isEmpty
    let start = hasComment ? tree.tokens[tree.tokenIndex(at: close)].start : open
    let margin = layout.indentation(of: block.node.parent ?? block.node)
    let inside = Doc.indented(
      [hasComment ? .text(layout.indentUnit) : .newline] + memberDocs(members, of: block))
    write([inside, .newline], in: start..<close, indentation: margin)
  }

  private func memberDocs(_ members: [Code], of block: MemberBlock) -> [Doc] {
    setter(at: block.node).members(members)
  }

  private func memberIndentation(of block: MemberBlock) -> String {
    if let first = block.items.first, layout.startsLine(first.range.lowerBound) {
      return layout.indentation(of: first.node)
    }
    return layout.indentation(of: block.node.parent ?? block.node) + layout.indentUnit
  }

  // MARK: Lines

  func docs(_ items: [Code], separatedLike item: Node) -> [Doc] {
    let setter = self.setter(at: item)
    let separator: Doc = standsAlone(item) ? .newline : .text("; ")
    return items.map { setter.docs($0) }.joined(by: [separator])
  }

  /// Whether an item begins its line.
  private func standsAlone(_ item: Node) -> Bool { layout.startsLine(item.range.lowerBound) }

  /// Where an item begins with the comments on the lines directly above it.
  private func startWithComments(of item: Node) -> ByteOffset {
    var start = item.range.lowerBound
    guard standsAlone(item) else { return start }
    let bytes = tree.source.bytes
    for comment in tree.commentRanges(in: item.leadingTrivia).reversed() {
      let between = bytes[comment.upperBound.index..<start.index]
      guard layout.startsLine(comment.lowerBound), between.count(where: { $0 == 0x0A }) <= 1,
        layout.column(of: comment.lowerBound) == layout.column(of: item.range.lowerBound)
      else { break }
      start = comment.lowerBound
    }
    return start
  }

  /// Where an item ends with a comment that stands behind it on its line.
  private func endWithComment(of item: Node) -> ByteOffset {
    let end = item.range.upperBound
    let line = ByteOffset(tree.source.bytes.endOfLine(from: end.index))
    let rest = tree.source.bytes[end.index..<line.index].drop(while: \.isBlank)
    return rest.starts(with: "//".utf8) ? line : end
  }

  private func isEmptyLine(at start: Int) -> Bool {
    let bytes = tree.source.bytes
    let content = bytes[Swift.min(start, bytes.count)...].first { !$0.isBlank }
    return content.map(\.isLineBreak) ?? true
  }

  /// The lines with an empty one behind them, if the line before is empty or opens the block, or with an empty one
  /// before them, if the block ends behind them.
  private func withEmptyLine(_ lines: ByteRange) -> ByteRange {
    let bytes = tree.source.bytes
    let (start, end) = (lines.lowerBound.index, lines.upperBound.index)
    guard start > 0, end < bytes.count else { return lines }
    let isCRLF = start > 1 && bytes[start - 2] == UInt8(ascii: "\r")
    let before = bytes.startOfLine(at: start - (isCRLF ? 2 : 1))
    let last = bytes[before..<start].last { !$0.isBlank && !$0.isLineBreak }
    if last == nil, bytes[end...].first(where: { !$0.isBlank }) == UInt8(ascii: "}") {
      return ByteOffset(before)..<lines.upperBound
    }
    guard isEmptyLine(at: end), last == nil || last == UInt8(ascii: "{") else { return lines }
    return lines.lowerBound..<ByteOffset(bytes.startOfNextLine(from: end))
  }

  /// Items of a line with others, with the semicolon that parts them from those.
  private func withSeparator(_ items: ByteRange) -> ByteRange {
    let next = tree.tokenIndex(at: items.upperBound)
    if tree.tokens[next].kind == .semicolon, next + 1 < tree.tokens.count {
      return items.lowerBound..<tree.tokens[next + 1].start
    }
    let first = tree.tokenIndex(at: items.lowerBound)
    guard first > 0, tree.tokens[first - 1].kind == .semicolon else { return items }
    return tree.tokens[first - 1].start..<items.upperBound
  }
}

extension SyntaxTree {
  fileprivate func holdsComment(between start: ByteOffset, and end: ByteOffset) -> Bool {
    !commentRanges(in: start..<end).isEmpty
  }
}
