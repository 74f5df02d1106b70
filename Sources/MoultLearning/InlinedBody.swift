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

  init?(_ match: Match, _ file: FileContext) {
    guard let old = match.symbol, let (constants, body) = bodyConstants(of: old),
      let library = file.others.semantics(ofFile: body.tree.source.path, in: file.model),
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
    guard !expression.isBareLiteral, var code = writer.code(expression, isWhole: true) else {
      return nil
    }
    var consequence = Consequence()
    judgeOrder(writer, &consequence)
    if !constants.isEmpty {
      consequence.lower(
        to: .review, because: "what the library does one after the other is one expression here")
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
    return TransformOutcome(outcome, imports: writer.imports)
  }

  /// Whether the use is a link of an optional chain, which does not end at it.
  private var standsInChain: Bool {
    guard let base = receiver else { return false }
    return base.kind == .optionalChaining
  }

  private func judgeOrder(_ writer: BodyWriter, _ consequence: inout Consequence) {
    var written: [(place: Int, node: Node)] = []
    if let receiver { written.append((-1, receiver)) }
    for (argument, parameter) in map?.arguments ?? [] {
      written.append((parameter, argument.argumentValue))
    }
    for (_, closure, parameter) in map?.closures ?? [] { written.append((parameter, closure)) }
    var order: [Int] = []
    for (place, node) in written {
      let count = writer.uses.count { $0 == place }
      if isEasilyMoved(node), node.kind != .closure || count == 1 { continue }
      if count == 1 {
        order.append(place)
      } else {
        consequence.lower(
          to: .manual,
          because: count == 0
            ? "'\(node.text)' would not be evaluated any more"
            : "'\(node.text)' would be evaluated \(count) times")
      }
    }
    let used = writer.uses.filter(order.contains)
    if used != order {
      consequence.lower(to: .review, because: "the arguments are evaluated in another order")
    }
  }

  private func judgeResult(_ expression: Node, _ consequence: inout Consequence) {
    guard let declaration = old.declaration, old.kind != .initializer else { return }
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

/// Makes new code of the body of a declaration.
private struct BodyWriter {
  let old: Symbol
  let body: Node
  let constants: [String: Node]
  let library: FileSemantics
  let map: ArgumentMap?
  let receiver: Node?
  let file: FileContext

  /// The use.
  let match: Node

  /// What the use calls.
  var callee: Node? { match.callee }

  /// The parameters in the order in which the new code evaluates them; -1 for the receiver.
  private(set) var uses: [Int] = []

  /// Why a person should look.
  private(set) var doubts: [String] = []
  private(set) var imports: Set<String> = []
  private(set) var throwingParts = 0

  init(
    old: Symbol, body: Node, constants: [String: Node], library: FileSemantics,
    map: ArgumentMap?, receiver: Node?, file: FileContext, match: Node
  ) {
    self.old = old
    self.body = body
    self.constants = constants
    self.library = library
    self.map = map
    self.receiver = receiver
    self.file = file
    self.match = match
  }

  mutating func code(_ node: Node, isWhole: Bool = false) -> Code? {
    switch node.kind {
    case .declReference: return name(node)
    case .memberAccess: return member(node, isWhole: isWhole)
    case .functionCall: return call(node, isWhole: isWhole)
    case .subscriptCall:
      guard let base = node.children.first.flatMap({ code($0) }),
        let arguments = arguments(of: node, library.symbol(of: node))
      else { return nil }
      return .subscripted(base, arguments)
    case .integerLiteral, .floatLiteral, .booleanLiteral, .nilLiteral: return .word(node.text)
    case .stringLiteral: return node.children.isEmpty ? .word(node.text) : nil
    case .arrayLiteral:
      var elements: [Code] = []
      for child in node.children {
        guard let element = code(child) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case .closure: return closure(node)
    case .tuple:
      let inner = node.withoutParentheses
      return inner == node ? nil : code(inner)
    case .binaryOperator:
      guard let left = node.leftOperand, let right = node.rightOperand,
        standardOperators.contains(node.name), let first = code(left), let second = code(right)
      else { return nil }
      return .infix(first, node.name, second)
    case .assignment:
      guard isWhole, let left = node.leftOperand, let right = node.rightOperand,
        let first = code(left), let second = code(right)
      else { return nil }
      return .infix(first, "=", second)
    case .tryExpr, .awaitExpr:
      // The use has marks of its own.
      guard node.flags.isDisjoint(with: [.question, .exclamation]), let operand = node.operand
      else { return nil }
      throwingParts += 1
      return code(operand)
    default: return nil
    }
  }

  private mutating func name(_ node: Node) -> Code? {
    if node.name == "self" { return selfCode() }
    // A constant takes its value where the body does, and names nothing else while that is written.
    if let constant = constants[node.name] { return code(constant) }
    if let place = parameter(node) { return value(of: place) }
    if node.name == "Self" { return typeName() }
    guard let symbol = library.symbol(of: node), isPublished(symbol) else { return nil }
    guard let parent = symbol.parent else { return nil }
    if parent.kind == .module { return global(symbol) }
    guard symbol.kind != .genericParameter, symbol.kind != .associatedType else { return nil }
    if symbol.kind.isType { return nil }
    // A member without `self.` before it.
    if symbol.isStatic || symbol.kind == .enumCase {
      return typeName().map { .member($0, node.name) }
    }
    guard !old.isStatic, old.kind != .initializer, old.parent?.kind != .module else { return nil }
    uses.append(-1)
    guard let receiver else {
      return file.declaresLocally(node.name, around: match)
        ? .member(.word("self"), node.name) : .word(node.name)
    }
    return .member(.kept(receiver), node.name)
  }

  /// A closure that means the same wherever it stands: of its own parameters, members of these and literals.
  private func closure(_ node: Node) -> Code? {
    let own = Set(
      node.descendants.flatMap { part -> [String] in
        switch part.kind {
        case .closureParameter, .identifierPattern: [part.name, part.internalName]
        default: []
        }
      })
    let isOwn = node.descendants.allSatisfy { part in
      switch part.kind {
      case .declReference: part.name.hasPrefix("$") || own.contains(part.name)
      case .memberAccess: part.base != nil
      case .capture, .functionDecl, .macroExpansion: false
      default: true
      }
    }
    return isOwn && !node.text.contains("\n") ? .word(node.text) : nil
  }

  private mutating func selfCode() -> Code? {
    if old.isStatic { return typeName() }
    guard old.kind != .initializer else { return nil }
    uses.append(-1)
    return receiver.map { .kept($0) } ?? .word("self")
  }

  /// The type that the declaration belongs to, as the use spells it.
  private func typeName() -> Code? {
    if old.isStatic, let receiver { return .kept(receiver) }
    guard let parent = old.parent, parent.kind.isNominalType, parent.kind != .protocolType,
      parent.parent?.kind == .module, parent.type == .metatype(.nominal(parent, [])),
      !file.isShadowed(parent.name, at: match)
    else { return nil }
    return .word(parent.name)
  }

  private mutating func global(_ symbol: Symbol) -> Code? {
    if symbol.module != "Swift", symbol.module != file.semantics.module,
      !file.semantics.sees(symbol.module)
    {
      imports.insert(symbol.module)
    }
    guard symbol.module != file.semantics.module, file.isShadowed(symbol.name, at: match) else {
      return .word(symbol.name)
    }
    return symbol.module == symbol.name ? nil : .member(.word(symbol.module), symbol.name)
  }

  private mutating func member(_ node: Node, isWhole: Bool) -> Code? {
    guard let base = node.base else {
      guard let symbol = library.symbol(of: node), isPublished(symbol) else { return nil }
      guard isWhole else { return .member(nil, node.name) }
      // By itself a member needs its type's name.
      guard let parent = symbol.parent, parent.kind.isNominalType, parent.parent?.kind == .module,
        !file.isShadowed(parent.name, at: match)
      else { return nil }
      return .member(.word(parent.name), node.name)
    }
    if node.name == "self" { return nil }
    if let symbol = library.symbol(of: node) {
      guard isPublished(symbol) else { return nil }
    } else {
      let meant = library.candidates(of: node)
      guard !meant.isEmpty, meant.allSatisfy(isPublished) else { return nil }
    }
    return code(base).map { .member($0, node.name) }
  }

  private mutating func call(_ node: Node, isWhole: Bool) -> Code? {
    guard let called = node.children.first, called == node.callee, node.trailingClosures.isEmpty
    else { return nil }
    // The value of a parameter, which is taken when it is needed.
    if let place = parameter(called), node.arguments.isEmpty, isAutoclosure(place) {
      return value(of: place)
    }
    let symbol = library.symbol(of: node)
    if let symbol {
      guard isPublished(symbol) else { return nil }
    } else if library.candidates(of: node).isEmpty {
      return nil
    }
    let head: Code
    if called.kind == .memberAccess, called.name == "init",
      called.base.map({ $0.name == "self" || $0.name == "Self" }) ?? false
    {
      guard let made = made() else { return nil }
      head = made
    } else if called.kind == .memberAccess, called.base == nil {
      guard let member = member(called, isWhole: isWhole) else { return nil }
      head = member
    } else if called.kind == .memberAccess, let written = called.base {
      guard let base = code(written) else { return nil }
      head = .member(base, called.name)
    } else {
      guard let name = code(called) else { return nil }
      head = name
    }
    guard let arguments = arguments(of: node, symbol) else { return nil }
    return .call(head, arguments)
  }

  /// What is called where the body calls another initialiser of its type.
  private func made() -> Code? {
    if old.kind == .initializer {
      guard let callee else { return nil }
      if let base = callee.base, base.name == "self" || base.name == "super" { return nil }
      return .kept(callee)
    }
    return typeName()
  }

  private mutating func arguments(of call: Node, _ symbol: Symbol?) -> [CodeArgument]? {
    let target = symbol.flatMap { ArgumentMap(call, $0.parameters) }
    var result: [CodeArgument] = []
    for (position, argument) in call.arguments.enumerated() {
      let value = argument.argumentValue
      let wanted = target.flatMap { target -> SymbolParameter? in
        position < target.arguments.count
          ? symbol?.parameters[target.arguments[position].parameter] : nil
      }
      if let place = parameter(value.kind == .inOut ? value.operand ?? value : value),
        map?.value(of: place) == nil
      {
        // Nothing is written for it: what its default says, unless the new one says the same.
        guard let standard = old.parameters[place].declaration?.defaultValue else { return nil }
        if let other = wanted?.declaration?.defaultValue, other.text == standard.text { continue }
        guard standard.kind != .macroExpansion, let code = code(standard) else { return nil }
        result.append(CodeArgument(argument.argumentLabel, code))
        continue
      }
      guard let code = value.kind == .inOut ? passed(value) : code(value) else { return nil }
      note(value, wanted)
      result.append(CodeArgument(argument.argumentLabel, code))
    }
    return result
  }

  private mutating func passed(_ value: Node) -> Code? {
    guard let operand = value.operand, let place = parameter(operand), old.parameters[place].isInout
    else { return nil }
    uses.append(place)
    return map?.value(of: place).map { .kept($0) }
  }

  /// Doubts whether what is written for a parameter means the same for the one that it is handed on to.
  private mutating func note(_ value: Node, _ wanted: SymbolParameter?) {
    guard let place = parameter(value), let written = map?.value(of: place) else { return }
    let before = old.parameters[place].declaration?.parameterType?.text
    let after = wanted?.declaration?.parameterType?.text
    guard before != after else { return }
    switch written.kind {
    case .integerLiteral, .floatLiteral, .stringLiteral, .arrayLiteral, .dictionaryLiteral,
      .nilLiteral, .closure:
      break
    case .memberAccess where written.base == nil: break
    default: return
    }
    doubts.append("'\(written.text)' is taken as another type there")
  }

  private mutating func value(of place: Int) -> Code? {
    uses.append(place)
    guard let value = map?.value(of: place) else {
      guard let standard = old.parameters[place].declaration?.defaultValue,
        standard.kind != .macroExpansion
      else { return nil }
      return code(standard)
    }
    guard !old.parameters[place].isVariadic else { return nil }
    return .kept(value.kind == .inOut ? value.operand ?? value : value)
  }

  private func parameter(_ node: Node) -> Int? {
    guard node.kind == .declReference else { return nil }
    return old.parameters.firstIndex { ($0.name ?? $0.label) == node.name }
  }

  private func isAutoclosure(_ place: Int) -> Bool {
    guard let type = old.parameters[place].declaration?.parameterType else { return false }
    return type.attributes.contains { $0.name == "autoclosure" }
  }

  /// Whether callers can name it.
  private func isPublished(_ symbol: Symbol) -> Bool {
    switch symbol.kind {
    case .local, .genericParameter: return false
    default: break
    }
    if case .interface = symbol.origin { return true }
    return file.semantics.canUse(symbol)
  }
}

private let standardOperators: Set<String> = [
  "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??", "..<", "...",
]
