import MoultMatching
import MoultSemantics
import MoultSyntax

/// Where the `Metadata` of a value comes from and where it goes, over the functions and variables of the project.
///
/// grpc-swift 1 has two types for it: what a client sends are `CallOptions`, what was received and what a server sends are
/// `HPACKHeaders`. All that one value flows through has one type, so each question follows it both ways to the end.
struct HeadersFlow {
  private var reachesCall = false
  private var isOfServer = false
  private var seen: Set<Symbol> = []

  /// More than this is no flow that a person would follow.
  private static let limit = 200

  /// - Parameter symbol: a parameter, a local, a property, or a function that gives it.
  init(of symbol: Symbol, _ file: FileContext) { follow(symbol, file) }

  /// - Parameter value: an expression that reads or makes it.
  init(of value: Node, _ file: FileContext) {
    follow(source: value, file)
    follow(use: value, file)
  }

  /// Whether the type of the value is `HPACKHeaders` in grpc-swift 1, and not `CallOptions`.
  var isHeaders: Bool { isOfServer && !reachesCall }

  private mutating func follow(_ symbol: Symbol, _ file: FileContext) {
    guard seen.count < Self.limit, seen.insert(symbol).inserted, !symbol.isGenerated,
      let declaration = symbol.declaration, let home = file.context(of: declaration)
    else { return }
    switch symbol.kind {
    case .function, .initializer: followResult(of: symbol, declaration, home)
    default: followVariable(symbol, declaration, home)
    }
  }

  private mutating func followVariable(
    _ symbol: Symbol, _ declaration: Node, _ home: FileContext
  ) {
    if declaration.kind == .parameter { followArguments(for: declaration, home) }
    if let value = symbol.binding?.initialValue { follow(source: value, home) }
    for use in home.uses(of: symbol) where use.kind == .declReference || use.kind == .memberAccess {
      guard let place = home.context(of: use) else { continue }
      follow(use: use, place)
    }
  }

  /// What the callers of a function give a parameter.
  private mutating func followArguments(for parameter: Node, _ home: FileContext) {
    guard let owner = parameter.owningFunction, let function = home.semantics.symbol(of: owner),
      let position = owner.parameters.firstIndex(of: parameter)
    else { return }
    for member in family(of: function, home) where member != function {
      guard let other = member.declaration, let place = home.context(of: other),
        position < other.parameters.count,
        let twin = place.semantics.symbol(of: other.parameters[position])
      else { continue }
      follow(twin, place)
    }
    for passed in home.values(passedTo: parameter) ?? [] {
      if let value = passed.value { follow(source: value, passed.file) }
    }
  }

  private mutating func followResult(
    of function: Symbol, _ declaration: Node, _ home: FileContext
  ) {
    guard declaration.returnType != nil else { return }
    for member in family(of: function, home) where member != function { follow(member, home) }
    for value in declaration.body?.itemsGiven ?? [] where value.kind.isExpression {
      follow(source: value, home)
    }
    for call in callers(of: function, in: home) ?? [] {
      guard let place = home.context(of: call) else { continue }
      follow(use: call, place)
    }
  }

  /// The requirement, the witnesses and the overrides that have the same type.
  private func family(of function: Symbol, _ file: FileContext) -> [Symbol] {
    guard function.kind == .function, function.parent?.kind.isType == true else { return [] }
    return DeclarationFamily(of: function, in: file).members
  }

  /// What an expression reads.
  private mutating func follow(source value: Node, _ file: FileContext) {
    let node = value.withoutUnwrapping
    switch node.kind {
    case .tryExpr, .awaitExpr, .tuple, .argument:
      if let inner = node.children.first { follow(source: inner, file) }
    case .binaryOperator where node.name == "??", .ternary:
      for child in node.children { follow(source: child, file) }
    case .declReference, .memberAccess:
      guard let symbol = file.semantics.symbol(of: node) else { return }
      if note(symbol) { return }
      follow(symbol, file)
    case .functionCall:
      guard let symbol = file.semantics.symbol(of: node), symbol.kind == .function else { return }
      if symbol.qualifiedName == "SwiftGRPC.Metadata.copy()", let base = node.callee?.base {
        follow(source: base, file)
      } else {
        follow(symbol, file)
      }
    default: return
    }
  }

  /// Where the value of an expression goes.
  private mutating func follow(use value: Node, _ file: FileContext) {
    var place = value
    while let parent = place.parent, Self.handsOn(parent) { place = parent }
    guard let parent = place.parent else { return }
    switch parent.kind {
    case .argument:
      guard let call = parent.parent?.parent, call.kind == .functionCall else { return }
      follow(argument: parent, of: call, file)
    case .assignment where parent.leftOperand == place:
      if let value = parent.rightOperand { follow(source: value, file) }
    case .assignment where parent.rightOperand == place:
      if let target = parent.leftOperand { follow(source: target, file) }
    case .initializerClause:
      guard let pattern = parent.parent?.pattern, pattern.kind == .identifierPattern,
        let symbol = file.semantics.symbol(of: pattern)
      else { return }
      follow(symbol, file)
    case .returnStmt: followReturn(from: parent, file)
    case .codeBlock where parent.items.count == 1: followReturn(from: place, file)
    case .memberAccess where parent.name == "copy" && parent.base == place:
      if let call = parent.parent, call.kind == .functionCall { follow(use: call, file) }
    default: return
    }
  }

  private static func handsOn(_ node: Node) -> Bool {
    switch node.kind {
    case .tryExpr, .awaitExpr, .tuple, .forceUnwrap, .ternary: true
    case .argument: node.parent?.kind == .tuple
    case .binaryOperator: node.name == "??"
    default: false
    }
  }

  private mutating func followReturn(from node: Node, _ file: FileContext) {
    let owner = node.ancestors.first {
      [.functionDecl, .closure, .accessorDecl, .initializerDecl].contains($0.kind)
    }
    guard let owner, owner.kind == .functionDecl, let function = file.semantics.symbol(of: owner)
    else { return }
    follow(function, file)
  }

  private mutating func follow(argument: Node, of call: Node, _ file: FileContext) {
    guard let function = file.semantics.symbol(of: call) else { return }
    if function.isGenerated || function.module == "SwiftGRPC" {
      switch argument.argumentLabel {
      case "initialMetadata", "trailingMetadata": isOfServer = true
      case "metadata": reachesCall = true
      default: break
      }
      return
    }
    if let (symbol, home) = file.taker(of: argument.argumentValue) { follow(symbol, home) }
  }

  /// Whether the symbol is a property of the runtime that says what its headers are.
  private mutating func note(_ symbol: Symbol) -> Bool {
    guard symbol.module == "SwiftGRPC" else { return false }
    switch symbol.name {
    case "requestMetadata", "initialMetadata", "trailingMetadata": isOfServer = true
    case "metadata": reachesCall = true
    default: return false
    }
    return true
  }
}
