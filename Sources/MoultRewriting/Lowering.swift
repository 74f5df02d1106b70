import MoultSource
import MoultSyntax

/// Makes edits of changes: what is kept stays in its place wherever its order allows it.
struct Lowering {
  private(set) var collected: [Edit] = []

  /// Comments of what goes, each on a line of its own above the statement that they were in.
  private var rescued: [Edit] = []
  private let layout: SourceLayout

  /// What goes to another place, with its comments.
  private let carried: [ByteRange]

  /// - Parameter changes: all that will be added.
  init(_ layout: SourceLayout, _ changes: [Change]) {
    self.layout = layout
    carried = changes.flatMap { change in
      change.pieces.compactMap(\.node?.range).filter { !change.range.contains($0) }
    }
  }

  var edits: [Edit] {
    let ordered = (rescued + collected).enumerated().sorted { a, b in
      (a.element.range.lowerBound, a.element.range.upperBound, a.offset)
        < (b.element.range.lowerBound, b.element.range.upperBound, b.offset)
    }
    return ordered.map(\.element).reduce(into: []) { edits, edit in
      // Two insertions at one place are one edit.
      if let last = edits.last, last.range.isEmpty, last.range == edit.range {
        edits[edits.count - 1] = Edit(
          range: edit.range, replacement: last.replacement + edit.replacement)
      } else {
        edits.append(edit)
      }
    }
  }

  private var tree: SyntaxTree { layout.tree }

  // MARK: One change

  /// Adds a change that holds no other which comes later.
  mutating func add(_ change: Change) {
    let hasKept = change.pieces.contains { $0.node != nil }
    var position = change.range.lowerBound
    var text = ""
    var moved: [ByteRange] = []
    var gaps: [Gap] = []
    var isOnLineOfSource = true
    for piece in change.pieces {
      switch piece {
      case .text(let new): text += new
      case .kept(let node, let indentation):
        guard node.range.lowerBound >= position, node.range.upperBound <= change.range.upperBound
        else {
          text += copy(of: node, indentation)
          moved.append(node.range)
          continue
        }
        let gap = Gap(position..<node.range.lowerBound, text, tree)
        gaps.append(gap)
        if gap.keepsLineBreak {
          isOnLineOfSource = true
        } else if text.hasLineBreak {
          isOnLineOfSource = false
        }
        if !isOnLineOfSource {
          collected += layout.linesMoved(
            in: node, from: layout.indentation(of: node), to: indentation)
        }
        (position, text) = (node.range.upperBound, "")
      }
    }
    gaps.append(Gap(position..<change.range.upperBound, text, tree))
    for gap in gaps { write(hasKept ? gap.narrowed : gap, moved) }
  }

  /// Writes what comes in the place of a gap between two kept nodes.
  private mutating func write(_ gap: Gap, _ moved: [ByteRange]) {
    guard tree.source.text(gap.range) != gap.text else { return }
    collected.removeAll { edit in
      !gap.range.isEmpty && edit.range.lowerBound >= gap.range.lowerBound
        && edit.range.upperBound <= gap.range.upperBound
    }
    let (text, left) = gap.written(apartFrom: moved + carried, layout)
    collected.append(Edit(gap.range, text))
    if !left.isEmpty { rescue(left, of: gap.range) }
  }

  /// The text of a node that goes to another place, with what is changed inside it.
  private func copy(of node: Node, _ indentation: String) -> String {
    let start = node.range.lowerBound.index
    let inside = collected.filter {
      $0.range.lowerBound >= node.range.lowerBound && $0.range.upperBound <= node.range.upperBound
    }.map { edit in
      Edit(
        range: ByteRange(
          indices: edit.range.indices.lowerBound - start..<edit.range.indices.upperBound - start),
        replacement: edit.replacement)
    }
    let bytes = Array(node.tree.source.bytes[node.range.indices])
    let text = String(decoding: applying(inside, to: bytes) ?? bytes, as: UTF8.self)
    return layout.moved(text, from: layout.indentation(of: node), to: indentation)
  }

  // MARK: Comments

  private mutating func rescue(_ comments: [ByteRange], of gap: ByteRange) {
    let place = tree.innermostNode(at: gap.lowerBound)
    let start = BlockItem(around: place)?.range.lowerBound ?? gap.lowerBound
    let blanks = layout.indentation(atLineOf: start)
    let lines = comments.map { tree.source.text($0) + layout.lineEnding + blanks }
    rescued.append(Edit(start..<start, lines.joined()))
  }
}

extension Piece {
  fileprivate var node: Node? {
    switch self {
    case .kept(let node, _): node
    case .text: nil
    }
  }
}
