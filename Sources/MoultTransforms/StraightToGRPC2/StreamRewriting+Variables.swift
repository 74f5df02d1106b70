import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The variables that a loop over the replies changes.
extension StreamRewriting {
  struct KeptVariables {
    /// What is bound to the value of the call: `let count = `.
    var target = ""

    /// The names that the closure copies to change them.
    var copied: [String] = []

    /// The closure's first lines.
    var declarations: [String] = []

    /// What the closure gives back.
    var value: String?

    /// The declarations that move into the closure.
    var moved: [Node] = []

    /// What stands behind the call: the value where it failed.
    var closing = ""
  }

  /// Moves the variables that the loop fills into the closure, or copies them there and takes them back.
  mutating func keptVariables(
    _ state: CarriedState, _ loop: ReceiveLoop, isTail: Bool
  ) throws(Refusal) -> KeptVariables {
    var kept = KeptVariables()
    guard !state.changed.isEmpty else {
      if stream.isQuiet { kept.target = "_ = " }
      return kept
    }
    var declarations: [Node] = []
    for symbol in state.changed {
      guard let declaration = declarationToMove(of: symbol, before: loop) else { break }
      declarations.append(declaration)
    }
    let later = state.changed.filter { !uses(of: $0, behind: loop).isEmpty }
    let isChangedLater = later.contains {
      uses(of: $0, behind: loop).contains { mayChange($0, file) }
    }
    let movable = declarations.count == state.changed.count
    if movable, isTail || (completion == nil && (later.count < 2 || !isChangedLater)) {
      kept.moved = declarations
      for declaration in declarations {
        kept.declarations.append(file.source.text(declaration.range))
        consequence.edits.append(Edit(file.lines(of: declaration), ""))
      }
      guard !isTail, !later.isEmpty else {
        if stream.isQuiet { kept.target = "_ = " }
        return kept
      }
      let names = later.map(\.name)
      let pattern = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
      kept.target = (isChangedLater ? "var " : "let ") + pattern + " = "
      kept.value = pattern
      if stream.isQuiet {
        guard later.count == 1, let index = state.changed.firstIndex(of: later[0]),
          let start = declarations[index].bindings.first?.initialValue
        else { throw refusal }
        // Its type may be written, and nowhere else.
        kept.target =
          file.source.text(
            declarations[index].range.lowerBound..<start.range.lowerBound) + "("
        if !isChangedLater { kept.target = "let" + kept.target.dropFirst("var".count) }
        kept.closing = ") ?? " + file.source.text(start.range)
      }
      return kept
    }
    let names = state.changed.map(\.name)
    kept.copied = names
    kept.declarations = names.map { "var \($0) = \($0)" }
    if !isTail {
      let pattern = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
      kept.target = pattern + (stream.isQuiet ? " = (" : " = ")
      kept.value = pattern
      if stream.isQuiet { kept.closing = ") ?? " + pattern }
    }
    return kept
  }

  /// `var count = 0` on a line of its own in the block, which nothing needs before the loop.
  func declarationToMove(of symbol: Symbol, before loop: ReceiveLoop) -> Node? {
    guard let pattern = symbol.declaration else { return nil }
    let statement = stream.item(around: pattern)
    guard statement.kind == .variableDecl, statement.parent == stream.block,
      statement.bindings.count == 1, statement.range.upperBound <= loop.statement.range.lowerBound,
      !file.source.text(statement.range).hasLineBreak
    else { return nil }
    let isNeeded = file.semantics.references(to: symbol).contains { use in
      use.range.lowerBound > statement.range.upperBound
        && use.range.lowerBound < loop.statement.range.lowerBound
        && !use.isInside(stream.site.statement)
    }
    return isNeeded ? nil : statement
  }

  func uses(of symbol: Symbol, behind loop: ReceiveLoop) -> [Node] {
    file.semantics.references(to: symbol).filter {
      $0.range.lowerBound >= loop.statement.range.upperBound
    }
  }
}
