import MoultSource
package import MoultSyntax

/// New code as a text of Swift with code, nodes, names and statements put in: `"\(call).response.map { Optional($0) }"`.
///
/// The text is only read: what it comes to is the same value as one that is put together by hand, and the printer lays it out.
/// `Module::Name`, both in the text, is what a library declares, as `Code.library` has it.
package struct Quote: ExpressibleByStringInterpolation, Sendable {
  private let parts: [Part]

  fileprivate enum Part: Sendable {
    case text(String)
    case code(Code)
    case items([Code])
    case arguments([CodeArgument])
  }

  package init(stringLiteral text: String) {
    var start = StringInterpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
    start.appendLiteral(text)
    parts = start.parts
  }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  private init(_ parts: [Part]) { self.parts = parts }

  /// One quote behind the other, as one.
  package static func + (first: Quote, second: Quote) -> Quote { Quote(first.parts + second.parts) }

  /// Puts the parts of a quote together; what a literal says with `::` becomes a part of its own.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      var rest = literal[...]
      while let mark = rest.firstRange(of: "::") {
        let before = rest[..<mark.lowerBound]
        let module = String(before.reversed().prefix { $0.isLetter || $0 == "_" }.reversed())
        let name = rest[mark.upperBound...].prefix { $0.isLetter || $0.isNumber }
        parts.append(.text(String(before.dropLast(module.count))))
        parts.append(.code(.library("\(module).\(name)")))
        rest = rest[name.endIndex...]
      }
      parts.append(.text(String(rest)))
    }

    /// A name, or any other words of the text.
    package mutating func appendInterpolation(_ words: some StringProtocol) {
      appendLiteral(String(words))
    }

    package mutating func appendInterpolation(_ code: Code) { parts.append(.code(code)) }

    /// What is kept of the source.
    package mutating func appendInterpolation(_ node: Node) { parts.append(.code(.kept(node))) }

    package mutating func appendInterpolation(_ view: some SyntaxView) {
      parts.append(.code(.kept(view.node)))
    }

    /// All statements at the place of one.
    package mutating func appendInterpolation(_ items: [Code]) { parts.append(.items(items)) }

    /// All arguments at the place of one.
    package mutating func appendInterpolation(_ arguments: [CodeArgument]) {
      parts.append(.arguments(arguments))
    }
  }

  /// The code that the text says, read with a name that nobody has for each value.
  fileprivate var items: [Code] {
    let text = parts.enumerated().map { index, part in
      if case .text(let text) = part { text } else { "\(markOfValue)\(index)" }
    }.joined()
    let tree = parse(SourceText(path: "quote", bytes: Array(text.utf8)))
    guard tree.diagnostics.isEmpty else { return [.unreadable] }
    return QuoteReader(values: parts).items(of: tree.root)
  }
}

/// What the names begin with that stand for values while a quote is read.
private let markOfValue = "µquoted"

extension Code {
  /// What parses nowhere.
  ///
  /// A quote has words of a person's file in it, and must not end the program where these make no code: a fix that writes
  /// this is taken back, as its text has one syntax error more.
  fileprivate static let unreadable = Code.word(")")

  /// One expression, statement, declaration or type; what parses nowhere if the text says something else.
  package static func quoted(_ quote: Quote) -> Code {
    let items = quote.items
    return items.count == 1 ? items[0] : .unreadable
  }

  /// A type, with what stands above it, without `///`; its members have `;` between.
  ///
  /// - Parameter members: those behind the ones of the quote.
  package static func quoted(
    type quote: Quote, _ members: [Code] = [], documentation: String
  ) -> Code {
    guard case .form(.type(let type)) = quoted(quote) else { return .unreadable }
    return .form(
      .type(
        TypeCode(
          documentation: documentation, modifiers: type.modifiers, type.keyword, type.name,
          inherited: type.inherited, type.members + members)))
  }

  /// Statements or declarations, with `;` between.
  package static func quoted(items quote: Quote) -> [Code] { quote.items }
}

/// Makes code of the tree of a quote.
private struct QuoteReader {
  let values: [Quote.Part]

  private func value(of node: Node) -> Quote.Part? {
    guard [.declReference, .identifierType].contains(node.kind),
      node.name.hasPrefix(markOfValue), let index = Int(node.name.dropFirst(markOfValue.count)),
      values.indices.contains(index)
    else { return nil }
    return values[index]
  }

  func items(of block: Node) -> [Code] {
    block.items.flatMap { item in
      if case .items(let items)? = value(of: item) { return items }
      return [code(item)]
    }
  }

  private func codes(_ nodes: some Sequence<Node>) -> [Code] { nodes.map(code) }

