import MoultRewriting
import MoultSource
import MoultSyntax

/// What an override does with one kind of parts, each of which it hands on at the end.
struct HandledPart {
  let method: OverrideOfParts
  let kind: PartOfACall

  /// What it is done by, and the statements and conditions of the source in that.
  private(set) var code: [Code] = []
  private(set) var kept: [Node] = []

  /// Conditions of the source that stand around what is done with other kinds of parts as well.
  private(set) var shared: [Node] = []

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
      kept += check.conditions + check.end.kept
      code.append(check.end.code(unless: check.conditions))
    }
  }

  /// - Returns: nil if a part is not handed on as it came, but for headers, or is not on all ways.
  init?(_ kind: PartOfACall, of method: OverrideOfParts) {
    (self.method, self.kind) = (method, kind)
    guard let code = read(method.items), isHandedOn || isDeferred, !hasOtherNames,
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
      } else if let more = IfExpr(item).flatMap({ failing($0) })
        ?? GuardStmt(item).flatMap({ failing($0) })
      {
        let above = item.tree.commentRanges(in: item.leadingTrivia)
        code = behind(said(above, item.tree, more))
        plain = []
      } else if let choice = IfExpr(item), choice.elseBranch == nil, let body = choice.body,
        body.node.says(method.part),
        let more = read(choice, whereNothingIsHandedOn: body)
      {
        code = behind(more)
        plain = []
      } else if let tried = DoStmt(item), items.count == 1, let body = tried.body,
        let handler = tried.catchClauses.only, handler.items.only == nil,
        let ends = handler.body?.items.map(\.node), method.givesUp(by: ends)
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

  /// Whether an earlier pattern has called something else what stands in the part.
  private var hasOtherNames = false

  private mutating func bind(_ pattern: PartPattern) {
    isVariable = isVariable || pattern.isVariable
    guard !names.isEmpty, !pattern.names.isEmpty else {
      if names.isEmpty { names = pattern.names }
      return
    }
    let isOther = zip(names, pattern.names).contains { $0 != $1 && $0 != "_" && $1 != "_" }
    hasOtherNames = hasOtherNames || isOther || names.count != pattern.names.count
    names = zip(names, pattern.names).map { $1 == "_" ? $0 : $1 }
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
    guard kind == .metadata, method.isOfRequests, let body = choice.body else { return nil }
    let conditions = choice.conditions.map(\.node)
    if choice.elseBranch == nil,
      let end = method.end(by: body.items.map(\.node), leaving: true)
    {
      canThrow = true
      kept += conditions + end.kept
      return [.branch(conditions: conditions.map { .kept($0) }, [.form(.thrown(end.code))])]
    }
    guard case .block(let other)? = choice.elseBranch,
      let end = method.end(by: other.items.map(\.node), leaving: false)
    else { return nil }
    canThrow = true
    kept += conditions + end.kept
    guard let more = read(body.items.map(\.node)), isHandedOn else { return nil }
    return [end.code(unless: conditions)] + more
  }

  /// What `guard let token else { context.errorCaught(error); return }` does.
  private mutating func failing(_ check: GuardStmt) -> [Code]? {
    guard kind == .metadata, method.isOfRequests, let end = method.end(of: check) else {
      return nil
    }
    let conditions = check.conditions.map(\.node)
    canThrow = true
    kept += conditions + end.kept
    return [end.code(unless: conditions)]
  }

  /// What is done with the part where something holds that is asked for several kinds of parts.
  private mutating func read(_ choice: IfExpr, whereNothingIsHandedOn body: StatementBlock)
    -> [Code]?
  {
    let conditions = choice.conditions.map(\.node)
    var inner = self
    inner.isHandedOn = false
    guard !conditions.contains(where: { $0.says(method.part) || $0.hasEffect }),
      let more = inner.read(body.items.map(\.node)), !inner.isHandedOn
    else { return nil }
    let handedOn = isHandedOn
    self = inner
    isHandedOn = handedOn
    guard !more.isEmpty else { return [] }
    shared += conditions
    return [.branch(conditions: conditions.map { .form(.moved(.kept($0))) }, more)]
  }
}

extension Node {
  /// Whether asking it twice may be something else than asking it once.
  fileprivate var hasEffect: Bool {
    descendants().contains { node in
      CallExpr(node) != nil || AssignmentExpr(node) != nil || node.kind == .optionalBinding
        || node.kind == .closure
    }
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
