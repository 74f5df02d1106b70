import MoultMatching
import MoultSemantics
import MoultSyntax

/// All declarations that the values of a type go through, whatever holds them: parameters, properties, results, collections,
/// tuples, closures and types of the project's own.
///
/// They have one type, so what one of them is asked decides for all of them.
struct ValueFlow {
  /// A node where it stands.
  typealias Place = (node: Node, file: FileContext)

  /// Which values are followed, and how far.
  struct Course: Sendable {
    /// The types, by their qualified names.
    let types: Set<String>

    /// Whether a declaration that is reached is the end of the way.
    var ends: @Sendable (_ reached: Symbol, _ declaration: Node, FileContext) -> Bool = {
      _, _, _ in false
    }

    /// Whether an argument becomes something else where it is given.
    var isLeftOut: @Sendable (_ argument: Node, FileContext) -> Bool = { _, _ in false }
  }

  private let course: Course

  /// The types that declarations write.
  private(set) var types: [Place] = []

  /// The expressions and patterns that are seen to have such a value, each once.
  private(set) var values: [Place] = []

  /// Those that go somewhere, with all around them that has their value.
  private(set) var wholes: [Place] = []

  /// The declarations that are named, those that are not followed as well.
  private(set) var named: Set<Symbol> = []
  private var followed: Set<Symbol> = []
  private var seen: Set<Node> = []
  private var waiting: [(symbol: Symbol, file: FileContext)] = []

  /// More than this is no flow that a person would follow.
  private static let limit = 200

  /// - Parameter mention: the type as it is written, or an expression that makes or names a value.
  init(of mention: Node, along course: Course, _ file: FileContext) {
    self.course = course
    start(mention, file)
    while let next = waiting.popLast() { follow(next.symbol, next.file) }
  }

  /// Whether such a value is in one of a type.
  private func holds(_ type: SemanticType) -> Bool {
    switch type {
    case .nominal(let symbol, let arguments):
      course.types.contains(symbol.qualifiedName) || arguments.contains(where: holds)
    case .optional(let type), .metatype(let type): holds(type)
    case .function(let parameters, let result, _, _):
      holds(result) || parameters.contains(where: holds)
    case .tuple(let elements): elements.contains { holds($0.type) }
    case .unknown, .genericParameter, .dependentMember, .composition: false
    }
  }

  /// Whether a value of a declaration, or what it returns, holds one.
  private func isHeld(by symbol: Symbol) -> Bool {
    if case .function(_, let result, _, _) = symbol.type, symbol.kind == .function {
      return holds(result)
    }
    return symbol.kind != .initializer && !symbol.kind.isType && holds(symbol.type)
  }

  /// Lets a declaration be followed, once.
  private mutating func wait(for symbol: Symbol?, _ file: FileContext) {
    guard let symbol else { return }
    named.insert(symbol)
    guard symbol.isOfProject || symbol.kind == .local, !symbol.isGenerated,
      followed.count < Self.limit, followed.insert(symbol).inserted,
      let declaration = symbol.declaration, let home = file.context(of: declaration),
      !course.ends(symbol, declaration, home)
    else { return }
    waiting.append((symbol, home))
  }

  /// Begins with what a type or an expression belongs to.
  private mutating func start(_ mention: Node, _ file: FileContext) {
    let outermost = mention.ancestors.first { node in
      switch node.kind {
      case .genericArgumentClause, .tupleTypeElement: false
      case .returnClause: node.parent?.kind != .functionType
      default: !node.kind.isType
      }
    }
    guard mention.kind.isType, let owner = outermost else { return follow(value: mention, file) }
    switch owner.kind {
    case .typeAnnotation:
      for name in owner.parent?.boundNames ?? [] {
        wait(for: file.semantics.symbol(of: name), file)
      }
    case .parameter, .closureParameter, .typealiasDecl:
      if let element = owner.ancestors.first(where: { $0.kind == .enumCaseElement }) {
        return wait(for: file.semantics.symbol(of: element), file)
      }
      wait(for: file.semantics.symbol(of: owner), file)
    case .returnClause:
      guard let declaration = owner.ancestors.first(where: { $0.kind.givesResult }) else { return }
      if declaration.kind == .closure { return follow(value: declaration, file) }
      wait(for: file.semantics.symbol(of: declaration), file)
    default:
      if owner.kind.isExpression { follow(value: owner, file) }
    }
  }

