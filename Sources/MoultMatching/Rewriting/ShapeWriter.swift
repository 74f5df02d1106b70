import MoultFindings
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns code that a pattern matched into code of a template: token by token where both have one shape, so that what stands
/// between the tokens stays, and as a whole where they have not.
struct ShapeWriter {
  private let file: FileContext
  private let found: StatementMatch
  private let bindings: [String: Binding]

  /// Edits inside of what metavariables stand for, which go along wherever it is carried.
  private let inner: [Edit]

  /// What is written, and what lines of it are moved.
  private var written: [Edit] = []

  /// What is carried elsewhere, with what is edited inside of it.
  private var carried: [ByteRange] = []

  /// Why a person has to do it; nil if nothing is in the way.
  private(set) var obstacle: String?

  /// - Parameter computed: what else metavariables of the template stand for.
  init(
    _ found: StatementMatch, computed: [String: Binding] = [:], inner: [Edit] = [],
    in file: FileContext
  ) {
    self.file = file
    self.found = found
    self.inner = inner
    var bindings = computed
    for (name, text) in found.texts { bindings[name] = .text(text) }
    for (name, node) in found.nodes { bindings[name] = .source(node.range) }
    for (name, stretch) in found.stretches { bindings[name] = .source(stretch.range) }
    self.bindings = bindings
  }

