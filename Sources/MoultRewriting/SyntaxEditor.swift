package import MoultSource
package import MoultSyntax

/// Changes of one file, said in nodes and new code; a printer makes edits of them.
///
/// Changes may nest: what is replaced inside a kept node stays with the node. Whoever uses it writes no blank, no line
/// break and no indentation.
package struct SyntaxEditor {
  package let tree: SyntaxTree
  package let layout: SourceLayout
  private let spelling: LibrarySpelling
  var changes: [Change] = []

  /// Where other fixes write.
  private var left: [ByteRange] = []

  /// Comments that go, and that new code says again.
  var repeated: [ByteRange] = []

  /// - Parameter spelling: how what libraries declare is written.
  package init(
    _ tree: SyntaxTree, _ layout: SourceLayout,
    spelling: @escaping LibrarySpelling = { name, _ in nameWithoutModule(name) }
  ) {
    self.tree = tree
    self.layout = layout
    self.spelling = spelling
  }

  /// What turns code into documents at a place.
  func setter(at place: Node) -> CodeSetter { CodeSetter(layout, at: place, spelling) }

  package var isEmpty: Bool { changes.isEmpty }

  /// The edits of all changes, ascending.
  ///
  /// - Complexity: O(*c*²) in the changes.
  package var edits: [Edit] {
    let own = changes.filter { change in
      change.range.isEmpty || !left.contains { $0.holds(change.range) }
    }
    var lowering = Lowering(layout, own, leaving: left, repeating: repeated)
    // What is inside of something goes first, so that what carries it elsewhere finds it changed.
    let inward = own.enumerated().sorted { a, b in
      (a.element.extent, a.offset) < (b.element.extent, b.offset)
    }
    for (_, change) in inward { lowering.add(change) }
    return lowering.edits
  }

  /// Leaves to fixes of other findings what they change, so that all apply in one round: nothing is changed inside of
  /// their edits, and no line that begins there moves.
  package mutating func leave(_ edits: [Edit]) {
    left += edits.map(\.range)
  }

  /// Lets comments of what goes go with it, as new code says them again.
  package mutating func drop(comments: [ByteRange]) { repeated += comments }

  // MARK: Nodes

  /// Puts new code in the place of an expression, a type or a pattern.
  ///
  /// Parentheses that the place asks for are added.
  package mutating func replace(_ node: Node, with code: Code) {
    let docs = setter(at: node).docs(code, wanting: node.strengthWanted)
    write(docs, in: node.range)
  }

  /// Gives the name of a reference, a member, a label or a type another spelling.
  package mutating func rename(_ node: Node, to name: String) {
    changes.append(Change(range: node.mainToken.range, pieces: [.text(name)]))
  }

  /// Gives an argument that has a label another one.
  package mutating func relabel(_ argument: Argument, to label: String) {
    if argument.label != nil { rename(argument.node, to: label) }
  }

  /// Gives a parameter another label; what the body calls it stays.
  package mutating func relabel(_ parameter: Parameter, to label: String) {
    let name = parameter.node.mainToken.range
    let isApart = parameter.node.flags.contains(.secondName)
    let end = isApart ? name.upperBound : name.lowerBound
    changes.append(
      Change(range: name.lowerBound..<end, pieces: [.text(isApart ? label : label + " ")]))
  }

  /// Gives a name that may have several components another spelling.
  ///
  /// - Parameter name: where it stands: a type with its module, without generic arguments.
  package mutating func rename(_ name: ByteRange, to spelling: String) {
    changes.append(Change(range: name, pieces: [.text(spelling)]))
  }

  /// Puts new code in the place of a name that may have several components.
  package mutating func replace(_ name: ByteRange, with code: Code) {
    write(setter(at: tree.innermostNode(at: name.lowerBound)).docs(code), in: name)
  }

  // MARK: Lists

  /// Adds an element behind another one of a list that commas separate.
  package mutating func insert(_ code: Code, afterElement element: Node) {
    let end = element.range.upperBound
    let docs = setter(at: element).docs(code)
    write([.text(","), breakLike(element)] + docs, in: end..<end)
  }

  /// Adds an element before another one of a list that commas separate.
  package mutating func insert(_ code: Code, beforeElement element: Node) {
    let start = element.range.lowerBound
    let docs = setter(at: element).docs(code)
    write(docs + [.text(","), breakLike(element)], in: start..<start)
  }

  /// Adds an argument behind another one.
  package mutating func insert(_ argument: CodeArgument, afterElement element: Node) {
    insert(argument.code, afterElement: element)
  }

  /// Adds an argument before another one.
  package mutating func insert(_ argument: CodeArgument, beforeElement element: Node) {
    insert(argument.code, beforeElement: element)
  }

  /// Puts elements in the place of one of a list that commas separate.
  package mutating func replace(element: Node, with elements: [Code]) {
    let setter = self.setter(at: element)
    let docs = elements.map { setter.docs($0) }
    guard isAloneOnLine(element) else {
      return write(docs.joined(by: [.text(","), breakLike(element)]), in: element.range)
    }
    if hasLineForEachElement(like: element) {
      return write(docs.joined(by: [.text(","), .newline]), in: element.range)
    }
    write([.group(docs.joined(by: [.text(","), .line]), .ifTooLong)], in: element.range)
  }

  /// Puts an argument in the place of another one.
  package mutating func replace(_ argument: Argument, with new: CodeArgument) {
    replace(argument.node, with: new.code)
  }

  /// Adds an argument behind those that a call has between its parentheses, which it gets if it has none.
  package mutating func add(_ argument: CodeArgument, to call: CallExpr) {
    guard let called = call.called else { return }
    if let last = call.arguments.last {
      insert(argument, afterElement: last.node)
    } else {
      let end = called.range.upperBound
      let docs = setter(at: call.node).docs(.call(.word(""), [argument]))
      write(docs, in: end..<(call.argumentList?.range.upperBound ?? end))
    }
  }

  /// Whether a list over lines has no other element.
  private func isAloneOnLine(_ element: Node) -> Bool {
    layout.startsLine(element.range.lowerBound)
      && element.parent?.children.filter { $0.kind == element.kind }.count == 1
  }

  /// Whether the first list of the file that is like an element's, stands over lines and has several has a line for each.
  ///
  /// - Complexity: O(*n*) in the nodes of the file.
  private func hasLineForEachElement(like element: Node) -> Bool {
    guard let kind = element.parent?.kind else { return false }
    for list in tree.root.descendants where list.kind == kind {
      let elements = list.children.filter { $0.kind == element.kind }
      guard elements.count > 1, layout.startsLine(elements[0].range.lowerBound) else { continue }
      return elements.allSatisfy { layout.startsLine($0.range.lowerBound) }
    }
    return false
  }

  /// A list with an element on each line goes on so.
  private func breakLike(_ element: Node) -> Doc {
    let siblings = element.parent?.children.filter { $0.kind == element.kind } ?? []
    let isOver = siblings.count > 1 && layout.startsLine(element.range.lowerBound)
    return isOver ? .newline : .text(" ")
  }

  /// Takes an element out of a list that commas separate.
  ///
  /// - Precondition: it is not the only one.
  package mutating func remove(element: Node) {
    let siblings = element.parent?.children.filter { $0.kind == element.kind } ?? []
    guard let place = siblings.firstIndex(of: element), siblings.count > 1 else { return }
    let (start, end) = (element.range.lowerBound, element.range.upperBound)
    let range =
      place > 0
      ? siblings[place - 1].range.upperBound..<end : start..<siblings[1].range.lowerBound
    changes.append(Change(range: range, pieces: []))
  }

  // MARK: Writing

  /// - Parameters:
  ///   - indentation: of the line on which the range begins, if nothing is said.
  ///   - isAlone: whether all of a block is written, which may then stand over lines.
  mutating func write(
    _ docs: [Doc], in range: ByteRange, indentation: String? = nil, isAlone: Bool = false
  ) {
    let place = tree.innermostNode(at: range.lowerBound)
    let column = layout.column(of: range.lowerBound)
    let rest = layout.widthOfRest(behind: range.upperBound)
    let replaced = tree.source.bytes[range.indices]
    func printed(_ width: Int) -> Printer {
      var printer = Printer(
        layout, column: column, rest: rest, width: width,
        mayBreak: isAlone || !place.isPartOfLine(layout))
      printer.print(
        docs, indentation: indentation ?? layout.indentation(atLineOf: range.lowerBound))
      return printer
    }
    // A line that somebody left too long needs no break for what makes it no longer, as one line.
    let written =
      replaced.contains(where: \.isLineBreak) ? 0 : column + layout.width(of: replaced) + rest
    var printer = printed(max(layout.width, written))
    if written > layout.width, printer.isOverLines { printer = printed(layout.width) }
    changes.append(Change(range: range, pieces: printer.pieces))
  }

  /// Takes bytes away.
  package mutating func delete(_ range: ByteRange) {
    changes.append(Change(range: range, pieces: []))
  }
}

/// How a name that begins with its module is written at a place.
package typealias LibrarySpelling = (_ name: String, _ place: Node) -> String

/// Returns a name without the module that it begins with.
package func nameWithoutModule(_ name: String) -> String {
  name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
}

/// A stretch of the file and what comes in its place.
struct Change {
  let range: ByteRange
  let pieces: [Piece]

  /// How many bytes it is about: those that it replaces, or the longest stretch that it carries there.
  var extent: Int {
    pieces.compactMap(\.kept?.range.utf8Count).max().map { max($0, range.utf8Count) }
      ?? range.utf8Count
  }
}
