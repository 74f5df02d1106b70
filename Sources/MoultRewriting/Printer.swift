import MoultSource
import MoultSyntax

/// A stretch of what is written: new text, or a node of the source.
enum Piece {
  case text(String)
  /// - Parameter indentation: of the line that it comes to stand on.
  case kept(Kept, indentation: String)
}

/// A stretch of the source that stays together.
struct Kept {
  let tree: SyntaxTree
  let range: ByteRange

  /// Whether it is statements, whose first line moves with the others.
  let isRun: Bool

  /// Whether it goes to another place, though its order would allow it to stay.
  let isMoved: Bool

  init(_ node: Node, isMoved: Bool = false) {
    (tree, range, isRun, self.isMoved) = (node.tree, node.range, false, isMoved)
  }

  init(_ run: ItemRun) { (tree, range, isRun, isMoved) = (run.tree, run.range, true, false) }
}

/// Writes documents: decides where lines break, and what they are indented by.
///
/// - Complexity: O(*n* × *depth*) in the places where lines can break.
struct Printer {
  private(set) var pieces: [Piece] = []
  private let layout: SourceLayout

  /// What the line begins with that is written on.
  private var lineIndentation = ""

  /// The width of what is already on the line, and of what follows on the last one.
  private var column: Int
  private let rest: Int

  /// How long a line may be.
  private let width: Int

  /// Whether lines break where they are too long.
  private let mayBreak: Bool

  /// Whether a line was broken.
  private(set) var isOverLines = false

  private struct Open {
    let doc: Doc
    let isFlat: Bool
    let indentation: String
  }

  /// - Parameters:
  ///   - column: the width of what stands before on the line.
  ///   - rest: the width of what follows on the last line.
  ///   - width: how long a line may be.
  ///   - mayBreak: whether lines break where they are too long.
  init(_ layout: SourceLayout, column: Int, rest: Int, width: Int, mayBreak: Bool) {
    self.layout = layout
    self.column = column
    self.rest = rest
    self.width = width
    self.mayBreak = mayBreak
  }

  /// - Parameter indentation: of the lines that begin in no `indented`.
  mutating func print(_ docs: [Doc], indentation: String) {
    lineIndentation = indentation
    var open = docs.reversed().map { Open(doc: $0, isFlat: false, indentation: indentation) }
    while let next = open.popLast() {
      switch next.doc {
      case .text(let text): write(text)
      case .kept(let node): keep(Kept(node))
      case .moved(let node): keep(Kept(node, isMoved: true))
      case .items(let run): keep(Kept(run))
      case .line: next.isFlat ? write(" ") : breakLine(next.indentation)
      case .edge: if !next.isFlat { breakLine(next.indentation) }
      case .separator: next.isFlat ? write("; ") : breakLine(next.indentation)
      case .newline: breakLine(next.indentation)
      case .emptyLine:
        append(layout.lineEnding)
        breakLine(next.indentation)
      case .indented(let docs):
        // Where no line breaks, what is broken inside stands no deeper for it.
        let inner = next.isFlat ? next.indentation : next.indentation + layout.indentUnit
        open += docs.reversed().map {
          Open(doc: $0, isFlat: next.isFlat, indentation: inner)
        }
      case .group(let docs, let breaks):
        let isFlat = breaks == .ifTooLong && (next.isFlat || !mayBreak || fits(docs, before: open))
        open += docs.reversed().map {
          Open(doc: $0, isFlat: isFlat, indentation: next.indentation)
        }
      }
    }
  }

  // MARK: Writing

  private mutating func write(_ text: String) {
    append(text)
    column += layout.width(of: text.utf8)
  }

  private mutating func breakLine(_ indentation: String) {
    isOverLines = true
    append(layout.lineEnding + indentation)
    lineIndentation = indentation
    column = layout.width(of: indentation.utf8)
  }

  private mutating func keep(_ kept: Kept) {
    pieces.append(.kept(kept, indentation: lineIndentation))
    let width = firstLineWidth(of: kept)
    column = width.isWhole ? column + width.count : layout.column(of: kept.range.upperBound)
  }

  private mutating func append(_ text: String) {
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(text))
    }
  }

  /// The width of what is kept up to its first line break.
  private func firstLineWidth(of kept: Kept) -> (count: Int, isWhole: Bool) {
    let bytes = kept.tree.source.bytes[kept.range.indices]
    let end = bytes.firstIndex(where: \.isLineBreak) ?? bytes.endIndex
    return (layout.width(of: bytes[bytes.startIndex..<end]), end == bytes.endIndex)
  }

  // MARK: Fitting

  /// Takes the width of what is kept away, and tells whether a line ends in it.
  private func ends(on kept: Kept, _ room: inout Int) -> Bool {
    let width = firstLineWidth(of: kept)
    room -= width.count
    return !width.isWhole
  }

  /// Whether the documents and what follows up to the next break fit on the line.
  ///
  /// What follows is broken before they are.
  private func fits(_ docs: [Doc], before open: [Open]) -> Bool {
    var room = width - column
    var work = docs.reversed().map { (doc: $0, isFlat: true) }
    var following = open[...]
    while room >= 0 {
      guard let (doc, isFlat) = work.popLast() ?? following.popLast().map({ ($0.doc, $0.isFlat) })
      else { return room >= rest }
      switch doc {
      case .text(let text): room -= layout.width(of: text.utf8)
      case .kept(let node), .moved(let node): if ends(on: Kept(node), &room) { return room >= 0 }
      case .items(let run): if ends(on: Kept(run), &room) { return room >= 0 }
      case .line:
        if !isFlat { return true }
        room -= 1
      case .edge: if !isFlat { return true }
      case .separator:
        if !isFlat { return true }
        room -= 2
      case .newline, .emptyLine: return true
      case .indented(let docs): work += docs.reversed().map { ($0, isFlat) }
      case .group(let docs, let breaks):
        work += docs.reversed().map { ($0, breaks == .ifTooLong && isFlat) }
      }
    }
    return false
  }
}