  func code(_ node: Node) -> Code {
    if case .code(let code)? = value(of: node), node.children.isEmpty { return code }
    switch node.kind {
    case .memberAccess: return .member(node.base.map(code), node.name)
    case .memberType: return .member(code(node.children[0]), node.name)
    case .identifierType where !node.children.isEmpty:
      var base = Code.word(node.name)
      if case .code(let code)? = value(of: node) { base = code }
      return .generic(base, codes(node.children.flatMap(\.children)))
    case .genericSpecialization:
      return .generic(code(node.children[0]), codes(node.children[1].children))
    case .functionCall:
      return .call(
        code(node.children[0]), arguments(node.arguments),
        trailing: node.trailingClosures.map { closure($0.closure, label: $0.label) })
    case .subscriptCall: return .subscripted(code(node.children[0]), arguments(node.arguments))
    case .closure: return .closure(closure(node, label: nil))
    case .arrayLiteral, .arrayType: return .array(codes(node.children))
    case .dictionaryLiteral:
      return .form(
        .dictionary(node.children.map { EntryCode(code($0.children[0]), code($0.children[1])) }))
    case .tuple:
      let elements = node.children.map { element in
        element.argumentLabel.map { .form(.labeled($0, code(element.argumentValue))) }
          ?? code(element.argumentValue)
      }
      return elements.count == 1 ? elements[0] : .tuple(elements)
    case .ternary:
      return .choice(code(node.children[0]), code(node.children[1]), code(node.children[2]))
    case .binaryOperator: return infix(node, node.name)
    case .assignment: return infix(node, "=")
    case .asExpr:
      let mark = CastExpr(node).map {
        $0.mark == .coercion ? "as" : $0.mark == .forced ? "as!" : "as?"
      }
      return infix(node, mark ?? "as")
    case .isExpr: return .typeTest(code(node.children[0]), type: code(node.children[1]))
    case .tryExpr:
      let marks: [TryExpr.Mark: EffectMark] = [.optional: .optionalTry, .forced: .forcedTry]
      return .marked(
        TryExpr(node).flatMap { marks[$0.mark] } ?? .tryMark, code(node.children[0]))
    case .awaitExpr: return .marked(.await, code(node.children[0]))
    case .forceUnwrap: return .postfix(code(node.children[0]), "!")
    case .optionalChaining, .optionalType: return .postfix(code(node.children[0]), "?")
    case .functionType: return functionType(node)
    case .tupleType:
      return .tuple(
        node.children.map { element in
          let type = element.children.last.map(code) ?? .unreadable
          return element.flags.contains(.labeled) ? .form(.labeled(element.name, type)) : type
        })
    case .attributedType:
      let type = code(node.children[node.children.count - 1])
      let word = String(node.text.prefix { $0 != " " })
      let words = node.attributes.isEmpty ? [word] : node.attributes.map(\.text)
      return .form(words == ["inout"] ? .passedInOut(type) : .attributed(words, type))
    case .someOrAnyType where node.text.hasPrefix("any "):
      return .form(.existential(code(node.children[0])))
    default: return statement(node)
    }
  }

  private func infix(_ node: Node, _ name: String) -> Code {
    .infix(code(node.children[0]), name, code(node.children[node.children.count - 1]))
  }

  private func arguments(_ nodes: [Node]) -> [CodeArgument] {
    nodes.flatMap { argument in
      let given = argument.argumentValue
      if case .arguments(let arguments)? = value(of: given) { return arguments }
      return [CodeArgument(argument.argumentLabel, code(given))]
    }
  }

  private func closure(_ node: Node, label: String?) -> ClosureCode {
    // What the printer writes of a closure has no more than names before its `in`.
    guard let signature = node.signature else { return ClosureCode(label: label, items(of: node)) }
    guard !signature.isAsync, !signature.isThrowing, signature.returnType == nil,
      node.parameters.allSatisfy({ $0.parameterType == nil })
    else { return ClosureCode([.unreadable]) }
    return ClosureCode(
      label: label, captures: node.captures.map(\.text),
      parameters: node.parameters.map(\.internalName), items(of: node))
  }

  private func functionType(_ node: Node) -> Code {
    let parameters = node.children[0].children.map { element in
      element.children.last.map(code) ?? .word(element.text)
    }
    let result = node.returnType.map(code) ?? .word("Void")
    return node.isAsync
      ? .form(.asyncFunctionType(parameters, result)) : .functionType(parameters, result)
  }

  // MARK: - Statements