  /// Follows a declaration to its uses, and to what gives it its value.
  private mutating func follow(_ symbol: Symbol, _ home: FileContext) {
    guard let declaration = symbol.declaration else { return }
    for type in writtenTypes(of: symbol, declaration) {
      types.append((type, home))
      for name in type.descendants() where name.kind == .identifierType {
        let alias = home.semantics.symbol(of: name)
        if alias?.kind == .typeAlias { wait(for: alias, home) }
      }
    }
    // Types that are written are no uses of the project's call graph; those of another file are found from their values.
    let isNear = symbol.parent == nil || symbol.kind == .typeAlias
    for use in isNear ? home.semantics.references(to: symbol) : home.calls.uses(of: symbol) {
      guard let place = home.context(of: use) else { continue }
      if use.kind.isType {
        start(use, place)
      } else if use.kind == .optionalBinding {
        bind(in: use, place)
      } else if use.kind.isExpression {
        follow(value: use, place)
      }
    }
    switch symbol.kind {
    case .function, .property:
      for other in declarationsSharingTypes(with: symbol, in: home) { wait(for: other, home) }
      let results = (symbol.binding ?? declaration).resultsGiven
      for value in results { follow(value: value, home) }
    default: break
    }
    if let pattern = declaration.ancestors.prefix(6).first(where: { $0.kind == .functionCall }),
      let held = home.semantics.symbol(of: pattern), held.kind == .enumCase
    {
      wait(for: held, home)
    }
    if symbol.kind == .property { followMemberwise(symbol, home) }
    if let value = symbol.binding?.initialValue { follow(value: value, home) }
    if let shorthand = symbol.binding, shorthand.kind == .optionalBinding,
      shorthand.initialValue == nil
    {
      wait(for: home.semantics.symbol(of: shorthand), home)
    }
    if let source = declaration.sourceOfPattern { follow(value: source, home) }
    if declaration.kind == .parameter || declaration.kind == .closureParameter {
      followArguments(for: declaration, home)
    }
  }

  /// What a declaration says about the type of its value.
  private func writtenTypes(of symbol: Symbol, _ declaration: Node) -> [Node] {
    switch symbol.kind {
    case .enumCase: declaration.parameters.compactMap(\.parameterType)
    case .typeAlias: declaration.children.filter { $0.kind.isType }
    default:
      [symbol.binding?.annotatedType ?? declaration.parameterType ?? declaration.returnType]
        .compactMap(\.self)
    }
  }

  /// What the calls of an initialiser that nobody wrote give a property.
  private mutating func followMemberwise(_ property: Symbol, _ home: FileContext) {
    guard let owner = property.parent, owner.kind == .structure else { return }
    for use in home.calls.uses(of: owner) {
      guard let call = use.ancestors.first(where: { $0.kind == .functionCall }),
        let place = home.context(of: use)
      else { continue }
      for value in call.valuesGiven where place.property(taking: value) == property {
        follow(value: value, place)
      }
    }
  }

  /// What callers give a parameter, and what calls a closure.
  private mutating func followArguments(for parameter: Node, _ home: FileContext) {
    guard let owner = parameter.ancestors.first(where: { $0.kind.givesResult }) else { return }
    guard owner.kind != .closure else { return follow(value: owner, home) }
    guard let function = home.semantics.symbol(of: owner),
      let position = owner.parameters.firstIndex(of: parameter)
    else { return }
    for other in declarationsSharingTypes(with: function, in: home) {
      guard other.parameters.indices.contains(position),
        let twin = other.parameters[position].declaration, let place = home.context(of: twin)
      else { continue }
      wait(for: place.semantics.symbol(of: twin), place)
    }
    for passed in home.values(passedTo: parameter) ?? [] {
      if let value = passed.value { follow(value: value, passed.file) }
    }
  }

  /// Follows an expression to all that is of its type with it, and to where it goes.
  private mutating func follow(value: Node, _ file: FileContext) {
    var whole = value
    while let parent = whole.parent, parent.handsOn(whole) {
      let next = parent.kind == .argument ? parent.parent ?? parent : parent
      guard holds(file.type(of: next)) else { break }
      whole = next
    }
    wholes.append((whole, file))
    visit(whole, file)
    guard let parent = whole.parent else { return }
    switch parent.kind {
    case .argument, .functionCall, .labeledClosure:
      guard let call = whole.ancestors.first(where: { $0.kind == .functionCall }) else { return }
      if call.valuesGiven.contains(whole) {
        take(whole, givenTo: call, file)
      } else {
        visit(valuesGivenTo: call, file)
        bind(in: call, file)
      }
    case .memberAccess where parent.parent?.calledExpression == parent:
      if let call = parent.parent { visit(valuesGivenTo: call, file) }
    case .assignment:
      for side in parent.children { visit(side, file) }
    case .returnStmt: giveResult(from: parent, file)
    case .codeBlock, .closure:
      if parent.items.count == 1 { giveResult(from: whole, file) }
    case .initializerClause: bind(in: parent.parent, file)
    case .switchExpr:
      for choice in parent.children where choice.kind == .switchCase {
        bind(in: choice.child(.switchCaseLabel), file)
      }
    case .forStmt: bind(in: parent.pattern, file)
    default: return
    }
  }

  private mutating func visit(valuesGivenTo call: Node, _ file: FileContext) {
    for value in call.valuesGiven where !course.isLeftOut(value, file) { visit(value, file) }
  }

