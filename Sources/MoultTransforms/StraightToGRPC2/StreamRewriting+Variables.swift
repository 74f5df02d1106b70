import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The variables that a loop over the replies changes.
extension StreamRewriting {
  struct KeptVariables {
    /// What takes the value of the call.
    fileprivate(set) var target = Target.nothing

    /// The names that the closure copies to change them.
    fileprivate(set) var copied: [String] = []

    /// The declarations that move into the closure.
    fileprivate(set) var moved: [ItemRun] = []

    /// What the closure gives back.
    fileprivate(set) var value: Code?

    /// The value where the call failed.
    fileprivate var otherwise: Code?

    enum Target {
      case nothing, ignored, returned
      /// `let name = …`, with a type where it is written.
      case declared(Introducer, String, type: Code?)
      /// `name = …`
      case assigned(Code)
    }

    /// The closure's first lines.
    var declarations: [Code] {
      moved.map { .form(.items($0)) }
        + copied.map { .variable(.var, $0, value: .word($0)) }
    }

    /// The statement that makes the call, and takes its value.
    func item(made call: Code) -> Code {
      let value = otherwise.map { .infix(call, "??", $0) } ?? call
      switch target {
      case .nothing: return value
      case .ignored: return .infix(.word("_"), "=", value)
      case .returned: return .returned(value)
      case .declared(let introducer, let name, let type):
        return .variable(introducer, name, type: type, value: value)
      case .assigned(let variables): return .infix(variables, "=", value)
      }
    }
  }

  /// What becomes of the variables that the loop fills: they move into the closure, or are copied there and taken back.
  ///
  /// - Parameter tail: what moves into the closure behind the loop; nil if nothing does.
  func keptVariables(
    _ state: CarriedState, _ loop: ReceiveLoop, _ tail: [Node]?
  ) throws(Refusal) -> KeptVariables {
    var kept = KeptVariables()
    if tail != nil {
      let function = FunctionDecl(of: stream.block.parent)?.node
      kept.target = function?.returnType?.isVoidType ?? true ? .nothing : .returned
    } else if stream.isQuiet {
      kept.target = .ignored
    }
    guard !state.changed.isEmpty else { return kept }
    var declarations: [VariableDecl] = []
    for symbol in state.changed {
      guard let declaration = declarationToMove(of: symbol, before: loop) else { break }
      declarations.append(declaration)
    }
    let later = state.changed.filter { !uses(of: $0, behind: loop).isEmpty }
    let isChangedLater = later.contains {
      uses(of: $0, behind: loop).contains { mayChange($0, file) }
    }
    let isMovable = declarations.count == state.changed.count
    guard isMovable, tail != nil || (!tellsCompletion && (later.count < 2 || !isChangedLater))
    else {
      kept.copied = state.changed.map(\.name)
      guard tail == nil else { return kept }
      let names = tuple(kept.copied)
      kept.target = .assigned(names)
      kept.value = names
      kept.otherwise = stream.isQuiet ? names : nil
      return kept
    }
    kept.moved = declarations.compactMap { ItemRun([$0.node]) }
    guard tail == nil, !later.isEmpty else { return kept }
    let names = later.map(\.name)
    let pattern = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    kept.value = tuple(names)
    var type: Code?
    if stream.isQuiet {
      guard later.count == 1, let index = state.changed.firstIndex(of: later[0]),
        let binding = declarations[index].bindings.only, let start = binding.value
      else { throw refusal }
      // Its type may be written, and nowhere else.
      type = binding.type.map { .form(.moved(.kept($0))) }
      kept.otherwise = .form(.moved(.kept(start)))
    }
    kept.target = .declared(isChangedLater ? .var : .let, pattern, type: type)
    return kept
  }

  private func tuple(_ names: [String]) -> Code {
    names.count == 1 ? .word(names[0]) : .tuple(names.map { .word($0) })
  }

  /// `var count = 0` in the block, which nothing needs before the loop.
  func declarationToMove(of symbol: Symbol, before loop: ReceiveLoop) -> VariableDecl? {
    guard let pattern = symbol.declaration,
      let declaration = VariableDecl(stream.item(around: pattern)),
      declaration.node.parent == stream.block, declaration.bindings.only != nil,
      declaration.range.upperBound <= loop.statement.range.lowerBound
    else { return nil }
    let isNeeded = file.semantics.references(to: symbol).contains { use in
      use.range.lowerBound > declaration.range.upperBound
        && use.range.lowerBound < loop.statement.range.lowerBound
        && !use.isInside(stream.site.statement)
    }
    return isNeeded ? nil : declaration
  }

  func uses(of symbol: Symbol, behind loop: ReceiveLoop) -> [Node] {
    file.semantics.references(to: symbol).filter {
      $0.range.lowerBound >= loop.statement.range.upperBound
    }
  }
}
