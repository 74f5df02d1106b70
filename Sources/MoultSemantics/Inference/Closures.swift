import MoultSyntax

extension FileSemantics {
  /// Infers a closure whose parameters take the types of the function that is wanted.
  func inferClosure(_ node: Node, _ expected: SemanticType) -> SemanticType {
    var wanted: [SemanticType] = []
    var wantedResult = SemanticType.unknown
    var effects = (isThrowing: false, isAsync: false)
    if case .function(let parameters, let result, let isThrowing, let isAsync) =
      expected.fullyUnwrapped
    {
      wanted = parameters
      wantedResult = result
      effects = (isThrowing, isAsync)
    }
    let outer = (scope, frames)
    defer { (scope, frames) = outer }
    scope = Scope(parent: outer.0)
    let signature = node.child(.closureSignature)
    if let captures = signature?.child(.captureList) { declareCaptures(captures) }
    let parameters = declareParameters(of: node, signature, wanted)
    if let written = signature?.typeChild(of: .returnClause) {
      wantedResult = resolver.writtenType(written, in: file)
    }
    if let flags = signature?.child(.effects)?.flags {
      effects = (
        effects.isThrowing || flags.contains(.isThrowing),
        effects.isAsync || flags.contains(.isAsync)
      )
    }
    let items = node.itemNodes.filter { $0.kind != .closureSignature }
    if builderClosures.contains(node.id) {
      checkItems(items)
      return .function(
        parameters, result: wantedResult.isOpen ? .unknown : wantedResult,
        isThrowing: effects.isThrowing, isAsync: effects.isAsync)
    }
    let frame = checkBody(items, returning: wantedResult)
    var result = wantedResult
    if result.isOpen {
      let returned = result
      result = common(frame.returned)
      if frame.returned.isEmpty, items.count != 1 { result = .void }
      if result.isUnknown { result = returned }
    }
    return .function(
      parameters, result: result, isThrowing: effects.isThrowing, isAsync: effects.isAsync)
  }

  /// Declares what a closure captures; the values that captures are given know nothing of each other.
  private func declareCaptures(_ captures: Node) {
    var declared: [(name: String, type: SemanticType, node: Node)] = []
    for capture in captures.children where capture.kind == .capture {
      var type: SemanticType
      if let value = capture.firstExpressionChild {
        type = infer(value)
      } else {
        let (found, reference) = lookUp(capture.name, at: capture, .unknown)
        if let reference { references[capture.id] = reference }
        type = found
      }
      if capture.captureSpecifier == "weak" { type = type.flattenedOptional }
      declared.append((capture.name, type, capture))
    }
    for capture in declared { declareLocal(capture.name, capture.type, at: capture.node) }
  }

  /// Declares the parameters of a closure, `$0` and its like if it names none.
  private func declareParameters(
    of node: Node, _ signature: Node?, _ wanted: [SemanticType]
  ) -> [SemanticType] {
    var named: [(name: String?, type: Node?, node: Node)] = []
    if let clause = signature?.child(.parameterClause) {
      for parameter in clause.children where parameter.kind == .parameter {
        let second = parameter.flags.contains(.secondName) ? parameter.secondName : nil
        let name = second ?? (parameter.flags.contains(.labeled) ? parameter.name : nil)
        named.append((name == "_" ? nil : name, parameter.firstTypeChild, parameter))
      }
    } else {
      for parameter in signature?.children(.closureParameter) ?? [] {
        named.append((parameter.name == "_" ? nil : parameter.name, nil, parameter))
      }
    }
    let hasList = signature.map { signature in
      signature.children.contains {
        $0.kind == .parameterClause || $0.kind == .closureParameter
      }
    }
    guard hasList == true else { return declareAnonymous(node, wanted) }
    var types = wanted
    if named.count > 1, wanted.count == 1, case .tuple(let elements) = wanted[0],
      elements.count == named.count
    {
      types = elements.map(\.type)
    }
    var result: [SemanticType] = []
    for (index, parameter) in named.enumerated() {
      let written = parameter.type.map { resolver.writtenType($0, in: file) }
      let type = written ?? (types.count == named.count ? types[index] : .unknown)
      result.append(type)
      if let name = parameter.name { declareLocal(name, type, at: parameter.node) }
    }
    return wanted.count == 1 && named.count > 1 ? wanted : result
  }

  private func declareAnonymous(_ node: Node, _ wanted: [SemanticType]) -> [SemanticType] {
    let used = anonymousCount(node)
    var types = wanted
    if wanted.count == 1, used > 1, case .tuple(let elements) = wanted[0] {
      types = elements.map(\.type)
    }
    for index in 0..<max(used, min(types.count, 10)) {
      let type = index < types.count ? types[index] : .unknown
      let symbol = Symbol(
        kind: .local, name: "$\(index)", module: file.module, parent: nil, origin: file.origin,
        declaration: node, file: file.index)
      symbol.resolve(Signature(type))
      scope.declare(symbol)
    }
    return wanted.isEmpty ? (0..<used).map { _ in .unknown } : wanted
  }

  /// How many parameters a closure names or uses; nil if it leaves that open.
  func closureParameterCount(_ node: Node) -> Int? {
    if let signature = node.child(.closureSignature) {
      if let clause = signature.child(.parameterClause) {
        return clause.children.count { $0.kind == .parameter }
      }
      let count = signature.children.count { $0.kind == .closureParameter }
      if count > 0 { return count }
    }
    let used = anonymousCount(node)
    return used > 0 ? used : nil
  }

  /// One more than the greatest `$n` in a closure; closures inside of it have their own.
  private func anonymousCount(_ closure: Node) -> Int {
    if let known = anonymousCounts[closure.id] { return known }
    var count = 0
    var stack = Array(closure.children)
    while let node = stack.popLast() {
      if node.kind == .closure { continue }
      if node.kind == .declReference, node.mainToken.kind == .dollarIdentifier,
        let number = Int(node.name.dropFirst()), number < 10
      {
        count = max(count, number + 1)
      }
      stack += node.children
    }
    anonymousCounts[closure.id] = count
    return count
  }

  /// Whether a closure waits for something itself; closures and functions inside of it have their own.
  func suspends(_ closure: Node) -> Bool {
    if closure.child(.closureSignature)?.child(.effects)?.flags.contains(.isAsync) == true {
      return true
    }
    return hasOfItsOwn(closure) { node in
      switch node.kind {
      case .awaitExpr: true
      case .forStmt: node.flags.contains(.isAsync)
      case .variableDecl: node.hasModifier("async")
      default: false
      }
    }
  }

  /// Whether a `return` of the closure's own gives a value that is made of a type: a call may as well give nothing.
  func returnsSomething(_ closure: Node) -> Bool {
    hasOfItsOwn(closure) { node in
      guard node.kind == .returnStmt, let value = node.firstExpressionChild,
        value.kind == .functionCall, let callee = value.children.first,
        callee.kind == .declReference
      else { return false }
      return callee.name.first?.isUppercase == true
    }
  }

  private func hasOfItsOwn(_ closure: Node, _ isMeant: (Node) -> Bool) -> Bool {
    var stack = Array(closure.children)
    while let node = stack.popLast() {
      if node.kind == .closure || node.kind == .functionDecl { continue }
      if isMeant(node) { return true }
      stack += node.children
    }
    return false
  }
}