  /// The names of a pattern that have such a value.
  private mutating func bind(in pattern: Node?, _ file: FileContext) {
    for name in pattern?.boundNames ?? [] {
      guard let symbol = file.semantics.symbol(of: name), holds(file.type(of: name)) else {
        continue
      }
      wait(for: symbol, file)
    }
  }

  /// An argument goes to the parameter that has its type, to the case that holds it, or to what is called.
  private mutating func take(_ value: Node, givenTo call: Node, _ file: FileContext) {
    if course.isLeftOut(value, file) { return }
    if let parameter = file.parameter(taking: value), let type = parameter.parameterType,
      let home = file.context(of: parameter), holds(home.type(of: type))
    {
      let element = parameter.ancestors.first { $0.kind == .enumCaseElement }
      wait(for: home.semantics.symbol(of: element ?? parameter), home)
    } else if let property = file.property(taking: value) {
      wait(for: property, file)
    } else if let called = call.calledExpression {
      let receiver = (called.base ?? called).withoutUnwrapping
      if holds(file.type(of: receiver)) { follow(value: receiver, file) }
    }
  }

  /// What is returned has the type of its function.
  private mutating func giveResult(from place: Node, _ file: FileContext) {
    guard let owner = place.ancestors.first(where: { $0.kind.givesResult }) else { return }
    if owner.kind == .closure {
      if holds(file.type(of: owner)) { follow(value: owner, file) }
    } else if let type = owner.returnType ?? owner.annotatedType, holds(file.type(of: type)) {
      wait(for: file.semantics.symbol(of: owner.pattern ?? owner), file)
    }
  }

  /// Waits for the declarations that an expression names, where they have its type.
  private mutating func visit(_ value: Node, _ file: FileContext) {
    guard holds(file.type(of: value)), seen.insert(value).inserted else { return }
    values.append((value, file))
    switch value.kind {
    case .closure:
      for parameter in value.parameters {
        guard let symbol = file.semantics.symbol(of: parameter),
          holds(file.type(of: parameter))
        else { continue }
        wait(for: symbol, file)
      }
      let isNamed = !value.parameters.isEmpty
      for use in value.ownDescendants where !isNamed && use.name.hasPrefix("$") {
        if use.kind == .declReference { follow(value: use, file) }
      }
      for result in value.resultsGiven { visit(result, file) }
    case .declReference where value.name.hasPrefix("$"):
      if let closure = value.ancestors.first(where: { $0.kind == .closure }) {
        follow(value: closure, file)
      }
    case .declReference, .memberAccess, .functionCall:
      let symbol = file.semantics.symbol(of: value)
      if let symbol, symbol.kind == .local || symbol.isOfProject && isHeld(by: symbol) {
        return wait(for: symbol, file)
      }
      if let base = value.calledExpression ?? value.base { visit(base, file) }
      visit(valuesGivenTo: value, file)
    default:
      for part in value.children {
        visit(part.kind == .argument ? part.argumentValue : part, file)
      }
    }
  }
}

extension FileContext {
  fileprivate func type(of node: Node) -> SemanticType { semantics.type(of: node) }
}

extension Node {
  /// Whether an expression around another one can have its value.
  fileprivate func handsOn(_ value: Node) -> Bool {
    switch kind {
    case .closure, .switchExpr, .ifExpr, .macroExpansion, .assignment: false
    case .functionCall: calledExpression == value
    case .argument: parent?.kind == .tuple
    default: kind.isExpression
    }
  }

  /// What a function, a getter or a closure returns.
  fileprivate var resultsGiven: [Node] {
    guard let block = kind == .closure ? self : body ?? accessorBlock else { return [] }
    let returned = block.ownDescendants.filter { $0.kind == .returnStmt }.compactMap(
      \.children.first)
    let only = block.items.count == 1 ? block.items.first : nil
    return returned + [only].compactMap(\.self).filter { $0.kind.isExpression }
  }

  /// What a name in a pattern is a part of: the sequence of a loop, what a `switch` or a condition looks at.
  var sourceOfPattern: Node? {
    for node in ancestors {
      switch node.kind {
      case .forStmt: return ForStmt(node)?.sequence?.node
      case .switchExpr: return node.children.first
      case .matchingPattern: return node.initialValue
      case .switchCaseLabel, .switchCaseItem, .switchCase, .argument, .argumentList, .functionCall,
        .patternExpr, .expressionPattern, .valueBindingPattern, .tuplePattern,
        .tuplePatternElement, .tuple:
        continue
      default: return nil
      }
    }
    return nil
  }
}

extension NodeKind {
  /// Whether what a `return` within gives is given by a node of the kind.
  var givesResult: Bool {
    switch self {
    case .functionDecl, .initializerDecl, .subscriptDecl, .closure, .patternBinding: true
    default: false
    }
  }
}
