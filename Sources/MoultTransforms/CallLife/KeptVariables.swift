import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What becomes of the variables that reading fills: they move into the closure, or are copied there and taken back.
struct KeptVariables {
  /// What takes the value of the call.
  fileprivate(set) var target = Target.nothing

  /// The names that the closure copies to change them.
  fileprivate(set) var copied: [String] = []

  /// The declarations that move into the closure.
  fileprivate(set) var declared: [Node] = []

  /// The declarations that stay, of what the closure changes where it stands.
  fileprivate(set) var shared: [Node] = []

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

  /// The declarations with the comments that stand on them.
  var moved: [ItemRun] { declared.compactMap { ItemRun([$0]) } }

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

extension CallInClosures {
  /// - Parameter tail: what moves into the closure behind what reads; nil if nothing does.
  func keptVariables(
    _ state: CarriedState, _ replies: ReadReplies, _ tail: [Node]?
  ) throws(Refusal) -> KeptVariables {
    var kept = KeptVariables()
    if tail != nil {
      let function = FunctionDecl(of: life.block.parent)?.node
      kept.target = function?.returnType?.isVoidType ?? true ? .nothing : .returned
    } else if life.isQuiet {
      kept.target = .ignored
    }
    guard !state.changed.isEmpty else { return kept }
    var declarations: [VariableDecl] = []
    for symbol in state.changed {
      guard let declaration = life.declarationToMove(of: symbol, before: replies, file)
      else { break }
      declarations.append(declaration)
    }
    let later = state.changed.filter { !uses(of: $0, behind: replies).isEmpty }
    let isChangedLater = later.contains {
      uses(of: $0, behind: replies).contains { mayChange($0, file) }
    }
    if life.statusBehind != nil, !later.isEmpty {
      // What came before a failure is there behind it, as it was.
      for symbol in state.changed { kept.shared.append(try shared(symbol)) }
      return kept
    }
    let isMovable = declarations.count == state.changed.count
    guard isMovable,
      tail != nil || (life.completion == nil && (later.count < 2 || !isChangedLater))
    else {
      kept.copied = state.changed.map(\.name)
      guard tail == nil else { return kept }
      let names = tuple(kept.copied)
      kept.target = .assigned(names)
      kept.value = names
      kept.otherwise = life.isQuiet ? names : nil
      return kept
    }
    kept.declared = declarations.map(\.node)
    guard tail == nil, !later.isEmpty else { return kept }
    let names = later.map(\.name)
    let pattern = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    kept.value = tuple(names)
    var type: Code?
    if life.isQuiet {
      guard later.count == 1, let index = state.changed.firstIndex(of: later[0]),
        let binding = declarations[index].bindings.only, let start = binding.value
      else { throw life.refusal }
      // Its type may be written, and nowhere else.
      type = binding.type.map { .form(.moved(.kept($0))) }
      kept.otherwise = .form(.moved(.kept(start)))
    }
    kept.target = .declared(isChangedLater ? .var : .let, pattern, type: type)
    return kept
  }

  /// The declaration of a variable of the function that the closure may change: reading is over when the call returns.
  private func shared(_ symbol: Symbol) throws(Refusal) -> Node {
    guard let pattern = symbol.declaration,
      let declaration = pattern.ancestors.lazy.compactMap({ VariableDecl($0) }).first,
      pattern.isInside(declaration.node), declaration.introducer == .var,
      declaration.node.parent?.isBlockOfStatements == true
    else { throw life.refusal }
    return declaration.node
  }

  private func tuple(_ names: [String]) -> Code {
    names.count == 1 ? .word(names[0]) : .tuple(names.map { .word($0) })
  }

  private func uses(of symbol: Symbol, behind replies: ReadReplies) -> [Node] {
    file.semantics.references(to: symbol).filter {
      $0.range.lowerBound >= replies.place.range.upperBound
    }
  }
}

extension CallLife {
  /// `var count = 0` in the block, which nothing needs that stays outside of the closure.
  func declarationToMove(
    of symbol: Symbol, before replies: ReadReplies, _ file: FileContext
  ) -> VariableDecl? {
    guard let pattern = symbol.declaration,
      let declaration = VariableDecl(item(around: pattern)),
      declaration.node.parent == block, declaration.bindings.only != nil,
      declaration.range.upperBound <= replies.place.range.lowerBound
    else { return nil }
    let isNeeded = file.semantics.references(to: symbol).contains { use in
      guard use.range.lowerBound > declaration.range.upperBound,
        !replies.carried.contains(where: { use.isInside($0) })
      else { return false }
      return made.keeps(use)
        || use.range.lowerBound < replies.place.range.lowerBound
          && !use.isInside(statement)
    }
    return isNeeded ? nil : declaration
  }
}
