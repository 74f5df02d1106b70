import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The variable that reading a stream fills, declared in the statement before, which moves into the closure that reads.
struct FilledVariable {
  let statement: Node
  private let name: String
  private let introducer: Introducer

  /// - Parameters:
  ///   - changed: what is changed by what reads.
  ///   - reader: the statement that reads.
  /// - Returns: nil if nothing is changed.
  init?(
    _ changed: [Symbol], before reader: Node, in block: Node, _ refusal: Refusal,
    _ file: FileContext
  ) throws(Refusal) {
    guard let first = changed.first else { return nil }
    guard changed.count == 1, let index = block.items.firstIndex(of: reader), index > 0,
      let declaration = first.declaration,
      VariableDecl(block.items[index - 1])?.bindings.only != nil,
      declaration.isInside(block.items[index - 1])
    else { throw refusal }
    statement = block.items[index - 1]
    name = first.name
    let isChangedLater = file.semantics.references(to: first).contains { use in
      use.range.lowerBound >= reader.range.upperBound && mayChange(use, file)
    }
    introducer = isChangedLater ? .var : .let
  }

  /// What the closure says: the declaration, what reads, and the value in the end.
  func statements(around reader: [Code]) -> [Code] {
    [.kept(statement)] + reader + [.returned(.word(name))]
  }

  /// Gives the variable what the closure returned.
  func bound(to value: Code) -> Code { .variable(introducer, name, value: value) }
}
