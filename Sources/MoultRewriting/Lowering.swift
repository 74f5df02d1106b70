package import MoultSource
import MoultSyntax

/// Makes edits of changes: what is kept stays in its place wherever its order allows it.
struct Lowering {
  private(set) var collected: [Edit] = []

  /// Comments of what goes, each on a line of its own above the statement that they were in.
  private var rescued: [Edit] = []
  private let layout: SourceLayout

  /// What goes to another place, with its comments.
  private let carried: [ByteRange]

  /// What is changed in it, where all of it went before it was copied.
  private var gone: [Edit] = []

  /// What other fixes write.
  private let left: [ByteRange]

  /// - Parameters:
  ///   - changes: all that will be added.
  ///   - left: where other fixes write: no line that begins there is moved.
  ///   - repeated: comments that new code says again.
  init(
    _ layout: SourceLayout, _ changes: [Change], leaving left: [ByteRange] = [],
    repeating repeated: [ByteRange] = []
  ) {
    self.layout = layout
    self.left = left
    let moved = changes.flatMap { change in
      change.pieces.compactMap(\.kept).filter { $0.isMoved || !change.range.contains($0.range) }
        .map(\.range)
    }
    carried = moved + repeated
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
    let hasKept = change.pieces.contains { $0.kept != nil }
    var position = change.range.lowerBound
    var text = ""
    var moved: [ByteRange] = []
    var gaps: [Gap] = []
    var isOnLineOfSource = true
    for piece in change.pieces {
      switch piece {
      case .text(let new): text += new
      case .kept(let kept, let indentation):
        guard !kept.isMoved, kept.range.lowerBound >= position,
          kept.range.upperBound <= change.range.upperBound
        else {
          text += copy(of: kept, indentation)
          moved.append(kept.range)
          continue
        }
        let gap = Gap(position..<kept.range.lowerBound, text, tree)
        gaps.append(gap)
        // A list that goes on as a person broke it over lines stands where new lines before it put it.
        let isOnNewLine = !isOnLineOfSource || text.utf8.count(where: { $0 == 0x0A }) > 1
        if gap.keepsLineBreak {
          isOnLineOfSource = kept.isRun || !isOnNewLine
        } else if text.hasLineBreak {
          isOnLineOfSource = false
        }
        if kept.isRun || !isOnLineOfSource {
          move(kept, withFirstLine: gap.keepsLineBreak, to: indentation)
        }
        (position, text) = (kept.range.upperBound, "")
      }
    }
    gaps.append(Gap(position..<change.range.upperBound, text, tree))
    for (index, gap) in gaps.enumerated() {
      let narrowed = hasKept ? gap.narrowed : gap
      write(index > 0 ? narrowed.withoutEndOfLine : narrowed, moved)
    }
  }

  // MARK: Lines

  /// Moves the lines that begin in what is kept, and those that come in the place of some of them.
  private mutating func move(_ kept: Kept, withFirstLine: Bool, to indentation: String) {
    let old = layout.indentation(atLineOf: kept.range.lowerBound)
    guard old != indentation else { return }
    let start = kept.range.lowerBound.index
    let first = withFirstLine ? tree.source.bytes.startOfLine(at: start) : start
    let range = ByteOffset(first)..<kept.range.upperBound
    let lines = layout.linesMoved(in: range, from: old, to: indentation).filter { line in
      let start = line.range.lowerBound
      return !left.contains {
        $0.lowerBound <= start && start < $0.upperBound || $0 == line.range
      }
        && !collected.contains {
          takesLine(at: start, $0) || layout.movesLine($0) && $0.range.lowerBound == start
        }
    }
    for index in collected.indices where range.holds(collected[index].range) {
      collected[index] =
        layout.movesLine(collected[index])
        ? shifted(collected[index], from: old, to: indentation)
        : moved(collected[index], from: old, to: indentation)
    }
    for index in rescued.indices where range.holds(rescued[index].range) {
      rescued[index] = moved(rescued[index], from: old, to: indentation)
    }
    collected += lines
  }

  /// Whether an edit leaves nothing of the start of a line.
  private func takesLine(at start: ByteOffset, _ edit: Edit) -> Bool {
    let range = edit.range
    if range.lowerBound < start { return start < range.upperBound }
    return range.lowerBound == start && edit.replacement.isEmpty
      && tree.source.bytes[range.indices].contains(where: \.isLineBreak)
  }

  /// The move of a line, as deep as it goes with those around it.
  private func shifted(_ edit: Edit, from old: String, to new: String) -> Edit {
    let blanks = String(decoding: edit.replacement, as: UTF8.self)
    return blanks.hasPrefix(old) ? Edit(edit.range, new + blanks.dropFirst(old.count)) : edit
  }

  /// New lines, moved as those around them are.
  private func moved(_ edit: Edit, from old: String, to new: String) -> Edit {
    guard edit.replacement.contains(where: \.isLineBreak) else { return edit }
    let text = String(decoding: edit.replacement, as: UTF8.self)
    // Whole lines that stand before one have no line of the source that their first could move with.
    let start = edit.range.lowerBound.index
    let isWhole = edit.range.isEmpty && tree.source.bytes.startOfLine(at: start) == start
    let lines = layout.moved(isWhole ? layout.lineEnding + text : text, from: old, to: new)
    return Edit(edit.range, isWhole ? String(lines.dropFirst()) : lines)
  }

  // MARK: Gaps

  /// Writes what comes in the place of a gap between two kept nodes.
  private mutating func write(_ gap: Gap, _ moved: [ByteRange]) {
    guard tree.source.text(gap.range) != gap.text else { return }
    gone += collected.filter { edit in
      gap.takes(edit) && carried.contains { $0.holds(edit.range) }
    }
    collected.removeAll(where: gap.takes)
    let (text, left) = gap.written(apartFrom: moved + carried, layout)
    collected.append(Edit(gap.range, text))
    if !left.isEmpty { rescue(left, of: gap.range) }
  }

  /// The text of what goes to another place, with what is changed inside it.
  private func copy(of kept: Kept, _ indentation: String) -> String {
    let start = kept.range.lowerBound.index
    let inside = (collected + gone).filter { kept.range.holds($0.range) }.map { edit in
      Edit(
        range: ByteRange(
          indices: edit.range.indices.lowerBound - start..<edit.range.indices.upperBound - start),
        replacement: edit.replacement)
    }
    let bytes = Array(kept.tree.source.bytes[kept.range.indices])
    let text = String(decoding: applying(inside, to: bytes) ?? bytes, as: UTF8.self)
    return layout.moved(
      text, from: layout.indentation(atLineOf: kept.range.lowerBound), to: indentation)
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

extension ByteRange {
  /// Whether a range lies in this one; `contains` says so of every empty one.
  package func holds(_ other: ByteRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension Piece {
  var kept: Kept? {
    switch self {
    case .kept(let kept, _): kept
    case .text: nil
    }
  }
}
