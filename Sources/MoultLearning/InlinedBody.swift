import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A use in whose place the body of what is used can stand.
///
/// The body is one expression of names, members, calls, literals, operators and closures that know nothing but themselves, behind
/// constants that are used once. Each parameter becomes the argument of the use, `self` its receiver. What makes a person look is said by the consequence: an argument that is evaluated more or less
/// often than it was, or in another order; a value whose type only its place told.
struct InlinedBody {
  let match: Match
  let file: FileContext
  let old: Symbol

  private let body: Node

  /// What the body's constants stand for, by name.
  private let constants: [String: Node]
  private let library: FileSemantics
  private let map: ArgumentMap?

  /// The receiver; nil where nothing is written for it.
  private let receiver: Node?

  /// - Parameters:
  ///   - old: what the use names, or what stands in for it in types that have none of their own.
  ///   - content: the constants of its body by name, and the expression behind them.
  init?(
    _ match: Match, _ old: Symbol, _ content: (values: [String: Node], expression: Node),
    _ file: FileContext
  ) {
    let (constants, body) = content
    guard let library = file.others.semantics(ofFile: body.tree.source.path, in: file.model),
      library.tree === body.tree
    else { return nil }
    switch match.node.kind {
    case .functionCall, .subscriptCall:
      guard let map = ArgumentMap(match.node, old.parameters) else { return nil }
      self.map = map
    case .memberAccess, .declReference:
      // A function that is handed on is no call.
      guard old.kind == .property else { return nil }
      map = nil
    default: return nil
    }
    self.match = match
    self.file = file
    self.old = old
    self.body = body
    self.constants = constants
    self.library = library
    receiver = match.nodes["base"]
  }

  /// Returns what becomes of the use, or nil if the body cannot stand there.
  func outcome() -> TransformOutcome? {
    guard !standsInChain, old.kind != .property || !isAssigned(match.node) || setsWhatItGets(old)
    else { return nil }
    var writer = BodyWriter(
      old: old, body: body, constants: constants, library: library, map: map, receiver: receiver,
      file: file, match: match.node)
    var expression = body
    while expression.kind == .tryExpr || expression.kind == .awaitExpr,
      let operand = expression.operand
    {
      guard expression.flags.isDisjoint(with: [.question, .exclamation]) else { return nil }
      expression = operand
    }
    guard !expression.isBareLiteral else { return nil }
    guard var code = writer.code(expression, isWhole: true) else {
      guard let hidden = writer.hidden else { return nil }
      var consequence = Consequence()
      consequence.lower(
        to: .manual, because: "what it does names '\(hidden)', which callers do not see")
      return TransformOutcome(consequence)
    }
    var consequence = Consequence()
    judgeOrder(writer, &consequence)
    if !constants.isEmpty {
      consequence.lower(
        to: .review, because: "what the library does one after the other is one expression here")
    }
    if namesRetired(expression) {
      consequence.lower(to: .manual, because: "what it does is deprecated as well")
    }
    for reason in writer.doubts { consequence.lower(to: .review, because: reason) }
    let new = library.symbol(of: expression)
    if let new, isStatement(match.node), old.isDiscardable, !new.isDiscardable,
      writtenResult(new.declaration ?? body) != "", new.kind.isCallable
    {
      code = .infix(.word("_"), "=", code)
    }
    judgeResult(expression, &consequence)
    var editor = file.editor
    editor.replace(match.node, with: code)
    var outcome = Consequence(editor)
    outcome.merge(consequence)
    if old.isThrowing, new?.isThrowing == false, writer.throwingParts == 0 {
      outcome.merge(removalOfThrow(from: match.node, in: file))
    }
    if old.isAsync, new?.isAsync == false, writer.waitingParts == 0 {
      outcome.lower(to: .review, because: "nothing waits there any more, so 'await' can go")
    }
    return TransformOutcome(outcome, imports: writer.imports)
  }

  /// Whether a body names what the library has retired without saying what takes its place.
  private func namesRetired(_ expression: Node) -> Bool {
    ([expression] + expression.descendants).contains { part in
      guard let symbol = library.symbol(of: part), symbol.kind != .local,
        let said = symbol.declaration?.availability
      else { return false }
      return said.kind != .onSomePlatforms && said.renamed == nil
    }
  }

  /// Whether the use is a link of an optional chain, which does not end at it.
  private var standsInChain: Bool {
    guard let base = receiver else { return false }
    return base.kind == .optionalChaining
  }

  /// What a reader of the program could notice of when an expression is evaluated, and how often.
  private enum Evaluation {
    /// Nothing.
    case constant
    /// What was written into it before.
    case read
    /// That it is evaluated.
    case effect
  }

