import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Makes new code of the body of a declaration.
struct BodyWriter {
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

  /// What the new code evaluates, in its order.
  private(set) var steps: [Step] = []

  /// The parameters in the order in which the new code evaluates them; -1 for the receiver.
  var uses: [Int] {
    steps.compactMap { step in
      if case .use(let place) = step { place } else { nil }
    }
  }

  /// The parameters that are evaluated only if something else comes out so, or later.
  private(set) var conditional: Set<Int> = []

  /// Why a person should look.
  private(set) var doubts: [String] = []
  private(set) var imports: Set<String> = []
  private(set) var throwingParts = 0
  private(set) var waitingParts = 0

  /// The first name of the body that callers cannot write.
  private(set) var hidden: String?

  /// How many operands around what is being written may never be evaluated.
  private var conditions = 0

  enum Step: Hashable {
    /// What is written for a parameter; -1 for the receiver.
    case use(Int)
    /// A function that the body calls on the way to its value, and that may do something.
    case call
  }

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
        standardOperators.contains(node.name), let first = code(left)
      else { return nil }
      let isLazy = lazyOperators.contains(node.name)
      if isLazy { conditions += 1 }
      defer { if isLazy { conditions -= 1 } }
      return code(right).map { .infix(first, node.name, $0) }
    case .assignment:
      guard isWhole, let left = node.leftOperand, let right = node.rightOperand,
        let first = code(left), let second = code(right)
      else { return nil }
      return .infix(first, "=", second)
    case .tryExpr, .awaitExpr:
      // The use has marks of its own.
      guard node.flags.isDisjoint(with: [.question, .exclamation]), let operand = node.operand
      else { return nil }
      if node.kind == .tryExpr { throwingParts += 1 } else { waitingParts += 1 }
      return code(operand)
    default: return nil
    }
  }

  private mutating func name(_ node: Node) -> Code? {
    if node.name == "self" { return selfCode() }
    // A constant takes its value where the body does, and names nothing else while that is written.
    if let constant = constants[node.name] { return code(constant) }
    if let place = parameter(node) { return typedValue(of: place) }
    if node.name == "Self" { return typeName() }
    guard let symbol = library.symbol(of: node) else { return notDeclared(node.name) }
    guard isPublished(symbol), let parent = symbol.parent else { return nil }
    if parent.kind == .module { return global(symbol) }
    guard symbol.kind != .genericParameter, symbol.kind != .associatedType else { return nil }
    if symbol.kind.isType { return nil }
    // A member without `self.` before it.
    if symbol.isStatic || symbol.kind == .enumCase {
      return typeName().map { .member($0, node.name) }
    }
    guard !old.isStatic, old.kind != .initializer, old.parent?.kind != .module else { return nil }
    steps.append(.use(-1))
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
    steps.append(.use(-1))
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
      guard !meant.isEmpty else { return notDeclared(node.name) }
      for symbol in meant { guard isPublished(symbol) else { return nil } }
    }
    return code(base).map { .member($0, node.name) }
  }

  private mutating func call(_ node: Node, isWhole: Bool) -> Code? {
    guard let called = node.children.first, called == node.callee, node.trailingClosures.isEmpty
    else { return nil }
    // The value of a parameter, which is taken when it is needed.
    if let place = parameter(called) {
      return node.arguments.isEmpty && isAutoclosure(place)
        ? typedValue(of: place) : callOfParameter(place, node)
    }
    let symbol = library.symbol(of: node)
    if let symbol {
      guard isPublished(symbol) else { return nil }
    } else if library.candidates(of: node).isEmpty {
      return notDeclared(called.name)
    }
    let head: Code
    if namesOwnType(called) {
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
    // What makes a value does nothing else.
    if !isWhole, symbol?.kind != .initializer, symbol?.kind != .enumCase { steps.append(.call) }
    if !isWhole, symbol?.isThrowing ?? true { throwingParts += 1 }
    return .call(head, arguments)
  }

  /// Whether what a body calls is the type that its declaration belongs to.
  private func namesOwnType(_ called: Node) -> Bool {
    if called.kind == .memberAccess, called.name == "init" {
      return called.base.map { $0.name == "self" || $0.name == "Self" } ?? false
    }
    guard old.kind == .initializer, called.kind == .declReference else { return false }
    return called.name == "Self" || called.name == old.parent?.name
  }

  /// The call of a function that the use hands over by its name; a closure has no place before parentheses.
  private mutating func callOfParameter(_ place: Int, _ node: Node) -> Code? {
    guard let value = map?.value(of: place), isEasilyMoved(value), value.kind != .closure,
      value.kind != .memberAccess || value.base != nil, !old.parameters[place].isVariadic,
      let arguments = arguments(of: node, nil)
    else { return nil }
    steps += [.use(place), .call]
    if old.parameters[place].declaration?.parameterType?.text.contains("throws") ?? true {
      throwingParts += 1
    }
    return .call(.kept(value), arguments)
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
      let isLazy = wanted.map(takesAutoclosure) ?? false
      if isLazy { conditions += 1 }
      defer { if isLazy { conditions -= 1 } }
      guard let code = value.kind == .inOut ? passed(value) : self.argument(value) else {
        return nil
      }
      note(value, wanted)
      result.append(CodeArgument(argument.argumentLabel, code))
    }
    return result
  }

  /// A parameter that is handed on keeps what tells its type: the place that it is handed to.
  private mutating func argument(_ value: Node) -> Code? {
    guard let place = parameter(value), constants[value.name] == nil else { return code(value) }
    return self.value(of: place)
  }

  private mutating func passed(_ value: Node) -> Code? {
    guard let operand = value.operand, let place = parameter(operand), old.parameters[place].isInout
    else { return nil }
    steps.append(.use(place))
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

  /// What is written for a parameter, with its type where only its place told that.
  private mutating func typedValue(of place: Int) -> Code? {
    guard let code = value(of: place) else { return nil }
    guard let written = map?.value(of: place),
      let type = old.parameters[place].declaration?.parameterType?.text
    else { return code }
    switch written.kind {
    case .integerLiteral where type == "Int", .floatLiteral where type == "Double",
      .stringLiteral where type == "String", .booleanLiteral where type == "Bool":
      return code
    case .integerLiteral, .floatLiteral, .stringLiteral, .booleanLiteral:
      guard literalTypes.contains(type), !file.isShadowed(type, at: match) else { return nil }
      return .infix(code, "as", .word(type))
    case .nilLiteral, .arrayLiteral, .dictionaryLiteral, .closure: return nil
    case .memberAccess where written.base == nil: return nil
    case .functionCall where written.callee?.kind == .memberAccess && written.callee?.base == nil:
      return nil
    default: return code
    }
  }

  private mutating func value(of place: Int) -> Code? {
    steps.append(.use(place))
    if conditions > 0, !isAutoclosure(place) { conditional.insert(place) }
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

  private func isAutoclosure(_ place: Int) -> Bool { takesAutoclosure(old.parameters[place]) }

  /// Whether callers can name it.
  private mutating func isPublished(_ symbol: Symbol) -> Bool {
    let isSeen =
      switch symbol.kind {
      case .local, .genericParameter: false
      default: if case .interface = symbol.origin { true } else { file.semantics.canUse(symbol) }
      }
    if !isSeen { hidden = hidden ?? symbol.name }
    return isSeen
  }

  /// Notes a name that nothing declares which callers see.
  private mutating func notDeclared(_ name: String) -> Code? {
    hidden = hidden ?? name
    return nil
  }
}

private func takesAutoclosure(_ parameter: SymbolParameter) -> Bool {
  guard let type = parameter.declaration?.parameterType else { return false }
  return type.attributes.contains { $0.name == "autoclosure" }
}

/// Types of the standard library that a literal can be made one of.
private let literalTypes: Set<String> = [
  "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
  "Float", "String", "Character", "Bool",
]

private let lazyOperators: Set<String> = ["&&", "||", "??"]

private let standardOperators: Set<String> = [
  "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??", "..<", "...",
]
