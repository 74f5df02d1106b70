import MoultRewriting
import MoultSource
import MoultSyntax

/// `send` or `receive` of an interceptor of grpc-swift 1, as a class overrides it.
struct OverrideOfParts {
  let function: FunctionDecl

  /// What has to hold for each part before anything else is done, and the error that ends the call where it does not.
  private(set) var checks: [(conditions: [Node], error: Node)] = []

  /// What is done behind that.
  private(set) var items: [Node] = []

  /// What it calls the part and the context; the promise stands between them where it sends.
  let part: String
  let context: String
  private let promise: String?

  var isSending: Bool { promise != nil }

  init?(_ function: FunctionDecl) {
    let names = function.parameters.map(\.name)
    let labels = function.parameters.map(\.label)
    guard let body = function.body, function.node.modifierNames.contains("override"),
      !function.node.isAsync, !function.node.isThrowing
    else { return nil }
    switch function.name {
    case "send" where labels == [nil, "promise", "context"]: promise = names[1]
    case "receive" where labels == [nil, "context"]: promise = nil
    default: return nil
    }
    self.function = function
    (part, context) = (names[0], names[names.count - 1])
    items = body.items.map(\.node)
    while let check = items.first.flatMap({ GuardStmt($0) }), let error = error(endingIn: check) {
      checks.append((check.conditions.map(\.node), error))
      items.removeFirst()
    }
  }

  /// The error of a `guard` that is about no part and ends the call.
  private func error(endingIn check: GuardStmt) -> Node? {
    guard let exit = check.body?.items.map(\.node), let first = exit.first,
      exit.dropFirst().allSatisfy({ $0.kind == .returnStmt && ReturnStmt($0)?.value == nil }),
      exit.count > 1 || first.kind == .returnStmt,
      !check.conditions.contains(where: { $0.node.says(part) })
    else { return nil }
    return error(caughtBy: first)?.node
  }

  /// What is handed on by `context.send(part, promise: promise)`, which is what the method of the base class does.
  func handedOn(by item: Node) -> Expr? {
    guard let call = CallExpr(ReturnStmt(item)?.value?.node ?? item), call.trailingClosures.isEmpty,
      case .member(let member)? = call.called, member.name == function.name,
      case let arguments = Array(call.arguments), arguments.first?.label == nil
    else { return nil }
    var others: [(String, String)] = promise.map { [("promise", $0)] } ?? []
    if member.base?.node.text == "super" {
      others.append(("context", context))
    } else if member.base?.node.text != context {
      return nil
    }
    let given = arguments.dropFirst().map { ($0.label ?? "", $0.expression?.node.text ?? "") }
    return given.count == others.count && zip(given, others).allSatisfy { $0 == $1 }
      ? arguments[0].expression : nil
  }

  /// What `context.errorCaught(error)` ends the call with.
  func error(caughtBy item: Node) -> Expr? {
    guard let call = CallExpr(ReturnStmt(item)?.value?.node ?? item),
      case .member(let member)? = call.called, member.name == "errorCaught",
      member.base?.node.text == context
    else { return nil }
    return call.onlyArgument?.expression
  }
}

/// What an override does with one kind of parts, each of which it hands on at the end.
struct HandledPart {
  let method: OverrideOfParts
  let kind: PartOfACall

  /// What it is done by, and the statements and conditions of the source in that.
  private(set) var code: [Code] = []
  private(set) var kept: [Node] = []

  /// What is called what stands in the part; `_` or none where nothing is.
  private(set) var names: [String] = []

  /// Whether other headers are handed on than came.
  private(set) var changesHeaders = false

  /// Whether an error ends the call.
  private(set) var canThrow = false

  /// Comments that stand in the code again, above what is done in their case.
  private(set) var comments: [ByteRange] = []

  /// Where statements of the source are kept, with their comments.
  private(set) var runs: [ByteRange] = []

  private var isVariable = false
  private var copy: String?
  private var isHandedOn = false
  private var isDeferred = false
  private var isSentAgain = false

  /// Whether it is what has to hold for each part: it is asked once, as if it stood in the headers.
  private(set) var isCheck = false

  /// - Returns: nil where nothing has to hold.
  init?(checksOf method: OverrideOfParts) {
    guard !method.checks.isEmpty else { return nil }
    (self.method, kind, isCheck, canThrow) = (method, .metadata, true, true)
    for check in method.checks {
      kept += check.conditions + [check.error]
      code.append(
        .form(
          .guarding(
            check.conditions.map { .kept($0) }, else: [.form(.thrown(.kept(check.error)))])))
    }
  }

  /// - Returns: nil if a part is not handed on as it came, but for headers, or is not on all ways.
  init?(_ kind: PartOfACall, of method: OverrideOfParts) {
    (self.method, self.kind) = (method, kind)
    guard let code = read(method.items), isHandedOn || isDeferred,
      !changesHeaders || kind == .metadata
    else { return nil }
    self.code = code
  }