  private func evaluation(of node: Node) -> Evaluation {
    guard isEasilyMoved(node) else { return .effect }
    let isRead = ([node] + node.descendants).contains { part in
      guard part.kind == .declReference || part.kind == .memberAccess, part.name != "self" else {
        return false
      }
      return file.semantics.symbol(of: part).map(isWritable) ?? true
    }
    return isRead && node.kind != .closure ? .read : .constant
  }

  /// Whether what a name gives can be another thing later.
  private func isWritable(_ symbol: Symbol) -> Bool {
    guard symbol.kind == .local else { return symbol.isMutable || symbol.kind == .property }
    guard let declaration = symbol.declaration else { return true }
    if declaration.kind == .parameter || declaration.kind == .closureParameter {
      return declaration.parameterType?.text.hasPrefix("inout ") ?? false
    }
    let holder = declaration.ancestors.first { $0.kind == .variableDecl }
    return holder?.text.hasPrefix("var ") ?? false
  }

  private func judgeOrder(_ writer: BodyWriter, _ consequence: inout Consequence) {
    var written: [(place: Int, node: Node)] = []
    if let receiver { written.append((-1, receiver)) }
    for (argument, parameter) in map?.arguments ?? [] {
      written.append((parameter, argument.argumentValue))
    }
    for (_, closure, parameter) in map?.closures ?? [] { written.append((parameter, closure)) }
    var order: [(place: Int, evaluation: Evaluation)] = []
    for (place, node) in written {
      let count = writer.uses.count { $0 == place }
      let evaluation = evaluation(of: node)
      let isMoved = count == 1 && !writer.conditional.contains(place)
      if isEasilyMoved(node), node.kind != .closure || isMoved {
        if evaluation == .read { order.append((place, .read)) }
      } else if isMoved {
        order.append((place, .effect))
      } else {
        consequence.lower(
          to: .manual,
          because: count == 0
            ? "'\(node.text)' would not be evaluated any more"
            : count == 1
              ? "'\(node.text)' would be evaluated only at times"
              : "'\(node.text)' would be evaluated \(count) times")
      }
    }
    if !keepsOrder(order, writer.steps) {
      consequence.lower(to: .review, because: "the arguments are evaluated in another order")
    }
  }

  /// Whether nothing that has an effect passes another effect, or what reads, on its way to where it is evaluated.
  private func keepsOrder(
    _ order: [(place: Int, evaluation: Evaluation)], _ steps: [BodyWriter.Step]
  ) -> Bool {
    var rank: [Int: Int] = [:]
    for (index, part) in order.enumerated() { rank[part.place] = index }
    for (later, step) in steps.enumerated() {
      guard case .use(let place) = step, let mine = rank[place] else { continue }
      for earlier in steps[..<later] {
        switch earlier {
        case .call:
          if order[mine].evaluation == .effect { return false }
        case .use(let other):
          guard let theirs = rank[other], theirs > mine else { continue }
          if order[mine].evaluation == .effect || order[theirs].evaluation == .effect {
            return false
          }
        }
      }
    }
    return true
  }

  private func judgeResult(_ expression: Node, _ consequence: inout Consequence) {
    guard let declaration = old.declaration else { return }
    if old.kind == .initializer {
      guard old.isFailable, library.symbol(of: expression)?.isFailable == false else { return }
      return consequence.merge(demotionOfOptional(match.node, in: file))
    }
    let before = old.kind == .property ? old.type : result(old.type)
    let after = library.type(of: expression)
    guard !after.isUnknown, !before.isUnknown, before != after else { return }
    if before.isOptional, !after.isOptional, !writtenResult(declaration).isEmpty {
      return consequence.merge(demotionOfOptional(match.node, in: file))
    }
    guard !isStatement(match.node) else { return }
    if describe(before) != describe(after), !after.containsUnknown, !before.containsUnknown,
      !describe(before).contains("Self")
    {
      consequence.lower(to: .review, because: "the new expression is of another type")
    }
  }

  private func result(_ type: SemanticType) -> SemanticType {
    if case .function(_, let result, _, _) = type { return result }
    return .unknown
  }
}

/// Whether an expression stands by itself, with or without `try` and `await`.
private func isStatement(_ node: Node) -> Bool {
  var current = node
  while let parent = current.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    current = parent
  }
  guard let parent = current.parent else { return false }
  switch parent.kind {
  case .codeBlock: return parent.items.count > 1 || !returnsValue(parent)
  case .sourceFile, .switchCase: return true
  default: return false
  }
}

/// Whether the only expression of a block is what the function around gives.
private func returnsValue(_ block: Node) -> Bool {
  guard let function = block.parent, function.kind == .functionDecl else { return true }
  return function.returnType != nil
}

extension Node {
  /// Whether only its place tells the type of a literal.
  var isBareLiteral: Bool {
    switch kind {
    case .integerLiteral, .floatLiteral, .stringLiteral, .arrayLiteral, .nilLiteral,
      .dictionaryLiteral:
      true
    default: false
    }
  }
}