  /// All edits, ascending.
  var edits: [Edit] {
    let kept = inner.filter { edit in !carried.contains { $0.contains(edit.range) } }
    return (written + kept).sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// Rewrites a node that a pattern matched.
  mutating func rewrite(_ node: Node, _ pattern: Node, into new: Node) {
    if pattern.isWritten(like: new) { return }
    guard metavariable(pattern) == nil, pattern.kind == new.kind else {
      return replace(node.range, with: [new])
    }
    if pattern.kind.holdsStatements {
      rewriteBlock(node, pattern, into: new)
    } else if !rewriteTokens(node, pattern, into: new) {
      replace(node.range, with: [new])
    }
  }

  /// Puts items in the place of those of a part, each in the place of one where there are as many.
  mutating func rewrite(_ items: [Node], _ patterns: [Node], into new: [Node]) {
    if items.count == new.count {
      for ((item, pattern), new) in zip(zip(items, patterns), new) {
        rewrite(item, pattern, into: new)
      }
    } else if let first = items.first, let last = items.last {
      replace(first.range.lowerBound..<last.range.upperBound, with: new)
    }
  }

  /// Puts items in the place of all from the first to the last of some.
  mutating func rewriteAll(_ items: [Node], into new: [Node]) {
    guard let first = items.first, let last = items.last else { return }
    replace(first.range.lowerBound..<last.range.upperBound, with: new)
  }

  // MARK: Token by token

  private mutating func rewriteTokens(_ node: Node, _ pattern: Node, into new: Node) -> Bool {
    let places = ownTokenIDs(of: node)
    let (old, wanted) = (ownTokens(of: pattern), ownTokens(of: new))
    let (kinds, newKinds) = (pattern.children.map(\.kind), new.children.map(\.kind))
    guard pattern.flags == new.flags, old.count == wanted.count, old.count == places.count,
      kinds.count == newKinds.count, kinds.count == node.children.count,
      // Parentheses and a closure are no two spellings of one part.
      pattern.kind != .functionCall || kinds.dropFirst() == newKinds.dropFirst()
    else { return false }
    for (index, place) in places.enumerated() where old[index] != wanted[index] {
      written.append(
        Edit(node.tree.tokens[place].range, String(decoding: wanted[index], as: UTF8.self)))
    }
    for (index, child) in node.children.enumerated() {
      rewrite(child, pattern.children[index], into: new.children[index])
    }
    return true
  }

  // MARK: Blocks

  private mutating func rewriteBlock(_ node: Node, _ pattern: Node, into new: Node) {
    let (old, wanted) = (PatternBlock(pattern.items), PatternBlock(new.items))
    var copy = found
    copy.stretches = [:]
    let items = node.items
    guard old.stretches == wanted.stretches,
      let places = old.places(in: items, of: node, from: 0, isWhole: true, &copy)
    else { return replace(node.range, with: [new]) }
    rewriteSignature(of: node, pattern.signature, into: new.signature)
    for (index, place) in places.enumerated() where !wanted.parts[index].isEmpty || !place.isEmpty {
      if wanted.parts[index].isEmpty {
        var editor = file.editor
        for item in items[place] { editor.remove(item: item) }
        written += editor.edits
      } else if place.isEmpty {
        insert(wanted.parts[index], at: place.lowerBound, of: items, in: node, new)
      } else {
        rewrite(Array(items[place]), old.parts[index], into: wanted.parts[index])
      }
    }
  }

  /// Writes items where none were, on lines of their own where their neighbours have them.
  private mutating func insert(
    _ new: [Node], at index: Int, of items: [Node], in block: Node, _ whole: Node
  ) {
    guard let neighbour = items.indices.contains(index) ? items[index] : items.last else {
      return replace(block.range, with: [whole])
    }
    let isBefore = items.indices.contains(index)
    let standsAlone = file.layout.startsLine(neighbour.range.lowerBound)
    let indentation = file.layout.indentation(of: neighbour)
    let separator = standsAlone ? file.layout.lineEnding + indentation : "; "
    let place = isBefore ? neighbour.range.lowerBound : neighbour.range.upperBound
    guard
      let text = filled(new, indentation: indentation, replacing: place..<place)?.only
    else { return fail(scattered) }
    written.append(
      Edit(place..<place, isBefore ? text + separator : separator + text))
  }

  private mutating func rewriteSignature(of closure: Node, _ old: Node?, into new: Node?) {
    guard closure.kind == .closure else { return }
    let tree = closure.tree
    let brace = tree.tokens[closure.tokenIDs.lowerBound].range.upperBound
    switch (old, new) {
    case (nil, nil): return
    case (nil, let new?):
      if let name = nameOfOthers(in: closure, takenBy: new) {
        return fail("give '\(name)', which means something else there, another name first")
      }
      // What is captured stays, and the rest of the signature stands behind it.
      if let head = closure.signature {
        let word = tree.tokens[head.tokenIDs.upperBound - 1].range
        guard let text = filled([new], indentation: "", replacing: word)?.only else {
          return fail(scattered)
        }
        written.append(Edit(word, text))
        return
      }
      guard let text = filled([new], indentation: "", replacing: brace..<brace)?.only else {
        return fail(scattered)
      }
      let next = tree.source.bytes[brace.index]
      let isBlank = [0x20, 0x09, 0x0A, 0x0D].contains(next)
      written.append(Edit(brace..<brace, " \(text)" + (isBlank ? "" : " ")))
    case (_?, nil):
      guard let head = closure.signature else { return fail(unnamed) }
      take(brace..<head.range.upperBound, "")
    case (let old?, let new?):
      guard let head = closure.signature else { return fail(unnamed) }
      rewrite(head, old, into: new)
    }
  }

  /// A name that a closure uses for what is declared outside of it, and that a parameter of a new signature would take.
  private func nameOfOthers(in closure: Node, takenBy signature: Node) -> String? {
    let names = Set(signature.descendants.filter { $0.kind == .closureParameter }.map(\.name))
    return closure.descendants.first { node in
      guard node.kind == .declReference, names.contains(node.name) else { return false }
      guard let declaration = file.semantics.symbol(of: node)?.declaration else { return true }
      return declaration.tree !== closure.tree || !closure.range.contains(declaration.range)
    }?.name
  }

  // MARK: As a whole

  /// Puts the code of template nodes in the place of a stretch of the file.
  private mutating func replace(_ range: ByteRange, with new: [Node]) {
    let indentation = file.layout.indentation(atLineOf: range.lowerBound)
    guard let edits = filled(new, indentation: indentation, replacing: range) else { return }
    for edit in edits.edits { take(edit.range, edit.text) }
    written += edits.moved
  }

  private mutating func take(_ range: ByteRange, _ text: String) {
    if let captured = found.captures.first(where: { range.contains($0) }) {
      fail("write it by hand, so that '\(file.source.text(captured))' keeps its place")
    }
    if file.tree.holdsComment(in: range) {
      let isCarried = carried.contains { carried in
        file.tree.commentRanges(in: range).allSatisfy { carried.contains($0) }
      }
      if !isCarried { obstacle = "move the comment out of what is rewritten, and run it again" }
    }
    written.append(Edit(range, text))
  }

  private mutating func fail(_ reason: String) { obstacle = obstacle ?? reason }

  /// What a person has to know where nothing stands for a metavariable.
  private func reason(lacking name: String) -> String {
    let parts = name.split(separator: ".").map(String.init)
    let value = parts.first.flatMap { bindings[$0] }
    guard parts.count == 2, case .source(let range)? = value else {
      return "write it by hand: nothing here says what stands for '\(name)' in the new form"
    }
    let text = file.source.text(range)
    return parts[1] == "type"
      ? "declare the type of '\(text)', which is not known here, and run it again"
      : "give '\(text)' a variable of its own, and run it again"
  }

  private struct Filling {
    let edits: [Edit]

    /// Edits of the lines of what stays.
    let moved: [Edit]

    /// The text where nothing of the file is kept in its place.
    var only: String? { edits.isEmpty ? "" : edits.count == 1 ? edits[0].text : nil }
  }

  /// Returns the edits that put template nodes, on lines of their own, in the place of a range; nil with an obstacle if
  /// nothing stands for a metavariable of theirs.
  private mutating func filled(
    _ new: [Node], indentation: String, replacing range: ByteRange
  ) -> Filling? {
    guard let first = new.first, let last = new.last else {
      fail(scattered)
      return nil
    }
    let whole = first.tree.source.text(first.range.lowerBound..<last.range.upperBound)
    let base = first.tree.source.bytes.blankCount(ofLineAt: first.range.lowerBound.index)
    var lines: [String] = []
    var moves: [(name: String, to: String)] = []
    for (index, line) in whole.split(separator: "\n").enumerated() {
      let depth = index == 0 ? 0 : max(0, line.prefix { $0 == " " }.count - base) / 2
      let text = line.drop { $0 == " " }
      let target = indentation + String(repeating: file.layout.indentUnit, count: depth)
      if let name = text.stretchName, let stretch = found.stretches[name] {
        // A line of nothing is no line.
        if stretch.range.isEmpty { continue }
        moves.append((name, target))
      }
      lines.append((index == 0 ? "" : target) + text)
    }
    let template = template(ofText: lines.joined(separator: file.layout.lineEnding))
    var bindings = bindings
    let isKept = template.keepsOrder(of: bindings, within: range)
    if !isKept {
      for name in Set(template.variables) {
        guard case .source(let part)? = bindings[name] else { continue }
        let text = textWithEdits(part)
        let target = moves.first { $0.name == name }?.to
        bindings[name] = .text(
          target.map {
            file.layout.moved(
              text, from: file.layout.indentation(atLineOf: part.lowerBound), to: $0)
          } ?? text)
        if range.contains(part) { carried.append(part) }
      }
    }
    guard let edits = template.edits(replacing: range, bindings, in: file.source) else {
      let lacking = template.variables.first { bindings[$0] == nil }
      fail(reason(lacking: lacking ?? "it"))
      return nil
    }
    guard isKept else { return Filling(edits: edits, moved: []) }
    let moved = moves.flatMap { move -> [Edit] in
      guard let stretch = found.stretches[move.name] else { return [] }
      return file.layout.linesMoved(
        in: stretch.range,
        from: file.layout.indentation(atLineOf: stretch.range.lowerBound), to: move.to)
    }
    return Filling(edits: edits, moved: moved)
  }

  /// The text of a part of the file, with what is edited inside of it.
  private func textWithEdits(_ part: ByteRange) -> String {
    let start = part.lowerBound.index
    let inside = inner.filter { part.contains($0.range) }.map { edit in
      Edit(
        range: ByteRange(
          indices: edit.range.indices.lowerBound - start..<edit.range.indices.upperBound - start),
        replacement: edit.replacement)
    }
    let bytes = Array(file.source.bytes[part.indices])
    return String(decoding: applying(inside, to: bytes) ?? bytes, as: UTF8.self)
  }
}

/// What a person does where what the new form keeps stands apart here.
private let scattered =
  "write it by hand: what the new form keeps stands in several places here, which its text cannot leave where they are"

/// What a person does where a closure's parameters go by numbers.
private let unnamed = "name the parameters of the closure, and run it again"

/// The indices of the tokens of a node that belong to none of its children.
private func ownTokenIDs(of node: Node) -> [Int] {
  var result: [Int] = []
  var next = node.tokenIDs.lowerBound
  for child in node.children {
    result += next..<max(next, child.tokenIDs.lowerBound)
    next = max(next, child.tokenIDs.upperBound)
  }
  return result + (next..<max(next, node.tokenIDs.upperBound))
}

extension Node {
  /// Whether two nodes of patterns have the same tokens; stretches of a block are the same whatever their numbers are.
  fileprivate func isWritten(like other: Node) -> Bool {
    guard tokenIDs.count == other.tokenIDs.count else { return false }
    return zip(tokenIDs, other.tokenIDs).allSatisfy { left, right in
      let a = tree.bytes(of: TokenID(rawValue: UInt32(left)))
      let b = other.tree.bytes(of: TokenID(rawValue: UInt32(right)))
      return a == b || (a.starts(with: "µµµ".utf8) && b.starts(with: "µµµ".utf8))
    }
  }
}

extension Substring {
  /// The name of the stretch that a line of a pattern is.
  fileprivate var stretchName: String? {
    guard hasPrefix("µµ"), allSatisfy({ $0 == "µ" || $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    let name = dropFirst(2)
    return name.first == "µ" ? nil : String(name)
  }
}

extension Edit {
  fileprivate var text: String { String(decoding: replacement, as: UTF8.self) }
}

extension ByteRange {
  fileprivate func contains(_ other: ByteRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension [UInt8] {
  /// The number of blanks at the start of the line of a byte.
  fileprivate func blankCount(ofLineAt index: Int) -> Int {
    let start = self[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return self[start...].prefix { $0 == UInt8(ascii: " ") }.count
  }
}