  func name(_ index: Int) -> String? {
    index < names.count && names[index] != "_" ? names[index] : nil
  }

  // MARK: - Statements

  private mutating func read(_ items: [Node]) -> [Code]? {
    var (code, plain): ([Code], [Node]) = ([], [])
    func behind(_ more: [Code]) -> [Code] {
      ItemRun(plain).map { runs.append($0.range) }
      return code + Code.kept(items: plain) + more
    }
    for (index, item) in items.enumerated() {
      if isHandedOn {
        guard ReturnStmt(item).map({ $0.value == nil }) == true else { return nil }
        continue
      }
      let rest = Array(items.dropFirst(index + 1))
      if let given = method.handedOn(by: item) {
        guard takes(given) else { return nil }
      } else if let ended = ReturnStmt(item), ended.value == nil, isDeferred {
        isHandedOn = true
      } else if item.kind == .deferStmt, index == 0, !isDeferred,
        let only = item.child(.codeBlock).flatMap({ StatementBlock($0) })?.items.only?.node,
        case .name(let given)? = method.handedOn(by: only), given.name == method.part
      {
        isDeferred = true
      } else if let name = copied(by: item) {
        copy = name
      } else if isSentAgain(by: item), rest.isEmpty {
        isSentAgain = true
      } else if let choice = SwitchExpr(item), isPart(choice.subject) {
        guard let more = read(choice) else { return nil }
        code = behind(more)
        plain = []
      } else if let choice = IfExpr(item), let taken = condition(choice.conditions) {
        guard let more = read(choice, taken, before: rest) else { return nil }
        code = behind(more)
        plain = []
      } else if let exit = GuardStmt(item), let taken = condition(exit.conditions) {
        guard let more = read(exit, taken, before: rest) else { return nil }
        guard taken.pattern.kind == kind, taken.others.isEmpty else { return behind(more) }
        code = behind(more)
        plain = []
      } else if let choice = IfExpr(item), choice.elseBranch == nil, let body = choice.body,
        choice.conditions.allSatisfy({ holdsForGRPC2($0) })
      {
        guard let more = read(body.items.map(\.node)) else { return nil }
        code = behind(more)
        plain = []
      } else if let choice = IfExpr(item), let more = failing(choice) {
        code = behind(more)
        plain = []
      } else if let tried = DoStmt(item), items.count == 1, let body = tried.body,
        let handler = tried.catchClauses.only, handler.items.only == nil,
        let end = handler.body?.items.only?.node,
        case .name(let error)? = method.error(caughtBy: end),
        error.name == "error"
      {
        canThrow = true
        guard let more = read(body.items.map(\.node)) else { return nil }
        code = more
      } else if item.kind != .breakStmt {
        plain.append(item)
        kept.append(item)
      }
    }
    return behind([])
  }

  /// Whether the part is handed on as it came, or with the headers that were changed.
  private mutating func takes(_ given: Expr) -> Bool {
    isHandedOn = true
    if case .name(let name) = given {
      if name.name == copy { return kept.isEmpty || !isVariable || isSentAgain }
      return name.name == method.part && (!isVariable || kept.isEmpty)
    }
    return isSame(given)
  }

  private mutating func isSame(_ given: Expr) -> Bool {
    var values: [String] = []
    var called = Expr?.some(given)
    if case .call(let call) = given {
      called = call.called
      for argument in call.arguments {
        guard argument.label == nil, case .name(let name)? = argument.expression else {
          return false
        }
        values.append(name.name)
      }
    }
    guard case .member(let member)? = called, member.name == kind.rawValue, member.base == nil,
      values == names, !isVariable || kind == .metadata
    else { return false }
    changesHeaders = changesHeaders || isVariable
    return true
  }

  /// The name of a variable that begins as the part.
  private func copied(by item: Node) -> String? {
    guard copy == nil, kept.isEmpty, let variable = VariableDecl(item), variable.introducer == .var,
      let binding = variable.bindings.only, case .name(let value)? = binding.value,
      value.name == method.part, case .identifier(let name)? = binding.pattern
    else { return nil }
    return name.name
  }

  /// Whether a statement is `copy = .metadata(headers)`.
  private mutating func isSentAgain(by item: Node) -> Bool {
    guard let copy, let assignment = AssignmentExpr(item),
      assignment.target?.nameWithoutSelf == copy, let value = assignment.value
    else { return false }
    return isSame(value)
  }

  private func isPart(_ value: Expr?) -> Bool {
    guard case .name(let name)? = value else { return false }
    return name.name == method.part || name.name == copy
  }

  // MARK: - Choices

  private mutating func bind(_ pattern: PartPattern) {
    (names, isVariable) = (pattern.names, pattern.isVariable)
  }

  private mutating func read(_ choice: SwitchExpr) -> [Code]? {
    choice.hasConditionalCases ? nil : read(cases: Array(choice.cases)[...])
  }