  private func statement(_ node: Node) -> Code {
    switch node.kind {
    case .returnStmt: return node.children.first.map { .returned(code($0)) } ?? .word("return")
    case .throwStmt: return .form(.thrown(code(node.children[0])))
    case .deferStmt: return .form(.deferred(node.body.map(items) ?? []))
    case .variableDecl where node.bindings.count == 1 && node.attributes.isEmpty:
      return variable(node.bindings[0], Introducer(node), node.modifierNames)
    case .ifExpr where IfExpr(node)?.elseBranch == nil:
      return .branch(conditions: conditions(of: node), node.body.map(items) ?? [])
    case .guardStmt:
      return .form(.guarding(conditions(of: node), else: node.body.map(items) ?? []))
    case .doStmt: return attempt(node)
    case .forStmt: return loop(node)
    case .functionDecl, .initializerDecl: return function(node)
    case .structDecl, .classDecl:
      return .form(
        .type(
          TypeCode(
            documentation: "", modifiers: node.modifierNames,
            node.kind == .classDecl ? "class" : "struct", node.name + generics(of: node),
            inherited: node.inheritedTypes.map(inherited),
            codes(node.members))))
    default:
      // Written as it stands: so it holds no value, and no block that would be laid out.
      let isWord =
        !node.text.contains(markOfValue) && !node.descendants.contains { $0.kind == .codeBlock }
      return isWord ? .word(node.text) : .unreadable
    }
  }

  private func loop(_ node: Node) -> Code {
    guard let loop = ForStmt(node), let sequence = loop.sequence, let pattern = loop.pattern,
      loop.whereCondition == nil
    else { return .unreadable }
    let (name, items) = (pattern.node.text, node.body.map(items) ?? [])
    return .form(
      loop.isAwaited
        ? .awaitedLoop(name, in: code(sequence.node), items, canThrow: loop.isTried)
        : .loop(name, in: code(sequence.node), items))
  }

  private func conditions(of node: Node) -> [Code] {
    node.conditions.map { condition in
      switch condition.kind {
      case .optionalBinding: variable(condition, Introducer(condition), [])
      case .matchingPattern:
        .match(
          pattern(condition.pattern ?? condition),
          value: condition.initialValue.map(code) ?? .word("_"))
      default: code(condition)
      }
    }
  }

  private func pattern(_ node: Node) -> Code {
    switch node.kind {
    case .valueBindingPattern: .bound(Introducer(node), node.boundNames.first?.name ?? "_")
    case .expressionPattern, .patternExpr: node.children.first.map(pattern) ?? .word(node.text)
    case .functionCall:
      .call(code(node.children[0]), node.arguments.map { .plain(pattern($0.argumentValue)) })
    default: code(node)
    }
  }

  private func generics(of node: Node) -> String { node.child(.genericParameterClause)?.text ?? "" }

  private func variable(_ node: Node, _ introducer: Introducer, _ modifiers: [String]) -> Code {
    let name = node.pattern?.text ?? "_"
    let (type, value) = (node.annotatedType.map(code), node.initialValue.map(code))
    if let block = node.accessorBlock {
      let accessors = block.children.filter { $0.kind == .accessorDecl }
      func items(of word: String) -> [Code]? {
        accessors.first { $0.name == word }.flatMap { $0.body.map(self.items) }
      }
      return .form(
        .computed(
          name, type: type ?? .word("_"), get: items(of: "get") ?? self.items(of: block),
          set: items(of: "set") ?? [], modifiers: modifiers))
    }
    if node.kind == .optionalBinding, value == nil { return .bound(introducer, name) }
    return .variable(introducer, name, type: type, value: value, modifiers: modifiers)
  }

  private func attempt(_ node: Node) -> Code {
    let items = node.body.map(items) ?? []
    let clauses = DoStmt(node).map { Array($0.catchClauses) } ?? []
    func handler(_ clause: CatchClause) -> [Code] {
      clause.body.map { self.items(of: $0.node) } ?? []
    }
    if clauses.count == 1, clauses[0].items.first.flatMap({ type(caughtBy: $0) }) == nil {
      let name = clauses[0].items.first?.node.boundNames.first?.name
      return .form(.caught(items, binding: name, .new(handler(clauses[0]))))
    }
    return .form(
      .caughtEach(
        items,
        clauses.map { clause in
          CatchCode(clause.items.first.flatMap { type(caughtBy: $0) }, handler(clause))
        }))
  }

  private func type(caughtBy item: CatchItem) -> Code? {
    item.node.descendants.first { $0.kind == .asExpr }?.castType.map(code)
  }

  private func inherited(_ type: Node) -> Code {
    let attributes = type.parent?.attributes.map(\.text) ?? []
    return attributes.isEmpty ? code(type) : .form(.attributed(attributes, code(type)))
  }

  private func function(_ node: Node) -> Code {
    let parameters = node.parameters.map { parameter in
      ParameterCode(
        parameter.externalName, parameter.internalName,
        parameter.parameterType.map(code) ?? .word("_"),
        defaultValue: parameter.defaultValue.map(code))
    }
    return .function(
      FunctionCode(
        attributes: node.attributes.map(\.text), modifiers: node.modifierNames,
        node.kind == .functionDecl ? .function(node.name + generics(of: node)) : .initializer,
        parameters,
        isAsync: node.isAsync, isThrowing: node.isThrowing, returning: node.returnType.map(code),
        node.body.map(items) ?? []))
  }
}

extension Introducer {
  fileprivate init(_ node: Node) { self = node.name == "var" ? .var : .let }
}