  private mutating func read(cases: ArraySlice<SwitchCase>) -> [Code]? {
    guard let one = cases.first else { return [] }
    let items = one.items.map(\.node)
    guard case .items = one.label else { return read(items) }
    let above = one.node.tree.commentRanges(in: one.node.leadingTrivia)
    for item in one.caseItems {
      guard let pattern = PartPattern(item.pattern) else { return nil }
      guard pattern.kind == kind else { continue }
      guard one.caseItems.only != nil || pattern.names.isEmpty else { return nil }
      guard let condition = item.whereCondition else {
        bind(pattern)
        return read(items).map { said(above, one.node.tree, $0) }
      }
      // What is done where the condition does not hold would stand in an `else`.
      var other = self
      guard other.read(cases: cases.dropFirst()) == [] else { return nil }
      bind(pattern)
      kept.append(condition.node)
      guard let more = read(items), isHandedOn == other.isHandedOn else { return nil }
      return said(above, one.node.tree, [.branch(conditions: [.kept(condition)], more)])
    }
    return read(cases: cases.dropFirst())
  }

  /// What is done in a case, below the comments that stand above its label.
  private mutating func said(_ above: [ByteRange], _ tree: SyntaxTree, _ code: [Code]) -> [Code] {
    let texts = above.map { tree.source.text($0) }
    guard !code.isEmpty, texts.allSatisfy({ $0.hasPrefix("//") }) else { return code }
    comments += above
    return texts.map { .word($0) } + code
  }

  private typealias Taken = (pattern: PartPattern, others: [Node])

  /// `case .end(let status, _) = part`, and what else has to hold.
  private func condition(_ conditions: ChildViews<Condition>) -> Taken? {
    guard case .match(let match)? = conditions.first, isPart(match.value),
      let pattern = PartPattern(PatternSyntax(of: match.pattern))
    else { return nil }
    return (pattern, conditions.dropFirst().map(\.node))
  }

  private mutating func read(_ choice: IfExpr, _ taken: Taken, before rest: [Node]) -> [Code]? {
    guard let body = choice.body else { return nil }
    let items = body.items.map(\.node)
    let others: [Node] =
      switch choice.elseBranch {
      case .block(let block)?: block.items.map(\.node)
      case .ifExpr(let next)?: [next.node]
      case nil: []
      }
    guard taken.pattern.kind == kind else { return read(others) }
    guard !taken.others.isEmpty else {
      bind(taken.pattern)
      return read(items)
    }
    var other = self
    guard other.read(others) == [] else { return nil }
    bind(taken.pattern)
    kept += taken.others
    guard let more = read(items) else { return nil }
    if isHandedOn, !other.isHandedOn {
      guard other.read(rest) == [], other.isHandedOn else { return nil }
    } else if other.isHandedOn != isHandedOn {
      return nil
    }
    return [.branch(conditions: taken.others.map { .kept($0) }, more)]
  }

  private mutating func read(_ exit: GuardStmt, _ taken: Taken, before rest: [Node]) -> [Code]? {
    guard let body = exit.body else { return nil }
    var other = self
    guard let elsewhere = other.read(body.items.map(\.node)), other.isHandedOn else { return nil }
    guard taken.pattern.kind == kind else {
      self = other
      return elsewhere
    }
    guard !taken.others.isEmpty else {
      bind(taken.pattern)
      return []
    }
    guard elsewhere.isEmpty else { return nil }
    bind(taken.pattern)
    kept += taken.others
    guard let more = read(rest), isHandedOn || isDeferred else { return nil }
    return [.branch(conditions: taken.others.map { .kept($0) }, more)]
  }

  /// What `if let token { … } else { context.errorCaught(error) }` does.
  private mutating func failing(_ choice: IfExpr) -> [Code]? {
    guard kind == .metadata, method.isSending, let body = choice.body,
      case .block(let other)? = choice.elseBranch, let end = other.items.only?.node,
      let error = method.error(caughtBy: end)
    else { return nil }
    let conditions = choice.conditions.map(\.node)
    canThrow = true
    kept += conditions + [error.node]
    guard let more = read(body.items.map(\.node)), isHandedOn else { return nil }
    return [
      .form(
        .guarding(conditions.map { .kept($0) }, else: [.form(.thrown(.kept(error)))]))
    ] + more
  }
}

/// Whether `#available(iOS 14, *)` holds wherever grpc-swift 2 runs.
private func holdsForGRPC2(_ condition: Condition) -> Bool {
  guard case .availability(let node) = condition, node.text.hasPrefix("#available(") else {
    return false
  }
  let needs = ["macOS": 15, "iOS": 18, "tvOS": 18, "watchOS": 11, "visionOS": 2]
  return node.text.dropFirst("#available(".count).dropLast().split(separator: ",").allSatisfy {
    let words = $0.split { $0 == " " || $0 == "." }
    return words == ["*"]
      || words.count > 1 && Int(words[1]).map { $0 <= needs[String(words[0])] ?? 0 } == true
  }
}
